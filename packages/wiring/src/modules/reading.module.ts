import { type FieldIdentifier, type Providers, providers, type TextExtractor } from '@chancery/core'
import { ContainerModule } from 'inversify'
import type { Configuration } from '../configuration.ts'
import { lazily } from '../lazily.ts'
import { tokens } from '../tokens.ts'
import { documentAiTypes, embeddedTypes } from '@chancery/extraction/types'

/** Reading documents and finding facts in them. */
export const readingModule = new ContainerModule(({ bind }) => {
  bind(tokens.extractors).toResolvedValue(extractorsOf, [tokens.configuration])
  bind(tokens.identifiers).toResolvedValue(identifiersOf, [tokens.configuration])
})

function extractorsOf(configuration: Configuration): Providers<TextExtractor> {
  const make: Record<Configuration['CHANCERY_EXTRACTORS'][number], () => TextExtractor> = {
    embedded: () =>
      lazily<TextExtractor>({ id: 'embedded', types: embeddedTypes }, async () => {
        const { createEmbeddedExtractor } = await import('@chancery/extraction')
        return createEmbeddedExtractor({ limits: { pages: configuration.CHANCERY_MAX_PAGES } })
      }),
    'document-ai': () =>
      lazily<TextExtractor>({ id: 'document-ai', types: documentAiTypes }, async () => {
        const { createDocumentAiExtractor } = await import('@chancery/extraction')
        return createDocumentAiExtractor({
          projectId: configuration.CHANCERY_DOCUMENT_AI_PROJECT ?? '',
          location: configuration.CHANCERY_DOCUMENT_AI_LOCATION,
          processorId: configuration.CHANCERY_DOCUMENT_AI_PROCESSOR ?? '',
          ...(configuration.CHANCERY_DOCUMENT_AI_ENDPOINT === undefined
            ? {}
            : { apiEndpoint: configuration.CHANCERY_DOCUMENT_AI_ENDPOINT }),
        })
      }),
  }
  return providers(Object.fromEntries(configuration.CHANCERY_EXTRACTORS.map((name) => [name, make[name]()])))
}

const identifiersOf = (configuration: Configuration): Providers<FieldIdentifier> =>
  providers({
    rules: lazily<FieldIdentifier>({ id: 'rules' }, async () => {
      const { createRuleIdentifier } = await import('@chancery/identification')
      return createRuleIdentifier(
        configuration.CHANCERY_COUNTRY === undefined ? {} : { country: configuration.CHANCERY_COUNTRY },
      )
    }),
  })

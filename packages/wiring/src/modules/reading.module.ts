import { type FieldIdentifier, type Providers, providers, type TextExtractor } from '@chancery/core'
import { ContainerModule } from 'inversify'
import type { Configuration } from '../configuration.ts'
import { configuredOcr, type ConfiguredOcr } from '../configured-ocr.ts'
import { lazily } from '../lazily.ts'
import { jobSettings } from '../sandbox/job-settings.ts'
import { sandboxedExtractor } from '../sandbox/sandboxed-extractor.ts'
import { sandboxedIdentifier } from '../sandbox/sandboxed-identifier.ts'
import { type DocumentSandbox, tokens } from '../tokens.ts'
import { documentAiTypes } from '@chancery/document-ai/types'
import { embeddedTypes } from '@chancery/reading/types'

/** Reading documents and finding facts in them. */
export const readingModule = new ContainerModule(({ bind }) => {
  bind(tokens.ocr)
    .toResolvedValue(configuredOcr, [tokens.configuration])
    .onDeactivation((ocr) => ocr?.close())
  bind(tokens.extractors).toResolvedValue(extractorsOf, [tokens.configuration, tokens.sandbox, tokens.ocr])
  bind(tokens.identifiers).toResolvedValue(identifiersOf, [tokens.configuration, tokens.textSandbox])
})

function extractorsOf(
  configuration: Configuration,
  sandbox: DocumentSandbox,
  ocr: ConfiguredOcr,
): Providers<TextExtractor> {
  const make: Record<Configuration['CHANCERY_EXTRACTORS'][number], () => TextExtractor> = {
    embedded: () =>
      sandbox === undefined
        ? lazily<TextExtractor>({ id: 'embedded', types: embeddedTypes }, async () => {
            const { embeddedExtractor } = await import('../sandbox/embedded-extractor.ts')
            return embeddedExtractor(jobSettings(configuration), ocr)
          })
        : sandboxedExtractor(sandbox, { ...jobSettings(configuration), ...(ocr === undefined ? {} : { ocr }) }),
    'document-ai': () =>
      lazily<TextExtractor>({ id: 'document-ai', types: documentAiTypes }, async () => {
        const { documentAiExtractor } = await import('../configured-document-ai.ts')
        return documentAiExtractor(configuration, sandbox, make.embedded)
      }),
  }
  return providers(Object.fromEntries(configuration.CHANCERY_EXTRACTORS.map((name) => [name, make[name]()])))
}

function identifiersOf(configuration: Configuration, sandbox: DocumentSandbox): Providers<FieldIdentifier> {
  const settings = configuration.CHANCERY_COUNTRY === undefined ? {} : { country: configuration.CHANCERY_COUNTRY }
  const rules = lazily<FieldIdentifier>({ id: 'rules' }, async () => {
    const { createRuleIdentifier } = await import('@chancery/identification')
    return createRuleIdentifier(settings)
  })
  const maxMs = configuration.CHANCERY_DEADLINE_MS
  return providers({
    rules: sandbox === undefined ? rules : sandboxedIdentifier(sandbox, rules, { ...settings, maxMs }),
  })
}

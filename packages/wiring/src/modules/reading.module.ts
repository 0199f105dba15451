import { type FieldIdentifier, type Providers, providers, type TextExtractor } from '@chancery/core'
import { documentAiTypes } from '@chancery/document-ai/types'
import { sandboxedExtractor, sandboxedIdentifier, sandboxedMammoth } from '@chancery/sandbox'
import { ContainerModule } from 'inversify'
import type { Configuration } from '../settings/configuration.ts'
import { jobSettings } from '../configured/configured-jobs.ts'
import { configuredOcr, type ConfiguredOcr } from '../configured/configured-ocr.ts'
import { lazily } from '../configured/lazily.ts'
import { type ClosableJobRunner, tokens } from '../tokens.ts'

/** Reading documents and finding facts in them. */
export const readingModule = new ContainerModule(({ bind }) => {
  bind(tokens.ocr)
    .toResolvedValue(configuredOcr, [tokens.configuration, tokens.isBackground])
    .onDeactivation((ocr) => ocr?.close())
  bind(tokens.extractors).toResolvedValue(extractorsOf, [tokens.configuration, tokens.jobs, tokens.ocr])
  bind(tokens.identifiers).toResolvedValue(identifiersOf, [tokens.configuration, tokens.jobs])
})

function extractorsOf(
  configuration: Configuration,
  jobs: ClosableJobRunner,
  ocr: ConfiguredOcr,
): Providers<TextExtractor> {
  const make: Record<Configuration['CHANCERY_EXTRACTORS'][number], () => TextExtractor> = {
    embedded: () => sandboxedExtractor(jobs, { ...jobSettings(configuration), ...(ocr === undefined ? {} : { ocr }) }),
    mammoth: () =>
      sandboxedMammoth(jobs, {
        ...jobSettings(configuration),
        mammoth: { styleMap: configuration.CHANCERY_MAMMOTH_STYLE_MAP },
      }),
    'document-ai': () =>
      lazily<TextExtractor>({ id: 'document-ai', types: documentAiTypes }, async () => {
        const { documentAiExtractor } = await import('../configured/configured-document-ai.ts')
        return documentAiExtractor(configuration, jobs, make.embedded)
      }),
  }
  return providers(Object.fromEntries(configuration.CHANCERY_EXTRACTORS.map((name) => [name, make[name]()])))
}

function identifiersOf(configuration: Configuration, jobs: ClosableJobRunner): Providers<FieldIdentifier> {
  const settings = configuration.CHANCERY_COUNTRY === undefined ? {} : { country: configuration.CHANCERY_COUNTRY }
  return providers({ rules: sandboxedIdentifier(jobs, { ...settings, maxMs: configuration.CHANCERY_DEADLINE_MS }) })
}

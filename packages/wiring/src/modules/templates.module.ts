import {
  type DocumentConverter,
  type DocumentGuard,
  type DocumentTemplates,
  type EmailTemplates,
  type Providers,
  providers,
} from '@chancery/core'
import { ContainerModule } from 'inversify'
import type { Configuration } from '../configuration.ts'
import { closeAll, configuredConverters, type ConfiguredConverters } from '../configured-converters.ts'
import { lazily } from '../lazily.ts'
import { jobSettings } from '../sandbox/job-settings.ts'
import { sandboxedTemplates } from '../sandbox/sandboxed-templates.ts'
import { type DocumentSandbox, tokens } from '../tokens.ts'

/** Word and e-mail templates. */
export const templatesModule = new ContainerModule(({ bind }) => {
  bind(tokens.documentTemplates).toResolvedValue(documentTemplatesOf, [
    tokens.configuration,
    tokens.sandbox,
    tokens.guard,
  ])
  bind(tokens.emailTemplates).toResolvedValue(() =>
    lazily<EmailTemplates>({ id: 'mail-templates' }, async () =>
      (await import('@chancery/mail-templates')).createEmailTemplates(),
    ),
  )
  bind(tokens.runningConverters)
    .toResolvedValue(configuredConverters, [tokens.configuration])
    .onDeactivation((converters) => closeAll(converters))
  bind(tokens.converters).toResolvedValue(
    (converters: ConfiguredConverters): Providers<DocumentConverter> => providers<DocumentConverter>(converters),
    [tokens.runningConverters],
  )
})

const documentTemplatesOf = (
  configuration: Configuration,
  sandbox: DocumentSandbox,
  guard: DocumentGuard,
): DocumentTemplates =>
  sandbox === undefined
    ? lazily<DocumentTemplates>({ id: 'word' }, async () =>
        (await import('@chancery/word')).createWordTemplates({ guard }),
      )
    : sandboxedTemplates(sandbox, jobSettings(configuration))

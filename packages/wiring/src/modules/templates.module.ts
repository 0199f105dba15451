import { type DocumentConverter, type Providers, providers } from '@chancery/core'
import { sandboxedEmailTemplates, sandboxedTemplates } from '@chancery/sandbox'
import { ContainerModule } from 'inversify'
import type { Configuration } from '../settings/configuration.ts'
import { closeAll, configuredConverters, type ConfiguredConverters } from '../configured/configured-converters.ts'
import { jobSettings } from '../configured/configured-jobs.ts'
import { type ClosableJobRunner, tokens } from '../tokens.ts'

/** Word and e-mail templates. */
export const templatesModule = new ContainerModule(({ bind }) => {
  bind(tokens.documentTemplates).toResolvedValue(
    (configuration: Configuration, jobs: ClosableJobRunner) => sandboxedTemplates(jobs, jobSettings(configuration)),
    [tokens.configuration, tokens.jobs],
  )
  bind(tokens.emailTemplates).toResolvedValue(
    (configuration: Configuration, jobs: ClosableJobRunner) =>
      sandboxedEmailTemplates(jobs, jobSettings(configuration)),
    [tokens.configuration, tokens.jobs],
  )
  bind(tokens.runningConverters)
    .toResolvedValue(configuredConverters, [tokens.configuration, tokens.isBackground])
    .onDeactivation((converters) => closeAll(converters))
  bind(tokens.converters).toResolvedValue(
    (converters: ConfiguredConverters): Providers<DocumentConverter> => providers<DocumentConverter>(converters),
    [tokens.runningConverters],
  )
})

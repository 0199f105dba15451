import { type ClientSource, providers } from '@chancery/core'
import { sandboxedClientNormalizer, sandboxedClientSources } from '@chancery/sandbox'
import { ContainerModule } from 'inversify'
import { configuredCrms } from '../configured/configured-crms.ts'
import { jobSettings } from '../configured/configured-jobs.ts'
import type { Configuration } from '../settings/configuration.ts'
import type { ConfiguredPostgres } from '../configured/configured-postgres.ts'
import { type ClosableJobRunner, type DataFolders, tokens } from '../tokens.ts'

/** Client sources and the normalizer; the directory is kept with the other state. */
export const clientsModule = new ContainerModule(({ bind }) => {
  bind(tokens.clientSources).toResolvedValue(
    (configuration: Configuration, folders: DataFolders, jobs: ClosableJobRunner, postgres: ConfiguredPostgres) =>
      providers<ClientSource>({
        ...sandboxedClientSources(jobs, jobSettings(configuration)),
        ...configuredCrms(configuration, folders, postgres),
      }),
    [tokens.configuration, tokens.folders, tokens.jobs, tokens.postgres],
  )
  bind(tokens.clientNormalizer).toResolvedValue(
    (configuration: Configuration, jobs: ClosableJobRunner) =>
      sandboxedClientNormalizer(jobs, jobSettings(configuration)),
    [tokens.configuration, tokens.jobs],
  )
})

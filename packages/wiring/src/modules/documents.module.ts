import type { DocumentGuard, Ports } from '@chancery/core'
import { createDocumentGuard, rememberingGuard } from '@chancery/guard'
import { createRemoteDocuments } from '@chancery/outbound'
import { sandboxedGuard } from '@chancery/sandbox'
import { ContainerModule } from 'inversify'
import { closeProviders } from '../closing.ts'
import type { Configuration } from '../settings/configuration.ts'
import { jobSettings } from '../configured/configured-jobs.ts'
import { configuredStores } from '../configured/configured-stores.ts'
import { type ClosableJobRunner, tokens } from '../tokens.ts'

/** The guard before every parser. */
export const guardModule = new ContainerModule(({ bind }) => {
  bind(tokens.guard).toResolvedValue(guardOf, [tokens.configuration, tokens.jobs])
})

/** Document stores, and the one way out for addresses. */
export const documentsModule = new ContainerModule(({ bind }) => {
  bind(tokens.remoteDocuments).toResolvedValue(
    (configuration: Configuration) => createRemoteDocuments({ allowedHosts: configuration.CHANCERY_URL_HOSTS }),
    [tokens.configuration],
  )
  bind(tokens.stores)
    .toResolvedValue(configuredStores, [tokens.configuration, tokens.folders])
    .onDeactivation(closeProviders)
  bind(tokens.uploads).toResolvedValue((stores: Ports['stores']) => stores, [tokens.stores])
})

function guardOf(configuration: Configuration, jobs: ClosableJobRunner): DocumentGuard {
  const guard = createDocumentGuard({ limits: { documentBytes: configuration.CHANCERY_MAX_BODY_BYTES } })
  return rememberingGuard(sandboxedGuard(jobs, guard, jobSettings(configuration)))
}

import { type DocumentGuard, type DocumentStore, type Providers, providers } from '@chancery/core'
import { createDocumentGuard, rememberingGuard } from '@chancery/guard'
import { createRemoteDocuments } from '@chancery/outbound'
import { sandboxedGuard } from '@chancery/sandbox'
import { createGcsDocumentStore, createLocalDocumentStore, createMemoryDocumentStore } from '@chancery/storage'
import { ContainerModule } from 'inversify'
import { closeProviders } from '../closing.ts'
import type { Configuration } from '../configuration.ts'
import { jobSettings } from '../configured-jobs.ts'
import { type ClosableJobRunner, type DataFolders, tokens } from '../tokens.ts'

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
  bind(tokens.stores).toResolvedValue(storesOf, [tokens.configuration, tokens.folders]).onDeactivation(closeProviders)
})

function guardOf(configuration: Configuration, jobs: ClosableJobRunner): DocumentGuard {
  const guard = createDocumentGuard({ limits: { documentBytes: configuration.CHANCERY_MAX_BODY_BYTES } })
  return rememberingGuard(sandboxedGuard(jobs, guard, jobSettings(configuration)))
}

function storesOf(configuration: Configuration, folders: DataFolders): Providers<DocumentStore> {
  const make = {
    local: () => createLocalDocumentStore({ root: folders.documents }),
    memory: () => createMemoryDocumentStore(),
    gcs: () =>
      createGcsDocumentStore({
        bucket: configuration.CHANCERY_GCS_BUCKET ?? '',
        versions: configuration.CHANCERY_GCS_VERSIONS === 'on',
        ...(configuration.CHANCERY_GCS_PREFIX === undefined ? {} : { prefix: configuration.CHANCERY_GCS_PREFIX }),
        ...(configuration.CHANCERY_GCS_ENDPOINT === undefined
          ? {}
          : { apiEndpoint: configuration.CHANCERY_GCS_ENDPOINT }),
      }),
  }
  return providers(Object.fromEntries(configuration.CHANCERY_STORES.map((name) => [name, make[name]()])))
}

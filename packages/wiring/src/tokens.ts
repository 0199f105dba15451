import type { ApiKeyStore, IdempotencyStore, Ports } from '@chancery/core'
import type { ServiceIdentifier } from 'inversify'
import type { Configuration } from './configuration.ts'

const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name) as ServiceIdentifier<T>

/** Where durable things lie on this machine. */
export interface DataFolders {
  readonly root: string
  readonly documents: string
  readonly outbox: string
}

/** One typed token for each port, and for what only the delivery layers need. */
export const tokens = {
  configuration: token<Configuration>('configuration'),
  folders: token<DataFolders>('folders'),
  apiKeys: token<ApiKeyStore>('apiKeys'),
  idempotency: token<IdempotencyStore>('idempotency'),
  stores: token<Ports['stores']>('stores'),
  guard: token<Ports['guard']>('guard'),
  remoteDocuments: token<Ports['remoteDocuments']>('remoteDocuments'),
  extractors: token<Ports['extractors']>('extractors'),
  identifiers: token<Ports['identifiers']>('identifiers'),
  documentTemplates: token<Ports['documentTemplates']>('documentTemplates'),
  converters: token<Ports['converters']>('converters'),
  emailTemplates: token<Ports['emailTemplates']>('emailTemplates'),
  transports: token<Ports['transports']>('transports'),
  emailLedger: token<Ports['emailLedger']>('emailLedger'),
  clientSources: token<Ports['clientSources']>('clientSources'),
  clientNormalizer: token<Ports['clientNormalizer']>('clientNormalizer'),
  clientDirectory: token<Ports['clientDirectory']>('clientDirectory'),
  clock: token<Ports['clock']>('clock'),
  ids: token<Ports['ids']>('ids'),
  hasher: token<Ports['hasher']>('hasher'),
  logger: token<Ports['logger']>('logger'),
  telemetry: token<Ports['telemetry']>('telemetry'),
  settings: token<Ports['settings']>('settings'),
} as const

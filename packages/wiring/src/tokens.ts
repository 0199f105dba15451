import type {
  ApiKeyStore,
  CallRegister,
  EmailEventLog,
  EventDeliveries,
  EventOutbox,
  EventRecording,
  EventSource,
  IdempotencyStore,
  Ports,
  RateLimiter,
} from '@chancery/core'
import type { JobRunner, Sandbox } from '@chancery/sandbox'
import type { Webhooks } from '@chancery/webhooks'
import type { ServiceIdentifier } from 'inversify'
import type { Configuration } from './settings/configuration.ts'
import type { ConfiguredAudit } from './configured/configured-audit.ts'
import type { ConfiguredConverters } from './configured/configured-converters.ts'
import type { ConfiguredOcr } from './configured/configured-ocr.ts'
import type { ConfiguredPostgres } from './configured/configured-postgres.ts'
import type { ConfiguredTelemetry } from './configured/configured-telemetry.ts'
import type { ConfiguredDelivery } from './configured/configured-work.ts'

const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name) as ServiceIdentifier<T>

/** Where durable things lie on this machine. */
export interface DataFolders {
  readonly root: string
  readonly documents: string
  readonly outbox: string
}

/** Where everything is taken apart that callers send. */
export interface ClosableJobRunner extends JobRunner, Pick<Sandbox, 'check' | 'load'> {
  close(): Promise<void>
}

/** One typed token for each port, and for what only the delivery layers need. */
export const tokens = {
  configuration: token<Configuration>('configuration'),
  folders: token<DataFolders>('folders'),
  /** Whether it is for calls that nobody waits for. */
  isBackground: token<boolean>('isBackground'),
  jobs: token<ClosableJobRunner>('jobs'),
  audit: token<ConfiguredAudit>('audit'),
  ocr: token<ConfiguredOcr>('ocr'),
  runningTelemetry: token<ConfiguredTelemetry>('runningTelemetry'),
  runningConverters: token<ConfiguredConverters>('runningConverters'),
  apiKeys: token<ApiKeyStore>('apiKeys'),
  idempotency: token<IdempotencyStore>('idempotency'),
  rates: token<RateLimiter>('rates'),
  postgres: token<ConfiguredPostgres>('postgres'),
  calls: token<CallRegister>('calls'),
  delivery: token<ConfiguredDelivery>('delivery'),
  /** Under which API keys are hashed. */
  keySecret: token<string>('keySecret'),
  /** Absent: nobody is told of anything. */
  webhooks: token<Webhooks | undefined>('webhooks'),
  recording: token<EventRecording | undefined>('recording'),
  events: token<EventOutbox & EventDeliveries>('events'),
  emailEvents: token<EmailEventLog>('emailEvents'),
  eventSource: token<EventSource | undefined>('eventSource'),
  prepareState: token<() => Promise<void>>('prepareState'),
  stores: token<Ports['stores']>('stores'),
  uploads: token<Ports['uploads']>('uploads'),
  guard: token<Ports['guard']>('guard'),
  remoteDocuments: token<Ports['remoteDocuments']>('remoteDocuments'),
  extractors: token<Ports['extractors']>('extractors'),
  identifiers: token<Ports['identifiers']>('identifiers'),
  documentTemplates: token<Ports['documentTemplates']>('documentTemplates'),
  converters: token<Ports['converters']>('converters'),
  archiver: token<Ports['archiver']>('archiver'),
  emailTemplates: token<Ports['emailTemplates']>('emailTemplates'),
  transports: token<Ports['transports']>('transports'),
  emailLedger: token<Ports['emailLedger']>('emailLedger'),
  suppressions: token<Ports['suppressions']>('suppressions'),
  unsubscribeLinks: token<Ports['unsubscribeLinks']>('unsubscribeLinks'),
  eventTeller: token<Ports['eventTeller']>('eventTeller'),
  emailSchedule: token<Ports['emailSchedule']>('emailSchedule'),
  clientSources: token<Ports['clientSources']>('clientSources'),
  clientNormalizer: token<Ports['clientNormalizer']>('clientNormalizer'),
  clientDirectory: token<Ports['clientDirectory']>('clientDirectory'),
  claims: token<Ports['claims']>('claims'),
  clock: token<Ports['clock']>('clock'),
  ids: token<Ports['ids']>('ids'),
  hasher: token<Ports['hasher']>('hasher'),
  logger: token<Ports['logger']>('logger'),
  telemetry: token<Ports['telemetry']>('telemetry'),
  settings: token<Ports['settings']>('settings'),
} as const

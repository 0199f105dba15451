import 'reflect-metadata'
import { join, resolve } from 'node:path'
import {
  type ApiKeyStore,
  type Auditing,
  type CallRegister,
  type EmailEventLog,
  type EventDeliveries,
  type EventOutbox,
  type EventRecording,
  type IdempotencyStore,
  type Ports,
  type RateLimiter,
  tellingStore,
} from '@chancery/core'
import type { BackgroundSettings, Readiness, ReceiveEmailEvents } from '@chancery/http'
import { Container, type ServiceIdentifier } from 'inversify'
import { backgroundOf } from './background/background.ts'
import type { Configuration } from './settings/configuration.ts'
import { workModeOf } from './configured/configured-work.ts'
import { makeAuditFolder, makeDataFolder, refuseMountedBuckets } from './data/data-folder.ts'
import { refuseOtherKinds } from './data/kinds-of-files.ts'
import { refuseDamagedDatabases } from './data/kept-databases.ts'
import { openKeySecret } from './configured/key-secret.ts'
import { auditFolder, auditNames } from './configured/configured-audit.ts'
import { observedPorts, observedState } from './observed-ports.ts'
import { readiness } from './readiness.ts'
import { clientsModule } from './modules/clients.module.ts'
import { documentsModule, guardModule } from './modules/documents.module.ts'
import { configuredEventReaders, emailEventsReceiver } from './configured/configured-email-events.ts'
import type { EventWork } from './background/deliver-events.ts'
import { emailModule } from './modules/email.module.ts'
import { eventsModule } from './modules/events.module.ts'
import { platformModule, settingsModule } from './modules/platform.module.ts'
import { readingModule } from './modules/reading.module.ts'
import { sandboxModule } from './modules/sandbox.module.ts'
import { stateModule } from './modules/state.module.ts'
import { templatesModule } from './modules/templates.module.ts'
import { type DataFolders, tokens } from './tokens.ts'

/** Everything that a delivery layer needs, resolved once. */
export interface Composition {
  readonly configuration: Configuration
  readonly ports: Ports
  readonly apiKeys: ApiKeyStore
  readonly idempotency: IdempotencyStore
  readonly rates: RateLimiter
  /** Under which API keys are hashed. */
  readonly keySecret: string
  /**
   * What a start does before it takes calls: brings shared state up to date where it is told to.
   * @throws where that state cannot be used as it is, with what to do
   */
  prepare(): Promise<void>
  /** Of calls that are done in the background; absent: none are taken on. */
  readonly background?: BackgroundSettings
  /** What was not told yet. */
  readonly events: EventOutbox & EventDeliveries
  /** What telling the firm's own systems stands on; absent: nobody is told. */
  readonly eventWork: EventWork | undefined
  /** What providers tell of e-mails; absent: nobody is heard. */
  readonly emailEvents: ReceiveEmailEvents | undefined
  readonly emailEventLog: EmailEventLog
  /** Where calls are put on record; absent: they are not. */
  readonly auditing: Auditing | undefined
  /** Whether what the service stands on can be used, by name, and why not; each is asked for at most so many ms. */
  readonly readiness: (checkMs?: number) => ReturnType<Readiness>
  /** All figures in Prometheus' text format; empty where CHANCERY_METRICS_PORT is not set. */
  prometheus(): Promise<string>
  /** Closes databases, ends child processes, and whatever else adapters hold. */
  close(): Promise<void>
}

/** The names of the ports, which are also the names of their tokens. */
const portNames = [
  'stores',
  'uploads',
  'guard',
  'remoteDocuments',
  'extractors',
  'identifiers',
  'documentTemplates',
  'converters',
  'archiver',
  'emailTemplates',
  'transports',
  'emailLedger',
  'emailSchedule',
  'suppressions',
  'unsubscribeLinks',
  'eventTeller',
  'clientSources',
  'clientNormalizer',
  'clientDirectory',
  'claims',
  'clock',
  'ids',
  'hasher',
  'logger',
  'telemetry',
  'settings',
] as const satisfies readonly (keyof Ports)[]

/**
 * Puts the app together: binds every port to the adapter that the configuration chooses, and resolves all of them now,
 * never during a request. `replacements` stand in for single ports, in tests and for people who bring their own.
 * @throws what an adapter throws that cannot start.
 */
export function compose(configuration: Configuration, replacements: Partial<Ports> = {}): Composition {
  const container = new Container({ defaultScope: 'Singleton' })
  const root = resolve(configuration.CHANCERY_DATA)
  const folders: DataFolders = { root, documents: join(root, 'documents'), outbox: join(root, 'outbox') }
  const used = usedFolders(configuration, folders)
  if (used.length > 0) {
    // Keys and personal data: for the owner of the process alone.
    makeDataFolder(root)
    refuseOtherKinds(used, folders)
    refuseMountedBuckets(used)
    refuseDamagedDatabases(configuration, folders)
    if (configuration.CHANCERY_AUDIT === 'file') makeAuditFolder(auditFolder(configuration, folders))
  }
  const keySecret = configuration.CHANCERY_KEY_SECRET ?? openKeySecret(root)
  container.bind(tokens.configuration).toConstantValue(configuration)
  container.bind(tokens.folders).toConstantValue(folders)
  container.bind(tokens.isBackground).toConstantValue(false)
  container.bind(tokens.keySecret).toConstantValue(keySecret)
  container.load(
    platformModule,
    settingsModule,
    sandboxModule,
    guardModule,
    documentsModule,
    readingModule,
    templatesModule,
    emailModule,
    clientsModule,
    stateModule,
    eventsModule,
  )
  for (const name of portNames) {
    const replacement = replacements[name]
    if (replacement === undefined) continue
    container.unbind(tokens[name])
    container.bind(tokens[name] as ServiceIdentifier<unknown>).toConstantValue(replacement)
  }
  const bare = portsOf(container)
  const recording = container.get(tokens.recording)
  const events = container.get(tokens.events)
  const telling = (some: Ports, holdMs: number): Ports =>
    recording === undefined ? some : { ...some, stores: tellingStores(some, events, recording, holdMs) }
  const ports = observedPorts(telling(bare, configuration.CHANCERY_DEADLINE_MS + confirmMs), bare)
  const own = {
    apiKeys: container.get(tokens.apiKeys),
    idempotency: container.get(tokens.idempotency),
    rates: container.get(tokens.rates),
  }
  const telemetry = container.get(tokens.runningTelemetry)
  const audit = container.get(tokens.audit)
  const jobs = container.get(tokens.jobs)
  const prepareState = container.get(tokens.prepareState)
  watchLedger(bare)
  const auditing = audit && {
    log: audit,
    nameOf: auditNames(configuration.CHANCERY_AUDIT_NAMES, keySecret),
    clock: ports.clock,
    logger: ports.logger,
    telemetry: ports.telemetry,
  }
  const background =
    workModeOf(configuration) === 'off'
      ? undefined
      : backgroundOf(container, configuration, auditing, (child) => {
          const all = { ...portsOf(child), ...replacements }
          return observedPorts(telling(all, configuration.CHANCERY_WORK_MS + confirmMs), all)
        })
  if (background !== undefined) watchCalls(bare, background.settings.register)
  const emailEventLog = container.get(tokens.emailEvents)
  const webhooks = container.get(tokens.webhooks)
  const longestCallMs = Math.max(configuration.CHANCERY_DEADLINE_MS, configuration.CHANCERY_WORK_MS) + confirmMs
  return {
    configuration,
    ports,
    events,
    emailEvents: emailEventsReceiver(configuredEventReaders(configuration), emailEventLog, bare),
    emailEventLog,
    eventWork: webhooks && {
      events,
      source: container.get(tokens.eventSource),
      webhooks,
      ports: bare,
      longestCallMs,
    },
    ...observedState(own, configuration.CHANCERY_STATE, bare),
    keySecret,
    auditing,
    async prepare() {
      await prepareState()
      // A start that could put nothing on record would refuse every call.
      await audit?.check({ signal: new AbortController().signal })
      await telemetry.ready()
    },
    readiness: (checkMs) => readiness({ ports: bare, apiKeys: own.apiKeys, jobs, audit }, checkMs),
    prometheus: () => telemetry.prometheus(),
    ...(background === undefined ? {} : { background: background.settings }),
    async close() {
      await background?.close()
      await container.unbindAllAsync()
    },
  }
}

const portsOf = (container: Container): Ports =>
  Object.fromEntries(
    portNames.map((name) => [name, container.get(tokens[name] as ServiceIdentifier<unknown>)]),
  ) as unknown as Ports

/** How long after the end of a call its effects may still be confirmed, in ms. */
const confirmMs = 60_000

const tellingStores = (
  { stores, clock, logger }: Ports,
  outbox: EventOutbox,
  recording: EventRecording,
  holdMs: number,
): Ports['stores'] => {
  const told = new Map(
    stores.names.map((name) => [name, tellingStore(stores.get(name), { outbox, recording, clock, logger, holdMs })]),
  )
  return {
    names: stores.names,
    get: (name = stores.names[0], pointer) => told.get(name ?? '') ?? stores.get(name, pointer),
  }
}

/** However many read a gauge, the database is asked once in so long, in ms. */
const figureMs = 5000

/** E-mails in doubt. */
function watchLedger({ telemetry, emailLedger }: Ports): void {
  const count = known(() => emailLedger.countInDoubt())
  telemetry.gauge('chancery.emails.in_doubt', async () => [{ value: await count() }])
}

/** Operations in the background that wait for a worker, and that are being done. */
function watchCalls({ telemetry }: Ports, register: CallRegister): void {
  const load = known(() => register.load(''))
  telemetry.gauge('chancery.operations', async () => {
    const { waiting, running } = await load()
    return [
      { value: waiting, attributes: { state: 'waiting' } },
      { value: running, attributes: { state: 'running' } },
    ]
  })
}

/** A figure that is asked for once in so long. */
function known<Figure>(ask: () => Promise<Figure>): () => Promise<Figure> {
  let last: { readonly at: number; readonly value: Promise<Figure> } | undefined
  return () => {
    if (last === undefined || performance.now() - last.at > figureMs) {
      last = { at: performance.now(), value: ask() }
      last.value.catch(() => (last = undefined))
    }
    return last.value
  }
}

/** The folders that this configuration keeps something in; none where all is elsewhere. */
function usedFolders(configuration: Configuration, { root, documents, outbox }: DataFolders): readonly string[] {
  const used = [
    ...(configuration.CHANCERY_STATE === 'sqlite' ? [root] : []),
    ...(configuration.CHANCERY_AUDIT === 'file' ? [auditFolder(configuration, { root })] : []),
    ...(configuration.CHANCERY_STORES.includes('local') ? [documents] : []),
    ...(configuration.CHANCERY_TRANSPORTS.includes('outbox') ? [outbox] : []),
  ]
  return used.length === 0 ? [] : [root, ...used]
}

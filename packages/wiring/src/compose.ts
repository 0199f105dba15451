import 'reflect-metadata'
import { join, resolve } from 'node:path'
import type { ApiKeyStore, IdempotencyStore, Ports, RateLimiter } from '@chancery/core'
import type { BackgroundSettings } from '@chancery/http'
import { Container, type ServiceIdentifier } from 'inversify'
import { backgroundOf } from './background.ts'
import type { Configuration } from './configuration.ts'
import { workModeOf } from './configured-work.ts'
import { makeDataFolder, refuseMountedBuckets } from './data-folder.ts'
import { refuseDamagedDatabases } from './kept-databases.ts'
import { openKeySecret } from './key-secret.ts'
import { clientsModule } from './modules/clients.module.ts'
import { documentsModule, guardModule } from './modules/documents.module.ts'
import { emailModule } from './modules/email.module.ts'
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
  /** Whether what the service stands on can be used, by name. */
  readiness(): Promise<Readonly<Record<string, boolean>>>
  /** Of calls that are done in the background; absent: none are taken on. */
  readonly background?: BackgroundSettings
  /** Closes databases, ends child processes, and whatever else adapters hold. */
  close(): Promise<void>
}

/** The names of the ports, which are also the names of their tokens. */
const portNames = [
  'stores',
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
  'clientSources',
  'clientNormalizer',
  'clientDirectory',
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
    refuseMountedBuckets(used)
    refuseDamagedDatabases(configuration, folders)
  }
  const keySecret = configuration.CHANCERY_KEY_SECRET ?? openKeySecret(root)
  container.bind(tokens.configuration).toConstantValue(configuration)
  container.bind(tokens.folders).toConstantValue(folders)
  container.bind(tokens.isBackground).toConstantValue(false)
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
  )
  for (const name of portNames) {
    const replacement = replacements[name]
    if (replacement === undefined) continue
    container.unbind(tokens[name])
    container.bind(tokens[name] as ServiceIdentifier<unknown>).toConstantValue(replacement)
  }
  const ports = portsOf(container)
  const background =
    workModeOf(configuration) === 'off'
      ? undefined
      : backgroundOf(container, configuration, (own) => ({ ...portsOf(own), ...replacements }))
  return {
    configuration,
    ports,
    apiKeys: container.get(tokens.apiKeys),
    idempotency: container.get(tokens.idempotency),
    rates: container.get(tokens.rates),
    keySecret,
    prepare: container.get(tokens.prepareState),
    readiness: () => readiness(ports),
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

/** The folders that this configuration keeps something in; none where all is elsewhere. */
function usedFolders(configuration: Configuration, { root, documents, outbox }: DataFolders): readonly string[] {
  const used = [
    ...(configuration.CHANCERY_STATE === 'sqlite' ? [root] : []),
    ...(configuration.CHANCERY_STORES.includes('local') ? [documents] : []),
    ...(configuration.CHANCERY_TRANSPORTS.includes('outbox') ? [outbox] : []),
  ]
  return used.length === 0 ? [] : [root, ...used]
}

/** What a check may take, so that a hanging provider does not hang the answer, in ms. */
const checkTimeout = 3000

async function readiness(ports: Ports): Promise<Record<string, boolean>> {
  const signal = AbortSignal.timeout(checkTimeout)
  const checks: Record<string, Promise<void>> = {
    storage: ports.stores.get().check({ signal }),
    email: ports.transports.get().check({ signal }),
    clients: ports.clientDirectory.check({ signal }),
  }
  const results = await Promise.all(
    Object.entries(checks).map(
      async ([name, check]) =>
        [
          name,
          await check.then(
            () => true,
            () => false,
          ),
        ] as const,
    ),
  )
  return Object.fromEntries(results)
}

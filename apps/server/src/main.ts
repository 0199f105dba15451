/** The program around the server: options, what is printed, signals, and the end. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ApiKeyRecord } from '@chancery/core'
import { endAtUncaughtErrors } from '@chancery/http/server'
import { type Composition, ConfigurationError, readConfiguration } from '@chancery/wiring'
import { startFault } from './start-fault.ts'
import {
  type DevelopmentKey,
  developmentCaller,
  developmentEnvironment,
  makeDevelopmentKey,
} from './development-key.ts'
import { leaveNoCores } from './core-limit.ts'
import { asksForHelp, asksForKey, startUsage, withOptions } from './options.ts'
import { type HealthListener, startHealthListener } from './health-listener.ts'
import { type MetricsListener, startMetricsListener } from './metrics-listener.ts'
import { startServer } from './start-server.ts'
import { endAtSignals } from './end-at-signals.ts'

/** Together with the moment in which calls are still taken, shorter than the 10 s after which Cloud Run kills. */
const graceMs = 7500

interface StartOptions {
  /** Whether a key is made and printed unasked, where the environment is that of development. */
  readonly isDevelopment: boolean
  /** The command that makes keys, where the program knows it; absent: what is found beside it. */
  readonly keysCommand?: string
}

/** Serves until a signal comes. What keeps it from starting is printed, and ends the process with 1. */
export const start = (options: StartOptions): Promise<void> => serve(options).catch(fail)

async function serve({ isDevelopment, keysCommand = keysCommandBeside() }: StartOptions): Promise<void> {
  const args = process.argv.slice(2)
  if (asksForHelp(args)) return console.log(startUsage)
  const configuration = readConfiguration(withOptions(process.env, args))
  const { CHANCERY_ENVIRONMENT: environment, CHANCERY_AUTH: auth } = configuration
  if (asksForKey(args) && environment !== developmentEnvironment) {
    throw new ConfigurationError([
      `--development-key: is for CHANCERY_ENVIRONMENT=${developmentEnvironment} alone; make a key with \`${keysCommand} create\`.`,
    ])
  }
  // Before it is told that calls may come.
  const [server] = await Promise.all([startServer(configuration), leaveNoCores()])
  const { composition } = server.service
  let health: HealthListener | undefined
  let metrics: MetricsListener | undefined
  let development: DevelopmentKey | undefined
  let stopping: Promise<void> | undefined
  const stop = (code: number): void => {
    stopping ??= (async () => {
      await server.drain(graceMs)
      try {
        // Only now: calls that were still on their way came with it.
        await development?.revoke()
      } finally {
        // Also where the key cannot be revoked, on a full disk.
        await composition.close()
        await health?.close()
        await metrics?.close()
      }
    })().then(
      () => process.exit(code),
      (error: unknown) => fail(error),
    )
  }
  endAtUncaughtErrors(composition.ports.logger, () => stop(1))
  endAtSignals(() => stop(0))

  if (configuration.CHANCERY_HEALTH_PORT !== undefined) {
    health = await startHealthListener({
      host: configuration.CHANCERY_HOST,
      port: configuration.CHANCERY_HEALTH_PORT,
      service: server.address,
    })
  }
  if (configuration.CHANCERY_METRICS_PORT !== undefined) {
    const { CHANCERY_HOST: host, CHANCERY_METRICS_PORT: port } = configuration
    metrics = await startMetricsListener({ host, port }, () => composition.prometheus())
  }
  const isConfigured = auth === 'keys' && configuration.CHANCERY_API_KEY !== undefined
  const makesKey = auth === 'keys' && !isConfigured && environment === developmentEnvironment
  if (makesKey && (isDevelopment || asksForKey(args))) development = await makeDevelopmentKey(composition)
  const aside = (name: string, listener: { readonly port: number } | undefined, path: string): string =>
    listener === undefined ? '' : `\n  ${name.padEnd(8)} http://${configuration.CHANCERY_HOST}:${listener.port}${path}`
  const key = development?.key ?? (isConfigured ? '$CHANCERY_API_KEY' : 'YOUR-KEY')
  console.log(`Chancery is ready.

  address  ${server.address}
  docs     ${server.address}/docs
  data     ${configuration.CHANCERY_DATA}${aside('health', health, '/healthz')}${aside('metrics', metrics, '/metrics')}
  key      ${development?.key ?? (await aboutKeys(composition, isConfigured, keysCommand))}

Try it:

  curl -s ${server.address}/store-document -H 'content-type: application/json' -H "x-api-key: ${key}" \\
    -d '{"document":{"content":"${Buffer.from('Hello, Chancery!\n').toString('base64')}","filename":"hello.txt"},"path":"hello.txt","onConflict":"overwrite"}'
`)
}

/** Where callers have their keys from; never a key. */
async function aboutKeys(
  { configuration, apiKeys, ports }: Composition,
  isConfigured: boolean,
  keysCommand: string,
): Promise<string> {
  if (configuration.CHANCERY_AUTH !== 'keys') return 'checked by the gateway'
  if (isConfigured) return 'that of CHANCERY_API_KEY'
  const now = new Date(ports.clock.now()).toISOString()
  const isValid = ({ caller, revokedAt, expiresAt }: ApiKeyRecord): boolean =>
    caller !== developmentCaller && revokedAt === undefined && (expiresAt === undefined || expiresAt > now)
  if ((await apiKeys.list()).some(isValid)) return `one that \`${keysCommand} create\` has made`
  return configuration.CHANCERY_STATE === 'memory'
    ? 'none: set CHANCERY_API_KEY, since keys are kept in memory'
    : `none yet: \`${keysCommand} create --name office\` makes one`
}

/** How keys are made here: by the program beside the bundle's own, or by the launcher. */
function keysCommandBeside(): string {
  const bundled = join(dirname(process.argv[1] ?? ''), 'keys.js')
  return existsSync(bundled) ? `node ${bundled}` : 'npm run keys --'
}

function fail(error: unknown): never {
  console.error(startFault(error) ?? error)
  process.exit(1)
}

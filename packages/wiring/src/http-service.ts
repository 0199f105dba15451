import { calls, mailboxKey, type Ports, type Receiving } from '@chancery/core'
import {
  type AdmissionLimits,
  createHttpApp,
  defaultAdmissionLimits,
  type HttpApp,
  type HttpSettings,
  startWorker,
} from '@chancery/http'
import { usualProcesses } from '@chancery/sandbox'
import { compose, type Composition } from './compose.ts'
import type { Configuration } from './settings/configuration.ts'
import { configuredGateway } from './configured/configured-gateway.ts'
import { withConfiguredKey } from './configured/configured-key.ts'
import { callLimits } from './configured/configured-limits.ts'
import { deliverEvents } from './background/deliver-events.ts'
import { sendDueEmails } from './background/due-emails.ts'
import { version } from './version.ts'

/** Whoever serves the app ends with `composition.close()`. */
export interface HttpService {
  readonly app: HttpApp
  readonly composition: Composition
  /** Does calls in the background and sends what is due, until it is closed; nothing where the service is to do none. */
  startWorker(): Promise<Receiving | undefined>
}

/** The composed service behind its HTTP face: what the server, the functions and the harness share. */
export function createHttpService(
  given: Configuration,
  options: {
    readonly replacements?: Partial<Ports>
    readonly addressOf?: HttpSettings['addressOf']
    readonly checkOutputs?: boolean
    /** It is ended by others between two requests: work in the background is not taken on unless asked for by name. */
    readonly isFunction?: boolean
    /** Where it is reached, once that is known; a configured address goes before. */
    readonly baseUrl?: () => string | undefined
  } = {},
): HttpService {
  const isOff = options.isFunction === true && given.CHANCERY_WORK === 'auto'
  const configuration: Configuration = isOff ? { ...given, CHANCERY_WORK: 'off' } : given
  const composition = compose(configuration, options.replacements)
  const { ports, apiKeys, idempotency, rates, keySecret, background } = composition
  const checkOutputs = options.checkOutputs ?? false
  const app = createHttpApp({
    operations: calls,
    ports,
    auth:
      configuration.CHANCERY_AUTH === 'keys'
        ? { mode: 'keys', apiKeys: withConfiguredKey(apiKeys, configuration, keySecret, ports.clock), keySecret }
        : configuredGateway(configuration, keySecret, ports),
    idempotency,
    rates,
    clock: ports.clock,
    ids: ports.ids,
    logger: ports.logger,
    info: {
      version,
      get baseUrl() {
        return configuration.CHANCERY_BASE_URL ?? options.baseUrl?.() ?? localAddress(configuration)
      },
    },
    limits: {
      ...admissionLimits(configuration),
      ...callLimits(configuration),
    },
    auditing: composition.auditing,
    readiness: () => composition.readiness(),
    emailEvents: composition.emailEvents,
    unsubscribe: unsubscriber(ports),
    corsOrigins: configuration.CHANCERY_CORS_ORIGINS,
    ...(options.addressOf === undefined ? {} : { addressOf: options.addressOf }),
    checkOutputs,
    ...(background === undefined ? {} : { background }),
  })
  return {
    app,
    composition,
    async startWorker() {
      if (background === undefined || configuration.CHANCERY_WORKERS === 0) return undefined
      const worker = await startWorker({
        operations: calls,
        background,
        answerBytes: configuration.CHANCERY_MAX_ANSWER_BYTES,
        checkOutputs,
      })
      const due = sendDueEmails(ports)
      const telling = composition.eventWork && deliverEvents(composition.eventWork)
      return {
        async close() {
          await Promise.all([worker.close(), due.close(), telling?.close()])
        },
      }
    },
  }
}

/** Takes whoever has a link off, once: the first reason and time stay. */
const unsubscriber =
  ({ unsubscribeLinks, suppressions, clock }: Ports): NonNullable<HttpSettings['unsubscribe']> =>
  async (token) => {
    const recipient = unsubscribeLinks.recipientOf(token)
    if (recipient === undefined) return false
    const address = mailboxKey(recipient)
    const known = await suppressions.among([address], { signal: AbortSignal.timeout(10_000) })
    if (known.length === 0) await suppressions.add({ address, reason: 'unsubscribed (one click)', at: clock.now() })
    return true
  }

/** What the machine suggests, and what is configured instead. */
function admissionLimits(configuration: Configuration): AdmissionLimits {
  const suggested = defaultAdmissionLimits()
  // A child for each call that runs: the share of one key is less than the number of children.
  const slots = configuration.CHANCERY_SLOTS ?? usualProcesses()
  const concurrentPerKey = configuration.CHANCERY_CONCURRENCY
  return {
    slots,
    queue: configuration.CHANCERY_QUEUE ?? 4 * slots,
    queueMs: configuration.CHANCERY_QUEUE_MS ?? Math.floor(configuration.CHANCERY_DEADLINE_MS / 3),
    memoryBytes: configuration.CHANCERY_MEMORY_BYTES ?? suggested.memoryBytes,
    // The bound of all calls must not be tighter than that of one key.
    concurrent: Math.max(suggested.concurrent, 2 * concurrentPerKey),
    concurrentPerKey,
  }
}

const localAddress = ({ CHANCERY_HOST: host, CHANCERY_PORT: port }: Configuration): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

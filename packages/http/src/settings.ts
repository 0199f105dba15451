import type {
  ApiKeyStore,
  Auditing,
  Clock,
  IdempotencyStore,
  Ids,
  Logger,
  Operation,
  Ports,
  RateLimiter,
  UnreadyReason,
} from '@chancery/core'
import type { Unsubscribe } from './one-click.ts'
import type { ReceiveEmailEvents } from './received-email-events.ts'
import type { BackgroundSettings } from './background/background-settings.ts'
import { type AdmissionLimits, defaultAdmissionLimits } from './admission/index.ts'

/** Bounds of one call; all are stated in the OpenAPI document and in the answers that they cause. */
export interface HttpLimits extends AdmissionLimits {
  /** Bytes of a request body. */
  readonly bodyBytes: number
  /** Bytes of an answer: of its JSON, or of a document that is answered as bytes. */
  readonly answerBytes: number
  /** Objects and arrays inside one another. */
  readonly jsonDepth: number
  /** Values in one body, containers included. */
  readonly jsonValues: number
  /** Items of one array. */
  readonly jsonItems: number
  /** Keys of one object. */
  readonly jsonKeys: number
  /** Parts of a multipart body. */
  readonly multipartParts: number
  /** Time for one operation, from the first byte of its body on. */
  readonly deadlineMs: number
  /** Calls of one key a minute, where its record says nothing else. */
  readonly ratePerMinute: number
  /** Wrong keys from one address a minute, before they are answered with 429. */
  readonly keyFailuresPerMinute: number
  /** How long an answer is kept for its Idempotency-Key. */
  readonly idempotencyTtlMs: number
}

/** Those of admission are worked out from the machine, when the module is loaded. */
export const defaultHttpLimits: HttpLimits = {
  ...defaultAdmissionLimits(),
  bodyBytes: 32 * 1024 * 1024,
  answerBytes: 64 * 1024 * 1024,
  jsonDepth: 64,
  jsonValues: 1_000_000,
  jsonItems: 50_000,
  jsonKeys: 10_000,
  multipartParts: 100,
  deadlineMs: 30_000,
  ratePerMinute: 600,
  keyFailuresPerMinute: 30,
  idempotencyTtlMs: 24 * 60 * 60 * 1000,
}

/** The service checks keys of its own. */
export interface KeysAuth {
  readonly mode: 'keys'
  readonly apiKeys: ApiKeyStore
  /** The service's own secret, under which keys are hashed. */
  readonly keySecret: string
}

/**
 * Whether an identity token is the gateway's.
 * @throws `provider_unavailable` where that cannot be told now
 */
export type VerifyGatewayToken = (token: string) => Promise<boolean>

/** Google's API Gateway has checked `x-api-key` already; the call carries the gateway's own identity token. */
export interface GatewayAuth {
  readonly mode: 'gateway'
  /** Tells callers apart without keeping their keys. */
  readonly keySecret: string
  readonly verifyToken: VerifyGatewayToken
  /** The space of every key that has none in `spaces`. Absent: the common one where `spaces` is empty, else none. */
  readonly space?: string
  /** Spaces by `gatewayKeyId`; `''` is the common one. */
  readonly spaces?: ReadonlyMap<string, string>
}

/** Nobody is asked: for a service that only its own machine can reach, and for tests. */
export interface OpenAuth {
  readonly mode: 'none'
}

/** There is no default: who may call is always said. */
export type Auth = KeysAuth | GatewayAuth | OpenAuth

/** What the documents about the service say of it. */
export interface ServiceInfo {
  readonly version: string
  /** Where callers reach it: `https://paperwork.example.org`. */
  readonly baseUrl: string
}

/** Whether one thing that the service stands on can be used. */
export interface ReadyCheck {
  readonly ready: boolean
  /** Why not; shown to anybody. */
  readonly reason?: UnreadyReason
  /** `false`: it is told, and the service can take calls without it. */
  readonly needed?: boolean
}

/** Everything that the service stands on, by a name without secrets: `{storage: {ready: true}}`. */
export type Readiness = () => Promise<Readonly<Record<string, ReadyCheck>>>

/** All that `createHttpApp` works with: it reads no environment. */
export interface HttpSettings {
  /** `calls` of `@chancery/core`: the operations and the service calls. */
  readonly operations: readonly Operation[]
  readonly ports: Ports
  readonly auth: Auth
  readonly idempotency: IdempotencyStore
  /** Counts the calls of keys, and wrong keys by address; while it fails, calls pass uncounted. */
  readonly rates: RateLimiter
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Logger
  readonly info: ServiceInfo
  /** What is absent is as in `defaultHttpLimits`. */
  readonly limits?: Partial<HttpLimits>
  /** Where calls are put on record. Absent: they are not. */
  readonly auditing?: Auditing | undefined
  /** Absent: ready as soon as it runs. */
  readonly readiness?: Readiness
  /** Origins whose pages may call, such as `https://console.example.org`. Absent: none. */
  readonly corsOrigins?: readonly string[]
  /** The caller's network address, from what the server hands to `fetch` beside the request. Absent: not known. */
  readonly addressOf?: (request: Request, bindings: unknown) => string | undefined
  /** Takes calls on that prefer to be answered before they are done. Absent: none. */
  readonly background?: BackgroundSettings
  /** Hears what providers tell of e-mails, at `/email-events/<transport>`. Absent: there is no such address. */
  readonly emailEvents?: ReceiveEmailEvents | undefined
  /** Takes recipients off, at `/unsubscribe/<token>`. Absent: there is no such address. */
  readonly unsubscribe?: Unsubscribe | undefined
  /** Holds every answer against the operation's output contract, and fails where it differs: for tests. */
  readonly checkOutputs?: boolean
}

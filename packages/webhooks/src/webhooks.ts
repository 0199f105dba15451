import { createHash } from 'node:crypto'
import type { Clock, EventDelivery, Told } from '@chancery/core'
import { webhookSignature } from '@chancery/formats/standard-webhooks'
import { createProviderApi, type ProviderAnswer, type ProviderApi, ProviderCallFault } from '@chancery/outbound'

/** One of the firm's own systems. */
export interface WebhookEndpoint {
  /** An https address; http for one on this machine. */
  readonly url: string
  /** As `readWebhookSecret` reads them. Each signs: while one is exchanged, both the old and the new one verify. */
  readonly secrets: readonly Uint8Array[]
}

export interface WebhookSettings {
  readonly endpoints: readonly WebhookEndpoint[]
  readonly clock: Clock
  /** They may be in a private network. Absent: they may not. */
  readonly allowPrivateAddresses?: boolean
  /** Of one try, in ms. Absent: 15,000. */
  readonly timeoutMs?: number
}

export interface Webhooks {
  /** Ids of the endpoints, in their order. */
  readonly endpoints: readonly string[]
  /** The host of an endpoint, for people; its path may hold a secret. */
  hostOf(endpoint: string): string | undefined
  /** Sends one event. Never throws: what went wrong is the outcome. */
  tell(delivery: Pick<EventDelivery, 'id' | 'endpoint' | 'body'>, signal: AbortSignal): Promise<Told>
}

/** An endpoint is known by its address, in a form that shows nothing of it. */
export const webhookId = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 16)

interface Opened {
  readonly url: URL
  readonly secrets: readonly Uint8Array[]
  readonly api: ProviderApi
}

/**
 * Endpoints that are told by Standard Webhooks: one POST each try, signed, over the outbound guard; no redirect is followed.
 * @throws `invalid_request` for an address that is not safe
 */
export function createWebhooks(settings: WebhookSettings): Webhooks {
  const { clock, allowPrivateAddresses = false, timeoutMs = 15_000 } = settings
  const opened = new Map(
    settings.endpoints.map(({ url, secrets }): [string, Opened] => {
      const api = createProviderApi({ baseUrl: new URL(url).origin, timeoutMs, allowPrivateAddresses })
      return [webhookId(url), { url: new URL(url), secrets, api }]
    }),
  )
  return {
    endpoints: [...opened.keys()],
    hostOf: (endpoint) => opened.get(endpoint)?.url.host,
    async tell({ id, endpoint, body }, signal) {
      const to = opened.get(endpoint)
      if (to === undefined) return { state: 'gone', code: 'not_configured' }
      const timestamp = Math.floor(clock.now() / 1000)
      const message = { id, timestamp, body }
      try {
        const answer = await to.api(
          {
            method: 'POST',
            path: `${to.url.pathname}${to.url.search}`,
            headers: {
              'content-type': 'application/json',
              'webhook-id': id,
              'webhook-timestamp': String(timestamp),
              'webhook-signature': to.secrets.map((secret) => webhookSignature(secret, message)).join(' '),
            },
            body: new TextEncoder().encode(body),
          },
          signal,
        )
        return toldBy(answer, clock.now())
      } catch (error) {
        return { state: 'failed', code: error instanceof ProviderCallFault ? error.reason : 'internal' }
      }
    },
  }
}

/** Any 2xx says that it has arrived, and 410 that the endpoint wants nothing any more; a redirect is a wrong address. */
function toldBy({ status, headers }: ProviderAnswer, now: number): Told {
  if (status >= 200 && status < 300) return { state: 'delivered' }
  if (status === 410) return { state: 'gone', code: '410' }
  const retryAfterMs = waitOf(headers['retry-after'], now)
  return { state: 'failed', code: String(status), ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}

/** `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. */
function waitOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

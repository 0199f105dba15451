import { ChanceryError, invalidRequest, type EmailTransport, type Receipt } from '@chancery/core'
import { assertSendable, assertSize, recipientsOf } from '../sendable.ts'
import { mailSendBody } from './mail-send-body.ts'
import { assertWithinLimits } from './mail-send-limits.ts'
import { sendGridClient, type SendGridClient } from './sendgrid-client.ts'
import { readFailure, sendGridFailure } from './sendgrid-failure.ts'

/** A key or base URL of the wrong form is `invalid_request`, thrown when the transport is made. */
export interface SendGridSettings {
  readonly apiKey: string
  readonly id?: string
  /** Default `https://api.sendgrid.com`; the EU's is `https://api.eu.sendgrid.com`. */
  readonly baseUrl?: string
  /** Of one call; default 15,000. */
  readonly timeoutMs?: number
  /** SendGrid checks the e-mail and delivers nothing. */
  readonly sandbox?: boolean
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

/** Plain HTTP would show the key to the network; it is for stand-ins on this machine. */
function checkedBaseUrl(baseUrl: string): string {
  const url = URL.parse(baseUrl)
  const local = url !== null && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && local))) {
    throw invalidRequest('/baseUrl', 'invalid_url', 'The base URL of SendGrid must be an https address.')
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}

/** Sends through SendGrid's v3 API. SendGrid has no idempotency keys: what is doubtful is reported, never repeated. */
export function createSendGridTransport(settings: SendGridSettings): EmailTransport {
  const { apiKey, id = 'sendgrid', timeoutMs = 15_000, sandbox = false, now = Date.now } = settings
  const baseUrl = checkedBaseUrl(settings.baseUrl ?? 'https://api.sendgrid.com')
  if (!/^[!-~]+$/.test(apiKey)) throw invalidRequest('/apiKey', 'invalid_key', 'The SendGrid API key is not a key.')
  const capabilities = {
    deduplicates: false,
    schedule: true,
    tags: true,
    metadata: true,
    maxBytes: 30 * 1024 * 1024,
  }

  const call = async (signal: AbortSignal, request: Parameters<SendGridClient['request']>[0]) => {
    const client = await sendGridClient({ apiKey, baseUrl, timeoutMs, signal })
    try {
      const [response] = await client.request(request)
      return response
    } catch (error) {
      throw sendGridFailure(readFailure(error, signal), id, now())
    }
  }

  return {
    id,
    capabilities,
    async send(email, { signal }): Promise<Receipt> {
      assertSendable(email, signal)
      assertWithinLimits(email, now())
      const body = mailSendBody(email, { sandbox, now: now() })
      assertSize(Buffer.byteLength(JSON.stringify(body)), { id, capabilities })
      const { headers } = await call(signal, { method: 'POST', url: '/v3/mail/send', body })
      const messageId = headers['x-message-id']
      const scheduled = body.personalizations[0].send_at !== undefined
      return {
        status: sandbox ? 'captured' : scheduled ? 'scheduled' : 'sent',
        providerMessageId: typeof messageId === 'string' ? messageId : '',
        accepted: recipientsOf(email),
        rejected: [],
      }
    },
    async check({ signal }) {
      try {
        await call(signal, { method: 'GET', url: '/v3/scopes' })
      } catch (error) {
        if (signal.aborted) throw new ChanceryError('cancelled', 'The check was cancelled.')
        const details = ChanceryError.is(error) ? error.details : {}
        throw new ChanceryError('provider_unavailable', 'SendGrid cannot be used with this key now.', {
          details: { provider: id, ...('status' in details ? { status: details['status'] } : {}) },
        })
      }
    },
  }
}

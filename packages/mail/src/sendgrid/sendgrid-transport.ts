import { ChanceryError, type EmailTransport, type OutgoingEmail, type Receipt } from '@chancery/core'
import { readProviderAddress } from '@chancery/outbound'
import { checkedKey } from '../api/checked-key.ts'
import { unusable } from '../api/provider-failure.ts'
import { assertProviderLimits } from '../api/provider-limits.ts'
import { assertSendable, assertSize, recipientsOf } from '../sendable.ts'
import { mailSendBody, type MailSendBody } from './mail-send-body.ts'
import { mailSendLimits } from './mail-send-limits.ts'
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

/** What the API answers an e-mail that it has taken. */
const accepted = 202

interface SendGridAnswer {
  readonly status: number
  /** As the API names each e-mail that it takes. */
  readonly messageId: string | undefined
  readonly isEmpty: boolean
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || body === '' || (typeof body === 'object' && Object.keys(body).length === 0)

/** Sends through SendGrid's v3 API. SendGrid has no idempotency keys: what is doubtful is reported, never repeated. */
export function createSendGridTransport(settings: SendGridSettings): EmailTransport {
  const { id = 'sendgrid', timeoutMs = 15_000, sandbox = false, now = Date.now } = settings
  const apiKey = checkedKey(settings.apiKey, 'apiKey')
  const baseUrl = readProviderAddress(settings.baseUrl ?? 'https://api.sendgrid.com').href.replace(/\/?$/, '/')
  const capabilities = {
    deduplicates: false,
    schedule: true,
    tags: true,
    metadata: true,
    maxBytes: 30 * 1024 * 1024,
  }

  const call = async (
    signal: AbortSignal,
    request: Parameters<SendGridClient['request']>[0],
  ): Promise<SendGridAnswer> => {
    // The client's own limit is one of silence: an answer that drips would outlast it.
    const limit = AbortSignal.timeout(timeoutMs)
    const either = AbortSignal.any([signal, limit])
    const client = await sendGridClient({ apiKey, baseUrl, timeoutMs, signal: either }).catch((cause: unknown) => {
      if (ChanceryError.is(cause)) throw cause
      // Nothing has left: the caller may try again.
      throw new ChanceryError('internal', 'The client of SendGrid cannot be loaded.', { cause })
    })
    try {
      const [{ statusCode, headers }, body] = await client.request(request)
      return { status: statusCode, messageId: textOf(headers['x-message-id']), isEmpty: isEmpty(body) }
    } catch (error) {
      const failure = readFailure(error, signal, limit)
      const { status, headers } = failure
      // It was taken, and only what follows the headers was lost.
      if (status === accepted && headers?.['x-message-id'] !== undefined) {
        return { status, messageId: headers['x-message-id'], isEmpty: true }
      }
      throw sendGridFailure(failure, id, now())
    }
  }

  /** What took the e-mail must be SendGrid: a proxy's page with status 200 says nothing of it. */
  const checkTaken = ({ status, messageId, isEmpty }: SendGridAnswer): void => {
    if (status === accepted && (messageId !== undefined || isEmpty)) return
    if (sandbox && status === 200 && isEmpty) return
    throw sendGridFailure({ status }, id, now())
  }

  const checkedBody = (email: OutgoingEmail, signal: AbortSignal): MailSendBody => {
    assertSendable(email, signal)
    assertProviderLimits(email, mailSendLimits, now())
    const body = mailSendBody(email, { sandbox, now: now() })
    assertSize(email, Buffer.byteLength(JSON.stringify(body)), { id, capabilities })
    return body
  }

  return {
    id,
    capabilities,
    async send(email, { signal }): Promise<Receipt> {
      const body = checkedBody(email, signal)
      const answer = await call(signal, { method: 'POST', url: '/v3/mail/send', body })
      checkTaken(answer)
      const scheduled = body.personalizations[0].send_at !== undefined
      return {
        status: sandbox ? 'captured' : scheduled ? 'scheduled' : 'sent',
        providerMessageId: answer.messageId ?? '',
        accepted: recipientsOf(email),
        rejected: [],
      }
    },
    async render(email) {
      const body = checkedBody(email, new AbortController().signal)
      return { contentType: 'application/json', bytes: Buffer.from(JSON.stringify(body)) }
    },
    async check({ signal }) {
      try {
        await call(signal, { method: 'GET', url: '/v3/scopes' })
      } catch (error) {
        throw unusable(error, { id, name: 'SendGrid' }, signal)
      }
    },
  }
}

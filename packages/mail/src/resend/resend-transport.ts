import type { EmailTransport, OutgoingEmail, Receipt } from '@chancery/core'
import { createProviderApi, type ProviderAnswer } from '@chancery/outbound'
import { createApiTransport, objectOf, textOf } from '../api/api-transport.ts'
import { checkedKey } from '../api/checked-key.ts'
import type { ProviderFailure } from '../api/provider-failure.ts'
import { idField, type ProviderLimits } from '../api/provider-limits.ts'
import { messageToken, plainToken } from '../message-token.ts'
import { base64Text } from '../mime/body-encoding.ts'
import { mailboxText } from '../mime/mailbox-header.ts'
import { distinctRecipients, recipientsOf } from '../sendable.ts'

/** A key or address of the wrong form is `invalid_request`, thrown when the transport is made. */
export interface ResendSettings {
  /** One that may send is enough. */
  readonly apiKey: string
  readonly id?: string
  /** Default `https://api.resend.com`. */
  readonly baseUrl?: string
  /** Of one call, in ms; default 15,000. */
  readonly timeoutMs?: number
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

/** Resend's documentation, "Send Email". What it calls tags are names and values: our metadata. */
const limits: ProviderLimits = {
  name: 'Resend',
  recipients: 50,
  needsTo: true,
  needsSubject: true,
  metadata: { name: /^[\w-]{1,256}$/, value: /^[\w-]{1,256}$/, takes: 'ASCII letters, digits, - and _' },
  scheduleHours: 30 * 24,
}

/** Resend knows a key for 24 hours; less what a call may take. */
const keyMs = 23 * 60 * 60 * 1000

/** Sends through Resend's API, with its idempotency keys: the same e-mail is sent once, however often it is handed over. */
export function createResendTransport(settings: ResendSettings): EmailTransport {
  const { id = 'resend', baseUrl, timeoutMs = 15_000, now = Date.now } = settings
  const authorization = `Bearer ${checkedKey(settings.apiKey, 'apiKey')}`
  const api = createProviderApi({
    baseUrl: baseUrl ?? 'https://api.resend.com',
    timeoutMs,
    allowPrivateAddresses: baseUrl !== undefined,
  })
  return createApiTransport(
    {
      id,
      capabilities: {
        deduplicates: true,
        deduplicatesForMs: keyMs,
        schedule: true,
        tags: false,
        metadata: true,
        maxBytes: 40 * 1024 * 1024,
      },
      limits,
      bodyOf: (email) => Buffer.from(JSON.stringify(resendBody(email))),
      callOf: (email, body) => ({
        method: 'POST',
        path: '/emails',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': messageToken(email.id) },
        body,
      }),
      receiptOf,
      faultOf,
      checkCall: () => ({ method: 'GET', path: '/domains', headers: { authorization } }),
      // A key that may only send says so.
      isReady: (answer) =>
        answer.status === 200 || (answer.status === 401 && objectOf(answer)['name'] === 'restricted_api_key'),
    },
    api,
    now,
  )
}

/** The body of `POST /emails`; the same for the same e-mail, as its idempotency asks for. */
function resendBody(email: OutgoingEmail): Readonly<Record<string, unknown>> {
  const { text, html, sendAt, attachments } = email
  const { to, cc, bcc } = distinctRecipients(email)
  const tags = Object.entries({ ...email.metadata, [idField]: plainToken(email.id) })
  return {
    from: mailboxText(email.from),
    to: to.map(mailboxText),
    ...(cc.length > 0 ? { cc: cc.map(mailboxText) } : {}),
    ...(bcc.length > 0 ? { bcc: bcc.map(mailboxText) } : {}),
    ...(email.replyTo.length > 0 ? { reply_to: email.replyTo.map(mailboxText) } : {}),
    subject: email.subject,
    // Empty: Resend would make one of the html.
    text: text ?? '',
    ...(html === undefined || html === '' ? {} : { html }),
    ...(Object.keys(email.headers).length > 0 ? { headers: email.headers } : {}),
    ...(attachments.length > 0 ? { attachments: attachments.map(attachmentOf) } : {}),
    tags: tags.map(([name, value]) => ({ name, value })),
    ...(sendAt === undefined ? {} : { scheduled_at: new Date(sendAt).toISOString() }),
  }
}

const attachmentOf = ({ filename, contentType, bytes, contentId }: OutgoingEmail['attachments'][number]) => ({
  filename,
  content: base64Text(bytes),
  content_type: contentType,
  ...(contentId === undefined ? {} : { content_id: contentId }),
})

function receiptOf(answer: ProviderAnswer, email: OutgoingEmail): Receipt | undefined {
  const providerMessageId = textOf(objectOf(answer)['id'])
  if (answer.status !== 200 || providerMessageId === undefined) return undefined
  return {
    status: email.sendAt === undefined ? 'sent' : 'scheduled',
    providerMessageId,
    accepted: recipientsOf(email),
    rejected: [],
  }
}

/** Resend's documentation, "Errors". The first two: an e-mail with this key is being taken, or was. */
const verdicts: Readonly<Record<string, ProviderFailure['verdict'] & string>> = {
  concurrent_idempotent_requests: 'doubt',
  invalid_idempotent_request: 'doubt',
  rate_limit_exceeded: 'later',
  daily_quota_exceeded: 'later',
  monthly_quota_exceeded: 'later',
}
const places: Readonly<Record<string, string>> = {
  invalid_from_address: '/from/address',
  invalid_attachment: '/attachments',
}

function faultOf(answer: ProviderAnswer): ProviderFailure {
  const fault = textOf(objectOf(answer)['name'])
  if (fault === undefined || !/^[a-z_]{1,60}$/.test(fault) || answer.status < 400 || answer.status >= 500) return {}
  const verdict = Object.hasOwn(verdicts, fault) ? verdicts[fault] : undefined
  const place = Object.hasOwn(places, fault) ? places[fault] : undefined
  return {
    fault,
    ...(verdict === undefined ? {} : { verdict }),
    ...(place === undefined ? {} : { pointers: [place] }),
  }
}

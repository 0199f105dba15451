import { type EmailTransport, type OutgoingEmail, present, type Receipt } from '@chancery/core'
import { createProviderApi, type ProviderAnswer } from '@chancery/outbound'
import { type ApiDialect, askProvider, createApiTransport, objectOf, textOf } from '../api/api-transport.ts'
import { checkedKey } from '../api/checked-key.ts'
import { providerFailure, type ProviderFailure } from '../api/provider-failure.ts'
import { idField, type ProviderLimits } from '../api/provider-limits.ts'
import { plainToken } from '../message-token.ts'
import { base64Text } from '../mime/body-encoding.ts'
import { asciiDomain, mailboxText } from '../mime/mailbox-header.ts'
import { distinctRecipients, recipientsOf } from '../sendable.ts'

/** A token or address of the wrong form is `invalid_request`, thrown when the transport is made. */
export interface PostmarkSettings {
  /** Of a server, not of the account. */
  readonly token: string
  /** Message stream; default: the server's own for transactional e-mails. */
  readonly stream?: string
  readonly id?: string
  /** Default `https://api.postmarkapp.com`. */
  readonly baseUrl?: string
  /** Of one call, in ms; default 15,000. */
  readonly timeoutMs?: number
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

/** Postmark's documentation, "Email API". One of its ten values of metadata is the e-mail's id. */
const limits: ProviderLimits = {
  name: 'Postmark',
  recipients: 50,
  needsTo: true,
  needsSubject: false,
  tags: { count: 1, length: 1000 },
  metadata: { count: 9, name: /^.{1,20}$/s, value: /^.{0,80}$/s, takes: 'names of 20 and values of 80 characters' },
}

/** Sends through Postmark's API. Postmark has no idempotency keys: what is doubtful is looked up, or reported, never repeated. */
export function createPostmarkTransport(settings: PostmarkSettings): EmailTransport {
  const { id = 'postmark', stream, baseUrl, timeoutMs = 15_000, now = Date.now } = settings
  const token = checkedKey(settings.token, 'token')
  const api = createProviderApi({
    baseUrl: baseUrl ?? 'https://api.postmarkapp.com',
    timeoutMs,
    allowPrivateAddresses: baseUrl !== undefined,
  })
  const headers = { 'x-postmark-server-token': token }
  const dialect: ApiDialect = {
    id,
    capabilities: { deduplicates: false, schedule: false, tags: true, metadata: true, maxBytes: 10 * 1024 * 1024 },
    limits,
    bodyOf: (email) => Buffer.from(JSON.stringify(postmarkBody(email, stream))),
    callOf: (_, body) => ({
      method: 'POST',
      path: '/email',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    }),
    receiptOf,
    faultOf,
    checkCall: () => ({ method: 'GET', path: '/server', headers }),
    isReady: ({ status }) => status === 200,
  }
  return {
    ...createApiTransport(dialect, api, now),
    /** By the metadata that went with it. What is not found yet may be on its way: nothing is told of it. */
    async lookUp(email, { signal }) {
      const query = new URLSearchParams({ count: '1', offset: '0', [`metadata_${idField}`]: plainToken(email.id) })
      const name = { id, name: limits.name }
      const path = `/messages/outbound?${query}`
      const answer = await askProvider(api, { method: 'GET', path, headers }, signal, name, now)
      if (answer.status !== 200) throw providerFailure(answer, name, now())
      const { Messages: messages } = objectOf(answer)
      const [first] = Array.isArray(messages) ? (messages as readonly { readonly MessageID?: unknown }[]) : []
      const providerMessageId = textOf(first?.MessageID)
      if (providerMessageId === undefined) return undefined
      return {
        state: 'taken',
        receipt: { status: 'sent', providerMessageId, accepted: recipientsOf(email), rejected: [] },
      }
    },
  }
}

/** The body of `POST /email`. */
function postmarkBody(email: OutgoingEmail, stream: string | undefined): Readonly<Record<string, unknown>> {
  const { text, html, tags, attachments } = email
  const { to, cc, bcc } = distinctRecipients(email)
  const list = (mailboxes: OutgoingEmail['to']): string => mailboxes.map(mailboxText).join(', ')
  return {
    From: mailboxText(email.from),
    To: list(to),
    ...(cc.length > 0 ? { Cc: list(cc) } : {}),
    ...(bcc.length > 0 ? { Bcc: list(bcc) } : {}),
    ...(email.replyTo.length > 0 ? { ReplyTo: list(email.replyTo) } : {}),
    Subject: email.subject,
    ...(text === undefined || text === '' ? {} : { TextBody: text }),
    ...(html === undefined || html === '' ? {} : { HtmlBody: html }),
    ...(tags[0] === undefined ? {} : { Tag: tags[0] }),
    Headers: Object.entries(email.headers).map(([Name, Value]) => ({ Name, Value })),
    Attachments: attachments.map(({ filename, contentType, bytes, contentId }) => ({
      Name: filename,
      Content: base64Text(bytes),
      ContentType: contentType,
      ...(contentId === undefined ? {} : { ContentID: `cid:${contentId}` }),
    })),
    Metadata: { ...email.metadata, [idField]: plainToken(email.id) },
    ...(stream === undefined ? {} : { MessageStream: stream }),
  }
}

/** Addresses that Postmark names in a sentence, of those that the e-mail goes to. */
function namedIn(message: unknown, email: OutgoingEmail): readonly string[] {
  const words = new Set(
    (textOf(message) ?? '')
      .toLowerCase()
      .split(/[\s,:;<>"]+/)
      .map((word) => word.replace(/\.$/, '')),
  )
  return recipientsOf(email).filter((address) =>
    [address, asciiDomain(address)].some((form) => words.has(form.toLowerCase())),
  )
}

function receiptOf(answer: ProviderAnswer, email: OutgoingEmail): Receipt | undefined {
  const { ErrorCode, MessageID, Message } = objectOf(answer)
  const providerMessageId = textOf(MessageID)
  if (answer.status !== 200 || ErrorCode !== 0 || providerMessageId === undefined) return undefined
  // "Message OK, but will not deliver to these inactive addresses: …"
  const inactive = new Set(/inactive/i.test(textOf(Message) ?? '') ? namedIn(Message, email) : [])
  return {
    status: 'sent',
    providerMessageId,
    accepted: recipientsOf(email).filter((address) => !inactive.has(address)),
    rejected: [...inactive].map((address) => ({
      address,
      code: 'recipient_inactive',
      message: 'Postmark delivers nothing to this address any more: it bounced or complained before.',
    })),
  }
}

/** What is the firm's to mend in its account. */
const meanings: Readonly<Record<number, string>> = {
  405: 'the account may send no more e-mails this month',
  412: 'the account is not approved yet, and sends to addresses of its own domain alone',
  413: 'the account may not send',
  1226: 'its server has no such message stream',
  1235: 'its server has no such message stream',
}

/** Fields that Postmark names in a sentence, such as "Invalid 'From' address". */
const namedFields = { From: '/from/address', To: '/to', Cc: '/cc', Bcc: '/bcc', ReplyTo: '/replyTo' } as const

const fieldsNamedIn = (message: unknown): readonly string[] =>
  Object.entries(namedFields).flatMap(([name, pointer]) =>
    (textOf(message) ?? '').includes(`Invalid '${name}'`) ? [pointer] : [],
  )

/** Postmark's documentation, "API error codes". */
function faultOf(answer: ProviderAnswer, email: OutgoingEmail): ProviderFailure {
  const { ErrorCode: code, Message: message } = objectOf(answer)
  if (typeof code !== 'number') return {}
  const fault = String(code)
  if (answer.status !== 422) return { fault }
  if (code === 100 || code === 429) return { fault, verdict: 'later' }
  if (code === 300) return { fault, pointers: fieldsNamedIn(message) }
  if (code === 400 || code === 401) return { fault, pointers: ['/from/address'] }
  if (code === 406) return { fault, pointers: pointersOf(namedIn(message, email), email) }
  if (code === 411) return { fault, pointers: ['/attachments'] }
  return { fault, ...present({ meaning: meanings[code] }) }
}

function pointersOf(addresses: readonly string[], email: OutgoingEmail): readonly string[] {
  const meant = new Set(addresses)
  const places = (['to', 'cc', 'bcc'] as const).flatMap((list) =>
    email[list].flatMap(({ address }, index) => (meant.has(address) ? [`/${list}/${index}/address`] : [])),
  )
  return places.length > 0 ? places : ['/to']
}

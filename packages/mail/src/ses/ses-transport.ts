import { invalidRequest, type EmailTransport, type OutgoingEmail, present, type Receipt } from '@chancery/core'
import { createProviderApi, type ProviderAnswer, type ProviderCall } from '@chancery/outbound'
import { createApiTransport, objectOf, textOf } from '../api/api-transport.ts'
import { checkedKey } from '../api/checked-key.ts'
import type { ProviderFailure } from '../api/provider-failure.ts'
import { idField, type ProviderLimits } from '../api/provider-limits.ts'
import { plainToken } from '../message-token.ts'
import { base64Text } from '../mime/body-encoding.ts'
import { asciiDomain } from '../mime/mailbox-header.ts'
import { mimeMessage } from '../mime/mime-message.ts'
import { distinctRecipients, recipientsOf } from '../sendable.ts'

/** A region, key or address of the wrong form is `invalid_request`, thrown when the transport is made. */
export interface SesSettings {
  /** `eu-central-1` */
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of temporary credentials. */
  readonly sessionToken?: string
  readonly configurationSet?: string
  readonly id?: string
  /** Default `https://email.<region>.amazonaws.com`. */
  readonly baseUrl?: string
  /** Of one call, in ms; default 15,000. */
  readonly timeoutMs?: number
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

/** Amazon's documentation, "Service quotas in Amazon SES" and "MessageTag". */
const limits: ProviderLimits = {
  name: 'Amazon SES',
  recipients: 50,
  needsTo: false,
  needsSubject: false,
  metadata: { name: /^[\w-]{1,256}$/, value: /^[\w-]{1,256}$/, takes: 'ASCII letters, digits, - and _' },
}

/** Sends through version 2 of the API of Amazon SES, which has no idempotency keys: what is doubtful is reported, never repeated. */
export function createSesTransport(settings: SesSettings): EmailTransport {
  const { id = 'ses', region, configurationSet, timeoutMs = 15_000, now = Date.now } = settings
  if (!/^[a-z0-9-]{1,32}$/.test(region)) throw invalidRequest('/region', 'invalid_region', 'It is not a region of AWS.')
  const keys = {
    accessKeyId: checkedKey(settings.accessKeyId, 'accessKeyId'),
    secretAccessKey: checkedKey(settings.secretAccessKey, 'secretAccessKey'),
    ...(settings.sessionToken === undefined ? {} : { sessionToken: checkedKey(settings.sessionToken, 'sessionToken') }),
  }
  const baseUrl = (settings.baseUrl ?? `https://email.${region}.amazonaws.com`).replace(/\/$/, '')
  const api = createProviderApi({ baseUrl, timeoutMs, allowPrivateAddresses: settings.baseUrl !== undefined })

  /** With Amazon's signature (version 4), which holds for some minutes. */
  const signed = async (call: ProviderCall): Promise<ProviderCall> => {
    const { AwsV4Signer } = await import('aws4fetch')
    const { headers } = await new AwsV4Signer({
      ...keys,
      method: call.method,
      url: `${baseUrl}${call.path}`,
      headers: call.headers,
      ...(call.body === undefined ? {} : { body: Buffer.from(call.body) }),
      service: 'ses',
      region,
      datetime: new Date(now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    }).sign()
    return { ...call, headers: Object.fromEntries(headers) }
  }

  return createApiTransport(
    {
      id,
      capabilities: { deduplicates: false, schedule: false, tags: false, metadata: true, maxBytes: 40 * 1024 * 1024 },
      limits,
      bodyOf: async (email) => Buffer.from(JSON.stringify(await sesBody(email, configurationSet))),
      callOf: (_, body) =>
        signed({
          method: 'POST',
          path: '/v2/email/outbound-emails',
          headers: { 'content-type': 'application/json' },
          body,
        }),
      receiptOf,
      faultOf,
      checkCall: () => signed({ method: 'GET', path: '/v2/email/account', headers: {} }),
      // The key is right, and may not look at the account: those who may only send.
      isReady: (answer) =>
        answer.status === 200 || (answer.status === 403 && faultName(answer) === 'AccessDeniedException'),
    },
    api,
    now,
  )
}

/** The body of `SendEmail`: our own message, and the recipients beside it. */
async function sesBody(
  email: OutgoingEmail,
  configurationSet: string | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const { to, cc, bcc } = distinctRecipients(email)
  const addresses = (mailboxes: OutgoingEmail['to']): readonly string[] =>
    mailboxes.map(({ address }) => asciiDomain(address))
  const tags = Object.entries({ ...email.metadata, [idField]: plainToken(email.id) })
  return {
    FromEmailAddress: asciiDomain(email.from.address),
    Destination: { ToAddresses: addresses(to), CcAddresses: addresses(cc), BccAddresses: addresses(bcc) },
    Content: { Raw: { Data: base64Text(await mimeMessage(email)) } },
    EmailTags: tags.map(([Name, Value]) => ({ Name, Value })),
    ...(configurationSet === undefined ? {} : { ConfigurationSetName: configurationSet }),
  }
}

function receiptOf(answer: ProviderAnswer, email: OutgoingEmail): Receipt | undefined {
  const providerMessageId = textOf(objectOf(answer)['MessageId'])
  if (answer.status !== 200 || providerMessageId === undefined) return undefined
  return { status: 'sent', providerMessageId, accepted: recipientsOf(email), rejected: [] }
}

/** `x-amzn-errortype: TooManyRequestsException:http://…`, or the same in the body. */
function faultName(answer: ProviderAnswer): string | undefined {
  const { __type: type, code } = objectOf(answer)
  const told = answer.headers['x-amzn-errortype'] ?? textOf(type) ?? textOf(code) ?? ''
  return /^(?:[\w.]+#)?([A-Za-z]{1,60})(?::|$)/.exec(told)?.[1]
}

const later = new Set(['LimitExceededException', 'Throttling', 'ThrottlingException', 'TooManyRequestsException'])

/** What is the firm's to mend in its account. A `MessageRejected` says in its sentence alone which of the two it is. */
const meanings: Readonly<Record<string, string>> = {
  AccountSuspendedException: 'the account may not send any more',
  MessageRejected:
    'the sender is not verified, or in the sandbox a recipient is not, or the content is taken for harmful',
  NotFoundException: 'it has no such configuration set',
  SendingPausedException: 'sending is paused for the account or its configuration set',
}

/** Amazon's documentation, "SendEmail" and "Common errors". */
function faultOf(answer: ProviderAnswer): ProviderFailure {
  const fault = faultName(answer)
  if (fault === undefined || answer.status < 400 || answer.status >= 500) return {}
  if (later.has(fault)) return { fault, verdict: 'later' }
  if (fault === 'MailFromDomainNotVerifiedException') return { fault, pointers: ['/from/address'] }
  return { fault, ...present({ meaning: Object.hasOwn(meanings, fault) ? meanings[fault] : undefined }) }
}

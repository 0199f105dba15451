import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { ChanceryError, type EmailEvent, type EmailEventReader, invalidRequest } from '@chancery/core'
import { createProviderApi } from '@chancery/outbound'
import { askProvider } from '../api/api-transport.ts'
import { idField } from '../api/provider-limits.ts'
import {
  eventOf,
  isSecret,
  listIn,
  notTheProvider,
  objectIn,
  parseTold,
  statusIn,
  textIn,
  type Told,
} from '../events/told.ts'

export interface SesEventSettings {
  /** The parameter `token` of the address that the topic of SNS has. */
  readonly token: string
  /** PEM of the certificate that SNS signs with. Absent: the signature is not checked, the token alone. */
  readonly certificate?: string
  /** Answers a subscription's confirmation. Absent: by the address that it names, where that is one of Amazon's SNS. */
  readonly confirm?: (address: URL, signal: AbortSignal) => Promise<void>
}

/**
 * Events of Amazon SES as Amazon SNS delivers them. SNS signs with a certificate that it names by an address; fetching that
 * for every caller would have anybody make us connect. So the address has a secret token, and the certificate, where it is
 * pinned, is checked besides. SNS repeats a message with its first time for weeks, so there is no bound of age: what is told
 * again has no effect by its id.
 * @throws `invalid_request` for what is no certificate
 */
export function createSesEvents(settings: SesEventSettings): EmailEventReader {
  const { token, confirm = confirmSubscription } = settings
  const key = settings.certificate === undefined ? undefined : readCertificate(settings.certificate)
  return {
    id: 'ses',
    async read({ query, body }, { signal }) {
      if (!isSecret(query['token'], token)) throw notTheProvider()
      const told = objectIn(parseTold(body))
      if (key !== undefined && !isSigned(told, key)) throw notTheProvider()
      if (told['Type'] === 'SubscriptionConfirmation') {
        const address = confirmationAddress(told)
        if (address === undefined) throw notTheProvider()
        await confirm(address, signal)
        return []
      }
      const id = textIn(told['MessageId'])
      if (told['Type'] !== 'Notification' || id === undefined || typeof told['Message'] !== 'string') return []
      return readEvents(objectIn(parseTold(told['Message'])), id)
    },
  }
}

function readCertificate(pem: string): KeyObject {
  try {
    return createPublicKey(pem)
  } catch {
    throw invalidRequest('/certificate', 'invalid_certificate', 'It is not a certificate in PEM.')
  }
}

/** Amazon's documentation, "Verifying the signatures of Amazon SNS messages": these fields, in this order. */
const signedFields: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
}

/** By versions of its signatures. */
const algorithms: ReadonlyMap<unknown, string> = new Map([
  ['1', 'sha1'],
  ['2', 'sha256'],
])

function isSigned(told: Told, key: KeyObject): boolean {
  const type = textIn(told['Type']) ?? ''
  const fields = Object.hasOwn(signedFields, type) ? signedFields[type] : undefined
  const algorithm = algorithms.get(told['SignatureVersion'])
  const { Signature: signature } = told
  if (fields === undefined || algorithm === undefined || typeof signature !== 'string') return false
  const text = fields
    .filter((field) => typeof told[field] === 'string')
    .map((field) => `${field}\n${String(told[field])}\n`)
    .join('')
  return verify(algorithm, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}

/** The address that confirms a subscription: of SNS, in the region of the topic, and no other. */
function confirmationAddress(told: Told): URL | undefined {
  const region = /^arn:aws[a-z-]*:sns:([a-z0-9-]{1,32}):/.exec(textIn(told['TopicArn']) ?? '')?.[1]
  const url = URL.parse(typeof told['SubscribeURL'] === 'string' ? told['SubscribeURL'] : '')
  if (region === undefined || url === null || url.protocol !== 'https:' || url.port !== '') return undefined
  const hosts = [`sns.${region}.amazonaws.com`, `sns.${region}.amazonaws.com.cn`]
  return hosts.includes(url.hostname) && url.pathname === '/' ? url : undefined
}

/** @throws `provider_unavailable` and the like where it was not confirmed: SNS asks again for some time */
export async function confirmSubscription(address: URL, signal: AbortSignal): Promise<void> {
  const api = createProviderApi({ baseUrl: address.origin, timeoutMs: 10_000 })
  const call = { method: 'GET', path: `/${address.search}`, headers: {} } as const
  const { status } = await askProvider(api, call, signal, { id: 'ses', name: 'Amazon SNS' }, Date.now)
  if (status >= 200 && status < 300) return
  throw new ChanceryError('provider_unavailable', 'Amazon SNS did not confirm the subscription.', {
    details: { provider: 'ses', status },
  })
}

const kinds: Readonly<Partial<Record<string, EmailEvent['kind']>>> = {
  Send: 'taken',
  Delivery: 'taken',
  DeliveryDelay: 'taken',
  Reject: 'dropped',
  'Rendering Failure': 'dropped',
  Bounce: 'bounced',
  Complaint: 'complained',
}

/** Amazon's documentation, "Contents of event data that Amazon SES publishes to Amazon SNS". */
function readEvents(told: Told, id: string): readonly EmailEvent[] {
  const name = textIn(told['eventType']) ?? textIn(told['notificationType']) ?? ''
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (kind === undefined) return []
  const mail = objectIn(told['mail'])
  const bounce = objectIn(told['bounce'])
  const about = [...listIn(bounce['bouncedRecipients']), ...listIn(objectIn(told['complaint'])['complainedRecipients'])]
    .map(objectIn)
    .filter(({ emailAddress }) => textIn(emailAddress) !== undefined)
  return (about.length === 0 ? [{} as Told] : about).map((recipient, index) =>
    eventOf({
      id: index === 0 ? id : `${id} ${index}`,
      kind,
      email: textIn(listIn(objectIn(mail['tags'])[idField])[0]),
      providerMessageId: textIn(mail['messageId']),
      address: textIn(recipient['emailAddress']),
      code: statusIn(recipient['status']) ?? statusIn(recipient['diagnosticCode']),
      isPermanent: kind === 'bounced' ? bounce['bounceType'] === 'Permanent' : undefined,
    }),
  )
}

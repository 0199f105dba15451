import { type EmailEvent, type EmailEventReader, invalidRequest } from '@chancery/core'
import { isSignedWebhook, readWebhookSecret, toleranceSeconds } from '@chancery/formats/standard-webhooks'
import { idField } from '../api/provider-limits.ts'
import { eventOf, listIn, notTheProvider, objectIn, parseTold, statusIn, textIn, type Told } from '../events/told.ts'

/**
 * Resend signs by Svix (its documentation, "Verify webhooks"): the scheme of Standard Webhooks, with headers of other names.
 * @throws `invalid_request` for what is no secret of such a webhook
 */
export function createResendEvents({ secret: text }: { readonly secret: string }): EmailEventReader {
  const secret = readWebhookSecret(text)
  if (secret === undefined) throw invalidRequest('/secret', 'invalid_secret', 'It is not a secret: whsec_….')
  return {
    id: 'resend',
    async read({ headers, body }, { now }) {
      const id = headers['svix-id'] ?? ''
      const timestamp = headers['svix-timestamp'] ?? ''
      const isRecent = /^\d{1,12}$/.test(timestamp) && Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds
      const message = { id, timestamp: Number(timestamp), body: Buffer.from(body).toString() }
      if (id === '' || !isRecent || !isSignedWebhook([secret], headers['svix-signature'] ?? '', message))
        throw notTheProvider()
      return readEvents(objectIn(parseTold(body)), id)
    },
  }
}

const kinds: Readonly<Partial<Record<string, EmailEvent['kind']>>> = {
  'email.sent': 'taken',
  'email.delivered': 'taken',
  'email.delivery_delayed': 'taken',
  'email.failed': 'dropped',
  // One of its recipients was left out.
  'email.suppressed': 'bounced',
  'email.bounced': 'bounced',
  'email.complained': 'complained',
}

/**
 * Its OpenAPI (`OutboundEmailEventData`) has `data.to` as a list, of "impacted" recipients, and no copies; it is the list that the
 * e-mail is addressed to. So no event surely names a recipient: who is meant is known where the e-mail went to one alone.
 */
function readEvents(told: Told, id: string): readonly EmailEvent[] {
  const name = textIn(told['type']) ?? ''
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (kind === undefined) return []
  const data = objectIn(told['data'])
  const bounce = objectIn(data['bounce'])
  return [
    eventOf({
      id,
      kind,
      email: tagIn(data['tags']),
      providerMessageId: textIn(data['email_id']),
      address: undefined,
      code: statusIn(listIn(bounce['diagnosticCode']).join(' ')) ?? statusIn(bounce['message']),
      isPermanent: kind === 'bounced' ? bounce['type'] === 'Permanent' : undefined,
    }),
  ]
}

/** Tags are a list of names and values, or an object. */
function tagIn(tags: unknown): string | undefined {
  const listed = listIn(tags).map(objectIn)
  return textIn(listed.find(({ name }) => name === idField)?.['value'] ?? objectIn(tags)[idField])
}

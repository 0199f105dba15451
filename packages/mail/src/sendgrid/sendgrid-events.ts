import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { type EmailEvent, type EmailEventReader, invalidRequest } from '@chancery/core'
import { toleranceSeconds } from '@chancery/formats/standard-webhooks'
import { idField } from '../api/provider-limits.ts'
import { eventOf, listIn, notTheProvider, objectIn, parseTold, statusIn, textIn, type Told } from '../events/told.ts'

/**
 * SendGrid's Signed Event Webhook (its documentation, "Getting Started with the Event Webhook Security Features"): ECDSA with
 * SHA-256 over the timestamp of the header and the body.
 * @param publicKey as SendGrid shows it: base64 of the DER form
 * @throws `invalid_request` for what is no such key
 */
export function createSendGridEvents({ publicKey }: { readonly publicKey: string }): EmailEventReader {
  const key = readKey(publicKey)
  return {
    id: 'sendgrid',
    async read({ headers, body }, { now }) {
      const timestamp = headers['x-twilio-email-event-webhook-timestamp'] ?? ''
      const signature = Buffer.from(headers['x-twilio-email-event-webhook-signature'] ?? '', 'base64')
      const isRecent = /^\d{1,12}$/.test(timestamp) && Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds
      const signed = Buffer.concat([Buffer.from(timestamp), body])
      if (!isRecent || !verify('sha256', signed, key, signature)) throw notTheProvider()
      return listIn(parseTold(body)).flatMap((each) => readEvent(objectIn(each)))
    },
  }
}

function readKey(publicKey: string): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'ec') return key
  } catch {
    // As with one of another kind.
  }
  throw invalidRequest('/publicKey', 'invalid_key', 'It is not the verification key that SendGrid shows.')
}

const kinds: Readonly<Partial<Record<string, EmailEvent['kind']>>> = {
  processed: 'taken',
  delivered: 'taken',
  deferred: 'taken',
  dropped: 'dropped',
  bounce: 'bounced',
  spamreport: 'complained',
  unsubscribe: 'unsubscribed',
  group_unsubscribe: 'unsubscribed',
}

/** Its documentation, "Event Webhook Reference". Custom arguments stand among the fields. */
function readEvent(told: Told): readonly EmailEvent[] {
  const name = textIn(told['event']) ?? ''
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (kind === undefined) return []
  return [
    eventOf({
      id: textIn(told['sg_event_id']),
      kind,
      email: textIn(told[idField]),
      // What stands before the first dot is the X-Message-Id of the answer.
      providerMessageId: textIn(told['sg_message_id'])?.split('.')[0],
      address: textIn(told['email']),
      code: statusIn(told['status']) ?? statusIn(told['reason']),
      // `blocked` may pass: a full mailbox, a block list.
      isPermanent: kind === 'bounced' ? told['type'] !== 'blocked' : undefined,
    }),
  ]
}

import type { EmailEvent, EmailEventReader } from '@chancery/core'
import { idField } from '../api/provider-limits.ts'
import { eventOf, isSecret, notTheProvider, objectIn, parseTold, statusIn, textIn, type Told } from '../events/told.ts'

/**
 * Postmark signs nothing; its documentation ("Webhooks overview") has basic authentication in the address. The secret is that
 * password, whatever the user, or the parameter `token` of the address. There is no time in it either: what is told again has no
 * effect by its id.
 */
export function createPostmarkEvents({ secret }: { readonly secret: string }): EmailEventReader {
  return {
    id: 'postmark',
    async read({ headers, query, body }) {
      if (!isSecret(passwordOf(headers['authorization']), secret) && !isSecret(query['token'], secret))
        throw notTheProvider()
      return readEvent(objectIn(parseTold(body)))
    },
  }
}

/** RFC 7617: `Basic` and user:password in base64. */
function passwordOf(header = ''): string | undefined {
  const [, base64] = /^basic ([A-Za-z0-9+/=]{1,4000})$/i.exec(header) ?? []
  if (base64 === undefined) return undefined
  const text = Buffer.from(base64, 'base64').toString()
  const colon = text.indexOf(':')
  return colon === -1 ? undefined : text.slice(colon + 1)
}

/** Types of bounces that last (its documentation, "Bounce API": bounce types). */
const permanent = new Set(['HardBounce', 'BadEmailAddress', 'AddressChange', 'ManuallyDeactivated'])

/** Its documentation, "Webhooks": `Delivery`, `Bounce`, `SpamComplaint`, `SubscriptionChange`. */
function readEvent(told: Told): readonly EmailEvent[] {
  const common = {
    email: textIn(objectIn(told['Metadata'])[idField]),
    providerMessageId: textIn(told['MessageID']),
    address: textIn(told['Recipient']) ?? textIn(told['Email']),
    code: undefined,
    isPermanent: undefined,
  }
  const number = typeof told['ID'] === 'number' ? String(told['ID']) : ''
  const idOf = (...parts: readonly (string | undefined)[]): string => parts.map((part) => part ?? '').join(' ')
  switch (told['RecordType']) {
    case 'Delivery':
      return [eventOf({ ...common, kind: 'taken', id: idOf('Delivery', common.providerMessageId, common.address) })]
    case 'Bounce': {
      const type = textIn(told['Type']) ?? ''
      if (type === 'Subscribe' || type === 'AutoResponder') return []
      const kind = type === 'SpamComplaint' ? 'complained' : type === 'Unsubscribe' ? 'unsubscribed' : 'bounced'
      const code = statusIn(told['Details']) ?? statusIn(told['Description'])
      const isPermanent = kind === 'bounced' ? permanent.has(type) : undefined
      return [eventOf({ ...common, kind, code, isPermanent, id: idOf('Bounce', number, common.providerMessageId) })]
    }
    case 'SpamComplaint':
      return [eventOf({ ...common, kind: 'complained', id: idOf('SpamComplaint', number, common.providerMessageId) })]
    case 'SubscriptionChange': {
      // Postmark delivers to the address again: nobody comes off our list by that.
      if (told['SuppressSending'] !== true) return []
      const reason = told['SuppressionReason']
      const kind = reason === 'SpamComplaint' ? 'complained' : reason === 'HardBounce' ? 'bounced' : 'unsubscribed'
      const id = idOf('SubscriptionChange', textIn(told['ChangedAt']), common.address)
      return [eventOf({ ...common, kind, isPermanent: kind === 'bounced' ? true : undefined, id })]
    }
    default:
      return []
  }
}

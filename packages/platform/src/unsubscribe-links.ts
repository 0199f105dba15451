import { createHmac, timingSafeEqual } from 'node:crypto'
import type { UnsubscribeLinks } from '@chancery/core'

/** Where the links lead to, behind the address of the service. */
const path = '/unsubscribe/'

/**
 * Links with the address of the recipient and an HMAC over it, so that nothing has to be kept for them.
 * @param settings.baseUrl the public address of the service; links need https
 * @param settings.secret of the service; another one ends all links
 */
export function createUnsubscribeLinks(settings: {
  readonly baseUrl?: string | undefined
  readonly secret: string
}): UnsubscribeLinks {
  const { baseUrl, secret } = settings
  const signed = (text: string): Buffer =>
    createHmac('sha256', secret).update(`unsubscribe ${text}`).digest().subarray(0, 16)
  return {
    linkFor(address) {
      if (baseUrl?.startsWith('https:') !== true) return undefined
      const text = Buffer.from(address.toLowerCase()).toString('base64url')
      return `${baseUrl.replace(/\/$/, '')}${path}${text}.${signed(text).toString('base64url')}`
    },
    recipientOf(token) {
      const [, text = '', signature = ''] = /^([\w-]{1,1000})\.([\w-]{22})$/.exec(token) ?? []
      const given = Buffer.from(signature, 'base64url')
      const right = signed(text)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      return Buffer.from(text, 'base64url').toString()
    },
  }
}

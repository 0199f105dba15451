import { createHmac } from 'node:crypto'
import { ChanceryError, type Principal } from '@chancery/core'
import type { GatewayAuth } from '../settings.ts'

/**
 * What a caller behind the gateway is known by; nothing else of it is kept.
 * @param who `key:` and the `x-api-key` that the gateway has checked, or `user:` and the id of a user
 */
export const gatewayCallerId = (who: string, keySecret: string): string =>
  `gateway-${createHmac('sha256', keySecret).update(`gateway:${who}`).digest('hex').slice(0, 16)}`

/** The id by which a gateway's key has its space; the same as the caller's where no user is named. */
export const gatewayKeyId = (key: string, keySecret: string): string => gatewayCallerId(`key:${key}`, keySecret)

/**
 * The space of a call, by the key alone: that is what the gateway has surely checked, while a header that names a user
 * comes from the caller where the gateway asks for none.
 * @throws `operation_not_allowed` where keys have spaces, and this one has none
 */
export function gatewaySpace(
  { space, spaces, keySecret }: Pick<GatewayAuth, 'space' | 'spaces' | 'keySecret'>,
  key: string,
): Pick<Principal, 'space'> {
  const keyId = gatewayKeyId(key, keySecret)
  const own = spaces?.get(keyId) ?? space
  if (own !== undefined) return { space: own }
  if (spaces === undefined || spaces.size === 0) return {}
  throw new ChanceryError('operation_not_allowed', 'No space is configured for this key.', { details: { keyId } })
}

import { timingSafeEqual } from 'node:crypto'
import { ChanceryError, type Clock, present, type Principal, type RateLimiter } from '@chancery/core'
import { apiKeyId, hashApiKey } from './api-key.ts'
import { gatewayCallerId, gatewaySpace } from './gateway-space.ts'
import { minuteMs } from './rate-limit.ts'
import type { Auth, GatewayAuth, HttpLimits, KeysAuth } from '../settings.ts'

/** Who calls, and at what rate they may. */
interface Caller {
  readonly principal: Principal
  readonly ratePerMinute?: number
}

/** Finds out who calls. @throws `api_key_missing`, `api_key_invalid`, `api_key_expired`, `rate_limited` */
export type Authenticate = (headers: Headers, address: string | undefined) => Promise<Caller>

export function createAuthenticate(
  auth: Auth,
  limits: Pick<HttpLimits, 'keyFailuresPerMinute'>,
  clock: Clock,
  rates: RateLimiter,
): Authenticate {
  switch (auth.mode) {
    case 'keys':
      return byKey(auth, limits.keyFailuresPerMinute, clock, rates)
    case 'gateway':
      return async (headers) => ({ principal: await byGateway(auth, headers) })
    case 'none':
      return async () => ({ principal: { id: 'anonymous', operations: '*' } })
  }
}

const invalid = (): ChanceryError => new ChanceryError('api_key_invalid', 'The API key is not valid.')

/** How long a key that was right just now is believed, in ms: calls come in bunches, and each look is a query and a hash. */
const believedMs = 20

/** What a hash is held against where there is no record, so that both ways cost the same. */
const nobody = '0'.repeat(64)

function byKey(
  { apiKeys, keySecret }: KeysAuth,
  failuresPerMinute: number,
  clock: Clock,
  rates: RateLimiter,
): Authenticate {
  const believed = new Map<string, Caller>()
  let believedUntil = 0

  function believe(key: string, caller: Caller): Caller {
    if (believed.size === 0) believedUntil = clock.now() + believedMs
    believed.set(key, caller)
    return caller
  }

  async function check(key: string): Promise<Caller> {
    const left = believedUntil - clock.now()
    // More than that is left where the clock was set back.
    if (left <= 0 || left > believedMs) believed.clear()
    const known = believed.get(key)
    if (known !== undefined) return known
    const id = apiKeyId(key)
    if (id === undefined) throw invalid()
    const record = await apiKeys.find(id)
    const same = timingSafeEqual(Buffer.from(hashApiKey(key, keySecret), 'hex'), digest(record?.hash))
    if (record === undefined || !same || record.revokedAt !== undefined) throw invalid()
    if (record.expiresAt !== undefined && Date.parse(record.expiresAt) <= clock.now()) {
      throw new ChanceryError('api_key_expired', 'The API key has expired.', {
        details: { keyId: record.id, expiredAt: record.expiresAt },
      })
    }
    const { caller, operations, ratePerMinute, senders, space } = record
    const principal = { id: record.id, operations, ...present({ caller, space, senders }) }
    return believe(key, ratePerMinute === undefined ? { principal } : { principal, ratePerMinute })
  }

  return async (headers, address) => {
    const key = headers.get('x-api-key')
    if (key === null || key === '') {
      throw new ChanceryError('api_key_missing', 'The request has no `x-api-key` header.')
    }
    try {
      return await check(key)
    } catch (error) {
      // Right keys always pass: one wrong script must not lock out everybody behind the same address.
      if (address !== undefined && ChanceryError.is(error) && error.code === 'api_key_invalid') {
        const taken = await rates.take(`address:${address}`, { limit: failuresPerMinute, windowMs: minuteMs })
        if (!taken.allowed) {
          throw new ChanceryError('rate_limited', 'Too many wrong keys came from this address.', {
            details: { limit: failuresPerMinute, window: '1 minute' },
            retryAfterMs: taken.retryAfterMs,
          })
        }
      }
      throw error
    }
  }
}

/** A record's hash as bytes; a record that is absent or damaged gives 32 bytes that no key has. */
function digest(hash: string | undefined): Buffer {
  const bytes = Buffer.from(hash ?? nobody, 'hex')
  return bytes.length === 32 ? bytes : Buffer.from(nobody, 'hex')
}

/**
 * The caller behind Google's API Gateway. The gateway's token comes in `authorization`; a second one, for the platform, is
 * refused: where both are there, Cloud Run checks that one, and leaves `authorization` to whoever wrote it.
 */
async function byGateway(auth: GatewayAuth, headers: Headers): Promise<Principal> {
  const authorization = headers.get('authorization')
  if (authorization === null) {
    throw new ChanceryError('api_key_missing', 'The call did not come through the gateway: it has no identity token.')
  }
  const token = /^bearer ([\w.-]+)$/i.exec(authorization)?.[1]
  if (token === undefined || headers.has('x-serverless-authorization') || !(await auth.verifyToken(token))) {
    throw new ChanceryError(
      'api_key_invalid',
      'The call did not come through the gateway: its identity token is not valid.',
    )
  }
  const key = headers.get('x-api-key') ?? ''
  const id = gatewayCallerId(key === '' ? userOf(headers) : `key:${key}`, auth.keySecret)
  return { id, operations: '*', ...gatewaySpace(auth, key) }
}

/**
 * The user, where a gateway asks for users instead of keys. Beside a key it does not count: the gateway that asks for keys
 * hands this header on as the caller wrote it, who would have a rate of his own for each name that he makes up.
 */
function userOf(headers: Headers): string {
  const user = claimsOf(headers.get('x-apigateway-api-userinfo') ?? undefined)
  return typeof user?.['sub'] === 'string' ? `user:${user['sub']}` : 'key:'
}

/** A base64url JSON object, as tokens and the gateway's header carry it. */
function claimsOf(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ApiKeyRecord } from '@chancery/core'
import { randomBase62, toBase62 } from './base62.ts'

const format = /^(chk_[a-z0-9]{1,16}_([0-9A-Za-z]{8})[0-9A-Za-z]{32})_([0-9A-Za-z]{6})$/

/** CRC-32 in base 62: tells a mistyped key from a real one without a look-up, and lets secret scanners be sure. */
const checksumOf = (text: string): string => toBase62(crc32(text), 6)

/** HMAC-SHA-256 of a whole key under the service's secret, lower-case hex: what is kept instead of the key. */
export const hashApiKey = (key: string, secret: string): string =>
  createHmac('sha256', secret).update(key).digest('hex')

/** The public id of a key whose form and checksum are right, otherwise `undefined`. */
export function apiKeyId(key: string): string | undefined {
  const [, body, id, checksum] = format.exec(key) ?? []
  return body !== undefined && checksumOf(body) === checksum ? id : undefined
}

/** What an operator decides of a key; what is absent is as in `ApiKeyRecord`. `issueApiKey` makes the rest. */
export interface NewApiKey {
  readonly name: string
  /** `dev`, `live`, …: 1 to 16 of `[a-z0-9]`. */
  readonly environment: string
  readonly operations: '*' | readonly string[]
  readonly space?: string
  readonly senders?: readonly string[]
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly expiresAt?: string
  readonly ratePerMinute?: number
  readonly caller?: string
  readonly rotatedFrom?: string
}

/**
 * Makes a key `chk_<environment>_<40 of base 62>_<checksum>`; its first 8 random characters are its public id, the other
 * 32 (190 bits) are the secret. The key is to be shown once, the record kept.
 * @throws RangeError where the environment does not fit the form
 */
export function issueApiKey(
  wanted: NewApiKey,
  secret: string,
): { readonly key: string; readonly record: ApiKeyRecord } {
  if (!/^[a-z0-9]{1,16}$/.test(wanted.environment)) {
    throw new RangeError('The environment of a key is 1 to 16 characters of a-z and 0-9.')
  }
  const random = randomBase62(40)
  const body = `chk_${wanted.environment}_${random}`
  const key = `${body}_${checksumOf(body)}`
  return { key, record: { ...wanted, id: random.slice(0, 8), hash: hashApiKey(key, secret) } }
}

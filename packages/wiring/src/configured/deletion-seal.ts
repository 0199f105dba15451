import { createHmac, hkdfSync } from 'node:crypto'
import type { Seal } from '@chancery/core'

/** The seal of what is remembered of deleted clients, under a key of its own that comes of the service's secret (RFC 5869). */
export function deletionSeal(keySecret: string): Seal {
  const key = new Uint8Array(hkdfSync('sha256', keySecret, '', 'chancery deleted clients', 32))
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}

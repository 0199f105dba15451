import type { NewCall } from '@chancery/core'

const lifetimeMs = 24 * 3_600_000

/** A call in the background, as the register takes it on. */
export const callForTest = (id: string): NewCall => ({
  id,
  owner: 'ada',
  principal: { id: 'key-1', caller: 'ada', operations: '*' },
  operation: 'send-email',
  requestId: 'r',
  fingerprint: 'f',
  createdAt: Date.now(),
  expiresAt: Date.now() + lifetimeMs,
})

import { expect, it } from 'vitest'
import { deliveredIn, emails } from './delivered-in.test-support.ts'
import { simulateDeliveries } from './deliveries.ts'

deliveredIn([1, 2])

it('are some twice where there is no ledger, in the same worlds', async () => {
  const { double } = await simulateDeliveries('naive', emails, 1)
  expect(double).toBeGreaterThan(emails / 50)
})

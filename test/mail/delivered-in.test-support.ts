import { expect, it } from 'vitest'
import { simulateDeliveries } from './deliveries.ts'

/** `npm run prove -- deliveries` does the same with 100,000. */
export const emails = 400

/** What becomes of e-mails in these worlds. */
export function deliveredIn(worlds: readonly number[]): void {
  it.each(worlds)(
    'are none twice, none lost and none said to be sent that was not, whatever breaks: world %i',
    async (seed) => {
      const { delivered, unknown, ...faults } = await simulateDeliveries('chancery', emails, seed)
      expect(faults).toEqual({
        emails: faults.emails,
        double: 0,
        falseSent: 0,
        falseFailed: 0,
        lost: 0,
        mistaken: 0,
        told: 0,
      })
      // The world is as bad as it should be, and yet most is delivered.
      expect(unknown).toBeGreaterThan(emails / 50)
      expect(delivered).toBeGreaterThan(emails / 2)
    },
    60_000,
  )
}

import type { Clock } from '@chancery/core'
import { describe, expect, it } from 'vitest'

/** What every clock does. */
export function clockContract(name: string, make: () => Clock): void {
  describe(`${name} as a Clock`, () => {
    it('tells whole milliseconds since the epoch, and never goes back', () => {
      const clock = make()
      const first = clock.now()
      expect(Number.isInteger(first)).toBe(true)
      expect(new Date(first).getUTCFullYear()).toBeGreaterThan(2000)
      expect(clock.now()).toBeGreaterThanOrEqual(first)
    })
  })
}

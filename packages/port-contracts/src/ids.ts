import type { Clock, Ids } from '@chancery/core'
import { describe, expect, it } from 'vitest'

/** What every maker of ids does. @param make takes the clock that the ids are to sort by */
export function idsContract(name: string, make: (clock: Clock) => Ids): void {
  describe(`${name} as Ids`, () => {
    it('makes ids of a-z and 0-9, none twice', () => {
      const ids = make({ now: () => 1_800_000_000_000 })
      const made = Array.from({ length: 10_000 }, () => ids.next())
      expect(new Set(made).size).toBe(made.length)
      expect(made.every((id) => /^[a-z0-9]{20,64}$/.test(id))).toBe(true)
    })

    it('makes ids that sort by time', () => {
      let now = 1_800_000_000_000
      const ids = make({ now: () => (now += 7) })
      const made = Array.from({ length: 100 }, () => ids.next())
      expect([...made].sort()).toEqual(made)
    })

    it('makes ids that cannot be guessed from one another', () => {
      const ids = make({ now: () => 1_800_000_000_000 })
      const made = Array.from({ length: 200 }, () => ids.next())
      const places = Array.from(
        { length: made[0]?.length ?? 0 },
        (_, place) => new Set(made.map((id) => id[place])).size,
      )
      expect(places.filter((different) => different > 8).length).toBeGreaterThanOrEqual(16)
    })
  })
}

import type { RateLimiter } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A limiter to try, new and empty, on a clock that the test moves. */
export interface RateLimiterUnderTest {
  readonly limiter: RateLimiter
  /** The same rates through another handle, as another process would have them. */
  another?(): RateLimiter
  close?(): void | Promise<void>
}

const minute = 60_000

/** What every rate limiter must do. `make` gives a new, empty one each time, on the clock it is given. */
export function rateLimiterContract(
  name: string,
  make: (clock: { now(): number }) => Promise<RateLimiterUnderTest>,
): void {
  describe(`${name} keeps the contract of a rate limiter`, () => {
    let now: number
    let underTest: RateLimiterUnderTest
    let limiter: RateLimiter
    beforeEach(async () => {
      now = 1_700_000_000_000
      underTest = await make({ now: () => now })
      limiter = underTest.limiter
    })
    afterEach(() => underTest.close?.())

    const take = (key = 'key', limit = 6) => limiter.take(key, { limit, windowMs: minute })
    /** How many of so many calls are allowed, one after the other. */
    const allowed = async (calls: number, key?: string, limit?: number): Promise<number> => {
      let count = 0
      for (let n = 0; n < calls; n++) if ((await take(key, limit)).allowed) count++
      return count
    }

    it('allows a burst of the whole limit, counts it down, and tells when the next is free', async () => {
      expect(await take()).toEqual({ allowed: true, remaining: 5, retryAfterMs: 0, resetMs: 10_000 })
      expect(await allowed(4)).toBe(4)
      expect(await take()).toEqual({ allowed: true, remaining: 0, retryAfterMs: 10_000, resetMs: minute })
      now += 4000
      const refused = await take()
      expect(refused).toMatchObject({ allowed: false, remaining: 0 })
      expect(refused.retryAfterMs).toBeCloseTo(6000, 3)
      expect(refused.resetMs).toBeCloseTo(56_000, 3)
    })

    it('gives calls back evenly, up to the limit', async () => {
      await allowed(6)
      now += 9_999
      expect((await take()).allowed).toBe(false)
      now += 2
      expect(await allowed(3)).toBe(1)
      now += 25_000
      expect(await allowed(6)).toBe(2)
      now += 10 * minute
      expect(await allowed(20)).toBe(6)
    })

    it('does not count what it refuses', async () => {
      await allowed(50)
      now += 10_001
      expect((await take()).allowed).toBe(true)
    })

    it.each([1, 3, 7, 600, 999])('allows exactly %i of a burst', async (limit) => {
      const takes = await Promise.all(Array.from({ length: limit + 20 }, () => take('burst', limit)))
      expect(takes.filter((each) => each.allowed)).toHaveLength(limit)
    })

    it('keeps keys apart', async () => {
      await allowed(6, 'one')
      for (const key of ['two', 'ONE', 'one ', '', 'one\0', '__proto__', "' OR 1=1 --", 'ü', '🔑', 'x'.repeat(5000)])
        expect((await take(key)).remaining).toBe(5)
      expect((await take('one')).allowed).toBe(false)
    })

    it('goes by the limit of each call, when that was changed', async () => {
      expect(await allowed(4, 'key', 4)).toBe(4)
      expect((await take('key', 4)).allowed).toBe(false)
      expect(await allowed(10, 'key', 10)).toBe(6)
    })

    it('gives and takes nothing for a clock that was set back a little', async () => {
      await allowed(6)
      now -= 30_000
      expect((await take()).allowed).toBe(false)
      now += 30_000 + 10_001
      expect(await allowed(6)).toBe(1)
    })

    it('is not stopped for long by a clock that was far ahead', async () => {
      now += 24 * 60 * minute
      await allowed(6)
      now -= 24 * 60 * minute
      await take()
      now += minute
      expect((await take()).allowed).toBe(true)
    })

    it('shares what it counts with another handle', async () => {
      const another = underTest.another?.()
      if (another === undefined) {
        expect(underTest.another).toBeUndefined()
        return
      }
      const takes = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          (n % 2 === 0 ? limiter : another).take('key', { limit: 25, windowMs: minute }),
        ),
      )
      expect(takes.filter((each) => each.allowed)).toHaveLength(25)
    })
  })
}

import type { RefreshTokens } from '@chancery/core'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface RefreshTokensUnderTest {
  /** A handle on those of one connection, as each process has its own. */
  tokens(connection: string, configured: string): RefreshTokens
  close?(): Promise<void>
}

/** The suite that everything passes which keeps refresh tokens for several processes. */
export function refreshTokensContract(name: string, make: () => Promise<RefreshTokensUnderTest>): void {
  describe(`${name} as RefreshTokens`, () => {
    let under: RefreshTokensUnderTest
    beforeAll(async () => {
      under = await make()
    })
    afterAll(() => under.close?.())

    it('keeps the last one for every handle, and not beside another configured one', async () => {
      const own = under.tokens('hubspot-default', 'first')
      expect(await own.last()).toBeUndefined()
      await own.keep('second')
      await own.keep('third')
      expect(await under.tokens('hubspot-default', 'first').last()).toBe('third')
      expect(await under.tokens('hubspot-lisbon', 'first').last()).toBeUndefined()
      const other = under.tokens('hubspot-default', 'other')
      expect(await other.last()).toBeUndefined()
      await other.keep('of the other'.replaceAll(' ', '-'))
      expect(await other.last()).toBe('of-the-other')
    })

    it('keeps long ones as they are', async () => {
      const long = `${'!~aZ09'.repeat(700)}=`
      const own = under.tokens('google-default', long)
      await own.keep(long)
      expect(await under.tokens('google-default', long).last()).toBe(long)
    })

    it('lets one exchange it at a time, also after work that failed', async () => {
      const handles = [1, 2, 3, 4].map(() => under.tokens('zoho-default', '0'))
      const seen: string[] = []
      const exchange = async (own: RefreshTokens): Promise<void> =>
        await own.alone(async () => {
          const last = (await own.last()) ?? '0'
          seen.push(last)
          await wait(5)
          await own.keep(String(Number(last) + 1))
        })
      await Promise.all(handles.map(exchange))
      expect(seen).toEqual(['0', '1', '2', '3'])
      const failed = under.tokens('zoho-default', '0').alone(() => Promise.reject(new Error('The vendor is away.')))
      await expect(failed).rejects.toThrow('away')
      await exchange(under.tokens('zoho-default', '0'))
      expect(seen.at(-1)).toBe('4')
      // Those of another connection do not wait for it.
      await under.tokens('zoho-default', '0').alone(async () => {
        expect(await under.tokens('clio-default', '0').alone(async () => 'done')).toBe('done')
      })
    })
  })
}

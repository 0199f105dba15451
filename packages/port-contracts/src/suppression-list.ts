import type { SuppressionList } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A list to try, new and empty. */
export interface SuppressionListUnderTest {
  readonly list: SuppressionList
  close?(): void | Promise<void>
}

const { signal } = new AbortController()

/** What every suppression list must do. `make` gives a new, empty one each time. */
export function suppressionListContract(name: string, make: () => Promise<SuppressionListUnderTest>): void {
  describe(`${name} keeps the contract of a suppression list`, () => {
    let underTest: SuppressionListUnderTest
    let list: SuppressionList
    beforeEach(async () => {
      underTest = await make()
      list = underTest.list
    })
    afterEach(() => underTest.close?.())
    const add = (address: string, reason = 'bounced', at = 1) => list.add({ address, reason, at })

    it('tells those that are on it, each once', async () => {
      await add('ada@example.com')
      await add('größe@例え.example')
      const asked = ['ada@example.com', 'alan@example.com', 'größe@例え.example', 'ada@example.com', "' OR 1=1 --"]
      expect((await list.among(asked, { signal })).toSorted()).toEqual(['ada@example.com', 'größe@例え.example'])
      expect(await list.among([], { signal })).toEqual([])
    })

    it('looks among many at once', async () => {
      await add('a4999@example.com')
      const many = Array.from({ length: 5000 }, (_, n) => `a${n}@example.com`)
      expect(await list.among(many, { signal })).toEqual(['a4999@example.com'])
    })

    it('lists them in order, with the last reason of each', async () => {
      await add('b@example.com')
      await add('a@example.com', 'asked for it', 2)
      await add('b@example.com', 'complained: "no"', 3)
      expect(await list.list()).toEqual([
        { address: 'a@example.com', reason: 'asked for it', at: 2 },
        { address: 'b@example.com', reason: 'complained: "no"', at: 3 },
      ])
    })

    it('keeps those of a space to that space, and those of all to all', async () => {
      const address = 'a@example.com'
      const among = (space?: string) => list.among([address], { signal, ...(space !== undefined && { space }) })
      await list.add({ address, reason: 'complained', at: 2, space: 'porto' })
      await list.add({ address, reason: 'bounced', at: 1, space: 'lisbon' })
      await list.add({ address, reason: 'complained', at: 3, space: 'lisbon' })
      expect([await among(), await among('lisbon'), await among('faro')]).toEqual([[], [address], []])
      await add(address)
      expect([await among(), await among('lisbon'), await among('faro')]).toEqual([[address], [address], [address]])
      expect(await list.list()).toEqual([
        { address, reason: 'bounced', at: 1 },
        { address, reason: 'complained', at: 3, space: 'lisbon' },
        { address, reason: 'complained', at: 2, space: 'porto' },
      ])
      expect([await list.remove(address, 'lisbon'), await list.remove(address, 'lisbon')]).toEqual([true, false])
      expect([await among('lisbon'), (await list.list()).length]).toEqual([[address], 2])
      expect([await list.remove(address), await among('porto'), await list.list()]).toEqual([true, [], []])
    })

    it('takes one off, once', async () => {
      await add('a@example.com')
      expect([await list.remove('a@example.com'), await list.remove('a@example.com')]).toEqual([true, false])
      expect(await list.among(['a@example.com'], { signal })).toEqual([])
    })

    it('does not look when it is cancelled before', async () => {
      const looking = list.among(['a@example.com'], { signal: AbortSignal.abort() })
      await expect(looking).rejects.toMatchObject({ code: 'cancelled' })
    })
  })
}

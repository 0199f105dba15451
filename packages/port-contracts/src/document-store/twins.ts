import { describe, expect, it } from 'vitest'
import type { GivenStore } from './given-store.ts'
import { signal } from './requests.ts'

/** Paths that differ in case alone. */
export function twinCases(given: GivenStore): void {
  const { put, remove } = given
  describe('twins', () => {
    const twinsOf = async (path: string): Promise<readonly string[] | undefined> =>
      given.store.twins?.(path, { signal })
    const areTwo = (one: string, other: string): Promise<boolean> =>
      put(one).then(() =>
        put(other).then(
          () => true,
          () => false,
        ),
      )

    it.each([
      ['letters/Anna.txt', 'letters/anna.TXT'],
      ['\u00c9t\u00e9.txt', '\u00e9t\u00e9.txt'],
      ['A/b.txt', 'a/b.txt'],
    ])('are told, where the store can: %s', async (one, other) => {
      if (!(await areTwo(one, other))) return
      await put('letters/other.txt')
      expect([undefined, [other]]).toContainEqual(await twinsOf(one))
      expect([undefined, [one]]).toContainEqual(await twinsOf(other))
      await remove(other)
      expect([undefined, []]).toContainEqual(await twinsOf(one))
    })

    it('are none where names differ in more than case', async () => {
      for (const path of ['a.txt', 'ab.txt', 'a/a.txt', 'a (2).txt']) await put(path)
      expect([undefined, []]).toContainEqual(await twinsOf('a.txt'))
      expect([undefined, []]).toContainEqual(await twinsOf('none.txt'))
    })
  })
}

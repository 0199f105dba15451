import { describe, expect, it } from 'vitest'
import { type DirectoryAtHand, record, signal } from './directory-at-hand.ts'

/** How clients are looked for by beginnings of words. */
export function searchingContract(at: DirectoryAtHand): void {
  const { save } = at

  describe('looks for clients', () => {
    const found = async (beginnings: readonly (readonly string[])[], limit = 50, after?: string) => {
      const page = await at.directory.search(
        { beginnings, limit, ...(after === undefined ? {} : { after }) },
        { signal },
      )
      return { ids: page.clients.map(({ id }) => id), next: page.next }
    }

    it('by the beginnings of all their terms, one of each list', async () => {
      await save(
        record('c1', { name: 'Ada Lovelace', phones: ['+442079460958'] }),
        record('c2', { name: 'Ádam Łoś', emails: [] }),
        record('c3', { name: 'Маша', emails: ['ada@example.com'] }),
      )
      const expected: [readonly (readonly string[])[], readonly string[]][] = [
        [[['nad']], ['c1', 'c2']],
        [[['nada']], ['c1', 'c2']],
        [
          [['nad'], ['nlo']],
          ['c1', 'c2'],
        ],
        [[['nad'], ['nlov']], ['c1']],
        [[['nлов', 'nмаш']], ['c3']],
        [[['nad', 'ead']], ['c1', 'c2', 'c3']],
        [[['eada@ex']], ['c3']],
        [[['p44207', 'nlos']], ['c1', 'c2']],
        [[['da']], []],
        [[['n'], []], []],
        [[], ['c1', 'c2', 'c3']],
      ]
      for (const [beginnings, ids] of expected)
        expect([beginnings, (await found(beginnings)).ids]).toEqual([beginnings, ids])
    })

    it('as they are now', async () => {
      await save(record('a', { name: 'Ada', emails: [] }), record('b', { name: 'Bob', emails: [] }))
      await save(record('a', { version: 2, name: 'Zoe', emails: [] }), { id: 'b', version: 2, removed: true })
      expect([await found([['nada', 'nbob']]), await found([['nzoe']])]).toMatchObject([{ ids: [] }, { ids: ['a'] }])
      await save(record('b', { name: 'Bob', emails: [] }))
      expect((await found([['nbob']])).ids).toEqual(['b'])
      expect((await found([])).ids.toSorted()).toEqual(['a', 'b'])
    })

    it.each([[[]], [[['nclient']]]])('page by page by %j, whatever changes in between', async (beginnings) => {
      const ids = Array.from({ length: 29 }, (_, n) => `c${100 + n}`)
      for (const id of ids) await save(record(id))
      const seen: string[] = []
      let after: string | undefined
      for (let page = 0; page < 20; page++) {
        const { ids: more, next } = await found(beginnings, 4, after)
        seen.push(...more)
        if (next === undefined) break
        after = next
        // The one that the place is of goes, and one that was seen says something else.
        await save({ id: more.at(-1) ?? '', version: 2, removed: true })
        await save(record(more[0] ?? '', { version: 2, emails: ['new@example.com'] }))
      }
      expect(seen).toEqual(ids)
    })

    it('of one space alone', async () => {
      for (const space of ['', 'a', 'b']) {
        const own = record(`of${space}`, { name: `Ada ${space}` })
        await at.directory.change([], () => [own], { signal, space })
      }
      for (const space of ['', 'a', 'b', 'c']) {
        for (const beginnings of [[], [['nada']]]) {
          const { clients } = await at.directory.search({ beginnings, limit: 9 }, { signal, space })
          expect(clients.map(({ id }) => id)).toEqual(space === 'c' ? [] : [`of${space}`])
        }
      }
    })

    it.each(['x\0', '\0'])('from no place that is %j', async (after) => {
      const refused = at.directory.search({ beginnings: [], limit: 1, after }, { signal })
      await expect(refused).rejects.toMatchObject({ code: 'invalid_request' })
    })
  })
}

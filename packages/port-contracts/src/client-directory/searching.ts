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

    it('by the names of their rows, as long as they have them', async () => {
      const { emails, phones, custom } = record('a')
      const said = { kind: 'person' as const, name: 'Jaems Bond', emails, phones, custom }
      await save(record('a', { name: 'James Bond' }))
      await save(record('a', { version: 2, name: 'James Bond', parts: [{ row: 'r', data: said }] }))
      expect((await found([['njaems'], ['njames']])).ids).toEqual(['a'])
      await save(record('a', { version: 3, name: 'James Bond' }))
      expect([await found([['njaems']]), await found([['njames']])]).toMatchObject([{ ids: [] }, { ids: ['a'] }])
    })

    it('each once, however often they got words more', async () => {
      const phonesOf = (version: number) => Array.from({ length: version }, (_, n) => `+4930${1_000_000 + n}`)
      await save(record('b', { name: 'Bea' }))
      for (let version = 1; version < 140; version++)
        await save(record('a', { version, name: 'Ada', phones: phonesOf(Math.min(version, 30) + (version % 2)) }))
      await save(record('b', { version: 2, name: 'Bea Adam' }))
      expect(await found([['nad']])).toEqual({
        ids: expect.toSatisfy((ids: string[]) => ids.toSorted().join() === 'a,b'),
      })
      expect((await found([['nad'], ['p49301000030']])).ids).toEqual(['a'])
      await save({ id: 'a', version: 140, removed: true })
      expect((await found([['nad']])).ids).toEqual(['b'])
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

import {
  blocksOf,
  type ClientChange,
  type ClientDirectory,
  type ClientIdentifier,
  type ClientRecord,
  type DecideClients,
  maxOfBlock,
} from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A directory to try, new and empty. */
export interface ClientDirectoryUnderTest {
  readonly directory: ClientDirectory
  /** The same records through another handle, as another process would have them. */
  another?(): ClientDirectory
  close?(): void | Promise<void>
}

const { signal } = new AbortController()

const record = (id: string, more: Partial<ClientRecord> = {}): ClientRecord => ({
  id,
  version: 1,
  kind: 'person',
  name: `Client ${id}`,
  emails: [`${id.toLowerCase()}@example.com`],
  phones: [],
  custom: {},
  externalIds: [],
  rows: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

const email = (value: string): ClientIdentifier => ({ kind: 'email', value })

/** What every client directory must do. `make` gives a new, empty one each time. */
export function clientDirectoryContract(name: string, make: () => Promise<ClientDirectoryUnderTest>): void {
  describe(`${name} keeps the contract of a client directory`, () => {
    let underTest: ClientDirectoryUnderTest
    let directory: ClientDirectory
    beforeEach(async () => {
      underTest = await make()
      directory = underTest.directory
    })
    afterEach(() => underTest.close?.())

    const save = async (...records: ClientChange[]): Promise<readonly ClientChange[]> =>
      directory.change([], () => records, { signal })

    const idsOf = async (...identifiers: ClientIdentifier[]): Promise<string[]> =>
      (await directory.match(identifiers, { signal })).map(({ id }) => id)

    it('has nothing at first, and can be used', async () => {
      await expect(directory.check({ signal })).resolves.toBeUndefined()
      expect(await directory.get('a', { signal })).toBeUndefined()
      expect(await idsOf(email('a@example.com'))).toEqual([])
      expect(await idsOf()).toEqual([])
    })

    it('gives back every field, and no others', async () => {
      const full = record('full', {
        kind: 'organization',
        name: 'Müller & Söhne 👩‍⚖️ 株式会社',
        givenName: "O'Brien",
        familyName: 'x"; DROP TABLE clients; --',
        honorific: 'Dr.',
        organization: 'שלום',
        jobTitle: 'مدير',
        emails: ['ü@exämple.com', 'b@example.com'],
        phones: ['+442079460958', '030 1234'],
        address: { street: 'A\nB', postcode: '01234', locality: 'Łódź', region: '', country: 'PL' },
        birthDate: '1985-03-05',
        taxId: 'DE1',
        website: 'https://example.com',
        language: 'de',
        notes: 'line\n\tline\u2028',
        custom: { '': 'empty', constructor: 'c', toString: 't', 'a.b': 'x'.repeat(100_000) },
        externalIds: [{ source: 'crm', id: '1:2' }],
        rows: ['digest'],
      })
      await save(full)
      expect(await directory.get('full', { signal })).toEqual(full)
      expect(await directory.match([{ kind: 'row', value: 'digest' }], { signal })).toEqual([full])
    })

    it('finds by each kind of identifier, and mixes none of them up', async () => {
      const one = record('one', {
        emails: ['Ada@Example.com', 'second@example.com'],
        phones: ['+442079460958'],
        externalIds: [{ source: 'crm', id: '7' }],
        rows: ['abc'],
      })
      await save(one)
      const identifiers: ClientIdentifier[] = [
        email('ada@example.com'),
        email('second@example.com'),
        { kind: 'phone', value: '+442079460958' },
        { kind: 'external', value: 'crm:7' },
        { kind: 'row', value: 'abc' },
      ]
      for (const identifier of identifiers) expect(await idsOf(identifier)).toEqual(['one'])
      expect(await idsOf({ kind: 'id', value: 'one' }, { kind: 'id', value: 'two' })).toEqual(['one'])
      expect(await idsOf({ kind: 'id', value: 'abc' })).toEqual([])
      expect(await idsOf(...identifiers)).toEqual(['one'])
      for (const kind of ['email', 'phone', 'external', 'row'] as const) {
        for (const identifier of identifiers) {
          if (identifier.kind !== kind) expect(await idsOf({ kind, value: identifier.value })).toEqual([])
        }
      }
    })

    it('finds by what clients have in common that may be one, and no more of them than tell anything', async () => {
      const born = { givenName: 'Ada', familyName: 'Lovelace', birthDate: '1985-03-05' }
      const one = record('one', { ...born, name: 'Ada Lovelace' })
      await save(one)
      expect(await idsOf(...blocksOf({ ...one, name: 'Adda Lovelace', emails: [] }))).toEqual(['one'])
      expect(await idsOf(...blocksOf({ ...one, name: 'Bo Diddley', birthDate: '1990-01-01', emails: [] }))).toEqual([])
      const many = Array.from({ length: maxOfBlock + 20 }, (_, n) =>
        record(`c${1000 + n}`, { ...born, name: 'Cy Dee' }),
      )
      await save(...many)
      const found = await idsOf(...blocksOf({ ...one, name: 'Cy Dee', emails: [] }).slice(0, 1))
      expect(found).toEqual(many.slice(0, maxOfBlock).map(({ id }) => id))
    })

    it.each([
      '',
      '%',
      '_',
      "' OR 1=1 --",
      '*',
      '__proto__',
      'constructor',
      'ad',
      'x'.repeat(10_000),
      '\u0000',
      '\ud800',
    ])('finds nothing by %j', async (value) => {
      await save(record('ada'))
      expect(await directory.get(value, { signal })).toBeUndefined()
      for (const kind of ['email', 'phone', 'external', 'row'] as const)
        expect(await idsOf({ kind, value })).toEqual([])
    })

    it('lists the oldest first, then by id', async () => {
      const shared = { phones: ['+1'] }
      await save(
        record('b', { ...shared, createdAt: '2026-02-01T00:00:00.000Z' }),
        record('c', { ...shared, createdAt: '2026-01-01T00:00:00.000Z' }),
        record('a', { ...shared, createdAt: '2026-02-01T00:00:00.000Z' }),
      )
      expect(await idsOf({ kind: 'phone', value: '+1' })).toEqual(['c', 'a', 'b'])
      expect(await idsOf(email('b@example.com'), email('c@example.com'))).toEqual(['c', 'b'])
    })

    it('replaces a record by its next version, and forgets what it was found by', async () => {
      await save(record('a', { emails: ['old@example.com'] }))
      await save(record('a', { version: 2, emails: ['new@example.com'] }))
      expect(await directory.get('a', { signal })).toMatchObject({ version: 2, emails: ['new@example.com'] })
      expect(await idsOf(email('old@example.com'))).toEqual([])
      expect(await idsOf(email('new@example.com'))).toEqual(['a'])
    })

    it.each([
      ['the same version again', record('a')],
      ['a version too far', record('a', { version: 3 })],
      ['a first version that is not 1', record('b', { version: 2 })],
      ['a version of nought', record('b', { version: 0 })],
    ])('refuses %s, and writes nothing of the batch', async (_name, stale) => {
      await save(record('a'))
      const batch = [record('before'), stale, record('behind')]
      await expect(save(...batch)).rejects.toMatchObject({ code: 'write_conflict', retryable: true })
      expect(await directory.get('a', { signal })).toEqual(record('a'))
      expect(await idsOf(email('before@example.com'), email('behind@example.com'), email('b@example.com'))).toEqual([])
      expect(await directory.get('before', { signal })).toBeUndefined()
    })

    it('takes a client away, with all that it was found by, and gives what it had to another', async () => {
      await save(record('a', { externalIds: [{ source: 'crm', id: '7' }], rows: ['d'] }), record('b'))
      await expect(save({ id: 'a', version: 3, removed: true })).rejects.toMatchObject({ code: 'write_conflict' })
      await expect(save({ id: 'none', version: 1, removed: true })).rejects.toMatchObject({ code: 'write_conflict' })
      const heir = record('b', { version: 2, externalIds: [{ source: 'crm', id: '7' }], rows: ['d'] })
      const gone = { id: 'a', version: 2, removed: true } as const
      expect(await save(gone, heir)).toEqual([gone, heir])
      expect(await directory.get('a', { signal })).toBeUndefined()
      expect(await idsOf(email('a@example.com'), { kind: 'row', value: 'd' })).toEqual(['b'])
      await save(record('a'))
      expect(await idsOf(email('a@example.com'))).toEqual(['a'])
    })

    describe('looks for clients', () => {
      const found = async (beginnings: readonly (readonly string[])[], limit = 50, after?: string) => {
        const page = await directory.search(
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
          await directory.change([], () => [own], { signal, space })
        }
        for (const space of ['', 'a', 'b', 'c']) {
          for (const beginnings of [[], [['nada']]]) {
            const { clients } = await directory.search({ beginnings, limit: 9 }, { signal, space })
            expect(clients.map(({ id }) => id)).toEqual(space === 'c' ? [] : [`of${space}`])
          }
        }
      })

      it.each(['x\0', '\0'])('from no place that is %j', async (after) => {
        const refused = directory.search({ beginnings: [], limit: 1, after }, { signal })
        await expect(refused).rejects.toMatchObject({ code: 'invalid_request' })
      })
    })

    it('remembers who was deleted, by what an import has, and nothing of what was said', async () => {
      const deletedAt = '2026-03-03T00:00:00.000Z'
      const one = record('a', { rows: ['d1', 'd2'] })
      await save(one, record('b', { rows: ['d3'] }))
      const all: ClientIdentifier[] = [
        { kind: 'id', value: 'b' },
        { kind: 'row', value: 'd2' },
        { kind: 'row', value: 'd3' },
        { kind: 'id', value: 'a' },
        { kind: 'row', value: 'none' },
      ]
      expect(await directory.deletions(all, { signal })).toEqual([])
      expect(await directory.deletions([], { signal })).toEqual([])
      // What became part of another is not deleted.
      await save({ id: 'a', version: 2, removed: true, deletedAt }, { id: 'b', version: 2, removed: true })
      expect(await directory.deletions(all, { signal })).toEqual([
        { client: 'a', deletedAt, by: { kind: 'row', value: 'd2' } },
        { client: 'a', deletedAt, by: { kind: 'id', value: 'a' } },
      ])
      expect(await directory.deletions(all, { signal, space: 'other' })).toEqual([])
      await save({ ...one, rows: ['d1'] })
      expect(await directory.deletions([{ kind: 'row', value: 'd1' }], { signal })).toHaveLength(1)
    })

    it('refuses one record twice in a batch', async () => {
      await expect(save(record('a'), record('a'))).rejects.toMatchObject({
        code: 'write_conflict',
      })
      expect(await directory.get('a', { signal })).toBeUndefined()
    })

    it('lets one of many win who change the same record', async () => {
      await save(record('a'))
      const tries = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => save(record('a', { version: 2, name: `by ${n}` }), record(`with${n}`))),
      )
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const winner = (await directory.get('a', { signal }))?.name.slice(3)
      const written = await idsOf(...Array.from({ length: 20 }, (_, n) => email(`with${n}@example.com`)))
      expect(written).toEqual([`with${winner}`])
    })

    describe('changes what it matched in one transaction', () => {
      /** As an import does: the client with the address gets one more row, or is made. */
      const enter =
        (id: string, address: string): DecideClients =>
        ([known]) =>
          known === undefined
            ? [record(id, { emails: [address], rows: [`of ${id}`] })]
            : [{ ...known, version: known.version + 1, rows: [...known.rows, `of ${id}`] }]

      it('tells by what it found each, where it tells that', async () => {
        await save(
          record('a', { emails: ['a@example.com', 'both@example.com'] }),
          record('b', { emails: ['both@example.com'], phones: ['+1'] }),
        )
        const wanted = [email('a@example.com'), email('both@example.com'), { kind: 'phone', value: '+1' } as const]
        const seen: unknown[] = []
        await directory.change(
          [...wanted, email('nobody@example.com')],
          (_, foundBy) => {
            if (foundBy !== undefined) seen.push([foundBy.get('a'), foundBy.get('b'), foundBy.size])
            return []
          },
          { signal },
        )
        for (const each of seen) expect(each).toEqual([wanted.slice(0, 2), wanted.slice(1), 2])
      })

      it('decides on what `match` gives, and answers what it wrote', async () => {
        await save(
          record('b', { phones: ['+1'], createdAt: '2026-02-01T00:00:00.000Z' }),
          record('a', { phones: ['+1'] }),
        )
        const seen: (readonly ClientRecord[])[] = []
        const written = await directory.change(
          [{ kind: 'phone', value: '+1' }, email('none@example.com')],
          (matches) => {
            seen.push(matches)
            return [{ ...record('a', { phones: ['+1'] }), version: 2, name: 'New' }, record('c')]
          },
          { signal },
        )
        expect(seen.at(-1)?.map(({ id }) => id)).toEqual(['a', 'b'])
        expect(written).toMatchObject([
          { id: 'a', version: 2, name: 'New' },
          { id: 'c', version: 1, name: 'Client c' },
        ])
        expect(await directory.get('a', { signal })).toEqual(written[0])
        expect(await directory.get('c', { signal })).toEqual(written[1])
      })

      it('makes one client, whoever comes at once', async () => {
        const handles = [directory, underTest.another?.() ?? directory]
        await Promise.all(
          Array.from({ length: 40 }, (_, n) =>
            handles[n % 2]?.change([email('ada@example.com')], enter(`c${n}`, 'ada@example.com'), { signal }),
          ),
        )
        const found = await directory.match([email('ada@example.com')], { signal })
        expect(found).toHaveLength(1)
        expect(found[0]?.version).toBe(40)
        expect(new Set(found[0]?.rows).size).toBe(40)
      })

      it('writes nothing when the decision throws, and passes its error on', async () => {
        const fault = new TypeError('of the caller')
        const thrown = directory.change(
          [],
          () => {
            throw fault
          },
          { signal },
        )
        await expect(thrown).rejects.toBe(fault)
        expect(await save(record('a'))).toHaveLength(1)
      })

      it.each<ClientIdentifier>([
        { kind: 'external', value: 'crm:7' },
        { kind: 'row', value: 'digest' },
      ])('gives $kind to one client of a space alone', async ({ kind }) => {
        const own = kind === 'row' ? { rows: ['digest'] } : { externalIds: [{ source: 'crm', id: '7' }] }
        await save(record('a', own))
        await expect(save(record('x'), record('b', own))).rejects.toMatchObject({ code: 'write_conflict' })
        await expect(save(record('c', { rows: ['r'] }), record('d', { rows: ['r'] }))).rejects.toMatchObject({
          code: 'write_conflict',
        })
        for (const id of ['x', 'b', 'c', 'd']) expect(await directory.get(id, { signal })).toBeUndefined()
        // The client itself keeps it, gives it up, and then another may have it.
        await save(record('a', { ...own, version: 2 }))
        await save(record('a', { version: 3 }))
        await save(record('b', own))
        expect((await directory.match([{ kind, value: kind === 'row' ? 'digest' : 'crm:7' }], { signal })).length).toBe(
          1,
        )
      })

      it('lets clients share an e-mail address and a telephone', async () => {
        const shared = { emails: ['family@example.com', 'Family@Example.com'], phones: ['+1', '+1'] }
        await save(record('a', shared), record('b', shared))
        expect(await idsOf(email('family@example.com'))).toEqual(['a', 'b'])
      })
    })

    describe('keeps spaces apart', () => {
      const inSpace = (space?: string) => ({ signal, ...(space === undefined ? {} : { space }) })
      const own = {
        emails: ['ada@example.com'],
        phones: ['+1'],
        externalIds: [{ source: 'crm', id: '7' }],
        rows: ['d'],
      }
      const identifiers: ClientIdentifier[] = [
        email('ada@example.com'),
        { kind: 'phone', value: '+1' },
        { kind: 'external', value: 'crm:7' },
        { kind: 'row', value: 'd' },
      ]
      const spaces = [undefined, 'a', 'A', 'a ', 'a\0', "' OR 1=1 --", '__proto__', '%']

      it('with the same id and identifiers', async () => {
        for (const [n, space] of spaces.entries()) {
          expect(await directory.get('same', inSpace(space))).toBeUndefined()
          expect(await directory.match(identifiers, inSpace(space))).toEqual([])
          const matched: (readonly ClientRecord[])[] = []
          await directory.change(
            identifiers,
            (matches) => {
              matched.push(matches)
              return [record('same', { ...own, name: `of ${n}` })]
            },
            inSpace(space),
          )
          expect(matched.at(-1)).toEqual([])
        }
        for (const [n, space] of spaces.entries()) {
          expect((await directory.get('same', inSpace(space)))?.name).toBe(`of ${n}`)
          expect((await directory.match(identifiers, inSpace(space))).map(({ name }) => name)).toEqual([`of ${n}`])
        }
      })

      it('so that a change of one leaves the others as they are', async () => {
        for (const space of ['a', 'b']) await directory.change([], () => [record('same', own)], inSpace(space))
        await directory.change([], () => [record('same', { version: 2, emails: [] })], inSpace('a'))
        expect(await directory.match(identifiers, inSpace('a'))).toEqual([])
        expect(await directory.match(identifiers, inSpace('b'))).toEqual([record('same', own)])
      })

      it('and takes the common one where none is named', async () => {
        await save(record('a'))
        expect(await directory.get('a', inSpace(''))).toEqual(record('a'))
      })
    })

    it('does nothing for a call that was given up', async () => {
      const given = { signal: AbortSignal.abort() }
      await expect(directory.change([], () => [record('a')], given)).rejects.toThrow()
      await expect(directory.get('a', given)).rejects.toThrow()
      await expect(directory.match([email('a@example.com')], given)).rejects.toThrow()
      await expect(directory.search({ beginnings: [], limit: 1 }, given)).rejects.toThrow()
      expect(await directory.get('a', { signal })).toBeUndefined()
    })

    it('saves nothing gladly', async () => {
      expect(await save()).toEqual([])
    })

    it('keeps its own copy', async () => {
      const emails = ['a@example.com']
      await save(record('a', { emails }))
      emails.push('b@example.com')
      expect((await directory.get('a', { signal }))?.emails).toEqual(['a@example.com'])
    })

    it('keeps ten thousand, and finds among them', async () => {
      const all = Array.from({ length: 10_000 }, (_, n) => record(`c${n}`, { phones: [`+${n % 5000}`] }))
      for (let from = 0; from < all.length; from += 500) await save(...all.slice(from, from + 500))
      expect(await idsOf(email('c9999@example.com'))).toEqual(['c9999'])
      expect(await idsOf({ kind: 'phone', value: '+42' })).toEqual(['c42', 'c5042'])
      expect(
        await directory.match(
          all.slice(0, 500).map(({ id }) => email(`${id}@example.com`)),
          { signal },
        ),
      ).toHaveLength(500)
    })

    it('shares what it has with another handle, and their conflicts', async () => {
      const another = underTest.another?.()
      if (another === undefined) {
        expect(underTest.another).toBeUndefined()
        return
      }
      await save(record('a'))
      expect(await another.get('a', { signal })).toEqual(record('a'))
      await another.change([], () => [record('a', { version: 2 })], { signal })
      await expect(save(record('a', { version: 2 }))).rejects.toMatchObject({
        code: 'write_conflict',
      })
      await save(record('a', { version: 3 }))
      expect((await another.match([email('a@example.com')], { signal })).map(({ version }) => version)).toEqual([3])
    })
  })
}

import type { ClientDirectory, ClientIdentifier, ClientRecord } from '@chancery/core'
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
      await directory.save([full], { signal })
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
      await directory.save([one], { signal })
      const identifiers: ClientIdentifier[] = [
        email('ada@example.com'),
        email('second@example.com'),
        { kind: 'phone', value: '+442079460958' },
        { kind: 'external', value: 'crm:7' },
        { kind: 'row', value: 'abc' },
      ]
      for (const identifier of identifiers) expect(await idsOf(identifier)).toEqual(['one'])
      expect(await idsOf(...identifiers)).toEqual(['one'])
      for (const kind of ['email', 'phone', 'external', 'row'] as const) {
        for (const identifier of identifiers) {
          if (identifier.kind !== kind) expect(await idsOf({ kind, value: identifier.value })).toEqual([])
        }
      }
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
      await directory.save([record('ada')], { signal })
      expect(await directory.get(value, { signal })).toBeUndefined()
      for (const kind of ['email', 'phone', 'external', 'row'] as const)
        expect(await idsOf({ kind, value })).toEqual([])
    })

    it('lists the oldest first, then by id', async () => {
      const shared = { phones: ['+1'] }
      await directory.save(
        [
          record('b', { ...shared, createdAt: '2026-02-01T00:00:00.000Z' }),
          record('c', { ...shared, createdAt: '2026-01-01T00:00:00.000Z' }),
          record('a', { ...shared, createdAt: '2026-02-01T00:00:00.000Z' }),
        ],
        { signal },
      )
      expect(await idsOf({ kind: 'phone', value: '+1' })).toEqual(['c', 'a', 'b'])
      expect(await idsOf(email('b@example.com'), email('c@example.com'))).toEqual(['c', 'b'])
    })

    it('replaces a record by its next version, and forgets what it was found by', async () => {
      await directory.save([record('a', { emails: ['old@example.com'] })], { signal })
      await directory.save([record('a', { version: 2, emails: ['new@example.com'] })], { signal })
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
      await directory.save([record('a')], { signal })
      const batch = [record('before'), stale, record('behind')]
      await expect(directory.save(batch, { signal })).rejects.toMatchObject({ code: 'write_conflict', retryable: true })
      expect(await directory.get('a', { signal })).toEqual(record('a'))
      expect(await idsOf(email('before@example.com'), email('behind@example.com'), email('b@example.com'))).toEqual([])
      expect(await directory.get('before', { signal })).toBeUndefined()
    })

    it('refuses one record twice in a batch', async () => {
      await expect(directory.save([record('a'), record('a')], { signal })).rejects.toMatchObject({
        code: 'write_conflict',
      })
      expect(await directory.get('a', { signal })).toBeUndefined()
    })

    it('lets one of many win who change the same record', async () => {
      await directory.save([record('a')], { signal })
      const tries = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) =>
          directory.save([record('a', { version: 2, name: `by ${n}` }), record(`with${n}`)], { signal }),
        ),
      )
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const winner = (await directory.get('a', { signal }))?.name.slice(3)
      const written = await idsOf(...Array.from({ length: 20 }, (_, n) => email(`with${n}@example.com`)))
      expect(written).toEqual([`with${winner}`])
    })

    it('does nothing for a call that was given up', async () => {
      const given = { signal: AbortSignal.abort() }
      await expect(directory.save([record('a')], given)).rejects.toThrow()
      await expect(directory.get('a', given)).rejects.toThrow()
      await expect(directory.match([email('a@example.com')], given)).rejects.toThrow()
      expect(await directory.get('a', { signal })).toBeUndefined()
    })

    it('saves nothing gladly', async () => {
      await expect(directory.save([], { signal })).resolves.toBeUndefined()
    })

    it('keeps its own copy', async () => {
      const emails = ['a@example.com']
      await directory.save([record('a', { emails })], { signal })
      emails.push('b@example.com')
      expect((await directory.get('a', { signal }))?.emails).toEqual(['a@example.com'])
    })

    it('keeps ten thousand, and finds among them', async () => {
      const all = Array.from({ length: 10_000 }, (_, n) => record(`c${n}`, { phones: [`+${n % 5000}`] }))
      for (let from = 0; from < all.length; from += 500) await directory.save(all.slice(from, from + 500), { signal })
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
      await directory.save([record('a')], { signal })
      expect(await another.get('a', { signal })).toEqual(record('a'))
      await another.save([record('a', { version: 2 })], { signal })
      await expect(directory.save([record('a', { version: 2 })], { signal })).rejects.toMatchObject({
        code: 'write_conflict',
      })
      await directory.save([record('a', { version: 3 })], { signal })
      expect((await another.match([email('a@example.com')], { signal })).map(({ version }) => version)).toEqual([3])
    })
  })
}

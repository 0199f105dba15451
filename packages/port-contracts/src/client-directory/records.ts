import { blocksOf, type ClientIdentifier, maxOfKey } from '@chancery/core'
import { expect, it } from 'vitest'
import { type DirectoryAtHand, email, record, signal } from './directory-at-hand.ts'

/** What clients are kept as, and by what they are found. */
export function recordsContract(at: DirectoryAtHand): void {
  const { idsOf, save } = at

  it('has nothing at first, and can be used', async () => {
    await expect(at.directory.check({ signal })).resolves.toBeUndefined()
    expect(await at.directory.get('a', { signal })).toBeUndefined()
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
    expect(await at.directory.get('full', { signal })).toEqual(full)
    expect(await at.directory.match([{ kind: 'row', value: 'digest' }], { signal })).toEqual([full])
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
    expect(await idsOf(...identifiers, ...identifiers)).toEqual(['one'])
    for (const kind of ['email', 'phone', 'external', 'row'] as const) {
      for (const identifier of identifiers) {
        if (identifier.kind !== kind) expect(await idsOf({ kind, value: String(identifier.value) })).toEqual([])
      }
    }
  })

  it('finds by what clients have in common that may be one, and no more of them than tell anything', async () => {
    const born = { givenName: 'Ada', familyName: 'Lovelace', birthDate: '1985-03-05' }
    const one = record('one', { ...born, name: 'Ada Lovelace' })
    await save(one)
    expect(await idsOf(...blocksOf({ ...one, name: 'Adda Lovelace', emails: [] }))).toEqual(['one'])
    expect(await idsOf(...blocksOf({ ...one, name: 'Bo Diddley', birthDate: '1990-01-01', emails: [] }))).toEqual([])
    const many = Array.from({ length: maxOfKey + 20 }, (_, n) => record(`c${1000 + n}`, { ...born, name: 'Cy Dee' }))
    await save(...many)
    const found = await idsOf(...blocksOf({ ...one, name: 'Cy Dee', emails: [] }).slice(0, 1))
    expect(found).toEqual(many.slice(0, maxOfKey).map(({ id }) => id))
    // A telephone of a whole firm, too.
    const first = many.slice(0, maxOfKey).map(({ id }) => id)
    await save(
      ...many.map((each) => ({ ...each, version: 2, phones: ['+4930999999'], emails: ['office@example.com'] })),
    )
    expect(await idsOf({ kind: 'phone', value: '+4930999999' })).toEqual(first)
    expect(await idsOf({ kind: 'email', value: 'office@example.com' })).toEqual(first)
  })

  it.each(['', '%', '_', "' OR 1=1 --", '*', '__proto__', 'constructor', 'ad', 'x'.repeat(10_000), '\u0000', '\ud800'])(
    'finds nothing by %j',
    async (value) => {
      await save(record('ada'))
      expect(await at.directory.get(value, { signal })).toBeUndefined()
      for (const kind of ['email', 'phone', 'external', 'row'] as const)
        expect(await idsOf({ kind, value })).toEqual([])
    },
  )

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

  it('keeps ten thousand, and finds among them', async () => {
    const all = Array.from({ length: 10_000 }, (_, n) => record(`c${n}`, { phones: [`+${n % 5000}`] }))
    for (let from = 0; from < all.length; from += 500) await save(...all.slice(from, from + 500))
    expect(await idsOf(email('c9999@example.com'))).toEqual(['c9999'])
    expect(await idsOf({ kind: 'phone', value: '+42' })).toEqual(['c42', 'c5042'])
    expect(
      await at.directory.match(
        all.slice(0, 500).map(({ id }) => email(`${id}@example.com`)),
        { signal },
      ),
    ).toHaveLength(500)
  })
}

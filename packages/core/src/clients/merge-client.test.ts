import { describe, expect, it } from 'vitest'
import { aClient } from '../testing/fake-clients.test-support.ts'
import type { ClientData, ClientRecord, ExternalId } from '../model/client-record.ts'
import { dataOf, isWithoutRoom, joinClient, type JoinPolicy, provesIdentity, sameClient } from './merge-client.ts'
import { namesAgree } from './name-words.ts'

const data = (parts: Partial<ClientData> = {}): ClientData => ({
  kind: 'person',
  name: 'Ada Lovelace',
  emails: [],
  phones: [],
  custom: {},
  ...parts,
})
const known = aClient('c1', {
  emails: ['a@x.org', 'b@x.org'],
  phones: ['+1'],
  jobTitle: 'Analyst',
  custom: { a: '1', b: '2' },
  externalIds: [{ source: 'crm', id: '7' }],
  rows: ['d1'],
})
const join = (
  base: ClientRecord,
  row: ClientData,
  externalId: ExternalId | undefined,
  digest: string,
  policy: JoinPolicy,
) => joinClient(base, { row: digest, data: row, ...(externalId === undefined ? {} : { externalId }) }, policy)
const merge = (row: Partial<ClientData>, base = known) => join(base, data(row), undefined, 'd2', 'merge')

describe('a known client and a row', () => {
  it('leave the order of properties of cards: what came in another says nothing new', () => {
    const [label, date, newer] = ['LABEL', 'X-ABDATE', 'X-ABDATE'].map((name, at) => ({ name, text: `${at}` }))
    const base = { ...known, cardProperties: [date, label].filter((each) => each !== undefined) }
    const row = { cardProperties: [newer, { name: 'NEW', text: '' }].filter((each) => each !== undefined) }
    expect(merge(row, base).cardProperties).toEqual([newer, label, { name: 'NEW', text: '' }])
  })

  it.each(['merge', 'complete'] as const)('keep 200 addresses at the most: %s', (policy) => {
    const emails = Array.from({ length: 199 }, (_, n) => `a${n}@x.org`)
    const row = data({ emails: ['new@x.org', 'more@x.org'] })
    const joined = join({ ...known, emails }, row, undefined, 'd2', policy)
    expect(joined.emails.toSorted()).toEqual([...emails, 'new@x.org'].toSorted())
    expect(isWithoutRoom(joined, row)).toBe(true)
    expect(isWithoutRoom(joined, data({ emails: ['new@x.org', 'a5@x.org'], phones: ['+7'] }))).toBe(false)
    expect(join(joined, data({ emails: ['late@x.org'] }), undefined, 'd3', policy).emails).toEqual(joined.emails)
  })

  it('become what the row adds and changes', () => {
    const joined = merge({ emails: ['b@x.org', 'c@x.org'], notes: 'New', custom: { b: '3', c: '4' } })
    expect(joined).toEqual({
      ...known,
      notes: 'New',
      emails: ['a@x.org', 'b@x.org', 'c@x.org'],
      custom: { a: '1', b: '3', c: '4' },
      rows: ['d2', 'd1'],
      parts: [
        { row: 'd2', data: data({ emails: ['b@x.org', 'c@x.org'], notes: 'New', custom: { b: '3', c: '4' } }) },
        { row: 'd1', data: dataOf(known), externalId: { source: 'crm', id: '7' } },
      ],
    })
  })

  it('have a new preferred value first, and what is known in its order', () => {
    expect(merge({ emails: ['c@x.org', 'a@x.org'], phones: ['+2', '+3'] })).toMatchObject({
      emails: ['c@x.org', 'a@x.org', 'b@x.org'],
      phones: ['+2', '+3', '+1'],
    })
    expect(merge({})).toMatchObject({ emails: known.emails, phones: known.phones })
  })

  it('have the row’s name and kind, unless it is no name or the same in another spelling', () => {
    expect(merge({ name: 'Ada King', kind: 'organization' })).toMatchObject({ name: 'Ada King', kind: 'organization' })
    for (const row of [
      { name: 'c@x.org', emails: ['c@x.org'] },
      { name: '+2', phones: ['+2'] },
      { name: 'ADA  lovelace' },
    ])
      expect(merge({ ...row, kind: 'organization' })).toMatchObject({ name: 'Ada Lovelace', kind: 'person' })
  })

  it.each([
    ['Weiß', 'Weiss'],
    ['Kjær', 'Kjaer'],
    ['Cœur', 'Coeur'],
    ['Søren', 'Soren'],
    ['Łukasz', 'Lukasz'],
    ['José', 'Jose'],
    ['Müller', 'Muller'],
    ['Straßer', 'Strasser'],
    ['A.-B.', 'A B'],
  ])('spell %s and %s in two ways', (one, other) => {
    expect(merge({ name: other }, { ...known, name: one }).name).toBe(one)
    expect(merge({ name: one }, { ...known, name: other }).name).toBe(other)
  })

  it('complete one address, and mix no two', () => {
    const address = { street: 'High St', locality: 'Bath' }
    const of = (before: object | undefined, row: object | undefined) =>
      merge(row === undefined ? {} : { address: row }, before === undefined ? known : { ...known, address: before })
    expect(of(address, { locality: 'Bath', postcode: 'BA1' }).address).toEqual({ ...address, postcode: 'BA1' })
    expect(of(address, { locality: 'York' }).address).toEqual({ locality: 'York' })
    expect(of(address, undefined).address).toEqual(address)
    expect(of(undefined, address).address).toEqual(address)
    expect('address' in of(undefined, undefined)).toBe(false)
  })

  it('stay, or become the row, where that is wanted', () => {
    expect(join(known, data({ name: 'B' }), undefined, 'd2', 'skip')).toBe(known)
    expect(join(known, data({ name: 'B' }), undefined, 'd2', 'replace')).toEqual({
      ...data({ name: 'B' }),
      id: 'c1',
      version: 1,
      createdAt: known.createdAt,
      updatedAt: known.updatedAt,
      externalIds: known.externalIds,
      rows: ['d2', 'd1'],
      parts: [{ row: 'd2', data: data({ name: 'B' }) }, expect.objectContaining({ row: 'd1' })],
    })
  })

  it('have each id of a system once', () => {
    const idsAfter = (source: string, id: string) =>
      join(known, data(), { source, id }, 'd1', 'merge').externalIds.map((each) => `${each.source} ${each.id}`)
    expect(idsAfter('crm', '7')).toEqual(['crm 7'])
    expect(idsAfter('crm', '8')).toEqual(['crm 7', 'crm 8'])
    expect(idsAfter('other', '7')).toEqual(['crm 7', 'other 7'])
  })

  it('remember a thousand rows, each once, and what the last of them said', () => {
    const rows = Array.from({ length: 1000 }, (_, index) => `r${index}`)
    const joined = join({ ...known, rows }, data(), undefined, 'new', 'merge')
    expect(joined.rows).toEqual(['new', ...rows.slice(0, 999)])
    let many = known
    for (let n = 0; n < 20; n++) many = join(many, data({ notes: `${n}` }), undefined, `n${n}`, 'merge')
    expect(many.parts?.map(({ row }) => row)).toEqual(Array.from({ length: 16 }, (_, n) => `n${19 - n}`))
  })

  it('stay as they are by a row that came before, whatever was said since', () => {
    const since = merge({ name: 'Ada King' })
    expect(join(since, dataOf(known), { source: 'crm', id: '7' }, 'd1', 'merge')).toBe(since)
    expect(join(since, dataOf(known), { source: 'crm', id: '8' }, 'd1', 'merge')).toEqual({
      ...since,
      externalIds: [
        { source: 'crm', id: '7' },
        { source: 'crm', id: '8' },
      ],
    })
  })

  it('take only what they lack from a row that is no more than alike', () => {
    const row = data({
      name: 'Adda Lovelace',
      jobTitle: 'Countess',
      emails: ['n@x.org'],
      notes: 'New',
      custom: { b: '3', c: '4' },
    })
    expect(join(known, row, undefined, 'd2', 'complete')).toMatchObject({
      name: 'Ada Lovelace',
      jobTitle: 'Analyst',
      notes: 'New',
      emails: ['a@x.org', 'b@x.org', 'n@x.org'],
      custom: { a: '1', b: '2', c: '4' },
    })
  })
})

it('are the same whatever their housekeeping says', () => {
  expect(sameClient(known, { ...known, version: 9, createdAt: '', updatedAt: '', rows: [] })).toBe(true)
  expect(sameClient(known, { ...known, notes: '' })).toBe(false)
})

describe('names', () => {
  it.each([
    ['Ada Lovelace', 'Lovelace, Ada', true],
    ['A. Lovelace', 'Ada Lovelace', true],
    ['Ada Lovelace', 'A Lovelace', true],
    ['Ada', 'Ada Lovelace', true],
    ['Ada King Lovelace', 'Ada Lovelace', true],
    ['Ad Lovelace', 'Ada Lovelace', false],
    ['Ada Lovelace', 'Alan Lovelace', false],
    ['Ada Ada', 'Ada Lovelace', false],
    ['A A', 'Ada Lovelace', false],
    ['Ada B', 'A Byron', true],
    ['***', '***', true],
    ['***', '...', false],
    ['***', 'Ada', false],
    ['Ada', '***', false],
  ])('%s and %s agree: %s', (one, other, agree) => {
    expect(namesAgree(one, other)).toBe(agree)
    expect(namesAgree(other, one)).toBe(agree)
  })
})

describe('a shared value', () => {
  const proves = (kind: 'email' | 'phone' | 'externalId' | 'row', value: string, one: string, other: string): boolean =>
    provesIdentity(kind, value, data({ name: one }), data({ name: other }))

  it('is proof where it is the id of a system, or a row that came before', () => {
    expect(proves('externalId', '7', 'Ada', 'Bob')).toBe(true)
    expect(proves('row', 'd', 'Ada', 'Bob')).toBe(true)
  })

  it('that several may have is proof with an agreeing name alone', () => {
    for (const [kind, value] of [
      ['phone', '+1'],
      ['email', 'info@x.org'],
      ['email', 'Buchhaltung@x.org'],
      ['email', 'no-reply@x.org'],
    ] as const) {
      expect(proves(kind, value, 'Ada Lovelace', 'A. Lovelace')).toBe(true)
      expect(proves(kind, value, 'Ada Lovelace', 'Ada King')).toBe(false)
    }
  })

  it.each([
    ['Ada Byron', 'Ada King', true],
    ['Mary Smith', 'John Smith', false],
    ['Cher', 'Madonna', false],
    ['Al', 'Alan', true],
    ['Alan', 'Al', true],
    ['Ann', 'Bob', false],
    ['Anna', 'Anne', false],
    ['Julia', 'Julian', false],
    ['Paul', 'Pauline', false],
    ['Tim', 'Tom', false],
    ['Lena', 'Lea', false],
    ['Ann', 'Anx', false],
    ['Anna', 'Abbe', false],
    ['Jonathan', 'Jonahtan', true],
    ['Jonathan', 'Jonahtna', true],
    ['Jonathan', 'Jonahxyz', false],
    ['Michael', 'Mihcale', false],
    ['Michael', 'Mihcael', true],
    ['Michaela', 'Mihcaeal', true],
    ['Katherine', 'Catherin', true],
    ['Smith', 'Smyth', true],
    ['Smith', 'Smythe', false],
    ['Smithson', 'Smythsen', true],
    ['Smithson', 'Smythsenn', false],
    ['Miller', 'Muller', false],
    ['Muller', 'Mueller', true],
    ['Lopez Maria', 'Maria Lopes', true],
    ['Alcie', 'Alice', true],
    ['Marlon', 'Marlin', false],
    ['Elias', 'Elisa', false],
    ['Jayden', 'Hayden', false],
    ['Jonas', 'Jonah', false],
    ['Mats', 'Mads', false],
    ['Sara', 'Zara', false],
    ['Stefan', 'Stefanie', false],
    ['Michel', 'Michelle', false],
    ['Yulia', 'Julia', true],
    ['Bob Smith', 'Robert Smith', true],
    ['Betty Smith', 'Elizabeth Smith', true],
    ['Иван Соколов', 'Ivan Sokolov', true],
    ['Ελένη Χατζηδάκη', 'Eleni Chatzidaki', true],
    ['Alice', 'Alicex', true],
    ['Eliza', 'Liza', false],
    ['Elizabeth', 'Elizabet', true],
    ['abcdefgh', 'bcdefghi', true],
    ['abcdefgh', 'cdefghij', false],
    ['abcdefghij', 'cdefghij', true],
    ['abcdefghijk', 'defghijk', false],
    ['***', 'Ada', true],
    ['Ada', '***', true],
  ])('as a personal e-mail address is proof for %s and %s: %s', (one, other, proof) => {
    expect(proves('email', 'ada@x.org', one, other)).toBe(proof)
    expect(proves('email', 'ada@x.org', other, one)).toBe(proof)
  })

  it('is none for father and son, nor for half a name', () => {
    const max = data({ name: 'Max Bauer', birthDate: '1951-04-17', emails: ['max@x.org'], phones: ['+1'] })
    const son = { ...max, birthDate: '1983-04-17', emails: ['junior@x.org'] }
    const { birthDate: _, ...undated } = son
    const proves = (kind: 'email' | 'phone', one: ClientData, other: ClientData) => [
      provesIdentity(kind, 'x@x.org', one, other),
      provesIdentity(kind, 'x@x.org', other, one),
    ]
    expect(proves('email', max, son)).toEqual([false, false])
    expect(proves('phone', max, son)).toEqual([false, false])
    // A mailbox of one's own.
    expect(proves('phone', max, undated)).toEqual([false, false])
    expect(proves('phone', max, { ...undated, emails: [] })).toEqual([true, true])
    expect(proves('phone', max, { ...max, emails: ['junior@x.org'] })).toEqual([true, true])
    const [junior, senior] = [data({ name: 'Max Bauer, Jr' }), data({ name: 'Max Bauer sen.' })]
    expect(proves('email', junior, senior)).toEqual([false, false])
    expect(proves('email', junior, data({ name: 'Max Bauer' }))).toEqual([true, true])
    expect(proves('phone', junior, data({ name: 'Max Bauer' }))).toEqual([false, false])
    expect(proves('phone', data({ name: 'Bauer' }), data({ name: 'Max Bauer' }))).toEqual([false, false])
    expect(proves('phone', data({ name: 'Bauer' }), data({ name: 'Bauer' }))).toEqual([true, true])
  })

  it('is none for sisters, and for two given names of which one is the same', () => {
    const child = (givenName: string, birthDate: string) =>
      data({ name: `${givenName} Bauer`, givenName, familyName: 'Bauer', birthDate })
    const proves = (one: ClientData, other: ClientData) => [
      provesIdentity('email', 'bauers@x.org', one, other),
      provesIdentity('email', 'bauers@x.org', other, one),
    ]
    expect(proves(child('Hanna', '2004-05-05'), child('Johanna', '2005-05-05'))).toEqual([false, false])
    expect(proves(child('Hanna', '2004-05-05'), child('Johanna', '2004-05-05'))).toEqual([true, true])
    expect(proves(child('Xiaoming', '2004-05-05'), child('Xiaomin', '2006-05-05'))).toEqual([false, false])
    const laure = child('Marie-Laure', '2008-08-08')
    expect(proves(laure, child('Marie-Louise', '2008-08-08'))).toEqual([false, false])
    expect(proves(laure, child('Marie', '2008-08-08'))).toEqual([true, true])
  })

  it("is none where it is an assistant's", () => {
    const [castro, kolb] = [data({ name: 'Fabrice Castro' }), data({ name: 'Fabrice Kolb' })]
    expect(provesIdentity('email', 'fabrice@x.org', castro, kolb)).toBe(true)
    for (const mailbox of ['assistenz2@x.org', 'pa.board@x.org', 'segreteria@x.org'])
      expect(provesIdentity('email', mailbox, castro, kolb)).toBe(false)
  })

  it('is none for two houses of a chain, nor where one has a name that the other has a part of', () => {
    const shop = (name: string, street: string) => data({ kind: 'organization', name, address: { street } })
    const one = shop('Sonnen Apotheke', 'Hauptstraße 5')
    const proves = (other: ClientData) =>
      (['phone', 'email'] as const).map((kind) => provesIdentity(kind, 'a@x.org', one, other))
    expect(proves(shop('Sonnen Apotheke GmbH', 'Hauptstr. 5'))).toEqual([true, true])
    expect(proves(shop('Sonnen Apotheke', 'Hauptstraße 50'))).toEqual([false, false])
    expect(proves(shop('Sonnen Apotheke am Markt', 'Hauptstraße 5'))).toEqual([false, true])
    expect(proves(shop('Löwen Drogerie', 'Hauptstraße 5'))).toEqual([false, false])
    expect(proves(shop('Sonnen Apotheken', 'Hauptstraße 5'))).toEqual([false, true])
    expect(proves(shop('Sennen Apotheke', 'Hauptstraße 5'))).toEqual([false, false])
    const taxed = (taxId: string) => ({ ...one, taxId })
    expect(provesIdentity('email', 'a@x.org', taxed('DE351954714'), taxed('DE160714352'))).toBe(false)
    // A company that holds the others, and one of another form.
    expect(proves(shop('Sonnen Apotheke Holding', 'Hauptstraße 5'))).toEqual([false, false])
    const form = shop('Sonnen Apotheke GmbH & Co. KG', 'Hauptstraße 5')
    expect(provesIdentity('email', 'a@x.org', shop('Sonnen Apotheke GmbH', 'Hauptstraße 5'), form)).toBe(false)
  })

  it('is proof for who has no name', () => {
    const nameless = data({ name: 'ada@x.org', emails: ['ada@x.org'] })
    expect(provesIdentity('email', 'ada@x.org', nameless, data({ name: 'Bob' }))).toBe(true)
    expect(provesIdentity('email', 'ada@x.org', data({ name: 'Bob' }), nameless)).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { aClient } from '../testing/fake-clients.test-support.ts'
import type { ClientData, ClientRecord, ExternalId } from '../model/client-record.ts'
import { dataOf, isWithoutRoom, joinClient, type JoinPolicy, sameClient } from './merge-client.ts'
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

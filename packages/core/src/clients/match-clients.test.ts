import { describe, expect, it } from 'vitest'
import { aClient } from '../testing/fake-clients.test-support.ts'
import { blocksOf, identifierKey, identifiersOf, provesAlone } from './client-identifiers.ts'
import type { ClientData, ExternalId } from '../model/client-record.ts'
import { maxOfKey } from './matching/block-keys.ts'
import { candidatesOf, findMatch, type MatchOrder } from './match-clients.ts'
import { MatchIndex } from './match-index.ts'
import { WordCounts } from './matching/word-counts.ts'

const order: MatchOrder = { system: 'crm', matchBy: ['externalId', 'email', 'phone'] }
const data = (parts: Partial<ClientData> = {}): ClientData => ({
  kind: 'person',
  name: 'Ada Lovelace',
  emails: [],
  phones: [],
  custom: {},
  ...parts,
})
const indexOf = (...records: ReturnType<typeof aClient>[]): MatchIndex => {
  const index = new MatchIndex()
  for (const record of records) index.add(record)
  return index
}
const ada = aClient('c1', {
  emails: ['Ada@x.org'],
  phones: ['+1'],
  externalIds: [{ source: 'crm', id: '7' }],
  rows: ['d1'],
})
const find = (row: Partial<ClientData>, externalId?: string, digest = 'new', index = indexOf(ada), by = order) => {
  const candidates = candidatesOf(data(row), externalId, digest, by)
  const { record, ...rest } = findMatch({ data: data(row), externalId, candidates }, index, by, new WordCounts())
  return { id: record?.id, ...rest }
}

describe('what a client is known by', () => {
  it('is all that its record has', () => {
    expect(identifiersOf(ada).map(identifierKey)).toEqual([
      'email:ada@x.org',
      'phone:+1',
      'external:crm:7',
      expect.stringMatching(/^block:\d{1,16}$/),
      'row:d1',
    ])
    expect(identifiersOf(ada).map(provesAlone)).toEqual([false, false, true, false, true])
  })

  it('has digests that directories keep: others than these need a migration of theirs', () => {
    expect(blocksOf(data({ birthDate: '1985-03-05' })).map(({ value }) => value)).toEqual([
      2_564_388_056_065_036, 1_639_992_329_034_288, 6_757_367_209_792_448, 5_100_937_909_817_837, 4_296_125_413_698_589,
    ])
  })

  it('in a row is the row itself, then what the call says, strongest first', () => {
    const row = data({ emails: ['A@x.org', 'b@x.org'], phones: ['+1', '0123'] })
    const keys = (matchBy: MatchOrder['matchBy'], externalId?: string) =>
      candidatesOf(row, externalId, 'd', { ...order, matchBy }).map(
        ({ by, identifier }) => `${by} ${identifierKey(identifier)}`,
      )
    expect(keys(['phone', 'externalId', 'email'], '7')).toEqual([
      'row row:d',
      'phone phone:+1',
      'externalId external:crm:7',
      'email email:a@x.org',
      'email email:b@x.org',
    ])
    expect(keys(['externalId'])).toEqual(['row row:d'])
  })
})

describe('the client of a row', () => {
  it('is found by the strongest that proves it', () => {
    expect(find({ emails: ['ada@x.org'], phones: ['+1'] }, '7')).toEqual({ id: 'c1', by: 'externalId' })
    expect(find({ emails: ['ada@x.org'], phones: ['+1'] })).toEqual({ id: 'c1', by: 'email' })
    expect(find({ phones: ['+1'] })).toEqual({ id: 'c1', by: 'phone' })
    expect(find({ name: 'Bob' })).toEqual({ id: undefined })
  })

  it('that came before just so is told by what people know it by', () => {
    expect(find({ phones: ['+1'] }, undefined, 'd1')).toEqual({ id: 'c1', by: 'phone' })
    expect(find({ emails: ['ada@x.org'] }, '7', 'd1')).toEqual({ id: 'c1', by: 'externalId' })
    expect(find({ name: 'Bob' }, undefined, 'd1')).toEqual({ id: 'c1', by: 'row' })
  })

  it('of several is the one whose name agrees', () => {
    const byron = aClient('c0', { name: 'Ada Byron', emails: ['ada@x.org'] })
    expect(find({ emails: ['ada@x.org'] }, undefined, 'new', indexOf(byron, ada)).id).toBe('c1')
    expect(find({ name: 'Ada King', emails: ['ada@x.org'] }, undefined, 'new', indexOf(byron, ada)).id).toBe('c0')
  })

  it('is none that only shares a value, which is told', () => {
    const doubt = (field: 'phone' | 'email', what: string) => ({
      id: undefined,
      doubt: [
        {
          code: 'shared_contact',
          severity: 'warning',
          message: `Another client has the same ${what}; taken for two clients.`,
          hint: 'Give both the same external id if they are one.',
          location: { field },
        },
      ],
    })
    expect(find({ name: 'Bob', phones: ['+1'] })).toEqual(doubt('phone', 'phone number'))
    expect(find({ name: 'Bob Smith', emails: ['ada@x.org'] })).toEqual(doubt('email', 'e-mail address'))
  })

  it('is not told by a telephone where the system says that they are two', () => {
    expect(find({ phones: ['+1'] }, '8')).toEqual({ id: undefined })
    expect(find({ emails: ['ada@x.org'] }, '8').id).toBe('c1')
    expect(find({ phones: ['+1'] }, '8', 'new', indexOf(ada), { ...order, matchBy: ['phone'] }).id).toBe('c1')
    expect(find({ phones: ['+1'] }, '8', 'new', indexOf(ada), { ...order, system: 'other' }).id).toBe('c1')
    const both = {
      ...ada,
      externalIds: [
        { source: 'crm', id: '7' },
        { source: 'crm', id: '8' },
      ],
    }
    expect(find({ phones: ['+1'] }, '8', 'new', indexOf(both), { ...order, matchBy: ['phone', 'externalId'] })).toEqual(
      {
        id: 'c1',
        by: 'phone',
      },
    )
  })
})

describe('clients with one telephone', () => {
  it.each([
    ['one id', [{ source: 'crm', id: '8' }]],
    [
      'several ids',
      [
        { source: 'other', id: '1' },
        { source: 'crm', id: '8' },
      ],
    ],
  ])('are two where a system has other ids for them: %s', (_, externalIds) => {
    const found = (externalIds: readonly ExternalId[]) => {
      const row = data({ phones: ['+1'] })
      const candidates = candidatesOf(row, undefined, 'new', order, { externalIds })
      return findMatch({ data: row, externalIds, candidates }, indexOf(ada), order, new WordCounts()).record?.id
    }
    expect(found(externalIds)).toBeUndefined()
    expect(found(externalIds.map(({ source, id }) => ({ source: `another-${source}`, id })))).toBe('c1')
  })
})

describe('the clients of a run', () => {
  it('are known by their newest state', () => {
    const index = indexOf(ada, { ...ada, emails: ['new@x.org'], phones: ['+1'] })
    const ids = (kind: 'email' | 'phone', value: string) => index.find({ kind, value }).map(({ id }) => id)
    expect([ids('email', 'ada@x.org'), ids('email', 'new@x.org'), ids('phone', '+1')]).toEqual([[], ['c1'], ['c1']])
    expect(index.find({ kind: 'phone', value: '+1' })[0]?.emails).toEqual(['new@x.org'])
    expect([index.has('c1'), index.has('c2')]).toEqual([true, false])
    index.add(aClient('c2', { phones: ['+1'] }))
    expect(ids('phone', '+1')).toEqual(['c1', 'c2'])
  })
})

it('an index gives of a key no more than a directory does, a mailbox of many too', () => {
  const records = Array.from({ length: maxOfKey + 5 }, (_, n) => aClient(`c${n}`, { emails: ['ada@example.com'] }))
  const index = indexOf(...records)
  const [block] = blocksOf(data())
  if (block === undefined) throw new Error('There is no block.')
  expect(index.find(block)).toEqual(records.slice(0, maxOfKey))
  expect(index.find({ kind: 'email', value: 'ada@example.com' })).toEqual(records.slice(0, maxOfKey))
})

import { expect, it } from 'vitest'
import type { ClientRecord } from '../model/client-record.ts'
import { identifiersOf } from './client-identifiers.ts'
import { MatchIndex } from './match-index.ts'

const record = (id: string, rows: readonly string[], emails: readonly string[] = []): ClientRecord => ({
  id,
  version: 1,
  kind: 'person',
  name: 'Ada Byron',
  emails,
  phones: [],
  custom: {},
  externalIds: [],
  rows,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
})

it('finds the new state of a client by what it kept and what it got, and by nothing that it lost', () => {
  const index = new MatchIndex()
  index.add(record('a', ['r1', 'r2'], ['old@example.com', 'ada@example.com']))
  const next = record('a', ['r3', 'r1'], ['ada@example.com'])
  index.add(next)
  for (const value of ['r1', 'r3']) expect(index.find({ kind: 'row', value })).toEqual([next])
  expect(index.find({ kind: 'row', value: 'r2' })).toEqual([])
  expect(index.find({ kind: 'email', value: 'ada@example.com' })).toEqual([next])
  expect(index.find({ kind: 'email', value: 'old@example.com' })).toEqual([])
  index.add(record('b', ['r2']))
  expect(index.find({ kind: 'row', value: 'r2' })).toHaveLength(1)
})

it('tells all that a client is found by, whether it was worked out or told in part', () => {
  const index = new MatchIndex()
  const [whole, told] = [record('a', ['r1'], ['a@example.com']), record('b', ['r2'], ['b@example.com'])]
  index.add(whole)
  index.add(told, [{ kind: 'row', value: 'r2' }])
  for (const each of [whole, told]) expect(index.identifiersOf(each)).toEqual(identifiersOf(each))
})

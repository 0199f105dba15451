import { describe, expect, it } from 'vitest'
import type { IndexRow } from './document-index.ts'
import { outcomesOf, type ProcessRecords } from './journal-outcomes.ts'
import type { JournaledDelete, JournaledPut } from './journal-record.ts'

const startMs = 1_800_000_000_000
/** So many ms after the start, as a file has its time. */
const fileTime = (ms: number): bigint => BigInt(startMs + ms) * 1_000_000n

const identityAt = (name: string, ms: number): string => `${name.charCodeAt(0)}-${fileTime(ms)}-1`

/** A put of the document `name` at one path. */
const put = (name: string, ms: number, over: string = 'anything'): JournaledPut => ({
  row: { path: 'a', version: name, identity: identityAt(name, ms) } as IndexRow,
  over,
  body: new Uint8Array(),
})
/** A delete of the document `name`, which was put at a time of its own. */
const remove = (name: string, putMs: number, ms: number): JournaledDelete => ({
  id: `no ${name}`,
  path: 'a',
  deleted: identityAt(name, putMs),
  version: name,
  at: startMs + ms,
})

const left = (...processes: ProcessRecords[]): string => {
  const [outcome, ...others] = [...outcomesOf(processes)]
  expect(others).toEqual([])
  return outcome?.put?.row.version ?? 'nothing'
}

describe('What puts and deletes of one path come to', () => {
  const first = put('A', 100)
  const ofAPerson: JournaledDelete = { id: 'no H', path: 'a', deleted: identityAt('H', 900), at: startMs + 150 }

  it.each<[string, string, ProcessRecords[]]>([
    ['a delete after a put', 'nothing', [[first, remove('A', 100, 150)]]],
    ['a delete in the tick of the put', 'nothing', [[first, remove('A', 100, 100)]]],
    ['a put after a delete', 'B', [[first, remove('A', 100, 150), put('B', 160, 'nothing')]]],
    ['all in one tick', 'B', [[first, remove('A', 100, 104), put('B', 100, 'nothing')]]],
    ['a delete that failed', 'A', [[first, remove('A', 100, 150), { failed: 'no A' }]]],
    ['a delete by another process', 'nothing', [[first], [remove('A', 100, 150)]]],
    ['the same, read first', 'nothing', [[remove('A', 100, 150)], [first]]],
    ['the same, in one tick', 'nothing', [[remove('A', 100, 104)], [first]]],
    ['a put by another after that', 'B', [[put('B', 160, 'nothing')], [remove('A', 100, 150)], [first]]],
    ['a put by another after a delete of what has a time to come', 'B', [[ofAPerson], [put('B', 160, 'nothing')]]],
    ['a delete of what is too long for the journal', 'nothing', [[first, remove('L', 120, 150)]]],
    ['a delete of what was stored long ago', 'nothing', [[remove('O', 1, 150)]]],
    [
      'a put over what was put over what was deleted',
      'C',
      [[first, put('B', 110), put('C', 120, identityAt('B', 110))]],
    ],
  ])('%s', (_, wanted, processes) => {
    expect(left(...processes)).toBe(wanted)
  })

  it.each<[string, string, ProcessRecords[]]>([
    ['a delete that came too late', 'B', [[first, put('B', 110, identityAt('A', 100)), remove('A', 100, 150)]]],
    ['a delete of what was settled, too late', 'B', [[put('B', 110, identityAt('O', 1)), remove('O', 1, 150)]]],
    ['a put that came too late', 'nothing', [[first, remove('A', 100, 105), put('B', 110, identityAt('A', 100))]]],
  ])('is the same where the record that it failed is lost: %s', (_, wanted, processes) => {
    expect(left(...processes)).toBe(wanted)
  })
})

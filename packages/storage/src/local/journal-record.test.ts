import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeRecords, encodeRecord, type JournalRecord } from './journal-record.ts'

const put = (path: string, body: Uint8Array): JournalRecord => ({
  row: {
    path,
    version: 'v',
    identity: '1-2-3',
    contentType: 't/t',
    sha256: createHash('sha256').update(body).digest('hex'),
    crc32c: '',
    createdAt: '2026-01-01T00:00:00.000Z',
    metadata: { path },
  },
  over: 'nothing',
  body: Buffer.from(body),
})

const record = fc.oneof(
  fc
    .record({ path: fc.string({ unit: 'binary' }), body: fc.uint8Array({ maxLength: 300 }) })
    .map(({ path, body }) => put(path, body)),
  fc.string().map((failed) => ({ failed })),
  fc.record({ id: fc.string(), path: fc.string({ unit: 'binary' }), deleted: fc.string(), at: fc.nat() }),
)
const written = (records: readonly JournalRecord[]): Buffer => Buffer.concat(records.flatMap(encodeRecord))

it('gives back what was written, up to where it was cut off', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 5 }), fc.nat(), (records, cut) => {
      const journal = written(records)
      expect([...decodeRecords(journal)]).toEqual(records)
      const length = cut % (journal.length + 1)
      const whole = records.filter((_, n) => written(records.slice(0, n + 1)).length <= length)
      expect([...decodeRecords(journal.subarray(0, length))]).toEqual(whole)
      // What a file system puts where it lost the bytes.
      expect([...decodeRecords(Buffer.concat([journal.subarray(0, length), Buffer.alloc(64)]))]).toEqual(whole)
    }),
  )
})

it('gives back nothing that is damaged', () => {
  fc.assert(
    fc.property(
      fc.array(record, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (records, at, bits) => {
        const journal = written(records)
        journal[at % journal.length]! ^= bits
        for (const each of decodeRecords(journal)) expect(records).toContainEqual(each)
      },
    ),
  )
})

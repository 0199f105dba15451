import {
  ChanceryError,
  type ClientSource,
  type ReadClientsRequest,
  type SourceRow,
  type VettedDocument,
} from '@chancery/core'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { vettedForTest } from './vetted-for-test.ts'

/** A source of documents to try, and how its kind of document is written. */
export interface ClientSourceUnderTest {
  readonly source: ClientSource
  /** A document with one record each, in order. */
  write(records: readonly { readonly name: string; readonly note: string }[]): VettedDocument
  /** The columns in which name and note come back. */
  readonly columns: { readonly name: string; readonly note: string }
  /** A document of the right type that is cut off or damaged in its last record; the ones before are whole. */
  readonly damaged: VettedDocument
}

const { signal } = new AbortController()

async function rowsOf(
  source: ClientSource,
  document: VettedDocument,
  behind: Pick<ReadClientsRequest, 'cursor' | 'columns'> = {},
): Promise<SourceRow[]> {
  const { rows } = await source.read({ document, ...behind }, { signal })
  const all: SourceRow[] = []
  for await (const row of rows) all.push(row)
  return all
}

/** What every source of client records that reads a document must do. */
export function clientSourceContract(name: string, make: () => ClientSourceUnderTest): void {
  describe(`${name} keeps the contract of a client source`, () => {
    let under: ClientSourceUnderTest
    beforeEach(() => {
      under = make()
    })

    const records = [
      { name: 'Ada Lovelace', note: 'first' },
      { name: 'Żółć 李小龍 👩‍⚖️', note: '=1+1' },
      { name: 'O\'Brien, "Pat"; x\\y', note: '__proto__' },
    ]
    const cellOf = (row: SourceRow, column: string): string | undefined =>
      row.values.find((each) => each.column === column)?.value

    it('gives each record as one row, in order, counted from 1', async () => {
      const rows = await rowsOf(under.source, under.write(records))
      expect(rows.map(({ row }) => row)).toEqual([1, 2, 3])
      expect(rows.map((row) => cellOf(row, under.columns.name))).toEqual(records.map((record) => record.name))
      expect(rows.map((row) => cellOf(row, under.columns.note))).toEqual(records.map(({ note }) => note))
      expect(rows.flatMap(({ faults }) => faults)).toEqual([])
    })

    it('names every column that its rows have, once each', async () => {
      const { columns, rows } = await under.source.read({ document: under.write(records) }, { signal })
      expect(new Set(columns).size).toBe(columns.length)
      for await (const { values } of rows) for (const { column } of values) expect(columns).toContain(column)
    })

    it('lets what goes on beside it have its turn, and so a cancellation too', async () => {
      const document = under.write(Array.from({ length: 2000 }, (_, n) => ({ name: `Client ${n}`, note: `${n}` })))
      const controller = new AbortController()
      const { rows } = await under.source.read({ document }, { signal: controller.signal })
      const late = new ChanceryError('deadline_exceeded', 'Too late.')
      setTimeout(() => controller.abort(late), 0)
      const reading = async (): Promise<void> => {
        // Long enough for the timer to be due; the rows themselves take too little.
        const until = Date.now() + 5
        for await (const _ of rows) while (Date.now() < until);
      }
      await expect(reading()).rejects.toBe(late)
    })

    it('goes on behind any row with its cursor', async () => {
      const document = under.write(Array.from({ length: 20 }, (_, n) => ({ name: `Client ${n}`, note: `${n}` })))
      const all = await rowsOf(under.source, document)
      const { columns } = await under.source.read({ document }, { signal })
      expect(all).toHaveLength(20)
      for (const [index, { cursor }] of all.entries()) {
        const behind = await under.source.read({ document, cursor }, { signal })
        expect(behind.columns).toEqual(columns)
        expect(await rowsOf(under.source, document, { cursor })).toEqual(all.slice(index + 1))
        expect(await rowsOf(under.source, document, { cursor, columns })).toEqual(all.slice(index + 1))
      }
    })

    it.each(['', 'x', '-1.5', '1', '1.1', '99999999999999999999.1', '{"row":1}', '1.0\n'])(
      'refuses the cursor %j',
      async (cursor) => {
        await expect(rowsOf(under.source, under.write(records), { cursor })).rejects.toMatchObject({
          code: 'invalid_request',
          violations: [{ pointer: '/cursor' }],
        })
      },
    )

    it('refuses the cursor of another document', async () => {
      const [row] = await rowsOf(under.source, under.write([{ name: 'A', note: 'a longer document' }]))
      await expect(rowsOf(under.source, under.write(records), { cursor: row?.cursor ?? '' })).rejects.toMatchObject({
        code: 'invalid_request',
      })
    })

    it('counts a damaged record as a row with a fault', async () => {
      const rows = await rowsOf(under.source, under.damaged)
      expect(rows.at(-1)?.faults).toMatchObject([{ severity: 'error' }])
      expect(rows.slice(0, -1).flatMap(({ faults }) => faults)).toEqual([])
      expect(rows.length).toBeGreaterThan(1)
    })

    it('refuses a document of another type, and none', async () => {
      const image = vettedForTest(new Uint8Array([1, 2, 3]), 'png')
      await expect(under.source.read({ document: image }, { signal })).rejects.toMatchObject({
        code: 'unsupported_document',
      })
      await expect(under.source.read({}, { signal })).rejects.toMatchObject({ code: 'unsupported_document' })
    })

    it('stops when the call is given up', async () => {
      const given = new AbortController()
      given.abort()
      await expect(under.source.read({ document: under.write(records) }, given)).rejects.toThrow()
      const later = new AbortController()
      const many = under.write(Array.from({ length: 2000 }, (_, n) => ({ name: `Client ${n}`, note: 'x' })))
      const { rows } = await under.source.read({ document: many }, later)
      await expect(async () => {
        for await (const { row } of rows) if (row > 0) later.abort()
      }).rejects.toThrow()
    })

    it('answers any bytes with rows or a ChanceryError', async () => {
      const { type } = under.write(records)
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
          try {
            const rows = await rowsOf(under.source, vettedForTest(bytes, type))
            expect(rows.map(({ row }) => row)).toEqual(rows.map((_, index) => index + 1))
          } catch (error) {
            if (!ChanceryError.is(error)) throw error
          }
        }),
        { numRuns: 80 },
      )
    })
  })
}

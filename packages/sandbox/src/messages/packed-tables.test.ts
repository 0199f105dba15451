import { type DocumentModel, modelOfText, type Table } from '@chancery/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeMessage, encodeMessage } from './message-bytes.ts'
import { packedModel, type PackedModel, unpackedModel } from './packed-tables.ts'

const text = 'name\temail\nAda\tada@example.com\n𝒳\té'
const place = fc.nat({ max: text.length })
const box = fc.constant({ x: 0.25, y: 0.5, width: 0.125, height: 1 })

const cell: fc.Arbitrary<Table['cells'][number]> = fc
  .record(
    {
      places: fc.tuple(place, place),
      row: fc.nat(),
      column: fc.nat(),
      rowSpan: fc.nat(),
      columnSpan: fc.nat(),
      other: fc.string(),
      value: fc.oneof(fc.string(), fc.boolean(), fc.integer()),
      formula: fc.string(),
      page: fc.nat(),
      box,
    },
    { requiredKeys: ['places', 'row', 'column', 'rowSpan', 'columnSpan'] },
  )
  .map(({ places, page, box: where, other, ...own }) => {
    const [start = 0, end = 0] = places.toSorted((a, b) => a - b)
    const span = { start, end, ...(page === undefined ? {} : { page }), ...(where === undefined ? {} : { box: where }) }
    return { ...own, span, text: other ?? text.slice(start, end) }
  })

const tables = fc.array(
  fc.array(cell).map((cells): Table => ({ span: { start: 0, end: 9 }, rows: 2, columns: 3, headerRows: 1, cells })),
)

it('brings tables to another process as they were, also those of attached documents', async () => {
  await fc.assert(
    fc.asyncProperty(tables, tables, async (own, attached) => {
      const model = (of: readonly Table[]): DocumentModel => ({ ...modelOfText(text), tables: of })
      const document = model(attached)
      const attachments = [{ document }, {}].map((each) => ({
        filename: 'a.csv',
        contentType: 'text/csv',
        size: 1,
        ...each,
      }))
      const whole = { ...model(own), attachments }
      const sent = decodeMessage(encodeMessage(packedModel(whole)).subarray(4)) as PackedModel
      expect(await unpackedModel(sent, async () => undefined)).toEqual(whole)
    }),
  )
})

it('takes less than a third of the bytes for a plain table', () => {
  const cells = Array.from({ length: 1000 }, (_, row) => {
    const span = { start: 0, end: 4 }
    return { row, column: 0, rowSpan: 1, columnSpan: 1, span, text: 'name' }
  })
  const whole = {
    ...modelOfText(text),
    tables: [{ span: { start: 0, end: 4 }, rows: 1000, columns: 1, headerRows: 0, cells }],
  }
  expect(encodeMessage(packedModel(whole)).length * 3).toBeLessThan(encodeMessage(whole).length)
})

it('makes the cells of a large table in turns', async () => {
  const cells = Array.from({ length: 30_000 }, (_, row) => {
    const span = { start: 0, end: 4 }
    const value = row % 3 === 0 ? { value: row } : {}
    return { row, column: 0, rowSpan: 1, columnSpan: 1, span, text: 'name', ...value }
  })
  const table = { span: { start: 0, end: 4 }, rows: cells.length, columns: 1, headerRows: 0, cells }
  const whole = { ...modelOfText(text), tables: [table] }
  let turns = 0
  expect(await unpackedModel(packedModel(whole), async () => void turns++)).toEqual(whole)
  expect(turns).toBeGreaterThan(10)
})

import {
  type Block,
  blockLayers,
  blockTypes,
  type Box,
  type DocumentModel,
  plainReading,
  type Region,
  type Span,
  type TableCell,
  type Word,
} from '@chancery/core'
import { createEmbeddedExtractor } from '@chancery/reading'
import { embeddedReaders } from './embedded-readers.ts'
import { docxOf, pdfOf } from '@chancery/port-contracts/sample-documents'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Records } from './records.ts'
import { receivedModel, sentModel, type SentModel } from './sent-model.ts'

/** Every field that a record may have: one that is new and not sent is missed here. */
type Fields<Record> = { [Key in keyof Required<Record>]: fc.Arbitrary<Required<Record>[Key]> }

/** With some of the optional fields. */
const recordOf = <Record>(fields: Fields<Record>, required: readonly (keyof Record)[]): fc.Arbitrary<Record> =>
  fc.record(fields, { requiredKeys: required as never, noNullPrototype: true }) as unknown as fc.Arbitrary<Record>

const integer = fc.integer()
const decimal = fc.double({ noNaN: true, noDefaultInfinity: true })
const word = fc.string({ unit: 'binary' })
const box = recordOf<Box>({ x: decimal, y: decimal, width: decimal, height: decimal }, ['x', 'y', 'width', 'height'])
const span = recordOf<Span>({ start: integer, end: integer, page: integer, box }, ['start', 'end'])
const region = recordOf<Region>({ page: integer, box }, ['page', 'box'])
const block = recordOf<Block>(
  {
    type: fc.constantFrom(...blockTypes),
    layer: fc.constantFrom(...blockLayers),
    span,
    level: integer,
    marker: word,
    table: integer,
    parent: integer,
    style: word,
    regions: fc.array(region),
    language: word,
    confidence: decimal,
  },
  ['type', 'layer', 'span'],
)
const cell = recordOf<TableCell>(
  {
    row: integer,
    column: integer,
    rowSpan: integer,
    columnSpan: integer,
    span,
    text: word,
    value: fc.oneof(word, decimal, fc.boolean()),
    formula: word,
  },
  ['row', 'column', 'rowSpan', 'columnSpan', 'span', 'text'],
).chain((made) => fc.constantFrom(made, { ...made, value: made.text }))
const placedWord = recordOf<Word>({ span, confidence: decimal }, ['span'])

const whole = await createEmbeddedExtractor({ readers: embeddedReaders }).extract(
  vettedForTest(docxOf(['One', 'Two']), 'docx'),
  { ...plainReading, words: true },
  { signal: new AbortController().signal },
)

const model: fc.Arbitrary<DocumentModel> = fc
  .record(
    {
      blocks: fc.array(block),
      tables: fc.array(
        fc.record({ span, rows: integer, columns: integer, headerRows: integer, cells: fc.array(cell) }),
      ),
      words: fc.array(placedWord),
    },
    { requiredKeys: ['blocks', 'tables'] },
  )
  .map(({ words, ...parts }) => {
    const { words: _words, ...rest } = whole
    return { ...rest, ...parts, ...(words === undefined ? {} : { words }) }
  })

describe('a sent model', () => {
  it('is received as it was, attachments and all', async () => {
    await fc.assert(
      fc.asyncProperty(model, fc.array(model, { maxLength: 2 }), async (outer, inner) => {
        const unread = { filename: 'a.bin', contentType: 'application/octet-stream', size: 1, problem: 'too_deep' }
        const attachments = inner.map((document) => ({ filename: 'b', contentType: 'c', size: 2, document }))
        const sent = { ...outer, attachments: [unread, ...attachments] }
        expect(await receivedModel(sentModel(sent))).toEqual(sent)
      }),
    )
  })

  it('is received as it was read, to the order of its fields', async () => {
    const { signal } = new AbortController()
    const request = { ...plainReading, words: true, structure: true }
    for (const document of [
      vettedForTest(docxOf(['One', 'Two']), 'docx'),
      vettedForTest(pdfOf(['Due: 5', 'x']), 'pdf'),
    ]) {
      const read = await createEmbeddedExtractor({ readers: embeddedReaders }).extract(document, request, { signal })
      const { text, blocks, words } = await receivedModel(sentModel(read))
      expect(JSON.stringify([text, blocks, words])).toBe(JSON.stringify([read.text, read.blocks, read.words]))
    }
  })

  it('is received in turns with other work where it is long', async () => {
    const words = Array.from({ length: 100_000 }, (_, index): Word => ({
      span: { start: index, end: index + 1, page: 1, box: { x: 1 / (index + 1), y: 0, width: 0.5, height: 0.25 } },
    }))
    const sent = sentModel({ ...whole, words })
    let turns = 0
    let others = setImmediate(function next() {
      turns++
      others = setImmediate(next)
    })
    const received = await receivedModel(sent)
    clearImmediate(others)
    expect(received.words).toEqual(words)
    expect(turns).toBeGreaterThan(1)
  })

  it('takes a third of the bytes of its objects as JSON, and says no text twice', () => {
    const cells = Array.from({ length: 5000 }, (_, row) => ({
      row,
      column: 0,
      rowSpan: 1,
      columnSpan: 1,
      text: 'One',
      value: 'One',
      span: { start: 0, end: 3 },
    }))
    const { records } = sentModel({
      ...whole,
      tables: [{ span: { start: 0, end: 3 }, rows: 5000, columns: 1, headerRows: 0, cells }],
    })
    expect(records.integers.byteLength).toBeLessThan(JSON.stringify(cells).length / 3)
    expect(records.texts).not.toContain('One')
  })

  it('is refused where it says what cannot be', async () => {
    const sent = sentModel(whole)
    const none: Records = { integers: new Int32Array(), decimals: new Float64Array(), texts: [] }
    const odd: object[] = [
      { blocks: 1e9 },
      { words: 1e9 },
      { tables: [{ cells: 1e9 }] },
      { tables: null },
      { attachments: [{ document: {} }] },
      { records: none },
      { records: { ...sent.records, texts: [], integers: sent.records.integers.map(() => 4) } },
      { records: { ...sent.records, integers: sent.records.integers.map(() => -1) } },
      { records: null },
    ]
    for (const part of odd) {
      const said = { ...sent, ...part } as SentModel
      await expect(receivedModel(said), JSON.stringify(part)).rejects.toThrow(/./)
    }
  })
})

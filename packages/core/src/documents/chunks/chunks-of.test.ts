import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block, DocumentModel, Table, TableCell } from '../../model/document-model.ts'
import { modelOfText } from '../model-of-text.ts'
import { type ChunkSizes, usualChunks } from './chunk.ts'
import { chunksOf } from './chunks-of.ts'

type Part = Omit<Block, 'span' | 'layer' | 'table'> & { readonly layer?: Block['layer']; readonly page?: number } & (
    | { readonly text: string }
    | { readonly rows: readonly (readonly string[])[]; readonly headerRows?: number }
  )

/** A model of blocks in their order. */
function modelOf(parts: readonly Part[]): DocumentModel {
  let text = ''
  const blocks: Block[] = []
  const tables: Table[] = []
  for (const { page, layer = 'body', ...part } of parts) {
    const own = 'text' in part ? part.text : part.rows.map((row) => row.join('\t')).join('\n')
    if (text !== '' && own !== '') text += '\n'
    const start = text.length
    text += own
    const span = { start, end: text.length, ...(page === undefined ? {} : { page }) }
    if ('text' in part) {
      const { text: _text, ...traits } = part
      blocks.push({ ...traits, layer, span })
    } else {
      const { rows, headerRows = 0, ...traits } = part
      blocks.push({ ...traits, layer, span, table: tables.length })
      tables.push({ span, ...gridOf(rows, start), headerRows })
    }
  }
  return { ...modelOfText(''), text, blocks, tables }
}

function gridOf(rows: readonly (readonly string[])[], start: number): Pick<Table, 'rows' | 'columns' | 'cells'> {
  let at = start
  const cells = rows.flatMap((row, index) =>
    row.map((text, column): TableCell => {
      const span = { start: at, end: at + text.length }
      at += text.length + 1
      return { row: index, column, rowSpan: 1, columnSpan: 1, span, text }
    }),
  )
  return { rows: rows.length, columns: rows[0]?.length ?? 0, cells }
}

const chunked = (parts: readonly Part[], sizes: Partial<ChunkSizes> = {}) => [
  ...chunksOf(modelOf(parts), { ...usualChunks, ...sizes }),
]
const heading = (text: string, level: number): Part => ({ type: 'heading', level, text })
const paragraph = (text: string, page?: number): Part => ({
  type: 'paragraph',
  text,
  ...(page === undefined ? {} : { page }),
})

describe('sections', () => {
  it('stand under their headings, of which one right below another stands with it', () => {
    const chunks = chunked([
      { type: 'title', text: 'Lease' },
      heading('1 Rent', 1),
      paragraph('Is 900 EUR.'),
      heading('1.1 When', 2),
      paragraph('Monthly.'),
      heading('2 Empty', 1),
      heading('3 Term', 1),
      paragraph('Two years.'),
    ])
    expect(chunks.map(({ headings, text }) => [headings, text])).toEqual([
      [['Lease', '1 Rent'], 'Lease\n1 Rent\nIs 900 EUR.'],
      [['Lease', '1 Rent', '1.1 When'], '1.1 When\nMonthly.'],
      [['Lease', '2 Empty'], '2 Empty'],
      [['Lease', '3 Term'], '3 Term\nTwo years.'],
    ])
  })

  it('have the notes that they refer to, and nothing of what stands around the text', () => {
    const chunks = chunked([
      { type: 'header', layer: 'furniture', text: 'Page 1' },
      heading('A', 1),
      paragraph('One'),
      heading('B', 1),
      paragraph('Two'),
      { type: 'footnote', layer: 'note', text: 'of one', parent: 2 },
      { type: 'comment', layer: 'annotation', text: 'remark' },
      { type: 'paragraph', layer: 'hidden', text: 'hidden' },
    ])
    expect(chunks.map(({ headings, text }) => [headings, text])).toEqual([
      [['A'], 'A\nOne'],
      [['B'], 'B\nTwo'],
      [['A'], 'of one'],
    ])
  })

  it('have spans into the text, one for what follows each other, and their pages', () => {
    const parts = [
      paragraph('One', 1),
      paragraph('Two', 1),
      { type: 'footer', layer: 'furniture', text: '1', page: 1 } as const,
      { ...paragraph('Three', 2), regions: [2, 3].map((page) => ({ page, box: { x: 0, y: 0, width: 1, height: 1 } })) },
    ]
    const [chunk] = chunked(parts)
    expect(chunk).toEqual({
      headings: [],
      text: 'One\nTwo\nThree',
      spans: [
        { start: 0, end: 7, page: 1 },
        { start: 10, end: 15 },
      ],
      pages: [1, 2, 3],
    })
  })
})

it('a paragraph over pages stands on all of them, where only its first is named', () => {
  const model = modelOf([paragraph('One', 1), paragraph('Two goes on and on', 1), paragraph('Three', 3)])
  const pages = [0, 9, 15].map((start, index) => ({ number: index + 1, span: { start, end: [8, 14, 28][index] ?? 0 } }))
  const chunks = [...chunksOf({ ...model, pages }, usualChunks)]
  expect(chunks.map(({ text, pages: on }) => [text, on])).toEqual([['One\nTwo goes on and on\nThree', [1, 2, 3]]])
})

describe('what is longer than a chunk', () => {
  const words = (count: number, word = 'word'): string => Array.from({ length: count }, () => word).join(' ')

  it('begins a new one with the block that does not fit', () => {
    const chunks = chunked([paragraph(words(15)), paragraph(words(10)), paragraph(words(3))], { maxCharacters: 100 })
    expect(chunks.map(({ text }) => text)).toEqual([words(15), `${words(10)}\n${words(3)}`])
  })

  it('is cut behind a sentence of its second half, else between words, and its heading stays with it', () => {
    const [one, two] = chunked([heading('Head', 1), paragraph(`${words(10)}. ${words(14)}`)], { maxCharacters: 100 })
    expect([one?.text, two?.text]).toEqual([`Head\n${words(10)}.`, words(14)])
    const cut = chunked([paragraph(words(60))], { maxCharacters: 100 })
    expect(cut.map(({ text }) => text.length)).toEqual([99, 99, 99])
    expect(cut.map(({ text }) => text).join(' ')).toBe(words(60))
  })

  it('is cut between characters where there are no spaces, never inside of one', () => {
    const chinese = chunked([paragraph('合同条款'.repeat(30))], { maxCharacters: 100 })
    expect(chinese.map(({ text }) => text.length)).toEqual([100, 20])
    const faces = chunked([paragraph('👩🏽‍💻'.repeat(40))], { maxCharacters: 101 })
    for (const { text } of faces) expect(text.isWellFormed()).toBe(true)
    expect(faces.map(({ text }) => text).join('')).toBe('👩🏽‍💻'.repeat(40))
  })

  it('begins with the last words of the chunk before it, where that is asked for, within its section', () => {
    const sizes = { maxCharacters: 100, overlap: 20 }
    const chunks = chunked([paragraph(`${words(18)} alpha beta`), paragraph(words(12)), heading('H', 1)], sizes)
    expect(chunks.map(({ text }) => text)).toEqual([
      `${words(18)} alpha beta`,
      `word word alpha beta\n${words(12)}`,
      'H',
    ])
    expect(chunks.every(({ text }) => text.length <= 100)).toBe(true)
  })
})

describe('tables', () => {
  const rows = (count: number): string[][] => [
    ['Item', 'Price'],
    ...Array.from({ length: count }, (_, index) => [`Item number ${index}`, `${index * 10} EUR`]),
  ]

  it('are chunks by themselves, with caption and heading, while they fit', () => {
    const chunks = chunked([
      heading('Prices', 1),
      { type: 'caption', text: 'Table 1' },
      { type: 'table', rows: rows(2), headerRows: 1, parent: 1 },
      paragraph('Behind'),
      { type: 'table', rows: rows(1), headerRows: 1 },
      { type: 'caption', text: 'Table 2', parent: 4 },
    ])
    expect(chunks.map(({ text, table }) => [text, table])).toEqual([
      ['Prices\nTable 1\nItem\tPrice\nItem number 0\t0 EUR\nItem number 1\t10 EUR', 0],
      ['Behind', undefined],
      ['Item\tPrice\nItem number 0\t0 EUR\nTable 2', 1],
    ])
  })

  it('are cut by rows, each part with caption and headers', () => {
    const chunks = chunked(
      [
        { type: 'caption', text: 'Table 1' },
        { type: 'table', rows: rows(12), headerRows: 1, parent: 0 },
      ],
      { maxCharacters: 120 },
    )
    expect(chunks.length).toBeGreaterThan(2)
    for (const { text, table } of chunks) {
      expect(text.startsWith('Table 1\nItem\tPrice\nItem number ')).toBe(true)
      expect([table, text.length <= 120]).toEqual([0, true])
    }
    const all = chunks.flatMap(({ text }) => text.split('\n').slice(2))
    expect(all).toEqual(
      rows(12)
        .slice(1)
        .map((row) => row.join('\t')),
    )
  })

  it('of empty cells are none', () => {
    expect(
      chunked([
        {
          type: 'table',
          rows: [
            ['', ''],
            ['', ''],
          ],
        },
        paragraph('Behind'),
      ]).map(({ text }) => text),
    ).toEqual(['Behind'])
  })

  it('with headers that leave no room have these once', () => {
    const long = 'Head '.repeat(30).trim()
    const chunks = chunked([{ type: 'table', rows: [[long], ['a'], ['b']], headerRows: 1 }], { maxCharacters: 100 })
    expect(
      chunks
        .map(({ text }) => text)
        .join(' ')
        .replaceAll(/\s+/g, ' '),
    ).toBe(`${long} a b`)
  })
})

describe('for any document', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'bc', ' ', '. ', '漢', '。', '😀', 'e\u0301'), maxLength: 90 })
  const shown = line.map((text) => `x${text}`)
  const part: fc.Arbitrary<Part> = fc.oneof(
    fc.record({ type: fc.constant('heading' as const), level: fc.integer({ min: 1, max: 6 }), text: shown }),
    fc.record({ type: fc.constantFrom('paragraph' as const, 'list-item' as const, 'caption' as const), text: shown }),
    fc.record({ type: fc.constant('footer' as const), layer: fc.constant('furniture' as const), text: shown }),
    fc.record({ type: fc.constant('footnote' as const), layer: fc.constant('note' as const), text: shown }),
    fc.record({
      type: fc.constant('table' as const),
      rows: fc
        .integer({ min: 1, max: 3 })
        .chain((columns) =>
          fc.array(fc.array(shown, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 8 }),
        ),
      headerRows: fc.integer({ min: 0, max: 1 }),
    }),
  )
  const sizes = fc
    .integer({ min: 100, max: 300 })
    .chain((maxCharacters) =>
      fc.record({ maxCharacters: fc.constant(maxCharacters), overlap: fc.nat(Math.floor(maxCharacters / 2)) }),
    )

  it('they are small enough, say what their spans say, and lose nothing', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), sizes, (parts, size) => {
        const model = modelOf(parts)
        const chunks = [...chunksOf(model, size)]
        const seen = new Uint8Array(model.text.length)
        for (const { text, spans, headings } of chunks) {
          expect(text.length).toBeLessThanOrEqual(size.maxCharacters)
          expect(text.isWellFormed()).toBe(true)
          expect(spans.map(({ start, end }) => model.text.slice(start, end)).join('\n')).toBe(text)
          expect(headings.length).toBeLessThanOrEqual(7)
          for (const { start, end } of spans) for (let at = start; at < end; at++) seen[at]! += 1
        }
        const furniture = model.blocks.filter(({ layer }) => layer === 'furniture')
        for (const { span } of furniture)
          expect(seen.subarray(span.start, span.end).every((times) => times === 0)).toBe(true)
        const heads = model.tables.flatMap(({ cells, headerRows }) => cells.filter(({ row }) => row < headerRows))
        const repeats = (at: number): boolean =>
          size.overlap > 0 || heads.some(({ span }) => at >= span.start && at < span.end)
        for (const { span, layer } of model.blocks) {
          if (layer === 'furniture') continue
          for (let at = span.start; at < span.end; at++) {
            if (/\s/.test(model.text.charAt(at))) continue
            expect(seen[at] === 1 || (seen[at]! > 1 && repeats(at)), `character ${at}`).toBe(true)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('they take time in proportion to it', () => {
    const took = (count: number): number => {
      const model = modelOf(Array.from({ length: count }, (_, index) => paragraph(`${index} ${'x'.repeat(400)}`)))
      const before = process.threadCpuUsage()
      expect([...chunksOf(model, { maxCharacters: 100, overlap: 50 })].length).toBeGreaterThan(count)
      return process.threadCpuUsage(before).user / 1000
    }
    took(2000)
    expect(took(16_000)).toBeLessThan(Math.max(took(2000), 5) * 40)
  })
})

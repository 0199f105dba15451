import { expect, it } from 'vitest'
import type { Block, DocumentModel, Table } from '../model/document-model.ts'
import { joinedTables } from './joined-tables.ts'
import { modelOfText } from './model-of-text.ts'

interface Page {
  readonly rows: readonly (readonly string[])[]
  readonly headerRows?: number
  /** Where its columns begin. */
  readonly xs?: readonly number[]
  readonly top?: number
  readonly page?: number
  /** Paragraphs that stand before it. */
  readonly title?: readonly string[]
  /** A paragraph that stands after it. */
  readonly after?: string
}

/** Tables under each other, each from the page after that of the one before it; then a note that belongs to the last. */
function documentOf(pages: readonly Page[]): DocumentModel {
  let text = ''
  const add = (own: string, between = '\n') => {
    text += (text === '' ? '' : between) + own
    return { start: text.length - own.length, end: text.length }
  }
  const blocks: Block[] = []
  const tables: Table[] = []
  for (const [
    at,
    { rows, headerRows = 0, xs = [0.1, 0.5], top = 0.05, page = at + 1, title = [], after },
  ] of pages.entries()) {
    for (const line of title) blocks.push({ type: 'paragraph', layer: 'body', span: { ...add(line), page } })
    const cells = rows.flatMap((row, down) =>
      row.map((own, column) => ({
        row: down,
        column,
        rowSpan: 1,
        columnSpan: 1,
        text: own,
        span: {
          ...add(own, column === 0 ? '\n' : '\t'),
          page,
          box: { x: xs[column] ?? 0, y: top, width: (xs[column + 1] ?? 0.9) - (xs[column] ?? 0), height: 0.1 },
        },
      })),
    )
    const span = {
      start: cells[0]?.span.start ?? 0,
      end: text.length,
      page,
      box: { x: 0.1, y: top, width: 0.8, height: 0.9 - top },
    }
    tables.push({ span, rows: rows.length, columns: xs.length, headerRows, cells })
    blocks.push({ type: 'table', layer: 'body', span, table: at })
    if (after !== undefined) blocks.push({ type: 'paragraph', layer: 'body', span: { ...add(after), page } })
  }
  blocks.push({ type: 'caption', layer: 'body', span: add('Prices'), parent: blocks.length - 1 })
  const notes = [{ span: { start: 0, end: 0 }, block: blocks.length - 1 }]
  return { ...modelOfText(text), blocks, tables, notes }
}

const head = ['Item', 'Price']
const shown = (model: DocumentModel): string[] =>
  model.tables.map(({ cells, rows }) =>
    Array.from({ length: rows }, (_, row) =>
      cells
        .filter((cell) => cell.row === row)
        .map(({ text }) => text)
        .join(' '),
    ).join(' | '),
  )

const first = { rows: [head, ['Bolt', '1']], headerRows: 1 }

it('joins what goes on over pages, with a repeated header once, and keeps the text', () => {
  const whole = documentOf([first, { rows: [head, ['Nut', '2']], headerRows: 1 }, { rows: [['Pin', '3']] }])
  const model = joinedTables(whole)
  expect(shown(model)).toEqual(['Item Price | Bolt 1 | Nut 2 | Pin 3'])
  expect(model.text).toBe(whole.text)
  expect(model.blocks.map(({ type }) => type)).toEqual(['table', 'caption'])
  expect(model.blocks[0]).toMatchObject({ table: 0, span: { start: 0, end: whole.tables[2]?.span.end } })
  expect(model.blocks[0]?.regions?.map(({ page }) => page)).toEqual([1, 2, 3])
  expect(model.blocks[1]).toMatchObject({ parent: 0 })
  expect(model.notes).toMatchObject([{ block: 1 }])
  expect(model.tables[0]).toMatchObject({
    rows: 4,
    columns: 2,
    headerRows: 1,
    span: model.blocks[0]?.span && { start: 0 },
  })
  for (const { span, text } of model.tables[0]?.cells ?? []) expect(model.text.slice(span.start, span.end)).toBe(text)
})

it('joins below a title that is repeated with the header, and has it once', () => {
  const title = ['Prices of the year', 'in euros']
  const whole = documentOf([
    { ...first, title },
    { rows: [head, ['Nut', '2']], headerRows: 1, title },
    { rows: [head, ['Pin', '3']], headerRows: 1, title: title.slice(1) },
  ])
  const model = joinedTables(whole)
  expect(shown(model)).toEqual(['Item Price | Bolt 1 | Nut 2 | Pin 3'])
  expect(model.blocks.map(({ type }) => type)).toEqual(['paragraph', 'paragraph', 'table', 'caption'])
  expect(model.blocks[2]?.regions).toHaveLength(3)
  expect(model.blocks[3]).toMatchObject({ parent: 2 })
  expect(model.notes).toMatchObject([{ block: 3 }])
})

it('takes a blank row at the top of a page for the rest of the row above, and those to be filled in for rows', () => {
  const next = (...rows: string[][]): string[] => shown(joinedTables(documentOf([first, { rows }])))
  expect(next(['', ''], ['Nut', '2'])).toEqual(['Item Price | Bolt 1 | Nut 2'])
  expect(next(['', ''], ['', ''])).toEqual(['Item Price | Bolt 1 |   |  '])
})

it.each<[string, Page, Page?]>([
  ['has its columns elsewhere', { rows: [['Nut', '2']], xs: [0.1, 0.6] }],
  ['has more columns', { rows: [['Nut', '2', '3']], xs: [0.1, 0.5, 0.8] }],
  [
    'has a header of its own',
    {
      rows: [
        ['Tool', 'Weight'],
        ['Saw', '2'],
      ],
      headerRows: 1,
    },
  ],
  ['is on the same page', { rows: [['Nut', '2']], page: 1 }],
  ['is two pages on', { rows: [['Nut', '2']], page: 3 }],
  ['begins low on its page', { rows: [['Nut', '2']], top: 0.5 }],
  ['has another title', { ...first, title: ['Tools'] }, { ...first, title: ['Prices'] }],
  ['has its title, and no header', { rows: [['Nut', '2']], title: ['Prices'] }, { ...first, title: ['Prices'] }],
  ['has text before it', { rows: [['Nut', '2']] }, { ...first, after: 'Some text' }],
])('leaves a table alone that %s', (_, second, before = first) => {
  const whole = documentOf([before, second])
  expect(joinedTables(whole)).toBe(whole)
})

it('keeps the rows of a header that a merged cell reaches out of', () => {
  const whole = documentOf([first, { rows: [head, ['', '2']], headerRows: 1 }])
  const [one, two] = whole.tables
  if (one === undefined || two === undefined) throw new Error('two tables')
  const merged = {
    ...two,
    cells: two.cells
      .slice(0, 2)
      .concat(two.cells.slice(3))
      .map((cell, at) => (at === 0 ? { ...cell, rowSpan: 2 } : cell)),
  }
  expect(joinedTables({ ...whole, tables: [one, merged] }).tables[0]).toMatchObject({ rows: 4 })
})

it('joins columns whose texts are of other lengths on each page, so that the side between them moves', () => {
  const page = (middle: number): Page => ({ rows: [['Bolt', 'pc.', '1']], xs: [0.1, middle, 0.8] })
  expect(shown(joinedTables(documentOf([page(0.6), page(0.5)])))).toEqual(['Bolt pc. 1 | Bolt pc. 1'])
  const other: Page = { rows: [['Nut', 'pc.', '2']], xs: [0.1, 0.4, 0.6] }
  expect(shown(joinedTables(documentOf([page(0.7), other])))).toHaveLength(2)
})

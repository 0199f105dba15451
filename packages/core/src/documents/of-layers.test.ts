import { expect, it } from 'vitest'
import type { Block, BlockLayer, DocumentModel } from '../model/document-model.ts'
import { modelOfText } from './model-of-text.ts'
import { ofLayers, shownLayers } from './of-layers.ts'

/** A letter as its reader gives it: letterhead, text with a footnote of two paragraphs and a table, a remark, a page number. */
const letter = (): DocumentModel => {
  const texts: readonly (readonly [BlockLayer, string, Partial<Block>?])[] = [
    ['furniture', 'ACME', { type: 'header' }],
    ['body', 'Sum due', { type: 'heading' }],
    ['body', 'a\tb', { type: 'table', table: 0 }],
    ['note', '1 net', { type: 'footnote', marker: '1', parent: 1 }],
    ['note', 'of tax', { type: 'footnote', parent: 3 }],
    ['annotation', 'why', { type: 'comment', parent: 1 }],
    ['furniture', '7', { type: 'footer' }],
    ['body', '', { type: 'figure', image: 0 }],
    ['note', 'say it', {}],
  ]
  const text = texts
    .map(([, own]) => own)
    .filter((own) => own !== '')
    .join('\n')
  let at = 0
  const blocks = texts.map(([layer, own, traits]): Block => {
    const start = own === '' ? Math.max(at - 1, 0) : at
    if (own !== '') at += own.length + 1
    return { type: 'paragraph', layer, span: { start, end: start + own.length, page: 1 }, ...traits }
  })
  const span = (own: string) => ({ start: text.indexOf(own), end: text.indexOf(own) + own.length })
  const cell = (column: number, own: string) => ({
    row: 0,
    column,
    rowSpan: 1,
    columnSpan: 1,
    text: own,
    span: { start: text.indexOf('a\tb') + 2 * column, end: text.indexOf('a\tb') + 2 * column + 1 },
  })
  return {
    ...modelOfText(text),
    blocks: blocks.map((block) => (block.type === 'comment' ? { ...block, about: span('due') } : block)),
    pages: [{ number: 1, span: { start: 0, end: text.length, page: 1 } }],
    tables: [{ span: span('a\tb'), rows: 1, columns: 2, headerRows: 0, cells: [cell(0, 'a'), cell(1, 'b')] }],
    images: [{ contentType: 'image/png' }],
    runs: [
      { span: span('ACME'), bold: true },
      { span: span('due'), italic: true },
    ],
    notes: [{ span: { start: span('Sum').end, end: span('Sum').end }, block: 3 }],
    links: [{ span: span('ACME'), url: 'https://acme.test' }],
    outline: [{ title: 'Sum due', level: 1, start: span('Sum').start }],
    revisions: [{ type: 'insertion', text: 'ACME', span: span('ACME') }],
    keyValues: [{ key: 'Sum', value: 'due', keySpan: span('Sum'), valueSpan: span('due'), confidence: 1 }],
  }
}

it('shows the body with its footnotes, with spans into that text', () => {
  const whole = letter()
  const model = ofLayers(whole)
  const said = ({ span }: { readonly span: { readonly start: number; readonly end: number } }): string =>
    model.text.slice(span.start, span.end)
  expect(model.text).toBe('Sum due\na\tb\n1 net\nof tax')
  expect(model.blocks.map((block) => [block.type, block.parent, said(block)])).toEqual([
    ['heading', undefined, 'Sum due'],
    ['table', undefined, 'a\tb'],
    ['footnote', 0, '1 net'],
    ['footnote', 2, 'of tax'],
    ['figure', undefined, ''],
  ])
  expect(model.pages[0]?.span).toMatchObject({ start: 0, end: model.text.length })
  expect(model.tables.map(({ cells }) => cells.map(said))).toEqual([['a', 'b']])
  expect(model.runs.map(said)).toEqual(['due'])
  expect(model.notes).toEqual([{ span: { start: 3, end: 3 }, block: 2 }])
  expect([model.links, model.outline[0]?.start, model.images.length]).toEqual([[], 0, 1])
  expect(model.keyValues.map(({ valueSpan }) => said({ span: valueSpan }))).toEqual(['due'])
  expect(model.revisions).toEqual([{ type: 'insertion', text: 'ACME' }])
  expect(shownLayers(whole, model)).toEqual({ shown: ['body', 'note'], leftOut: ['furniture', 'note', 'annotation'] })
})

it('shows the layers that are asked for, and no others', () => {
  const whole = letter()
  expect(ofLayers(whole, ['body']).text).toBe('Sum due\na\tb')
  expect(ofLayers(whole, ['body']).notes).toEqual([])
  expect(ofLayers(whole, ['furniture']).text).toBe('ACME\n7')
  expect(ofLayers(whole, ['hidden'])).toMatchObject({ text: '', blocks: [], tables: [] })
  const remarks = ofLayers(whole, ['body', 'annotation'])
  const about = remarks.blocks.find(({ type }) => type === 'comment')?.about
  expect(remarks.text.slice(about?.start, about?.end)).toBe('due')
  expect(ofLayers(whole, ['body', 'furniture', 'note', 'annotation', 'hidden'])).toBe(whole)
})

it('counts a footnote without any reference to the body, and one of a header to the header', () => {
  const text = 'Head\nBody\n1 of the head\n2 of nobody'
  const at = (own: string) => ({ start: text.indexOf(own), end: text.indexOf(own) + own.length })
  const model: DocumentModel = {
    ...modelOfText(text),
    blocks: [
      { type: 'header', layer: 'furniture', span: at('Head') },
      { type: 'paragraph', layer: 'body', span: at('Body') },
      { type: 'footnote', layer: 'note', span: at('1 of the head'), parent: 0 },
      { type: 'footnote', layer: 'note', span: at('2 of nobody') },
    ],
    notes: [{ span: { start: 4, end: 4 }, block: 2 }],
  }
  expect(ofLayers(model).text).toBe('Body\n2 of nobody')
})

import { type DocumentModel, modelOfText } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'
import { searchedParts } from './searched-parts.ts'
import { mostText } from './text-in-reach.ts'

const { signal } = new AbortController()
const rows = [
  ['Name', 'Betrag', 'Datum'],
  ['Anna Meyer', '12,50 €', '1. März 2026'],
  ['Kunde', '4711'],
  ['Ort', 'Köln'],
]
const text = rows.map((row) => row.join('\t')).join('\n')

/** The table of some rows, by where they stand in the text. */
function tableOf(first: number, count: number): DocumentModel['tables'][number] {
  let at = rows.slice(0, first).reduce((sum, row) => sum + row.join('\t').length + 1, 0)
  const start = at
  const cells = rows.slice(first, first + count).flatMap((row, index) =>
    row.map((cell, column) => {
      const span = { start: at, end: at + cell.length }
      at += cell.length + 1
      return { text: cell, row: index, column, rowSpan: 1, columnSpan: 1, span }
    }),
  )
  const columns = rows[first]?.length ?? 0
  return { span: { start, end: at }, rows: count, columns, headerRows: columns === 2 ? 0 : 1, cells } as never
}

const model: DocumentModel = {
  ...modelOfText(text),
  tables: [tableOf(0, 2), tableOf(2, 2)],
  keyValues: [],
  formFields: [{ name: 'Wohnort', type: 'text', value: 'Köln' }],
}

describe('what the rules look at', () => {
  it('is enough to find the same', async () => {
    const identifier = createRuleIdentifier()
    const request = { profile: 'auto', minConfidence: 0 } as const
    const whole = await identifier.identify({ ...request, model }, { signal })
    const parts = await identifier.identify({ ...request, model: searchedParts(model) }, { signal })
    expect(parts).toEqual(whole)
    expect(whole.keyValues.map(({ key }) => key)).toContain('Kunde')
  })

  it('has no cells of large tables but their headers, and nothing that is not looked at', () => {
    const parts = searchedParts(model)
    expect(parts.tables.map(({ cells }) => cells.map((cell) => cell.text))).toEqual([
      ['Name', 'Betrag', 'Datum'],
      ['Kunde', '4711', 'Ort', 'Köln'],
    ])
    expect(Object.keys(parts).toSorted()).toEqual(['formFields', 'keyValues', 'pages', 'runs', 'tables', 'text'])
  })

  it('has of the looks of the text what is struck out', () => {
    const [bold, struck] = [
      { span: { start: 0, end: 4 }, bold: true as const },
      { span: { start: 5, end: 11 }, strike: true as const },
    ]
    expect(searchedParts({ ...model, runs: [bold, struck] }).runs).toEqual([struck])
  })

  it('has no more labels and values of one table than any form has', async () => {
    const lines = Array.from({ length: 30_000 }, (_, row) => [`Label ${'abcdefghij'[row % 10]}${row}`, 'x'] as const)
    let at = 0
    const cells = lines.flatMap((line, row) =>
      line.map((cell, column) => {
        const span = { start: at, end: at + cell.length }
        at += cell.length + 1
        return { text: cell, row, column, rowSpan: 1, columnSpan: 1, span }
      }),
    )
    const long = {
      ...modelOfText(lines.map((line) => line.join('\t')).join('\n')),
      tables: [{ span: { start: 0, end: at - 1 }, rows: lines.length, columns: 2, headerRows: 0, cells }],
    }
    expect(searchedParts(long).tables[0]?.cells.length).toBeLessThan(cells.length / 2)
    const request = { profile: 'auto', minConfidence: 0, fields: [] } as const
    const { keyValues, warnings } = await createRuleIdentifier().identify({ ...request, model: long }, { signal })
    expect(keyValues.length).toBe(5000)
    expect(warnings).toMatchObject([{ code: 'values_left_out' }])
  })
})

it('has nothing beyond the text that is searched, but all of that text', () => {
  const line = 'Telefon: 0221 4711\n'
  const long = line.repeat(200_000)
  const pairAt = (start: number) => ({
    key: 'Telefon',
    value: '0221 4711',
    keySpan: { start, end: start + 7 },
    valueSpan: { start: start + 9, end: start + 18 },
    confidence: 1,
  })
  const far = mostText + 1000 * line.length
  const parts = searchedParts({ ...modelOfText(long), keyValues: [pairAt(0), pairAt(far - (far % line.length))] })
  expect(parts.text).toBe(long)
  expect(parts.keyValues).toEqual([pairAt(0)])
})

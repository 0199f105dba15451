import { describe, expect, it } from 'vitest'
import { outline, readForTest } from './reading-for-test.ts'
import { linesAt, pdfOf, type PlacedText } from './pdf-fixture.ts'

const cell = (x: number, y: number, text: string): PlacedText => ({ x, y, text })

describe('tables of a PDF', () => {
  it('reads merged cells by the lines that are drawn, as strokes and as thin filled boxes', async () => {
    const strokes = ['60 700 300 0', '160 680 200 0', '60 660 300 0', '60 640 300 0'].map((line) => {
      const [x = 0, y = 0, width = 0] = line.split(' ').map(Number)
      return `${x} ${y} m ${x + width} ${y} l S`
    })
    const bars = ['60 640 0.6 60', '160 640 0.6 60', '260 640 0.6 40', '360 640 0.6 60'].map((box) => `${box} re f`)
    const model = await readForTest(
      pdfOf({
        pages: [
          [
            cell(66, 676, 'Product'),
            cell(240, 686, 'Sales'),
            cell(200, 666, 'Q1'),
            cell(300, 666, 'Q2'),
            cell(66, 646, 'Apples'),
            cell(200, 646, '12'),
            cell(300, 646, '14'),
          ],
        ],
        content: [...strokes, ...bars].join('\n'),
      }),
      'pdf',
    )
    expect(model.tables).toHaveLength(1)
    expect(model.tables[0]).toMatchObject({ rows: 3, columns: 3, headerRows: 2 })
    expect(model.tables[0]?.cells.map(({ text, rowSpan, columnSpan }) => [text, rowSpan, columnSpan])).toEqual([
      ['Product', 2, 1],
      ['Sales', 1, 2],
      ['Q1', 1, 1],
      ['Q2', 1, 1],
      ['Apples', 1, 1],
      ['12', 1, 1],
      ['14', 1, 1],
    ])
  })

  it('makes words whole again that a line parts, in cells and in text, and knows parts that stand for longer words', async () => {
    const model = await readForTest(
      pdfOf({
        pages: [
          [
            cell(66, 686, 'Nr'),
            cell(166, 686, 'Leistung'),
            cell(66, 666, '1'),
            cell(166, 666, 'Wartungs-'),
            cell(166, 652, 'vertrag, Ein-'),
            cell(166, 638, 'und Ausbau'),
            cell(60, 600, 'Die Gesellschaft kümmert sich um den ganzen Ein-'),
            cell(60, 586, 'und Verkauf aller Waren, die unter den Vertrag ge-'),
            cell(60, 572, 'hören, in allen Ländern dieser Welt.'),
          ],
        ],
        content: [
          ...[700, 680, 630].map((y) => `60 ${y} m 360 ${y} l S`),
          ...[60, 160, 360].map((x) => `${x} 630 m ${x} 700 l S`),
        ].join('\n'),
      }),
      'pdf',
      { words: true },
    )
    const [table] = model.tables
    expect(table?.cells.map(({ text }) => text)).toEqual(['Nr', 'Leistung', '1', 'Wartungsvertrag, Ein- und Ausbau'])
    const words = model.words?.map(({ span }) => model.text.slice(span.start, span.end))
    for (const word of ['Wartungs', 'vertrag,', 'Ein-', 'Ausbau', 'ge', 'hören,']) expect(words).toContain(word)
    expect(model.text).toContain('den ganzen Ein- und Verkauf aller Waren, die unter den Vertrag gehören, in')
  })

  it('reads a striped table, and the paragraph above as a paragraph', async () => {
    const rows = [
      ['Item', 'Jan', 'Feb'],
      ['Rent', '900', '910'],
      ['Food', '410', '388'],
      ['Fuel', '120', '99'],
    ]
    const model = await readForTest(
      pdfOf({
        pages: [
          [
            cell(60, 740, 'What was spent in the first two months of the year, by what it was spent on:'),
            ...rows.flatMap((row, at) => row.map((text, column) => cell(64 + column * 100, 704 - at * 16, text))),
          ],
        ],
        content: ['0.85 g', '60 700 300 16 re f', '60 668 300 16 re f', '0 g'].join('\n'),
      }),
      'pdf',
    )
    expect(model.blocks.map(({ type }) => type)).toEqual(['paragraph', 'table'])
    expect(model.tables[0]).toMatchObject({ rows: 4, columns: 3, headerRows: 1 })
    expect(model.tables[0]?.cells.map(({ text }) => text)).toEqual(rows.flat())
  })

  it('reads rows as lines where the text alone is asked for, and prose as it always does', async () => {
    const prose = ['What was spent in the first two months of the year, by what it was spent', 'on, in a few lines.']
    const rows = [
      ['Rent', '900', '910'],
      ['Food', '410', '388'],
    ]
    const bytes = pdfOf({
      pages: [
        [
          ...prose.map((line, at) => cell(60, 740 - at * 13, line)),
          ...rows.flatMap((row, at) => row.map((text, column) => cell(64 + column * 100, 684 - at * 16, text))),
        ],
      ],
      content: ['60 680 300 16 re S', '60 664 300 16 re S', '150 664 0.6 32 re f', '250 664 0.6 32 re f'].join('\n'),
    })
    const whole = await readForTest(bytes, 'pdf')
    const model = await readForTest(bytes, 'pdf', { structure: false })
    expect(whole.tables).toHaveLength(1)
    expect(model.tables).toEqual([])
    expect(model.text).toBe(whole.text)
    expect(model.text).toBe(`${prose.join(' ')}\n${rows.map((row) => row.join('\t')).join('\n')}`)
    expect(model.language).toBe(whole.language)
  })

  it('takes a large line over a table for a heading, though a page has no other text', async () => {
    const rows = [
      ['Item', 'Price', 'Tax'],
      ['Bolt', '1.50', '0.30'],
      ['Nut', '0.25', '0.05'],
      ['Pin', '0.10', '0.02'],
      ['Washer', '0.05', '0.01'],
    ]
    const table = rows.flatMap((cells, row) =>
      cells.map((text, at) => ({ x: 70 + at * 120, y: 700 - row * 16, text, size: 10 })),
    )
    const titled = async (size: number) =>
      outline(await readForTest(pdfOf({ pages: [[{ x: 70, y: 760, text: 'Prices', size }, ...table]] }), 'pdf'))[0]
    expect(await titled(20)).toBe('heading 1 | Prices')
    expect(await titled(10)).toBe('paragraph | Prices')
  })

  it('tells what is struck out in a cell, and keeps a number whole that its line parts', async () => {
    const rows = [700, 680, 646].map((y) => `60 ${y} m 360 ${y} l S`)
    const columns = [60, 160, 360].map((x) => `${x} 646 m ${x} 700 l S`)
    const { text, tables, runs } = await readForTest(
      pdfOf({
        pages: [
          [
            cell(66, 686, 'Item'),
            cell(166, 686, 'Price'),
            cell(66, 666, 'NA22-'),
            cell(66, 652, 'OAR-43'),
            cell(166, 666, 'EUR 500'),
            cell(220, 666, 'EUR 640'),
          ],
        ],
        content: [...rows, ...columns, '166 669.5 m 207 669.5 l S'].join('\n'),
      }),
      'pdf',
    )
    expect(tables[0]?.cells.map((each) => each.text)).toEqual(['Item', 'Price', 'NA22-OAR-43', 'EUR 500 EUR 640'])
    expect(runs.map(({ span, strike }) => [text.slice(span.start, span.end), strike])).toEqual([['EUR 500', true]])
  })
})

it('reads a box beside an address where it stands, and lines between tables by the width of their column', async () => {
  const rows = [
    ['Date', 'Details', 'Balance'],
    ['1 July', 'Brought forward', '2,104.17'],
    ['2 July', 'Water rates', '2,062.97'],
    ['9 July', 'Payroll', '5,312.97'],
  ]
  const table = rows.flatMap((cells, row) => cells.map((text, at) => ({ x: 70 + at * 210, y: 560 - row * 16, text })))
  const texts = [
    ...linesAt(70, 780, ['Northmoor Bank', '14 Kings Parade', 'Leeds LS1 4HT']),
    ...linesAt(380, 780, ['Account 0042 118 993', 'Sort code 20-45-77', 'Statement 7 of 2026']),
    ...linesAt(70, 680, ["Mrs Helena O'Rourke", '9 Ashgrove Terrace', 'York YO24 1AB']),
    ...table,
    ...linesAt(70, 470, ['Your arranged limit is 500.00, and interest is charged at the usual rate of the year.']),
  ]
  const { text } = await readForTest(pdfOf({ pages: [texts], content: '370 740 160 55 re S' }), 'pdf')
  const at = ['Leeds LS1', 'Account', 'Mrs Helena', 'Brought', 'Your arranged'].map((each) => text.indexOf(each))
  expect(at).toEqual([...at].sort((a, b) => a - b))
  expect(text).toMatch(/Mrs Helena O'Rourke\s*\n\s*9 Ashgrove Terrace\s*\n\s*York/)
})

import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rectangle } from '../page-geometry.ts'
import { type FoundTable, pageTables, type TableWord } from './page-tables.ts'

const size = 10
const lineHeight = 14

/** Words of one stretch of text, 5 points a letter, its line's top at `y`. */
function textAt(x: number, y: number, text: string, bold = false): TableWord[] {
  let left = x
  return text.split(' ').map((word) => {
    const placed = { text: word, left, right: left + word.length * 5, top: y, bottom: y + 12, size, bold }
    left = placed.right + 2.8
    return placed
  })
}

/** Lines of texts that begin at the same places; '' leaves a place out. */
const linesAt = (xs: readonly number[], y: number, lines: readonly (readonly string[])[]): TableWord[] =>
  lines.flatMap((line, row) =>
    line.flatMap((text, at) => (text === '' ? [] : textAt(xs[at] ?? 0, y + row * lineHeight, text))),
  )

const across = (y: number, left: number, right: number): Rectangle => ({ left, right, top: y - 0.25, bottom: y + 0.25 })
const down = (x: number, top: number, bottom: number): Rectangle => ({ left: x - 0.25, right: x + 0.25, top, bottom })

const tablesOf = (words: readonly TableWord[], rules: readonly Rectangle[] = []): FoundTable<TableWord>[] =>
  pageTables({ words, rules, width: 595, height: 842 })

/** Rows of texts: "2×1 Fruit" for a cell over two rows; a cell is where it begins. */
function shown({ cells, rows }: FoundTable<TableWord>): string[] {
  return Array.from({ length: rows }, (_, row) =>
    cells
      .filter((cell) => cell.row === row)
      .map(({ text, rowSpan, columnSpan }) => (rowSpan * columnSpan > 1 ? `${rowSpan}×${columnSpan} ${text}` : text))
      .join(' | '),
  )
}

const only = (tables: readonly FoundTable<TableWord>[]): FoundTable<TableWord> => {
  expect(tables).toHaveLength(1)
  const [table] = tables
  if (table === undefined) throw new Error('no table')
  return table
}

/** Every step of the grid in one cell, every word in one. */
function expectTiling(table: FoundTable<TableWord>): void {
  const taken = new Set<string>()
  for (const { row, column, rowSpan, columnSpan } of table.cells) {
    for (let down = row; down < row + rowSpan; down++) {
      for (let right = column; right < column + columnSpan; right++) {
        expect(taken.has(`${down} ${right}`)).toBe(false)
        taken.add(`${down} ${right}`)
      }
    }
  }
  expect(taken.size).toBe(table.rows * table.columns)
  const words = table.cells.flatMap((cell) => cell.words)
  expect(new Set(words).size).toBe(words.length)
}

const prose = 'The quick brown fox jumps over the lazy dog and goes on to the next line of the same long paragraph here'

/** Broken where the next word has no room. */
function brokenAt(width: number, text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Columns of lines, each from a place on; drawn line by line across the page, so that the order says nothing. */
const columnsAt = (
  xs: readonly number[],
  y: number,
  columns: readonly (readonly string[])[],
  offset = 0,
): TableWord[] =>
  Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, line) =>
    columns.flatMap((texts, at) =>
      texts[line] === undefined ? [] : textAt(xs[at] ?? 0, y + line * lineHeight + at * offset, texts[line]),
    ),
  ).flat()

const story =
  'He was unable to travel and so his daughter signed the papers for him. Delivery is expected within ten working ' +
  'days after receipt of the order. Both parties may end this contract with three months of written notice. Sales rose ' +
  'by 12% to 1,204 in 2019 and the tenant shall keep the premises in good repair during the whole of the term of it.'

const figures = [
  ['Region', '2019', '2020', 'Change'],
  ['North', '1,204', '1,330', '10.5%'],
  ['South', '2,204', '2,330', '5.7%'],
  ['West', '804', '790', '-1.7%'],
  ['Total', '4,212', '4,450', '5.6%'],
]

describe('drawn tables', () => {
  const xs = [50, 150, 250, 350]
  const ys = [100, 120, 140, 160]
  const grid = [...xs.map((x) => down(x, 100, 160)), ...ys.map((y) => across(y, 50, 350))]

  it('reads a grid', () => {
    const words = linesAt([55, 155, 255], 104, [['Item', 'Price', 'Note']]).concat(
      linesAt([55, 155, 255], 124, [['Pen', '2.50', 'blue ink']]),
      linesAt([55, 155, 255], 144, [['Ink', '9.00', '']]),
    )
    const table = only(tablesOf(words, grid))
    expect(shown(table)).toEqual(['Item | Price | Note', 'Pen | 2.50 | blue ink', 'Ink | 9.00 | '])
    expect(table).toMatchObject({ headerRows: 1, ruled: true, box: { left: 50, top: 100, right: 350, bottom: 160 } })
    expectTiling(table)
  })

  it('takes a blank row over figures for no header', () => {
    const words = linesAt([55, 155, 255], 124, [['Bolt', '12', '0.10']]).concat(
      linesAt([55, 155, 255], 144, [['Nut', '13', '0.05']]),
    )
    expect(only(tablesOf(words, grid))).toMatchObject({ rows: 3, headerRows: 0 })
  })

  it('merges cells where a line is missing, and joins lines of a cell', () => {
    const rules = [
      ...[50, 350].map((x) => down(x, 100, 160)),
      down(150, 100, 160),
      down(250, 120, 160),
      across(100, 50, 350),
      across(120, 150, 350),
      across(140, 50, 350),
      across(160, 50, 350),
    ]
    const words = [
      ...textAt(55, 106, 'Product'),
      ...textAt(55, 122, 'group'),
      ...textAt(215, 104, 'Sales'),
      ...textAt(180, 124, 'Q1'),
      ...textAt(290, 124, 'Q2'),
      ...linesAt([55, 180, 290], 144, [['Apples', '12', '14']]),
    ]
    const table = only(tablesOf(words, rules))
    expect(shown(table)).toEqual(['2×1 Product group | 1×2 Sales', 'Q1 | Q2', 'Apples | 12 | 14'])
    expect(table.headerRows).toBe(2)
    expectTiling(table)
  })

  it('takes dashes, gaps, double lines and open sides for what they mean', () => {
    const dashes = Array.from({ length: 50 }, (_, at) => across(100, 50 + at * 6, 53 + at * 6))
    const rules = [
      ...dashes,
      across(120, 50, 148),
      across(120, 152, 350),
      across(122, 50, 350),
      across(140, 50, 350),
      across(160, 50, 350),
      down(150, 100, 160),
      down(250, 100, 160),
    ]
    const words = linesAt([55, 155, 255], 104, [['Item', 'Price', 'Note']]).concat(
      linesAt([55, 155, 255], 125, [['Pen', '2.50', 'blue']]),
      linesAt([55, 155, 255], 145, [['Ink', '9.00', 'black']]),
    )
    expect(shown(only(tablesOf(words, rules)))).toEqual([
      'Item | Price | Note',
      'Pen | 2.50 | blue',
      'Ink | 9.00 | black',
    ])
  })

  it('parts rows and columns that are not drawn inside a drawn frame', () => {
    const rules = [
      ...[50, 150, 350].map((x) => down(x, 90, 190)),
      ...[90, 110, 170, 190].map((y) => across(y, 50, 350)),
    ]
    const words = [
      ...linesAt([55, 160, 260], 94, [['Country', 'Fund', 'Loans']]),
      ...linesAt([55, 160, 260], 114, [
        ['Malta', '0.28', '0.44'],
        ['Poland', '22.1', '33.0'],
        ['Slovenia', '1.4', '1.9'],
        ['Cyprus', '0.2', '0'],
      ]),
      ...linesAt([55, 160, 260], 174, [['Total', '23.98', '35.34']]),
    ]
    expect(shown(only(tablesOf(words, rules)))).toEqual([
      'Country | Fund | Loans',
      'Malta | 0.28 | 0.44',
      'Poland | 22.1 | 33.0',
      'Slovenia | 1.4 | 1.9',
      'Cyprus | 0.2 | 0',
      'Total | 23.98 | 35.34',
    ])
  })

  it('keeps several lines in a cell where its row is drawn', () => {
    const words = [
      ...linesAt([55], 101, [['Number of'], ['companies']]),
      ...linesAt([155, 255], 101, [['21', '8']]),
      ...linesAt([55, 155, 255], 134, [['Others', '3', '4']]),
    ]
    const rules = [...xs.map((x) => down(x, 100, 160)), ...[100, 130, 160].map((y) => across(y, 50, 350))]
    expect(shown(only(tablesOf(words, rules)))).toEqual(['Number of companies | 21 | 8', 'Others | 3 | 4'])
  })

  it('takes the edges of striped backgrounds for lines, but not those inside one area', () => {
    const stripes = [0, 2, 4].map((row) => ({
      left: 45,
      right: 400,
      top: 98 + row * lineHeight,
      bottom: 112 + row * lineHeight,
    }))
    const halves = stripes.flatMap((area) => [
      { ...area, right: 200 },
      { ...area, left: 200 },
    ])
    for (const areas of [stripes, halves]) {
      const table = only(tablesOf(linesAt([50, 180, 250, 330], 99, figures), areas))
      expect(shown(table)).toEqual(figures.map((row) => row.join(' | ')))
      expect(table.headerRows).toBe(1)
    }
  })

  it('takes underlines that nearly touch the columns for no rows', () => {
    const label = (y: number, lines: readonly string[]): TableWord[] =>
      linesAt(
        [53],
        y,
        lines.map((line) => [line]),
      )
    const words = [
      ...label(104, ['Works published', 'by the applicant']),
      ...label(144, ['Works reviewed', 'by the applicant']),
      ...label(184, ['Students taught', 'to their degree']),
      ...['7', '12', '3'].flatMap((text, at) => textAt(150, 104 + 40 * at, text)),
    ]
    const grid = [100, 140, 180, 220].map((y) => across(y, 50, 200))
    const columns = [50, 140, 200].map((x) => down(x, 100, 220))
    const underlines = [0, 1, 2].flatMap((row) =>
      [115, 129].map((y) => {
        const line = words.filter(({ top, left }) => left < 140 && Math.abs(top + 11 - y - 40 * row) < 1)
        return across(y + 40 * row, 53, Math.max(...line.map(({ right }) => right)))
      }),
    )
    expect(shown(only(tablesOf(words, [...grid, ...columns, ...underlines])))).toEqual([
      'Works published by the applicant | 7',
      'Works reviewed by the applicant | 12',
      'Students taught to their degree | 3',
    ])
  })

  it('reads a table with lines above and below its header only', () => {
    const rules = [across(98, 45, 400), across(112.5, 45, 400), across(169, 45, 400)]
    const table = only(tablesOf(linesAt([50, 180, 250, 330], 99, figures), rules))
    expect(shown(table)).toEqual(figures.map((row) => row.join(' | ')))
    expect(table.headerRows).toBe(1)
  })

  it('parts rows of long texts between the line under the header and the last one, and no paragraphs', () => {
    const rules = [100, 118, 182].map((y) => across(y, 50, 400))
    const head = linesAt([55, 155], 103, [['Term', 'What it says']])
    const terms = [
      ['Notice', 'Three months to the end of a quarter of the year'],
      ['Rent', 'Paid in advance'],
      ['Deposit', 'Twice the monthly rent, kept on an account'],
      ['Repairs', 'By the owner, but for small ones'],
    ]
    expect(shown(only(tablesOf([...head, ...linesAt([55, 155], 122, terms)], rules)))).toEqual(
      [['Term', 'What it says'], ...terms].map((row) => row.join(' | ')),
    )
    const paragraphs = [18, 40].map((width) => brokenAt(width, prose).slice(0, 4))
    const text = columnsAt([55, 155], 122, paragraphs)
    expect(tablesOf([...head, ...text], rules).map(({ rows }) => rows)).not.toContain(5)
  })

  it('parts rows without lines between them where every one has all of the drawn columns', () => {
    const [head, ...degrees] = [
      ['School', 'Degree', 'Field'],
      ['Calgary, in the west of Canada', 'BSc, MSc', 'Pharmacy'],
      ['Stanford, in the west of the States', 'PhD', 'Neurology'],
      ['Turin, in the north of Italy', 'Postdoc', 'Neurology'],
    ]
    const rules = [
      ...[100, 118, 168].map((y) => across(y, 50, 400)),
      ...[50, 230, 300, 400].map((x) => down(x, 100, 168)),
    ]
    const words = linesAt([55, 235, 305], 103, [head ?? []]).concat(linesAt([55, 235, 305], 122, degrees))
    expect(shown(only(tablesOf(words, rules)))).toEqual([head, ...degrees].map((row) => (row ?? []).join(' | ')))
    const address = linesAt([55, 235, 305], 122, [
      ['Ada Mill, Baker', 'ten', 'new'],
      ['Mill Street 1', '', ''],
      ['Calgary', '', ''],
    ])
    expect(only(tablesOf(linesAt([55, 235, 305], 103, [head ?? []]).concat(address), rules)).rows).toBe(2)
  })

  it('takes in the header over the first of lines that are drawn below the rows, and the last row of lines above them', () => {
    const words = linesAt([50, 180, 250, 330], 99, figures)
    const below = [112.5, 126.5, 140.5, 154.5, 168.5].map((y) => across(y, 45, 400))
    const above = [98, 112.5, 126.5, 140.5, 154.5].map((y) => across(y, 45, 400))
    for (const rules of [below, above]) {
      const table = only(tablesOf([...textAt(50, 80, prose), ...words, ...textAt(50, 180, prose)], rules))
      expect(shown(table)).toEqual(figures.map((row) => row.join(' | ')))
    }
  })

  it('takes in a header that is as far from its line as the rows are, whatever its columns', () => {
    const rows = figures.slice(1)
    const xs = [55, 155, 255, 355]
    const rules = [117, 131, 145, 159, 173].map((y) => across(y, 50, 400))
    const body = linesAt(xs, 118.5, rows)
    const titles = (y: number): TableWord[] => [...textAt(55, y, 'Region'), ...textAt(250, y, 'Years and change')]
    expect(only(tablesOf([...titles(104.5), ...body], rules)).rows).toBe(5)
    expect(only(tablesOf([...titles(101), ...body], rules)).rows).toBe(4)
  })

  it('reads the inner one of two nested boxes, and no call-out, frame or underline', () => {
    const frame = [...[20, 570].map((x) => down(x, 20, 800)), ...[20, 800].map((y) => across(y, 20, 570))]
    const callOut = [...[50, 550].map((x) => down(x, 300, 330)), ...[300, 330].map((y) => across(y, 50, 550))]
    const words = [
      ...linesAt([55, 155, 255], 104, [['Item', 'Price', 'Note']]),
      ...linesAt([55, 155, 255], 124, [['Pen', '2.50', 'blue']]),
      ...linesAt([55, 155, 255], 144, [['Ink', '9.00', 'red']]),
      ...textAt(60, 306, prose.slice(0, 80)),
      ...textAt(60, 400, prose.slice(0, 80)),
    ]
    const underline = across(412, 60, 120)
    expect(only(tablesOf(words, [...grid, ...frame, ...callOut, underline])).rows).toBe(3)
    expect(tablesOf(words.slice(-32), [...frame, ...callOut, underline])).toEqual([])
  })

  it('sees that a chart is none', () => {
    const scale = ['450', '400', '350', '300', '250', '200']
    const words = scale.flatMap((value, at) => textAt(55, 104 + at * 20, value))
    words.push(...linesAt([120, 200, 280], 230, [['Jan', 'Feb', 'Mar']]))
    const lines = [...scale.keys()].map((at) => across(110 + at * 20, 75, 350))
    expect(tablesOf(words, [...lines, down(75, 100, 220), down(350, 100, 220)])).toEqual([])
  })
})

describe('aligned tables', () => {
  const xs = [50, 200, 280, 360]

  it('reads columns of figures without any line, and leaves title and notes out', () => {
    const words = [
      ...textAt(50, 60, prose),
      ...textAt(50, 86, 'Table 3'),
      ...linesAt(xs, 102, figures),
      ...textAt(50, 186, 'Source: the ministry, figures as of the end of the year, without the islands'),
      ...textAt(50, 200, prose),
    ]
    const table = only(tablesOf(words))
    expect(shown(table)).toEqual(figures.map((row) => row.join(' | ')))
    expect(table).toMatchObject({ headerRows: 1, ruled: false })
  })

  it('joins the lines of headers and labels', () => {
    const table = only(
      tablesOf(
        linesAt(xs, 100, [
          ['', 'Budget', 'Actual', 'Deviation'],
          ['Category', '2023', '2023', 'in per cent'],
          ['Staff costs with', '', '', ''],
          ['social security', '1,200', '1,180', '-1.7'],
          ['Rent', '300', '300', '0.0'],
          ['Licences, outside', '450', '520', '15.6'],
          ['services', '', '', ''],
          ['Other', '80', '75', '-6.3'],
        ]),
      ),
    )
    expect(shown(table)).toEqual([
      'Category | Budget 2023 | Actual 2023 | Deviation in per cent',
      'Staff costs with social security | 1,200 | 1,180 | -1.7',
      'Rent | 300 | 300 | 0.0',
      'Licences, outside services | 450 | 520 | 15.6',
      'Other | 80 | 75 | -6.3',
    ])
    expect(table.headerRows).toBe(1)
  })

  it('gives a title over several columns its span', () => {
    const five = [50, 180, 250, 330, 400]
    const words = [
      ...textAt(208, 86, '2010'),
      ...textAt(358, 86, '2020'),
      ...linesAt(five, 100, [
        ['Region', 'Number', 'Percent', 'Number', 'Percent'],
        ['North', '1,204', '12.1', '1,330', '12.9'],
        ['South', '2,204', '22.1', '2,330', '22.9'],
        ['West', '(NA)', '-', '1,120', '10.9'],
      ]),
    ]
    const table = only(tablesOf(words))
    expect(shown(table).slice(0, 2)).toEqual([' | 1×2 2010 | 1×2 2020', 'Region | Number | Percent | Number | Percent'])
    expect(table.headerRows).toBe(2)
    expectTiling(table)
  })

  it('takes in a title alone above the columns that it is centred over', () => {
    const words = [
      ...textAt(206, 86, 'Year ended December 31'),
      ...linesAt(xs, 100, [
        ['', '2023', '2022', '2021'],
        ['Net sales', '12,345', '11,234', '10,123'],
        ['Cost of sales', '(7,001)', '(6,500)', '(6,001)'],
        ['Gross profit', '5,344', '4,734', '—'],
      ]),
    ]
    const moved = words.map((word) =>
      word.top < 90 ? { ...word, left: word.left + 30, right: word.right + 30 } : word,
    )
    const table = only(tablesOf(moved))
    expect(shown(table).slice(0, 2)).toEqual([' | 1×3 Year ended December 31', ' | 2023 | 2022 | 2021'])
    expect(table.headerRows).toBe(2)
    expectTiling(table)
  })

  it('reads the table in one column of a page of prose in two', () => {
    const words = [
      ...Array.from({ length: 16 }, (_, at) => textAt(40, 100 + at * lineHeight, prose.slice(at, at + 48))).flat(),
      ...Array.from({ length: 4 }, (_, at) => textAt(310, 100 + at * lineHeight, prose.slice(at, at + 48))).flat(),
      ...linesAt([310, 420, 490], 162, [
        ['Model', 'Exact', 'F1'],
        ['Base', '0.71', '0.69'],
        ['Ours', '0.83', '0.81'],
        ['Large', '0.85', '0.84'],
      ]),
      ...Array.from({ length: 6 }, (_, at) => textAt(310, 240 + at * lineHeight, prose.slice(at, at + 48))).flat(),
    ]
    expect(shown(only(tablesOf(words)))).toEqual([
      'Model | Exact | F1',
      'Base | 0.71 | 0.69',
      'Ours | 0.83 | 0.81',
      'Large | 0.85 | 0.84',
    ])
  })

  it('reads figures behind dots', () => {
    const rows = ['Farming', 'Fishing', 'Mining', 'Trade'].flatMap((name, at) => [
      ...textAt(50, 100 + at * lineHeight, `${name} ${'.'.repeat(20)}`),
      ...linesAt([200, 260, 320], 100 + at * lineHeight, [[`${at + 3}.1`, `${at * 2}.5`, '12.0']]),
    ])
    const table = only(tablesOf(rows))
    expect(table).toMatchObject({ rows: 4, columns: 4 })
    expect(table.cells[1]?.text).toBe('3.1')
  })

  it('counts columns from the right where text is read so', () => {
    const rows = [
      ['المدينة', 'العمر', 'الاسم'],
      ['القاهرة', '34', 'أحمد'],
      ['بيروت', '28', 'ليلى'],
      ['دمشق', '41', 'سامي'],
    ]
    expect(shown(only(tablesOf(linesAt([50, 150, 250], 100, rows))))[1]).toBe('أحمد | 34 | القاهرة')
  })

  it.each([
    ['columns of prose', Array.from({ length: 12 }, () => [prose.slice(0, 44), prose.slice(30, 74)]), [50, 320]],
    ['a list', Array.from({ length: 6 }, (_, at) => [`${at + 1}.`, `Point ${at} of the list`]), [50, 80]],
    [
      'a table of contents',
      ['Scope', 'Terms', 'Results', 'Annex'].map((title, at) => [title, `${at * 7 + 1}`]),
      [50, 400],
    ],
    [
      'a bibliography',
      Array.from({ length: 5 }, (_, at) => [`[${at + 1}]`, `A. Author, Title, 20${at + 10}, pp. 1-9`]),
      [50, 80],
    ],
    [
      'two addresses',
      [
        ['Acme Ltd', 'Berlin, 3 May'],
        ['Main street 5', 'Our ref 118/24'],
        ['10115 Berlin', 'Yours AB-77'],
      ],
      [50, 380],
    ],
    [
      'a form',
      [
        ['Name:', 'Anna Smith'],
        ['Born:', '12 March'],
        ['City:', 'Wien'],
        ['Street:', 'Ring'],
        ['Land:', 'Austria'],
      ],
      [50, 160],
    ],
    [
      'code',
      [
        ['let x = f(a)', '// first'],
        ['x = g(x)', '// second'],
        ['return x + 1', '// third'],
      ],
      [50, 160],
    ],
  ])('sees that %s is none', (_, lines, places) => {
    expect(tablesOf(linesAt(places, 100, lines))).toEqual([])
  })

  it.each([
    ['three narrow columns', 24, [50, 230, 410], 0],
    ['four, not on the same lines', 20, [40, 175, 310, 445], 4],
  ])('sees that prose in %s is none', (_, width, places, offset) => {
    const lines = brokenAt(width, story)
    const columns = places.map((_place, at) => lines.slice(at * 2).concat(lines.slice(0, at * 2)))
    expect(tablesOf(columnsAt(places, 100, columns, offset))).toEqual([])
  })

  it('sees that prose without spaces in columns is none', () => {
    const text = '任何一方均可提前三个月以书面通知的方式解除本合同并且请贵公司在星期五之前付清剩余款项'.repeat(4)
    const lines = Array.from({ length: 12 }, (_, at) => text.slice(at * 13, at * 13 + 13))
    expect(tablesOf(columnsAt([50, 140, 230], 100, [lines, lines, lines]))).toEqual([])
  })

  it('sees that short lines which the file has column by column are none, and that figures are one all the same', () => {
    const names = Array.from({ length: 8 }, (_, at) => `${'Abel Berger Conrad Dietz'.split(' ')[at % 4]} Anna`)
    const byRow = linesAt(
      [50, 250],
      100,
      names.map((name) => [name, name]),
    )
    const byColumn = [50, 250].flatMap((x) =>
      linesAt(
        [x],
        100,
        names.map((name) => [name]),
      ),
    )
    expect(tablesOf(byRow)).toHaveLength(1)
    expect(tablesOf(byColumn)).toEqual([])
    const places = [50, 200, 280, 360]
    expect(
      tablesOf(
        places.flatMap((x, at) =>
          linesAt(
            [x],
            100,
            figures.map((row) => [row[at] ?? '']),
          ),
        ),
      ).length,
    ).toBe(1)
  })

  it('sees that columns of short lines are none below a line of text that a wide gap parts', () => {
    const names = Array.from({ length: 8 }, (_, at) => `${'Abel Berger Conrad Dietz'.split(' ')[at % 4]} Anna`)
    const above = [
      ...textAt(50, 86, 'whoever is named here may be asked at any time'),
      ...textAt(310, 86, '(and others whom they name themselves)'),
    ]
    const columns = [50, 180, 310, 440].flatMap((x) =>
      linesAt(
        [x],
        100,
        names.map((name) => [name]),
      ),
    )
    expect(tablesOf([...above, ...columns])).toEqual([])
  })

  it('reads the table beside prose whose lines stand at other heights', () => {
    const words = [
      ...columnsAt([40], 96, [brokenAt(44, `${story} ${story}`)]),
      ...columnsAt([310], 100, [brokenAt(44, prose.repeat(2))]),
      ...linesAt(
        [310, 420, 490],
        220,
        figures.map((row) => row.slice(0, 3)),
      ),
    ]
    expect(shown(only(tablesOf(words)))).toEqual(figures.map((row) => row.slice(0, 3).join(' | ')))
  })

  it('keeps short lines of the other column of the page out of a table', () => {
    const beside = ['1 insurance employee', 'protection', 'of any claim']
    const rows = [
      ['clause term.', '101004', '68.50'],
      ['licence.', '101005', '85.50'],
      ['delivery.', '101006', '7.00'],
    ]
    const written = [
      ...beside.flatMap((line, at) => textAt(40, 40 + at * lineHeight, line)),
      ...linesAt([260, 350, 440], 40, rows),
    ]
    expect(shown(only(tablesOf(written)))).toEqual(rows.map((row) => row.join(' | ')))
    // Row by row, it is the first of four columns.
    const byRows = rows.flatMap((row, at) => [
      ...textAt(40, 40 + at * lineHeight, beside[at] ?? ''),
      ...linesAt([260, 350, 440], 40 + at * lineHeight, [row]),
    ])
    expect(only(tablesOf(byRows)).columns).toBe(4)
  })

  it('joins what an item says over several lines, those of the last one too', () => {
    const items = [story.slice(0, 110), story.slice(71, 200), story.slice(151, 300)].map((text) => brokenAt(40, text))
    const rows = items.flatMap((lines, at) =>
      lines.map((line, index) =>
        index === 0 ? [`${at + 1}`, line, `${at + 7}`, `${at + 2}0.50`] : ['', line, '', ''],
      ),
    )
    const table = only(tablesOf(linesAt([50, 90, 330, 400], 100, [['No', 'Item', 'Qty', 'Price'], ...rows])))
    expect(shown(table)).toEqual([
      'No | Item | Qty | Price',
      ...items.map((lines, at) => `${at + 1} | ${lines.join(' ')} | ${at + 7} | ${at + 2}0.50`),
    ])
  })

  it('counts columns from the right though most cells are figures', () => {
    const rows = [
      ['12.50', '3', 'أحمد', '1'],
      ['14.00', '5', 'ليلى', '2'],
      ['11.25', '8', 'سامي', '3'],
    ]
    expect(shown(only(tablesOf(linesAt([50, 150, 250, 350], 100, rows))))[1]).toBe('2 | ليلى | 5 | 14.00')
  })

  it('does not depend on the order in which words and rules come', () => {
    const words = linesAt(xs, 102, figures)
    const rules = [across(101, 45, 420), across(115, 45, 420), across(173, 45, 420), down(190, 101, 173)]
    const wanted = tablesOf(words, rules)
    expect(wanted).toHaveLength(1)
    fc.assert(
      fc.property(
        fc.shuffledSubarray(words, { minLength: words.length }),
        fc.shuffledSubarray(rules, { minLength: rules.length }),
        (someWords, someRules) => {
          expect(tablesOf(someWords, someRules)).toEqual(wanted)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('tiles its grid and has each word once, whatever is on the page', () => {
    const place = (most: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: most }).map((at) => at * 6)
    const word = fc
      .record({ left: place(40), top: place(20), text: fc.constantFrom('12', '3.5', 'label', 'of', '(a)', 'شيء') })
      .map(({ left, top, text }): TableWord => ({
        text,
        left,
        top,
        right: left + text.length * 5,
        bottom: top + 11,
        size,
      }))
    const rule = fc
      .record({ x: place(30), y: place(15), length: place(30), kind: fc.constantFrom('across', 'down', 'area') })
      .map(({ x, y, length, kind }) =>
        kind === 'across'
          ? across(y, x, x + length)
          : kind === 'down'
            ? down(x, y, y + length)
            : { left: x, top: y, right: x + length, bottom: y + 12 },
      )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 80 }), fc.array(rule, { maxLength: 25 }), (words, rules) => {
        const tables = tablesOf(words, rules)
        for (const table of tables) expectTiling(table)
        const found = tables.flatMap((table) => table.cells.flatMap((cell) => cell.words))
        expect(new Set(found).size).toBe(found.length)
        for (const each of found) expect(words).toContain(each)
      }),
      { numRuns: 100 },
    )
  })

  it('takes time that grows with the page alone', async () => {
    await expectLinearTime(
      750,
      (many) => many,
      (many) => {
        tablesOf(
          Array.from({ length: many }, (_, at) =>
            textAt((at % 2) * 120 + (at % 7) * 15, (at >> 1) * 14, 'label and'),
          ).flat(),
          Array.from({ length: many }, (_, at) => across(at * 3, (at % 50) * 10, (at % 50) * 10 + 200)),
        )
        tablesOf(
          textAt(0, 0, 'x '.repeat(many)),
          Array.from({ length: many }, (_, at) => ({ left: at, top: at, right: 2e6 - at, bottom: 2e6 - at })),
        )
      },
    )
  })
})

describe('headers of several lines', () => {
  const xs = [50, 150, 200, 250, 300]
  const rows = ['North', 'South', 'East', 'West'].map((label, at) => [
    label,
    `${at}.1`,
    `${at}.2`,
    `${at}.3`,
    `${at}.4`,
  ])

  it('parts a narrow title from the labels below it, and spans them', () => {
    const words = [...textAt(213, 100, 'Grade'), ...linesAt(xs, 114, [['', 'PK', 'K', '1', '2'], ...rows])]
    const table = only(tablesOf(words))
    expect(shown(table).slice(0, 3)).toEqual([' | 1×4 Grade', ' | PK | K | 1 | 2', 'North | 0.1 | 0.2 | 0.3 | 0.4'])
    expectTiling(table)
  })

  it('parts titles from the labels below them where columns count from the right', () => {
    const names = ['داكا', 'سيلهت', 'خولنا', 'رانغبور'].map((label, at) => [
      `${at}.1`,
      `${at}.2`,
      `${at}.3`,
      `${at}.4`,
      label,
    ])
    const labels = ['حضر', 'ريف', 'حضر', 'ريف', 'المؤشرات']
    const words = [
      ...textAt(75, 100, '٢٠٠٠م'),
      ...textAt(175, 100, '٢٠٠٥م'),
      ...linesAt([50, 100, 150, 200, 250], 114, [labels, ...names]),
    ]
    for (const rules of [[], [95, 130, 190].map((y) => across(y, 45, 300))]) {
      expect(shown(only(tablesOf(words, rules))).slice(0, 3)).toEqual([
        ' | 1×2 ٢٠٠٥م | 1×2 ٢٠٠٠م',
        'المؤشرات | ريف | حضر | ريف | حضر',
        'داكا | 0.4 | 0.3 | 0.2 | 0.1',
      ])
    }
  })

  it('keeps a title that is centred right under prose', () => {
    // Words of one length, so that each line is as full as the next.
    const above = brokenAt(83, 'landlord tenantry premises '.repeat(13)).flatMap((line, at) =>
      textAt(50, 30 + at * 14, line),
    )
    const y = 36 + Math.max(...above.map(({ top }) => top)) - 16
    const words = [...above, ...textAt(213, y, 'Grade'), ...linesAt(xs, y + 14, [['', 'PK', 'K', '1', '2'], ...rows])]
    expect(shown(only(tablesOf(words))).slice(0, 2)).toEqual([' | 1×4 Grade', ' | PK | K | 1 | 2'])
  })

  it('takes the line under a title for what it is over', () => {
    const words = [
      ...textAt(165, 100, 'Boys'),
      ...textAt(265, 100, 'Girls'),
      ...linesAt(xs, 114, [['', 'Urban', 'Rural', 'Urban', 'Other'], ...rows]),
    ]
    const table = only(tablesOf(words, [across(113, 148, 228), across(113, 248, 330)]))
    expect(shown(table)[0]).toBe(' | 1×2 Boys | 1×2 Girls')
  })

  it('gives a label in several lines to the figures beside it', () => {
    const words = [
      ...textAt(150, 100, 'Number of'),
      ...textAt(150, 114, 'pupils'),
      ...textAt(260, 114, 'Share'),
      ...linesAt(
        [50, 197, 270],
        128,
        rows.map(([label = '', one = '', other = '']) => [label, one, other]),
      ),
    ]
    expect(shown(only(tablesOf(words)))[0]).toBe(' | Number of pupils | Share')
  })
})

describe('what is beside a table, and what is none', () => {
  const xs = [50, 150, 250]
  const rows = ['North', 'South', 'East', 'West'].map((label, at) => [label, `${at},204`, `${at},330`])

  it('leaves captions and sources to the text', () => {
    const words = [
      ...textAt(50, 86, 'Table 3. Sales by region'),
      ...linesAt(xs, 100, [['Region', '2019', '2020'], ...rows]),
      ...textAt(50, 170, 'Source: own figures'),
    ]
    expect(
      shown(
        only(tablesOf(words, [across(84, 50, 300), across(99, 50, 300), across(113, 50, 300), across(184, 50, 300)])),
      ),
    ).toEqual(['Region | 2019 | 2020', ...rows.map((row) => row.join(' | '))])
  })

  it('takes bars, and the figures of an axis below, for a chart', () => {
    const labels = linesAt(xs, 100, rows)
    const bars = [90, 120, 75, 140].map((width, at) => ({
      left: 140,
      right: 140 + width,
      top: 100 + at * 14,
      bottom: 110 + at * 14,
    }))
    expect(tablesOf(labels)).toHaveLength(1)
    expect(tablesOf(labels, bars)).toEqual([])
    const axis = ['0%', '20%', '40%', '60%', '80%'].flatMap((text, at) => textAt(60 + at * 50, 156, text))
    expect(tablesOf([...labels, ...axis])).toEqual([])
  })

  it('takes values written at the points of a chart for none, and full rows beside such figures for a table', () => {
    const axis = ['400', '300', '200', '100', '0']
    const towns = linesAt([140, 220, 300, 380], 240, [['Berlin', 'Hamburg', 'Munich', 'Cologne']])
    const labels = axis.flatMap((text, at) => textAt(60, 100 + at * lineHeight * 2, text))
    const points = [
      ...textAt(140, 128, '321'),
      ...textAt(220, 142, '260'),
      ...textAt(300, 156, '215'),
      ...textAt(380, 114, '355'),
      ...textAt(140, 170, '204'),
      ...textAt(300, 184, '113'),
    ]
    expect(tablesOf([...labels, ...points, ...towns])).toEqual([])
    const full = axis.flatMap((_, at) =>
      [140, 220, 300, 380].flatMap((x, column) =>
        textAt(x, 100 + at * lineHeight * 2, String(10 + ((at * 37 + column * 11) % 90))),
      ),
    )
    expect(tablesOf([...labels, ...full, ...towns])).toHaveLength(1)
  })

  it('joins a label in brackets with the one above, where the figures stand beside the second', () => {
    const words = [
      ...linesAt([50, 200, 280], 100, [
        ['Item', '2006', '2007'],
        ['Gross income', '43,000', '44,000'],
        ['Less tax', '5,520', '6,050'],
        ['Gain of child benefit'],
        ['(9 months of increase)', '', '180'],
      ]),
    ]
    expect(shown(only(tablesOf(words))).at(-1)).toBe('Gain of child benefit (9 months of increase) |  | 180')
  })

  it('joins the second line of the last label, and no text of the page below', () => {
    const table = linesAt([50, 200, 280], 100, [
      ['Indicator of the year', '2006', '2007'],
      ['Deaths of newborn', '43.2', '44.1'],
      ['Deaths of children', '52.5', '60.1'],
      ['Births', '24.2', '25.3'],
      ['Deaths of mothers by the', '18.5', '19.7'],
    ])
    const label = textAt(50, 100 + 5 * lineHeight - 1, 'thousand')
    expect(shown(only(tablesOf([...table, ...label]))).at(-1)).toBe('Deaths of mothers by the thousand | 18.5 | 19.7')
    const small = label.map((word) => ({ ...word, size: 7 }))
    expect(shown(only(tablesOf([...table, ...small]))).at(-1)).toBe('Deaths of mothers by the | 18.5 | 19.7')
  })
})

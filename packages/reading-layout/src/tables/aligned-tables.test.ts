import { describe, expect, it } from 'vitest'
import { pageTables, type TableWord } from './page-tables.ts'

const size = 11
const lineHeight = 15

/** Words of one stretch of text, 5 points a letter, on a line; `row` may lie between two lines. */
function textAt(left: number, row: number, text: string, bold = false): TableWord[] {
  const top = 100 + row * lineHeight
  let at = left
  return text.split(' ').map((word) => {
    const placed = { text: word, left: at, right: at + word.length * 5, top, bottom: top + 14, size, bold }
    at = placed.right + 2.8
    return placed
  })
}

/** Texts that begin at the same places; '' leaves a place out. */
const linesAt = (lefts: readonly number[], lines: readonly (readonly string[])[], first = 0): TableWord[] =>
  lines.flatMap((line, row) =>
    line.flatMap((text, at) => (text === '' ? [] : textAt(lefts[at] ?? 0, first + row, text))),
  )

/** Rows of texts of each table: "2×1 Fruit" for a cell over two rows. */
const shown = (words: readonly TableWord[]): string[][] =>
  pageTables({ words, rules: [], width: 595, height: 842 }).map(({ cells, rows }) =>
    Array.from({ length: rows }, (_, row) =>
      cells
        .filter((cell) => cell.row === row)
        .map(({ text, rowSpan, columnSpan }) => (rowSpan * columnSpan > 1 ? `${rowSpan}×${columnSpan} ${text}` : text))
        .join(' | '),
    ),
  )

describe('rows', () => {
  it('keeps labels with the figures beside them, though together they fill a width alike', () => {
    const lines = [
      ['North', '2,994', '20.0', '6%'],
      ['Centre', '3,066', '66.0', '11%'],
      ['South', '6,188', '81.0', '35%'],
      ['South west', '9,826', '79.4', '17%'],
      ['Islands', '6,737', '43.6', '24%'],
      ['South east', '8,944', '37.1', '27%'],
    ]
    const source = textAt(58, lines.length, 'Source: our count')
    expect(shown([...linesAt([58, 112, 148, 176], lines), ...source])).toEqual([lines.map((line) => line.join(' | '))])
  })

  it('joins a number that is broken behind its hyphen, with its row centred beside it', () => {
    const numbers = ['0067', '0408', '0066', '0065']
    const words = numbers.flatMap((number, at) => [
      ...textAt(58, 2 * at + 0.4, '0023707'),
      ...textAt(130, 2 * at, '70P867230-'),
      ...textAt(130, 2 * at + 1, '1003'),
      ...textAt(220, 2 * at + 0.4, number),
      ...textAt(280, 2 * at + 0.4, `2004042${at}`),
    ])
    expect(shown(words)).toEqual([numbers.map((number, at) => `0023707 | 70P867230-1003 | ${number} | 2004042${at}`)])
  })

  it('ends a bold header where rows without figures begin, and keeps the units below its labels', () => {
    const lefts = [58, 150, 240]
    const head = ['Name', 'Formula', 'Result'].flatMap((text, at) => textAt(lefts[at] ?? 0, 0, text, true))
    const rows = [
      ['first', 'plain', 'K2'],
      ['second', 'indirect', 'K3'],
      ['third', 'by range', 'L3'],
      ['fourth', 'by sheet', '12'],
      ['fifth', 'by name', '14'],
    ]
    expect(shown([...head, ...linesAt(lefts, rows, 1)])).toEqual([
      ['Name | Formula | Result', ...rows.map((row) => row.join(' | '))],
    ])
    const sums = rows.map(([name = ''], at) => [name, `${at}.50`, `1${at}`])
    const units = linesAt(lefts, [['', 'as typed', 'in all']], 1)
    expect(shown([...head, ...units, ...linesAt(lefts, sums, 2)])[0]?.[0]).toMatch(
      /^Name \| Formula\s?as typed \| Result\s?in all$/,
    )
  })

  it('takes what a sheet could not compute for a figure', () => {
    const rows = [
      ['Sum', '#VALUE!', '#VALUE!'],
      ['Share', '#DIV/0!', '#N/A'],
      ['Rate', '#REF!', '#NUM!'],
    ]
    expect(shown(linesAt([58, 150, 240], rows))).toEqual([rows.map((row) => row.join(' | '))])
  })

  it('takes rows that are all filled for a table, though some have long texts', () => {
    const [cleaning, garden] = [
      ['Floors are swept and wiped, rails are', 'wiped down with water and soap'],
      ['Lawn is cut every two weeks, hedges are', 'trimmed, leaves are taken away'],
    ]
    const words = [
      ...['Service', 'What is done', 'Who', 'Days'].flatMap((text, at) =>
        textAt([58, 130, 350, 430][at] ?? 0, 0, text, true),
      ),
      ...linesAt(
        [58, 130, 350, 430],
        [
          ['Stairs', cleaning?.[0] ?? '', 'House team', 'Mondays'],
          ['', cleaning?.[1] ?? '', '', ''],
          ['Garden', garden?.[0] ?? '', 'Firm Green', 'as needed'],
          ['', garden?.[1] ?? '', '', ''],
          ['Lift', 'Checked by its maker', 'Maker', 'yearly'],
          ['Winter', 'Snow is cleared before seven', 'Firm Green', 'by need'],
        ],
        1,
      ),
    ]
    expect(shown(words)).toEqual([
      [
        'Service | What is done | Who | Days',
        `Stairs | ${cleaning?.join(' ')} | House team | Mondays`,
        `Garden | ${garden?.join(' ')} | Firm Green | as needed`,
        'Lift | Checked by its maker | Maker | yearly',
        'Winter | Snow is cleared before seven | Firm Green | by need',
      ],
    ])
  })

  it('takes two columns under a header in bold for a table, and none without it', () => {
    const rows = linesAt(
      [58, 150],
      [
        ['Smith Roofs', 'The scaffold is in the price'],
        ['Roof Ltd', 'Payment is in advance'],
      ],
      1,
    )
    const header = (bold: boolean): TableWord[] => [...textAt(58, 0, 'Bidder', bold), ...textAt(150, 0, 'Remark', bold)]
    expect(shown([...header(true), ...rows])).toEqual([
      ['Bidder | Remark', 'Smith Roofs | The scaffold is in the price', 'Roof Ltd | Payment is in advance'],
    ])
    expect(shown([...header(false), ...rows])).toEqual([])
  })
})

describe('columns', () => {
  it('parts dashes in place of figures by as little as figures', () => {
    const lines = [
      ['Month', 'M1', 'M2', 'M3', 'M4'],
      ['Jan', '7035', '–', '8520', '2438'],
      ['Feb', '3610', '8974', '–', '7518'],
      ['Mar', '–', '6912', '1201', '–'],
      ['Apr', '8003', '2698', '4819', '4430'],
      ['May', '1319', '–', '–', '9005'],
    ]
    expect(shown(linesAt([58, 96, 123.5, 151, 178.5], lines))).toEqual([lines.map((line) => line.join(' | '))])
  })

  it('parts a long text from the figure that stands where those of the next column do, a space away', () => {
    const lines = [
      ['Nr', 'Leistung', 'Preis'],
      ['1', 'Verwaltung', '10,00'],
      // Its last word ends 2.8 points before the next column.
      ['2', 'Wartungsvertrag mit Ein und Ausbau', '20,00'],
      ['3', 'Instandhaltung', '30,00'],
    ]
    expect(shown(linesAt([58, 80, 244], lines))).toEqual([lines.map((line) => line.join(' | '))])
  })

  it('parts text from the figures before it where it stands off at one place', () => {
    const lines = [
      ['Krog, Ida', 'Board', '591', 'room thirty'],
      ['Behn, Tom', 'Board', '510', 'room twenty'],
      ['Wei, Lin', 'Accounts', '187', 'room ten'],
      ['Said, Omar', 'Sales', '862', 'room six'],
      ['Vos, Petra', 'Leases', '352', 'room nine'],
    ]
    expect(shown(linesAt([58, 130, 190, 212], lines))).toEqual([lines.map((line) => line.join(' | '))])
    const units = lines.map(([name = '', team = '', figure = '']) => [name, team, `${figure} pieces`])
    expect(shown(linesAt([58, 130, 190], units))).toEqual([units.map((line) => line.join(' | '))])
  })
})

describe('headers', () => {
  const data = ['North', 'Centre', 'South', 'Islands'].flatMap((region, row) => [
    ...textAt(58, row + 3, region),
    ...[130, 170, 220, 260].flatMap((left, at) => textAt(left, row + 3, `${row + 2}${at + 1}.${row}`)),
  ])
  const groups = [...textAt(148, 1, '2024'), ...textAt(238, 1, '2025')]
  const labels = ['Staff', 'Pay', 'Staff', 'Pay'].flatMap((text, at) => textAt([130, 170, 220, 260][at] ?? 0, 2, text))
  const rows = [
    'North | 21.0 | 22.0 | 23.0 | 24.0',
    'Centre | 31.1 | 32.1 | 33.1 | 34.1',
    'South | 41.2 | 42.2 | 43.2 | 44.2',
    'Islands | 51.3 | 52.3 | 53.3 | 54.3',
  ]

  it('gives both rows to a label at half their height', () => {
    const words = [...groups, ...textAt(58, 1.5, 'Region'), ...labels, ...data]
    expect(shown(words)).toEqual([['2×1 Region | 1×2 2024 | 1×2 2025', 'Staff | Pay | Staff | Pay', ...rows]])
  })

  it('leaves labels that stand with the others in their row', () => {
    const words = [...groups, ...textAt(58, 2, 'Region'), ...labels, ...data]
    expect(shown(words)).toEqual([[' | 1×2 2024 | 1×2 2025', 'Region | Staff | Pay | Staff | Pay', ...rows]])
  })
})

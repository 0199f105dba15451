import { describe, expect, it } from 'vitest'
import type { Rectangle } from '../page-geometry.ts'
import { pageTables, type TableWord } from './page-tables.ts'

const size = 10

/** Words of one stretch of text, 5 points a letter, its line's top at `y`. */
function textAt(x: number, y: number, text: string, bold = false): TableWord[] {
  let left = x
  return text.split(' ').map((word) => {
    const placed = { text: word, left, right: left + word.length * 5, top: y, bottom: y + 12, size, bold }
    left = placed.right + 2.8
    return placed
  })
}

const endingAt = (right: number, y: number, text: string): TableWord[] => {
  const words = textAt(0, y, text)
  const width = words.at(-1)?.right ?? 0
  return words.map((word) => ({ ...word, left: word.left + right - width, right: word.right + right - width }))
}

/** Texts that begin at the same places; '' leaves a place out. */
const lineAt = (xs: readonly number[], y: number, line: readonly string[], bold = false): TableWord[] =>
  line.flatMap((text, at) => (text === '' ? [] : textAt(xs[at] ?? 0, y, text, bold)))

const linesAt = (xs: readonly number[], ys: readonly number[], lines: readonly (readonly string[])[]): TableWord[] =>
  lines.flatMap((line, at) => lineAt(xs, ys[at] ?? 0, line))

/** Rows of texts of each table: "1×2 Fruit" for a cell over two columns. */
const shown = (words: readonly TableWord[], rules: readonly Rectangle[] = []): string[][] =>
  pageTables({ words, rules, width: 595, height: 842 }).map(({ cells, rows }) =>
    Array.from({ length: rows }, (_, row) =>
      cells
        .filter((cell) => cell.row === row)
        .map(({ text, rowSpan, columnSpan }) => (rowSpan * columnSpan > 1 ? `${rowSpan}×${columnSpan} ${text}` : text))
        .join(' | '),
    ),
  )

const prices = [
  ['Cup', '14', '259.00'],
  ['Plate', '62', '472.50'],
  ['Bowl', '8', '41.20'],
  ['Spoon', '90', '30.00'],
]
const stock = [60, 200, 300]
const from = (y: number): number[] => Array.from({ length: 10 }, (_, at) => y + at * 15)

describe('what stands under a table', () => {
  it('leaves the items of a list out, whatever parts their bullets from their texts', () => {
    for (const text of [22, 8]) {
      const words = [
        ...linesAt(stock, from(100), prices),
        ...['Paid by bank transfer', 'No cheques are taken'].flatMap((item, at) => [
          ...textAt(64, 164 + at * 15, '•'),
          ...textAt(64 + text, 164 + at * 15, item),
        ]),
      ]
      expect(shown(words), `${text} points`).toEqual([prices.map((row) => row.join(' | '))])
    }
  })

  it('keeps items in the cells of a table', () => {
    const xs = [60, 180, 330]
    const rows = [
      ['Gate', '• open at six', '12.00'],
      ['', '• shut at nine', ''],
      ['Lift', '• looked at by day', '30.00'],
      ['Roof', '• swept in spring', '80.00'],
    ]
    expect(shown(linesAt(xs, from(100), rows))).toHaveLength(1)
  })

  it('parts two tables at a bold title between them', () => {
    const rates = [
      ['Rate', 'Net', 'Tax'],
      ['20%', '700.00', '140.00'],
      ['5%', '72.70', '3.64'],
    ]
    const words = [
      ...linesAt(stock, from(100), prices),
      ...textAt(60, 166, 'Tax breakdown', true),
      ...linesAt([60, 140, 240], from(180), rates),
    ]
    expect(shown(words)).toEqual([prices, rates].map((table) => table.map((row) => row.join(' | '))))
  })

  it('keeps a bold title inside a table that goes on in the same columns', () => {
    const words = [
      ...linesAt(stock, from(100), prices),
      ...textAt(60, 160, 'Rooms', true),
      ...linesAt(stock, from(175), prices),
    ]
    expect(shown(words)).toHaveLength(1)
  })
})

describe('cells of several lines', () => {
  it('reads figures that a cell goes on with, and all cells of a row that go on at once', () => {
    const xs = [60, 110, 300, 380]
    const ys = [100, 114, 132, 146, 164, 182]
    const words = linesAt(xs, ys, [
      ['2 Oct', 'Debit for gas with reference', 'Office one', '318.42'],
      ['', '88213', '', ''],
      ['5 Oct', 'Payment of T. Ellery and the', 'Hartmann and', '150.00'],
      ['', 'daughters', 'Sons', ''],
      ['7 Oct', 'Card', 'Office two', '84.99'],
      ['9 Oct', 'Rent', 'Office two', '1,900.00'],
    ])
    expect(shown(words)).toEqual([
      [
        '2 Oct | Debit for gas with reference 88213 | Office one | 318.42',
        '5 Oct | Payment of T. Ellery and the daughters | Hartmann and Sons | 150.00',
        '7 Oct | Card | Office two | 84.99',
        '9 Oct | Rent | Office two | 1,900.00',
      ],
    ])
  })

  it('goes on with the label of a subtotal', () => {
    const xs = [60, 110, 200, 300]
    const words = linesAt(
      xs,
      [100, 116, 132, 146, 162],
      [
        ['7 Sep', 'Okafor', 'Reading', '816.00'],
        ['8 Sep', 'Lindqvist', 'Advice', '120.00'],
        ['', 'Subtotal M.', '', '936.00'],
        ['', 'Lindqvist', '', ''],
        ['9 Sep', 'Okafor', 'Draft', '984.00'],
      ],
    )
    expect(shown(words)[0]?.[2]).toBe(' | Subtotal M. Lindqvist |  | 936.00')
  })

  it('takes short descriptions under each other between labels and figures for cells, though they fill their column', () => {
    const xs = [60, 110, 220, 270]
    const lines = [
      ['8 Sep', 'Advice on limitation', '1.2', '468.00'],
      ['11 Sep', 'Review of the draft', '2.3', '897.00'],
      ['', 'and conference with', '', ''],
      ['', 'counsel on the order', '', ''],
      ['', 'of the evidence', '', ''],
      ['12 Sep', 'Letter', '0.5', '195.00'],
    ]
    expect(shown(linesAt(xs, [100, 116, 130, 144, 158, 174], lines))).toEqual([
      [
        '8 Sep | Advice on limitation | 1.2 | 468.00',
        '11 Sep | Review of the draft and conference with counsel on the order of the evidence | 2.3 | 897.00',
        '12 Sep | Letter | 0.5 | 195.00',
      ],
    ])
  })

  it('parts a long cell from the next column, where it ends just before it', () => {
    const xs = [60, 150, 300, 400]
    const words = linesAt(
      xs,
      [100, 118, 136, 154, 168, 186],
      [
        ['Name', 'Role', 'Firm', 'Reach'],
        ['Dahl', 'Manager', 'Bygg', 'by radio'],
        ['Riordan', 'Crane', 'Liftwell', 'gate house'],
        ['Krol', 'Health and safety and fires for', 'Kestrel', 'site office'],
        ['', 'blocks A and C', '', ''],
        ['Aziz', 'Electrician', 'Volta', 'store'],
      ],
    )
    expect(shown(words)[0]?.[3]).toBe('Krol | Health and safety and fires for blocks A and C | Kestrel | site office')
  })
})

describe('headers', () => {
  it('reads titles over an odd number of labels, where labels stand below without any', () => {
    const labels = ['Basic', 'Extra', 'Bonus', 'Tax', 'Social', 'Pension', 'pay']
    const rights = [160, 215, 270, 325, 380, 435, 490]
    const centred = (at: number, text: string): TableWord[] =>
      endingAt((rights[at] ?? 0) - 12 + text.length * 2.5, 100, text)
    const words = [
      ...textAt(50, 100, 'Employee'),
      ...centred(1, 'Earnings'),
      ...centred(4, 'Deductions'),
      ...endingAt(490, 100, 'Net'),
      ...labels.flatMap((label, at) => endingAt(rights[at] ?? 0, 114, label)),
      ...['Abbott', 'Brand', 'Ruiz'].flatMap((name, row) => [
        ...textAt(50, 132 + row * 16, name),
        ...rights.flatMap((right, at) => endingAt(right, 132 + row * 16, `${at + 1}${row}0.50`)),
      ]),
    ]
    expect(shown(words)[0]?.slice(0, 2)).toEqual([
      'Employee | 1×3 Earnings | 1×3 Deductions | Net',
      ` | ${labels.join(' | ')}`,
    ])
  })
})

describe('labels and what they say', () => {
  it('reads few rows of them as a table without a header', () => {
    const rows = [
      ['Name', 'Miriam Oyelaran'],
      ['Number', '40713'],
      ['Department', 'Accounts payable'],
    ]
    const words = linesAt([60, 160], from(100), rows)
    const [table] = pageTables({ words, rules: [], width: 595, height: 842 })
    expect(shown(words)).toEqual([rows.map((row) => row.join(' | '))])
    expect(table?.headerRows).toBe(0)
  })

  it('leaves two columns of words without any figure', () => {
    const words = linesAt([60, 160], from(100), [
      ['Over', 'the hill'],
      ['Under', 'the bridge'],
      ['Along', 'the river'],
    ])
    expect(shown(words)).toEqual([])
  })
})

describe('what stands right above the rows of a table', () => {
  const rows = [
    ['Item', 'Qty', 'Price', 'Total'],
    ['Business cards', '500', '0.12', '60.00'],
    ['Letterhead', '2,000', '0.05', '100.00'],
    ['Delivery', '1', '8.50', '8.50'],
  ]
  const table = rows.map((row) => row.join(' | '))

  it('is no row of it where addresses stand beside each other', () => {
    const blocks = linesAt(
      [60, 190, 330],
      [100, 114, 128, 142],
      [
        ['Mason & Reed', 'Mason & Reed', 'Number: HP-209'],
        ['Queen Square', 'Front Desk', 'Date: 3 June'],
        ['Bath', 'Milk Street', 'Due: 3 July'],
        ['United Kingdom', 'Bath', 'Ref: PO 55'],
      ],
    )
    expect(shown([...blocks, ...linesAt([60, 240, 300, 380], from(170), rows)]).at(-1)).toEqual(table)
  })

  it('is no row of it where it begins with a box to be ticked', () => {
    const choices = linesAt([60, 240], [86], [['☒ Parcel service', '☐ Collection']])
    const after = linesAt([60, 240], [156], [['☐ Partial deliveries', '☒ Together']])
    expect(shown([...choices, ...linesAt([60, 240, 300, 380], from(100), rows), ...after])).toEqual([table])
  })
})

describe('cells of different heights', () => {
  const xs = [60, 160, 300, 370]

  it('keeps rows apart between which the label of both stands', () => {
    const words = [
      ...lineAt(xs, 100, ['Group', 'Item', 'Net', 'Gross']),
      ...linesAt(
        xs,
        [116, 132, 148, 164],
        ['Lift', 'Rent', 'Garden', 'Repairs'].map((item, at) => ['', item, `${at + 2}.00`, `${at + 3}.10`]),
      ),
      ...textAt(60, 124, 'Fees'),
      ...textAt(60, 156, 'Upkeep'),
    ]
    expect(shown(words)).toEqual([
      [
        'Group | Item | Net | Gross',
        '2×1 Fees | Lift | 2.00 | 3.10',
        'Rent | 3.00 | 4.10',
        '2×1 Upkeep | Garden | 4.00 | 5.10',
        'Repairs | 5.00 | 6.10',
      ],
    ])
  })

  it('begins a row below white that is wider than that between the lines of a cell', () => {
    const row = (y: number, item: string, key: readonly [string, string], net: string): TableWord[] => [
      ...textAt(160, y, key[0]),
      ...textAt(60, y + 6, item),
      ...textAt(300, y + 6, net),
      ...textAt(160, y + 12, key[1]),
    ]
    const words = [
      ...lineAt(xs, 100, ['Cost', 'Key', 'Net']),
      ...row(116, 'Heating', ['as the', 'meter says'], '12.40'),
      ...row(144, 'Lift', ['fixed for', 'the term'], ''),
      ...row(172, 'Rent', ['paid on', 'demand'], '820.00'),
      ...row(200, 'Garden', ['fixed for', 'the year'], '35.00'),
      ...lineAt(xs, 228, ['Land tax', 'per unit', '8.00']),
    ]
    expect(shown(words)).toEqual([
      [
        'Cost | Key | Net',
        'Heating | as the meter says | 12.40',
        'Lift | fixed for the term | ',
        'Rent | paid on demand | 820.00',
        'Garden | fixed for the year | 35.00',
        'Land tax | per unit | 8.00',
      ],
    ])
  })
})

describe('columns that stand near to each other', () => {
  it('gives each label of a header its column, though figures below are set to the right', () => {
    const months = ['January', 'February', 'March', 'April']
    const words = [
      ...lineAt([60, 110, 230, 320], 100, ['Month', 'Supplemental share', 'Firm share', 'All']),
      ...lineAt([110, 230, 320], 114, ['(EUR)', '(EUR)', '(EUR)']),
      ...months.flatMap((month, at) => [
        ...textAt(60, 130 + at * 15, month),
        ...endingAt(222, 130 + at * 15, `38,00${at}`),
        ...endingAt(312, 130 + at * 15, `72,00${at}`),
        ...endingAt(382, 130 + at * 15, `110,00${at}`),
      ]),
    ]
    expect(shown(words)).toEqual([
      [
        'Month | Supplemental share (EUR) | Firm share (EUR) | All (EUR)',
        ...months.map((month, at) => `${month} | 38,00${at} | 72,00${at} | 110,00${at}`),
      ],
    ])
  })

  it('parts remarks from the figures right before them', () => {
    const rows = [
      ['Bank charges', '528.82', 'by head'],
      ['Street', '588.28', 'on demand'],
      ['Garden', '37.45', ''],
      ['Heating', '528.14', ''],
      ['Waste', '594.64', 'by area'],
      ['Insurance', '', 'to be agreed'],
    ]
    const words = rows.flatMap(([cost = '', net = '', remark = ''], at) => [
      ...textAt(60, 100 + at * 15, cost),
      ...(net === '' ? [] : endingAt(232, 100 + at * 15, net)),
      ...(remark === '' ? [] : textAt(239, 100 + at * 15, remark)),
    ])
    expect(shown(words)).toEqual([rows.map((row) => row.join(' | '))])
  })
})

describe('lines drawn between groups of rows', () => {
  const xs = [60, 160, 300, 370]
  const rows = [
    ['Group', 'Item', 'Net', 'Gross'],
    ['Fees', 'Lift', '2.00', '3.10'],
    ['', 'Rent', '820.00', '940.00'],
    ['Upkeep', 'Garden', '35.00', '40.10'],
    ['', 'Repairs', '66.00', '71.20'],
    ['', 'Heating', '12.00', '14.00'],
    ['Levies', 'Land tax', '8.00', '8.00'],
    ['', 'Waste', '9.00', '9.50'],
  ]
  const lines = [117, 147, 192].map((y) => ({ left: 56, right: 420, top: y - 0.25, bottom: y + 0.25 }))
  const read = [
    'Group | Item | Net | Gross',
    '2×1 Fees | Lift | 2.00 | 3.10',
    'Rent | 820.00 | 940.00',
    '3×1 Upkeep | Garden | 35.00 | 40.10',
    'Repairs | 66.00 | 71.20',
    'Heating | 12.00 | 14.00',
    '2×1 Levies | Land tax | 8.00 | 8.00',
    'Waste | 9.00 | 9.50',
  ]

  it('keeps the header above the first and the group below the last', () => {
    const prose = textAt(60, 240, 'Whoever finds an error in it tells the other party so within a month of its date')
    const words = [...linesAt(xs, [102, ...from(118)], rows), ...prose]
    expect(shown(words, lines)).toEqual([read])
  })

  it('leaves the rows below whose labels stand beside the lines', () => {
    const figures = rows.slice(1).map(([, , ...row]) => row)
    const words = [
      ...linesAt(xs.slice(2), from(118), figures),
      ...rows.slice(1).flatMap(([, item = ''], at) => textAt(160, 118 + at * 15, item)),
    ]
    const over = lines.map((line) => ({ ...line, left: 296 }))
    for (const row of shown(words, over).flat()) expect(row).not.toMatch(/^9.00 /)
  })

  it('leaves a line below that is no row', () => {
    const note = linesAt([60, 260], [222], [['Source: the accounts of the year', 'see page 4 for more']])
    const words = [...linesAt(xs, [102, ...from(118)], rows.slice(0, 6)), ...note]
    expect(shown(words, lines)).toEqual([read.slice(0, 6)])
  })
})

describe('lines that are drawn between all rows', () => {
  const xs = [60, 200, 300]
  const rows = [['Ware', 'Stock', 'Price'], ...prices]
  const ys = rows.map((_, at) => 100 + at * 20)
  const between = ys.slice(1).map((y) => ({ left: 56, right: 340, top: y - 4.25, bottom: y - 3.75 }))

  it('keep the row above the first and the row below the last', () => {
    expect(shown(linesAt(xs, ys, rows), between)).toEqual([rows.map((row) => row.join(' | '))])
  })

  it('leave out a line below that is seated otherwise', () => {
    const words = [...linesAt(xs, ys.slice(0, -1), rows.slice(0, -1)), ...lineAt(xs, 183, ['Sent', '3', '9.00'])]
    expect(shown(words, between)).toEqual([rows.slice(0, -1).map((row) => row.join(' | '))])
  })
})

describe('sentences in one column of full rows', () => {
  const costs = [
    ['Work', 'What is done', 'Cost'],
    ['Roof', 'The slates of the north side are taken off', '12,400'],
    ['', 'and laid again with copper', ''],
    ['Windows', 'All of the sashes are painted twice by hand', '6,150'],
    ['', 'and cords are put in', ''],
    ['Drains', 'They are cleared and then filmed', '480'],
    ['Door', 'A door that is rated at sixty minutes is', '1,095'],
    ['', 'hung before the cellar', ''],
  ]
  const rows = [
    'Work | What is done | Cost',
    'Roof | The slates of the north side are taken off and laid again with copper | 12,400',
    'Windows | All of the sashes are painted twice by hand and cords are put in | 6,150',
    'Drains | They are cleared and then filmed | 480',
    'Door | A door that is rated at sixty minutes is hung before the cellar | 1,095',
  ]

  it('are a table where each row ends in a figure', () => {
    const ys = [100, 118, 131, 149, 162, 180, 198, 211]
    expect(shown(linesAt([60, 120, 400], ys, costs))).toEqual([rows])
  })

  it('go on in wide lines, also in the first column, and end before the text below', () => {
    const ys = [100, 118, 131, 149, 162, 180, 198, 211]
    const turned = costs.map(([label = '', text = '', cost = '']) => [text, label, cost])
    const below = [
      ...textAt(60, 233, 'The work begins in May, when the scaffold stands, and it ends in September'),
      ...textAt(60, 246, 'of the same year.'),
    ]
    const found = shown([...linesAt([60, 290, 360], ys, turned), ...below])
    expect(found).toEqual([
      rows.map((row) => {
        const [label, text, cost] = row.split(' | ')
        return [text, label, cost].join(' | ')
      }),
    ])
  })
})

describe('labels of several rows', () => {
  const xs = [60, 160, 300]
  const items = ['Letter', 'Parcel', 'Crate', 'Letter', 'Parcel', 'Crate', 'Lorry']
  const ys = items.map((_, at) => 118 + at * 18)
  const beside = [
    ...lineAt(xs, 100, ['Zone', 'Item', 'Price']),
    ...items.flatMap((item, at) => [...textAt(160, ys[at] ?? 0, item), ...textAt(300, ys[at] ?? 0, `${at + 2}.50`)]),
  ]

  it('reach over the rows that they stand in the middle of, or at the first of', () => {
    const price = (at: number): string => `${items[at]} | ${at + 2}.50`
    const rows = [
      'Zone | Item | Price',
      `3×1 Inland | ${price(0)}`,
      price(1),
      price(2),
      `4×1 Abroad | ${price(3)}`,
      price(4),
      price(5),
      price(6),
    ]
    expect(shown([...beside, ...textAt(60, 136, 'Inland'), ...textAt(60, 199, 'Abroad')])).toEqual([rows])
    expect(shown([...beside, ...textAt(60, 118, 'Inland'), ...textAt(60, 172, 'Abroad')])).toEqual([rows])
  })
})

describe('titles over titles', () => {
  it('reach over all of these, and over labels that stand further below', () => {
    const at = (middle: number, y: number, text: string): TableWord[] => textAt(middle - text.length * 2.5, y, text)
    const figures = [150, 200, 250, 300, 350, 400]
    const words = [
      ...at(225, 100, 'Employed'),
      ...at(375, 100, 'Unemployed'),
      ...at(175, 116, 'Full-time'),
      ...at(275, 116, 'Part-time'),
      ...textAt(60, 132, 'Region'),
      ...figures.flatMap((x, column) => at(x, 132, column % 2 === 0 ? '2023' : '2024')),
      ...['North', 'Midlands', 'South', 'Wales'].flatMap((label, row) => [
        ...textAt(60, 150 + row * 16, label),
        ...figures.flatMap((x, column) => at(x, 150 + row * 16, `${row + 3}${column + 1}.${row}`)),
      ]),
    ]
    expect(shown(words)[0]?.slice(0, 3)).toEqual([
      ' | 1×4 Employed | 1×2 Unemployed',
      ' | 1×2 Full-time | 1×2 Part-time |  | ',
      'Region | 2023 | 2024 | 2023 | 2024 | 2023 | 2024',
    ])
  })
})

it('takes short words before figures for labels of rows, and no marks of items', () => {
  const catches = [
    ['Fish', 'Landed (t)'],
    ['Cod', '1,204'],
    ['Hake', '2,950'],
    ['Sole', '88'],
    ['Crab', '702'],
    ['Eel', '12'],
  ]
  expect(shown(linesAt([60, 130], from(100), catches))).toEqual([catches.map((row) => row.join(' | '))])
})

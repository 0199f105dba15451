import { expect, it } from 'vitest'
import { pageTables, type TableWord } from './page-tables.ts'

const size = 10

const wordAt = (left: number, right: number, row: number, text: string): TableWord => {
  const top = 100 + row * 18
  return { text, left, right, top, bottom: top + 12, size }
}

/** Words of 5 points a letter from a place on, with usual spaces. */
function textAt(x: number, row: number, text: string): TableWord[] {
  let left = x
  return text.split(' ').map((each) => {
    const word = wordAt(left, left + each.length * 5, row, each)
    left = word.right + 2.8
    return word
  })
}

/** Figures that end at a place. */
const endingAt = (right: number, row: number, text: string): TableWord =>
  wordAt(right - text.length * 5, right, row, text)

function tableOf(words: readonly TableWord[]): string[] {
  const rules = [98, 116, 98 + 18 * 6].map((at) => ({ left: 50, right: 400, top: at - 0.25, bottom: at + 0.25 }))
  const [table] = pageTables({ words, rules, width: 595, height: 842 })
  if (table === undefined) return []
  return Array.from({ length: table.rows }, (_, row) =>
    table.cells.flatMap((cell) => (cell.row === row ? [cell.text] : [])).join(' | '),
  )
}

const labels = ['Berlin and around', 'Hamburg', 'Munich, all of it', 'Cologne', 'Leipzig, old town']

/** Labels, and figures that end at 160 and 250; the longest labels leave a given space before the figures. */
const page = (space: number): TableWord[] => [
  ...textAt(50, 0, 'Town'),
  endingAt(160, 0, '2004'),
  endingAt(250, 0, '2007'),
  ...labels.flatMap((label, at) => {
    const own = textAt(50, at + 1, label)
    const end = 140 - space
    const last = own.at(-1)?.right ?? 0
    const moved =
      label.length < 10
        ? own
        : own.map((word) => ({ ...word, left: word.left + end - last, right: word.right + end - last }))
    return [...moved, wordAt(140, 160, at + 1, `1${at}.5`), endingAt(250, at + 1, `2${at}.5`)]
  }),
]

const rows = ['Town | 2004 | 2007', ...labels.map((label, at) => `${label} | 1${at}.5 | 2${at}.5`)]

it('parts figures from labels that end right before them', () => {
  for (const space of [0, 0.5, 6]) expect(tableOf(page(space)), `${space} points`).toEqual(rows)
})

it('leaves figures with their words where the space is that of words', () => {
  const words = [
    ...textAt(50, 0, 'Step'),
    ...textAt(250, 0, 'Days'),
    ...['1', '22', '3', '14', '5'].flatMap((number, at) => [
      ...textAt(50, at + 1, `Stage ${number}`),
      endingAt(270, at + 1, `${at + 2}0`),
    ]),
  ]
  expect(tableOf(words)).toEqual([
    'Step | Days',
    ...['1', '22', '3', '14', '5'].map((number, at) => `Stage ${number} | ${at + 2}0`),
  ])
})

it('parts figures of two columns under titles that reach over their edges', () => {
  const words = [
    ...textAt(50, 0, 'Town'),
    wordAt(178, 204, 0, 'Women'),
    wordAt(214, 240, 0, 'Men'),
    ...labels.flatMap((label, at) => [
      ...textAt(50, at + 1, label),
      endingAt(200, at + 1, at % 2 === 0 ? '1744' : '609'),
      wordAt(206, 236, at + 1, `${at + 2} 201`),
    ]),
  ]
  expect(tableOf(words)).toEqual([
    'Town | Women | Men',
    ...labels.map((label, at) => `${label} | ${at % 2 === 0 ? '1744' : '609'} | ${at + 2} 201`),
  ])
})

it('leaves amounts with the currency before them', () => {
  const words = [
    ...textAt(50, 0, 'Town'),
    ...textAt(200, 0, 'Price'),
    ...labels.flatMap((label, at) => [
      ...textAt(50, at + 1, label),
      wordAt(200, 215, at + 1, 'EUR'),
      endingAt(232, at + 1, at % 2 === 0 ? '10' : '250'),
    ]),
  ]
  expect(tableOf(words)).toEqual([
    'Town | Price',
    ...labels.map((label, at) => `${label} | EUR ${at % 2 === 0 ? '10' : '250'}`),
  ])
})

it('parts figures on the right from names on the left that stand a space behind them', () => {
  const people = ['Hart', 'Hart, Bell', 'Bell and Moor', 'Moor', 'Hart']
  const hours = ['6.5', '12.25', '3', '108', '5.5']
  const hoursEnding = [endingAt(200, 0, 'Hours'), ...textAt(202.8, 0, 'Who')]
  const words = [
    ...textAt(50, 0, 'Work'),
    ...hoursEnding,
    ...labels.flatMap((label, at) => [
      ...textAt(50, at + 1, label),
      endingAt(200, at + 1, hours[at] ?? ''),
      ...textAt(202.8, at + 1, people[at] ?? ''),
    ]),
  ]
  expect(tableOf(words)).toEqual([
    'Work | Hours | Who',
    ...labels.map((label, at) => `${label} | ${hours[at]} | ${people[at]}`),
  ])
})

it('leaves units with their figures where all begin at one place', () => {
  const words = [
    ...textAt(50, 0, 'Work'),
    endingAt(206, 0, 'Length'),
    ...labels.flatMap((label, at) => [
      ...textAt(50, at + 1, label),
      endingAt(194, at + 1, `${10 ** at}`),
      ...textAt(196.8, at + 1, at % 2 === 0 ? 'km' : 'm'),
    ]),
  ]
  expect(tableOf(words)[1]).toBe('Berlin and around | 1 km')
})

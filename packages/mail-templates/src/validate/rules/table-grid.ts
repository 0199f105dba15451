import { leastOf } from '@chancery/core'
import type { HtmlPage, PageElement } from '../../page/html-page.ts'
import { firstTagAfter, htmlRule } from '../rule.ts'

/** Cells of a table that are laid out; larger ones are left alone. */
const mostCells = 2000

const spanOf = ({ tag }: PageElement, name: 'colspan' | 'rowspan'): number =>
  Math.min(1000, Number(/^\s*(\d{1,4})\s*$/.exec(tag.attributes.get(name)?.value ?? '')?.[1] ?? 1))

/** Cells that reach below the last row or over columns in which no cell begins (HTML standard, 4.9.12). */
export const tableGrid = htmlRule(({ page, parsed }, tell) => {
  const tables = new Map<number, PageElement[]>()
  const spanning = new Set<number>()
  page.elements.forEach((element) => {
    const { name, attributes } = element.tag
    if (name !== 'td' && name !== 'th') return
    const table = tableOf(page, element)
    if (table === -1) return
    const cells = tables.get(table)
    if (cells === undefined) tables.set(table, [element])
    else cells.push(element)
    if (attributes.has('colspan') || attributes.has('rowspan')) spanning.add(table)
  })
  for (const [table, cells] of tables) {
    const { tag, end } = page.elements[table] ?? { tag: { start: 0 }, end: 0 }
    // How many rows and cells sections write is not known.
    const first = firstTagAfter(parsed, tag.start)
    const hasSection = parsed.tags
      .slice(first, first + mostCells)
      .some(({ kind, start }) => start < end && kind !== 'value' && kind !== 'raw')
    if (hasSection || cells.length > mostCells) continue
    if (spanning.has(table)) checkGrid(cells, tell)
    else checkRows(page, cells, tell)
  }
})

/** One row of several that has other cells than all the rest. */
function checkRows(page: HtmlPage, cells: readonly PageElement[], tell: Tell): void {
  const counts = new Map<number, number>()
  for (const { parent } of cells) counts.set(parent, (counts.get(parent) ?? 0) + 1)
  const rows = [...counts]
  const usual = rows.find(([, count]) => rows.filter(([, other]) => other === count).length === rows.length - 1)?.[1]
  const odd = rows.length < 3 || usual === undefined ? undefined : rows.find(([, count]) => count !== usual)
  const tag = odd === undefined ? undefined : page.elements[odd[0]]?.tag
  if (tag !== undefined && odd !== undefined)
    tell('invalid_attribute', tag, {
      message: `The row has ${odd[1]} cells, all others have ${usual}.`,
      hint: 'Add the cells that are missing, or colspan.',
      severity: 'info',
    })
}

function tableOf({ elements }: HtmlPage, { parent }: PageElement): number {
  let at = parent
  for (let up = 0; up < 3 && at !== -1; up += 1) {
    if (elements[at]?.tag.name === 'table') return at
    at = elements[at]?.parent ?? -1
  }
  return -1
}

type Tell = Parameters<Parameters<typeof htmlRule>[0]>[1]

function checkGrid(cells: readonly PageElement[], tell: Tell): void {
  const rows = [...new Set(cells.map(({ parent }) => parent))]
  const rowOf = new Map(rows.map((row, index) => [row, index]))
  /** Columns that are taken, by row; and those in which a cell begins. */
  const taken = rows.map(() => new Set<number>())
  const begun = new Set<number>()
  const widest: { cell: PageElement; to: number }[] = []
  for (const cell of cells) {
    const row = rowOf.get(cell.parent) ?? 0
    const [across, down] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')]
    let column = 0
    while (taken[row]?.has(column) === true) column += 1
    begun.add(column)
    for (let below = row; below < Math.min(rows.length, row + down); below += 1)
      for (let at = column; at < column + across; at += 1) taken[below]?.add(at)
    if (across > 1) widest.push({ cell, to: column + across })
    if (row + down > rows.length)
      tell('invalid_attribute', cell.tag.attributes.get('rowspan') ?? cell.tag, {
        message: `The cell reaches over ${down} rows; the table has ${rows.length - row} from there on.`,
        severity: 'info',
      })
  }
  // Where all rows are of one width, they fit each other all the same.
  const shortest = leastOf(taken.map(({ size }) => size))
  for (const { cell, to } of widest)
    if (!begun.has(to - 1) && shortest < to)
      tell('invalid_attribute', cell.tag.attributes.get('colspan') ?? cell.tag, {
        message: `The cell reaches over ${spanOf(cell, 'colspan')} columns; in the last of them no cell begins.`,
        severity: 'info',
      })
}

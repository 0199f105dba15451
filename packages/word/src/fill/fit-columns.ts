import { ChanceryError, largestOf } from '@chancery/core'
import { childOf, elementsOf, elementTree, replaceStretches, type XmlElement } from '../xml/element-tree.ts'
import { attribute } from '../xml/scan-xml.ts'
import { type GridCell, numberIn, rowsOf } from '../package/table-grid.ts'
import { columnsAttribute } from '../template/repeat-columns.ts'

/** Word opens no table with more. */
const maxColumns = 63

/** What is left of a run that held where a section begins or ends. */
const emptyRun = '<w:r><w:t/></w:r>'

type Edit = Parameters<typeof replaceStretches>[1][number]

/** A cell of a filled table as its template had it: columns of the grid, and the range that was repeated. */
interface Cell {
  readonly element: XmlElement
  readonly start: number
  readonly span: number
  /** -1: none. */
  readonly range: number
}

/**
 * Makes the grids of the filled tables in which columns were repeated: as many columns as there are cells now, which share
 * the width that those of the template had, so that the table stays as wide; merged cells above them grow. The notes that
 * `repeatColumns` made at tables and cells go.
 * @throws `payload_too_large` for more columns than Word opens.
 */
export function fitColumns(xml: string): string {
  const root = elementTree(xml)
  if (root === undefined) return xml
  const edits: Edit[] = []
  for (const element of elementsOf(root)) {
    const note = noteAt(element)
    if (note === undefined) continue
    edits.push(note)
    if (element.name === 'w:tbl') for (const item of fitTable(element)) edits.push(item)
  }
  return replaceStretches(xml, edits).replaceAll(emptyRun, '')
}

/** Columns of the template that the filled table has `turns` times. */
interface Repeated {
  readonly from: number
  readonly until: number
  readonly turns: number
}

function fitTable(table: XmlElement): readonly Edit[] {
  const rows = rowsOf(table).map(({ element, cells }) => ({ element, cells: cells.map(cellOf) }))
  const grid = childOf(table, 'w:tblGrid')
  const widths =
    grid?.children.filter(({ name }) => name === 'w:gridCol').map((column) => Number(value(column, 'w:w')) || 0) ?? []
  const ranges = value(table, columnsAttribute)
    .split(',')
    .map((note, index): Repeated => {
      const [from = 0, until = 0] = note.split(' ').map(Number)
      return { from, until, turns: Math.max(0, largestOf(rows.map(({ cells }) => turnsIn(cells, index)))) }
    })
  if (ranges.every(({ turns }) => turns === 1)) return []
  const ends = rows.flatMap(({ cells }) => cells.map(({ start, span }) => start + span))
  const count = ends.reduce((most, end) => Math.max(most, end), widths.length)
  const copies = Array.from({ length: count }, (_, at) => rangeAt(ranges, at)?.turns ?? 1)
  const total = sum(copies, 0, count)
  if (total > maxColumns) {
    throw new ChanceryError('payload_too_large', 'A table of the filled document would have too many columns.', {
      details: { what: 'columns', limit: maxColumns, actual: total },
    })
  }
  const hasWidths = widths.length === count && widths.every((width) => width > 0)
  const old = hasWidths ? widths : copies.map(() => 1)
  const shared = sharedWidths(old, copies)
  const edits: Edit[] = []
  if (grid !== undefined && hasWidths)
    edits.push({ from: grid.contentStart, until: grid.contentEnd, text: gridColumns(shared, ranges) })
  for (const { element, cells } of rows) {
    const properties = childOf(element, 'w:trPr')
    const [before, after] = [numberIn(properties, 'w:gridBefore', 0), numberIn(properties, 'w:gridAfter', 0)]
    for (const item of renumbered(properties, 'w:gridBefore', before, sum(copies, 0, before))) edits.push(item)
    for (const item of renumbered(properties, 'w:gridAfter', after, sum(copies, count - after, count))) edits.push(item)
    for (const { element: cell, start, span, range } of cells) {
      const [covered, end] = [childOf(cell, 'w:tcPr'), start + span]
      const isRepeated = range !== -1
      const width = shared
        .slice(start, end)
        .reduce((all, each, at) => all + each * (isRepeated ? 1 : (copies[start + at] ?? 1)), 0)
      for (const item of widened(covered, width / sum(old, start, end))) edits.push(item)
      if (!isRepeated)
        for (const item of renumbered(covered, 'w:gridSpan', span, sum(copies, start, end))) edits.push(item)
    }
  }
  return edits
}

function cellOf({ element, start, span }: GridCell): Cell {
  const note = value(element, columnsAttribute)
  if (note === '') return { element, start, span, range: -1 }
  const [from = start, wide = span, range = -1] = note.split(' ').map(Number)
  return { element, start: from, span: wide, range }
}

/** How often a row has the first of its cells in a range. */
function turnsIn(cells: readonly Cell[], range: number): number {
  const own = cells.filter((cell) => cell.range === range)
  return own.filter(({ start }) => start === own[0]?.start).length
}

const rangeAt = (ranges: readonly Repeated[], column: number): Repeated | undefined =>
  ranges.find(({ from, until }) => column >= from && column < until)

/** The width of each copy of a column: copies share that of their column; those that are gone leave theirs to all. */
function sharedWidths(old: readonly number[], copies: readonly number[]): readonly number[] {
  const kept = old.reduce((all, width, at) => (copies[at] === 0 ? all : all + width), 0)
  const growth = kept === 0 ? 1 : sum(old, 0, old.length) / kept
  return old.map((width, at) => (copies[at] === 0 ? 0 : (width * growth) / (copies[at] ?? 1)))
}

/** The columns of the grid in whole units, whose sum is as wide as before. */
function gridColumns(shared: readonly number[], ranges: readonly Repeated[]): string {
  const widths: number[] = []
  for (let at = 0; at < shared.length; at++) {
    const range = ranges.find(({ from }) => from === at)
    if (range === undefined) widths.push(shared[at] ?? 0)
    else {
      for (let turn = 0; turn < range.turns; turn++)
        for (const item of shared.slice(range.from, range.until)) widths.push(item)
      at = range.until - 1
    }
  }
  let [exact, written] = [0, 0]
  return widths
    .map((width) => {
      exact += width
      const whole = Math.round(exact) - written
      written += whole
      return `<w:gridCol w:w="${whole}"/>`
    })
    .join('')
}

/** A width in twentieths of a point or fiftieths of a percent; automatic ones stay. */
function widened(properties: XmlElement | undefined, ratio: number): readonly Edit[] {
  const width = properties === undefined ? undefined : childOf(properties, 'w:tcW')
  if (width === undefined || !['dxa', 'pct', ''].includes(value(width, 'w:type'))) return []
  return withAttribute(width, 'w:w', (old) => (/^\d{1,9}$/.test(old) ? String(Math.round(Number(old) * ratio)) : old))
}

/** A number of columns that grew or shrank; what counts one cell or none need not be there. */
function renumbered(properties: XmlElement | undefined, name: string, old: number, now: number): readonly Edit[] {
  const element = properties === undefined ? undefined : childOf(properties, name)
  if (element === undefined || old === now) return []
  return withAttribute(element, 'w:val', () => String(now))
}

/** The start tag with another value of an attribute. */
function withAttribute(element: XmlElement, name: string, change: (old: string) => string): readonly Edit[] {
  const { attributes, start } = element
  const from = start + 1 + element.name.length
  const changed = attributes.replace(
    new RegExp(`(\\b${name}\\s*=\\s*["'])([^"']*)`),
    (_, head: string, old: string) => head + change(old),
  )
  return [{ from, until: from + attributes.length, text: changed }]
}

const value = ({ attributes }: XmlElement, name: string): string => attribute(attributes, name) ?? ''
const sum = (list: readonly number[], from: number, until: number): number =>
  list.slice(from, until).reduce((all, each) => all + each, 0)

/** Takes the note at a table or cell away. */
function noteAt({ name, attributes, start }: XmlElement): Edit | undefined {
  if (name !== 'w:tbl' && name !== 'w:tc') return undefined
  const note = attribute(attributes, columnsAttribute)
  if (note === undefined) return undefined
  const text = ` ${columnsAttribute}="${note}"`
  const from = start + 1 + name.length + attributes.indexOf(text)
  return { from, until: from + text.length, text: '' }
}

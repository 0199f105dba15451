import type { Block, DocumentModel, Table, TableCell } from '../model/document-model.ts'

/** How a table is shown that goes on over pages: a table for each page, or one. */
export const tablesOverPages = ['apart', 'joined'] as const
export type TablesOverPages = (typeof tablesOverPages)[number]

/** Fractions of the page: columns whose sides are as near are the same ones. */
const sameSide = 0.02
/** A table that goes on ends below this and begins again above that. */
const [lowEnd, highStart] = [0.6, 0.4]

/** A block; or those of a table that goes on over pages. */
interface Group {
  readonly blocks: Block[]
  readonly tables: Table[]
}

/**
 * The document with each table that goes on over pages as one. A table goes on in the next one where nothing stands
 * between them but its title once more, that is on the next page, and its columns are at the same places; a header that
 * is repeated is there once. The text and all spans into it stay as they are: the text of a repeated header or title is in
 * that of the table, and in no cell.
 */
export function joinedTables(model: DocumentModel): DocumentModel {
  const groups: Group[] = []
  const newIndex: number[] = []
  let titleEnd = 0
  for (const [at, block] of model.blocks.entries()) {
    const last = groups.at(-1)
    const table = tableOf(model, block)
    if (last !== undefined && table !== undefined && continues(last, block, table)) {
      last.blocks.push(block)
      last.tables.push(table)
    } else {
      titleEnd = Math.max(titleEnd, at + repeatedTitle(model, groups, at))
      if (at >= titleEnd) groups.push({ blocks: [block], tables: table === undefined ? [] : [table] })
    }
    newIndex.push(groups.length - 1)
  }
  if (groups.length === model.blocks.length) return model
  const tables: Table[] = []
  const blocks = groups.map(({ blocks: [first, ...others], tables: own }): Block => {
    const { parent, ...block } = first as Block
    const moved = parent === undefined ? block : { ...block, parent: newIndex[parent] ?? parent }
    const [table, ...more] = own
    if (table === undefined) return moved
    tables.push(more.length === 0 ? table : oneTable(table, more))
    const index = { table: tables.length - 1 }
    const end = others.at(-1)?.span.end
    if (end === undefined) return { ...moved, ...index }
    const regions = [block, ...others].flatMap(regionsOf)
    return { ...moved, ...index, span: { ...block.span, end }, regions }
  })
  const notes = model.notes.map((note) => ({ ...note, block: newIndex[note.block] ?? note.block }))
  return { ...model, blocks, tables, notes }
}

const tableOf = (model: DocumentModel, { table }: Block): Table | undefined =>
  table === undefined ? undefined : model.tables[table]

function continues({ blocks, tables }: Group, block: Block, table: Table): boolean {
  const [above, before] = [blocks.at(-1), tables.at(-1)]
  return above !== undefined && before !== undefined && goesOn(above, before, block, table)
}

/** A title has no more blocks. */
const longestTitle = 3

/** How many blocks from one on say what stands right above the first part of the table before them, and lead to its next part. */
function repeatedTitle(model: DocumentModel, groups: readonly Group[], at: number): number {
  const last = groups.at(-1)
  const first = last?.tables[0]
  if (last === undefined || first === undefined) return 0
  for (let count = 1; count <= longestTitle; count++) {
    const next = model.blocks[at + count]
    const table = next === undefined ? undefined : tableOf(model, next)
    if (next === undefined || table === undefined) continue
    const above = groups.slice(-1 - count, -1).flatMap(({ blocks: [block] }) => (block === undefined ? [] : [block]))
    const isTitle =
      above.length === count && above.every((block, index) => isSame(model, block, model.blocks[at + index]))
    return isTitle && continues(last, next, table) && repeatedRows(first, table) > 0 ? count : 0
  }
  return 0
}

const isSame = (model: DocumentModel, one: Block, other: Block | undefined): boolean =>
  other !== undefined &&
  one.table === undefined &&
  other.table === undefined &&
  textOf(model, one) === textOf(model, other)

const textOf = ({ text }: DocumentModel, { span }: Block): string => text.slice(span.start, span.end)

const regionsOf = ({ regions, span: { page, box } }: Block): NonNullable<Block['regions']> =>
  regions ?? (page === undefined || box === undefined ? [] : [{ page, box }])

function goesOn(above: Block, before: Table, block: Block, table: Table): boolean {
  const [last, first] = [regionsOf(above).at(-1), regionsOf(block)[0]]
  if (last === undefined || first === undefined || above.layer !== block.layer) return false
  if (first.page !== last.page + 1 || before.columns !== table.columns) return false
  if (last.box.y + last.box.height < lowEnd || first.box.y > highStart) return false
  return haveSameColumns(before, table) && !hasOtherHeader(before, table)
}

type Sides = readonly [left: number, right: number]

/** Where each column begins and ends, of those that have a cell of their own. */
function columnSides({ cells, columns }: Table): ReadonlyMap<number, Sides> {
  const sides = new Map<number, Sides>()
  for (const { column, columnSpan, span } of cells) {
    if (columnSpan === 1 && span.box !== undefined && !sides.has(column))
      sides.set(column, [span.box.x, span.box.x + span.box.width])
    if (sides.size === columns) break
  }
  return sides
}

/** Between columns without a line, the side that they share lies where the longest text of a page leaves it: the other decides. */
function haveSameColumns(one: Table, other: Table): boolean {
  const [sides, others] = [columnSides(one), columnSides(other)]
  const both = [...sides].flatMap(([column, own]) => {
    const theirs = others.get(column)
    return theirs === undefined ? [] : [[own, theirs] as const]
  })
  const isSame = (a: number, b: number): boolean => Math.abs(a - b) < sameSide
  const same = both.filter(([own, theirs]) => isSame(own[0], theirs[0])).length
  // The outer sides say little: of the sides between columns, half have to be the same.
  if (same === 0 || same - 1 < (both.length - 1) / 2) return false
  return both.every(([own, theirs]) => isSame(own[0], theirs[0]) || isSame(own[1], theirs[1]))
}

/** How many of the first rows repeat the header. */
function repeatedRows(first: Table, next: Table): number {
  const most = Math.max(first.headerRows, 1)
  for (let count = Math.min(most, next.rows - 1); count > 0; count--) {
    const texts = rowTexts(first, count)
    if (/\S$/mu.test(texts) && texts === rowTexts(next, count)) return count
  }
  return 0
}

const hasOtherHeader = (one: Table, other: Table): boolean =>
  one.headerRows > 0 && other.headerRows > 0 && repeatedRows(one, other) === 0

/** What stands in the first rows, and where: all rows of the header or none are repeated. */
function rowTexts({ cells }: Table, rows: number): string {
  const texts: string[] = []
  for (const { row, column, text } of cells) {
    if (row >= rows) break
    texts.push(`${row} ${column} ${text.trim()}`)
  }
  return texts.join('\n')
}

/** Whether a row without text stands before one with text: what the page left of the row above. */
function beginsWithRest({ cells, rows }: Table, at: number): boolean {
  const isBlank = (row: number): boolean => cells.every((cell) => cell.row !== row || cell.text.trim() === '')
  return (
    at + 1 < rows &&
    isBlank(at) &&
    !isBlank(at + 1) &&
    cells.every(({ row, rowSpan }) => row > at || row + rowSpan <= at + 1)
  )
}

/** Cells of one after those of the other; a merged cell that a page cuts stays two. */
function oneTable(first: Table, others: readonly Table[]): Table {
  const cells: TableCell[] = [...first.cells]
  let { rows } = first
  let { end } = first.span
  for (const table of others) {
    const repeated = repeatedRows(first, table)
    // A cell that begins in the header and reaches below it would leave a hole: then its rows are kept.
    const isCut = table.cells.some(({ row, rowSpan }) => row < repeated && row + rowSpan > repeated)
    const skipped = isCut ? 0 : repeated + (beginsWithRest(table, repeated) ? 1 : 0)
    for (const cell of table.cells) {
      if (cell.row >= skipped) cells.push({ ...cell, row: cell.row - skipped + rows })
    }
    rows += table.rows - skipped
    ;({ end } = table.span)
  }
  return { ...first, span: { ...first.span, end }, rows, cells }
}

import type { Finding } from '@chancery/core'
import type { Expression, Tag } from '@chancery/tags'
import { type CarriedTag, columnMark } from './carried-tags.ts'
import { editsOf } from './rewrite-tags.ts'
import { childOf, elementTree, replaceStretches, type XmlElement } from '../xml/element-tree.ts'
import { type GridCell, type GridRow, rowsOf } from '../package/table-grid.ts'
import type { WordPart } from '../package/word-parts.ts'
import { runEnd, runStart } from './carried-places.ts'
import { locate } from './locate.ts'
import type { WordTag } from './word-template.ts'

/** Columns of the grid, `until` not among them. */
interface Range {
  readonly from: number
  readonly until: number
}

/** A section over columns as it is written. */
interface Declaration extends Range {
  readonly open: WordTag
  readonly close: WordTag
  /** That of the opening tag. */
  readonly row: GridRow
  readonly openCell: GridCell
  readonly closeCell: GridCell
  /** Its list is read from the data itself: no section is around it. */
  readonly isOutermost: boolean
}

type OpenTag = Extract<Tag, { kind: 'open' }>
type Edit = Parameters<typeof replaceStretches>[1][number]

/** What the sections over columns of a part become. */
interface RepeatedColumns {
  readonly xml: string
  readonly findings: readonly Finding[]
}

/** Whether any section is one over columns. */
export const holdsColumns = (tags: readonly WordTag[]): boolean => tags.some(isOfColumns)

const isOfColumns = ({ parsed, place }: WordTag): boolean =>
  parsed.kind === 'open' && parsed.repeats === 'columns' && place.carried === undefined

/**
 * Columns are no element of a table, only cells below each other. So a section over columns becomes one in every row, over
 * the cells in these columns, unless the row has its own. What the cells were is noted at them: see `fit-columns.ts`.
 * `tags`: those of the part; `add` takes the sections that are new.
 */
export function repeatColumns(
  part: WordPart,
  tags: readonly WordTag[],
  add: (tag: CarriedTag) => number,
): RepeatedColumns {
  const findings: Finding[] = []
  const fail = (tag: WordTag, message: string, hint: string): void => {
    findings.push({
      code: 'loop_position_invalid',
      severity: 'error',
      message,
      hint,
      location: locate(tag.place, tag.tag),
    })
  }
  const root = elementTree(part.xml)
  if (root === undefined) return { xml: part.xml, findings }
  const tables = new Map<XmlElement, Table>()
  const paired = pairs(tags)
  for (const open of tags) {
    const pair = paired.get(open)
    // What is never closed is told where sections are nested.
    if (pair === undefined) continue
    const [from, until] = [ancestorsAt(root, offsetOf(open)), ancestorsAt(root, offsetOf(pair.close))]
    const [element, other] = [from.findLast(isTable), until.findLast(isTable)]
    // Half in a table, or in two of them, is told of all sections.
    if (element !== other) continue
    if (element === undefined) {
      fail(open, `${open.tag} does not stand in a table.`, 'Put both tags into cells of one table.')
      continue
    }
    const table = tables.get(element) ?? newTable(element)
    tables.set(element, table)
    const [first, last] = [from, until].map((path) => table.places.get(path.findLast(({ name }) => name === 'w:tc')))
    if (first === undefined || last === undefined) continue
    const declaration = {
      open,
      close: pair.close,
      row: first.row,
      openCell: first.cell,
      closeCell: last.cell,
      from: Math.min(first.cell.start, last.cell.start),
      until: Math.max(endOfCell(first.cell), endOfCell(last.cell)),
      isOutermost: pair.depth === 0,
    }
    const crossed = table.own.find(
      (each) => overlap(each, declaration) && (!isSame(each, declaration) || each.row === declaration.row),
    )
    if (crossed === undefined) table.own.push(declaration)
    else fail(open, `${open.tag} crosses the columns of ${crossed.open.tag}.`, 'Let each column belong to one section.')
  }
  const edits: Edit[] = []
  const placed = tags.map((tag) => ({ tag, offset: offsetOf(tag) })).sort((a, b) => a.offset - b.offset)
  for (const [element, { rows, own }] of tables) {
    const ranges = [...new Map(own.toReversed().map((each) => [`${each.from}-${each.until}`, each])).values()]
    edits.push(attributeAt(element, ranges.map(({ from, until }) => `${from} ${until}`).join(',')))
    const byRow = Map.groupBy(own, ({ row }) => row)
    for (const row of rows) {
      for (const item of row.cells.map((cell) => markedCell(cell, ranges))) edits.push(item)
      for (const range of ranges) {
        const declaration = byRow.get(row)?.find((each) => isSame(each, range)) ?? range
        const problem = repeatCells(row, declaration, { xml: part.xml, placed, add, edits })
        if (problem !== undefined) fail(declaration.open, ...problem)
      }
    }
  }
  return { xml: replaceStretches(part.xml, edits), findings }
}

interface Table {
  readonly rows: readonly GridRow[]
  readonly places: ReadonlyMap<XmlElement | undefined, { readonly row: GridRow; readonly cell: GridCell }>
  readonly own: Declaration[]
}

function newTable(element: XmlElement): Table {
  const rows = rowsOf(element)
  const places = new Map(rows.flatMap((row) => row.cells.map((cell) => [cell.element, { row, cell }] as const)))
  return { rows, places, own: [] }
}

interface RowContext {
  readonly xml: string
  /** The tags of the part by their offsets. */
  readonly placed: readonly { readonly tag: WordTag; readonly offset: number }[]
  readonly add: (tag: CarriedTag) => number
  readonly edits: Edit[]
}

/** A section over those cells of a row that lie in the columns; gives what is wrong with them. */
function repeatCells(
  { cells: all }: GridRow,
  declaration: Declaration,
  { xml, placed, add, edits }: RowContext,
): readonly [message: string, hint: string] | undefined {
  const touched = all.filter((cell) => overlap({ from: cell.start, until: endOfCell(cell) }, declaration))
  const cells = touched.filter((cell) => isWithin(cell, declaration))
  const [first, last] = [cells[0], cells.at(-1)]
  if (first === undefined || last === undefined || cells.length < touched.length) {
    // One cell over all the columns and more, such as a title, grows with them.
    return touched.every((cell) => covers(cell, declaration))
      ? undefined
      : ['A merged cell reaches over the edge of the columns that are repeated.', 'Split the cell there.']
  }
  const [start, end] = [first.element.children.find(isParagraph), last.element.children.findLast(isParagraph)]
  if (start === undefined || end === undefined) return undefined
  const { open, close, openCell, closeCell } = declaration
  const { opened, closed } = loose(
    between(placed, first.element.start, last.element.end).filter((tag) => tag !== open && tag !== close),
  )
  const isOpenHere = cells.includes(openCell)
  const isCloseHere = cells.includes(closeCell)
  const from = isOpenHere ? offsetOf(open) : opened === undefined ? undefined : endOf(opened)
  const until = isCloseHere ? offsetOf(close) : closed === undefined ? undefined : offsetOf(closed)
  if ((from ?? first.element.start) > (until ?? last.element.end)) {
    return [
      'In the columns that are repeated one section ends, and then another begins.',
      'Repeat whole rows or whole columns.',
    ]
  }
  const mark = (parsed: Tag, { tag }: WordTag, isWritten: boolean): string =>
    columnMark(add({ parsed, tag, original: '', repeats: 'w:tc', ...(isWritten ? { isWritten } : {}) }))
  const opening = mark(openingOf(open.parsed as OpenTag, declaration.isOutermost), open, isOpenHere)
  const closing = mark({ kind: 'close', name: '' }, close, isCloseHere)
  if (start === end && isEmpty(xml, start)) edits.push(intoEmpty(start, inRun(opening) + inRun(closing)))
  else {
    edits.push(from === undefined ? atStart(xml, start, inRun(opening)) : insert(from, opening))
    edits.push(until === undefined ? atEnd(xml, end, inRun(closing)) : insert(until, closing))
  }
  return undefined
}

/** The tags between two offsets. */
function between(placed: RowContext['placed'], from: number, until: number): readonly WordTag[] {
  let [low, high] = [0, placed.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((placed[middle]?.offset ?? 0) < from) low = middle + 1
    else high = middle
  }
  const found: WordTag[] = []
  for (let at = low; at < placed.length; at++) {
    const { tag, offset } = placed[at] as RowContext['placed'][number]
    if (offset >= until) break
    found.push(tag)
  }
  return found
}

/** In a row that turns, the list is that of the declaration, not one of the row's item with the same name. */
const openingOf = (parsed: OpenTag, isOutermost: boolean): OpenTag =>
  isOutermost ? { ...parsed, name: '', expression: fromRoot(parsed.expression) } : { ...parsed, name: '' }

function fromRoot(expression: Expression): Expression {
  switch (expression.kind) {
    case 'path':
      return expression.up === undefined && !expression.own && !(expression.segments[0] ?? '').startsWith('$')
        ? { ...expression, up: Number.POSITIVE_INFINITY }
        : expression
    case 'pipe':
      return { ...expression, input: fromRoot(expression.input) }
    case 'not':
      return { ...expression, operand: fromRoot(expression.operand) }
    case 'binary':
      return { ...expression, left: fromRoot(expression.left), right: fromRoot(expression.right) }
    default:
      return expression
  }
}

/** The closing tag of every section over columns, and how many other sections are around it. */
function pairs(tags: readonly WordTag[]): ReadonlyMap<WordTag, { readonly close: WordTag; readonly depth: number }> {
  const found = new Map<WordTag, { readonly close: WordTag; readonly depth: number }>()
  const open: { readonly tag: WordTag; readonly parsed: OpenTag; readonly depth: number }[] = []
  for (const tag of tags) {
    const { parsed } = tag
    if (parsed.kind === 'open') {
      if (open.length === maxOpen) return found
      open.push({ tag, parsed, depth: open.length })
    }
    if (parsed.kind !== 'close') continue
    const { name } = parsed
    // Tags of other rows may stand between: they close on their own.
    const at = open.findLastIndex((each) => name === '' || each.parsed.name === name || each.parsed.path === name)
    const [closed] = at === -1 ? [] : open.splice(at, 1)
    if (closed !== undefined && isOfColumns(closed.tag)) found.set(closed.tag, { close: tag, depth: closed.depth })
  }
  return found
}

/** More than can be nested: see `maxDepth` of the tag language. */
const maxOpen = 200

/** Among some tags the last that is opened and not closed, and the first that closes what was opened before them. */
function loose(tags: readonly WordTag[]): { readonly opened?: WordTag; readonly closed?: WordTag } {
  const open: WordTag[] = []
  let closed: WordTag | undefined
  for (const tag of tags) {
    if (tag.parsed.kind === 'open') open.push(tag)
    else if (tag.parsed.kind === 'close' && open.pop() === undefined) closed ??= tag
  }
  const opened = open.at(-1)
  return { ...(opened === undefined ? {} : { opened }), ...(closed === undefined ? {} : { closed }) }
}

const overlap = (one: Range, other: Range): boolean => one.from < other.until && other.from < one.until
const isSame = (one: Range, other: Range): boolean => one.from === other.from && one.until === other.until
const isWithin = ({ start, span }: GridCell, { from, until }: Range): boolean => start >= from && start + span <= until
const covers = ({ start, span }: GridCell, { from, until }: Range): boolean => start <= from && start + span >= until
const endOfCell = ({ start, span }: GridCell): number => start + span
const isTable = ({ name }: XmlElement): boolean => name === 'w:tbl'
const isParagraph = ({ name }: XmlElement): boolean => name === 'w:p'
const offsetOf = (tag: WordTag): number => editsOf(tag, '')[0]?.from ?? -1
const endOf = (tag: WordTag): number => editsOf(tag, '').at(-1)?.until ?? -1

/** The elements around a place, outermost first. */
function ancestorsAt(root: XmlElement, offset: number): readonly XmlElement[] {
  const path: XmlElement[] = []
  let at: XmlElement | undefined = root
  while (at !== undefined) {
    path.push(at)
    const { children }: XmlElement = at
    let [low, high] = [0, children.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((children[middle]?.end ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    const child: XmlElement | undefined = children[low]
    at = child !== undefined && child.start <= offset ? child : undefined
  }
  return path
}

/** What notes at tables and cells which columns they had; no attribute of Word's. */
export const columnsAttribute = 'chancery-columns'

const attributeAt = ({ name, start }: XmlElement, value: string): Edit =>
  insert(start + 1 + name.length, ` ${columnsAttribute}="${value}"`)

/** The columns of a cell, and which of the ranges that are repeated it is in. */
const markedCell = (cell: GridCell, ranges: readonly Range[]): Edit =>
  attributeAt(cell.element, `${cell.start} ${cell.span} ${ranges.findIndex((range) => isWithin(cell, range))}`)

const insert = (at: number, text: string): Edit => ({ from: at, until: at, text })
const inRun = (text: string): string => runStart + text + runEnd

function atStart(xml: string, paragraph: XmlElement, text: string): Edit {
  if (isEmpty(xml, paragraph)) return intoEmpty(paragraph, text)
  return insert(childOf(paragraph, 'w:pPr')?.end ?? paragraph.contentStart, text)
}

const atEnd = (xml: string, paragraph: XmlElement, text: string): Edit =>
  isEmpty(xml, paragraph) ? intoEmpty(paragraph, text) : insert(paragraph.contentEnd, text)

/** It is one tag: `<w:p/>`. */
const isEmpty = (xml: string, { contentStart }: XmlElement): boolean => xml[contentStart - 2] === '/'

/** `<w:p/>` with something in it. */
const intoEmpty = ({ name, contentStart }: XmlElement, text: string): Edit => ({
  from: contentStart - 2,
  until: contentStart,
  text: `>${text}</${name}>`,
})

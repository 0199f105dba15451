import { leastOf } from '@chancery/core'
import type { PageBlock, TableBlock } from './block-writer.ts'
import { type BlockPart, lineBlocks } from './line-blocks.ts'
import { endsSentence } from './list-items.ts'
import type { NumberedHeadings } from './numbered-headings.ts'
import { enclosing, type Rectangle } from './page-geometry.ts'
import { type PlacedItem, readingOrder } from './reading-order.ts'
import type { RunningPlace } from './running-lines.ts'
import { type SideBox, sideBoxes } from './side-boxes.ts'
import { tableBlock } from './table-cells.ts'
import { drawnLines } from './tables/drawn-lines.ts'
import { withoutMarks } from './tables/drawn-marks.ts'
import { pageTables } from './tables/page-tables.ts'
import type { TextFrame } from './text-frame.ts'
import { type TextLine, textLines } from './text-lines.ts'
import { type TextSegment, textSegments } from './text-segments.ts'
import type { Typography } from './typography.ts'
import { Underlines } from './underlined-lines.ts'

/** A part of the page, in reading order, before it is known what its lines are. */
export type Region =
  | {
      readonly kind: 'lines'
      readonly lines: readonly TextLine[]
      readonly frame: TextFrame
      /** The edges of the column that they stand in. */
      readonly column: Pick<Rectangle, 'left' | 'right'>
    }
  | { readonly kind: 'running'; readonly place: RunningPlace | 'stamp'; readonly part: BlockPart }
  | { readonly kind: 'block'; readonly block: PageBlock }

/** A table, to be put in order with the pieces of lines around it. */
interface PlacedTable extends PlacedItem {
  readonly table: TableBlock
}

/** A box whose text was laid out by itself. */
interface PlacedBox extends PlacedItem {
  readonly inside: readonly Region[]
}

type LayoutItem = TextSegment | PlacedTable
type ColumnItem = LayoutItem | PlacedBox

/**
 * Lays out what runs in one direction: tables, columns, lines.
 * @param rules absent: tables are not looked for
 */
export function pageLayout(
  page: number,
  frame: TextFrame,
  segments: readonly TextSegment[],
  rules: readonly Rectangle[] | undefined,
  keepWords: boolean,
): Region[] {
  const words = rules === undefined ? [] : segments.flatMap((segment) => segment.words)
  const drawn = drawnLines(withoutMarks(rules ?? [], words))
  const tables =
    rules === undefined ? [] : pageTables({ words, rules, width: frame.width, height: frame.height }, drawn)
  const underlines = new Underlines(rules ?? [])
  const taken = new Set(tables.flatMap(({ cells }) => cells.flatMap((cell) => cell.words)))
  const left = taken.size === 0 ? segments : textSegments(words.filter((word) => !taken.has(word)))
  const places = new Map(tables.length === 0 ? [] : words.map((word, at) => [word, at]))
  const placed = tables.map((table): PlacedTable => {
    const inside = table.cells.flatMap((cell) => cell.words)
    const start = leastOf(inside.map((word) => places.get(word) ?? 0))
    const order = left.findIndex(({ words: [first] }) => first !== undefined && (places.get(first) ?? 0) > start)
    return {
      ...table.box,
      size: inside[0]?.size ?? 10,
      rightToLeft: inside.some((word) => word.rightToLeft),
      length: inside.reduce((sum, word) => sum + word.text.length + 1, 0),
      order: order === -1 ? left.length : order - 0.5,
      table: tableBlock(table, page, frame, keepWords),
    }
  })
  const boxes = rules === undefined ? [] : sideBoxes(left, drawn)
  const boxed = new Set(boxes.flatMap((box) => box.segments))
  const flow = boxed.size === 0 ? left : left.filter((segment) => !boxed.has(segment))
  const columns = readingOrder<LayoutItem>(placed.length === 0 ? flow : [...flow, ...placed])
  return withBoxes(
    columns,
    boxes.map((box) => placedBox(box, frame, keepWords)),
  )
    .flatMap((column) => columnRegions(column, frame, keepWords))
    .map((region) => (region.kind === 'lines' ? { ...region, lines: underlines.marked(region.lines) } : region))
}

function placedBox({ segments, left, top, right, bottom }: SideBox, frame: TextFrame, keepWords: boolean): PlacedBox {
  const [first] = segments
  return {
    left,
    top,
    right,
    bottom,
    size: first?.size ?? 10,
    length: 0,
    rightToLeft: first?.rightToLeft ?? false,
    order: first?.order ?? 0,
    inside: readingOrder<LayoutItem>(segments).flatMap((column) => columnRegions(column, frame, keepWords)),
  }
}

/** A box is read where it stands in its column; one in the way of several, after all that run beside it. */
function withBoxes(
  columns: readonly (readonly LayoutItem[])[],
  boxes: readonly PlacedBox[],
): (readonly ColumnItem[])[] {
  if (boxes.length === 0) return [...columns]
  const result: ColumnItem[][] = columns.map((column) => [...column])
  const places = columns.map((column) => enclosing(column))
  const after: { readonly at: number; readonly box: PlacedBox }[] = []
  for (const box of boxes) {
    const beside = places.flatMap(({ top, bottom }, at) => (top < box.bottom && bottom > box.top ? [at] : []))
    const own = beside.filter((at) => {
      const place = places[at]
      return place !== undefined && box.left > place.left - box.size && box.right < place.right + box.size
    })
    const [only, ...others] = own
    if (only !== undefined && others.length === 0) result[only]?.push(box)
    else after.push({ at: beside.at(-1) ?? columns.length - 1, box })
  }
  for (const { at, box } of after.sort((a, b) => b.at - a.at || b.box.top - a.box.top)) result.splice(at + 1, 0, [box])
  return result
}

const isTable = (item: ColumnItem): item is PlacedTable => 'table' in item
const isBox = (item: ColumnItem): item is PlacedBox => 'inside' in item

/** Whether a sentence may go on in the line below, which is as near and as large as the lines of a paragraph are. */
const goesOn = (line: TextLine | undefined, next: TextLine | undefined): boolean =>
  line !== undefined &&
  next !== undefined &&
  !endsSentence(line.text) &&
  next.top - line.bottom < 0.8 * line.size &&
  Math.abs(next.size - line.size) < 0.6

/** Lines from top to bottom, parted where a table or box stands between them. */
function columnRegions(column: readonly ColumnItem[], frame: TextFrame, keepWords: boolean): Region[] {
  const tables = column.filter((item) => isTable(item) || isBox(item)).sort((a, b) => a.top - b.top)
  const lines = textLines(
    column.filter((item): item is TextSegment => !isTable(item) && !isBox(item)),
    keepWords,
  )
  const { left, right } = enclosing(lines)
  const regions: Region[] = []
  const addLines = (start: number, end: number): void => {
    if (end > start) regions.push({ kind: 'lines', lines: lines.slice(start, end), frame, column: { left, right } })
  }
  let from = 0
  for (const item of tables) {
    const middle = (item.top + item.bottom) / 2
    let to = from
    while (to < lines.length && ((lines[to]?.top ?? 0) + (lines[to]?.bottom ?? 0)) / 2 < middle) to++
    // A box may stand in the middle of a paragraph, which goes on below.
    if (isBox(item)) while (to > from && goesOn(lines[to - 1], lines[to])) to++
    addLines(from, to)
    if (isBox(item)) for (const region of item.inside) regions.push(region)
    else regions.push({ kind: 'block', block: item.table })
    from = to
  }
  addLines(from, lines.length)
  return regions
}

/**
 * What a page holds, in the order in which it is written: headers, text, notes, footers, stamps.
 * @param headings of the pages before
 */
export function pageBlocks(
  page: number,
  regions: readonly Region[],
  typography: Typography,
  headings: NumberedHeadings,
): PageBlock[] {
  const [headers, body, notes, footers, stamps]: PageBlock[][] = [[], [], [], [], []]
  for (const region of regions) {
    if (region.kind === 'running') {
      const type = region.place === 'stamp' ? 'text-box' : region.place
      const layer = { layer: 'furniture' as const }
      const block: PageBlock = { kind: 'text', type, ...layer, markerLength: 0, parts: [region.part] }
      ;(type === 'header' ? headers : type === 'footer' ? footers : stamps)?.push(block)
    } else {
      const blocks =
        region.kind === 'block'
          ? [region.block]
          : lineBlocks(region.lines, typography, page, region.frame, region.column).map((block) =>
              headings.placed(block),
            )
      for (const block of blocks) {
        ;(block.kind === 'text' && block.type === 'footnote' ? notes : body)?.push(block)
      }
    }
  }
  return [...(headers ?? []), ...(body ?? []), ...(notes ?? []), ...(footers ?? []), ...(stamps ?? [])]
}

/** Running text line by line: a header each. */
export const runningRegions = (
  page: number,
  frame: TextFrame,
  segments: readonly TextSegment[],
  place: RunningPlace | 'stamp',
  keepWords: boolean,
): Region[] =>
  textLines(segments, keepWords).map((line) => ({
    kind: 'running',
    place,
    part: { page, frame, lines: [line] },
  }))

/** The lines of what is text of the document. */
export function linesOf(region: Region): readonly TextLine[] {
  if (region.kind === 'lines') return region.lines
  if (region.kind === 'running' || region.block.kind === 'table') return []
  return region.block.parts.flatMap(({ lines }) => lines)
}

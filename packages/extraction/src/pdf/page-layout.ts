import type { PageBlock, TableBlock } from './block-writer.ts'
import { type BlockPart, lineBlocks } from './line-blocks.ts'
import type { Rectangle } from './page-geometry.ts'
import type { PdfWord } from './pdf-word.ts'
import { type PlacedItem, readingOrder } from './reading-order.ts'
import type { RunningPlace } from './running-lines.ts'
import { tableBlock } from './table-cells.ts'
import { pageTables } from './tables/page-tables.ts'
import type { TextFrame } from './text-frame.ts'
import { type TextLine, textLines } from './text-lines.ts'
import { type TextSegment, textSegments } from './text-segments.ts'
import type { Typography } from './typography.ts'

/** A part of the page, in reading order, before it is known what its lines are. */
export type Region =
  | { readonly kind: 'lines'; readonly lines: readonly TextLine[]; readonly frame: TextFrame }
  | { readonly kind: 'running'; readonly place: RunningPlace | 'stamp'; readonly part: BlockPart }
  | { readonly kind: 'block'; readonly block: PageBlock }

/** Something to be put in order: a piece of a line, or a whole table. */
interface LayoutItem extends PlacedItem {
  readonly content: TextSegment | TableBlock
}

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
  const tables = rules === undefined ? [] : pageTables({ words, rules, width: frame.width, height: frame.height })
  const taken = new Set(tables.flatMap(({ cells }) => cells.flatMap((cell) => cell.words)))
  const left = taken.size === 0 ? segments : textSegments(words.filter((word) => !taken.has(word)))
  const items = [
    ...left.map((segment): LayoutItem => itemOf(segment, lengthOf(segment.words), segment.order, segment)),
    ...tables.map((table): LayoutItem => {
      const inside = table.cells.flatMap((cell) => cell.words)
      const order = left.findIndex((segment) => segment.top > table.box.bottom)
      const block = tableBlock(table, page, frame, keepWords)
      return itemOf(
        { ...table.box, size: inside[0]?.size ?? 10, rightToLeft: inside.some((word) => word.rightToLeft) },
        lengthOf(inside),
        order === -1 ? left.length : order - 0.5,
        block,
      )
    }),
  ]
  return readingOrder(items).flatMap((column) => columnRegions(column, frame, keepWords))
}

const itemOf = (
  { left, top, right, bottom, size, rightToLeft }: Rectangle & { readonly size: number; readonly rightToLeft: boolean },
  length: number,
  order: number,
  content: TextSegment | TableBlock,
): LayoutItem => ({ left, top, right, bottom, size, rightToLeft, length, order, content })

function lengthOf(words: readonly PdfWord[]): number {
  let length = words.length
  for (const { text } of words) length += text.length
  return length
}

const isTable = (content: TextSegment | TableBlock): content is TableBlock => 'kind' in content

/** Lines from top to bottom, parted where a table stands between them. */
function columnRegions(column: readonly LayoutItem[], frame: TextFrame, keepWords: boolean): Region[] {
  const tables = column.filter(({ content }) => isTable(content)).sort((a, b) => a.top - b.top)
  const segments = column.flatMap(({ content }) => (isTable(content) ? [] : [content]))
  const lines = textLines(segments, keepWords)
  const regions: Region[] = []
  let from = 0
  for (const { content, top, bottom } of tables) {
    const middle = (top + bottom) / 2
    let to = from
    while (to < lines.length && ((lines[to]?.top ?? 0) + (lines[to]?.bottom ?? 0)) / 2 < middle) to++
    if (to > from) regions.push({ kind: 'lines', lines: lines.slice(from, to), frame })
    if (isTable(content)) regions.push({ kind: 'block', block: content })
    from = to
  }
  if (from < lines.length) regions.push({ kind: 'lines', lines: lines.slice(from), frame })
  return regions
}

/** What a page holds, in the order in which it is written: headers, text, notes, footers, stamps. */
export function pageBlocks(page: number, regions: readonly Region[], typography: Typography): PageBlock[] {
  const [headers, body, notes, footers, stamps]: PageBlock[][] = [[], [], [], [], []]
  for (const region of regions) {
    if (region.kind === 'running') {
      const type = region.place === 'stamp' ? 'text-box' : region.place
      const layer = { layer: 'furniture' as const }
      const block: PageBlock = { kind: 'text', type, ...layer, markerLength: 0, parts: [region.part] }
      ;(type === 'header' ? headers : type === 'footer' ? footers : stamps)?.push(block)
    } else {
      const blocks = region.kind === 'block' ? [region.block] : lineBlocks(region.lines, typography, page, region.frame)
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

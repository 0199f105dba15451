import type { BlockSink, BlockTraits, CellContent } from '../model/block-sink.ts'
import { boxOf, enclosing, type PageGeometry } from './page-geometry.ts'
import { median, type Region, type Row, type TableRun } from './page-layout.ts'
import { isRightToLeft } from './text-runs.ts'

type TextBlock = Parameters<BlockSink['block']>[0]

/** What the whole document says about the size of letters. */
export interface Typography {
  /** The size that most of the text has. */
  readonly bodySize: number
  /** Sizes of headings, largest first; the place is the level. */
  readonly headingSizes: readonly number[]
}

/** Sizes are told apart by half points. */
const roundSize = (size: number): number => Math.round(size * 2) / 2

const maxHeadingLength = 200

export function typographyOf(rows: Iterable<Row>): Typography {
  const letters = new Map<number, number>()
  const shortLines = new Map<number, number>()
  for (const { runs } of rows) {
    for (const run of runs) {
      const size = roundSize(run.size)
      letters.set(size, (letters.get(size) ?? 0) + run.text.length)
      if (run.text.length <= maxHeadingLength) shortLines.set(size, (shortLines.get(size) ?? 0) + 1)
    }
  }
  const bodySize = [...letters].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0] as const)[0]
  const headingSizes = [...shortLines.keys()].filter((size) => size >= bodySize * 1.12 + 0.5).sort((a, b) => b - a)
  return { bodySize, headingSizes }
}

/** Puts a page's regions into the model: lines become headings, list items and paragraphs. */
export function addRegions(
  sink: BlockSink,
  regions: readonly Region[],
  typography: Typography,
  geometry: PageGeometry,
  running: (row: Row) => 'header' | 'footer' | undefined,
): void {
  for (const region of regions) {
    if (region.kind === 'table') {
      sink.table(region.rows.map(rowOfCells), headerRowsOf(region.rows), { box: boxOf(region.place, geometry) })
    } else {
      for (const { type, rows, traits } of blocksOf(region.rows, typography, running)) {
        const text = joinLines(rows)
        const [marker, rest] = type === 'list-item' ? splitMarker(text) : [undefined, text]
        const box = boxOf(enclosing(rows), geometry)
        sink.block(type, rest, { ...traits, ...(marker === undefined ? {} : { marker }), box })
      }
    }
  }
}

interface TextLines {
  readonly type: TextBlock
  readonly rows: Row[]
  readonly traits: BlockTraits
}

function blocksOf(
  rows: readonly Row[],
  typography: Typography,
  running: (row: Row) => 'header' | 'footer' | undefined,
): TextLines[] {
  const { right, left } = enclosing(rows)
  const gap = median(rows.slice(1).map((row, at) => row.top - (rows[at]?.bottom ?? 0)))
  const blocks: TextLines[] = []
  for (const [index, row] of rows.entries()) {
    const next = kindOf(row, typography, running)
    const block = blocks.at(-1)
    const above = rows[index - 1]
    const goesOn =
      block !== undefined &&
      above !== undefined &&
      (next.type === 'paragraph' ? continues(above, row, { left, right, gap }, block) : next.type === block.type) &&
      (block.type === 'list-item' ? next.type === 'paragraph' && row.left > (block.rows[0]?.left ?? 0) : true) &&
      (block.type === next.type || block.type === 'list-item') &&
      (block.type !== 'heading' || (block.traits.level === next.traits.level && isNear(above, row))) &&
      block.type !== 'header' &&
      block.type !== 'footer' &&
      row.runs.length === 1 &&
      above.runs.length === 1
    if (goesOn) block.rows.push(row)
    else blocks.push({ ...next, rows: [row] })
  }
  return blocks
}

/** The room that lines have, and the usual gap between them. */
interface Measure {
  readonly left: number
  readonly right: number
  readonly gap: number
}

/** A line as long as this is prose, though it may be narrower than what else is on the page. */
const longLine = 45

/** A line belongs to the paragraph above if it follows closely, in the same type, and the line above was full. */
function continues(above: Row, row: Row, measure: Measure, { type, rows }: TextLines): boolean {
  const [upper, lower] = [above.runs[0], row.runs[0]]
  if (upper === undefined || lower === undefined) return false
  const height = row.bottom - row.top
  const gap = row.top - above.bottom
  const isSameType = Math.abs(roundSize(upper.size) - roundSize(lower.size)) <= 0.5 && upper.bold === lower.bold
  if (!isSameType || gap > Math.min(measure.gap + 0.3 * height, height) || startsWithLabel.test(lower.text))
    return false
  if (Math.abs(row.left - above.left) > (type === 'list-item' ? 8 : 4) * lower.size && !isRightToLeft(lower.text))
    return false
  const firstWord = /^\S*/.exec(lower.text)?.[0] ?? ''
  const wordWidth = ((lower.right - lower.left) * firstWord.length) / lower.text.length
  const room = (edges: Pick<Measure, 'left' | 'right'>): number =>
    isRightToLeft(upper.text) ? above.left - edges.left : edges.right - above.right
  const isFull = (edges: Pick<Measure, 'left' | 'right'>): boolean => room(edges) < wordWidth + 2 * lower.size
  return isFull(measure) || (upper.text.length >= longLine && isFull(enclosing([...rows.slice(-5), row])))
}

const startsWithLabel = /^[\p{L}\p{N}][\p{L}\p{N} .’'/-]{0,29}[:：](?:\s|$)/u

const isNear = (above: Row, row: Row): boolean => row.top - above.bottom < 0.7 * (row.bottom - row.top)

function kindOf(
  row: Row,
  { bodySize, headingSizes }: Typography,
  running: (row: Row) => 'header' | 'footer' | undefined,
): { readonly type: TextBlock; readonly traits: BlockTraits } {
  const text = textOfRow(row)
  const run = row.runs[0]
  const edge = running(row)
  if (edge !== undefined) return { type: edge, traits: {} }
  const level = headingSizes.indexOf(roundSize(run?.size ?? 0))
  const hasWords = /\p{L}{2}/u.test(text)
  if (level !== -1 && hasWords && text.length <= maxHeadingLength) {
    return { type: 'heading', traits: { level: Math.min(level + 1, 6) } }
  }
  if (splitMarker(text)[0] !== undefined) return { type: 'list-item', traits: { level: 1 } }
  const isBold = row.runs.length === 1 && run?.bold === true && roundSize(run.size) >= bodySize
  if (isBold && hasWords && text.length <= 80 && !/[.:;,]$/.test(text) && !text.includes(':')) {
    return { type: 'heading', traits: { level: Math.min(headingSizes.length + 1, 6) } }
  }
  return { type: 'paragraph', traits: {} }
}

/** "•", "–", "1." or "2)" before a text; longer numbers are years and amounts. */
function splitMarker(text: string): readonly [marker: string | undefined, rest: string] {
  const found = /^([•◦▪■●○‣⁃∙·\uF0B7\uF0A7–—*-]|\d{1,2}[.)])[ \t]+(?=\S)/u.exec(text)
  if (found === null) return [undefined, text]
  const marker = found[1] ?? ''
  return [/[\uF0B7\uF0A7]/.test(marker) ? '•' : marker, text.slice(found[0].length)]
}

const textOfRow = (row: Row): string => row.runs.map((run) => run.text).join('\t')

/** Lines of a paragraph read on; a word that was parted at the line's end is whole again. */
function joinLines(rows: readonly Row[]): string {
  let text = ''
  for (const [index, row] of rows.entries()) {
    const line = textOfRow(row)
    const wasHyphenated = rows[index - 1]?.runs.at(-1)?.hyphenated === true
    if (index === 0) text = line
    else if (wasHyphenated && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line
    else text += (wasHyphenated || isWithoutSpaces(text, line) ? '' : ' ') + line
  }
  return text
}

/** Chinese, Japanese and Thai are written without spaces between words. */
const isWithoutSpaces = (before: string, after: string): boolean =>
  /[\u3000-\u30FF\u3400-\u9FFF\uFF00-\uFFEF\u0E00-\u0E7F]$/.test(before) &&
  /^[\u3000-\u30FF\u3400-\u9FFF\uFF00-\uFFEF\u0E00-\u0E7F]/.test(after)

function rowOfCells(cells: readonly TableRun[]): CellContent[] {
  const row: CellContent[] = []
  let column = 0
  for (const cell of cells) {
    for (; column < cell.column; column++) row.push({ text: '' })
    row.push({ text: cell.text, columnSpan: cell.columnSpan })
    column = cell.column + cell.columnSpan
  }
  return row
}

/** The first row heads a table if it is set apart: alone bold, or alone without figures. */
function headerRowsOf(rows: readonly (readonly TableRun[])[]): number {
  const [first = [], ...rest] = rows
  const isBold = first.every((cell) => cell.bold) && rest.some((row) => !row.every((cell) => cell.bold))
  const hasFigures = (row: readonly TableRun[]): boolean => row.some((cell) => /\d/.test(cell.text))
  const isWordy = first.length > 1 && !hasFigures(first) && rest.filter(hasFigures).length > rest.length / 2
  return rest.length > 0 && (isBold || isWordy) ? 1 : 0
}

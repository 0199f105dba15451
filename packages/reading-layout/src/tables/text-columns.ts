import { isSpaceless } from '../glyph-text.ts'
import { isFigure, isFigureOrNone } from './cell-kinds.ts'
import type { TableWord } from './page-tables.ts'
import { isRightToLeft, type Segment, segmentOf, textOf, type TextLine } from './text-lines.ts'
import { withoutPartedColumns } from './parted-columns.ts'
import { withTightColumns } from './tight-columns.ts'

/** A stretch across the page in which most lines of a column have their text. */
export interface Column {
  readonly left: number
  readonly right: number
}

/** In sizes of the font: columns are further apart than this. */
const narrowestGap = 0.5

/** More columns than any table has. */
const mostColumns = 200

/**
 * The columns that nearly all lines keep to: the stretches between gaps that only a few segments cross, and columns
 * that few lines have text in. Left to right.
 */
export function textColumns<W extends TableWord>(lines: readonly TextLine<W>[]): Column[] {
  const found = withoutHeaderColumns(lines, withTightColumns(lines, columnsOfRows(lines)))
  const apart = lines.map((line) => ({ ...line, segments: line.segments.flatMap((each) => splitBetween(each, found)) }))
  return withLabels(lines, withoutPartedColumns(apart, found))
}

/**
 * Columns as wide as the labels over them, which may be set to the left while their figures are to the right: a line with
 * as many texts as there are columns has one for each, in their order.
 */
function withLabels<W extends TableWord>(lines: readonly TextLine<W>[], columns: readonly Column[]): Column[] {
  let result = [...columns]
  for (const line of lines) {
    if (columns.length < 2 || line.segments.length > columns.length) continue
    const texts = line.segments.length === columns.length ? line.segments : line.segments.flatMap(textsOf)
    if (texts.length !== columns.length) continue
    const wider = result.map((column, at) => {
      const { left, right } = texts[at] ?? column
      return { left: Math.min(column.left, left), right: Math.max(column.right, right) }
    })
    if (wider.every(({ left }, at) => at === 0 || left > (wider[at - 1]?.right ?? 0))) result = wider
  }
  return result
}

/** The texts of a segment between which there is more than a space. */
function textsOf<W extends TableWord>({ words, size }: Segment<W>): Column[] {
  const texts: { left: number; right: number }[] = []
  for (const { left, right } of words) {
    const last = texts.at(-1)
    if (last !== undefined && left - last.right <= partingSpace * size) last.right = Math.max(last.right, right)
    else texts.push({ left, right })
  }
  return texts
}

function columnsOfRows<W extends TableWord>(lines: readonly TextLine<W>[]): Column[] {
  const all = columnsOf(lines)
  const most = lines.reduce((count, { segments }) => Math.max(count, segments.length), 0)
  const full = lines.filter(({ segments }) => segments.length > fullLine * most)
  // Titles over several columns fill the gaps between them: the rows with most cells show these best.
  if (full.length < fewestFull || full.length === lines.length || most < 3) return all
  const shown = columnsOf(full)
  if (shown.length <= all.length || shown.length > most) return all
  const strays = all.filter((column) => !shown.some((other) => shared(column, other) > 0))
  return [...shown, ...strays].sort((a, b) => a.left - b.left)
}

/** In sizes of the font: a label of a column is not set further beside its figures. */
const besideFigures = 2.5

/**
 * Without what only the header shows: a label in several lines beside the figures that it is of, which are set to the
 * right of their column while it is set to the left or in the middle. The column then has both.
 */
function withoutHeaderColumns<W extends TableWord>(lines: readonly TextLine<W>[], columns: Column[]): Column[] {
  const firstData = lines.findIndex(({ segments }) => {
    const figures = segments.slice(1).filter(({ words }) => isFigureOrNone(textOf(words))).length
    return figures > 0 && figures > 0.3 * (segments.length - 1)
  })
  if (firstData < 1 || columns.length < 3) return columns
  const isIn = (column: Column, from: number, end: number): boolean =>
    lines.slice(from, end).some(({ segments }) => segments.some((segment) => shared(segment, column) > 0))
  const hasData = columns.map((column) => isIn(column, firstData, lines.length))
  const size = median(lines.map((line) => line.size))
  const result = [...columns]
  for (const [at, column] of columns.entries()) {
    if (hasData[at] === true) continue
    const label = labelOver(lines.slice(0, firstData), column)
    // The neighbour has figures and no label of its own, or one that reaches over here.
    const own = [at + 1, at - 1].find((other) => {
      const next = columns[other]
      if (next === undefined || hasData[other] !== true) return false
      const gap = Math.max(next.left - label.right, label.left - next.right)
      const isLabelled = lines
        .slice(0, firstData)
        .some(({ segments }) => segments.some((each) => shared(each, next) > 0 && shared(each, column) <= 0))
      return gap < besideFigures * size && !isLabelled
    })
    const next = own === undefined ? undefined : columns[own]
    if (own === undefined || next === undefined) continue
    const place = result.indexOf(next)
    const whole = { left: Math.min(next.left, column.left), right: Math.max(next.right, column.right) }
    if (place === -1) continue
    result[place] = whole
    result.splice(result.indexOf(column), 1)
  }
  return result
}

/** As wide as its widest line. */
function labelOver<W extends TableWord>(header: readonly TextLine<W>[], column: Column): Column {
  let { left, right } = column
  for (const segment of header.flatMap(({ segments }) => segments)) {
    if (shared(segment, column) <= 0) continue
    left = Math.min(left, segment.left)
    right = Math.max(right, segment.right)
  }
  return { left, right }
}

/** Lines with so many of the most segments that one has are rows of figures; so few of them say little. */
const fullLine = 0.7
const fewestFull = 3

function columnsOf<W extends TableWord>(lines: readonly TextLine<W>[]): Column[] {
  const segments = lines.flatMap((line) => line.segments)
  const tolerated = lines.length >= 5 ? Math.floor(lines.length * 0.2) : lines.length >= 3 ? 1 : 0
  const size = median(segments.map((segment) => segment.size))
  const columns = denseStretches(segments, tolerated, narrowestGap * size)
  if (columns.length > mostColumns) return []
  const strays = segments.filter((segment) => !columns.some((column) => shared(segment, column) > 0))
  const sparse = denseStretches(strays, 0, narrowestGap * size)
  if (columns.length + sparse.length > mostColumns) return []
  // Two stray words may as well be of the header beside them.
  const repeated = sparse.filter((column) => {
    const inside = strays.filter((segment) => shared(segment, column) > 0)
    return inside.length > 2 || (inside.length > 1 && inside.some(({ words }) => isFigureOrNone(textOf(words))))
  })
  return [...columns, ...repeated].sort((a, b) => a.left - b.left)
}

/** Where more than `tolerated` segments lie over each other, gaps narrower than `least` closed. */
function denseStretches(segments: readonly Column[], tolerated: number, least: number): Column[] {
  const ends = segments
    .flatMap(({ left, right }) => [
      { x: left, step: 1 },
      { x: right, step: -1 },
    ])
    .sort((a, b) => a.x - b.x || b.step - a.step)
  const stretches: { left: number; right: number }[] = []
  let covered = 0
  for (const { x, step } of ends) {
    covered += step
    const last = stretches.at(-1)
    if (step > 0 && covered === tolerated + 1) {
      if (last === undefined || x - last.right >= least) stretches.push({ left: x, right: x })
    } else if (step < 0 && covered === tolerated && last !== undefined) last.right = x
  }
  return stretches.filter(({ left, right }) => right > left)
}

export const shared = (a: Column, b: Column): number => Math.min(a.right, b.right) - Math.max(a.left, b.left)

const endsWithHyphen = /\p{L}[-\u2010\u00ad]$/u

/** Whether a line of a column ends where the first word of the next one had no room; scripts without spaces may break anywhere. */
export function isFull<W extends TableWord>(line: Segment<W>, next: Segment<W>, column: Column): boolean {
  const toTheLeft = isRightToLeft(next.words)
  const first = next.words.at(toTheLeft ? -1 : 0)
  if (first === undefined) return false
  const room = toTheLeft ? line.left - column.left : column.right - line.right
  const needed = isSpaceless(first.text[0] ?? '') ? 1.5 * next.size : first.right - first.left + 0.2 * next.size
  return room < needed || endsWithHyphen.test(line.words.at(toTheLeft ? 0 : -1)?.text ?? '')
}

/** First and last column that a segment lies in; the nearest one if in none. */
export function columnsUnder(
  segment: Column & { readonly size: number },
  columns: readonly Column[],
): [number, number] {
  let [first, last] = [-1, -1]
  let [best, least] = [0, Infinity]
  const middle = (segment.left + segment.right) / 2
  for (const [index, column] of columns.entries()) {
    if (shared(segment, column) > Math.min(0.25 * (column.right - column.left), segment.size * 2)) {
      if (first < 0) first = index
      last = index
    }
    const distance = Math.max(column.left - middle, middle - column.right, 0)
    if (distance < least) [best, least] = [index, distance]
  }
  const at = first < 0 ? best : first
  if (first !== last) return [first, last]
  // A title over two columns is centred over the gap between them.
  for (const [left, right] of [[at - 1, at] as const, [at, at + 1] as const]) {
    const [from, to] = [columns[left]?.right, columns[right]?.left]
    if (from === undefined || to === undefined || to - from < narrowestGap * segment.size) continue
    if (segment.left >= from || segment.right <= to) continue
    if (middle > from - segment.size && middle < to + segment.size) return [left, right]
  }
  return [at, at]
}

/** The columns of one line's segments: where two claim the same one, it is left to the one that has more of it. */
export function placeLine<W extends TableWord>(
  segments: readonly Segment<W>[],
  columns: readonly Column[],
): { segment: Segment<W>; first: number; last: number }[] {
  const placed: { segment: Segment<W>; first: number; last: number }[] = []
  for (const segment of segments.flatMap((each) => splitBetween(each, columns))) {
    let [first, last] = columnsUnder(segment, columns)
    const before = placed.at(-1)
    if (before !== undefined && first <= before.last) {
      const column = columns[before.last]
      const isTheirs = column !== undefined && shared(before.segment, column) > shared(segment, column)
      if (isTheirs ? first < last : before.first === before.last && first < last) first = before.last + 1
      else if (before.first < before.last) before.last = first - 1
      if (before.last < before.first) before.last = before.first
      last = Math.max(first, last)
    }
    placed.push({ segment, first, last })
  }
  return placed
}

/** In sizes of the font: a space that is wider than usual and lies between two columns parts them. */
const partingSpace = 0.42
/** Words of one text are not as near. */
const noSpace = 0.12

function splitBetween<W extends TableWord>(segment: Segment<W>, columns: readonly Column[]): Segment<W>[] {
  const [first, last] = columnsUnder(segment, columns)
  const near = columns.slice(Math.max(0, first - 1), last + 2)
  if (first === last && !segment.words.some((word, at) => areAtEdges(segment.words[at - 1], word, near)))
    return [segment]
  const parts: W[][] = [[]]
  let column = first
  for (const [index, word] of segment.words.entries()) {
    const before = segment.words[index - 1]
    const [from] = columnsUnder(word, columns)
    const isWide = before !== undefined && word.left - before.right > partingSpace * segment.size
    const begins = columns.slice(first + 1, last + 1).some(({ left }) => Math.abs(word.left - left) < sameEdge)
    const spanned = columns.slice(first, last + 1)
    if (
      ((from > column || begins) && isWide) ||
      areAtEdges(before, word, near) ||
      isBesideFigures(segment.words, index, spanned) ||
      endsInFigure(segment.words, index, spanned)
    )
      parts.push([])
    column = Math.max(column, from)
    parts.at(-1)?.push(word)
  }
  return parts.map(segmentOf)
}

/** "1 234 567 EUR" has no more. */
const mostWords = 6
/** In points: figures that end, or begin, where a column does. */
const sameEdge = 1

/** Two words between which one column ends and the next begins, which are a space apart; drawn ones touch. */
function areAtEdges(before: TableWord | undefined, { left, size }: TableWord, columns: readonly Column[]): boolean {
  return columns.some((column, at) => {
    const next = columns[at + 1]
    return (
      before !== undefined &&
      next !== undefined &&
      next.left - column.right > noSpace * size &&
      next.left - column.right < partingSpace * size &&
      Math.abs(before.right - column.right) < sameEdge &&
      Math.abs(left - next.left) < sameEdge
    )
  })
}

/** Figures that end, or begin, where their column does, and text of the next one that is nearer or further than a word of theirs. */
function isBesideFigures<W extends TableWord>(words: readonly W[], at: number, columns: readonly Column[]): boolean {
  const [last, first] = [words[at - 1], words[at]]
  if (last === undefined || first === undefined) return false
  const gap = (first.left - last.right) / Math.max(first.size, last.size)
  if (gap > noSpace && gap < partingSpace) return false
  const isEdge = columns.some((column, index) => {
    const next = columns[index + 1]
    if (next === undefined || Math.abs(last.right - column.right) > Math.abs(last.right - next.right)) return false
    return Math.abs(last.right - column.right) < sameEdge || Math.abs(first.left - next.left) < sameEdge
  })
  return (
    isEdge && [words.slice(0, at), words.slice(at)].some((each) => each.length <= mostWords && isFigure(textOf(each)))
  )
}

/** Text, and a figure that stands where those of the next column do, though no further from it than a word. */
function endsInFigure<W extends TableWord>(words: readonly W[], at: number, columns: readonly Column[]): boolean {
  const [before, first, last] = [words[at - 1], words[at], words.at(-1)]
  if (before === undefined || first === undefined || last === undefined || words.length - at > mostWords) return false
  if (!/\p{L}/u.test(before.text) || !isFigure(textOf(words.slice(at)))) return false
  return columns
    .slice(1)
    .some(
      ({ left, right }) => Math.abs(first.left - left) < sameEdge / 2 || Math.abs(last.right - right) < sameEdge / 2,
    )
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

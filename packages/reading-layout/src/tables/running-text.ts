import { largestOf } from '@chancery/core'
import { isSpaceless } from '../glyph-text.ts'
import { enclosing } from '../page-geometry.ts'
import { isFigure } from './cell-kinds.ts'
import { isMark } from './list-lines.ts'
import type { TableWord } from './page-tables.ts'
import { type Column, isFull } from './text-columns.ts'
import { isRightToLeft, type Segment, segmentOf, textOf, type TextLine } from './text-lines.ts'

/** Lines under each other in one column of the page, as far as they go on. */
interface Chain<W extends TableWord> {
  readonly lines: ChainLine<W>[]
  left: number
  right: number
  bottom: number
  readonly size: number
}

/** What one column has on one line: several segments where few words are spread over its width. */
interface ChainLine<W extends TableWord> {
  readonly segments: readonly Segment<W>[]
  readonly left: number
  readonly right: number
  /** It begins an item of a list. */
  readonly isItem: boolean
  /** That stands by itself before it. */
  readonly mark?: Segment<W>
}

/** Lines with more segments are rows of a table. */
const mostSegments = 16
/** Columns beside each other; with more, all are taken to end, so that time grows with the page alone. */
const mostOpen = 32
/** In sizes of the font: between lines of one column, paragraphs included. */
const widestLeading = 0.9
const fewestLines = 4
/** In sizes of the font. */
const narrowest = 5
const mostSetIn = 3

/** Shares of the lines that have cells beside them, and of the paragraphs that do: with more, they are cells, too. */
const mostRows = 0.8
const mostStarts = 0.6
/** Lines with cells on both sides, the first one among them: no column of the page stands in the middle of rows. */
const fewestInner = 2

/**
 * Lines without running text: stretches of a column in which most lines end where the next word had no room, as text
 * does that is broken to the width of its column and cells under each other do not. Text whose paragraphs begin where
 * there are cells beside it is a column of a table, and stays.
 */
export function withoutRunningText<W extends TableWord>(lines: readonly TextLine<W>[]): readonly TextLine<W>[] {
  const chains = runningChains(lines)
  if (chains.length === 0) return lines
  const running = new Set(chains.flatMap((chain) => chain.lines.flatMap(allOf)))
  const withCells = new Set<Segment<W>>()
  /** Those that have cells on both sides. */
  const between = new Set<Segment<W>>()
  for (const { segments } of lines) {
    if (segments.every((each) => running.has(each))) continue
    const first = segments.findIndex((each) => !running.has(each))
    const last = segments.findLastIndex((each) => !running.has(each))
    for (const [at, segment] of segments.entries()) {
      if (!running.has(segment)) continue
      withCells.add(segment)
      if (at > first && at < last) between.add(segment)
    }
  }
  for (const chain of chains) {
    const isRow = chain.lines.map(({ segments }) => segments.some((each) => withCells.has(each)))
    const isInner = chain.lines.filter(({ segments }) => segments.some((each) => between.has(each)))
    const isCell = isInner.length >= fewestInner && isInner[0] === chain.lines[0]
    if (!isCell && !isColumn(isRow, chain.forced)) continue
    for (const each of chain.lines.flatMap(allOf)) running.delete(each)
  }
  if (running.size === 0) return lines
  return lines.flatMap((line) => {
    const segments = line.segments.filter((segment) => !running.has(segment))
    if (segments.length === line.segments.length) return [line]
    return segments.length === 0 ? [] : [{ ...enclosing(segments), segments, size: line.size }]
  })
}

const allOf = <W extends TableWord>({ segments, mark }: ChainLine<W>): readonly Segment<W>[] =>
  mark === undefined ? segments : [mark, ...segments]

/** Whether nearly every line has cells beside it, or every paragraph where it begins, or where it ends. */
function isColumn(isRow: readonly boolean[], forced: readonly boolean[]): boolean {
  const rows = isRow.filter(Boolean).length
  if (rows > mostRows * isRow.length) return true
  const areAt = (isPlace: (at: number) => boolean): boolean => {
    const places = isRow.filter((_, at) => isPlace(at))
    const withCells = places.filter(Boolean).length
    return withCells > mostStarts * rows && withCells > mostStarts * places.length
  }
  return areAt((at) => at === 0 || forced[at - 1] === false) || areAt((at) => forced[at] !== true)
}

interface RunningChain<W extends TableWord> {
  readonly lines: readonly ChainLine<W>[]
  /** Whether a line ends because the next word had no room. */
  readonly forced: readonly boolean[]
}

function runningChains<W extends TableWord>(lines: readonly TextLine<W>[]): RunningChain<W>[] {
  const found: RunningChain<W>[] = []
  const end = (chain: Chain<W>): void => {
    const running = runningChain(chain)
    if (running !== undefined) found.push(running)
  }
  let open: Chain<W>[] = []
  for (const line of lines) {
    const [near, far] = [[] as Chain<W>[], [] as Chain<W>[]]
    for (const chain of open) (line.top - chain.bottom < widestLeading * chain.size ? near : far).push(chain)
    far.forEach(end)
    if (near.length > mostOpen) near.splice(0).forEach(end)
    open = line.segments.length > mostSegments ? near : goOn(near, line, end)
  }
  open.forEach(end)
  return found
}

/** The open chains after a line, left to right. */
function goOn<W extends TableWord>(
  open: readonly Chain<W>[],
  line: TextLine<W>,
  end: (chain: Chain<W>) => void,
): Chain<W>[] {
  const pieces = withoutMarkers(line.segments)
  const next: Chain<W>[] = []
  const begun = new Set<ChainLine<W>>()
  // What stands under two columns ends both.
  const across = new Set(pieces.filter((piece) => open.filter((chain) => isUnder(piece, chain)).length > 1))
  for (const chain of open) {
    const under = pieces.filter((piece) => isUnder(piece, chain))
    const [first] = under
    if (first === undefined) {
      next.push(chain)
      continue
    }
    const piece = under.length === 1 ? first : spread(under, chain)
    const isOther =
      piece === undefined ||
      Math.abs(sizeOf(piece) - chain.size) > 0.5 ||
      (chain.lines.length > 1 && isSetIn(piece, chain))
    if (isOther || under.some((each) => across.has(each))) {
      end(chain)
      continue
    }
    for (const each of under) begun.add(each)
    chain.lines.push(piece)
    chain.left = Math.min(chain.left, piece.left)
    chain.right = Math.max(chain.right, piece.right)
    chain.bottom = Math.max(chain.bottom, largestOf(piece.segments.map(({ bottom }) => bottom)))
    next.push(chain)
  }
  for (const piece of pieces) {
    if (begun.has(piece)) continue
    const bottom = largestOf(piece.segments.map((segment) => segment.bottom))
    next.push({ lines: [piece], left: piece.left, right: piece.right, bottom, size: sizeOf(piece) })
  }
  return next.sort((a, b) => a.left - b.left)
}

/** Centred under text that is not: a title of the table below. */
const isSetIn = (piece: Column, { left, right, size }: Pick<Chain<TableWord>, 'left' | 'right' | 'size'>): boolean =>
  piece.left - left > mostSetIn * size && right - piece.right > mostSetIn * size

const isUnder = (piece: Column, chain: Column): boolean => piece.left < chain.right && piece.right > chain.left

const sizeOf = <W extends TableWord>({ segments }: ChainLine<W>): number => segments[0]?.size ?? 0

/** Markers of a list belong to what stands behind them. */
function withoutMarkers<W extends TableWord>(segments: readonly Segment<W>[]): ChainLine<W>[] {
  const mayHaveItems = segments.some(({ words }) => isMark(words[0]) || isMark(words.at(-1)))
  const toTheLeft = mayHaveItems && isRightToLeft(segments.flatMap(({ words }) => words))
  return segments.flatMap((segment, at): ChainLine<W>[] => {
    const { left, right, words } = segment
    const [before, after] = toTheLeft ? [segments[at + 1], segments[at - 1]] : [segments[at - 1], segments[at + 1]]
    if (mayHaveItems && isMarkerOf(segment, after)) return []
    const mark = mayHaveItems && isMarkerOf(before, segment) ? { mark: before } : {}
    const isItem = 'mark' in mark || (mayHaveItems && isMark(words.at(toTheLeft ? -1 : 0)))
    return [{ segments: [segment], left, right, isItem, ...mark }]
  })
}

const isMarkerOf = <W extends TableWord>(
  mark: Segment<W> | undefined,
  text: Segment<W> | undefined,
): mark is Segment<W> =>
  mark !== undefined &&
  text !== undefined &&
  mark.words.length === 1 &&
  Math.max(text.left - mark.right, mark.left - text.right) < 3 * text.size &&
  isMark(mark.words[0])

/** Few words of justified text that fill the column, with even gaps. */
function spread<W extends TableWord>(pieces: readonly ChainLine<W>[], chain: Chain<W>): ChainLine<W> | undefined {
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (first === undefined || last === undefined) return undefined
  if (Math.abs(first.left - chain.left) > 1.5 || Math.abs(last.right - chain.right) > 1.5) return undefined
  const words = pieces.flatMap(({ segments }) => segments.flatMap((segment) => segment.words))
  // One gap is even with itself: a label and its figure.
  if (words.length === 2 && words.some((word) => isFigure(word.text))) return undefined
  let [least, most] = [Infinity, 0]
  for (const [at, word] of words.entries()) {
    const gap = word.left - (words[at - 1]?.right ?? -Infinity)
    least = Math.min(least, gap)
    if (at > 0) most = Math.max(most, gap)
  }
  if (most - least > 0.12 * most + 0.5) return undefined
  return {
    segments: pieces.flatMap(({ segments }) => segments),
    left: first.left,
    right: last.right,
    isItem: first.isItem,
    ...(first.mark === undefined ? {} : { mark: first.mark }),
  }
}

function runningChain<W extends TableWord>({ lines, left, right, size }: Chain<W>): RunningChain<W> | undefined {
  if (lines.length < fewestLines || right - left < narrowest * size) return undefined
  const words = lines.flatMap(({ segments }) => segments.flatMap((segment) => segment.words))
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const spaceless = words.filter(({ text }) => isSpaceless(text[0] ?? '')).length > 0.5 * words.length
  if (letters < (spaceless ? 6 : 10) * lines.length) return undefined
  if (!spaceless && words.length < 2 * lines.length) return undefined
  const figures = lines.filter(
    ({ segments: [first] }) => first !== undefined && first.words.length < 4 && isFigure(textOf(first.words)),
  ).length
  if (figures > 0.2 * lines.length) return undefined
  let [breaks, full] = [0, 0]
  const forced = lines.slice(1).map((next, at) => {
    const above = lines[at]
    if (above === undefined || next.isItem) return false
    breaks++
    const isForced = isFull(wholeOf(above), wholeOf(next), { left, right })
    if (isForced) full++
    return isForced
  })
  const enough = spaceless || words.length >= 3 * lines.length ? 0.6 : 0.8
  return breaks >= fewestLines - 2 && full >= enough * breaks ? { lines, forced } : undefined
}

const wholeOf = <W extends TableWord>({ segments }: ChainLine<W>): Segment<W> => {
  const [only, ...others] = segments
  return only !== undefined && others.length === 0 ? only : segmentOf(segments.flatMap(({ words }) => words))
}

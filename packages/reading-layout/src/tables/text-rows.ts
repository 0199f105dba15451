import type { Rectangle } from '../page-geometry.ts'
import { isFigure, isFigureOrNone, isPeriodOrBand } from './cell-kinds.ts'
import type { DrawnLine } from './drawn-lines.ts'
import { headerLevels, type HeaderLine, type HeaderPart, isOverGroups } from './header-levels.ts'
import type { TableWord } from './page-tables.ts'
import { type Column, isFull, median, placeLine } from './text-columns.ts'
import { isRightToLeft, type Segment, textOf, type TextLine } from './text-lines.ts'

interface PlacedLine<W extends TableWord> {
  readonly line: TextLine<W>
  readonly parts: readonly PlacedPart<W>[]
  /** Of its table. */
  readonly columns: number
  /** It has a figure beside its first column. */
  readonly hasFigures: boolean
  /** Distance of its middle from that of the line above, in sizes of the font. */
  readonly pitch: number
}

/** Its columns are counted from the side where reading starts. */
interface PlacedPart<W extends TableWord> {
  readonly segment: Segment<W>
  /** The column that it begins in. */
  readonly column: Column | undefined
  readonly first: number
  readonly last: number
  readonly text: string
}

/** What tells rows besides their text. */
export interface RowHints {
  /** `above`: what stands above the first figures is one; `all`: so are lines without any figures. */
  readonly header: 'none' | 'above' | 'all'
  /** Lines that are drawn across the page. */
  readonly across: readonly DrawnLine[]
  /** Backgrounds of rows, top to bottom; that of the first line is the header's. */
  readonly shaded: readonly Rectangle[]
}

/** A row does not grow beyond this. */
const mostLines = 40

/**
 * Lines to rows: a cell's text may go on over several lines. What goes on is told by narrower spacing, by a line that
 * has less than the row above and begins in lower case, and in the header by all that stands above the figures.
 */
export function textRows<W extends TableWord>(
  lines: readonly TextLine<W>[],
  columns: readonly Column[],
  { header, across, shaded }: RowHints,
): TextLine<W>[][] {
  const placed = placedLines(lines, columns)
  const found = placed.findIndex((line) => line.hasFigures)
  const backgrounds = backgroundsOf(lines, shaded)
  const shadedHeader = backgrounds[0] === undefined ? -1 : backgrounds.findIndex((each) => each !== backgrounds[0])
  const aboveData =
    header === 'none' ? 0 : shadedHeader > 0 ? shadedHeader : header === 'all' && found < 0 ? placed.length : found
  const firstData = Math.min(aboveData, boldHeader(placed) ?? aboveData)
  const levels = headerLevels(placed.slice(0, Math.max(firstData, 0)).map(headerLine), across)
  const narrow = narrowPitch(placed)
  const cuts = whiteCuts(placed)
  const rows: PlacedLine<W>[][] = []
  for (const [index, line] of placed.entries()) {
    const row = rows.at(-1)
    const above = row?.at(-1)
    const goesOn =
      row !== undefined &&
      above !== undefined &&
      row.length < mostLines &&
      !(index < firstData && levels.has(index)) &&
      backgrounds[index] === backgrounds[index - 1] &&
      !cuts.has(index) &&
      (interleaves(row, above, line) ||
        (index < firstData ? headerGoesOn(row, line, index + 1 === firstData) : rowGoesOn(row, line, narrow)))
    if (goesOn) row.push(line)
    else rows.push([line])
  }
  return rows.map((row) => row.map(({ line }) => line))
}

/** How many bold lines stand over a row that is not bold; units below titles have no label. */
function boldHeader<W extends TableWord>(lines: readonly PlacedLine<W>[]): number | undefined {
  const end = lines.findIndex((line) => !isBold(line))
  const next = lines[end]
  const isRow = next !== undefined && next.parts.length > 1 && next.parts[0]?.first === 0 && !hasBold(next)
  return end > 0 && isRow ? end : undefined
}

/** For each line, top to bottom, the background that it stands on. */
function backgroundsOf(lines: readonly Rectangle[], shaded: readonly Rectangle[]): readonly (Rectangle | undefined)[] {
  let next = 0
  return lines.map(({ top, bottom }) => {
    const middle = (top + bottom) / 2
    while ((shaded[next]?.bottom ?? Infinity) < middle) next++
    const area = shaded[next]
    return area !== undefined && area.top < middle ? area : undefined
  })
}

function placedLines<W extends TableWord>(lines: readonly TextLine<W>[], columns: readonly Column[]): PlacedLine<W>[] {
  const toTheLeft = isRightToLeft(lines.flatMap(({ segments }) => segments.flatMap(({ words }) => words)))
  return lines.map((line, index) => place(line, lines[index - 1], columns, toTheLeft))
}

function place<W extends TableWord>(
  line: TextLine<W>,
  above: TextLine<W> | undefined,
  columns: readonly Column[],
  toTheLeft: boolean,
): PlacedLine<W> {
  const parts = placeLine(line.segments, columns).map(({ segment, first, last }): PlacedPart<W> => {
    const ends = toTheLeft ? { first: columns.length - 1 - last, last: columns.length - 1 - first } : { first, last }
    return { segment, ...ends, column: columns[first], text: textOf(segment.words) }
  })
  return {
    line,
    parts,
    columns: columns.length,
    hasFigures: parts.some(({ first, text }) => first > 0 && isFigure(text) && !isPeriodOrBand(text)),
    pitch: above === undefined ? Infinity : (line.top + line.bottom - above.top - above.bottom) / 2 / line.size,
  }
}

/** Of the most cells that a line has: with more, it begins a row. */
const fullLine = 0.6

/** Times the spacing of lines inside a cell. */
const widerBetweenRows = 1.1

/** The spacing of lines inside a cell, where rows are set apart by more; else 0. */
function narrowPitch<W extends TableWord>(lines: readonly PlacedLine<W>[]): number {
  const most = lines.reduce((count, { parts }) => Math.max(count, parts.length), 0)
  const later = lines.slice(1)
  const full = later.filter(({ parts }) => parts.length > 1 && parts.length > fullLine * most)
  const between = median(full.map(({ pitch }) => pitch))
  const least = later.reduce((low, { pitch }) => (pitch > 0.85 ? Math.min(low, pitch) : low), Infinity)
  return between > widerBetweenRows * least ? (between + least) / 2 : 0
}

/** In sizes of the font: lines that stand nearer to each other stand beside each other in part. */
const besideInPart = 0.95

/** Cells of one row that are set at different heights; a label of several rows stands between rows of figures. */
const interleaves = <W extends TableWord>(
  row: readonly PlacedLine<W>[],
  above: PlacedLine<W>,
  line: PlacedLine<W>,
): boolean =>
  line.pitch < besideInPart &&
  line.parts.every((part) => !above.parts.some((upper) => overlaps(upper, part))) &&
  !row.some((upper) => haveFiguresInOneColumn(upper, line))

const haveFiguresInOneColumn = <W extends TableWord>(upper: PlacedLine<W>, line: PlacedLine<W>): boolean =>
  upper.hasFigures &&
  line.hasFigures &&
  line.parts.some(
    ({ first, text }) =>
      first > 0 && isFigure(text) && upper.parts.some((other) => other.first === first && isFigure(other.text)),
  )

/** Of the rows' lines: where as many stand beside each other in part, cells are set to the middle of their rows. */
const mostlySetApart = 0.2
/** In sizes of the font: lines of one cell have hardly more between them than others of such cells. */
const widerThanLines = 0.12

/**
 * The lines that begin a row as the white above them reaches across the table and is wider than that between lines of
 * one cell, where cells of different heights stand beside each other: their lines show how near those are.
 */
function whiteCuts<W extends TableWord>(lines: readonly PlacedLine<W>[]): ReadonlySet<number> {
  const between: number[] = []
  let beside = 0
  for (const [at, line] of lines.entries()) {
    if (line.pitch >= besideInPart) continue
    beside++
    const [upper, middle] = [lines[at - 2], lines[at - 1]]
    if (upper === undefined || middle === undefined || middle.pitch >= besideInPart) continue
    const goesOn = line.parts.some((part) => upper.parts.some((other) => overlaps(other, part)))
    if (goesOn && !haveFiguresInOneColumn(upper, line))
      between.push((line.line.top - upper.line.bottom) / line.line.size)
  }
  if (between.length < 2 || beside < mostlySetApart * lines.length) return new Set()
  const least = median(between) + widerThanLines
  let bottom = -Infinity
  const cuts = new Set<number>()
  for (const [at, { line }] of lines.entries()) {
    if (line.top - bottom > least * line.size) cuts.add(at)
    bottom = Math.max(bottom, line.bottom)
  }
  return cuts
}

const overlaps = (a: { first: number; last: number }, b: { first: number; last: number }): boolean =>
  a.first <= b.last && b.first <= a.last

function rowGoesOn<W extends TableWord>(row: readonly PlacedLine<W>[], line: PlacedLine<W>, narrow: number): boolean {
  if (line.pitch > 2.2) return false
  if (isWrapped(row, line, narrow)) return true
  const isUnder = line.parts.every((part) => row.some((upper) => upper.parts.some((other) => overlaps(other, part))))
  const hasValues = (each: PlacedLine<W>): boolean =>
    each.parts.some(({ first, text }) => first > 0 && isFigureOrNone(text))
  const rowHasValues = row.some(hasValues)
  if (narrow > 0 && line.pitch <= narrow) return !hasValues(line) || !rowHasValues
  if (hasValues(line)) {
    // A label that begins above its figures.
    const [part] = line.parts
    return (
      !rowHasValues &&
      row.every((each) => each.parts.length === 1 && each.parts[0]?.first === 0) &&
      part?.first === 0 &&
      /^[\p{Ll}(]/u.test(part.text)
    )
  }
  return (
    isUnder &&
    line.parts.length < 3 &&
    line.parts.every(({ text }) => /^[\p{Ll}(]/u.test(text) && !/^\(?[a-z\d]{1,3}[.)]/.test(text))
  )
}

/**
 * A line whose cells all go on with text of the row that ends where the next word had no room: the label that each row
 * begins with, and its figures, are missing; or else it has less than the row and stands nearer than rows do.
 */
function isWrapped<W extends TableWord>(row: readonly PlacedLine<W>[], line: PlacedLine<W>, narrow: number): boolean {
  const [part, ...others] = line.parts
  if (part === undefined || line.pitch > Math.max(1.6, narrow) || !line.parts.every((each) => goesOnWith(row, each)))
    return false
  if (others.length === 0 && part.first > 0)
    return row.some(({ hasFigures }) => hasFigures) || row[0]?.parts.some(({ first }) => first === 0) === true
  const most = row.reduce((count, { parts }) => Math.max(count, parts.length), 0)
  return narrow > 0 && line.pitch <= narrow && line.parts.length < most
}

/** What of a number of a part or file, "70P8672-", stands on its first line. */
const brokenCode = /[\p{L}\p{N}][-\u2010/]$/u

/** The text above it in its column may break, and has no room for what comes next. */
function goesOnWith<W extends TableWord>(row: readonly PlacedLine<W>[], part: PlacedPart<W>): boolean {
  const above = row.at(-1)?.parts.find((upper) => upper.first === part.first)
  if (above === undefined || part.first !== part.last || part.column === undefined) return false
  if (isFigureOrNone(part.text) && isFigureOrNone(above.text)) return false
  const mayBreak = above.segment.words.length > 1 || brokenCode.test(above.text)
  return mayBreak && isFull(above.segment, part.segment, part.column)
}

/** Header lines are one row, until one of them has titles over what stands below. */
function headerGoesOn<W extends TableWord>(
  row: readonly PlacedLine<W>[],
  line: PlacedLine<W>,
  isLast: boolean,
): boolean {
  if (line.pitch > 2.2) return false
  // "Name:", "Street:": each is a row.
  if (row.some((upper) => upper.parts.some((one) => one.text.endsWith(':') && hasLabelUnder(line, one)))) return false
  // A label and what it says, and so does the next line.
  const [label] = line.parts
  const isOther = label !== undefined && /^[^\p{Ll}(]/u.test(label.text) && !goesOnWith(row, label)
  if (isOther && isPair(line) && isPair(row.at(-1))) return false
  // The last line before the figures, if it has no more than the first column, names a group of rows.
  const [part] = line.parts
  if (isLast && line.parts.length === 1 && part?.first === 0 && /^[^\p{Ll}]/u.test(part.text)) {
    return !row.some((upper) => upper.parts.some((other) => other.first > 0)) || line.pitch < 0.9
  }
  return true
}

const isBold = <W extends TableWord>({ parts }: PlacedLine<W>): boolean =>
  parts.every(({ segment }) => segment.words.every(({ bold }) => bold === true))

const hasBold = <W extends TableWord>({ parts }: PlacedLine<W>): boolean =>
  parts.some(({ segment }) => segment.words.some(({ bold }) => bold === true))

/** Of a table of two columns. */
const isPair = <W extends TableWord>(line: PlacedLine<W> | undefined): boolean =>
  line?.columns === 2 && line.parts.length === 2

const hasLabelUnder = <W extends TableWord>(line: PlacedLine<W>, upper: PlacedPart<W>): boolean =>
  line.parts.some((part) => part.text.endsWith(':') && overlaps(part, upper))

const headerLine = <W extends TableWord>({ line, parts }: PlacedLine<W>): HeaderLine => ({
  top: line.top,
  bottom: line.bottom,
  parts: parts.map(({ segment: { left, right, size }, first, last, text }) => ({
    left,
    right,
    size,
    first,
    last,
    text,
  })),
})

/**
 * Whether text between two drawn lines is several rows: figures under each other, or short cells in most lines.
 * Cells may be longer where none of them goes on in the next line.
 * @param open columns are not drawn; where they are, each line has to have them all
 */
export function hasSeveralRows<W extends TableWord>(
  lines: readonly TextLine<W>[],
  columns: readonly Column[],
  linesOfTable: number,
  open: boolean,
): boolean {
  if (lines.length < 2) return false
  const placed = placedLines(lines, columns)
  const stacked = new Map<number, number>()
  const filled = new Set<number>()
  for (const { parts } of placed) {
    for (const { first, last, text } of parts) {
      if (first > 0) filled.add(first)
      if (first > 0 && first === last && isFigureOrNone(text)) stacked.set(first, (stacked.get(first) ?? 0) + 1)
    }
  }
  const stacks = [...stacked.values()].filter((count) => count > 1).length
  if (stacks > 0 && stacks >= filled.size * 0.5) return true
  const [last] = placed.slice(-1)
  const beside = (each: PlacedLine<W>): readonly HeaderPart[] => headerLine(each).parts.filter(({ first }) => first > 0)
  if (last !== undefined && placed.some((upper) => isOverGroups(beside(upper), beside(last)))) return true
  // Where other rows are drawn, this one would be, too.
  if (lines.length < 0.5 * linesOfTable) return false
  // Wide spaces of justified text part no cells.
  const several = placed.filter(({ parts: [first, ...others] }) =>
    others.some((part) => part.first !== first?.first && part.last !== first?.last),
  )
  if (several.length < 3 || several.length < 0.7 * placed.length) return false
  const isShort = (part: PlacedPart<W>): boolean =>
    part.first === part.last && part.column !== undefined && part.text.length < 30
  if (several.every(({ parts }) => parts.every(isShort))) return true
  return (open || areAllFilled(placed)) && !areWrapped(several)
}

/** Whether each line has a cell in every column that one has. */
function areAllFilled<W extends TableWord>(lines: readonly PlacedLine<W>[]): boolean {
  const filled = new Set(lines.flatMap(({ parts }) => parts.map(({ first }) => first)))
  return filled.size > 2 && lines.every(({ parts }) => parts.length === filled.size)
}

/** Of lines under each other: with more, the cells are paragraphs beside each other. */
const mostWrapped = 0.2

/** Whether most go on in the next line: all cells that have text in both end where the next word had no room. */
function areWrapped<W extends TableWord>(lines: readonly PlacedLine<W>[]): boolean {
  const widths = new Map<number, Column>()
  for (const { parts } of lines) {
    for (const { first, segment } of parts) {
      const { left, right } = widths.get(first) ?? segment
      widths.set(first, { left: Math.min(left, segment.left), right: Math.max(right, segment.right) })
    }
  }
  const goesOn = (part: PlacedPart<W>, above: PlacedPart<W>): boolean => {
    const width = widths.get(part.first)
    if (width === undefined || above.segment.words.length < 2 || isFigureOrNone(part.text)) return false
    return isFull(above.segment, part.segment, width)
  }
  const wrapped = lines.slice(1).filter(({ parts }, at) =>
    parts.every((part) => {
      const above = lines[at]?.parts.find(({ first }) => first === part.first)
      return above === undefined || goesOn(part, above)
    }),
  )
  return wrapped.length > mostWrapped * (lines.length - 1)
}

import { largestOf, leastOf } from '@chancery/core'
import { enclosing } from '../page-geometry.ts'
import { isFigureOrNone } from './cell-kinds.ts'
import type { FoundCell, FoundTable, TableWord } from './page-tables.ts'

/** What lines up: a table; something else that does (an axis, a list, contents); or nothing that one could tell. */
export type Alignment = 'table' | 'other' | 'unclear'

/**
 * Cells that line up are a table if most rows have several, each column has some, and they are figures or short.
 * @param bounded lines are drawn above and below it
 */
export function alignmentOf<W extends TableWord>(table: FoundTable<W>, bounded: boolean): Alignment {
  const { rows, columns } = table
  if (rows < 2 || columns < 2) return 'unclear'
  if (isChart(table)) return 'other'
  const filled = table.cells.filter((cell) => cell.words.length > 0)
  const values = filled.filter((cell) => cell.column > 0)
  const letters = filled.reduce((sum, cell) => sum + cell.text.length, 0)
  const inRow = counts(filled.map((cell) => cell.row))
  const several = [...inRow.values()].filter((count) => count > 1).length
  const wordy = filled.filter((cell) => cell.words.length > mostWords).length
  const figureShare = values.filter((cell) => isFigureOrNone(cell.text)).length / Math.max(1, values.length)
  if (several < 2 || several < (rows < 6 ? 0.7 : 0.5) * inRow.size) return 'unclear'
  if (bounded) return columns > 2 || figureShare > 0.2 || wordy < 0.3 * filled.length ? 'table' : 'unclear'
  // Text set upright, letter under letter.
  if (letters < 1.5 * filled.length) return 'other'
  if (isContents(table) || isList(table, filled, inRow)) return 'other'
  if (rows === 2) return columns > 3 && figureShare > 0.5 && filled.length > 2 * columns - 2 ? 'table' : 'unclear'
  if (isPriced(table, filled)) return 'table'
  const inColumn = counts(filled.map((cell) => cell.column))
  const sparse = [...inColumn.values()].filter((count) => count < 2).length
  if (sparse > 0.34 * columns || wordy > 0.2 * filled.length) return 'unclear'
  if (figureShare > 0.4) return 'table'
  if (isHeadedPair(table, filled) || isLabelled(table, filled)) return 'table'
  const fewWordy = filled.length >= mostlyFilled * rows * columns ? 0.2 : 0.1
  const isTable =
    columns === 2
      ? isPaired(table, filled) && (figureShare > 0.25 || rows > 4)
      : rows > 3 && several > 0.6 * inRow.size && wordy < fewWordy * filled.length
  return isTable ? 'table' : 'unclear'
}

const fewestPriced = 3
/** In words: a cell with more is a sentence. */
const mostWords = 12

/** Full rows that end in figures, each under the other, with sentences in one column before them at most: works and what each costs. */
function isPriced<W extends TableWord>(
  { rows, columns, headerRows }: FoundTable<W>,
  filled: readonly FoundCell<W>[],
): boolean {
  if (columns < 3 || rows - headerRows < fewestPriced || filled.length < mostlyFilled * rows * columns) return false
  const body = filled.filter(({ row }) => row >= headerRows)
  const last = body.filter(({ column, columnSpan }) => column + columnSpan === columns)
  const wordy = body.filter(({ words }) => words.length > mostWords)
  return (
    last.length === rows - headerRows &&
    last.every(({ text }) => isFigureOrNone(text)) &&
    new Set(wordy.map(({ column }) => column)).size < 2
  )
}

/** Of all cells: columns of text beside each other do not fill every row alike. */
const mostlyFilled = 0.9

function counts(places: readonly number[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const place of places) found.set(place, (found.get(place) ?? 0) + 1)
  return found
}

/** Items behind their markers, or behind dots. */
function isList<W extends TableWord>(
  { rows, columns }: FoundTable<W>,
  filled: readonly FoundCell<W>[],
  inRow: ReadonlyMap<number, number>,
): boolean {
  const leaders = filled.filter((cell) => /\.{4,}|(?:\. ){4,}/.test(cell.text)).length
  const markers = filled.filter((cell) => cell.column === 0 && isMarker(cell.text)).length
  return (
    (columns === 2 && markers > 0.5 * rows) || (leaders > 0.4 * rows && [...inRow.values()].every((count) => count < 3))
  )
}

/** Two columns without figures: each row has both, and the second ones begin at one place. */
function isPaired<W extends TableWord>({ rows }: FoundTable<W>, filled: readonly FoundCell<W>[]): boolean {
  const seconds = filled.filter((cell) => cell.column === 1).map((cell) => enclosing(cell.words).left)
  const [least, most] = [leastOf(seconds.slice(0, 1000)), largestOf(seconds.slice(0, 1000))]
  const isForm = filled.filter((cell) => cell.column === 0 && cell.text.endsWith(':')).length > 0.5 * rows
  return (
    rows > 3 &&
    seconds.length >= 0.8 * rows &&
    most - least < 2 &&
    !isForm &&
    filled.every(({ words }) => words.length < 8)
  )
}

/** Two columns under a header in bold, both of which each row has, and both of which begin at one place. */
function isHeadedPair<W extends TableWord>(
  { rows, columns, headerRows }: FoundTable<W>,
  filled: readonly FoundCell<W>[],
): boolean {
  if (columns !== 2 || headerRows !== 1 || filled.length < 2 * rows) return false
  const [header, body] = [filled.filter(({ row }) => row === 0), filled.filter(({ row }) => row > 0)]
  const isBold = ({ words }: FoundCell<W>): boolean => words.every(({ bold }) => bold === true)
  if (header.length !== 2 || !header.every(isBold) || body.some(isBold)) return false
  return [0, 1].every((column) => haveOneEdge(filled.filter((cell) => cell.column === column)))
}

const mostLabelWords = 4

/**
 * Two columns that each row has, both beginning at one place: short labels and what they say, figures among it. Labels
 * that end with a colon are a form, of which the lines say the same.
 */
function isLabelled<W extends TableWord>({ rows, columns }: FoundTable<W>, filled: readonly FoundCell<W>[]): boolean {
  if (columns !== 2 || rows < 3 || filled.length < 2 * rows) return false
  const [labels, values] = [0, 1].map((column) => filled.filter((cell) => cell.column === column))
  if (labels === undefined || values === undefined || !values.some(({ text }) => /\d/.test(text))) return false
  const isLabel = ({ words, text }: FoundCell<W>): boolean =>
    words.length <= mostLabelWords && /^\p{Lu}[^.:;!?]*$/u.test(text) && !/\d/.test(text)
  return [labels, values].every((cells) => haveOneEdge(cells)) && labels.every(isLabel)
}

/** In points. */
const sameEdge = 2

function haveOneEdge<W extends TableWord>(cells: readonly FoundCell<W>[]): boolean {
  const edges = cells.map(({ words }) => enclosing(words).left)
  return largestOf(edges) - leastOf(edges) < sameEdge
}

/** A table of contents: titles, and page numbers that only go up. */
function isContents<W extends TableWord>({ cells, columns, rows, headerRows }: FoundTable<W>): boolean {
  const hasLeaders = cells.some(({ text }) => /(?:\. ?){4}/.test(text))
  if (columns > 3 || rows < 4 || (headerRows > 0 && !hasLeaders)) return false
  const pages = cells.flatMap((cell) => (cell.column === columns - 1 && cell.text !== '' ? [Number(cell.text)] : []))
  const titles = cells.filter((cell) => cell.column === columns - 2 && /\p{L}{3}/u.test(cell.text)).length
  return (
    pages.length > 3 &&
    titles >= 0.8 * rows &&
    pages.every((page, index) => Number.isInteger(page) && page < 5000 && page >= (pages[index - 1] ?? 0))
  )
}

/** Letters without a sign behind them are one, or a number in Roman figures: "Cod", "Hall" are words. */
const isMarker = (text: string): boolean =>
  /^(?:[•◦▪■●○‣⁃∙·\uF0B7\uF0A7–—*-]|\(?[\dA-Za-z]{1,4}[.)]|\(?(?:\d{1,4}|[A-Za-z]|[ivx]{1,4}|[IVX]{1,4})|\[\w{1,12}\])$/u.test(
    text,
  )

/** Labels of axes: figures in equal steps, with hardly anything beside them. */
function isChart<W extends TableWord>(table: FoundTable<W>): boolean {
  const columns = Array.from({ length: table.columns }, (): FoundCell<W>[] => [])
  for (const cell of table.cells) if (cell.words.length > 0) columns[cell.column]?.push(cell)
  const scales = columns.filter((cells) => isScale(cells.map((cell) => cell.text)))
  const marked = new Set(scales.flatMap((cells) => cells.map((cell) => cell.row)))
  const beside = new Set(
    columns.flatMap((cells) =>
      scales.includes(cells) ? [] : cells.filter(({ row }) => marked.has(row)).map(({ row }) => row),
    ),
  )
  if (scales.length > 0 && beside.size < 0.4 * marked.size) return true
  return scales.some((scale) => hasScatteredValues(scale, columns.flat(), table)) || hasAxisBelow(table)
}

/** Values written at the points of a chart stand here and there beside an axis that goes up; rows of a table are filled. */
function hasScatteredValues<W extends TableWord>(
  scale: readonly FoundCell<W>[],
  filled: readonly FoundCell<W>[],
  { rows, columns }: FoundTable<W>,
): boolean {
  const [upper, lower] = [Number(scale[0]?.text), Number(scale.at(-1)?.text)]
  const isAxis = columns > 2 && upper > lower && lower <= 0
  // The last row names what is on the other axis.
  const values = filled.filter((cell) => cell.row < rows - 1 && !scale.includes(cell)).length
  return isAxis && values < 0.5 * (rows - 1) * (columns - 1)
}

/** One of the last two rows has nothing but the figures of an axis, in equal steps from 0 or as shares; years are none. */
function hasAxisBelow<W extends TableWord>({ cells, rows }: FoundTable<W>): boolean {
  return [rows - 1, rows - 2].some((row) => {
    const words = cells.filter((cell) => cell.row === row).flatMap((cell) => cell.words)
    const texts = words.toSorted((a, b) => a.left - b.left).map(({ text }) => text)
    if (texts.length < 5 || !texts.every((text) => /^-?\d[\d.,]*%?$/.test(text))) return false
    return isScale(texts) && (texts.every((text) => text.endsWith('%')) || Number(texts[0]) === 0)
  })
}

/** Serial numbers and years go up by one; the figures of an axis go by another step, or down, and some may be hidden. */
function isScale(texts: readonly string[]): boolean {
  const values = texts.map((text) => Number(text.replaceAll(/[%\s]/g, '').replace(',', '.'))).filter(Number.isFinite)
  if (values.length < 4 || values.length < 0.6 * texts.length) return false
  const differences = values.slice(1).map((value, at) => value - (values[at] ?? 0))
  const step = differences.reduce((least, each) => (Math.abs(each) < Math.abs(least) ? each : least))
  if (step === 0 || step === 1) return false
  const isEven = (each: number): boolean => each / step < 3.5 && Math.abs(each / step - Math.round(each / step)) < 1e-6
  return differences.every((each) => each / step > 0 && isEven(each))
}

import type { FieldType } from '@chancery/core'
import { candidate, type Candidate } from '../candidate.ts'
import { type Cell, cellsOf } from '../columns.ts'
import { spaced, type Target } from '../labels/target.ts'
import { firstWithin, type Values } from '../read-values.ts'
import { collapse, type TextIndex } from '../text-index.ts'
import { labelWords, sameStem } from './alike-words.ts'
import type { Option } from './option.ts'

/** A row of a table of three columns and more, by the words of its first cell and of the heads above the others. */
export interface TableRow {
  readonly words: readonly string[]
  readonly cells: readonly (Cell & { readonly head: readonly string[] })[]
}

const leastCells = 3
const widest = 400
/** Of a longer table few fields ask for single cells. */
const mostRows = 400
const hasFigure = /\d/
/** Of a text column, any words are a value. */
const read: ReadonlySet<FieldType> = new Set([
  'money',
  'number',
  'integer',
  'percent',
  'date',
  'duration',
  'phone',
  'email',
])

/** The rows of tables that tabs or gaps part, below a line without figures that has as many cells. */
export function tableRows({ text, lines }: TextIndex): TableRow[] {
  const rows: TableRow[] = []
  let heads: readonly (readonly string[])[] = []
  for (const line of lines) {
    if (rows.length === mostRows) break
    const cells = line.end - line.start <= widest ? cellsOf(text, line) : []
    if (cells.length < leastCells) {
      heads = []
      continue
    }
    const wordsOfCell = ({ start, end }: Cell): readonly string[] => labelWords(text.slice(start, end)).telling
    if (heads.length !== cells.length) {
      // A head of years has figures as well, and a row of a head none.
      heads = cells.map(wordsOfCell)
      continue
    }
    // What a row is of stands behind its number: `CR-052`, `Correa trapezoidal`.
    const isNumbered = cells[0] !== undefined && hasFigure.test(text.slice(cells[0].start, cells[0].end))
    const own = isNumbered ? 1 : 0
    const first = cells[own]
    if (first === undefined || hasFigure.test(text.slice(first.start, first.start + 1))) continue
    rows.push({
      words: wordsOfCell(first),
      cells: cells.slice(own + 1).map((cell, at) => ({ ...cell, head: heads[at + own + 1] ?? [] })),
    })
  }
  return rows
}

/**
 * The cell of a table whose row and column have the words of a field's name: `capitalContenido` in the row `Contenido` below
 * `Capital asegurado`. Where no head has any of them, it is the only cell of the row that has a value of the type.
 */
export function crossingOptions(
  { text }: TextIndex,
  values: Values,
  rows: readonly TableRow[],
  target: Target,
  description = '',
): Option[] {
  const said = labelWords(description).telling
  const own = crossingsOf(text, values, rows, target, labelWords(spaced(target.name)).telling, said)
  // A name may be one word where the description has those of the table: `heizkosten`, "Ihr Anteil an der Heizung".
  return own.length > 0 || said.length < 2 ? own : crossingsOf(text, values, rows, target, said, [])
}

function crossingsOf(
  text: string,
  values: Values,
  rows: readonly TableRow[],
  target: Target,
  name: readonly string[],
  said: readonly string[],
): Option[] {
  if (name.length === 0 || target.many) return []
  const options: Option[] = []
  for (const { words, cells } of rows) {
    const others = name.filter((word) => !words.some((other) => sameStem(other, word)))
    if (others.length === name.length || words.length > name.length + 2) continue
    const under = cells.filter(({ head }) => others.every((word) => head.some((other) => sameStem(other, word))))
    // Of several columns it is the one that the description says more of.
    const saidOf = ({ head }: TableRow['cells'][number]): number =>
      head.filter((word) => said.some((other) => sameStem(other, word))).length
    const most = under.reduce((best, cell) => Math.max(best, saidOf(cell)), 0)
    const found = under
      .filter((cell) => saidOf(cell) === most)
      .flatMap((cell) => valueIn(text, values, cell, target.type) ?? [])
    const [value, another] = found
    if (value === undefined || another !== undefined || (others.length === 0 && !read.has(target.type))) continue
    const beyond = words.length + others.length - name.length
    options.push({
      value,
      score: (0.66 - Math.max(0, beyond) * 0.08) * (0.6 + 0.4 * value.confidence),
      method: 'table',
    })
  }
  return options
}

function valueIn(text: string, values: Values, cell: Cell, type: FieldType): Candidate | undefined {
  if (read.has(type)) return firstWithin(values.of(type), cell.start, cell.end)
  const raw = collapse(text.slice(cell.start, cell.end))
  return (type === 'text' || type === 'identifier') && /[\p{L}\d]/u.test(raw)
    ? candidate(type, cell.start, cell.end, raw, 0.8)
    : undefined
}

/** Bounds on what blanks may be taken for: cells that are empty cost no bytes of a text. */
export const mostColumns = 64
export const mostCells = 200_000

/** Where the columns of a line of several rules (`----  ------`) begin. */
export function ruledColumns(line: string): readonly number[] | undefined {
  if (!/^\s*(?:-{2,}|={2,})(?:\s+(?:-{2,}|={2,}))+$/.test(line)) return undefined
  const starts = [...line.matchAll(/[-=]+/g)].map(({ index }) => index)
  return starts.length > mostColumns ? undefined : starts
}

/** The cells of a line in columns that begin there; `undefined` if a word goes over a border, or nothing is told apart. */
export function cutAt(columns: readonly number[], line: string): readonly string[] | undefined {
  if (columns.some((start) => start > 0 && /\S/.test(line.charAt(start - 1)))) return undefined
  return columns.map((start, at) => line.slice(at === 0 ? 0 : start, columns[at + 1]).trim())
}

const widest = 400
const fewestLines = 3
const fewestColumns = 3

const isSet = (line: string): boolean =>
  line.length <= widest && !line.includes('\t') && ruledColumns(line) === undefined

/**
 * The rows of lines that leave two columns or more blank at the same places, at least three of each: cells with words in
 * them, so that neither prose nor a drawing is taken for a table.
 */
export function alignedRows(lines: readonly string[]): readonly (readonly string[])[] | undefined {
  if (lines.length < fewestLines || lines.some((line) => !isSet(line))) return undefined
  const taken = new Uint8Array(widest)
  for (const line of lines) for (let at = 0; at < line.length; at++) if (line.charAt(at) !== ' ') taken[at] = 1
  const starts: number[] = []
  for (let at = 0; at < widest; at++) {
    const isAfterGap = taken[at - 1] !== 1 && (taken[at - 2] !== 1 || starts.length === 0)
    if (taken[at] === 1 && isAfterGap) starts.push(at)
  }
  if (starts.length < fewestColumns || starts.length * lines.length > mostCells) return undefined
  const rows = lines.map((line) => starts.map((start, at) => line.slice(start, starts[at + 1]).trim()))
  const cells = rows.map((row) => row.filter((text) => text !== ''))
  const hasCells =
    cells.every((row) => row.length > 1) && cells.filter((row) => row.length > 2).length * 2 >= rows.length
  const all = cells.flat()
  const hasWords = all.filter((text) => /[\p{L}\p{N}]/u.test(text)).length >= all.length * 0.8
  return hasCells && hasWords ? rows : undefined
}

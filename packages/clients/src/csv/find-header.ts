export interface Header {
  readonly columns: readonly string[]
  /** Index of the first line that is a record; 0 where there is no header row. */
  readonly first: number
  /** Lines above the header row: a title, a date. */
  readonly skipped: number
}

/** How many lines may stand above a header row. */
const maxAbove = 10

const looksLikeValue = (cell: string): boolean =>
  /@.+\./.test(cell) ||
  /^[+\d(][\d\s()/.+-]{4,}$/.test(cell) ||
  /^\d+(?:[.,]\d+)*$/.test(cell) ||
  /^https?:/i.test(cell)

/**
 * Finds the header row: the first of the top lines that is about as wide as the table and holds names only. Names that
 * occur twice are numbered, empty ones are called by their place.
 */
export function findHeader(lines: readonly (readonly string[])[]): Header {
  const filled = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const width = Math.max(0, ...lines.slice(0, 100).map((cells) => cells.length))
  const typical = Math.max(1, ...lines.slice(1, 50).map((cells) => filled(cells).length))
  for (const [index, cells] of lines.slice(0, maxAbove).entries()) {
    const names = filled(cells)
    const wideEnough = names.length >= Math.max(1, Math.min(typical, width) * 0.6)
    if (!wideEnough) continue
    if (names.some(looksLikeValue)) break
    return { columns: uniqueNames(cells, width), first: index + 1, skipped: index }
  }
  return { columns: Array.from({ length: width }, (_, column) => `Column ${column + 1}`), first: 0, skipped: 0 }
}

function uniqueNames(cells: readonly string[], width: number): string[] {
  const taken = new Set<string>()
  return Array.from({ length: Math.max(width, cells.length) }, (_, column) => {
    const name = (cells[column] ?? '').trim().replaceAll(/\s+/g, ' ') || `Column ${column + 1}`
    let unique = name
    for (let number = 2; taken.has(unique); number++) unique = `${name} ${number}`
    taken.add(unique)
    return unique
  })
}

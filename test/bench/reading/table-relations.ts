/** A cell of a table, from whichever side: place in the grid and text. */
export interface ScoredCell {
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
  readonly text: string
}

export interface ScoredTable {
  /** From 1. */
  readonly page: number
  readonly cells: readonly ScoredCell[]
}

/** Found, wanted and right things, added up over documents. */
export class Tally {
  found = 0
  wanted = 0
  right = 0

  add({ found, wanted, right }: Pick<Tally, 'found' | 'wanted' | 'right'>): void {
    this.found += found
    this.wanted += wanted
    this.right += right
  }

  get f1(): number {
    return this.found + this.wanted === 0 ? 1 : (2 * this.right) / (this.found + this.wanted)
  }

  toString(): string {
    const share = (of: number): string => (this.right / Math.max(1, of)).toFixed(3)
    return `F1 ${this.f1.toFixed(3)} (P ${share(this.found)}, R ${share(this.wanted)}, ${this.right}/${this.found}/${this.wanted})`
  }
}

/**
 * Found tables and the wanted ones that they are: those that share at least half of all the words that either has; each
 * counts once. By words, as boxes in published ground truth are now and then off (turned pages, crop boxes).
 */
export function pairs(
  found: readonly ScoredTable[],
  wanted: readonly ScoredTable[],
): { readonly ours: ScoredTable; readonly theirs: ScoredTable }[] {
  const bags = new Map([...found, ...wanted].map((table) => [table, wordsOf(table)]))
  const candidates = wanted
    .flatMap((theirs) =>
      found.map((ours) => ({
        ours,
        theirs,
        share: shareOf(bags.get(ours) ?? new Map(), bags.get(theirs) ?? new Map()),
      })),
    )
    .filter(({ ours, theirs, share }) => share >= 0.5 && ours.page === theirs.page)
    .sort((a, b) => b.share - a.share)
  const taken = new Set<ScoredTable>()
  return candidates.filter(({ ours, theirs }) => {
    if (taken.has(ours) || taken.has(theirs)) return false
    taken.add(ours).add(theirs)
    return true
  })
}

export function detection(found: readonly ScoredTable[], wanted: readonly ScoredTable[]): Tally {
  const tally = new Tally()
  tally.add({ found: found.length, wanted: wanted.length, right: pairs(found, wanted).length })
  return tally
}

/** How many rows and columns a table has, from the first to the last that it fills. */
export function shapeOf({ cells }: ScoredTable): { readonly rows: number; readonly columns: number } {
  const first = (places: readonly number[]): number => places.reduce((least, each) => Math.min(least, each), Infinity)
  const end = (places: readonly number[]): number => places.reduce((most, each) => Math.max(most, each), 0)
  return {
    rows: end(cells.map(({ row, rowSpan }) => row + rowSpan)) - first(cells.map(({ row }) => row)),
    columns: end(cells.map(({ column, columnSpan }) => column + columnSpan)) - first(cells.map(({ column }) => column)),
  }
}

function wordsOf({ cells }: ScoredTable): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of cells)
    for (const word of text.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function shareOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let [both, either] = [0, 0]
  for (const word of new Set([...a.keys(), ...b.keys()])) {
    both += Math.min(a.get(word) ?? 0, b.get(word) ?? 0)
    either += Math.max(a.get(word) ?? 0, b.get(word) ?? 0)
  }
  return both / Math.max(1, either)
}

/**
 * Adjacency relations of a document: pairs of neighbouring cells with text, to the right and below, blank ones passed
 * over (Göbel et al., "A methodology for evaluating algorithms for table understanding", 2012). Compared as multisets.
 */
export function adjacency(found: readonly ScoredTable[], wanted: readonly ScoredTable[]): Tally {
  const truth = relations(wanted)
  const own = relations(found)
  const tally = new Tally()
  for (const [relation, count] of own) {
    tally.found += count
    tally.right += Math.min(count, truth.get(relation) ?? 0)
  }
  for (const count of truth.values()) tally.wanted += count
  return tally
}

function relations(tables: readonly ScoredTable[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { page, cells } of tables) {
    const grid = new Map<string, ScoredCell>()
    let [rows, columns] = [0, 0]
    for (const cell of cells) {
      rows = Math.max(rows, cell.row + cell.rowSpan)
      columns = Math.max(columns, cell.column + cell.columnSpan)
      if (plain(cell.text) === '') continue
      for (let row = cell.row; row < cell.row + cell.rowSpan; row++)
        for (let column = cell.column; column < cell.column + cell.columnSpan; column++)
          grid.set(`${row} ${column}`, cell)
    }
    const walk = (direction: string, outer: number, inner: number, at: (a: number, b: number) => string): void => {
      const seen = new Map<ScoredCell, Set<ScoredCell>>()
      for (let a = 0; a < outer; a++) {
        let last: ScoredCell | undefined
        for (let b = 0; b < inner; b++) {
          const cell = grid.get(at(a, b))
          if (cell === undefined || cell === last) continue
          if (last !== undefined && !seen.get(last)?.has(cell)) {
            seen.set(last, (seen.get(last) ?? new Set()).add(cell))
            const relation = `${page} ${direction} ${plain(last.text)} ${plain(cell.text)}`
            counts.set(relation, (counts.get(relation) ?? 0) + 1)
          }
          last = cell
        }
      }
    }
    walk('right', rows, columns, (row, column) => `${row} ${column}`)
    walk('below', columns, rows, (column, row) => `${row} ${column}`)
  }
  return counts
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')

/** Row by row, each cell with its column and what it spans. */
export function shownRows({ cells }: ScoredTable): string[] {
  const rows = new Map<number, string[]>()
  for (const { row, rowSpan, column, columnSpan, text } of cells.toSorted(
    (a, b) => a.row - b.row || a.column - b.column,
  )) {
    const spans = rowSpan * columnSpan > 1 ? `{${rowSpan}×${columnSpan}}` : ''
    rows.set(row, [...(rows.get(row) ?? []), `${column}${spans} ${text.replaceAll(/\s+/g, ' ').slice(0, 28)}`])
  }
  return [...rows.values()].slice(0, 14).map((row) => row.join(' | '))
}

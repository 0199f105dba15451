import type { ScoredCell, ScoredTable } from './table-relations.ts'

/** A node of a table as HTML has it: the table, its rows, their cells; in post-order. */
interface Node {
  readonly cell?: ScoredCell
  readonly kind: 'table' | 'row' | 'cell'
  /** Index of the first leaf below it. */
  readonly first: number
}

/**
 * Similarity of tables by edits of their trees, from 0 to 1 (TEDS: Zhong et al., "Image-based table recognition", 2020):
 * 1 less the edits per node of the larger one; a cell that spans the same costs the share of its letters to be edited.
 * Edits are counted as Zhang and Shasha do ("Simple fast algorithms for the editing distance between trees", 1989).
 */
export function teds(ours: ScoredTable, theirs: ScoredTable): number {
  const [a, b] = [nodesOf(ours), nodesOf(theirs)]
  return 1 - distance(a, b) / Math.max(a.length, b.length)
}

function nodesOf({ cells }: ScoredTable): Node[] {
  const rows = new Map<number, ScoredCell[]>()
  for (const cell of cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell])
  const nodes: Node[] = []
  for (const [, row] of [...rows].toSorted((one, other) => one[0] - other[0])) {
    const first = nodes.length
    for (const cell of row.toSorted((one, other) => one.column - other.column))
      nodes.push({ kind: 'cell', cell, first: nodes.length })
    nodes.push({ kind: 'row', first })
  }
  return [...nodes, { kind: 'table', first: 0 }]
}

/** The last node of those that have the same first leaf. */
const keyRoots = (nodes: readonly Node[]): number[] =>
  nodes.flatMap(({ first }, at) => (nodes.some((other, later) => later > at && other.first === first) ? [] : [at]))

function distance(a: readonly Node[], b: readonly Node[]): number {
  const trees = a.map(() => new Float64Array(b.length))
  for (const one of keyRoots(a)) for (const other of keyRoots(b)) compare(a, b, one, other, trees)
  return trees.at(-1)?.at(-1) ?? 0
}

/** Distances of all that stands below two nodes, left to right. */
function compare(a: readonly Node[], b: readonly Node[], one: number, other: number, trees: Float64Array[]): void {
  const [left, upper] = [a[one]?.first ?? 0, b[other]?.first ?? 0]
  const [height, width] = [one - left + 2, other - upper + 2]
  const forests = Array.from({ length: height }, (_, down) =>
    Float64Array.from({ length: width }, (__, right) => (down === 0 ? right : right === 0 ? down : 0)),
  )
  for (let down = 1; down < height; down++) {
    for (let right = 1; right < width; right++) {
      const [i, j] = [left + down - 1, upper + right - 1]
      const [own, theirs] = [a[i], b[j]]
      if (own === undefined || theirs === undefined) continue
      const at = (row: number, column: number): number => forests[row]?.[column] ?? 0
      const edit = Math.min(at(down - 1, right), at(down, right - 1)) + 1
      const areTrees = own.first === left && theirs.first === upper
      const kept = areTrees
        ? at(down - 1, right - 1) + renaming(own, theirs)
        : at(own.first - left, theirs.first - upper) + (trees[i]?.[j] ?? 0)
      const least = Math.min(edit, kept)
      const row = forests[down]
      if (row !== undefined) row[right] = least
      const tree = trees[i]
      if (areTrees && tree !== undefined) tree[j] = least
    }
  }
}

function renaming(one: Node, other: Node): number {
  if (one.kind !== other.kind) return 1
  if (one.cell === undefined || other.cell === undefined) return 0
  if (one.cell.rowSpan !== other.cell.rowSpan || one.cell.columnSpan !== other.cell.columnSpan) return 1
  const [a, b] = [plain(one.cell.text), plain(other.cell.text)]
  return a === b ? 0 : edits(a, b) / Math.max(a.length, b.length)
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')

/** Levenshtein. */
function edits(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let down = 1; down <= a.length; down++) {
    const row = [down]
    for (let right = 1; right <= b.length; right++) {
      const changed = (above[right - 1] ?? 0) + (a[down - 1] === b[right - 1] ? 0 : 1)
      row.push(Math.min((above[right] ?? 0) + 1, (row[right - 1] ?? 0) + 1, changed))
    }
    above = row
  }
  return above.at(-1) ?? 0
}

import type { Evidence, Profile } from './evidence.ts'
import type { Pace } from './pace.ts'
import { matchSequences } from './sequence-match.ts'
import { familyOfNode, type SampleNode } from './sample.ts'

/** One place of the template: the node that each instance has there. */
export type Column = (SampleNode | undefined)[]

const valueLike = ({ evidence }: Profile): boolean => evidence < 0.25

/** How good it is to lay two nodes over each other: 0 (never) to about 2. */
const affinity = (a: SampleNode, b: SampleNode, evidence: Evidence): number => {
  if (a.shape !== b.shape || a.kind !== b.kind) return 0
  const left = evidence.profile(a)
  const right = evidence.profile(b)
  const size = 1 + 0.15 * Math.log2(1 + Math.min(left.pairs.length, right.pairs.length))
  if (left.text === right.text) return left.pairs.length === 0 ? 0.1 : size
  const sameHint = a.hint === b.hint
  if (valueLike(left) && valueLike(right)) {
    if (left.pairs.length === 0 || right.pairs.length === 0) return 0.05
    return (sameHint ? 0.12 : 0.04) + (left.signature === right.signature ? 0.1 : 0)
  }
  const likeness = evidence.likeness(left, right)
  return likeness < 0.3 ? 0 : likeness * size + (sameHint ? 0.05 : 0)
}

export const familyOf = (column: Column): string => familyOfNode(column.find((member) => member !== undefined)!)

const keyOf = (node: SampleNode, evidence: Evidence): string => `${node.shape}\u0000${evidence.profile(node).text}`

const maxFaces = 4

/** Up to four different nodes that stand for a column. */
export const faces = (column: Column, evidence: Evidence): SampleNode[] => {
  const seen = new Map<string, SampleNode>()
  for (const node of column) {
    if (node && seen.size < maxFaces) {
      const { text } = evidence.profile(node)
      if (!seen.has(text)) seen.set(text, node)
    }
  }
  return [...seen.values()]
}

/** Lays the instances' lists of nodes over each other, the longest first; every node lands in exactly one column. */
export const alignNodes = async (
  lists: readonly (readonly SampleNode[] | undefined)[],
  evidence: Evidence,
  pace: Pace,
): Promise<Column[]> => {
  const order = lists
    .flatMap((list, instance) => (list ? [{ list, instance }] : []))
    .sort((a, b) => b.list.length - a.list.length || a.instance - b.instance)
  const width = lists.length
  const single = (node: SampleNode, instance: number): Column => {
    const column: Column = Array.from({ length: width })
    column[instance] = node
    return column
  }
  let columns: Column[] = []
  for (const { list, instance } of order) {
    await pace.breathe()
    const known = columns
    const reps = known.map((column) => faces(column, evidence))
    const pairs = matchSequences(
      known.length,
      list.length,
      (i, j) => {
        let best = 0
        for (const face of reps[i]!) best = Math.max(best, affinity(face, list[j]!, evidence))
        return best
      },
      {
        bonus: 0.02,
        leftKey: (i) => keyOf(reps[i]![0]!, evidence),
        rightKey: (j) => keyOf(list[j]!, evidence),
        spend: (cells) => pace.spend(cells * 8),
      },
    )
    const merged: Column[] = []
    let column = 0
    let node = 0
    for (const [i, j] of [...pairs, [known.length, list.length] as const]) {
      // Of what only one side has, that comes first which continues what stands before: entries of one list.
      const before = merged.at(-1)
      const family = before === undefined ? '' : familyOf(before)
      while (column < i && familyOf(known[column]!) === family) merged.push(known[column++]!)
      while (node < j && familyOfNode(list[node]!) === family) merged.push(single(list[node++]!, instance))
      while (column < i) merged.push(known[column++]!)
      while (node < j) merged.push(single(list[node++]!, instance))
      if (i < known.length) {
        known[i]![instance] = list[j]!
        merged.push(known[i]!)
        column = i + 1
        node = j + 1
      }
    }
    columns = merged
  }
  return columns
}

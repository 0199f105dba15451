import type { Evidence, Profile } from './evidence.ts'
import { isEntry } from './list-entries.ts'
import { type Pace, withinBounds } from './pace.ts'
import { type MatchKey, matchSequences } from './sequence-match.ts'
import { familyOfNode, type SampleNode } from './sample.ts'

/** One place of the template: the node that each instance has there. */
export type Column = (SampleNode | undefined)[]

const valueLike = ({ evidence }: Profile): boolean => evidence < 0.25

/** A node with its profile, which is looked up once and not for each cell of a table. */
interface Profiled {
  readonly node: SampleNode
  readonly profile: Profile
  readonly isEntry: boolean
}

/** Two whole lists may have no entry in common, and a list is laid over no paragraph. */
const leastOfLists = 0.35
const isList = ({ node }: Profiled): boolean =>
  node.kind === 'group' && node.children.length > 0 && node.children.every(({ hint }) => hint.startsWith('list'))

/** How good it is to lay two nodes over each other: 0 (never) to about 2. */
const affinity = (a: Profiled, b: Profiled, evidence: Evidence): number => {
  if (a.node.shape !== b.node.shape || a.node.kind !== b.node.kind || a.isEntry !== b.isEntry) return 0
  const left = a.profile
  const right = b.profile
  const size = 1 + 0.15 * Math.log2(1 + Math.min(left.pairs.length, right.pairs.length))
  if (left.text === right.text) return left.pairs.length === 0 ? 0.1 : size
  const sameHint = a.node.hint === b.node.hint
  if (valueLike(left) && valueLike(right)) {
    if (left.pairs.length === 0 || right.pairs.length === 0) return 0.05
    return (sameHint ? 0.12 : 0.04) + (left.signature === right.signature ? 0.1 : 0)
  }
  const likeness = evidence.likeness(left, right)
  if (likeness < 0.3) return isList(a) && isList(b) ? leastOfLists : 0
  return likeness * size + (sameHint ? 0.05 : 0)
}

export const familyOf = (column: Column): string => familyOfNode(column.find((member) => member !== undefined)!)

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

/** Pairs of words of nodes that are compared in the time of one cell of a table. */
const pairsACell = 10
/** What a cell of a table of nodes takes, whatever the nodes say. */
const leastOfNode = 3

const meanPairs = (nodes: readonly Profiled[]): number =>
  nodes.reduce((sum, { profile }) => sum + profile.pairs.length, 0) / Math.max(1, nodes.length)

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
    const profiled = (node: SampleNode): Profiled => ({
      node,
      profile: evidence.profile(node),
      isEntry: isEntry(node),
    })
    const reps = known.map((column) => faces(column, evidence).map(profiled))
    const nodes = list.map(profiled)
    const facesOfAll = reps.flat()
    const cost =
      (leastOfNode + (meanPairs(facesOfAll) + meanPairs(nodes)) / pairsACell) *
      (facesOfAll.length / Math.max(1, known.length))
    const keyBy = (told: (one: Profiled) => string): MatchKey => ({
      left: (i) => told(reps[i]![0]!),
      right: (j) => told(nodes[j]!),
    })
    const pairs = matchSequences(
      known.length,
      list.length,
      (i, j) => {
        let best = 0
        for (const face of reps[i]!) best = Math.max(best, affinity(face, nodes[j]!, evidence))
        return best
      },
      {
        bonus: 0.02,
        keys: [
          keyBy(({ node, profile }) => `${node.shape}\u0000${profile.text}`),
          keyBy(({ node }) => `${node.shape}\u0000${evidence.sharedKey(node)}`),
        ],
        ...withinBounds(pace, cost),
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

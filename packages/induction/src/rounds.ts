import { leastOf, largestOf } from '@chancery/core'
import type { Column } from './align-nodes.ts'
import type { Evidence } from './evidence.ts'
import { isEntry } from './list-entries.ts'
import { type SampleNode, textOf } from './sample.ts'

/** Nodes of one round, where all have as many. */
const mostNodes = 8
/** A longer one is no entry of a list: it has some pages. */
const mostInRound = 200
/** Nodes of all samples in one stretch: longer ones would take too long to be cut in every way. */
const mostInStretch = 2000
/** Ways to cut one stretch that are weighed, the likeliest first. */
const mostCuts = 24

/** What has no words in common with another text may be a value of the same kind, if it is no longer than a name. */
const mostWords = 4
const leastLikeness = 0.3

/** A stretch of columns, cut into rounds of several nodes. */
export interface RoundCut {
  /** The first column, and the one after the last. */
  readonly start: number
  readonly end: number
  /** By instance. */
  readonly rounds: readonly (readonly (readonly SampleNode[])[])[]
  /** All rounds have as many nodes, each of one family by its place. */
  readonly isEven: boolean
}

type Rounds = RoundCut['rounds']
type Rows = readonly (readonly SampleNode[])[]

/**
 * Every way in which a stretch of columns that some instances lack, and the columns beside it, may be rounds of several
 * nodes: blocks of as many lines each (signatures), or entries that begin alike and have as much below them as there is
 * (a heading with its list).
 * @param full by column: whether all instances have it
 */
export const cutsIntoRounds = (
  columns: readonly Column[],
  full: readonly boolean[],
  instances: number,
  evidence: Evidence,
): readonly (readonly RoundCut[])[] => {
  const rowsBetween = rowsOf(columns, instances)
  return stretchesOf(full).map(({ first, last, low, high }) => {
    const spans: { readonly start: number; readonly end: number }[] = []
    for (let start = Math.max(low, first - mostNodes); start <= Math.min(last, first + mostNodes); start += 1) {
      for (let end = Math.max(start + 2, last + 1 - mostNodes); end <= Math.min(high, last + 1 + mostNodes); end += 1) {
        spans.push({ start, end })
      }
    }
    // Those first that leave out least of what only some have.
    const covered = ({ start, end }: (typeof spans)[number]): number => Math.min(end, last + 1) - Math.max(start, first)
    spans.sort((a, b) => covered(b) - covered(a) || a.end - a.start - (b.end - b.start))
    const cuts: RoundCut[] = []
    for (const { start, end } of spans) {
      const rows = rowsBetween(start, end)
      if (rows.reduce((sum, row) => sum + row.length, 0) > mostInStretch) continue
      for (const { rounds, isEven } of waysToCut(rows, evidence)) {
        if (cuts.length < mostCuts && isList(rounds, isEven, evidence)) cuts.push({ start, end, rounds, isEven })
      }
      if (cuts.length === mostCuts) break
    }
    return cuts
  })
}

/** By instance, the nodes that some columns have, from the first to the one before the last. */
function rowsOf(columns: readonly Column[], instances: number): (start: number, end: number) => Rows {
  const rows = Array.from({ length: instances }, (_, instance) => {
    const nodes: SampleNode[] = []
    /** How many nodes stand before each column. */
    const before = [0]
    for (const { [instance]: node } of columns) {
      if (node !== undefined) nodes.push(node)
      before.push(nodes.length)
    }
    return { nodes, before }
  })
  return (start, end) => rows.map(({ nodes, before }) => nodes.slice(before[start], before[end]))
}

/** Columns that some lack, with those between; `low` and `high` bound what lies beside them and belongs to no other stretch. */
function stretchesOf(
  full: readonly boolean[],
): { readonly first: number; readonly last: number; readonly low: number; readonly high: number }[] {
  const cores: { first: number; last: number }[] = []
  for (const [index, isFull] of full.entries()) {
    if (isFull) continue
    const before = cores.at(-1)
    if (before !== undefined && index - before.last <= mostNodes) before.last = index
    else cores.push({ first: index, last: index })
  }
  return cores.map((core, at) => ({
    ...core,
    low: (cores[at - 1]?.last ?? -1) + 1,
    high: cores[at + 1]?.first ?? full.length,
  }))
}

function* waysToCut(rows: Rows, evidence: Evidence): Generator<{ readonly rounds: Rounds; readonly isEven: boolean }> {
  for (const key of ['family', 'opening'] as const) {
    const rounds = cutAtStarts(rows, (node) => evidence.profile(node)[key], evidence)
    if (rounds !== undefined && (key === 'family' || !beginByChance(rounds, evidence))) yield { rounds, isEven: false }
  }
  for (let nodes = 2; nodes <= mostNodes; nodes += 1) {
    const rounds = cutEvenly(rows, nodes, evidence)
    if (rounds !== undefined) yield { rounds, isEven: true }
  }
}

/** A round begins wherever a node is like the first one, and ends before the next. */
function cutAtStarts(rows: Rows, keyOf: (node: SampleNode) => string, evidence: Evidence): Rounds | undefined {
  const [first] = rows.flat()
  if (first === undefined || isBlank(first, evidence)) return undefined
  const key = keyOf(first)
  if (rows.some(([node]) => node !== undefined && keyOf(node) !== key)) return undefined
  return rows.map((row) => {
    const starts = row.flatMap((node, at) => (keyOf(node) === key ? [at] : []))
    return starts.map((start, index) => row.slice(start, starts[index + 1]))
  })
}

/** Entries of one list, of which some begin with the same short word: `- le bail`. */
const beginByChance = (rounds: Rounds, evidence: Evidence): boolean => {
  const nodes = rounds.flat(2)
  const families = new Set(nodes.map((node) => evidence.profile(node).family))
  return families.size === 1 && nodes.every(isEntry) && nodes.some((node) => startsShort.test(textOf(node)))
}

const startsShort = /^[^\p{L}]*\p{L}{1,3}(?!\p{L})/u

function cutEvenly(rows: Rows, nodes: number, evidence: Evidence): Rounds | undefined {
  if (rows.some((row) => row.length % nodes !== 0)) return undefined
  const [first = []] = rows.filter((row) => row.length > 0)
  const familyOf = (node: SampleNode): string => evidence.profile(node).family
  const families = first.slice(0, nodes).map(familyOf)
  if (rows.some((row) => row.some((node, at) => familyOf(node) !== families[at % nodes]))) return undefined
  return rows.map((row) =>
    Array.from({ length: row.length / nodes }, (_, round) => row.slice(round * nodes, (round + 1) * nodes)),
  )
}

/**
 * Rounds of several nodes, of which the samples have different numbers, and which are seldom word for word in two samples:
 * those would be clauses that some have.
 */
function isList(rounds: Rounds, isEven: boolean, evidence: Evidence): boolean {
  const counts = rounds.map(({ length }) => length)
  const all = rounds.flat()
  const nodes = all.reduce((sum, round) => sum + round.length, 0)
  if (largestOf(counts) < 2 || leastOf(counts) === largestOf(counts) || nodes < 1.5 * all.length) return false
  if (all.some(({ length }) => length > mostInRound)) return false
  if (!beginAlike(rounds, isEven, evidence) || !looksAlike(all, evidence) || endsOtherwise(rounds, evidence))
    return false
  const seen = new Map<string, number>()
  for (const round of all) {
    const text = round.map((node) => evidence.profile(node).text).join('\n')
    seen.set(text, (seen.get(text) ?? 0) + 1)
  }
  const once = [...seen.values()].filter((count) => count === 1).length
  return all.length - once <= once
}

/** What stands in last rounds alone comes behind the list, and is no part of a round. */
function endsOtherwise(rounds: Rounds, evidence: Evidence): boolean {
  const familyOf = (node: SampleNode): string => evidence.profile(node).family
  const inner = new Set(rounds.flatMap((list) => list.slice(0, -1).flat().map(familyOf)))
  return rounds.some((list) => list.at(-1)?.some((node) => !inner.has(familyOf(node))) === true)
}

/**
 * Of two rounds of one sample, one after the other, the first nodes that say something (in rounds of as many nodes: all)
 * say the same but for their values, or are short texts of one kind.
 */
const beginAlike = (rounds: Rounds, isEven: boolean, evidence: Evidence): boolean =>
  rounds.every((list) =>
    list.every((round, index) => {
      const before = list[index - 1]
      if (before === undefined) return true
      const [one, other] = [before, round].map((nodes) =>
        isEven ? nodes : nodes.filter((node) => !isBlank(node, evidence)).slice(0, 1),
      )
      return one!.length === other!.length && one!.every((node, place) => areAlike(node, other![place]!, evidence))
    }),
  )

const isBlank = (node: SampleNode, evidence: Evidence): boolean => evidence.profile(node).text.trim() === ''

function areAlike(one: SampleNode, other: SampleNode, evidence: Evidence): boolean {
  const [a, b] = [evidence.profile(one), evidence.profile(other)]
  if (a.signature === b.signature && Math.max(a.words, b.words) <= mostWords) return true
  return evidence.likeness(a, b) >= leastLikeness
}

/** The rounds show that they are of one kind: nodes of several kinds in one order, or the same words or signs in each. */
function looksAlike(all: readonly (readonly SampleNode[])[], evidence: Evidence): boolean {
  // The lines between them are of no kind.
  const rounds = all.map((nodes) => nodes.filter((node) => !isBlank(node, evidence)))
  const shortest = leastOf(rounds.map(({ length }) => length))
  const places = Array.from({ length: shortest }, (_, place) => rounds.map((round) => round[place]!))
  if (new Set(rounds.flat().map((node) => evidence.profile(node).family)).size > 1) return true
  const kinds = places.map((nodes) => new Set(nodes.map((node) => evidence.profile(node).signature)))
  if (kinds.some(({ size }) => size > 1)) return places.some((nodes) => haveOneStart(nodes, evidence))
  return new Set(kinds.map(([kind]) => kind)).size > 1 || places.some((nodes) => haveOneStart(nodes, evidence))
}

const haveOneStart = (nodes: readonly SampleNode[], evidence: Evidence): boolean => {
  const starts = new Set(nodes.map((node) => evidence.profile(node).text.trim().split(/\s/u, 1)[0]))
  const [start = ''] = starts
  return starts.size === 1 && start !== ''
}

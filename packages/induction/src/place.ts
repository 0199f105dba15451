import type { Column } from './align-nodes.ts'
import { variableBits } from './description-length.ts'
import type { Evidence } from './evidence.ts'
import type { Pace } from './pace.ts'
import { leavesOf, type SampleGroup, type SampleNode } from './sample.ts'
import type { ReadSlot } from './slot-pieces.ts'
import type { Scope, TemplateGroup, TemplateLeaf, TemplateNode } from './template.ts'

export interface Building {
  readonly evidence: Evidence
  readonly pace: Pace
  readonly readSlot: ReadSlot
  /** What did not survive the check by filling again: `inline:`, `whole:`, `parts:` or `loop:` and the key; `#` and a slot of it. */
  readonly demoted: ReadonlySet<string>
}

/** By instance of a scope; absent where it lacks the parent. */
export type Lists = readonly (readonly SampleNode[] | undefined)[]

/** Lists of nodes that are laid over each other, and where the template has them. */
export interface Place {
  readonly lists: Lists
  readonly scope: Scope
  readonly key: string
  readonly building: Building
}

/** A loop is found by building its rounds, and building looks for loops: who looks for them is given these. */
export interface Builders {
  /** One place of the template, out of the node that each instance has there. */
  buildNode(column: Column, scope: Scope, key: string, building: Building): Promise<TemplateLeaf | TemplateGroup>
  /** Columns as they are, with options around those that some lack. */
  buildColumns(columns: readonly Column[], from: number, place: Place): Promise<TemplateNode[]>
  /** The same with loops over single nodes; `loose` are the columns in none of them. */
  buildRuns(
    columns: readonly Column[],
    from: number,
    place: Place,
  ): Promise<{ readonly nodes: TemplateNode[]; readonly loose: readonly Column[] }>
  /** Lists that are laid over each other first. */
  buildNodes(
    lists: Lists,
    scope: Scope,
    role: SampleGroup['role'],
    key: string,
    building: Building,
  ): Promise<TemplateNode[]>
}

/** Longer runs are not tried as loops: reading them in every way would take too long. */
export const maxRun = 5000

/** Rounds of a loop that are built to weigh it. */
export const maxCosted = 40

export const transpose = (lists: Lists, length: number): Column[] =>
  Array.from({ length }, (_, index) => lists.map((list) => list?.[index]))

export const isFull = (column: Column, lists: Lists): boolean =>
  lists.every((list, instance) => list === undefined || column[instance] !== undefined)

/** What a single sample shows is not known to be constant, so it is charged as if it varied. */
export const unprovenBits = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => {
    const nodes = column.filter((node) => node !== undefined)
    return nodes.length > 1 ? sum : sum + (1 + leavesOf(nodes[0]!).length) * variableBits
  }, 0)

import { editDistance, fold } from '@chancery/core'
import { maxSuggestions, nearPath } from '../data/near-path.ts'
import { pathsOf } from '../data/reads.ts'
import { findPath } from '../data/find-path.ts'
import { joinPath, type Scope } from '../data/scope.ts'
import type { SectionNode, ValueNode } from '../template/template-node.ts'

/** A name that the data does not have where its tag does without, as a condition does, and what may have been meant. */
export interface DataDoubt<Place> {
  readonly path: string
  /** Like it in the data, and read by no tag. */
  readonly suggestion: string
  readonly node: ValueNode<Place> | SectionNode<Place>
}

/** Turns of a tag that are looked at for what stops no fill. */
const maxLooks = 50

interface Draft<Place> extends DataDoubt<Place> {
  /** The paths of the data that the suggestion may be. */
  readonly meant: readonly string[]
}

/** Collects names that are absent, and like another one of the data; it takes no fault to be absent. */
export class Doubts<Place> {
  private readonly found = new Set<string>()
  /** Tags of which every name was found once: most, in their first turn. */
  private readonly settled = new Set<DataDoubt<Place>['node']>()
  /** How often a tag was looked at for what a fill takes without a word. */
  private readonly looked = new Map<DataDoubt<Place>['node'], number>()
  private readonly absent = new Map<string, Draft<Place> | undefined>()

  note(node: DataDoubt<Place>['node'], scope: Scope): void {
    if (this.settled.has(node)) return
    let isSettled = true
    for (const read of pathsOf(node.expression)) {
      const { segments } = read
      const { found, path } = findPath(read, scope)
      isSettled &&= found
      if (found) this.found.add(path)
      else if (!this.absent.has(path) && this.absent.size < maxSuggestions) {
        const near = nearPath(segments, scope)
        const suggestion = read.loose !== true || isSlip(segments, near) ? near : undefined
        this.absent.set(
          path,
          suggestion === undefined ? undefined : { path, suggestion, node, meant: meant(suggestion, scope) },
        )
      }
    }
    if (isSettled) this.settled.add(node)
  }

  /** Whether a tag is looked at once more for what a fill takes without a word. */
  looksAgain(node: DataDoubt<Place>['node']): boolean {
    const turns = this.looked.get(node) ?? 0
    if (turns === maxLooks) return false
    this.looked.set(node, turns + 1)
    return true
  }

  /** Those of which what was meant is not read, and that are not told as missing. */
  among(unused: ReadonlySet<string>, missing: ReadonlySet<string>): readonly DataDoubt<Place>[] {
    return [...this.absent.values()]
      .filter((each) => each !== undefined)
      .filter(
        ({ path, meant: paths }) =>
          !this.found.has(path) && !missing.has(path) && paths.some((at) => isWithin(unused, at)),
      )
      .map(({ path, suggestion, node }) => ({ path, suggestion, node }))
  }
}

/** What Word calls a field or a control by is often no name of the data: only one that differs by a slip is meant as one. */
const isSlip = (segments: readonly string[], near: string | undefined): boolean => {
  const [one, two] = [segments.join('.'), near ?? ''].map(fold)
  return one !== undefined && two !== undefined && one.length > 4 && editDistance(one, two, 2) <= 2
}

function meant(suggestion: string, scope: Scope): readonly string[] {
  const paths: string[] = []
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) paths.push(joinPath(at.path, [suggestion]))
  return paths
}

/** The path, or an object around it. */
export function isWithin(unused: ReadonlySet<string>, path: string): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    if (unused.has(path.slice(0, end))) return true
  }
  return false
}

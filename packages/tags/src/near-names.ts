import type { PathExpression } from './expression.ts'
import { pathsOf } from './reads.ts'
import { editDistance, fold } from './suggest.ts'
import type { SectionNode, TemplateNode, ValueNode } from './template-node.ts'

/** A path that differs from another one of the template so little that it is probably a slip. */
export interface NearName<Place> {
  readonly path: string
  readonly meant: string
  readonly node: ValueNode<Place> | SectionNode<Place>
}

/** Distinct names of one scope that are compared with each other; beyond it only same folds are found. */
const maxNames = 400

/** Tags that differ from another tag of the same scope only in case or joints, or, being rarer, by one letter. */
export function nearNames<Place>(nodes: readonly TemplateNode<Place>[]): readonly NearName<Place>[] {
  const names = new Map<string, { count: number; node: NearName<Place>['node'] }>()
  const inner: NearName<Place>[] = []
  const visit = (each: readonly TemplateNode<Place>[]): void => {
    for (const node of each) {
      if (node.kind === 'literal') continue
      for (const path of pathsOf(node.expression)) note(path, node)
      if (node.kind !== 'section') continue
      const isScope = node.mode !== 'if' && !node.inverted && node.expression.kind === 'path'
      if (isScope) inner.push(...nearNames(node.children))
      else visit(node.children)
      visit(node.otherwise)
    }
  }
  const note = ({ segments }: PathExpression, node: NearName<Place>['node']): void => {
    if (segments.length === 0) return
    const name = segments.join('.')
    const known = names.get(name)
    if (known === undefined) names.set(name, { count: 1, node })
    else known.count++
  }
  visit(nodes)
  const found: NearName<Place>[] = []
  const list = [...names]
    .slice(0, maxNames)
    .map(([name, { count, node }]) => ({ name, count, node, folded: foldPath(name) }))
  for (const [index, { name, count, node, folded }] of list.entries()) {
    const meant = list.find(
      (other, at) =>
        at !== index && (other.count > count || (other.count === count && at < index)) && isSlip(folded, other.folded),
    )
    if (meant !== undefined) found.push({ path: name, meant: meant.name, node })
  }
  return [...found, ...inner]
}

/** One letter apart, but no plural, number, or other ending that makes another word of it. Both are folded. */
function isSlip(first: string, second: string): boolean {
  if (first === second) return true
  if (Math.abs(first.length - second.length) > 1) return false
  if (Math.min(first.length, second.length) < 5 || editDistance(first, second, 1) > 1) return false
  if (first.replaceAll(/\d+/g, '') === second.replaceAll(/\d+/g, '')) return false
  if (first.length === second.length) {
    // A swap of neighbours is a slip; a changed letter is one unless it stands alone: partyA, partyB.
    const at = [...first].findIndex((char, index) => char !== second[index])
    return first[at] === second[at + 1] || (at > 0 && at < first.length - 1)
  }
  const [short, long] = first.length < second.length ? [first, second] : [second, first]
  return !long.startsWith(short) && !long.endsWith(short)
}

const foldPath = (path: string): string => path.split('.').map(fold).join('.')

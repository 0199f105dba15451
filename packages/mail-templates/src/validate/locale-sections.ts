import { pathsOf } from '@chancery/tags'
import type { CheckedTemplate } from '../parse/checked-template.ts'
import type { Node, Place } from '../parse/parse-template.ts'

/** Lists that are looped over, and sections that may be loops, by path, each with its first place. */
export function listsOf({ fields }: CheckedTemplate): ReadonlyMap<string, Place> {
  const lists = new Map<string, Place>()
  const visit = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (node.kind !== 'section') continue
      const path = node.expression.kind === 'path' ? node.expression.segments.join('.') : ''
      if ((node.mode === 'each' || (node.mode === 'auto' && !node.inverted)) && path !== '' && !lists.has(path))
        lists.set(path, node.place)
      visit(node.children)
      visit(node.otherwise)
    }
  }
  for (const { nodes } of fields) visit(nodes)
  return lists
}

/** Every path that is read, in conditions too. */
export function readsOf(nodes: readonly Node[], into = new Set<string>()): ReadonlySet<string> {
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    for (const { segments } of pathsOf(node.expression)) into.add(segments.join('.'))
    if (node.kind !== 'section') continue
    readsOf(node.children, into)
    readsOf(node.otherwise, into)
  }
  return into
}

/** Paths that conditions ask for, each with its first place. */
export function conditionsOf(nodes: readonly Node[], into = new Map<string, Place>()): ReadonlyMap<string, Place> {
  for (const node of nodes) {
    if (node.kind !== 'section') continue
    if (node.mode === 'if')
      for (const { segments } of pathsOf(node.expression)) {
        const path = segments.join('.')
        if (path !== '' && !into.has(path)) into.set(path, node.place)
      }
    conditionsOf(node.children, into)
    conditionsOf(node.otherwise, into)
  }
  return into
}

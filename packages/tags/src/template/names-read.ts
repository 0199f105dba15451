import { pathsOf } from '../data/reads.ts'
import type { TemplateNode } from './template-node.ts'

/** Every dotted path that a tag reads, and the names that tags give. */
export function pathsRead<Place>(nodes: readonly TemplateNode<Place>[]): ReadonlySet<string> {
  const paths = new Set<string>()
  const visit = (node: TemplateNode<Place>): void => {
    if (node.kind === 'literal') return
    if (node.expression.kind === 'assign') paths.add(node.expression.name)
    for (const { segments } of pathsOf(node.expression)) paths.add(segments.join('.'))
    if (node.kind !== 'section') return
    for (const child of [...node.children, ...node.otherwise]) visit(child)
  }
  for (const node of nodes) visit(node)
  return paths
}

/** How many tags read a name, at the beginning of a path; names that tags give are read without end. */
export function namesRead<Place>(nodes: readonly TemplateNode<Place>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const visit = (node: TemplateNode<Place>): void => {
    if (node.kind === 'literal') return
    if (node.expression.kind === 'assign') counts.set(node.expression.name, Infinity)
    for (const { segments } of pathsOf(node.expression)) {
      const [first = ''] = segments
      counts.set(first, (counts.get(first) ?? 0) + 1)
    }
    if (node.kind !== 'section') return
    for (const child of [...node.children, ...node.otherwise]) visit(child)
  }
  for (const node of nodes) visit(node)
  return counts
}

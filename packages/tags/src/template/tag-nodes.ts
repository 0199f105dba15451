import type { TagNode } from '@chancery/core'
import { dotted } from '../syntax/expression.ts'
import { formattersOf, mainPath } from '../data/reads.ts'
import { readsOutside, sectionKind } from './section-kind.ts'
import type { TemplateNode } from './template-node.ts'

/** The tags as the tree that reports show: the same tag in the same scope is one node with its count. */
export function tagNodes<Place>(
  nodes: readonly TemplateNode<Place>[],
  outside = readsOutside(nodes),
): readonly TagNode[] {
  const groups = new Map<
    string,
    { first: Omit<TagNode, 'occurrences' | 'children'>; count: number; inner: TemplateNode<Place>[] }
  >()
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    const kind = node.kind === 'section' ? sectionKind(node, outside) : node.kind
    const path = mainPath(node.expression)
    const formatters = formattersOf(node.expression)
    const key = `${kind} ${node.tag.replaceAll(/\s+/g, '')}`
    const group = groups.get(key) ?? {
      first: { kind, path: path === undefined ? '' : dotted(path.segments), tag: node.tag, formatters },
      count: 0,
      inner: [],
    }
    group.count++
    if (node.kind === 'section') {
      for (const item of node.children) group.inner.push(item)
      for (const item of node.otherwise) group.inner.push(item)
    }
    groups.set(key, group)
  }
  return Array.from(groups.values(), ({ first, count, inner }) => ({
    ...first,
    occurrences: count,
    children: tagNodes(inner, outside),
  }))
}

import { pathsOf } from '../data/reads.ts'
import type { PathExpression } from '../syntax/expression.ts'
import type { OddTag } from './odd-tag.ts'
import { hasConditionName, opensScope, readsInside, readsOutside } from './section-kind.ts'
import type { SectionNode, TemplateNode, ValueNode } from './template-node.ts'

/** A path that is written as a text, and is an object or a list by what is read of it: no value is both. */
export function conflictingUses<Place>(nodes: readonly TemplateNode<Place>[]): readonly OddTag<Place>[] {
  const outside = readsOutside(nodes)
  const texts = new Map<string, ValueNode<Place> | SectionNode<Place>>()
  const reads = new Map<string, ValueNode<Place> | SectionNode<Place>>()
  const counts = new Map<string, number>()
  const sections: SectionNode<Place>[] = []
  const visit = (node: TemplateNode<Place>, within: readonly string[]): void => {
    if (node.kind === 'literal') return
    const { expression } = node
    for (const path of pathsOf(expression))
      if (path.segments.length > 1 && path.up === undefined && !path.own)
        for (let end = 1; end < path.segments.length; end++) {
          const object = path.segments.slice(0, end).join('.')
          if (!reads.has(object)) reads.set(object, node)
          counts.set(object, (counts.get(object) ?? 0) + 1)
        }
    if (node.kind !== 'section') {
      const path = node.kind === 'value' && expression.kind === 'path' ? expression.segments.join('.') : undefined
      if (path !== undefined && !within.includes(path) && !texts.has(path)) texts.set(path, node)
      return
    }
    if (node.mode === 'auto' && opensScope(node) && expression.kind === 'path') sections.push(node)
    const own = expression.kind === 'path' ? [...within, expression.segments.join('.')] : within
    for (const child of node.children) visit(child, own)
    for (const child of node.otherwise) visit(child, within)
  }
  for (const node of nodes) visit(node, [])
  const objects = [...reads].filter(([path]) => texts.has(path))
  const lists = sections.filter((section) => {
    const path = section.expression.kind === 'path' ? section.expression.segments.join('.') : ''
    return texts.has(path) && !hasConditionName(path) && readsOwn(section, path, outside)
  })
  return [
    ...objects.map(([path, node]) => ({
      code: 'conflicting_use' as const,
      path,
      message: `"${path}" is written as a text, and other values are read from it.`,
      hint: `Give one of the two another name, or the data a key with a dot beside the text.`,
      // Of two uses the rarer is the slip; a text is seldom written twice.
      node: (counts.get(path) ?? 0) > 1 ? (texts.get(path) ?? node) : node,
    })),
    ...lists.map((node) => {
      const path = node.expression.kind === 'path' ? node.expression.segments.join('.') : ''
      return {
        code: 'conflicting_use' as const,
        path,
        message: `"${path}" is written as a text, and a section over it reads names of its own.`,
        hint: `Give one of the two another name; if it is a condition, write {#if ${path}}.`,
        node,
      }
    }),
  ]
}

/** Whether a section reads what is read nowhere else, and never writes its own value. */
function readsOwn<Place>({ children }: SectionNode<Place>, path: string, outside: ReadonlySet<string>): boolean {
  const inside = readsInside(children)
  const name = (read: PathExpression): string => read.segments.join('.')
  if (inside.some((read) => name(read) === path)) return false
  return inside.some(
    (read) =>
      read.up === undefined &&
      !name(read).startsWith(`${path}.`) &&
      !(read.segments[0] ?? '').startsWith('$') &&
      !outside.has(name(read)) &&
      !outside.has(`${read.segments[0] ?? ''}.`),
  )
}

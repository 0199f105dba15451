import { mainPath, pathsOf } from '../data/reads.ts'
import type { PathExpression } from '../syntax/expression.ts'
import type { OddTag } from './odd-tag.ts'
import { kindOfName } from './kinds-of-paths.ts'
import { listHint } from './odd-paths.ts'
import { hasConditionName, opensScope, readsInside, readsOutside } from './section-kind.ts'
import type { SectionNode, TemplateNode, ValueNode } from './template-node.ts'

/** A path that is written as a text, and is an object or a list by what is read of it: no value is both. */
export function conflictingUses<Place>(nodes: readonly TemplateNode<Place>[]): readonly OddTag<Place>[] {
  const outside = readsOutside(nodes)
  const texts = new Map<string, ValueNode<Place> | SectionNode<Place>>()
  const reads = new Map<string, ValueNode<Place> | SectionNode<Place>>()
  const counts = new Map<string, number>()
  /** How many tags write a path, with formatters or without, and the place of the first that takes it for each of the two. */
  const written = new Map<string, number>()
  const [textAt, readAt] = [new Map<string, number>(), new Map<string, number>()]
  let place = 0
  /** By objects, a path that is read of each. */
  const fields = new Map<string, string>()
  const sections: SectionNode<Place>[] = []
  const visit = (node: TemplateNode<Place>, within: readonly string[]): void => {
    if (node.kind === 'literal') return
    const { expression } = node
    place++
    const main = node.kind === 'value' ? mainPath(expression) : undefined
    if (main?.up === undefined && main !== undefined && !main.own && !within.includes(main.segments.join('.'))) {
      const path = main.segments.join('.')
      written.set(path, (written.get(path) ?? 0) + 1)
      if (!textAt.has(path)) textAt.set(path, place)
    }
    for (const path of pathsOf(expression))
      if (path.segments.length > 1 && path.up === undefined && !path.own)
        for (let end = 1; end < path.segments.length; end++) {
          const object = path.segments.slice(0, end).join('.')
          if (!reads.has(object)) reads.set(object, node)
          if (!readAt.has(object)) readAt.set(object, place)
          counts.set(object, (counts.get(object) ?? 0) + 1)
        }
    if (node.kind !== 'section') {
      const path = node.kind === 'value' && expression.kind === 'path' ? expression.segments.join('.') : undefined
      if (expression.kind === 'path')
        fields.set(expression.segments.slice(0, -1).join('.'), expression.segments.join('.'))
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
    return texts.has(path) && !hasConditionName(path) && ownReads(section, path, outside) > 0
  })
  return [
    ...objects.map(([path, node]) => {
      const [asText, asObject] = [(written.get(path) ?? 0) + (isValue(path) ? 0.5 : 0), counts.get(path) ?? 0]
      // The rarer use is the slip, and of two as usual the later.
      const isText = asText === asObject ? (textAt.get(path) ?? 0) < (readAt.get(path) ?? 0) : asText > asObject
      const field = fields.get(path)
      const behind = field === undefined ? '' : `, such as {${field}}`
      return {
        code: 'conflicting_use' as const,
        path,
        message: `"${path}" is written as a text, and other values are read from it.`,
        hint: isText
          ? `Write {${path}}: what is written as a text has no fields; else write a field of it everywhere${behind}.`
          : `${field === undefined ? 'Give' : `Write a field of it${behind}; else give`} one of the two another name, or the data a key with a dot beside the text.`,
        node: isText ? node : (texts.get(path) ?? node),
      }
    }),
    ...lists.map((node) => {
      const path = node.expression.kind === 'path' ? node.expression.segments.join('.') : ''
      // Several fields show that it is a list: the text is the slip.
      if (ownReads(node, path, outside) > 1)
        return {
          code: 'conflicting_use' as const,
          path,
          message: `"${path}" is written as a text here, and a section over it reads several fields of its items.`,
          hint: listHint(path),
          node: texts.get(path) ?? node,
        }
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

/** By its name it is a text, a date or a number, which counts as half a use. */
const isValue = (path: string): boolean => kindOfName(path) !== undefined

/** How many names a section reads that are read nowhere else; none where it writes its own value. */
function ownReads<Place>({ children }: SectionNode<Place>, path: string, outside: ReadonlySet<string>): number {
  const inside = readsInside(children)
  const name = (read: PathExpression): string => read.segments.join('.')
  if (inside.some((read) => name(read) === path)) return 0
  const own = inside.filter(
    (read) =>
      read.up === undefined &&
      !name(read).startsWith(`${path}.`) &&
      !(read.segments[0] ?? '').startsWith('$') &&
      !outside.has(name(read)) &&
      !outside.has(`${read.segments[0] ?? ''}.`),
  )
  return new Set(own.map(name)).size
}

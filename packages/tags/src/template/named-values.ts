import { pathsOf } from '../data/reads.ts'
import { type Expression, partsOf } from '../syntax/expression.ts'
import type { OddTag } from './odd-tag.ts'
import { opensScope } from './section-kind.ts'
import type { SectionNode, TemplateNode, ValueNode } from './template-node.ts'

/** Values that are read before the tag that gives them their name, in the same scope, and so are looked for in the data. */
export function namedLater<Place>(nodes: readonly TemplateNode<Place>[]): readonly OddTag<Place>[] {
  const found: OddTag<Place>[] = []
  const given = new Set<string>()
  const visit = (node: TemplateNode<Place>, early: Map<string, ValueNode<Place> | SectionNode<Place>>): void => {
    if (node.kind === 'literal') return
    const { expression } = node
    const reads = pathsOf(expression).flatMap(({ segments: [first], up, own }) =>
      up === undefined && !own && first !== undefined ? [first] : [],
    )
    if (expression.kind === 'assign') {
      const { name } = expression
      const reader = early.get(name)
      // One that reads its own name gives the data's value another.
      if (reader !== undefined && !reads.includes(name)) {
        const message = `"${name}" is read here from the data: the tag that gives a value this name stands below.`
        found.push({ code: 'foreign_statement', message, hint: `Put ${node.tag} above this tag.`, node: reader })
      }
      given.add(name)
    }
    for (const name of reads) if (!given.has(name) && !early.has(name)) early.set(name, node)
    if (node.kind !== 'section') return
    const inner = opensScope(node) ? new Map<string, ValueNode<Place> | SectionNode<Place>>() : early
    for (const child of node.children) visit(child, inner)
    for (const child of node.otherwise) visit(child, early)
  }
  const outermost = new Map<string, ValueNode<Place> | SectionNode<Place>>()
  for (const node of nodes) visit(node, outermost)
  return found
}

/** Values that are read outside of the loop in which a tag gives them their name, and so are looked for in the data. */
export function namedWithin<Place>(
  nodes: readonly TemplateNode<Place>[],
  counts: ReadonlyMap<string, number>,
): readonly OddTag<Place>[] {
  if (![...counts.values()].includes(Infinity)) return []
  const found: OddTag<Place>[] = []
  const within = new Set<string>()
  const everywhere = new Set<string>()
  const readers = new Map<string, ValueNode<Place> | SectionNode<Place>>()
  const visit = (node: TemplateNode<Place>, isInLoop: boolean): void => {
    if (node.kind === 'literal') return
    const { expression } = node
    if (expression.kind === 'assign') (isInLoop ? within : everywhere).add(expression.name)
    if (!isInLoop)
      for (const {
        segments: [first = ''],
        up,
        own,
      } of pathsOf(expression))
        if (up === undefined && !own && !readers.has(first)) readers.set(first, node)
    if (node.kind !== 'section') return
    for (const child of node.children) visit(child, isInLoop || opensScope(node))
    for (const child of node.otherwise) visit(child, isInLoop)
  }
  for (const node of nodes) visit(node, false)
  for (const name of within) {
    const node = readers.get(name)
    if (node === undefined || everywhere.has(name)) continue
    const message = `"${name}" has its name in a loop alone, and is looked for in the data here.`
    const hint = `Read it inside the section, or give it its name outside: {= ${name}: …}.`
    found.push({ code: 'foreign_statement', message, hint, node, path: name })
  }
  return found
}

/** Names that tags give to values, and that no tag reads. */
export function namedInVain<Place>(nodes: readonly TemplateNode<Place>[]): readonly OddTag<Place>[] {
  const given = new Map<string, ValueNode<Place> | SectionNode<Place>>()
  const read = new Set<string>()
  let readsByKey = false
  const visit = (node: TemplateNode<Place>): void => {
    if (node.kind === 'literal') return
    const { expression } = node
    if (expression.kind === 'assign' && !given.has(expression.name)) given.set(expression.name, node)
    for (const {
      segments: [first = ''],
    } of pathsOf(expression))
      read.add(first)
    readsByKey ||= readsAnyName(expression)
    if (node.kind !== 'section') return
    for (const child of node.children) visit(child)
    for (const child of node.otherwise) visit(child)
  }
  for (const node of nodes) visit(node)
  return [...given].flatMap(([name, node]): readonly OddTag<Place>[] => {
    if (readsByKey || read.has(name)) return []
    const message = `The value gets the name "${name}" here, and no tag reads it.`
    const hint = `Write {${name}} where the value is to stand, or take this tag out.`
    return [{ code: 'foreign_statement', message, hint, node, path: name }]
  })
}

/** `{this[key]}`. */
const readsAnyName = (expression: Expression): boolean =>
  (expression.kind === 'item' && expression.of.kind === 'path' && expression.of.segments.length === 0) ||
  partsOf(expression).some(readsAnyName)

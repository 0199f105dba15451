import type { Finding, JsonObject } from '@chancery/core'
import { allPaths, hasConditionName, opensScope, readsInside } from '../template/section-kind.ts'
import type { SectionNode, TemplateNode } from '../template/template-node.ts'
import type { Locate } from './data-findings.ts'

/** `partners`, `items`: in English and most languages around it what ends so may be several; `address` is one. */
const namesSeveral = (path: string): boolean => /[^s\P{L}]s$|[^\P{L}](?:en|er|ies)$/iu.test(path)

/**
 * Sections over a path of which the whole is read inside, as in `{#partners}{partners.name}{/partners}`: right where the
 * data has one object there, and without any value where it has a list. Data tells which: those that it has are left out,
 * and so are those whose name is that of one thing.
 */
export function itemsByPath<Place>(
  nodes: readonly TemplateNode<Place>[],
  data: JsonObject | undefined,
  locate: Locate<Place>,
): readonly Finding[] {
  const found: { readonly node: SectionNode<Place>; readonly path: string; readonly read: string }[] = []
  const outside = new Set<string>()
  const visit = (node: TemplateNode<Place>, within: readonly string[]): void => {
    if (node.kind === 'literal') return
    for (const { segments } of allPaths(node.expression))
      for (let end = 1; end < segments.length; end++) {
        const object = segments.slice(0, end).join('.')
        if (!within.includes(object)) outside.add(object)
      }
    if (node.kind !== 'section') return
    const path =
      node.expression.kind === 'path' && node.expression.up === undefined ? node.expression.segments.join('.') : ''
    const read = readsInside(node.children).find(({ segments }) => segments.join('.').startsWith(`${path}.`))
    const isUnsure = namesSeveral(path) && node.mode === 'auto' && opensScope(node) && !hasConditionName(path)
    if (isUnsure && read !== undefined) found.push({ node, path, read: read.segments.join('.') })
    for (const child of node.children) visit(child, isUnsure ? [...within, path] : within)
    for (const child of node.otherwise) visit(child, within)
  }
  for (const node of nodes) visit(node, [])
  return found
    .filter(
      ({ path }) => !outside.has(path) && (data === undefined || !Object.hasOwn(data, path.split('.', 1)[0] ?? '')),
    )
    .map(({ node, path, read }) => ({
      code: 'foreign_statement',
      severity: 'warning',
      message: `If "${path}" is a list, its items have no "${read}": it is read here as of one object.`,
      hint: `Write {${read.slice(path.length + 1)}} for a field of each item, or {#if ${path}} where it is one object.`,
      location: { ...locate(node.place, node.tag), path },
    }))
}

import { type Expression, partsOf, type PathExpression } from '../syntax/expression.ts'
import { findFormatter } from '../formatters/registry.ts'
import { mainPath, pathsOf } from '../data/reads.ts'
import { isBuiltIn } from '../data/scope.ts'
import type { SectionNode, TemplateNode } from './template-node.ts'

/** Names that people give to conditions. */
const conditionName =
  /^(?:has|is|are|was|can|may|should|show|with|include|use|needs|want|ist|hat|mit|zeige|est|avec|tiene|es|con)(?=[A-Z_ -])/

/** Whether the last name of a path is one that people give to conditions: `isPaid`, `has_children`. */
export const hasConditionName = (path: string): boolean => conditionName.test(path.split('.').at(-1) ?? '')

/**
 * Whether a section is a loop or a condition, as far as the template alone tells. `#each` and `#if` say so; comparisons
 * and other expressions are conditions. Else it is a loop where something in it reads the item: `.`, `$index`, or a
 * name that the template reads nowhere outside; and not where the path itself is also written as a text.
 * `outside`: what `readsOutside` says.
 */
export function sectionKind<Place>(
  section: SectionNode<Place>,
  outside: ReadonlySet<string>,
): 'loop' | 'condition' | 'inverted' {
  if (section.mode === 'each') return 'loop'
  if (section.inverted) return 'inverted'
  if (section.over === 'whole') return 'condition'
  if (section.mode === 'if' || !isTurnable(section.expression)) return 'condition'
  if (section.expression.kind === 'pipe') return 'loop'
  const segments = mainPath(section.expression)?.segments ?? []
  if (outside.has(`${segments.join('.')}[]`)) return 'loop'
  const reads = readsInside(section.children)
  if (reads.some(readsItem)) return 'loop'
  if (outside.has(segments.join('.')) || conditionName.test(segments.at(-1) ?? '')) return 'condition'
  const isOwn = ({ segments: inner, up }: PathExpression): boolean =>
    up === undefined && !outside.has(inner.join('.')) && !outside.has(`${inner[0] ?? ''}.`) && inner[0] !== segments[0]
  return reads.some((read) => read.kind === 'path' && !(read.segments[0] ?? '').startsWith('$') && isOwn(read))
    ? 'loop'
    : 'condition'
}

export const readsItem = (path: PathExpression): boolean =>
  path.up === undefined && (path.own || itemNames.has(path.segments[0] ?? ''))

const itemNames: ReadonlySet<string> = new Set(['$index', '$key', '$number', '$first', '$last', '$even', '$odd'])

/** Whether a section can turn: over a path, or over what a formatter makes a list of. */
const isTurnable = (expression: Expression): boolean =>
  expression.kind === 'item' ||
  (expression.kind === 'path' && !isBuiltIn(expression.segments)) ||
  (expression.kind === 'pipe' && findFormatter(expression.formatter.name)?.gives === 'list')

/** Whether what stands in the section may be read from an item of its own. */
export const opensScope = <Place>({ mode, inverted, expression }: SectionNode<Place>): boolean =>
  mode !== 'if' && !inverted && isTurnable(expression)

/** What the children read from this section's own item: not what stands in loops below it. */
export function readsInside<Place>(children: readonly TemplateNode<Place>[]): readonly PathExpression[] {
  return children.flatMap((node) => {
    if (node.kind === 'literal') return []
    const own = allPaths(node.expression)
    if (node.kind !== 'section') return own
    return opensScope(node)
      ? [...own, ...readsInside(node.otherwise)]
      : [...own, ...readsInside(node.children), ...readsInside(node.otherwise)]
  })
}

/** Every path, that of a loop's own names too. */
export const allPaths = (expression: Expression): readonly PathExpression[] =>
  expression.kind === 'path' && expression.segments.length === 1 && (expression.segments[0] ?? '').startsWith('$')
    ? [expression]
    : expression.kind === 'path'
      ? pathsOf(expression)
      : partsOf(expression).flatMap(allPaths)

/** The paths that a formatter takes as a list, as `items` in `items | sum:"price"`. */
function listsOf(expression: Expression): readonly Expression[] {
  const inner = partsOf(expression).flatMap(listsOf)
  return expression.kind === 'pipe' && findFormatter(expression.formatter.name)?.takes === 'list'
    ? [...inner, expression.input]
    : inner
}

/**
 * What a template reads outside of any section that could be a loop: dotted paths, `first.` for every first name, and
 * `items[]` for what is taken as a list, which shows that it is one.
 */
export function readsOutside<Place>(nodes: readonly TemplateNode<Place>[]): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (path: PathExpression): void => {
    names.add(path.segments.join('.'))
    if (path.segments.length > 1) names.add(`${path.segments[0] ?? ''}.`)
  }
  const visit = (node: TemplateNode<Place>, within: readonly string[]): void => {
    if (node.kind === 'literal') return
    if (node.kind !== 'section') {
      // No item has what a variable is.
      if (node.expression.kind === 'assign') names.add(`${node.expression.name}.`)
      const lists = listsOf(node.expression)
      for (const path of pathsOf(node.expression)) {
        if (lists.includes(path)) {
          if (within.length === 0) names.add(`${path.segments.join('.')}[]`)
          continue
        }
        // A section's own path written inside it shows that it is a condition; what else is inside shows nothing.
        if (within.length === 0 || path.up !== undefined || within.includes(path.segments.join('.'))) add(path)
      }
      return
    }
    if (!isTurnable(node.expression) && within.length === 0) for (const path of pathsOf(node.expression)) add(path)
    const inner = opensScope(node) ? [...within, mainPath(node.expression)?.segments.join('.') ?? ''] : within
    for (const child of node.children) visit(child, inner)
    for (const child of node.otherwise) visit(child, within)
  }
  for (const node of nodes) visit(node, [])
  return names
}

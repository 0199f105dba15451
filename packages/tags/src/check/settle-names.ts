import type { JsonSchema } from '@chancery/core'
import { type Expression, type PathExpression, withParts } from '../syntax/expression.ts'
import type { TemplateNode } from '../template/template-node.ts'

/** Names that are looked at in a schema. */
const maxNames = 10_000

/**
 * The nodes as they are read over data that has these names: what may be a name as it is written and is among them, is
 * that name alone. Without data, `NamedExpression` is taken for the expression.
 */
export function settleNames<Place>(
  nodes: readonly TemplateNode<Place>[],
  names: ReadonlySet<string>,
): readonly TemplateNode<Place>[] {
  return nodes.map((node): TemplateNode<Place> => {
    if (node.kind === 'literal') return node
    const expression = settled(node.expression, names)
    if (node.kind !== 'section') return { ...node, expression }
    const [children, otherwise] = [settleNames(node.children, names), settleNames(node.otherwise, names)]
    return { ...node, expression, children, otherwise }
  })
}

function settled(expression: Expression, names: ReadonlySet<string>): Expression {
  if (expression.kind === 'path') return settledPath(expression, names)
  if (expression.kind !== 'named') return withParts(expression, (part) => settled(part, names))
  return names.has(expression.name.segments.join('.')) ? expression.name : settled(expression.otherwise, names)
}

const settledPath = (path: PathExpression, names: ReadonlySet<string>): PathExpression =>
  path.written !== undefined && names.has(path.written) ? { ...path, segments: [path.written] } : path

/** Every name that a schema gives to a property, however deep. */
export function namesIn(schema: JsonSchema): ReadonlySet<string> {
  const names = new Set<string>()
  const left: unknown[] = [schema]
  const seen = new Set<unknown>()
  for (let at = left.pop(); at !== undefined && names.size < maxNames; at = left.pop()) {
    if (typeof at !== 'object' || at === null || seen.has(at)) continue
    seen.add(at)
    for (const [key, inner] of Object.entries(at)) {
      if (key === 'properties' && typeof inner === 'object' && inner !== null)
        for (const name of Object.keys(inner)) names.add(name)
      left.push(inner)
    }
  }
  return names
}

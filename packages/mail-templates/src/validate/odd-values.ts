import type { Finding, JsonObject, JsonSchema } from '@chancery/core'
import { pathsOf } from '@chancery/tags'
import type { CheckedTemplate } from '../parse/checked-template.ts'
import { htmlPathsOf } from '../parse/html-paths.ts'
import type { Node, Place } from '../parse/parse-template.ts'
import { locationOf } from '../parse/source-field.ts'
import type { ValueContext } from '../parse/value-context.ts'
import { oddKinds, type ValueUse } from './odd-value-kinds.ts'
import { nameKind } from './rules/value-kinds.ts'
import type { PlacedVariable } from './variables.ts'

/** Values at one path that are looked at, in lists. */
const mostValues = 200

/** What the data has at a path that passes through all items of lists. */
function valuesAt(data: JsonObject, path: readonly string[]): readonly unknown[] {
  let at: readonly unknown[] = [data]
  for (const segment of path)
    at = at
      .flatMap((each) => (Array.isArray(each) ? each.slice(0, mostValues) : [each]))
      .slice(0, mostValues)
      .map((each) =>
        typeof each === 'object' && each !== null && Object.hasOwn(each, segment)
          ? Reflect.get(each, segment)
          : undefined,
      )
  return at
}

interface Uses {
  /** Paths as they are written, so from the item of a loop within it. */
  readonly written: Set<string>
  readonly always: Set<string>
  readonly addresses: Map<string, Place>
}

/** How the template writes each of its values. */
function usesOf(checked: CheckedTemplate): Uses {
  const uses: Uses = { written: new Set(), always: new Set(), addresses: new Map() }
  const visit = (
    nodes: readonly Node[],
    of: ReadonlyMap<Node, ValueContext> | undefined,
    asked: ReadonlySet<string>,
  ): void => {
    for (const node of nodes) {
      if (node.kind === 'literal') continue
      if (node.kind === 'section') {
        const within = new Set([...asked, ...pathsOf(node.expression).map(({ segments }) => segments.join('.'))])
        visit(node.children, of, within)
        visit(node.otherwise, of, within)
        continue
      }
      const kind = of?.get(node)?.kind
      if (node.expression.kind !== 'path') continue
      const path = node.expression.segments.join('.')
      if (kind === 'url-start') uses.addresses.set(path, node.place)
      else if (kind !== 'html') {
        uses.written.add(path)
        if (!asked.has(path)) uses.always.add(path)
      }
    }
  }
  checked.fields.forEach(({ nodes }, index) => visit(nodes, checked.contexts[index], new Set()))
  return uses
}

/** Values of the right kind that readers would stumble over as they are written. */
export function oddValues(
  checked: CheckedTemplate,
  variables: readonly PlacedVariable[],
  data: JsonObject | undefined,
  schema: JsonSchema | undefined,
): readonly Finding[] {
  if (data === undefined) return []
  const htmlPaths = htmlPathsOf(schema)
  const { written, always, addresses } = usesOf(checked)
  return variables.flatMap(({ variable: { path }, place }): readonly Finding[] => {
    const segments = path.split('.')
    const own = segments.at(-1) ?? ''
    const address = addresses.get(path) ?? addresses.get(own)
    const use: ValueUse = {
      isAddress: address !== undefined,
      isWritten: written.has(path) || written.has(own),
      isAlways: always.has(path) || always.has(own),
      isHtml: htmlPaths.has(path),
      kind: nameKind(own),
    }
    const values = valuesAt(data, segments)
    const odd = oddKinds.find(({ is }) => values.some((value) => is(value, use)))
    if (odd === undefined) return []
    const at = odd.ofAddress === true ? (address ?? place) : place
    return [
      {
        code: 'odd_value',
        severity: 'warning',
        message: `"${path}" ${odd.what}`,
        hint: odd.hint,
        location: { ...locationOf(at.field, at.start, at.end), path },
      },
    ]
  })
}

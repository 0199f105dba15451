import type { Finding, JsonObject, JsonSchema } from '@chancery/core'
import type { CheckedTemplate } from '../parse/checked-template.ts'
import { htmlPathsOf } from '../parse/html-paths.ts'
import type { Node, Place } from '../parse/parse-template.ts'
import { locationOf } from '../parse/source-field.ts'
import type { ValueContext } from '../parse/value-context.ts'
import type { PlacedVariable } from './variables.ts'

/** What programs write in the place of a value that there was not. */
const ofPrograms = /^(?:undefined|null|nan|\[object object\]|invalid date)$/i
const markup = /<\/?(?:a|b|br|div|em|i|li|ol|p|span|strong|table|td|tr|u|ul)(?:\s[^<>]{0,200})?\/?>/i
const webAddress = /^\s*(?:[a-z][a-z\d+.-]*:|#|\/\/|$)/i
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

/** Values of the right kind that readers would stumble over as they are written. */
export function oddValues(
  checked: CheckedTemplate,
  variables: readonly PlacedVariable[],
  data: JsonObject | undefined,
  schema: JsonSchema | undefined,
): readonly Finding[] {
  if (data === undefined) return []
  const isHtml = htmlPathsOf(schema)
  const written = new Set<string>()
  const addresses = new Map<string, Place>()
  const visit = (nodes: readonly Node[], of: ReadonlyMap<Node, ValueContext> | undefined): void => {
    for (const node of nodes) {
      if (node.kind === 'literal') continue
      if (node.kind === 'section') {
        visit(node.children, of)
        visit(node.otherwise, of)
        continue
      }
      const kind = of?.get(node)?.kind
      if (node.expression.kind !== 'path') continue
      const path = node.expression.segments.join('.')
      if (kind === 'url-start') addresses.set(path, node.place)
      else if (kind !== 'html') written.add(path)
    }
  }
  checked.fields.forEach(({ nodes }, index) => visit(nodes, checked.contexts[index]))
  return variables.flatMap(({ variable: { path }, place }): readonly Finding[] => {
    const segments = path.split('.')
    const own = segments.at(-1) ?? ''
    const values = valuesAt(data, segments)
    const address = addresses.get(path) ?? addresses.get(own)
    const isWritten = written.has(path) || written.has(own)
    const add = (at: Place, message: string, hint: string): readonly Finding[] => [
      {
        code: 'odd_value',
        severity: 'warning',
        message,
        hint,
        location: { ...locationOf(at.field, at.start, at.end), path },
      },
    ]
    if (values.some((each) => typeof each === 'string' && ofPrograms.test(each.trim())))
      return add(place, `"${path}" is what a program writes where there is no value.`, 'Leave it out, or give null.')
    if (address !== undefined && values.some((each) => typeof each === 'string' && !webAddress.test(each)))
      return add(
        address,
        `"${path}" is an address without https://; the link leads nowhere.`,
        'Give the whole address.',
      )
    if (!isWritten) return []
    if (values.some((each) => typeof each === 'boolean'))
      return add(place, `"${path}" is true or false, and is written as a text.`, 'Write {{#if}}, or a text for each.')
    if (values.some((each) => typeof each === 'string' && /\{\{[^{}]{1,100}\}\}/.test(each)))
      return add(place, `"${path}" holds a tag; values are not filled again.`, 'Fill it before.')
    return !isHtml.has(path) && values.some((each) => typeof each === 'string' && markup.test(each))
      ? add(
          place,
          `"${path}" holds html, which is shown as it is written.`,
          'Give plain text, or say in the schema that it is html.',
        )
      : []
  })
}

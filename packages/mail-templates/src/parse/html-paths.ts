import type { JsonSchema } from '@chancery/core'
import { mainPath } from '@chancery/tags'
import type { Node } from './parse-template.ts'

/** Deepest place of a schema that is looked at. */
const maxDepth = 32

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a schema says that its text is html: `contentMediaType`, or as others write it. */
const isHtml = (schema: JsonSchema): boolean =>
  (typeof schema['contentMediaType'] === 'string' && /^text\/html\b/i.test(schema['contentMediaType'])) ||
  schema['format'] === 'html' ||
  schema['x-type'] === 'html'

/** The paths of data whose texts are html, dotted; items of lists at the path of the list. */
export function htmlPathsOf(schema: JsonSchema | undefined): ReadonlySet<string> {
  const paths = new Set<string>()
  const visit = (at: JsonSchema, path: readonly string[]): void => {
    if (path.length > maxDepth) return
    if (isHtml(at)) paths.add(path.join('.'))
    let item = at
    for (let depth = 0; depth < maxDepth && isSchema(item['items']); depth++) {
      item = item['items']
      if (isHtml(item)) paths.add(path.join('.'))
    }
    const properties = item['properties']
    if (!isSchema(properties)) return
    for (const [name, inner] of Object.entries(properties)) if (isSchema(inner)) visit(inner, [...path, name])
  }
  if (schema !== undefined) visit(schema, [])
  return paths
}

/** Where in the data the scopes around a place may be, outermost first; each may be in several, innermost first. */
export interface Contexts {
  readonly scopes: readonly (readonly string[])[]
  readonly labels: ReadonlyMap<string, readonly string[]>
}

export const outermost: Contexts = { scopes: [['']], labels: new Map() }

/** Scopes inside scopes multiply; more places than these no name is looked for in. */
const maxPlaces = 64

/** Where what a tag reads may stand in the data, innermost first. */
function placesOf(node: Exclude<Node, { kind: 'literal' }>, { scopes, labels }: Contexts): readonly string[] {
  const path = mainPath(node.expression)
  if (path === undefined) return []
  const rest = path.segments.join('.')
  const within = (around: string): string => [around, rest].filter((part) => part !== '').join('.')
  if (path.label !== undefined) return (labels.get(path.label) ?? []).map(within)
  const at = Math.max(0, scopes.length - 1 - (path.up ?? 0))
  const from = path.own ? scopes.slice(at, at + 1) : scopes.slice(0, at + 1).toReversed()
  return from.flat().slice(0, maxPlaces).map(within)
}

/** The contexts inside a section. */
export function contextsIn(section: Extract<Node, { kind: 'section' }>, around: Contexts): Contexts {
  if (section.mode === 'if' || section.inverted) return around
  const own = placesOf(section, around)
  const labels = section.label === undefined ? around.labels : new Map([...around.labels, [section.label, own]])
  return { scopes: [...around.scopes, own], labels }
}

/** Whether a value may be html, by the paths that are. */
export const readsHtml = (
  node: Exclude<Node, { kind: 'literal' }>,
  around: Contexts,
  html: ReadonlySet<string>,
): boolean => html.size > 0 && placesOf(node, around).some((path) => html.has(path))

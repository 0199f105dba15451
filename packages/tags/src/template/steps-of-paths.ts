import { pathsOf } from '../data/reads.ts'
import type { OddStyle } from './name-style.ts'
import { opensScope } from './section-kind.ts'
import type { SectionNode, TemplateNode, ValueNode } from './template-node.ts'

/** Values that objects within each other both have: a client's name, and that of the client's bank. */
const ofMany =
  /^(?:(?:\p{L}+_)?names?|e_?mail|phone|telefon|fax|mobile|id|nr|no|number|nummer|date|datum|city|ort_?name|title|type|kind|status|state|code|street|address|country|land|zip|value|total|amount|price|note|notes|description|text|label|url|version|key)$/iu

/** Fewest values that are read of an object, that it is one of the template's. */
const leastFields = 2
/** Most paths that are looked at for one. */
const maxCandidates = 4

interface ReadPath<Place> {
  readonly path: string
  readonly segments: readonly string[]
  readonly node: ValueNode<Place> | SectionNode<Place>
  count: number
}

/**
 * Paths that lack a step of another one, have one more, or another in its place: `client.postcode` beside several values of
 * `client.address`, of which one is `client.address.postcode`. What is read once is the slip. Linear in the tags.
 */
export function oddSteps<Place>(nodes: readonly TemplateNode<Place>[]): readonly OddStyle<Place>[] {
  const reads = readsOf(nodes)
  /** By the object, how many values are read of it; by its first and last name, and by its last alone, the paths. */
  const fields = new Map<string, number>()
  const [roots, byEnds, byLast] = [
    new Map<string, number>(),
    new Map<string, ReadPath<Place>[]>(),
    new Map<string, ReadPath<Place>[]>(),
  ]
  for (const each of reads.values()) {
    const { segments } = each
    const [first = '', last = ''] = [segments[0], segments.at(-1)]
    roots.set(first, (roots.get(first) ?? 0) + 1)
    const object = segments.slice(0, -1).join('.')
    fields.set(object, (fields.get(object) ?? 0) + 1)
    if (segments.length === 1) continue
    for (const [map, key] of [
      [byEnds, `${first} ${last}`],
      [byLast, last],
    ] as const) {
      const known = map.get(key) ?? []
      if (known.length < maxCandidates) known.push(each)
      map.set(key, known)
    }
  }
  const fieldsBeside = ({ segments }: ReadPath<Place>): number => fields.get(segments.slice(0, -1).join('.')) ?? 0
  return [...reads.values()].flatMap((each): OddStyle<Place>[] => {
    const { path, segments, count, node } = each
    const [first = '', last = ''] = [segments[0], segments.at(-1)]
    if (count > 1) return []
    const isOfMany = ofMany.test(last)
    const meant =
      segments.length === 1
        ? onlyOne(byLast.get(last)?.filter((other) => !isOfMany && fieldsBeside(other) > leastFields))
        : (onlyOne(byLast.get(last)?.filter((other) => roots.get(first) === 1 && other.path.endsWith(`.${path}`))) ??
          onlyOne(
            byEnds
              .get(`${first} ${last}`)
              ?.filter((other) => other !== each && !isOfMany && isMeant(each, other, fieldsBeside)),
          ))
    if (meant === undefined) return []
    return [
      {
        path,
        node,
        message: `"${path}" is read once, and the template has "${meant.path}".`,
        hint: `Did you mean "${meant.path}"?`,
      },
    ]
  })
}

const onlyOne = <T>(list: readonly T[] | undefined): T | undefined => (list?.length === 1 ? list[0] : undefined)

/** Of two paths with the same ends whether the second is meant: nothing else is read of the object on the way to the first. */
function isMeant<Place>(
  one: ReadPath<Place>,
  other: ReadPath<Place>,
  fieldsBeside: (path: ReadPath<Place>) => number,
): boolean {
  const steps = one.segments.length - other.segments.length
  if (steps === -1) return fieldsBeside(other) >= leastFields
  return Math.abs(steps) < 2 && fieldsBeside(one) === 1 && (steps === 1 || fieldsBeside(other) >= leastFields)
}

/** What is read outside of loops, of which the items have values of their own. */
function readsOf<Place>(nodes: readonly TemplateNode<Place>[]): ReadonlyMap<string, ReadPath<Place>> {
  const found = new Map<string, ReadPath<Place>>()
  const visit = (node: TemplateNode<Place>): void => {
    if (node.kind === 'literal' || node.expression.kind === 'named') return
    const isTurned = node.kind === 'section' && opensScope(node)
    for (const { segments, up, own } of pathsOf(node.expression)) {
      if (up !== undefined || own || segments.length === 0 || segments.some((name) => /^[-\d$]/.test(name))) continue
      const path = segments.join('.')
      const known = found.get(path)
      if (known !== undefined) known.count++
      // A list is no value among others.
      else found.set(path, { path, segments, node, count: isTurned ? 2 : 1 })
    }
    if (node.kind !== 'section') return
    if (!isTurned) for (const child of node.children) visit(child)
    for (const child of node.otherwise) visit(child)
  }
  for (const node of nodes) visit(node)
  return found
}

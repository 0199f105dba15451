import { type Expression, partsOf } from '../syntax/expression.ts'
import { pathsOf } from '../data/reads.ts'
import { namesField } from '../formatters/list-fields.ts'
import { findFormatter } from '../formatters/registry.ts'
import { opensScope, readsInside } from '../template/section-kind.ts'
import type { Finding } from '@chancery/core'
import type { Locate } from './data-findings.ts'
import { singularOf } from '../template/singular.ts'
import { type IsWord, type NearName, type ReadNames, slipsAmong } from './slips-among.ts'
import type { SectionNode, TemplateNode } from '../template/template-node.ts'

/** The same as findings. @param isWord whether the text of the template has a word: it tells a slip from the name that is meant */
export const nearNameFindings = <Place>(
  nodes: readonly TemplateNode<Place>[],
  locate: Locate<Place>,
  isWord?: IsWord,
): readonly Finding[] =>
  nearNames(nodes, [], isWord).map(({ path, meant, node }) => ({
    code: 'similar_name',
    severity: 'warning',
    message: `"${path}" differs but little from "${meant}", which the template has too.`,
    hint: `Did you mean "${meant}"?`,
    location: { ...locate(node.place, node.tag), path },
  }))

/** What is read of the items of a list: by the sections over it, and by formatters that name a field. */
interface Items<Place> {
  readonly children: TemplateNode<Place>[]
  readonly sections: SectionNode<Place>[]
  readonly fields: { readonly field: string; readonly node: NearName<Place>['node']; readonly within?: string }[]
}

/** Tags that differ from another tag of the same scope only in case or joints, or, being rarer, by one letter. */
export function nearNames<Place>(
  nodes: readonly TemplateNode<Place>[],
  fields: Items<Place>['fields'] = [],
  isWord?: IsWord,
): readonly NearName<Place>[] {
  const names: ReadNames<Place> = new Map()
  // Sections over the same list read the same items.
  const inner = new Map<string, Items<Place>>()
  const itemsOf = (list: string): Items<Place> => {
    const known = inner.get(list) ?? { children: [], sections: [], fields: [] }
    inner.set(list, known)
    return known
  }
  const visit = (each: readonly TemplateNode<Place>[]): void => {
    for (const node of each) {
      if (node.kind === 'literal') continue
      if (node.expression.kind === 'assign') note(node.expression.name, node)
      for (const path of pathsOf(node.expression)) note(path.up === undefined ? path.segments.join('.') : '', node)
      for (const { list, field } of namedFields(node.expression)) itemsOf(list).fields.push({ field, node })
      for (const path of pathsOf(node.expression)) {
        const placed = path.up === undefined ? placedField(path.segments) : undefined
        if (placed !== undefined) itemsOf(placed.list).fields.push({ ...placed, node })
      }
      if (node.kind !== 'section') continue
      if (opensScope(node)) turn(node)
      else visit(node.children)
      visit(node.otherwise)
    }
  }
  const turn = (section: SectionNode<Place>): void => {
    const { expression, children, tag } = section
    const turned = turnedList(expression)
    const own = itemsOf(turned === undefined || turned.isGrouped ? tag : turned.list)
    own.sections.push(section)
    for (const child of children) {
      const isOfGroup = turned?.isGrouped === true && child.kind === 'section' && isPath(child.expression, 'items')
      if (isOfGroup) for (const item of child.children) itemsOf(turned.list).children.push(item)
      else own.children.push(child)
    }
  }
  const note = (name: string, node: NearName<Place>['node']): void => {
    if (name === '') return
    const known = names.get(name)
    if (known === undefined) names.set(name, { count: 1, node })
    else known.count++
  }
  visit(nodes)
  // Last, so that of two that stand there as often the tag's own spelling is what was meant.
  for (const { field, node } of fields) note(field, node)
  const within = new Map(fields.map(({ field, within: before = '' }) => [field, before]))
  const found = slipsAmong(names, isWord).map((slip) => {
    const before = within.get(slip.path) ?? ''
    return before === '' ? slip : { ...slip, path: before + slip.path, meant: before + slip.meant }
  })
  const told = new Set(found.map(({ path }) => path))
  const objectNames = objectsOf(names)
  const objects = [...slipsAmong(objectNames, isWord), ...pluralObjects(objectNames)].filter(
    ({ node }) => !pathsOf(node.expression).some(({ segments }) => told.has(segments.join('.'))),
  )
  return [
    ...found,
    ...objects,
    ...nearLists(inner),
    ...[...inner.values()].flatMap((items) => nearNames(items.children, items.fields, isWord)),
  ]
}

/** The objects that paths are read of, each read as often as its different paths: `recipent` of `recipent.zip`. */
function objectsOf<Place>(names: ReadNames<Place>): ReadNames<Place> {
  const objects: ReadNames<Place> = new Map()
  for (const [name, { node }] of names) {
    const object = name.slice(0, Math.max(0, name.lastIndexOf('.')))
    const known = objects.get(object)
    if (object === '' || names.has(object)) continue
    if (known === undefined) objects.set(object, { count: 1, node })
    else known.count++
  }
  return objects
}

/** `borrowers.zip` beside several values of `borrower`: the object was meant. */
const pluralObjects = <Place>(objects: ReadNames<Place>): readonly NearName<Place>[] =>
  [...objects].flatMap(([path, { count, node }]): NearName<Place>[] => {
    const meant = singularOf(path).find((single) => (objects.get(single)?.count ?? 0) > 1)
    return meant === undefined || count > 1 ? [] : [{ path, meant, node }]
  })

/** What several may be called, of which one has this name: by the endings of the languages of most templates. */
const pluralsOf = (name: string): readonly string[] => [
  ...['s', 'es', 'n', 'en', 'e', 'er', 'nen', 'i'].map((ending) => name + ending),
  `${name.replace(/y$/, 'ie')}s`,
]

/** A section over `position` beside others over `positions` that read the same of their items. */
function nearLists<Place>(inner: ReadonlyMap<string, Items<Place>>): readonly NearName<Place>[] {
  const readsOf = ({ children }: Items<Place>): readonly string[] =>
    readsInside(children).flatMap(({ segments, up, own }) => (up === undefined && !own ? [segments.join('.')] : []))
  return [...inner].flatMap(([list, items]): NearName<Place>[] => {
    const [section] = items.sections
    const plural = pluralsOf(list).find((each) => (inner.get(each)?.sections.length ?? 0) > 0)
    const known = plural === undefined ? undefined : inner.get(plural)
    const placed = items.fields.find(({ within }) => within !== undefined)
    const node = section ?? placed?.node
    if (plural === undefined || known === undefined || node === undefined) return []
    const reads = new Set(readsOf(known))
    const own = [...readsOf(items), ...items.fields.map(({ field }) => field)]
    return own.some((each) => reads.has(each)) ? [{ path: list, meant: plural, node }] : []
  })
}

/** `label` of `items.0.label`: a field of one item, with what stands before it. */
function placedField(
  segments: readonly string[],
): { readonly list: string; readonly field: string; readonly within: string } | undefined {
  const at = segments.findIndex((name, index) => index > 0 && /^-?\d+$/.test(name))
  const field = segments.slice(at + 1).join('.')
  if (at === -1 || field === '') return undefined
  return { list: segments.slice(0, at).join('.'), field, within: `${segments.slice(0, at + 1).join('.')}.` }
}

const isPath = (expression: Expression, path: string): boolean =>
  expression.kind === 'path' && expression.up === undefined && expression.segments.join('.') === path

/** Formatters that hand on the items of a list, all or some. */
const keepsItems = new Set(['sort', 'filter', 'unique', 'reverse', 'limit', 'default', 'missing'])

/** The list that a section turns over, or puts in groups. */
function turnedList(expression: Expression): { readonly list: string; readonly isGrouped: boolean } | undefined {
  let [at, isGrouped] = [expression, false]
  while (at.kind === 'pipe' && (keepsItems.has(at.formatter.name) || (at.formatter.name === 'groupBy' && !isGrouped))) {
    isGrouped ||= at.formatter.name === 'groupBy'
    at = at.input
  }
  return at.kind === 'path' && at.up === undefined ? { list: at.segments.join('.'), isGrouped } : undefined
}

/** Fields of lists that formatters name in the tag: `price` of `items | sum:"price"`. */
function namedFields(expression: Expression): readonly { readonly list: string; readonly field: string }[] {
  const inner = partsOf(expression).flatMap(namedFields)
  const formatter = expression.kind === 'pipe' ? findFormatter(expression.formatter.name) : undefined
  const isTold = formatter !== undefined && (namesField(formatter) || formatter.name === 'chart')
  if (expression.kind !== 'pipe' || formatter === undefined || !isTold) return inner
  const turned = turnedList(expression.input)
  if (turned === undefined || turned.isGrouped) return inner
  // A chart is told several.
  const named = formatter.name === 'chart' ? expression.args : expression.args.slice(0, 1)
  const fields = named
    .map((argument) => (argument.kind === 'literal' ? String(argument.value) : ''))
    .filter((field) => /\p{L}/u.test(field) && !/^(?:asc|desc)$/.test(field))
  return [...inner, ...fields.map((field) => ({ list: turned.list, field }))]
}

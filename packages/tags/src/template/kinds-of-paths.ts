import { findFormatter } from '../formatters/registry.ts'
import { type Expression, partsOf, type PathExpression } from '../syntax/expression.ts'
import { expressedHere } from './expressed-here.ts'
import type { OddTag } from './odd-tag.ts'
import { stepNamed } from './spans-of-time.ts'
import { sectionKind } from './section-kind.ts'
import type { SectionNode, TemplateNode, ValueNode } from './template-node.ts'

/** What a tag takes a value for. */
type Kind = 'number' | 'date' | 'text' | 'letters' | 'object' | 'addend'

type Node<Place> = ValueNode<Place> | SectionNode<Place>

/** Kinds that no value is both of; a number and a date are also texts. */
const excluded: Readonly<Record<Kind, ReadonlySet<Kind>>> = {
  number: new Set(['date', 'letters', 'object']),
  date: new Set(['number', 'letters', 'object', 'addend']),
  text: new Set(['object']),
  // What another value is put to by "+" may be a number or a text.
  addend: new Set(['date', 'object']),
  letters: new Set(['number', 'date', 'object']),
  object: new Set(['number', 'date', 'text', 'letters', 'addend']),
}

/** Names that say of what kind a value is, whatever tags take it for. */
const textName =
  /^(?:(?:first|last|full|middle|sur)?_?name|street|city|e?-?mail|subject|title|description|remarks?|firma)$/i
const dateName = /^(?:date|deadline|birthday|datum)$|_date$|Date$/
const numberName = /^(?:total|subtotal|price|amount|quantity|salary|fee)$|_amount$|Amount$|Price$/

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])
/** A day as it is compared: `2026-12-31`. */
const isoDay = /^\d{4}-\d{2}(?:-\d{2})?(?:T|$)/

/** Formatters that change letters, of which numbers and dates have none. */
const ofLetters: ReadonlySet<string> = new Set(['upper', 'lower', 'title', 'capitalize'])

/** Formatters that leave what they get of the kind that it is. */
const passing: ReadonlySet<string> = new Set(['default', 'missing'])

/** The paths of an expression with what it takes each for. */
function takenFor(expression: Expression): readonly (readonly [path: PathExpression, kind: Kind])[] {
  const found: (readonly [PathExpression, Kind])[] = []
  const note = (part: Expression, kind: Kind): void => {
    let at = part
    while (at.kind === 'pipe' && passing.has(at.formatter.name)) at = at.input
    if (at.kind === 'path' && at.segments.length > 0 && !(at.segments[0] ?? '').startsWith('$')) found.push([at, kind])
  }
  const visit = (part: Expression): void => {
    for (const each of partsOf(part)) visit(each)
    if (part.kind === 'pipe') {
      const takes = findFormatter(part.formatter.name)?.takes
      const [field] = part.args
      const isOfFields = (part.formatter.name === 'sum' || part.formatter.name === 'avg') && part.input.kind === 'path'
      if (isOfFields && part.input.kind === 'path' && field?.kind === 'literal' && typeof field.value === 'string')
        found.push([{ ...part.input, segments: [`${part.input.segments.join('.')}[]${field.value}`] }, 'number'])
      if (takes === 'number' || takes === 'date' || takes === 'text')
        note(part.input, ofLetters.has(part.formatter.name) ? 'letters' : takes)
    }
    if (part.kind !== 'binary') return
    const { operator, left, right } = part
    if (operator === '*' || operator === '/' || operator === '-') for (const side of [left, right]) note(side, 'number')
    const isAmount = right.kind === 'path' || (right.kind === 'literal' && typeof right.value === 'number')
    if (operator === '+' && left.kind === 'path' && isAmount) note(left, 'addend')
    if (!comparisons.has(operator) || right.kind !== 'literal') return
    if (typeof right.value === 'number') note(left, 'number')
    else if (typeof right.value === 'string' && isoDay.test(right.value)) note(left, 'date')
  }
  visit(expression)
  return found
}

/** By kind, the tags that take a path for one of it. */
type Uses<Place> = Map<Kind, Node<Place>[]>

/**
 * Values that one tag takes for a number and another for a date, or for an object: no value is both, and the fewer tags, or
 * the later of two, have the slip. Names that say what they are (`date`, `name`) count too. Linear in the tags.
 * @param outside what `readsOutside` says
 */
export function oddKinds<Place>(
  nodes: readonly TemplateNode<Place>[],
  outside: ReadonlySet<string>,
): readonly OddTag<Place>[] {
  const uses = new Map<string, { readonly path: string; readonly kinds: Uses<Place> }>()
  const named = new Set<string>()
  const add = (key: string, path: string, kind: Kind, node: Node<Place>): void => {
    const known = uses.get(key) ?? { path, kinds: new Map<Kind, Node<Place>[]>() }
    const same = known.kinds.get(kind)
    if (same === undefined) known.kinds.set(kind, [node])
    else if (same.at(-1) !== node) same.push(node)
    uses.set(key, known)
  }
  /** `around`: the lists of whose items the names may be. */
  const visit = (node: TemplateNode<Place>, around: string): void => {
    if (node.kind === 'literal') return
    if (node.expression.kind === 'assign') named.add(node.expression.name)
    for (const [{ segments, up, own }, kind] of takenFor(node.expression)) {
      if (up !== undefined || (own && around === '')) continue
      const path = segments.join('.')
      add(`${around}${path}`, path.includes('[]') ? path.slice(path.lastIndexOf('[]') + 2) : path, kind, node)
    }
    for (const { segments, up, own } of deepPaths(node.expression)) {
      if (up !== undefined || own) continue
      // The nearest object is enough: no tag takes one further out for a value, but where it is told otherwise.
      const object = segments.slice(0, -1).join('.')
      if (!/^-?\d+$/.test(segments.at(-1) ?? '')) add(`${around}${object}`, object, 'object', node)
    }
    if (node.kind !== 'section') return
    const isLoop = sectionKind(node, outside) === 'loop'
    const list = node.expression.kind === 'path' ? node.expression.segments.join('.') : '…'
    for (const child of node.children) visit(child, isLoop ? `${around}${list}[]` : around)
    for (const child of node.otherwise) visit(child, around)
  }
  for (const node of nodes) visit(node, '')
  return [...uses.values()].flatMap(({ path, kinds }) =>
    named.has(path.split('.')[0] ?? '') ? [] : conflictOf(path, kinds),
  )
}

/** Paths of more than one name. */
function deepPaths(expression: Expression): readonly PathExpression[] {
  if (expression.kind === 'path') return expression.segments.length > 1 ? [expression] : []
  return partsOf(expression).flatMap(deepPaths)
}

/** What a name alone says. */
export function kindOfName(path: string): Kind | undefined {
  const last = path.slice(path.lastIndexOf('.') + 1)
  return textName.test(last) ? 'text' : dateName.test(last) ? 'date' : numberName.test(last) ? 'number' : undefined
}

function conflictOf<Place>(path: string, kinds: Uses<Place>): readonly OddTag<Place>[] {
  const byName = kindOfName(path)
  const weight = (kind: Kind): number => (kinds.get(kind)?.length ?? 0) + (kind === byName ? 0.5 : 0)
  const found = [...kinds.keys()].toSorted((one, other) => weight(other) - weight(one))
  const [main] = found
  const slip = found.find((kind) => main !== undefined && excluded[main].has(kind))
  if (main !== undefined && slip !== undefined) {
    const [right] = kinds.get(main) ?? []
    return (kinds.get(slip) ?? []).map((node) => told(path, slip, main, node, right?.tag))
  }
  if (byName === undefined) return []
  // `total.amount` and `name.first` are as usual as `total` and `name`.
  const against = found.find(
    (kind) =>
      kind !== 'object' &&
      (excluded[byName].has(kind) || (byName === 'text' && (kind === 'number' || kind === 'date'))),
  )
  // Many tags that agree know better than the name.
  if (against === undefined || weight(against) > 1) return []
  return (kinds.get(against) ?? []).map((node) => told(path, against, byName, node))
}

const words: Readonly<Record<Kind, string>> = {
  number: 'a number',
  date: 'a date',
  text: 'a text',
  letters: 'a text of letters',
  addend: 'a number or a text',
  object: 'an object that has fields',
}

/** @param right a tag that takes it for what it is */
function told<Place>(path: string, here: Kind, is: Kind, node: Node<Place>, right?: string): OddTag<Place> {
  const how = right === undefined ? 'is by its name' : 'is elsewhere in the template'
  return {
    code: 'conflicting_use',
    path,
    node,
    message: `"${path}" ${how} ${words[is]}, and is taken for ${words[here]} here.`,
    hint: hintOf(path, here, is, node.tag, right),
  }
}

/** `{due | addWeeks:weeks}` of `{due + weeks}`: the unit is that of the number's name, or days. */
function laterDay(path: string, tag: string): string | undefined {
  const [whole, , count = '', unit = ''] = /([\p{L}\p{N}_.]+) ?\+ ?([\p{L}\p{N}_.]+)(?: (\p{L}+))?/u.exec(tag) ?? []
  if (whole?.startsWith(path) !== true) return undefined
  const said = stepNamed(unit)
  if (unit !== '' && said === undefined) return undefined
  const units = (count.match(/\p{Lu}?\p{Ll}+/gu) ?? []).flatMap((word) => stepNamed(word) ?? [])
  const right = `${path} | ${said ?? units.at(-1) ?? 'addDays'}:${count}`
  return `Write ${tag.replace(whole, () => right)}: the days of a calendar are not added by "+".`
}

/** `client.name` of `{client.name | upper}`. */
function fieldIn(tag: string | undefined, path: string): string | undefined {
  const at = tag?.indexOf(`${path}.`) ?? -1
  return at === -1 ? undefined : /^[\p{L}\p{N}_.]+/u.exec(tag?.slice(at) ?? '')?.[0]
}

function hintOf(path: string, here: Kind, is: Kind, tag: string, right: string | undefined): string {
  if (tag.includes(`"${path}"`))
    return `Write the name of a field that is ${words[here]} in the place of "${path}" in ${tag}.`
  const later = is === 'date' && here === 'addend' ? laterDay(path, tag) : undefined
  if (later !== undefined) return later
  const other = `, or the name of ${words[here]} in the place of "${path}".`
  if (is === 'date' && here === 'number') {
    const [whole = '', sign = '', year] = /([<>]=?|[!=]=)\s*(\d{4})(?![\d.])/.exec(tag) ?? []
    if (year !== undefined)
      return /[<>]/.test(sign)
        ? `Write ${tag.replace(whole, `${sign} "${year}-01-01"`)}: a date is compared with a day in quotation marks.`
        : `Write ${tag.replace(path, `(${path} | year)`)} for the year of the date.`
    if (/[<>]|[!=]=/.test(tag))
      return `Compare it with a day in quotation marks, such as {#if ${path} > "2026-12-31"}${other}`
    const [, from, until] = /^\{+\s?([\p{L}\p{N}_.]+) - ([\p{L}\p{N}_.]+)\s?\}+$/u.exec(tag) ?? []
    if (until !== undefined) return `Write {${until} | duration:${from}} for the span between the two.`
    if (/\s[-+*/]\s/.test(tag))
      return `Write {${path} | addDays:14} for a later day, {${path} | duration:today} for the span until another${other}`
    return `Write ${right?.startsWith('{#') === false ? right : `{${path} | date:"long"}`}${other}`
  }
  const field = is === 'object' ? fieldIn(right, path) : undefined
  if (field !== undefined) return `Write ${tag.replace(path, () => field)}: a field of it has a value${other}`
  if (is === 'object')
    return `Write the name of one of its fields behind a dot${right === undefined ? '' : `, as ${right} does`}${other}`
  const part = here === 'object' && is === 'date' ? fieldIn(tag, path) : undefined
  const ofDate = part === undefined ? undefined : expressedHere(part.slice(path.length + 1), path, [])
  if (part !== undefined && ofDate !== undefined)
    return `Write ${tag.replace(part, () => ofDate)}: a formatter takes it from the date.`
  if (here === 'object') return `Write ${right ?? `{${path}}`}: a value of one kind has no fields.`
  return `Write ${right !== undefined && !/^\{+\s?[#^]/.test(right) ? right : `{${path}}`}${other}`
}

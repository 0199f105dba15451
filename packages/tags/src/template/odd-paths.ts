import { type Expression, partsOf } from '../syntax/expression.ts'
import { pathsOf } from '../data/reads.ts'
import { findFormatter } from '../formatters/registry.ts'
import { opensScope, readsInside } from './section-kind.ts'
import { singularOf } from './singular.ts'
import type { SectionNode, TemplateNode } from './template-node.ts'

/** Paths that a template takes for lists. */
interface Lists {
  /** By `{#each x}`, or a formatter that takes one. */
  readonly certain: ReadonlySet<string>
  /** By `{#each x}` alone. */
  readonly turned: ReadonlySet<string>
  /** By a section that may turn over one. */
  readonly likely: ReadonlySet<string>
}

interface OddPath {
  readonly message: string
  readonly hint: string
  readonly path: string
}

/** Fewest fields that are read of a value by its path, that it is no list. */
const leastFields = 2

/**
 * `{#each client}` beside `{client.name}` and `{client.city}`, where the section reads no more than such fields: an object. The
 * fields that stand elsewhere tell more than one word. `fieldsOf`: what `fieldsByObject` says.
 */
export function objectAsList<Place>(
  { expression, mode, over, children }: SectionNode<Place>,
  fieldsOf: ReadonlyMap<string, ReadonlySet<string>>,
): OddPath | undefined {
  if (mode !== 'each' || over !== undefined || expression.kind !== 'path' || expression.own) return undefined
  const path = expression.segments.join('.')
  const fields = fieldsOf.get(path) ?? new Set<string>()
  if (fields.size < leastFields || !readsInside(children).every(({ segments: [name = ''] }) => fields.has(name)))
    return undefined
  return {
    message: `"${path}" has fields elsewhere in the template, and a section with "each" goes over a list.`,
    hint: `Write {#${path}}…{/${path}} to read its fields by their names alone, or {${path}.${[...fields][0]}} without a section.`,
    path,
  }
}

/** The paths that tags write before any section over them: `{level}`, `{due | date}`. */
export function writtenPaths<Place>(nodes: readonly TemplateNode<Place>[]): ReadonlySet<string> {
  const [written, turned] = [new Set<string>(), new Set<string>()]
  const visit = (node: TemplateNode<Place>): void => {
    if (node.kind === 'literal') return
    let at = node.expression
    let isOfLists = false
    for (; at.kind === 'pipe'; at = at.input) {
      const takes = findFormatter(at.formatter.name)?.takes
      isOfLists ||= takes === 'list' || takes === 'any'
    }
    const path = at.kind === 'path' && at.up === undefined && !at.own ? at.segments.join('.') : ''
    if (node.kind === 'section') turned.add(path)
    else if (!isOfLists && !turned.has(path)) written.add(path)
    if (node.kind !== 'section' || opensScope(node)) return
    for (const child of [...node.children, ...node.otherwise]) visit(child)
  }
  for (const node of nodes) visit(node)
  return written
}

/** `{#each level}x{/each}` behind `{level}`, where the section reads nothing of any item. `written`: what `writtenPaths` says. */
export function textAsList<Place>(
  { expression, mode, over, children, tag }: SectionNode<Place>,
  written: ReadonlySet<string>,
): OddPath | undefined {
  const path = expression.kind === 'path' && !expression.own ? expression.segments.join('.') : ''
  if (mode !== 'each' || over !== undefined || !written.has(path) || readsInside(children).length > 0) return undefined
  return {
    message: `"${path}" is written as a text elsewhere in the template, and the section reads no items of it.`,
    hint: `Write {#if ${path}}…{/if} for a condition, {${path}} for the value; ${tag} goes over a list.`,
    path,
  }
}

/** Whether sections over the same list read a name, and others of its items besides: a field, as `service` of `services`. */
export function readBySections<Place>(nodes: readonly TemplateNode<Place>[]): (name: string) => boolean {
  const reads = new Map<string, Map<string, number>>()
  const visit = (node: TemplateNode<Place>): void => {
    if (node.kind !== 'section') return
    if (opensScope(node) && node.expression.kind === 'path') {
      const names = new Set(
        readsInside(node.children).flatMap(({ segments: [name = ''] }) => (name.startsWith('$') ? [] : [name])),
      )
      for (const single of singularOf(node.expression.segments.at(-1) ?? '')) {
        const known = reads.get(single) ?? new Map<string, number>()
        for (const name of names) known.set(name, (known.get(name) ?? 0) + 1)
        reads.set(single, known)
      }
    }
    for (const child of [...node.children, ...node.otherwise]) visit(child)
  }
  for (const node of nodes) visit(node)
  return (name) => (reads.get(name)?.get(name) ?? 0) > 1 && (reads.get(name)?.size ?? 0) > 1
}

/** By dotted path, the fields that tags read of it; its items and what only lists have are none. `paths`: what `pathsRead` says. */
export function fieldsByObject(paths: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const path of paths)
    for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
      const end = path.indexOf('.', dot + 1)
      const field = path.slice(dot + 1, end === -1 ? undefined : end)
      if (field === '' || /^-?\d+$/.test(field) || Object.hasOwn(ofPrograms, field)) continue
      const object = path.slice(0, dot)
      found.set(object, (found.get(object) ?? new Set()).add(field))
    }
  return found
}

/** The lists that the outermost tags show. `outer`: what `readsOutside` says, `fieldsOf`: what `fieldsByObject` says, `written`: `writtenPaths`. */
export function listsOf<Place>(
  nodes: readonly TemplateNode<Place>[],
  outer: ReadonlySet<string>,
  fieldsOf: ReadonlyMap<string, ReadonlySet<string>>,
  written: ReadonlySet<string>,
): Lists {
  const certain = new Set([...outer].flatMap((each) => (each.endsWith('[]') ? [each.slice(0, -2)] : [])))
  const turned = new Set<string>()
  const likely = new Set<string>()
  for (const node of nodes) {
    if (node.kind !== 'section' || node.expression.kind !== 'path' || !opensScope(node)) continue
    const path = node.expression.segments.join('.')
    if (objectAsList(node, fieldsOf) !== undefined || textAsList(node, written) !== undefined) continue
    if (node.mode === 'each' && node.over !== 'entries') turned.add(path)
    else likely.add(path)
  }
  return { certain: new Set([...certain, ...turned]), turned, likely }
}

/** What lists have in programs, and how it is written here. */
const ofPrograms: Readonly<Record<string, (list: string, field: string) => string>> = {
  length: (list) => `{${list} | count}`,
  size: (list) => `{${list} | count}`,
  count: (list) => `{${list} | count}`,
  first: (list, field) => `{${list}[0]${field}}`,
  last: (list, field) => `{${list}[-1]${field}}`,
}

/** `partners.name` where `partners` is a list, and `partners.length`; `partners.0.name` is an item's. */
export function listAsObject(expression: Expression, { certain, likely }: Lists): OddPath | undefined {
  for (const { segments, up, own } of certain.size + likely.size === 0 ? [] : pathsOf(expression)) {
    if (up !== undefined || own) continue
    for (let end = 1; end < segments.length; end++) {
      const list = segments.slice(0, end).join('.')
      const [name = '', ...rest] = segments.slice(end)
      const field = rest.length === 0 ? '' : `.${rest.join('.')}`
      const instead = Object.hasOwn(ofPrograms, name) ? ofPrograms[name] : undefined
      const over = listFormatterOver(expression, segments)
      const formatter = over?.name
      if (formatter !== undefined && (likely.has(list) || certain.has(list)))
        return {
          message: `"${list}" is a list elsewhere in the template, and "${formatter}" takes the list and the name of a field.`,
          hint: `Write {${list} | ${formatter === 'join' || formatter === 'list' ? `map:"${name}" | ${formatter}${over?.given}` : `${formatter}:"${name}"`}}.`,
          path: list,
        }
      if (instead !== undefined && (certain.has(list) || likely.has(list)))
        return {
          message: `"${list}" is a list elsewhere in the template, and "${name}" is looked for in the data.`,
          hint: `Write ${instead(list, field)}.`,
          path: list,
        }
      if (!certain.has(list) || /^-?\d+$/.test(name)) continue
      return {
        message: `"${list}" is a list elsewhere in the template, and a list has no "${name}".`,
        hint: `Write {#${list}}{${name}${field}}{/${list}} for all of it, {${list}[0].${name}${field}} for the first.`,
        path: list,
      }
    }
  }
  return undefined
}

/** `items.$index.name`: what a loop counts by stands in brackets. */
export function countWithin(expression: Expression): OddPath | undefined {
  for (const { segments } of pathsOf(expression)) {
    const at = segments.findIndex((name, index) => index > 0 && /^\$(?:index|number|first|last|length|key)$/.test(name))
    if (at === -1) continue
    const behind = segments.slice(at + 1).map((name) => `.${name}`)
    return {
      message: `"${segments[at]}" is looked for in the data: within a path the number of a turn stands in brackets.`,
      hint: `Write {${segments.slice(0, at).join('.')}[${segments[at]}]${behind.join('')}}.`,
      path: segments.join('.'),
    }
  }
  return undefined
}

/** Words of other engines for what is around a loop. */
const aroundLoop = /^(?:parent|outer|root|_parent|super)$/

/** `parent.total` in a loop, where the template reads `total` outside of it, and nothing of a `parent`. `outer`: what `readsOutside` says. */
export function outsideByName(expression: Expression, outer: ReadonlySet<string>): OddPath | undefined {
  for (const { segments, up, own } of pathsOf(expression)) {
    const [first = '', ...rest] = segments
    const path = rest.join('.')
    if (up !== undefined || own || !aroundLoop.test(first) || outer.has(`${first}.`) || !outer.has(path)) continue
    return {
      message: `"${first}" is looked for in the data: what is around the loop is read by "../".`,
      hint: `Write {../${path}}.`,
      path: segments.join('.'),
    }
  }
  return undefined
}

/** `heirs > 1` where `heirs` is a list: its items were to be counted. */
export function listAsNumber(
  expression: Expression,
  { certain, likely }: Pick<Lists, 'certain' | 'likely'>,
): OddPath | undefined {
  if (expression.kind === 'binary' && /^(?:[<>]=?|[!=]=)$/.test(expression.operator)) {
    const { left, right, operator } = expression
    const list = left.kind === 'path' && left.up === undefined && !left.own ? left.segments.join('.') : ''
    const isNumber = right.kind === 'literal' && typeof right.value === 'number'
    if (isNumber && list !== '' && (certain.has(list) || likely.has(list)))
      return {
        message: `"${list}" is a list elsewhere in the template, and is compared with a number here.`,
        hint: `Write {#if (${list} | count) ${operator} ${String(right.value)}}.`,
        path: list,
      }
  }
  return partsOf(expression)
    .map((part) => listAsNumber(part, { certain, likely }))
    .find((each) => each !== undefined)
}

/** How a list is written: in a section, or its texts in a row. */
export const listHint = (list: string): string =>
  `Write {#each ${list}}…{/each} around the fields of its items; of a list of texts {${list} | join}.`

/** `{heirs}` and `{heirs | upper}` where `heirs` is a list: its items were to be written. */
export function listAsText(expression: Expression, lists: Pick<Lists, 'turned'>): OddPath | undefined {
  if (expression.kind === 'pipe')
    return findFormatter(expression.formatter.name)?.takes === 'text' ? listAsText(expression.input, lists) : undefined
  if (expression.kind !== 'path' || expression.up !== undefined || expression.own) return undefined
  const path = expression.segments.join('.')
  return lists.turned.has(path)
    ? {
        message: `"${path}" is a list elsewhere in the template, and is written as a text here.`,
        hint: listHint(path),
        path,
      }
    : undefined
}

/** The formatter of lists that stands right behind a path, with the text that it puts between. */
function listFormatterOver(
  expression: Expression,
  segments: readonly string[],
): { readonly name: string; readonly given: string } | undefined {
  if (expression.kind !== 'pipe') return undefined
  const { input, formatter, args } = expression
  if (input.kind !== 'path') return listFormatterOver(input, segments)
  const found = findFormatter(formatter.name)
  if (input.segments !== segments || found?.takes !== 'list') return undefined
  const [text] = args
  if (text === undefined) return { name: found.name, given: '' }
  const isBetween = found.name === 'join' && text.kind === 'literal' && args.length === 1
  return isBetween ? { name: found.name, given: `:${JSON.stringify(text.value)}` } : undefined
}

/**
 * `position.what`, where the template reads `what` of the items of `positions`, and no value `position`: an item, outside of
 * its loop. Answers what tells it of an expression. `outer`: what `readsOutside` says.
 */
export function itemOutside<Place>(
  nodes: readonly TemplateNode<Place>[],
  outer: ReadonlySet<string>,
): (expression: Expression) => OddPath | undefined {
  const lists = new Map<string, { readonly list: string; readonly fields: Set<string> }>()
  for (const node of nodes) {
    if (node.kind !== 'section' || node.expression.kind !== 'path' || !opensScope(node)) continue
    const list = node.expression.segments.join('.')
    // Also by the name of the list itself: `positions.what`.
    for (const single of node.mode === 'each' ? singularOf(list) : [...singularOf(list), list]) {
      const known = lists.get(single) ?? { list, fields: new Set<string>() }
      for (const { segments } of readsInside(node.children)) known.fields.add(segments.join('.'))
      lists.set(single, known)
    }
  }
  if (lists.size === 0) return () => undefined
  return (expression) => {
    for (const { segments, up, own } of pathsOf(expression)) {
      const single = segments.slice(0, -1).join('.')
      const field = segments.at(-1) ?? ''
      const known = up === undefined && !own ? lists.get(single) : undefined
      if (known === undefined || !known.fields.has(field) || outer.has(single)) continue
      return {
        message:
          single === known.list
            ? `"${field}" is read of the items of "${single}" elsewhere, and here of the list itself, which has none.`
            : `"${field}" is read of the items of "${known.list}" elsewhere, and "${single}" is looked for in the data.`,
        hint: `Write {#${known.list}}{${field}}{/${known.list}} for all of it, {${known.list}[0].${field}} for the first.`,
        path: segments.join('.'),
      }
    }
    return undefined
  }
}

/** Signs that may stand in the place of a dot. */
const jointsBySlip: ReadonlySet<string> = new Set(['/', '>', '<', '-', '+', '*'])

/** `sender.city` of `sender[city]` and `sender/city`, where the template reads that path elsewhere, and no value `city`. */
export function keyOfObject(
  expression: Expression,
  counts: ReadonlyMap<string, number>,
  outer: ReadonlySet<string>,
): string | undefined {
  if (expression.kind === 'item' && expression.of.kind === 'path' && expression.key.kind === 'path') {
    const [key = '', ...others] = expression.key.segments
    const path = [...expression.of.segments, key].join('.')
    if (others.length === 0 && outer.has(path) && counts.get(key) === 1) return path
  }
  if (expression.kind === 'binary' && jointsBySlip.has(expression.operator) && expression.right.kind === 'path') {
    const names = [expression.left, expression.right].flatMap((side) => (side.kind === 'path' ? side.segments : []))
    const path = names.join('.')
    if (names.length > 1 && outer.has(path) && counts.get(names.at(-1) ?? '') === 1) return path
  }
  return partsOf(expression)
    .map((part) => keyOfObject(part, counts, outer))
    .find((path) => path !== undefined)
}

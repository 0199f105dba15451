import { conflictingUses, type Expression, findFormatter, pathsOf, withParts } from '@chancery/tags'
import type { Node, Place } from '../../parse/parse-template.ts'
import type { Rule } from '../rule.ts'

/** Lists and objects, by the rest of the template, that are written or compared as a text or a number. */
export const valueShapes: Rule = ({ checked, tell }) => {
  const all = checked.fields.flatMap(({ nodes }) => nodes)
  const { lists, objects } = shapesOf(all)
  scalarsOf(all, '', (path, { field, start, end }, use, within) => {
    const wrong = readThroughList(path, within, lists, objects)
    if (wrong !== undefined) tell('list_as_text', field, [start, end], { ...wrong, path })
    else if (lists.has(path))
      tell('list_as_text', field, [start, end], { message: `"${path}" is a list elsewhere, and ${use} here.`, path })
    else if (objects.has(path))
      tell('object_as_text', field, [start, end], {
        message: `"${path}" has fields elsewhere, and is ${use} here.`,
        path,
      })
  })
}

/** A field that is read of a list, or of the list around it by its name, rather than of one of its items. */
function readThroughList(
  path: string,
  within: string,
  lists: ReadonlySet<string>,
  objects: ReadonlySet<string>,
): { readonly message: string; readonly hint: string } | undefined {
  const written = within === '' ? path : path.slice(within.length + 1)
  const [first = '', ...rest] = written.split('.', 8)
  if (rest.length === 0) return undefined
  const around = within.split('.').at(-1) ?? ''
  if (lists.has(within) && !objects.has(first) && (around === first || isOneOf(first, around)))
    return {
      message: `Inside of the loop over "${around}" there is no "${first}": names are read from the item itself.`,
      hint: `Write {{${rest.join('.')}}}.`,
    }
  for (let count = 0; count < rest.length; count += 1) {
    const list = joined(within, [first, ...rest.slice(0, count)].join('.'))
    const field = rest[count] ?? ''
    if (lists.has(list) && !/^(?:length|size|\d+)$/.test(field))
      return {
        message: `"${list}" is a list; it has no "${field}" itself.`,
        hint: `Write {{#each ${list}}}{{${field}}}{{/each}}.`,
      }
  }
  return undefined
}

/** Whether a word is the singular of another: `article` of `articles`. */
const isOneOf = (one: string, many: string): boolean =>
  many === `${one}s` || many === `${one}es` || (one.endsWith('y') && many === `${one.slice(0, -1)}ies`)

const joined = (before: string, path: string): string =>
  before === '' ? path : path === '' ? before : `${before}.${path}`

/** The path of a value that is taken as a text or a number, also by a formatter that wants one. */
function scalarPath(expression: Expression): string | undefined {
  if (expression.kind === 'path') return expression.segments.join('.')
  if (expression.kind !== 'pipe') return undefined
  const { takes = 'any', gives = 'text' } = findFormatter(expression.formatter.name) ?? {}
  return takes === 'text' || takes === 'number' || takes === 'date' || (takes === 'any' && gives === 'any')
    ? scalarPath(expression.input)
    : undefined
}

const comparisons = new Set(['==', '!=', '<', '<=', '>', '>='])

/** What an expression compares, however deep. */
function comparedIn(expression: Expression, found: (path: string) => void): void {
  if (expression.kind === 'binary' && comparisons.has(expression.operator))
    for (const side of [expression.left, expression.right]) {
      const path = scalarPath(side)
      if (path !== undefined) found(path)
    }
  withParts(expression, (part) => {
    comparedIn(part, found)
    return part
  })
}

/** Where the names inside of a section are read from its item, the path of that; else that of what is around. */
const pathInside = (node: Extract<Node, { kind: 'section' }>, within: string): string =>
  (node.mode === 'each' || node.over === 'whole') && node.expression.kind === 'path'
    ? joined(within, node.expression.segments.join('.'))
    : within

/** Calls back for every value that is used as a text or number, with its path from the outermost context. */
function scalarsOf(
  nodes: readonly Node[],
  within: string,
  found: (path: string, place: Place, use: 'written as a text' | 'compared', within: string) => void,
): void {
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    comparedIn(node.expression, (path) => path !== '' && found(joined(within, path), node.place, 'compared', within))
    if (node.kind === 'section') {
      scalarsOf(node.children, pathInside(node, within), found)
      scalarsOf(node.otherwise, within, found)
      continue
    }
    const path = scalarPath(node.expression)
    if (path !== undefined && path !== '') found(joined(within, path), node.place, 'written as a text', within)
  }
}

/** What the template loops over, and what it reads fields of. */
function shapesOf(nodes: readonly Node[]): {
  readonly lists: ReadonlySet<string>
  readonly objects: ReadonlySet<string>
} {
  // A section that reads names of its own, beside a text of the same name, was meant as a loop.
  const lists = new Set(
    conflictingUses(nodes).flatMap(({ node, path = '' }) => {
      const isItself = node.expression.kind === 'path' && node.expression.segments.join('.') === path
      return node.kind === 'section' && node.over !== 'whole' && isItself ? [path] : []
    }),
  )
  const objects = new Set<string>()
  const visit = (children: readonly Node[], within: string): void => {
    for (const node of children) {
      if (node.kind === 'literal') continue
      for (const { segments } of pathsOf(node.expression))
        for (let count = 1; count < Math.min(segments.length, 8); count += 1)
          objects.add(joined(within, segments.slice(0, count).join('.')))
      if (node.kind !== 'section') continue
      const path = node.expression.kind === 'path' ? node.expression.segments.join('.') : ''
      if (path !== '' && !node.inverted) {
        const isLoop = node.mode === 'each' || (node.mode === 'auto' && readsItems(node.children))
        if (node.over === 'whole') {
          if (readsFields(node.children)) objects.add(joined(within, path))
        } else if (isLoop) (readsKeys(node.children) ? objects : lists).add(joined(within, path))
      }
      visit(node.children, pathInside(node, within))
      visit(node.otherwise, within)
    }
  }
  visit(nodes, '')
  return { lists, objects }
}

/** Whether a loop writes the keys of what it goes through: the fields of an object. */
const readsKeys = (nodes: readonly Node[]): boolean =>
  nodes.some(
    (node) =>
      node.kind !== 'literal' &&
      (node.kind === 'section'
        ? node.mode === 'if' && readsKeys([...node.children, ...node.otherwise])
        : node.expression.kind === 'path' && node.expression.segments[0] === '$key'),
  )

/** Whether a section writes its item itself, so that it loops over texts. */
const readsItems = (nodes: readonly Node[]): boolean =>
  nodes.some(
    (node) =>
      node.kind !== 'literal' &&
      node.kind !== 'section' &&
      node.expression.kind === 'path' &&
      node.expression.segments.length === 0,
  )

/** Whether what stands inside of `with` reads fields, and never all of it. */
const readsFields = (nodes: readonly Node[]): boolean =>
  !readsItems(nodes) && nodes.some((node) => node.kind !== 'literal' && pathsOf(node.expression).some(({ own }) => own))

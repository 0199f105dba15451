import { nearNames, pathsOf } from '@chancery/tags'
import type { Node, Place } from '../../parse/parse-template.ts'
import { fieldOf, type Rule } from '../rule.ts'

/** Paths that the nodes write, each with the first place. */
export function writtenPaths(nodes: readonly Node[], into = new Map<string, Place>()): ReadonlyMap<string, Place> {
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    for (const { segments } of node.kind === 'section' ? [] : pathsOf(node.expression)) {
      const path = segments.join('.')
      if (path !== '' && !into.has(path)) into.set(path, node.place)
    }
    if (node.kind === 'section') {
      writtenPaths(node.children, into)
      writtenPaths(node.otherwise, into)
    }
  }
  return into
}

/** Tags that differ by a slip, values that are in one part only, and lists and objects that are written as text. */
export const names: Rule = (input) => {
  const { tell, template } = input
  const all = input.checked.fields.flatMap(({ nodes }) => nodes)
  for (const { path, meant, node } of nearNames(all)) {
    const { field, start, end } = node.place
    tell('similar_names', field, [start, end], {
      message: `"${path}" differs little from "${meant}".`,
      hint: `Write "${meant}", if the same is meant.`,
      path,
    })
  }
  const { lists, objects } = shapesOf(all)
  textsOf(all, '', (path, { field, start, end }) => {
    if (lists.has(path))
      tell('list_as_text', field, [start, end], {
        message: `"${path}" is a list elsewhere, and written as a text here.`,
        path,
      })
    else if (objects.has(path))
      tell('object_as_text', field, [start, end], {
        message: `"${path}" has fields elsewhere, and is written as a text here.`,
        path,
      })
  })
  const html = writtenPaths(fieldOf(input, 'html')?.nodes ?? [])
  const text = writtenPaths(fieldOf(input, 'text')?.nodes ?? [])
  if (template.html === undefined || template.text === undefined) return
  const only = (here: ReadonlyMap<string, Place>, there: ReadonlyMap<string, Place>, part: string): void => {
    for (const [path, { field, start, end }] of here) {
      // A link or picture stands in html alone often enough.
      if (there.has(path) || /(?:url|link|href|logo|image|src|color|colour)$/i.test(path)) continue
      tell('only_in_one_part', field, [start, end], {
        message: `"${path}" is in the ${field.name}, and not in the ${part}.`,
        path,
      })
    }
  }
  only(html, text, 'text')
  only(text, html, 'html')
}

const joined = (before: string, path: string): string =>
  before === '' ? path : path === '' ? before : `${before}.${path}`

/** Calls back for every value that is written as it is, with its path from the outermost context. */
function textsOf(nodes: readonly Node[], within: string, found: (path: string, place: Place) => void): void {
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    if (node.kind === 'section') {
      const inner =
        node.mode === 'each' && node.expression.kind === 'path'
          ? joined(within, node.expression.segments.join('.'))
          : within
      textsOf(node.children, inner, found)
      textsOf(node.otherwise, within, found)
    } else if (node.expression.kind === 'path') {
      const path = node.expression.segments.join('.')
      if (path !== '') found(joined(within, path), node.place)
    }
  }
}

/** What the template loops over, and what it reads fields of. */
function shapesOf(nodes: readonly Node[]): {
  readonly lists: ReadonlySet<string>
  readonly objects: ReadonlySet<string>
} {
  const lists = new Set<string>()
  const objects = new Set<string>()
  const visit = (children: readonly Node[], within: string): void => {
    for (const node of children) {
      if (node.kind === 'literal') continue
      for (const { segments } of pathsOf(node.expression))
        for (let count = 1; count < Math.min(segments.length, 8); count += 1)
          objects.add(joined(within, segments.slice(0, count).join('.')))
      if (node.kind !== 'section') continue
      const path = node.expression.kind === 'path' ? node.expression.segments.join('.') : ''
      const isLoop =
        !node.inverted && path !== '' && (node.mode === 'each' || (node.mode === 'auto' && readsItems(node.children)))
      if (isLoop) lists.add(joined(within, path))
      visit(node.children, node.mode === 'each' && path !== '' ? joined(within, path) : within)
      visit(node.otherwise, within)
    }
  }
  visit(nodes, '')
  return { lists, objects }
}

/** Whether a section writes its item itself, so that it loops over texts. */
const readsItems = (nodes: readonly Node[]): boolean =>
  nodes.some(
    (node) =>
      node.kind !== 'literal' &&
      node.kind !== 'section' &&
      node.expression.kind === 'path' &&
      node.expression.segments.length === 0,
  )

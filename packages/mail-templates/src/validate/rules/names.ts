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

/** Tags that differ by a slip, and values that are in one part only. */
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
  if (template.html === undefined || template.text === undefined) return
  const html = writtenPaths(fieldOf(input, 'html')?.nodes ?? [])
  const text = writtenPaths(fieldOf(input, 'text')?.nodes ?? [])
  const subject = writtenPaths(fieldOf(input, 'subject')?.nodes ?? [])
  const only = (
    here: ReadonlyMap<string, Place>,
    own: string,
    there: ReadonlyMap<string, Place>,
    part: string,
  ): void => {
    for (const [path, { field, start, end }] of here) {
      // A link or picture stands in html alone often enough, and the subject is read with either.
      if (there.has(path) || subject.has(path) || /(?:url|link|href|logo|image|src|color|colour)$/i.test(path)) continue
      tell('only_in_one_part', field, [start, end], {
        message: `"${path}" is in the ${own}, and not in the ${part}.`,
        path,
      })
    }
  }
  only(html, 'html', text, 'text')
  only(text, 'text', html, 'html')
}

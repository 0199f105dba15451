import type { Finding } from '@chancery/core'
import { nearNames, pathsOf } from '@chancery/tags'
import type { Node, Place } from '../../parse/parse-template.ts'
import { locationOf } from '../../parse/source-field.ts'
import { fieldOf, type Rule } from '../rule.ts'

/** Paths that the nodes write, each with the first place. */
function written(nodes: readonly Node[], into = new Map<string, Place>()): ReadonlyMap<string, Place> {
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    for (const { segments } of node.kind === 'section' ? [] : pathsOf(node.expression)) {
      const path = segments.join('.')
      if (path !== '' && !into.has(path)) into.set(path, node.place)
    }
    if (node.kind === 'section') {
      written(node.children, into)
      written(node.otherwise, into)
    }
  }
  return into
}

/** Tags that differ by a slip, and values that are in one part only. */
export const names: Rule = (input) => {
  const near: Finding[] = nearNames(input.checked.fields.flatMap(({ nodes }) => nodes)).map(
    ({ path, meant, node }) => ({
      code: 'similar_names',
      severity: 'warning',
      message: `"${path}" differs little from "${meant}".`,
      hint: `Write "${meant}", if the same is meant.`,
      location: { ...locationOf(node.place.field, node.place.start, node.place.end), tag: node.tag, path },
    }),
  )
  const html = written(fieldOf(input, 'html')?.nodes ?? [])
  const text = written(fieldOf(input, 'text')?.nodes ?? [])
  if (input.template.html === undefined || input.template.text === undefined) return near
  const only = (here: ReadonlyMap<string, Place>, there: ReadonlyMap<string, Place>, part: string): Finding[] =>
    Array.from(here)
      // A link stands in html alone often enough.
      .filter(([path]) => !there.has(path) && !/(?:url|link|href|logo|image)$/i.test(path))
      .map(([path, { field, start, end }]) => ({
        code: 'only_in_one_part',
        severity: 'info',
        message: `"${path}" is in the ${field.name}, and not in the ${part}.`,
        hint: 'Readers see one of the two; both should say the same.',
        location: { ...locationOf(field, start, end), path },
      }))
  return [...near, ...only(html, text, 'text'), ...only(text, html, 'html')]
}

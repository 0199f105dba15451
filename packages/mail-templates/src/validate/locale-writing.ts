import { type Expression, mainPath, pathsOf } from '@chancery/tags'
import type { CheckedTemplate } from '../parse/checked-template.ts'
import type { Node, Place } from '../parse/parse-template.ts'

interface Difference {
  readonly path: string
  readonly place: Place
  readonly message: string
}

/** How a field writes its values, and what it asks before it writes. */
interface Writing {
  /** By path: the formatters of its values, each with its first place. */
  readonly formats: Map<string, Map<string, Place>>
  readonly asked: Map<string, Place>
}

/** Formatters by which a value is of a kind; of money, the currency too. */
function formatOf(expression: Expression): string {
  if (expression.kind !== 'pipe') return ''
  const { formatter, args, input } = expression
  const name = formatter.name.toLowerCase()
  if (!/^(?:date|time|currency|number|percent)$/.test(name)) return formatOf(input)
  const [first] = args
  return name === 'currency' && first?.kind === 'literal' ? `${name}:${JSON.stringify(first.value)}` : name
}

function writingOf(all: readonly Node[]): Writing {
  const writing: Writing = { formats: new Map(), asked: new Map() }
  const visit = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (node.kind === 'literal') continue
      if (node.kind === 'section') {
        for (const { segments } of node.mode === 'each' ? [] : pathsOf(node.expression)) {
          const path = segments.join('.')
          if (path !== '' && !writing.asked.has(path)) writing.asked.set(path, node.place)
        }
        visit(node.children)
        visit(node.otherwise)
        continue
      }
      const path = mainPath(node.expression)?.segments.join('.') ?? ''
      if (path === '') continue
      const formats = writing.formats.get(path) ?? new Map<string, Place>()
      const format = formatOf(node.expression)
      if (!formats.has(format)) formats.set(format, node.place)
      writing.formats.set(path, formats)
    }
  }
  visit(all)
  return writing
}

/** Values that a translation writes by other formatters than the template, and conditions that it does not ask. */
export function* otherWriting(template: CheckedTemplate, translation: CheckedTemplate): Generator<Difference> {
  for (const { field, nodes } of translation.fields) {
    const same = template.fields.find(({ field: { name } }) => name === field.name)
    if (same !== undefined) yield* differences(writingOf(same.nodes), writingOf(nodes))
  }
}

function* differences(here: Writing, there: Writing): Generator<Difference> {
  for (const [path, formats] of there.formats) {
    const usual = here.formats.get(path)
    if (usual === undefined) continue
    for (const [format, place] of formats)
      if (!usual.has(format))
        yield {
          path,
          place,
          message: `"${path}" is written ${inWords(format)} here, and ${inWords([...usual.keys()][0] ?? '')} in the template.`,
        }
  }
  for (const [path] of here.asked) {
    const [place] = there.formats.get(path)?.values() ?? []
    if (!there.asked.has(path) && place !== undefined)
      yield { path, place, message: `The template asks whether there is "${path}"; here it is written in any case.` }
  }
}

const inWords = (format: string): string => (format === '' ? 'as it is' : `by "${format.replace(/"/g, '')}"`)

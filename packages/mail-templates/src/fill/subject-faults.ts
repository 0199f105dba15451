import { type Finding, type FillRequest, type JsonObject, pointerTo, type Violation } from '@chancery/core'
import { type DataFault, mainPath } from '@chancery/tags'
import type { CheckedTemplate } from '../parse/checked-template.ts'
import type { Node, Place } from '../parse/parse-template.ts'
import { locationOf } from '../parse/source-field.ts'
import { plainReader, renderNodes } from './render-nodes.ts'

const code = 'line_break_in_subject'
const message = 'A value for the subject has a line break.'
const hint = 'Take a value of one line, or write | replace or | truncate.'

/** The place of a value in the data, where its path is that of the data itself and not of a round of a loop. */
function pointerOf(data: JsonObject, segments: readonly string[], text: string): string {
  let at: unknown = data
  for (const segment of segments) {
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, segment) ? Reflect.get(at, segment) : undefined
  }
  return at === text ? pointerTo(['data', ...segments]) : '/data'
}

/**
 * Values that would break the line of the subject, which is a header. `faults` are what else is wrong with the data:
 * where that is in the subject itself, what it would say is not known.
 */
export function subjectFaults(
  { fields }: CheckedTemplate,
  request: Omit<FillRequest, 'missing'>,
  faults: readonly DataFault<Place>[],
): readonly (Violation & Pick<Finding, 'location'>)[] {
  const subject = fields.find(({ field }) => field.name === 'subject')
  const unsure = faults.some(({ code, node }) => code !== 'missing_value' && node.place.field.name === 'subject')
  if (subject === undefined || unsure) return []
  const found = new Map<Node, Violation & Pick<Finding, 'location'>>()
  const blank = { ...request, missing: 'blank' } as const
  renderNodes(subject.nodes, plainReader(blank), blank, (text, node) => {
    if (!/\p{Cc}/u.test(text) || found.has(node)) return ''
    const segments = mainPath(node.expression)?.segments ?? []
    const { field, start, end } = node.place
    const path = segments.join('.')
    const location = { ...locationOf(field, start, end), tag: node.tag, ...(path === '' ? {} : { path }) }
    found.set(node, { pointer: pointerOf(request.data, segments, text), code, message, hint, location })
    return ''
  })
  return [...found.values()]
}

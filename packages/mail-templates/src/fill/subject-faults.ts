import { type Finding, pointerTo, type FillRequest, type JsonObject, type Violation } from '@chancery/core'
import { DataCheck, type DataFault, mainPath } from '@chancery/tags'
import type { CompiledTemplate } from '../compile/compile-template.ts'
import type { Place } from '../parse/parse-template.ts'
import { locationOf } from '../parse/source-field.ts'
import { type FilledField, ProgramRun } from './run-program.ts'

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

/** The values of the subject that have control characters. @throws `payload_too_large` */
export function brokenInSubject(
  { checked, programs }: CompiledTemplate,
  request: Omit<FillRequest, 'missing'>,
): FilledField['broken'] {
  const subject = programs.find(({ name }) => name === 'subject')
  if (subject === undefined) return new Map()
  const check = new DataCheck(checked.nodes, request.data, request, { outside: checked.outside })
  return new ProgramRun(check, { ...request, missing: 'blank' }, undefined).fill(subject).broken
}

/**
 * Values that would break the line of the subject, which is a header. `faults` are what else is wrong with the data:
 * where that is in the subject itself, what it would say is not known.
 * @param broken the values with control characters
 */
export function subjectFaults(
  broken: FilledField['broken'],
  { data }: Pick<FillRequest, 'data'>,
  faults: readonly DataFault<Place>[],
): readonly (Violation & Pick<Finding, 'location'>)[] {
  const unsure = faults.some(({ code, node }) => code !== 'missing_value' && node.place.field.name === 'subject')
  if (unsure) return []
  return Array.from(broken, ([node, text]) => {
    const segments = mainPath(node.expression)?.segments ?? []
    const { field, start, end } = node.place
    const path = segments.join('.')
    const location = { ...locationOf(field, start, end), tag: node.tag, ...(path === '' ? {} : { path }) }
    return { pointer: pointerOf(data, segments, text), code, message, hint, location }
  })
}

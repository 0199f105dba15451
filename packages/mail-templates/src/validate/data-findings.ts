import { type Finding, type InspectRequest, type JsonSchema, pointerTo } from '@chancery/core'
import { checkData, checkSchema, schemaSeverities, translationFindings } from '@chancery/tags'
import type { CompiledTemplate } from '../compile/compile-template.ts'
import { brokenInSubject, subjectFaults } from '../fill/subject-faults.ts'
import type { CheckedTemplate } from '../parse/checked-template.ts'
import { locationOf } from '../parse/source-field.ts'
import { inTwoBraces } from '../parse/two-braces.ts'
import { oddValues } from './odd-values.ts'
import type { PlacedVariable } from './variables.ts'

/** What the data lacks, has of the wrong kind, or has in vain. */
function ofData(compiled: CompiledTemplate, request: InspectRequest): readonly Finding[] {
  if (request.data === undefined) return []
  const filling = { ...request, data: request.data }
  const { faults, unused } = checkData(compiled.checked.nodes, request.data, request)
  return [
    ...faults.map(({ code, path, pointer, message, hint, node, isHarmless }): Finding => {
      const { field, start, end } = node.place
      return {
        code,
        severity: isHarmless === true ? 'warning' : 'error',
        message,
        ...(hint === undefined ? {} : { hint: inTwoBraces(hint) }),
        location: { ...locationOf(field, start, end), tag: node.tag, path, pointer: pointerTo(['data', ...pointer]) },
      }
    }),
    ...subjectFaults(brokenInSubject(compiled, filling), filling, faults).map(({ pointer, location, ...fault }) => ({
      ...fault,
      severity: 'error' as const,
      location: { ...location, pointer },
    })),
    ...unused.map((path): Finding => ({
      code: 'unused_data',
      severity: 'info',
      message: `No tag reads "${path}" of the data.`,
      location: { path },
    })),
  ]
}

/** What data of the given schema would lack. */
function ofSchema(
  wanted: JsonSchema,
  variables: readonly PlacedVariable[],
  given: JsonSchema | undefined,
): readonly Finding[] {
  if (given === undefined) return []
  const places = new Map(variables.map(({ variable, place }) => [variable.path, place]))
  return checkSchema(wanted, given).map(({ code, path, message, hint }) => {
    const place = places.get(path)
    return {
      code,
      severity: schemaSeverities[code],
      message,
      ...(hint === undefined ? {} : { hint: inTwoBraces(hint) }),
      location: { ...(place === undefined ? {} : locationOf(place.field, place.start, place.end)), path },
    }
  })
}

/** Fixed texts that the dictionaries of a locale lack. */
const ofTranslations = (checked: CheckedTemplate, { translations, locale }: InspectRequest): readonly Finding[] =>
  translations === undefined
    ? []
    : translationFindings(checked.nodes, translations, locale, ({ field, start, end }, tag) => ({
        ...locationOf(field, start, end),
        ...(tag === undefined ? {} : { tag }),
      }))

/** The differences between what a template wants and the data, schema or translations given. */
export const dataFindings = (
  compiled: CompiledTemplate,
  wanted: JsonSchema,
  variables: readonly PlacedVariable[],
  request: InspectRequest,
): readonly Finding[] => [
  ...ofData(compiled, request),
  ...oddValues(compiled.checked, variables, request.data, request.schema),
  ...ofSchema(wanted, variables, request.schema),
  ...ofTranslations(compiled.checked, request),
]

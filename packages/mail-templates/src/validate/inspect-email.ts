import {
  ChanceryError,
  type EmailContent,
  type Finding,
  type InspectRequest,
  type JsonObject,
  type TemplateReport,
} from '@chancery/core'
import { inferSchema, sampleData, tagNodes } from '@chancery/tags'
import { fillChecked } from '../fill/fill-email.ts'
import { checkTemplate, type CheckedTemplate } from '../parse/checked-template.ts'
import { dataFindings } from './data-findings.ts'
import { htmlElements } from './html-elements.ts'
import { maskedSource } from './masked-source.ts'
import type { Html } from './rule.ts'
import { rules } from './rules.ts'

/** Most findings of one code that are listed; the last of them says how many more there are. */
const maxOfOneCode = 50

function htmlOf({ fields }: CheckedTemplate): Html | undefined {
  const parsed = fields.find(({ field }) => field.name === 'html')
  if (parsed === undefined || parsed.field.source.trim() === '') return undefined
  const elements = htmlElements(maskedSource(parsed, true))
  const straight = parsed.alternatives.length === 0 ? elements : htmlElements(maskedSource(parsed, false))
  return { parsed, elements, straight, starts: elements.tags.filter(({ kind }) => kind === 'start') }
}

/** The template filled, or nothing where template or data do not allow it. */
function tryFill(checked: CheckedTemplate, request: InspectRequest, data: JsonObject): EmailContent | undefined {
  try {
    return fillChecked(checked, { ...request, data, missing: 'error' }).email
  } catch (error) {
    if (ChanceryError.is(error)) return undefined
    throw error
  }
}

/** The first findings of each code, so that one habit does not bury the rest. */
function bounded(findings: readonly Finding[]): readonly Finding[] {
  const counts = new Map<string, number>()
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1)
  const seen = new Map<string, number>()
  return findings.flatMap((finding) => {
    const number = (seen.get(finding.code) ?? 0) + 1
    seen.set(finding.code, number)
    if (number > maxOfOneCode) return []
    const more = (counts.get(finding.code) ?? 0) - maxOfOneCode
    return number === maxOfOneCode && more > 0
      ? [{ ...finding, message: `${finding.message} (And ${more} more of this kind.)` }]
      : [finding]
  })
}

type Report = TemplateReport & { readonly preview?: EmailContent }

/** Everything that is wrong or doubtful about a template, at once; and what data it wants. In steps, for large ones. */
export function* inspectInSteps(template: EmailContent, request: InspectRequest): Generator<void, Report> {
  const checked = checkTemplate(template)
  yield
  const nodes = checked.fields.flatMap((field) => field.nodes)
  const schema = inferSchema(nodes)
  const sample = sampleData(schema)
  const html = htmlOf(checked)
  yield
  const preview = request.data === undefined ? undefined : tryFill(checked, request, request.data)
  const input = { template, checked, html, filled: preview ?? tryFill(checked, request, sample) }
  yield
  const findings = [...checked.faults, ...checked.unknownPartials, ...dataFindings(checked, schema, request)]
  for (const rule of rules) {
    yield
    for (const item of rule(input)) findings.push(item)
  }
  return {
    findings: bounded(findings),
    tags: tagNodes(nodes),
    schema,
    sampleData: sample,
    ...(preview === undefined ? {} : { preview }),
  }
}

/** The same at once. */
export function inspectEmail(template: EmailContent, request: InspectRequest): Report {
  const steps = inspectInSteps(template, request)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

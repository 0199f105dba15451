import { ChanceryError, type EmailContent, type FillOutcome, type FillRequest, type Finding } from '@chancery/core'
import { DataCheck, dataIncomplete, dataViolations, mainPath, stoppingFaults, type ValueNode } from '@chancery/tags'
import { type CompiledTemplate, compileTemplate } from '../compile/compile-template.ts'
import { checkTemplate, type CheckedTemplate } from '../parse/checked-template.ts'
import { locationOf, type PartName } from '../parse/source-field.ts'
import type { Place } from '../parse/parse-template.ts'
import { withTwoBraces } from '../parse/two-braces.ts'
import { type FilledField, ProgramRun } from './run-program.ts'
import { subjectFaults } from './subject-faults.ts'

const maxViolations = 100

export type FilledEmail = FillOutcome & { readonly email: EmailContent }

const isOfOneLine = (name: PartName): boolean => name === 'subject' || name === 'from'

const placeOf = ({ field, start, end }: Place) => locationOf(field, start, end)

/** @throws `template_invalid` with every fault. */
function assertFillable({ faults: known, unknownPartials }: CheckedTemplate, missing: FillRequest['missing']): void {
  const faults = missing === 'blank' ? known : [...known, ...unknownPartials]
  if (faults.length === 0) return
  throw new ChanceryError(
    'template_invalid',
    `The template has ${faults.length} fault${faults.length === 1 ? '' : 's'}.`,
    {
      violations: faults.slice(0, maxViolations).map(({ code, message, hint, location }) => ({
        pointer: `/template/${location?.field ?? ''}`,
        code,
        message,
        ...(hint === undefined ? {} : { hint }),
        ...(location === undefined ? {} : { location }),
      })),
    },
  )
}

function unsafeUrl({ expression, place, tag }: ValueNode<Place>): Finding {
  const path = mainPath(expression)?.segments.join('.')
  return {
    code: 'unsafe_url',
    severity: 'warning',
    message: 'A link was left out or shortened: its value is no plain web, mail or telephone address.',
    location: { ...placeOf(place), tag, ...(path === undefined ? {} : { path }) },
  }
}

/** What is loaded for templates that want it. */
export interface HtmlTools {
  /** Makes html of data harmless; without it, it is escaped. */
  readonly sanitize?: (html: string) => string
  /** Writes style sheets into the elements that they style. */
  readonly inlineCss?: (html: string) => string
  /** Puts a text at the beginning of html, hidden. */
  readonly withPreheader?: (html: string, preheader: string) => string
}

/**
 * Fills a template that was compiled.
 * @param fromJson the data was made from JSON, and can have no getters
 * @throws `template_invalid`, `data_incomplete`, `payload_too_large`.
 */
export function fillCompiled(
  { checked, programs, reads }: CompiledTemplate,
  request: FillRequest,
  { sanitize, inlineCss, withPreheader }: HtmlTools = {},
  fromJson = false,
): FilledEmail {
  assertFillable(checked, request.missing)
  const check = new DataCheck(checked.nodes, request.data, request, { outside: checked.outside, reads, fromJson })
  const findings = new Map<string, Finding>()
  const email: { subject: string; from?: string; html?: string; text?: string } = { subject: '' }
  let preheader = ''
  let broken: FilledField['broken'] = new Map()
  // One way through the data both writes the fields and notes what is wrong; what was written counts if nothing is.
  const run = new ProgramRun(check, request, sanitize)
  for (const program of programs) {
    const field = run.fill(program)
    for (const node of field.unsafe) findings.set(`${node.place.field.name} ${node.place.start}`, unsafeUrl(node))
    if (program.name === 'subject') broken = field.broken
    if (program.name === 'preheader') preheader = field.text.trim()
    else email[program.name] = isOfOneLine(program.name) ? field.text.trim() : field.text
  }
  const report = check.report()
  const stopping = stoppingFaults(report, request)
  const inSubject = broken.size === 0 ? [] : subjectFaults(broken, request, report.faults)
  if (stopping.length + inSubject.length > 0) {
    throw dataIncomplete(
      [...dataViolations(stopping, ({ place }) => placeOf(place)).map(withTwoBraces), ...inSubject].slice(
        0,
        maxViolations,
      ),
      stopping.length + inSubject.length,
    )
  }
  if (email.html !== undefined && inlineCss !== undefined) email.html = inlineCss(email.html)
  if (email.html !== undefined && preheader !== '' && withPreheader !== undefined)
    email.html = withPreheader(email.html, preheader)
  const { filled, missing, unused } = report
  return { email, filled, missing, unused, findings: [...checked.notes, ...findings.values()] }
}

/** Fills a template. Same errors as `fillCompiled`. */
export const fillEmail = (template: EmailContent, request: FillRequest, tools?: HtmlTools): FilledEmail =>
  fillCompiled(compileTemplate(checkTemplate(template)), request, tools)

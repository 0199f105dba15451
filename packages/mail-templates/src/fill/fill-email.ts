import { ChanceryError, type EmailContent, type FillOutcome, type FillRequest, type Finding } from '@chancery/core'
import { DataCheck, dataIncomplete, dataViolations, mainPath, stoppingFaults, type ValueNode } from '@chancery/tags'
import { checkTemplate, type CheckedTemplate } from '../parse/checked-template.ts'
import { locationOf } from '../parse/source-field.ts'
import type { Place } from '../parse/parse-template.ts'
import { escaped, inMailAddress } from './escape.ts'
import { renderNodes } from './render-nodes.ts'
import { subjectFaults } from './subject-faults.ts'
import { type Stretch, withSafeSchemes } from './url-scheme.ts'

const maxViolations = 100

export type FilledEmail = FillOutcome & { readonly email: EmailContent }

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
}

/**
 * Fills a template that was checked.
 * @throws `template_invalid`, `data_incomplete`, `payload_too_large`.
 */
export function fillChecked(
  checked: CheckedTemplate,
  request: FillRequest,
  { sanitize, inlineCss }: HtmlTools = {},
): FilledEmail {
  assertFillable(checked, request.missing)
  const { nodes, outside } = checked
  const check = new DataCheck(nodes, request.data, request, { outside })
  const findings = new Map<number, Finding>()
  const email: { subject: string; html?: string; text?: string } = { subject: '' }
  // One way through the data both writes the fields and notes what is wrong; what was written counts if nothing is.
  for (const { field, nodes } of checked.fields) {
    const inUrls: (Stretch & { readonly node: ValueNode<Place> })[] = []
    const written = renderNodes(nodes, check, request, (text, node, at) => {
      const context = checked.contexts.get(node) ?? { kind: 'refused', code: '', message: '', hint: '' }
      if (context.kind === 'html' && sanitize !== undefined) return sanitize(text)
      const { text: value, safe } = escaped(context, text)
      if (!safe) findings.set(node.place.start, unsafeUrl(node))
      const isLeading = context.kind === 'url-start' || context.kind === 'url-scheme'
      if (value !== '' && (isLeading || context.kind === 'url-rest'))
        inUrls.push({ start: at, end: at + value.length, isLeading, asMail: inMailAddress(context, text), node })
      return value
    })
    const { html: filled, unsafe } = withSafeSchemes(written, inUrls)
    for (const { node } of unsafe) findings.set(node.place.start, unsafeUrl(node))
    email[field.name] = field.name === 'subject' ? filled.trim() : filled
  }
  const report = check.report()
  const stopping = stoppingFaults(report, request)
  const broken = subjectFaults(checked, request, report.faults)
  if (stopping.length + broken.length > 0) {
    throw dataIncomplete(
      [...dataViolations(stopping, ({ place }) => placeOf(place)), ...broken].slice(0, maxViolations),
      stopping.length + broken.length,
    )
  }
  if (email.html !== undefined && inlineCss !== undefined) email.html = inlineCss(email.html)
  const { filled, missing, unused } = report
  return { email, filled, missing, unused, findings: [...checked.notes, ...findings.values()] }
}

/** Fills a template. Same errors as `fillChecked`. */
export const fillEmail = (template: EmailContent, request: FillRequest, tools?: HtmlTools): FilledEmail =>
  fillChecked(checkTemplate(template), request, tools)

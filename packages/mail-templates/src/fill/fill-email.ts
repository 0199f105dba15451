import { ChanceryError, type EmailContent, type FillOutcome, type FillRequest, type Finding } from '@chancery/core'
import { checkData, dataIncomplete, dataViolations, mainPath, stoppingFaults, type ValueKind } from '@chancery/tags'
import { checkTemplate, type CheckedTemplate } from '../parse/checked-template.ts'
import { locationOf } from '../parse/source-field.ts'
import type { Node, Place } from '../parse/parse-template.ts'
import { escaped } from './escape.ts'
import { renderNodes } from './render-nodes.ts'

const maxViolations = 100

export type FilledEmail = FillOutcome & { readonly email: EmailContent }

const placeOf = ({ field, start, end }: Place) => locationOf(field, start, end)

/** @throws `template_invalid` with every fault. */
function assertFillable({ faults }: CheckedTemplate): void {
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

/**
 * Fills a template that was checked.
 * @throws `template_invalid`, `data_incomplete`, `payload_too_large`.
 */
export function fillChecked(checked: CheckedTemplate, request: FillRequest): FilledEmail {
  assertFillable(checked)
  const report = checkData(
    checked.fields.flatMap(({ nodes }) => nodes),
    request.data,
    request,
  )
  const stopping = stoppingFaults(report, request)
  if (stopping.length > 0) {
    throw dataIncomplete(
      dataViolations(stopping, ({ place }) => placeOf(place)),
      stopping.length,
    )
  }
  const findings = new Map<string, Finding>()
  const brokenSubject = new Map<Node, Finding>()
  const note = (
    into: Map<unknown, Finding>,
    key: unknown,
    node: Extract<Node, { kind: ValueKind }>,
    finding: Finding,
  ): void => {
    const path = mainPath(node.expression)?.segments.join('.')
    into.set(key, {
      ...finding,
      location: { ...placeOf(node.place), tag: node.tag, ...(path === undefined ? {} : { path }) },
    })
  }

  const email: { subject: string; html?: string; text?: string } = { subject: '' }
  for (const { field, nodes } of checked.fields) {
    const filled = renderNodes(nodes, request, (text, node) => {
      if (field.name === 'subject' && /\p{Cc}/u.test(text)) {
        const hint = 'Take a value of one line, or write | replace or | truncate.'
        note(brokenSubject, node, node, {
          code: 'line_break_in_subject',
          severity: 'error',
          message: 'A value for the subject has a line break.',
          hint,
        })
        return ''
      }
      const { text: written, safe } = escaped(
        checked.contexts.get(node) ?? { kind: 'refused', code: '', message: '', hint: '' },
        text,
      )
      if (!safe) {
        const message = 'A link was left out, because its value is no web, mail or telephone address.'
        note(findings, node.place.start, node, { code: 'unsafe_url', severity: 'warning', message })
      }
      return written
    })
    email[field.name] = field.name === 'subject' ? filled.trim() : filled
  }
  if (brokenSubject.size > 0) {
    const violations = [...brokenSubject.values()].map(({ code, message, hint, location }) => ({
      pointer: '/data',
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(location === undefined ? {} : { location }),
    }))
    throw dataIncomplete(violations, violations.length)
  }
  const { filled, missing, unused } = report
  return { email, filled, missing, unused, findings: [...findings.values()] }
}

/** Fills a template. Same errors as `fillChecked`. */
export const fillEmail = (template: EmailContent, request: FillRequest): FilledEmail =>
  fillChecked(checkTemplate(template), request)

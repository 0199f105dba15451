import { ChanceryError, type FillRequest, type Finding, type Violation } from '@chancery/core'
import { checkData } from '../fill/check-data.ts'
import type { Locate } from './data-findings.ts'
import { dataViolations, stoppingFaults } from '../fill/fill-template.ts'
import type { TemplateNode } from '../template/template-node.ts'

/** Most violations that an error lists. */
const maxViolations = 100

/**
 * The faults of a template, and of the data against what can be read of it: all that keeps a fill from being made.
 * @param isDamaged whether the document is, and nothing can be said of the data
 * @throws `template_invalid`, `document_corrupt` where it is damaged
 */
export function refuseFaults<Place>(
  template: { readonly findings: readonly Finding[]; readonly nodes: readonly TemplateNode<Place>[] },
  request: FillRequest,
  locate: Locate<Place>,
  isDamaged = false,
): void {
  const errors = template.findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  throw new ChanceryError(
    isDamaged ? 'document_corrupt' : 'template_invalid',
    `The template has ${errors.length} fault${errors.length === 1 ? '' : 's'}.`,
    {
      violations: [
        ...errors.slice(0, maxViolations).map(({ code, message, hint, location }) => ({
          pointer: '/template',
          code,
          message,
          ...(hint === undefined ? {} : { hint }),
          ...(location === undefined ? {} : { location }),
        })),
        ...(isDamaged ? [] : dataFaults(template.nodes, request, locate)),
      ].slice(0, maxViolations),
      ...(errors.length > maxViolations ? { details: { total: errors.length } } : {}),
    },
  )
}

/** What is wrong between the data and the tags that are sound; nothing where looking for it would be too much. */
function dataFaults<Place>(
  nodes: readonly TemplateNode<Place>[],
  request: FillRequest,
  locate: Locate<Place>,
): readonly Violation[] {
  try {
    const report = checkData(nodes, request.data, request, { rich: true })
    return dataViolations(stoppingFaults(report, request), ({ place }) => locate(place))
  } catch (error) {
    if (ChanceryError.is(error) && error.code === 'payload_too_large') return []
    throw error
  }
}

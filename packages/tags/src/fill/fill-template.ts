import { type Finding, ChanceryError, type FillRequest, pointerTo, type Violation } from '@chancery/core'
import { checkData, type DataFault, type DataReport } from './check-data.ts'
import { evaluate, type TextOutcome } from './evaluate.ts'
import { policyFor } from './missing-policy.ts'
import { countSteps, rootScope, type Scope } from '../data/scope.ts'
import { turnsOf } from './sections.ts'
import type { TemplateNode, ValueNode } from '../template/template-node.ts'
import { plainOutcome } from './value-outcome.ts'

/** Most violations that an error lists. */
const maxViolations = 100

/** The faults that stop a fill: what nothing can be made of, and what is missing where the policy is `error`. */
export const stoppingFaults = <Place>(
  report: DataReport<Place>,
  request: Pick<FillRequest, 'missing' | 'missingPaths'>,
): readonly DataFault<Place>[] =>
  report.faults.filter(
    ({ code, node, path, isHarmless }) =>
      isHarmless !== true && (code !== 'missing_value' || policyFor(node.expression, path, request) === 'error'),
  )

/** A data fault as a violation of `/data`, at most 100; `locate` gives the place in the template. */
export const dataViolations = <Place>(
  faults: readonly DataFault<Place>[],
  locate: (node: DataFault<Place>['node']) => Finding['location'],
): readonly Violation[] =>
  faults.slice(0, maxViolations).map(({ code, path, pointer, message, hint, node }) => {
    const location = { ...locate(node), tag: node.tag, ...(path === '' ? {} : { path }) }
    return {
      pointer: pointerTo(['data', ...pointer]),
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
      location,
    }
  })

/** The error of data that does not fit. */
export const dataIncomplete = (violations: readonly Violation[], total: number): ChanceryError =>
  new ChanceryError(
    'data_incomplete',
    `The data does not fit the template in ${total} place${total === 1 ? '' : 's'}.`,
    { violations, ...(total > violations.length ? { details: { total } } : {}) },
  )

/** Fits a value's text into what surrounds it, such as escaping for HTML. */
export type Escape<Place> = (text: string, node: ValueNode<Place>) => string

/**
 * Fills a text template that has no faults. Values are inserted once and never read as tags.
 * @throws `data_incomplete`, `payload_too_large`.
 */
export function fillTemplate<Place>(
  nodes: readonly TemplateNode<Place>[],
  request: FillRequest,
  escape: Escape<Place> = (text) => text,
): { readonly text: string; readonly report: DataReport<Place> } {
  const report = checkData(nodes, request.data, request)
  const stopping = stoppingFaults(report, request)
  if (stopping.length > 0) throw dataIncomplete(dataViolations(stopping, placeOf), stopping.length)
  return { text: renderTemplate(nodes, request, escape), report }
}

const placeOf = (node: { readonly place: unknown }): Finding['location'] =>
  typeof node.place === 'object' && node.place !== null ? node.place : {}

/** What stands in a text for a value that is missing. */
export function standIn<Place>(
  { expression, tag }: ValueNode<Place>,
  outcome: TextOutcome,
  request: Pick<FillRequest, 'missing' | 'missingPaths'>,
): string {
  if (outcome.kind !== 'missing') return ''
  const path = outcome.missing[0]?.path ?? ''
  const policy = policyFor(expression, path, request)
  return policy === 'keep' ? tag : policy === 'highlight' ? `[${path}]` : ''
}

/** Writes the nodes over data that was checked; what is missing is blank, or the tag as written where it is to be kept. */
export function renderTemplate<Place>(
  nodes: readonly TemplateNode<Place>[],
  request: FillRequest,
  escape: Escape<Place>,
): string {
  const steps = countSteps()
  const pieces: string[] = []
  const visit = (node: TemplateNode<Place>, scope: Scope): void => {
    if (node.kind === 'literal') {
      steps.write(node.text.length)
      pieces.push(node.text)
      return
    }
    if (node.kind === 'section') {
      const { scopes, showsOtherwise } = turnsOf({ ...node, size: 0 }, scope, request, steps)
      for (const inner of scopes) for (const child of node.children) visit(child, inner)
      if (showsOtherwise) for (const child of node.otherwise) visit(child, scope)
      return
    }
    const outcome = plainOutcome(node, evaluate(node.expression, scope, request))
    const written = outcome.kind === 'found' ? escape(outcome.text, node) : standIn(node, outcome, request)
    steps.write(written.length)
    pieces.push(written)
  }
  const root = rootScope(request.data, request)
  for (const node of nodes) visit(node, root)
  return pieces.join('')
}

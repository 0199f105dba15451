import { ChanceryError, type FillRequest } from '@chancery/core'
import {
  countSteps,
  evaluate,
  rootScope,
  type Scope,
  standIn,
  textOutcome,
  turnsOf,
  type ValueNode,
} from '@chancery/tags'
import type { Node, Place } from '../parse/parse-template.ts'

/** UTF-16 units of one filled field, and turns of its loops. */
const limits = { iterations: 200_000, output: 5_000_000 }

/**
 * Writes a field over data that was checked. What is missing is blank, or the tag as written where it is to be kept.
 * @param escape gives a value as it is written at that offset of the filled field
 * @throws `payload_too_large`
 */
export function renderNodes(
  nodes: readonly Node[],
  request: FillRequest,
  escape: (text: string, node: ValueNode<Place>, at: number) => string,
): string {
  const steps = countSteps(limits)
  const pieces: string[] = []
  let length = 0
  const write = (text: string): void => {
    steps.write(text.length)
    length += text.length
    pieces.push(text)
  }
  const visit = (node: Node, scope: Scope): void => {
    if (node.kind === 'literal') {
      write(node.text)
      return
    }
    if (node.place.isTooDeep === true) {
      throw new ChanceryError('payload_too_large', 'A partial stands in itself too often.', {
        details: { what: 'partials', limit: 10, actual: 11 },
      })
    }
    if (node.kind === 'section') {
      const { scopes, showsOtherwise } = turnsOf({ ...node, size: 0 }, scope, request, steps)
      for (const inner of scopes) for (const child of node.children) visit(child, inner)
      if (showsOtherwise) for (const child of node.otherwise) visit(child, scope)
      return
    }
    const outcome = textOutcome(evaluate(node.expression, scope, request))
    write(outcome.kind === 'found' ? escape(outcome.text, node, length) : standIn(node, outcome, request))
  }
  const root = rootScope(request.data, request)
  for (const node of nodes) visit(node, root)
  return pieces.join('')
}

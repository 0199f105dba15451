import { ChanceryError, type FillRequest } from '@chancery/core'
import {
  countSteps,
  type DataCheck,
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

/** What tags say of the data. `DataCheck` is one that notes what it reads, too. */
export type DataReader = Pick<DataCheck<Place>, 'root' | 'value' | 'section'>

/** A reader that notes nothing. */
export function plainReader(request: FillRequest): DataReader {
  const steps = countSteps(limits)
  return {
    root: rootScope(request.data, request),
    value: (node, scope) => textOutcome(evaluate(node.expression, scope, request)),
    section: (node, scope) => turnsOf({ ...node, size: 0 }, scope, request, steps),
  }
}

/**
 * Writes a field. What is missing is blank, or the tag as written where it is to be kept.
 * @param escape gives a value as it is written at that offset of the filled field
 * @throws `payload_too_large`
 */
export function renderNodes(
  nodes: readonly Node[],
  reader: DataReader,
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
      const { scopes, showsOtherwise } = reader.section(node, scope)
      for (const inner of scopes) for (const child of node.children) visit(child, inner)
      if (showsOtherwise) for (const child of node.otherwise) visit(child, scope)
      return
    }
    const outcome = reader.value(node, scope)
    if (outcome.kind !== 'found') write(standIn(node, outcome, request))
    else if ('text' in outcome) write(escape(outcome.text, node, length))
  }
  for (const node of nodes) visit(node, reader.root)
  return pieces.join('')
}

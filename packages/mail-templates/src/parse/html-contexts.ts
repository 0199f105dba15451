import type { Finding } from '@chancery/core'
import type { Node, ParsedField, Place } from './parse-template.ts'
import { findingAt } from './source-field.ts'
import { afterText, afterValue, type HtmlState, lessKnown, sameState, textState } from './html-context.ts'
import { valueContext, type ValueContext } from './value-context.ts'

export interface FieldContexts {
  /** By value node. */
  readonly contexts: ReadonlyMap<Node, ValueContext>
  /** Values where none may stand, raw output, and sections that end elsewhere in the html than they began. */
  readonly faults: readonly Finding[]
}

/**
 * The context of every value of a field. In html it is found by following the tokenizer's states through the template;
 * since every way through a section must end in one state, it is the same whatever the data.
 */
export function fieldContexts({ field, nodes, faults: tagFaults }: ParsedField): FieldContexts {
  const contexts = new Map<Node, ValueContext>()
  const faults: Finding[] = []
  const isHtml = field.name === 'html'
  const fault = ({ start, end }: Place, code: string, message: string, hint: string): void => {
    faults.push(findingAt(field, [start, end], 'error', code, message, hint))
  }
  const visit = (node: Node, state: HtmlState): HtmlState => {
    if (node.kind === 'literal') return isHtml ? afterText(state, node.text) : state
    if (node.kind !== 'section') {
      const context: ValueContext = isHtml ? valueContext(state) : { kind: 'plain' }
      contexts.set(node, context)
      if (context.kind === 'refused') fault(node.place, context.code, context.message, context.hint)
      if (isHtml && node.place.raw) {
        const hint = 'Write {{…}}. Data is never trusted to be html; put formatting into the template.'
        fault(node.place, 'raw_output', 'A value would be written without escaping.', hint)
      }
      return afterValue(state)
    }
    const shown = node.children.reduce((at, child) => visit(child, at), state)
    const hidden = node.otherwise.reduce((at, child) => visit(child, at), state)
    const mayRepeat = node.mode !== 'if' && !node.inverted
    // Where tags have faults, sections are not what their author meant.
    const isWhole = tagFaults.length === 0
    if (isWhole && (!sameState(shown, hidden) || (mayRepeat && !sameState(shown, state)))) {
      const hint = 'Close what the section opens (a tag, an attribute, a comment) inside the section.'
      fault(node.place, 'section_breaks_html', 'The section begins and ends in different places of the html.', hint)
    }
    return lessKnown(shown, hidden)
  }
  nodes.reduce((state, node) => visit(node, state), textState)
  return { contexts, faults }
}

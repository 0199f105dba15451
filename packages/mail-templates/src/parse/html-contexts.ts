import type { Finding } from '@chancery/core'
import type { Node, ParsedField, Place } from './parse-template.ts'
import { type Contexts, contextsIn, outermost, readsHtml } from './html-paths.ts'
import { findingAt } from './source-field.ts'
import { afterText, afterValue, type HtmlState, lessKnown, meetAgain, sameState, textState } from './html-context.ts'
import { valueContext, type ValueContext } from './value-context.ts'

export interface FieldContexts {
  /** By value node. */
  readonly contexts: ReadonlyMap<Node, ValueContext>
  /** Values where none may stand, and sections that end elsewhere in the html than they began. */
  readonly faults: readonly Finding[]
  /** What is told of raw output, which stops no fill. */
  readonly notes: readonly Finding[]
}

/**
 * The context of every value of a field. In html it is found by following the tokenizer's states through the template;
 * since every way through a section must end in one state, it is the same whatever the data.
 * @param html the paths of data whose texts are html
 */
export function fieldContexts(
  { isHtml, nodes, faults: tagFaults }: ParsedField,
  html: ReadonlySet<string>,
): FieldContexts {
  const contexts = new Map<Node, ValueContext>()
  const faults: Finding[] = []
  const notes: Finding[] = []
  const fault = ({ field: within, start, end }: Place, code: string, message: string, hint: string): void => {
    faults.push(findingAt(within, [start, end], 'error', code, message, hint))
  }
  const visitAll = (nodes: readonly Node[], state: HtmlState, around: Contexts): HtmlState =>
    nodes.reduce((at, node, index) => visit(node, at, around, nodes[index + 1]), state)
  const visit = (node: Node, state: HtmlState, around: Contexts, next: Node | undefined): HtmlState => {
    if (node.kind === 'literal') return isHtml ? afterText(state, node.text) : state
    if (node.kind !== 'section') {
      const context: ValueContext = isHtml ? valueContext(state) : { kind: 'plain' }
      const isRaw = isHtml && node.place.raw && context.kind !== 'refused'
      const mayBeHtml = isRaw && state.state === 'text' && !state.foreign && readsHtml(node, around, html)
      contexts.set(node, mayBeHtml ? { kind: 'html' } : context)
      if (context.kind === 'refused') fault(node.place, context.code, context.message, context.hint)
      if (isRaw) notes.push(rawNote(node.place, mayBeHtml))
      return afterValue(state)
    }
    const within = html.size === 0 ? around : contextsIn(node, around)
    const shown = visitAll(node.children, state, within)
    const hidden = visitAll(node.otherwise, state, around)
    const isSame = (a: HtmlState, b: HtmlState, behind: Node | undefined): boolean =>
      sameState(a, b) || (behind?.kind === 'literal' && meetAgain(a, b, behind.text))
    const mayRepeat = node.mode !== 'if' && !node.inverted
    // Where tags have faults, sections are not what their author meant.
    const isWhole = tagFaults.length === 0
    if (isWhole && (!isSame(shown, hidden, next) || (mayRepeat && !isSame(shown, state, node.children[0])))) {
      const hint = 'Close what the section opens (a tag, an attribute, a comment) inside the section.'
      fault(node.place, 'section_breaks_html', 'The section begins and ends in different places of the html.', hint)
    }
    return lessKnown(shown, hidden)
  }
  visitAll(nodes, textState, outermost)
  return { contexts, faults, notes }
}

/** What is told of a value in three braces. */
function rawNote({ field, start, end }: Place, isHtml: boolean): Finding {
  if (isHtml) {
    const message = 'A value is written as html: what is not harmless in it is left out.'
    return findingAt(field, [start, end], 'info', 'html_value', message)
  }
  const hint = 'Write {{…}}; or declare in the schema of the template that it is html: contentMediaType "text/html".'
  const message = 'A value that is not declared as html is escaped, in three braces too.'
  return findingAt(field, [start, end], 'warning', 'raw_output', message, hint)
}

import { findingAt } from '../../parse/source-field.ts'
import type { HtmlTag } from '../html-elements.ts'
import type { Rule } from '../rule.ts'

const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Their end may be left out (HTML standard, 13.1.2.4). */
const optionalEnd = new Set(
  'html head body p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rt rp'.split(' '),
)
/** Errors of the tokenizer that change what is read; the rest are matters of taste or of Outlook's own syntax. */
const grave: Readonly<Record<string, string>> = {
  'duplicate-attribute': 'An attribute is given twice; the second is ignored.',
  'eof-in-tag': 'The html ends inside a tag.',
  'eof-in-comment': 'A comment is not closed.',
  'eof-in-script-html-comment-like-text': 'A script is not closed.',
  'missing-attribute-value': 'An attribute has no value after "=".',
  'missing-whitespace-between-attributes': 'A space is missing between attributes.',
  'unexpected-character-in-attribute-name': 'A quotation mark or "<" stands where an attribute name belongs.',
  'unexpected-character-in-unquoted-attribute-value': 'An attribute value lacks its quotation marks.',
  'unexpected-null-character': 'The html holds a NUL character.',
}

const spellingOf = (code: string): string => code.replaceAll('-', '_')

/** Elements that are not closed, closed twice or crosswise, and attributes that cannot be read. */
export const htmlStructure: Rule = ({ html }) => {
  if (html === undefined) return []
  const { field } = html.parsed
  const errors = html.elements.errors
    .filter(({ code }) => grave[code] !== undefined)
    .map(({ code, start, end }) => findingAt(field, [start, end], 'error', spellingOf(code), grave[code] ?? ''))
  const findings = [...errors]
  const report = (tag: HtmlTag, code: string, message: string, hint: string): void => {
    findings.push(findingAt(field, [tag.start, tag.end], 'error', code, message, hint))
  }
  const open: HtmlTag[] = []
  const count = new Map<string, number>()
  const change = (name: string, by: number): void => {
    count.set(name, (count.get(name) ?? 0) + by)
  }
  for (const tag of html.straight.tags) {
    if (tag.kind === 'start') {
      if (voids.has(tag.name) || tag.selfClosing) continue
      open.push(tag)
      change(tag.name, 1)
      continue
    }
    if (voids.has(tag.name)) continue
    if ((count.get(tag.name) ?? 0) === 0) {
      const hint = 'Remove it, or open the element before it.'
      if (tag.name !== 'p') report(tag, 'stray_end_tag', `</${tag.name}> closes nothing.`, hint)
      continue
    }
    for (let top = open.pop(); top !== undefined; top = open.pop()) {
      change(top.name, -1)
      if (top.name === tag.name) break
      if (!optionalEnd.has(top.name)) {
        report(
          top,
          'unclosed_element',
          `<${top.name}> is not closed before </${tag.name}>.`,
          `Add </${top.name}>, or put the end tags in order.`,
        )
      }
    }
  }
  for (const tag of open) {
    if (!optionalEnd.has(tag.name))
      report(tag, 'unclosed_element', `<${tag.name}> is never closed.`, `Add </${tag.name}>.`)
  }
  return findings
}

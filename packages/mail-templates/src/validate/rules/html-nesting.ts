import { voidElements } from '../../page/element-kinds.ts'
import type { HtmlTag, HtmlToken } from '../../parse/html-tokens.ts'
import { type Mismatch, tagMismatches } from '../../page/tag-mismatches.ts'
import { htmlRule } from '../rule.ts'

const weight = (found: readonly Mismatch[]): number => found.filter(({ code }) => code !== 'unclosed_cell').length

/** Elements that are not closed, closed twice or crosswise. */
export const htmlNesting = htmlRule(({ page, parsed, starts, errors }, tell) => {
  const tags = page.tokens.filter(
    (token: HtmlToken): token is HtmlTag => token.kind === 'start' || token.kind === 'end',
  )
  const plain = tagMismatches(tags, parsed.field)
  // Only where something is wrong, the layout is asked what.
  const names = new Set(plain.map(({ tag }) => tag.name))
  const laidOut = names.size === 0 ? plain : tagMismatches(tags, parsed.field, names)
  const found = laidOut.length <= plain.length && weight(laidOut) <= weight(plain) ? laidOut : plain
  // What is open where a comment has taken the rest of the page is no fault of its own.
  const isCutOff = errors.some(({ code }) => code === 'eof-in-comment' || code === 'eof-in-tag')
  for (const { code, tag, before } of found) {
    if (isCutOff && before === 'the end') continue
    if (code === 'stray_end_tag') tell(code, tag, { message: `</${tag.name}> closes nothing.` })
    else
      tell(code, tag, {
        message: `<${tag.name}> is not closed before ${before}.`,
        hint: `Add </${tag.name}>, or put the end tags in order.`,
      })
  }
  for (const tag of tags) {
    if (tag.kind === 'end' && voidElements.has(tag.name))
      tell('end_of_void', tag, { message: `<${tag.name}> has no end tag.` })
  }
  for (const tag of starts) {
    if (tag.selfClosing && !voidElements.has(tag.name) && !tag.name.includes(':') && !foreign.has(tag.name))
      tell('self_closed_element', tag, { message: `<${tag.name}/> is not closed by its slash; it stays open.` })
  }
})

/** Elements of SVG, which may be closed so. */
const foreign = new Set('svg path rect circle ellipse line polyline polygon g use image stop defs'.split(' '))

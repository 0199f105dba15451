import { voidElements } from '../../page/element-kinds.ts'
import type { HtmlTag, HtmlToken } from '../../parse/html-tokens.ts'
import { type Mismatch, tagMismatches } from '../../page/tag-mismatches.ts'
import { type Html, htmlRule, type Tell, type Words } from '../rule.ts'

const weight = (found: readonly Mismatch[]): number => found.filter(({ code }) => code !== 'unclosed_cell').length

/** The tags of a page, and those that lack a partner. */
function pairing({ page, parsed, errors }: Html): {
  readonly tags: readonly HtmlTag[]
  readonly unpaired: readonly Mismatch[]
} {
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
  return { tags, unpaired: isCutOff ? found.filter((each) => !isOpenAtEnd(each)) : found }
}

const isOpenAtEnd = ({ before }: Mismatch): boolean => before === 'the end'

const wordsOn = ({ code, tag, before }: Mismatch): Words =>
  code === 'stray_end_tag'
    ? { message: `</${tag.name}> closes nothing.` }
    : {
        message: `<${tag.name}> is not closed before ${before}.`,
        hint: `Add </${tag.name}>, or put the end tags in order.`,
      }

/** Elements that are not closed, closed twice or crosswise. */
export const htmlNesting = htmlRule((html, tell) => {
  const { tags, unpaired } = pairing(html)
  for (const each of unpaired) tell(each.code, each.tag, wordsOn(each))
  for (const tag of tags) {
    if (tag.kind === 'end' && voidElements.has(tag.name))
      tell('end_of_void', tag, { message: `<${tag.name}> has no end tag.` })
  }
  for (const tag of html.starts) {
    if (tag.selfClosing && !voidElements.has(tag.name) && !tag.name.includes(':') && !foreign.has(tag.name))
      tell('self_closed_element', tag, { message: `<${tag.name}/> is not closed by its slash; it stays open.` })
  }
})

/**
 * The same of pieces that are put together to a page: what one leaves open another may close, so that only what no piece
 * has the other half of lacks it.
 */
export function nestingOfPieces(pieces: readonly Html[], page: Html | undefined, tell: Tell): void {
  const found = pieces.map((html) => ({ field: html.parsed.field, unpaired: pairing(html).unpaired }))
  const all = [...found.flatMap(({ unpaired }) => unpaired), ...(page === undefined ? [] : pairing(page).unpaired)]
  const closed = new Set(all.filter(({ code }) => code === 'stray_end_tag').map(({ tag }) => tag.name))
  const opened = new Set(all.filter(isOpenAtEnd).map(({ tag }) => tag.name))
  for (const { field, unpaired } of found)
    for (const each of unpaired) {
      // Ends that may be left out are no half that another has.
      if (each.code === 'unclosed_cell' && isOpenAtEnd(each)) continue
      const others = each.code === 'stray_end_tag' ? opened : isOpenAtEnd(each) ? closed : undefined
      if (others?.has(each.tag.name) !== true) tell(each.code, field, [each.tag.start, each.tag.end], wordsOn(each))
    }
}

/** Elements of SVG, which may be closed so. */
const foreign = new Set('svg path rect circle ellipse line polyline polygon g use image stop defs'.split(' '))

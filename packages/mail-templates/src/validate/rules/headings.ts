import { type HtmlPage, type PageElement, textOf } from '../../page/html-page.ts'
import { holdsTag, htmlRule } from '../rule.ts'

/** The longest words that are taken for a heading. */
const longestHeading = 60

const hasImage = ({ tokens }: HtmlPage, { from, to }: PageElement): boolean =>
  tokens.slice(from, Math.min(to, from + 20)).some((token) => token.kind === 'start' && token.name === 'img')

/** Headings by which screen readers go through a message: in order, with words, and no bold paragraphs in their place. */
export const headings = htmlRule(({ page, parsed }, tell) => {
  let level = 0
  let mains = 0
  for (const [index, element] of page.elements.entries()) {
    const { tag } = element
    if (tag.name === 'p' && !holdsTag(parsed, tag.end, element.end) && isBoldHeading(page, index))
      tell('bold_heading', tag)
    const [, digit] = /^h([1-6])$/.exec(tag.name) ?? []
    if (digit === undefined) continue
    const depth = Number(digit)
    if (textOf(page, element) === '' && !hasImage(page, element)) tell('empty_heading', tag)
    if (level > 0 && depth > level + 1) tell('skipped_heading', tag, { message: `<h${depth}> follows <h${level}>.` })
    level = depth
    if (depth === 1) mains += 1
    if (depth === 1 && mains > 1) tell('several_main_headings', tag)
  }
})

/** Whether all of a paragraph is a few bold words without the end of a sentence, and another paragraph follows. */
function isBoldHeading(page: HtmlPage, index: number): boolean {
  const [paragraph, inner] = [page.elements[index], page.elements[index + 1]]
  if (paragraph === undefined || inner?.parent !== index || !/^(?:b|strong)$/.test(inner.tag.name)) return false
  const outside = [...page.tokens.slice(paragraph.from, inner.from), ...page.tokens.slice(inner.to, paragraph.to)]
  if (outside.length > 4 || outside.some((token) => token.kind === 'text' && token.text.trim() !== '')) return false
  const words = textOf(page, inner, 20)
  const next = page.tokens
    .slice(paragraph.to + 1, paragraph.to + 4)
    .find((token) => token.kind !== 'text' || token.text.trim() !== '')
  return (
    words.length <= longestHeading &&
    /^\p{Lu}[\p{L}\p{N} ,’'&-]+[\p{L}\p{N}]$/u.test(words) &&
    next?.kind === 'start' &&
    next.name === 'p'
  )
}

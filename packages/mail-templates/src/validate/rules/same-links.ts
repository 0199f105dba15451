import { type HtmlPage, type PageElement, textOf } from '../../page/html-page.ts'
import { htmlRule, holdsTag } from '../rule.ts'

/** The shortest words that are compared: what is shorter says little of its target anyway. */
const leastLetters = 4
/** UTF-16 units of an address that are compared. */
const mostOfAddress = 2000
/** Parts of a link that its words are read of. */
const mostTokens = 20

/** What of an address makes no other target: parameters of statistics, and how it ends. */
const targetOf = (url: string): string =>
  url
    .trim()
    .slice(0, mostOfAddress)
    .replace(/#.*$/, '')
    .replace(/([?&])utm_[^&]*/g, '$1')
    .replace(/[?&/]+$/, '')
    .toLowerCase()

/** Whether only white space stands between two elements. */
const isRightBehind = ({ tokens }: HtmlPage, first: PageElement, second: PageElement): boolean => {
  const between = tokens.slice(first.to + 1, Math.min(second.from - 1, first.to + 3))
  return (
    second.from - 1 - (first.to + 1) <= 1 && between.every((token) => token.kind === 'text' && token.text.trim() === '')
  )
}

/** Links with the same words that lead to different places (WCAG 2.2, 2.4.4): by their words nobody can tell which is which. */
export const sameLinks = htmlRule(({ page, parsed }, tell) => {
  const known = new Map<string, string>()
  let last: { readonly target: string; readonly element: PageElement } | undefined
  for (const element of page.elements) {
    const href = element.tag.name === 'a' ? element.tag.attributes.get('href') : undefined
    if (href === undefined || !/^https?:/i.test(href.value.trim()) || holdsTag(parsed, href.start, element.end))
      continue
    const words = textOf(page, element, mostTokens).toLowerCase()
    if (words.length < leastLetters) continue
    const target = targetOf(href.value)
    if (last !== undefined && last.target === target && isRightBehind(page, last.element, element))
      tell('same_link_text', element.tag, {
        message: 'Two links side by side lead to the same place; readers come to it twice.',
        hint: 'Make one link of them.',
      })
    last = { target, element }
    const first = known.get(words)
    if (first === undefined) known.set(words, target)
    else if (first !== target)
      tell('same_link_text', element.tag, {
        message: `Another link says "${words.slice(0, 60)}" too, and leads elsewhere.`,
      })
  }
})

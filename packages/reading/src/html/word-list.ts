import { attributeOf, type HtmlElement, isElement, rawText } from '@chancery/formats/html'

/** Style of a paragraph that Word or Outlook shows as a list item, and of what stands for its number. */
const itemStyle = /(?:^|;)\s{0,20}mso-list\s{0,20}:[^;]{0,80}?\blevel([1-9])\b/i
const numberStyle = /(?:^|;)\s{0,20}mso-list\s{0,20}:\s{0,20}ignore/i

const styleOf = (element: HtmlElement): string => (attributeOf(element, 'style') ?? '').slice(0, 2000)

/** The number or bullet that Word writes out as text; its list says it already. */
export const isWordNumber = (element: HtmlElement): boolean =>
  element.tagName === 'span' && numberStyle.test(styleOf(element))

/** What a paragraph of Word's HTML is as a list item; `undefined` where it is none. */
export function wordListItem(element: HtmlElement): { readonly level: number; readonly marker: string } | undefined {
  const level = element.tagName === 'p' ? itemStyle.exec(styleOf(element))?.[1] : undefined
  const number = level === undefined ? undefined : wordNumberIn(element, 4)
  if (number === undefined) return undefined
  const written = rawText(number).replaceAll(/[\s\u00a0]+/g, '')
  return {
    level: Number(level),
    marker: /^(?:\(?[\p{L}\p{N}.]{1,20}[.)]|\d[\d.]{0,20})$/u.test(written) ? written : '•',
  }
}

function wordNumberIn(element: HtmlElement, depth: number): HtmlElement | undefined {
  for (const child of element.childNodes.slice(0, 8)) {
    if (!isElement(child)) continue
    const found = isWordNumber(child) ? child : depth > 0 ? wordNumberIn(child, depth - 1) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

import { type HtmlElement, type HtmlNode, isElement, rawText } from '@chancery/formats/html'

/** No mark of a note is longer. */
const longestMark = 8

/** The text of an element, where it is as short as a mark. */
export function markOf(element: HtmlElement): string | undefined {
  let text = ''
  const isShort = (node: HtmlNode): boolean => {
    if (node.nodeName === '#text') text += rawText(node).trim()
    return text.length <= longestMark && (!isElement(node) || node.childNodes.every(isShort))
  }
  return isShort(element) && text !== '' ? text : undefined
}

import { type HtmlElement, type HtmlNode, isElement, rawText } from '@chancery/formats/html'
import type { XmlElement } from '../xml/xml-element.ts'

/** What HTML has from an XML language, as the readers of that language take it. */
export const xmlOf = (element: HtmlElement): XmlElement => ({
  name: element.tagName,
  attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
  children: element.childNodes.filter(isContent).map((node) => (isElement(node) ? xmlOf(node) : rawText(node))),
})

const isContent = (node: HtmlNode): boolean => isElement(node) || node.nodeName === '#text'

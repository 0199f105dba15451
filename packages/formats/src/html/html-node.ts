import type { DefaultTreeAdapterTypes } from 'parse5'

/** What stands in a page or an element: another element, a text, a comment. */
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode
export type HtmlElement = DefaultTreeAdapterTypes.Element
export type HtmlPage = DefaultTreeAdapterTypes.Document

export const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node

/** The value of an attribute; `undefined` where the element has none of that name. */
export const attributeOf = (element: HtmlElement, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value

/** The elements right inside of another, or of the page, all or those of a name. */
export const elementsOf = (parent: { readonly childNodes: readonly HtmlNode[] }, name?: string): HtmlElement[] =>
  parent.childNodes.filter(isElement).filter((element) => name === undefined || element.tagName === name)

/** The text inside as it is written, without any layout. */
export function rawText(node: HtmlNode): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value
  return 'childNodes' in node ? node.childNodes.map(rawText).join('') : ''
}

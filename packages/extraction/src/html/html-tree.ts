import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5'
import { beyondLimit } from '../reading-errors.ts'
import { inHtmlSyntax } from './xhtml-syntax.ts'

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode
export type HtmlElement = DefaultTreeAdapterTypes.Element
type ParentNode = DefaultTreeAdapterTypes.ParentNode

/** Deeper than people write; each level costs the parser a look at all that are open. */
const maxDepth = 400

/**
 * Parses HTML as browsers do, in bounded time: nesting and the number of elements are limited while the tree grows.
 * @throws `payload_too_large`
 */
export function parseHtml(html: string, maxElements: number): DefaultTreeAdapterTypes.Document {
  const depths = new WeakMap<object, number>()
  let elements = 0
  return parse(inHtmlSyntax(html), {
    // Without scripts, what stands in <noscript> is shown.
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...given) {
        if (++elements > maxElements) throw beyondLimit('HTML elements', maxElements)
        return defaultTreeAdapter.createElement(...given)
      },
      appendChild(parent: ParentNode, child: HtmlNode) {
        const depth = (depths.get(parent) ?? 0) + 1
        if (depth > maxDepth) throw beyondLimit('depth of nested elements', maxDepth)
        depths.set(child, depth)
        defaultTreeAdapter.appendChild(parent, child)
      },
    },
  })
}

export const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node

export const attribute = (element: HtmlElement, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value

export const elementsOf = (parent: { readonly childNodes: readonly HtmlNode[] }, name?: string): HtmlElement[] =>
  parent.childNodes.filter(isElement).filter((element) => name === undefined || element.tagName === name)

/** The text inside as it is written, without any layout. */
export function rawText(node: HtmlNode): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value
  return 'childNodes' in node ? node.childNodes.map(rawText).join('') : ''
}

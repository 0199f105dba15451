import type { DefaultTreeAdapterTypes } from 'parse5'
import { RichFault } from './rich-fault.ts'

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode
export type HtmlElement = DefaultTreeAdapterTypes.Element
type ParentNode = DefaultTreeAdapterTypes.ParentNode

/** Of one value. Deeper than people write; each level costs the parser a look at all that are open. */
const limits = { length: 5_000_000, nodes: 50_000, depth: 200 } as const

/**
 * Parses a piece of HTML as browsers do, in bounded time: nesting and the number of nodes are limited while the tree
 * grows. Nothing in it runs or is fetched.
 * @throws RichFault
 */
export async function parseHtml(html: string): Promise<readonly HtmlNode[]> {
  if (html.length > limits.length) throw tooMuch()
  const { defaultTreeAdapter, parseFragment } = await import('parse5')
  const depths = new WeakMap<object, number>()
  let nodes = 0
  const count = (): void => {
    if (++nodes > limits.nodes) throw tooMuch()
  }
  return parseFragment(html, {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...given) {
        count()
        return defaultTreeAdapter.createElement(...given)
      },
      appendChild(parent: ParentNode, child: HtmlNode) {
        const depth = (depths.get(parent) ?? 0) + 1
        if (depth > limits.depth) throw new RichFault('The HTML is nested too deeply.')
        depths.set(child, depth)
        defaultTreeAdapter.appendChild(parent, child)
      },
    },
  }).childNodes
}

const tooMuch = (): RichFault =>
  new RichFault('The formatted text is too long.', `At most ${limits.nodes} elements; part it into several values.`)

export const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node

export const attributeOf = (element: HtmlElement, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value

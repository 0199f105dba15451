import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parse, parseFragment, type ParserOptions } from 'parse5'
import type { HtmlNode, HtmlPage } from './html-node.ts'

/** How large a tree may become. */
export interface HtmlBounds {
  readonly elements: number
  /** Levels; each costs the parser a look at all that are open. */
  readonly depth: number
  /** What is thrown beyond one of them. */
  readonly beyond: (bound: 'elements' | 'depth') => Error
}

/**
 * Parses a page of HTML as browsers do, without scripts, in bounded time: its tree is held to the bounds while it grows.
 * @throws `bounds.beyond`
 */
export const parsePage = (html: string, bounds: HtmlBounds): HtmlPage => parse(html, bounded(bounds))

/** As `parsePage`, for what stands inside of a page: the nodes of the piece. @throws `bounds.beyond` */
export const parsePiece = (html: string, bounds: HtmlBounds): readonly HtmlNode[] =>
  parseFragment(html, bounded(bounds)).childNodes

/** How deep a node lies; kept with it, since a map of a million nodes costs more than their page. */
const level = Symbol('level')
interface Placed {
  [level]?: number
}

function bounded({
  elements: mostElements,
  depth: mostDepth,
  beyond,
}: HtmlBounds): ParserOptions<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  let elements = 0
  return {
    // Without scripts, what stands in <noscript> is shown.
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...given) {
        if (++elements > mostElements) throw beyond('elements')
        return defaultTreeAdapter.createElement(...given)
      },
      appendChild(
        parent: DefaultTreeAdapterTypes.ParentNode & Placed,
        child: DefaultTreeAdapterTypes.ChildNode & Placed,
      ) {
        const depth = (parent[level] ?? 0) + 1
        if (depth > mostDepth) throw beyond('depth')
        child[level] = depth
        defaultTreeAdapter.appendChild(parent, child)
      },
    },
  }
}

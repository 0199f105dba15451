import { decodeXml, scanXml } from './scan-xml.ts'

/** An element of a part with its place in the XML; offsets are UTF-16 units. */
export interface XmlElement {
  readonly name: string
  /** Raw text between name and end of the start tag. */
  readonly attributes: string
  readonly parent: XmlElement | undefined
  readonly children: XmlElement[]
  readonly start: number
  /** Behind the start tag. */
  readonly contentStart: number
  /** Before the end tag; of an empty element the same as `contentStart`. */
  contentEnd: number
  end: number
}

/** The elements of a part as a tree; `undefined` where it is no well-formed XML. Linear. */
export function elementTree(xml: string): XmlElement | undefined {
  let root: XmlElement | undefined
  let at: XmlElement | undefined
  const fault = scanXml(xml, {
    open(name, attributes, start, end) {
      const element = { name, attributes, parent: at, children: [], start, contentStart: end, contentEnd: end, end }
      at?.children.push(element)
      root ??= element
      at = element
    },
    close(_, start, end) {
      if (at === undefined) return
      // An empty element closes with its own start tag.
      if (end !== at.contentStart) at.contentEnd = start
      at.end = end
      at = at.parent
    },
  })
  return fault === undefined ? root : undefined
}

/** The text of an element that has no others in it. */
export const textOfElement = (xml: string, { contentStart, contentEnd }: XmlElement): string =>
  decodeXml(xml.slice(contentStart, contentEnd))

/** The first child of that name. */
export const childOf = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((child) => child.name === name)

/** The element and all below it, in their order. */
export function* elementsOf(element: XmlElement): Generator<XmlElement> {
  const rest = [element]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    yield next
    for (let index = next.children.length - 1; index >= 0; index--) rest.push(next.children[index] as XmlElement)
  }
}

/** XML with stretches replaced; of stretches that overlap the outer one counts. */
export function replaceStretches(
  xml: string,
  edits: readonly { readonly from: number; readonly until: number; readonly text: string }[],
): string {
  const pieces: string[] = []
  let at = 0
  for (const { from, until, text } of [...edits].sort((a, b) => a.from - b.from || b.until - a.until)) {
    if (from < at) continue
    pieces.push(xml.slice(at, from), text)
    at = until
  }
  return [...pieces, xml.slice(at)].join('')
}

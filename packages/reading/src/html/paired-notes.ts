import { attributeOf, type HtmlElement, type HtmlNode, type HtmlPage, isElement, rawText } from '@chancery/formats/html'
import { markOf } from './note-marks.ts'

/** A note or comment, by the element that holds all of it. */
export interface PairedNote {
  /** The name that the text refers to. */
  readonly name: string
  readonly type: 'footnote' | 'comment'
  /** What stands before it: `1` of `[1]`. */
  readonly marker: string
}

export interface PairedNotes {
  readonly notes: ReadonlyMap<HtmlElement, PairedNote>
  /** Links of notes back into the text: no part of what the note says. */
  readonly marks: ReadonlySet<HtmlElement>
  /** Names that the text refers to, and what they are of. */
  readonly names: ReadonlyMap<string, PairedNote['type']>
}

interface Anchor {
  readonly element: HtmlElement
  readonly at: number
  readonly name: string
  readonly target: string
  readonly text: string
}

const holders = new Set(['p', 'li', 'div', 'dd', 'aside', 'td'])

const hasText = (node: HtmlNode): boolean =>
  node.nodeName === '#text' ? rawText(node).trim() !== '' : isElement(node) && node.childNodes.some(hasText)

/**
 * Notes as Word, Writer and Google Docs write them into HTML: two short links that are the same and lead to each other. The
 * second stands at the beginning of the note.
 */
export function pairedNotesOf(page: HtmlPage): PairedNotes {
  const anchors = anchorsOf(page)
  const byName = new Map(anchors.map((anchor) => [anchor.name, anchor] as const))
  const seconds = anchors.flatMap((anchor) => {
    const other = byName.get(anchor.target)
    const isPair = other?.target === anchor.name && other.text === anchor.text && other.at > anchor.at
    return isPair ? [other] : []
  })
  const within = new Map<HtmlElement, number>()
  for (const { element } of seconds)
    for (let outer = parentOf(element); outer !== undefined; outer = parentOf(outer))
      within.set(outer, (within.get(outer) ?? 0) + 1)
  const notes = new Map<HtmlElement, PairedNote>()
  const marks = new Set<HtmlElement>()
  const names = new Map<string, PairedNote['type']>()
  for (const { element, name, text } of seconds) {
    const holder = holderOf(element, within)
    if (holder === undefined || notes.has(holder)) continue
    const type = /^(?:_?mso)?(?:com|cmnt)/i.test(name) ? 'comment' : 'footnote'
    notes.set(holder, { name, type, marker: text.replaceAll(/[[\]()]/g, '') })
    marks.add(element)
    names.set(name, type)
  }
  return { notes, marks, names }
}

function anchorsOf(page: HtmlPage): Anchor[] {
  const anchors: Anchor[] = []
  const look = (parent: { readonly childNodes: readonly HtmlNode[] }): void => {
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue
      const href = child.tagName === 'a' ? attributeOf(child, 'href') : undefined
      const name = attributeOf(child, 'name') ?? attributeOf(child, 'id')
      const text = href?.startsWith('#') === true && name !== undefined ? markOf(child) : undefined
      if (href !== undefined && name !== undefined && text !== undefined)
        anchors.push({ element: child, at: anchors.length, name, target: href.slice(1), text })
      look(child)
    }
  }
  look(page)
  return anchors
}

const parentOf = ({ parentNode }: HtmlElement): HtmlElement | undefined =>
  parentNode !== null && 'tagName' in parentNode ? parentNode : undefined

/** The largest element that begins with this mark and has no other note in it. */
function holderOf(mark: HtmlElement, within: ReadonlyMap<HtmlElement, number>): HtmlElement | undefined {
  let holder: HtmlElement | undefined
  let inner = mark
  for (let outer = parentOf(mark); outer !== undefined; outer = parentOf(outer)) {
    if (/^(?:h[1-6]|body|html)$/.test(outer.tagName) || (within.get(outer) ?? 0) > 1) break
    if (outer.childNodes.find(hasText) !== inner) break
    inner = outer
    if (holders.has(outer.tagName)) holder = outer
  }
  return holder
}

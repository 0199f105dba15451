import { attributeOf, type HtmlElement, type HtmlPage, isElement } from '@chancery/formats/html'

/** Elements around notes, and notes themselves, as programs that write HTML mark them (DPUB-ARIA 1.1; EPUB 3). */
const isNoteList = (element: HtmlElement): boolean =>
  /^doc-endnotes$/.test(attributeOf(element, 'role') ?? '') ||
  /(?:^|\s)(?:footnotes?|endnotes?|foot-notes)(?:\s|$)/i.test(attributeOf(element, 'class') ?? '')
const isNote = (element: HtmlElement): boolean =>
  /^doc-(?:footnote|endnote)$/.test(attributeOf(element, 'role') ?? '') ||
  /^(?:footnote|endnote|rearnote)$/.test(attributeOf(element, 'epub:type') ?? '')

/** Leads back from a note to where the text refers to it. */
export const isBackLink = (element: HtmlElement): boolean =>
  attributeOf(element, 'role') === 'doc-backlink' ||
  /(?:^|\s)(?:footnote-?back(?:ref)?|reversefootnote|data-footnote-backref)(?:\s|$)/.test(
    attributeOf(element, 'class') ?? '',
  ) ||
  /^#(?:user-content-)?fn-?ref/i.test(attributeOf(element, 'href') ?? '')

/** Ids of the elements that are notes: those that say so, and the items of lists of notes. */
export function noteIdsOf(page: HtmlPage): ReadonlySet<string> {
  const ids = new Set<string>()
  const look = (parent: { readonly childNodes: HtmlPage['childNodes'] }, inList: boolean): void => {
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue
      const id = attributeOf(child, 'id')
      if (id !== undefined && (isNote(child) || (inList && child.tagName === 'li'))) ids.add(id)
      look(child, inList || isNoteList(child))
    }
  }
  look(page, false)
  return ids
}

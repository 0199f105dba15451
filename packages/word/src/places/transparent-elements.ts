import { childOf, elementsOf, replaceStretches, type XmlElement } from '../xml/element-tree.ts'
import { attribute } from '../xml/scan-xml.ts'

/** Smart tags and custom XML, which Word itself drops when it opens a document. */
const dropped = new Set(['w:smartTag', 'w:customXml'])
/** Controls that Google Docs leaves around what it had comments or suggestions for. */
const leftByGoogle = /^goog_rdk_\d+$/

export const holdsTransparent = (xml: string): boolean => /<w:(?:smartTag|customXml)[ >]|"goog_rdk_\d/.test(xml)

/**
 * A part without elements that nobody sees and that mean nothing to Word: what is in them stands where they stood. A tag
 * or a section may begin in one and end behind it.
 */
export function withoutTransparent(xml: string, root: XmlElement): string {
  const edits: { from: number; until: number; text: string }[] = []
  for (const element of elementsOf(root)) {
    const inner = contentOf(element)
    if (inner === undefined) continue
    edits.push({ from: element.start, until: inner.from, text: '' })
    edits.push({ from: inner.until, until: element.end, text: '' })
  }
  return edits.length === 0 ? xml : replaceStretches(xml, edits)
}

/** Where that begins and ends which stays of a transparent element. */
function contentOf(element: XmlElement): { readonly from: number; readonly until: number } | undefined {
  if (dropped.has(element.name)) {
    const properties = childOf(element, `${element.name}Pr`)
    return { from: properties?.end ?? element.contentStart, until: element.contentEnd }
  }
  if (element.name !== 'w:sdt') return undefined
  const properties = childOf(element, 'w:sdtPr')
  const tag = properties === undefined ? undefined : childOf(properties, 'w:tag')
  const content = childOf(element, 'w:sdtContent')
  if (tag === undefined || content === undefined) return undefined
  if (!leftByGoogle.test(attribute(tag.attributes, 'w:val') ?? '')) return undefined
  return { from: content.contentStart, until: content.contentEnd }
}

import { ChanceryError } from '@chancery/core'
import { scanXml } from '../xml/scan-xml.ts'

/** The body of a main part, cut where a section break can be put. Offsets are UTF-16 units into `blocks`. */
export interface DocumentBody {
  /** Up to and with `<w:body>`. */
  readonly before: string
  /** All blocks, without the section properties at the end. */
  readonly blocks: string
  /** The last section's properties: a `w:sectPr` element. */
  readonly section: string
  /** From `</w:body>` on. */
  readonly after: string
  /** Where the properties of the section would go in the last paragraph; absent where the last block is no paragraph. */
  readonly breakAt: { readonly offset: number; readonly isInProperties: boolean } | undefined
  /** The sections that end in a paragraph: where their `w:sectPr` stand. */
  readonly inner: readonly { readonly start: number; readonly end: number }[]
}

const corrupt = (): ChanceryError => new ChanceryError('document_corrupt', 'A filled document has no whole body.')

/** @throws `document_corrupt` */
export function bodyOf(xml: string): DocumentBody {
  const names: string[] = []
  let bodyStart = -1
  let bodyEnd = -1
  let block: { name: string; start: number; openEnd: number; isEmpty: boolean } | undefined
  let properties:
    | { closeStart: number; change: number; hasSection: boolean; isEmpty: boolean; start: number }
    | undefined
  let blockEnd = -1
  let last: { start: number; end: number } | undefined
  let open: { start: number; depth: number } | undefined
  const sections: { start: number; end: number }[] = []
  const fault = scanXml(xml, {
    open(name, _attributes, start, end) {
      const depth = names.push(name)
      const isEmpty = xml[end - 2] === '/'
      if (name === 'w:body' && depth === 2) bodyStart = end
      if (depth === 3 && names[1] === 'w:body') {
        if (name === 'w:sectPr') last = { start, end }
        else {
          block = { name, start, openEnd: end, isEmpty }
          properties = undefined
          last = undefined
        }
      }
      if (depth === 4 && name === 'w:pPr' && block?.name === 'w:p') {
        properties = { closeStart: -1, change: -1, hasSection: false, isEmpty, start }
      }
      if (depth === 5 && names[3] === 'w:pPr' && properties !== undefined) {
        if (name === 'w:sectPr') properties.hasSection = true
        if (name === 'w:pPrChange') properties.change = start
      }
      if (name === 'w:sectPr' && names.at(-2) === 'w:pPr' && names.at(-3) === 'w:p') open = { start, depth }
    },
    close(name, start, end) {
      const depth = names.length
      if (open?.depth === depth) {
        sections.push({ start: open.start, end })
        open = undefined
      }
      if (depth === 4 && name === 'w:pPr' && properties !== undefined) properties.closeStart = start
      if (depth === 3 && names[1] === 'w:body') {
        if (name === 'w:sectPr' && last !== undefined) last = { ...last, end }
        else blockEnd = end
      }
      if (name === 'w:body' && depth === 2) bodyEnd = start
      names.pop()
    },
  })
  if (fault !== undefined || bodyStart === -1 || bodyEnd === -1) throw corrupt()
  const end = last?.start ?? bodyEnd
  const from = (offset: number): number => offset - bodyStart
  return {
    before: xml.slice(0, bodyStart),
    blocks: xml.slice(bodyStart, end),
    section: last === undefined ? '<w:sectPr/>' : xml.slice(last.start, last.end),
    after: xml.slice(bodyEnd),
    breakAt: breakOf(),
    inner: sections
      .filter(({ start }) => start < end)
      .map((each) => ({ start: from(each.start), end: from(each.end) })),
  }

  function breakOf(): DocumentBody['breakAt'] {
    if (block?.name !== 'w:p' || block.isEmpty || blockEnd === -1) return undefined
    if (properties === undefined) return { offset: from(block.openEnd), isInProperties: false }
    if (properties.hasSection || properties.isEmpty) return undefined
    const at = properties.change === -1 ? properties.closeStart : properties.change
    return { offset: from(at), isInProperties: true }
  }
}

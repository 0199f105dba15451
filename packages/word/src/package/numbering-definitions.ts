import { attribute, scanXml } from '../xml/scan-xml.ts'

/** What a numbering part defines, by id. */
export interface NumberingDefinitions {
  /** `w:abstractNum` elements. */
  readonly abstracts: ReadonlyMap<string, string>
  /** `w:num` elements without their tags, and the id of what they stand on. */
  readonly numbers: ReadonlyMap<string, { readonly abstract: string; readonly inner: string }>
}

/** Reads a numbering part once, in linear time; one that is not well-formed defines nothing. */
export function numberingDefinitions(xml: string): NumberingDefinitions {
  const abstracts = new Map<string, string>()
  const numbers = new Map<string, { abstract: string; inner: string }>()
  let open: { id: string; start: number; inner: number; abstract: string } | undefined
  let depth = 0
  const fault = scanXml(xml, {
    open(name, attributes, start, end) {
      if (++depth === 2) {
        const id = attribute(attributes, name === 'w:num' ? 'w:numId' : 'w:abstractNumId') ?? ''
        open = name === 'w:num' || name === 'w:abstractNum' ? { id, start, inner: end, abstract: '' } : undefined
      } else if (depth === 3 && name === 'w:abstractNumId' && open !== undefined) {
        open.abstract = attribute(attributes, 'w:val') ?? ''
      }
    },
    close(name, start, end) {
      if (depth-- !== 2 || open === undefined) return
      const { id, abstract } = open
      if (name === 'w:num') numbers.set(id, { abstract, inner: xml.slice(open.inner, Math.max(start, open.inner)) })
      else abstracts.set(id, xml.slice(open.start, end))
      open = undefined
    },
  })
  return fault === undefined ? { abstracts, numbers } : { abstracts: new Map(), numbers: new Map() }
}

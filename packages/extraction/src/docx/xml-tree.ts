import { SaxesParser } from 'saxes'
import { beyondLimit, corruptDocument } from '../reading-errors.ts'

/** An element with its names in the usual prefixes (`w:p`), whichever prefixes the part itself uses. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlElement | string)[]
}

/** Namespaces of WordprocessingML, transitional and strict (ISO/IEC 29500), and their usual prefixes. */
const prefixes: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing': 'wp',
  'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing': 'wp',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.microsoft.com/office/word/2010/wordml': 'w14',
  'urn:schemas-microsoft-com:vml': 'v',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://schemas.openxmlformats.org/package/2006/metadata/core-properties': 'cp',
  'http://schemas.openxmlformats.org/package/2006/relationships': 'rel',
  'http://www.w3.org/XML/1998/namespace': 'xml',
}

/** Deeper than any program writes, and shallow enough to walk by recursion. */
const maxDepth = 400

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[]
}

/** @throws `document_corrupt`, `payload_too_large` */
export function parseXml(bytes: Uint8Array, maxElements: number): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const open: OpenElement[] = [{ name: '', attributes: {}, children: [] }]
  let elements = 0
  parser.on('doctype', () => {
    throw corruptDocument('A part of the document has a document type declaration.')
  })
  parser.on('error', (cause) => {
    throw corruptDocument('A part of the document is not well-formed XML.', cause)
  })
  parser.on('opentag', (tag) => {
    if (++elements > maxElements) throw beyondLimit('XML elements of a part', maxElements)
    if (open.length > maxDepth) throw beyondLimit('depth of nested elements', maxDepth)
    const attributes: Record<string, string> = {}
    for (const { uri, local, name, value } of Object.values(tag.attributes)) {
      attributes[uri === '' ? local : qualified(uri, local, name)] = value
    }
    const element: OpenElement = { name: qualified(tag.uri, tag.local, tag.name), attributes, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', (text) => void open.at(-1)?.children.push(text))
  parser.on('cdata', (text) => void open.at(-1)?.children.push(text))
  parser.write(decodeXml(bytes)).close()
  const [root] = childrenOf(open[0] ?? { name: '', attributes: {}, children: [] })
  if (root === undefined) throw corruptDocument('A part of the document is empty.')
  return root
}

const qualified = (uri: string, local: string, name: string): string => {
  const prefix = prefixes[uri]
  return prefix === undefined ? name : `${prefix}:${local}`
}

const decodeXml = (bytes: Uint8Array): string => {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

export const childrenOf = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  )

/** The first element on the path of names, from child to child. */
export const descend = (element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined =>
  names.reduce<XmlElement | undefined>(
    (at, name) => at?.children.find((child): child is XmlElement => typeof child !== 'string' && child.name === name),
    element,
  )

/** `w:val` of a property that is a child of `element`. */
export const valueOf = (element: XmlElement | undefined, ...names: readonly string[]): string | undefined =>
  descend(element, ...names)?.attributes['w:val']

/** A switch such as `w:tblHeader`: there, and not turned off. */
export const isOn = (element: XmlElement | undefined): boolean =>
  element !== undefined &&
  !['0', 'false', 'off'].includes(element.attributes['w:val'] ?? element.attributes['w14:val'] ?? '1')

export const textOf = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')

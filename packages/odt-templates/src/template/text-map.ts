import {
  attribute,
  childOf,
  elementTree,
  entity,
  entityText,
  textOfElement,
  type XmlElement,
} from '@chancery/formats/xml'

/** A piece of a paragraph's text: `start`/`end` in the text, `xmlStart`/`xmlEnd` in the part. */
export interface Segment {
  readonly start: number
  readonly end: number
  readonly xmlStart: number
  readonly xmlEnd: number
  /** For every character the offset in the XML where it begins; absent where both go in step. */
  readonly offsets?: readonly number[]
  /** The elements between the paragraph and the text, outermost first. */
  readonly wrappers: readonly XmlElement[]
}

/** One paragraph or heading. */
export interface Paragraph {
  /** From 1, in the order of the part. */
  readonly number: number
  readonly text: string
  readonly segments: readonly Segment[]
  readonly element: XmlElement
  readonly table?: number
  readonly row?: number
  readonly column?: number
  readonly heading?: string
  /** In what a tracked change took away. */
  readonly isDeleted: boolean
  /** Frames, notes or comments are anchored in it. */
  readonly holdsOthers: boolean
}

/** What has a text of its own within a paragraph, or a text that nobody fills. */
const others = new Set([
  'draw:frame',
  'draw:custom-shape',
  'draw:rect',
  'draw:line',
  'draw:g',
  'draw:a',
  'draw:control',
  'text:note',
  'office:annotation',
  'text:ruby-text',
])

/** Document properties whose text is filled. */
const properties = new Set(['dc:title', 'dc:subject', 'dc:description', 'meta:keyword', 'meta:user-defined'])

/** Who writes the comments of annotated copies: what they say of tags is no tag. */
export const annotator = 'Chancery'

/** Deeper, spans in spans are no text of people's. */
const maxWrappers = 50
/** Spaces that one element stands for. */
const maxSpaces = 1000

/** The texts of a part. */
export interface PartTexts {
  /** In their order. */
  readonly paragraphs: readonly Paragraph[]
  /** Addresses of links that may have tags, each as a paragraph with the number of the one it stands in. */
  readonly addresses: readonly Paragraph[]
}

/** The texts of a part, with the place of every character; `undefined` for broken XML. Linear. */
export function textMap(xml: string): PartTexts | undefined {
  const root = elementTree(xml)
  if (root === undefined) return undefined
  const walk = new TextWalk(xml)
  walk.visit(root)
  return walk
}

interface OpenTable {
  readonly number: number
  row: number
  column: number
}

class TextWalk implements PartTexts {
  readonly paragraphs: Paragraph[] = []
  readonly addresses: Paragraph[] = []
  private readonly xml: string
  private readonly open: OpenTable[] = []
  private tables = 0
  private deleted = 0
  private heading: string | undefined

  constructor(xml: string) {
    this.xml = xml
  }

  /** Elements are nested less deeply than the scanner allows, which is less than the stack holds. */
  visit(element: XmlElement): void {
    const { name } = element
    const table = this.open.at(-1)
    if (name === 'table:table') this.open.push({ number: ++this.tables, row: 0, column: 0 })
    else if (name === 'table:table-row' && table !== undefined) [table.row, table.column] = [table.row + 1, 0]
    else if (/^table:(?:covered-)?table-cell$/.test(name) && table !== undefined) table.column++
    else if (name === 'text:tracked-changes') this.deleted++
    else if (name === 'text:p' || name === 'text:h' || properties.has(name)) this.paragraph(element)
    else if (name === 'text:a' || name === 'draw:a') this.address(element)
    else if (name === 'office:annotation' && this.isOurs(element)) return
    for (const child of element.children) this.visit(child)
    if (name === 'table:table') this.open.pop()
    else if (name === 'text:tracked-changes') this.deleted--
  }

  private isOurs(annotation: XmlElement): boolean {
    const creator = childOf(annotation, 'dc:creator')
    return creator !== undefined && textOfElement(this.xml, creator) === annotator
  }

  private address(element: XmlElement): void {
    const own = addressOf(this.xml, element)
    const around = this.paragraphs.at(-1)
    if (own === undefined || around === undefined) return
    this.addresses.push({ ...around, ...own, element, holdsOthers: false })
  }

  private paragraph(element: XmlElement): void {
    const table = this.open.at(-1)
    const own = textOf(this.xml, element)
    this.paragraphs.push({
      ...own,
      number: this.paragraphs.length + 1,
      element,
      isDeleted: this.deleted > 0,
      ...(table === undefined ? {} : { table: table.number, row: table.row, column: table.column }),
      ...(this.heading === undefined ? {} : { heading: this.heading }),
    })
    if (element.name === 'text:h' && own.text.trim() !== '') this.heading = own.text.trim().slice(0, 120)
  }
}

const encodedTag = /%7B[^\s{}]{1,2000}?(?:%7D)+/gi

/** The address of a link with its tags in plain letters, which editors percent-encode; `undefined` where it has none. */
function addressOf(xml: string, { start, contentStart }: XmlElement): Pick<Paragraph, 'text' | 'segments'> | undefined {
  const found = /\sxlink:href="([^"]*)"/.exec(xml.slice(start, contentStart))
  const raw = found?.[1] ?? ''
  if (found === null || !/\{|%7B/i.test(raw)) return undefined
  const xmlEnd = start + found.index + found[0].length - 1
  const xmlStart = xmlEnd - raw.length
  const { text: written, offsets = Array.from(written, (_, index) => xmlStart + index) } = decoded(
    xml,
    xmlStart,
    xmlEnd,
  )
  const pieces: string[] = []
  const places: number[] = []
  let at = 0
  const plain = (end: number): void => {
    pieces.push(written.slice(at, end))
    for (; at < end; at++) places.push(offsets[at] ?? xmlEnd)
  }
  for (const { index, 0: tag } of written.matchAll(encodedTag)) {
    plain(index)
    const text = percentDecoded(tag)
    pieces.push(text)
    for (let count = text.length; count > 0; count--) places.push(offsets[index] ?? xmlStart)
    at = index + tag.length
  }
  plain(written.length)
  const text = pieces.join('')
  return { text, segments: [{ start: 0, end: text.length, xmlStart, xmlEnd, offsets: places, wrappers: [] }] }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The characters of a paragraph: text, and the elements that stand for spaces, tabs and breaks. */
function textOf(xml: string, paragraph: XmlElement): Pick<Paragraph, 'text' | 'segments' | 'holdsOthers'> {
  const segments: Segment[] = []
  const pieces: string[] = []
  let [length, holdsOthers] = [0, false]
  const put = (text: string, segment: Pick<Segment, 'xmlStart' | 'xmlEnd' | 'offsets' | 'wrappers'>): void => {
    segments.push({ ...segment, start: length, end: length + text.length })
    pieces.push(text)
    length += text.length
  }
  const raw = (from: number, until: number, wrappers: readonly XmlElement[]): void => {
    if (until <= from) return
    const { text, offsets } = decoded(xml, from, until)
    put(text, { xmlStart: from, xmlEnd: until, wrappers, ...(offsets === undefined ? {} : { offsets }) })
  }
  const visit = (element: XmlElement, wrappers: readonly XmlElement[]): void => {
    let at = element.contentStart
    for (const child of element.children) {
      raw(at, child.start, wrappers)
      at = child.end
      const character = characterOf(child)
      if (character !== undefined) {
        const offsets = Array.from(character, () => child.start)
        put(character, { xmlStart: child.start, xmlEnd: child.end, wrappers, offsets })
      } else if (others.has(child.name)) holdsOthers = true
      else if (wrappers.length < maxWrappers) visit(child, [...wrappers, child])
    }
    raw(at, element.contentEnd, wrappers)
  }
  visit(paragraph, [])
  return { text: pieces.join(''), segments, holdsOthers }
}

/** ODF 1.3 part 3, 6.1.3 to 6.1.5. */
function characterOf({ name, attributes }: XmlElement): string | undefined {
  if (name === 'text:tab') return '\t'
  if (name === 'text:line-break') return '\n'
  if (name !== 'text:s') return undefined
  const count = Number(attribute(attributes, 'text:c') ?? 1)
  return ' '.repeat(Number.isInteger(count) && count > 0 ? Math.min(count, maxSpaces) : 1)
}

function decoded(xml: string, from: number, until: number): { text: string; offsets?: readonly number[] } {
  const raw = xml.slice(from, until)
  if (!raw.includes('&')) return { text: raw }
  const offsets: number[] = []
  const pieces: string[] = []
  let at = 0
  const plain = (end: number): void => {
    for (let index = at; index < end; index++) offsets.push(from + index)
    pieces.push(raw.slice(at, end))
  }
  for (const match of raw.matchAll(entity)) {
    plain(match.index)
    const [whole, decimal, hex, name] = match
    const text = entityText(whole, decimal, hex, name)
    for (let index = 0; index < text.length; index++) offsets.push(from + match.index)
    pieces.push(text)
    at = match.index + whole.length
  }
  plain(raw.length)
  return { text: pieces.join(''), offsets }
}

/** An address of a link, of which the values are parts. */
export const isAddress = ({ element }: Paragraph): boolean => element.name === 'text:a' || element.name === 'draw:a'

/** Only text can stand in it: a property of the document. */
export const isProperty = ({ element }: Paragraph): boolean => properties.has(element.name)

/** A stretch of a part's XML, with the elements around it within its paragraph. */
export interface Stretch {
  readonly from: number
  readonly until: number
  readonly wrappers: readonly XmlElement[]
}

/** Where a range of a paragraph's text stands in the XML: a piece for each of the runs that it is split over. */
export function stretchesOf({ segments }: Paragraph, start: number, end: number): readonly Stretch[] {
  const found: Stretch[] = []
  for (let index = segmentAt(segments, start); index < segments.length; index++) {
    const segment = segments[index]
    if (segment === undefined || segment.start >= end) break
    const from = xmlOffset(segment, Math.max(start, segment.start))
    const until = xmlOffset(segment, Math.min(end, segment.end))
    if (until > from) found.push({ from, until, wrappers: segment.wrappers })
  }
  return found
}

function segmentAt(segments: readonly Segment[], at: number): number {
  let [low, high] = [0, segments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.end ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}

function xmlOffset({ start, end, xmlStart, xmlEnd, offsets }: Segment, at: number): number {
  if (at >= end) return xmlEnd
  return offsets?.[at - start] ?? xmlStart + at - start
}

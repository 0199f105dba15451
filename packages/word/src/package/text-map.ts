import { attribute, decodeXml, entity, entityText, scanXml, type XmlFault } from '../xml/scan-xml.ts'
import { type StructureFault, type StructureReport, StructureWatch } from '../xml/structure-watch.ts'

/** A run's text within its paragraph: `start`/`end` in the paragraph's text, `xmlStart`/`xmlEnd` in the part. */
export interface Segment {
  readonly start: number
  readonly end: number
  readonly xmlStart: number
  readonly xmlEnd: number
  /** For every character the offset in the part's XML where it begins, where entities make the two differ. */
  readonly offsets?: readonly number[]
}

/** One paragraph with the text that is filled, and the texts in it that are not. */
export interface Paragraph {
  /** From 1, in the order of the part; what is drawn twice for old programs counts once. */
  readonly number: number
  readonly text: string
  readonly segments: readonly Segment[]
  /** Where the element begins in the part's XML. */
  readonly xmlStart: number
  readonly table?: number
  readonly row?: number
  readonly column?: number
  readonly heading?: string
  /** In the copy that a drawing keeps for programs that cannot show it. */
  readonly isFallback: boolean
  /** Ids of the tables, text boxes, notes and content controls around it, outermost first: a section keeps to one. */
  readonly containers: readonly string[]
  /** Stretches of the text that stand in tracked insertions, one after the other. */
  readonly inserted: readonly { readonly start: number; readonly end: number }[]
  /** Texts that tracked changes took away, with where they stood in the text. */
  readonly deleted: readonly { readonly at: number; readonly text: string }[]
}

/** A text that is no text of a paragraph, and that no fill reaches. */
export interface Aside {
  /** `field code`, `c:v` (a value that a chart keeps), or the attribute that holds it: `wp:docPr descr`. */
  readonly place: string
  readonly text: string
  /** The paragraph that it belongs to; absent before the first. */
  readonly paragraph?: Paragraph
}

/** What is wrong with the elements of a part, at the paragraph where it is or that it follows. */
export type PlacedFault = StructureFault & { readonly paragraph?: Paragraph }

export interface TextMap {
  readonly paragraphs: readonly Paragraph[]
  readonly asides: readonly Aside[]
  readonly structure: Omit<StructureReport, 'faults' | 'references'> & {
    readonly faults: readonly PlacedFault[]
    readonly references: readonly (StructureReport['references'][number] & { readonly paragraph?: Paragraph })[]
  }
  readonly tables: number
  readonly fault?: XmlFault
}

const paragraphElements = new Set(['w:p', 'a:p'])
const textElements = new Set(['w:t', 'a:t', 'm:t'])
/** Text elements of the document properties; each is a line of its own. */
const propertyElements = new Set([
  'dc:title',
  'dc:subject',
  'dc:creator',
  'dc:description',
  'cp:category',
  'cp:keywords',
  'cp:contentStatus',
  'Company',
  'Manager',
  'HyperlinkBase',
  'vt:lpstr',
  'vt:lpwstr',
])
const containerElements = new Set([
  'w:tbl',
  'w:txbxContent',
  'w:footnote',
  'w:endnote',
  'w:comment',
  'w:sdtContent',
  'w:p',
  'a:p',
])
/** Elements without text that stand for a character. */
const characters: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
  'a:br': '\n',
}
const deleting = new Set(['w:del', 'w:moveFrom'])
/** Who writes the comments of annotated copies: what they say of tags is no tag. */
export const annotator = 'Chancery'
const inserting = new Set(['w:ins', 'w:moveTo'])
const none: readonly never[] = []

interface Draft {
  readonly number: number
  readonly xmlStart: number
  readonly place: Pick<Paragraph, 'table' | 'row' | 'column'>
  readonly containers: readonly string[]
  readonly isFallback: boolean
  readonly order: number
  readonly segments: Segment[]
  readonly pieces: string[]
  length: number
  deleted: { at: number; text: string }[] | undefined
  inserted: { start: number; end: number }[] | undefined
  field: string
  isHeading: boolean
}

/**
 * Reads the paragraphs of a part with the place of every character, in one pass, and what is wrong with its elements.
 * `sign`: attributes that hold it, as it stands in XML, are kept as asides; it is what a delimiter begins with.
 */
export function textMap(xml: string, headings: ReadonlySet<string>, sign = '{'): TextMap {
  const finished: { readonly draft: Draft; readonly text: string }[] = []
  const asides: { readonly place: string; readonly text: string; readonly order: number }[] = []
  const watch = new StructureWatch()
  const open: Draft[] = []
  const tables: { number: number; row: number; column: number }[] = []
  const containers: string[] = []
  let [count, tableCount, order, fallback, deleted, inserted, properties] = [0, 0, 0, 0, 0, 0, 0]
  let isAnnotation = false
  let inText: 'text' | 'deleted' | 'field' | 'cached' | undefined

  const begin = (start: number): void => {
    const table = tables.at(-1)
    if (fallback === 0) count++
    open.push({
      number: Math.max(1, count),
      xmlStart: start,
      place: table === undefined ? {} : { table: table.number, row: table.row, column: table.column },
      containers: [...containers],
      isFallback: fallback > 0,
      order: order++,
      segments: [],
      pieces: [],
      length: 0,
      deleted: undefined,
      inserted: undefined,
      field: '',
      isHeading: false,
    })
  }
  const finish = (): void => {
    const draft = open.pop()
    if (draft === undefined) return
    finished.push({ draft, text: draft.pieces.join('') })
    if (draft.field !== '' && !draft.isFallback)
      asides.push({ place: 'field code', text: draft.field, order: draft.order })
  }
  const noteAttributes = (element: string, attributes: string): void => {
    for (const [, key = '', , double, single] of attributes.matchAll(attributePattern)) {
      const raw = double ?? single ?? ''
      if (!raw.includes(sign) || key === 'uri' || key.startsWith('xmlns')) continue
      asides.push({ place: `${element} ${key}`, text: decodeXml(raw), order: open.at(-1)?.order ?? order - 1 })
    }
  }
  const fault = scanXml(xml, {
    open(name, attributes, start) {
      const paragraph = open.at(-1)
      watch.open(name, attributes, paragraph?.order ?? order - 1)
      if (fallback === 0 && attributes.includes(sign)) noteAttributes(name, attributes)
      if (name === 'mc:Fallback') fallback++
      else if (name === 'w:tbl') tables.push({ number: ++tableCount, row: 0, column: 0 })
      else if (name === 'w:tr' || name === 'w:tc') {
        const table = tables.at(-1)
        if (table !== undefined && name === 'w:tr') [table.row, table.column] = [table.row + 1, 0]
        else if (table !== undefined) table.column++
      } else if (deleting.has(name)) deleted++
      else if (inserting.has(name)) inserted++
      else if (name === 'w:pPr' || name === 'w:rPr' || name === 'w:sectPr') properties++
      else if (name === 'w:comment') isAnnotation = attribute(attributes, 'w:author') === annotator
      if (paragraphElements.has(name) || propertyElements.has(name)) begin(start)
      if (containerElements.has(name)) containers.push(`${name} ${start}`)
      if (textElements.has(name) || propertyElements.has(name)) inText = deleted > 0 ? 'deleted' : 'text'
      else if (name === 'w:delText') inText = 'deleted'
      else if (name === 'w:instrText' || name === 'w:delInstrText') inText = 'field'
      else if (name === 'c:v') inText = 'cached'
      if (paragraph === undefined) return
      const character = properties > 0 || deleted > 0 ? undefined : characters[name]
      if (character !== undefined) {
        paragraph.pieces.push(character)
        paragraph.length += character.length
      } else if (name === 'w:pStyle') paragraph.isHeading = headings.has(attribute(attributes, 'w:val') ?? '')
      else if (name === 'w:outlineLvl') paragraph.isHeading = Number(attribute(attributes, 'w:val')) < 9
    },
    close(name) {
      watch.close(name, open.at(-1)?.order ?? order - 1)
      if (containerElements.has(name)) containers.pop()
      if (paragraphElements.has(name) || propertyElements.has(name)) finish()
      if (name === 'mc:Fallback') fallback--
      else if (name === 'w:tbl') tables.pop()
      else if (name === 'w:comment') isAnnotation = false
      else if (deleting.has(name)) deleted--
      else if (inserting.has(name)) inserted--
      else if (name === 'w:pPr' || name === 'w:rPr' || name === 'w:sectPr') properties--
      if (
        textElements.has(name) ||
        propertyElements.has(name) ||
        name === 'w:delText' ||
        name.endsWith('nstrText') ||
        name === 'c:v'
      )
        inText = undefined
    },
    text(start, end) {
      const paragraph = open.at(-1)
      if (inText === 'cached') {
        const value = xml.slice(start, end)
        if (value.includes(sign))
          asides.push({ place: 'c:v', text: decodeXml(value), order: paragraph?.order ?? order - 1 })
        return
      }
      if (paragraph === undefined || inText === undefined || isAnnotation) return
      if (inText === 'field') {
        paragraph.field += decodeXml(xml.slice(start, end))
        return
      }
      if (inText === 'deleted') {
        paragraph.deleted ??= []
        paragraph.deleted.push({ at: paragraph.length, text: decodeXml(xml.slice(start, end)) })
        return
      }
      const { text, offsets } = decodeWithOffsets(xml, start, end)
      paragraph.segments.push({
        start: paragraph.length,
        end: paragraph.length + text.length,
        xmlStart: start,
        xmlEnd: end,
        ...(offsets === undefined ? {} : { offsets }),
      })
      if (inserted > 0) {
        const last = paragraph.inserted?.at(-1)
        if (last?.end === paragraph.length) last.end += text.length
        else (paragraph.inserted ??= []).push({ start: paragraph.length, end: paragraph.length + text.length })
      }
      paragraph.pieces.push(text)
      paragraph.length += text.length
    },
  })
  // Where the XML breaks off, what was read of a paragraph tells where.
  while (open.length > 0) finish()
  const paragraphs = withHeadings(finished)
  const at = (index: number): { readonly paragraph?: Paragraph } => {
    const paragraph = paragraphs[index]
    return paragraph === undefined ? {} : { paragraph }
  }
  const structure = watch.report()
  return {
    paragraphs,
    asides: asides.map(({ place, text, order: index }) => ({ place, text, ...at(index) })),
    structure: {
      ...structure,
      faults: structure.faults.map((each) => ({ ...each, ...at(each.at) })),
      references: structure.references.map((each) => ({ ...each, ...at(each.at) })),
    },
    tables: tableCount,
    ...(fault === undefined ? {} : { fault }),
  }
}

const attributePattern = /([\w:.-]+)\s*=\s*("([^"]*)"|'([^']*)')/g

function withHeadings(finished: readonly { readonly draft: Draft; readonly text: string }[]): readonly Paragraph[] {
  let heading: string | undefined
  return finished
    .toSorted((a, b) => a.draft.order - b.draft.order)
    .map(({ draft, text }) => {
      if (draft.isHeading && text.trim() !== '' && !draft.isFallback) heading = text.trim().slice(0, 120)
      const { number, xmlStart, segments, place, isFallback, containers, deleted, inserted } = draft
      return {
        number,
        xmlStart,
        text,
        segments,
        isFallback,
        containers,
        inserted: inserted ?? none,
        deleted: deleted ?? none,
        ...place,
        ...(heading === undefined ? {} : { heading }),
      }
    })
}

function decodeWithOffsets(
  xml: string,
  start: number,
  end: number,
): { readonly text: string; readonly offsets?: readonly number[] } {
  const raw = xml.slice(start, end)
  if (!raw.includes('&')) return { text: raw }
  const offsets: number[] = []
  let text = ''
  let at = 0
  const plain = (until: number): void => {
    for (; at < until; at++) offsets.push(start + at)
  }
  for (const found of raw.matchAll(entity)) {
    text += raw.slice(at, found.index)
    plain(found.index)
    const decoded = entityText(found[0], found[1], found[2], found[3])
    for (let unit = 0; unit < decoded.length; unit++) offsets.push(start + found.index)
    text += decoded
    at = found.index + found[0].length
  }
  text += raw.slice(at)
  plain(raw.length)
  offsets.push(end)
  return { text, offsets }
}

/** Where a character of a segment begins in the XML of the part; the end of the text for the one behind the last. */
export const xmlOffset = ({ start, end, xmlStart, xmlEnd, offsets }: Segment, at: number): number =>
  at >= end ? xmlEnd : offsets === undefined ? xmlStart + at - start : (offsets[at - start] ?? xmlEnd)

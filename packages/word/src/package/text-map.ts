import { decodeWithOffsets, type Segment } from './segment.ts'
import { attribute, decodeXml, scanXml, type XmlFault } from '../xml/scan-xml.ts'
import { type StructureFault, type StructureReport, StructureWatch } from '../xml/structure-watch.ts'

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
  const reader = new PartReader(xml, headings, sign)
  const fault = scanXml(xml, reader)
  return reader.map(fault)
}

const isTexts = (name: string): boolean => textElements.has(name) || propertyElements.has(name)
const isProperties = (name: string): boolean => name === 'w:pPr' || name === 'w:rPr' || name === 'w:sectPr'

/** What a pass over a part has met so far. */
class PartReader {
  private readonly xml: string
  private readonly headings: ReadonlySet<string>
  private readonly sign: string
  private readonly finished: { readonly draft: Draft; readonly text: string }[] = []
  private readonly asides: { readonly place: string; readonly text: string; readonly order: number }[] = []
  private readonly watch = new StructureWatch()
  private readonly drafts: Draft[] = []
  private readonly tables: { number: number; row: number; column: number }[] = []
  private readonly containers: string[] = []
  private count = 0
  private tableCount = 0
  private order = 0
  /** How many elements of a kind are open. */
  private fallback = 0
  private deleted = 0
  private inserted = 0
  private properties = 0
  private isAnnotation = false
  private inText: 'text' | 'deleted' | 'field' | 'cached' | undefined

  constructor(xml: string, headings: ReadonlySet<string>, sign: string) {
    this.xml = xml
    this.headings = headings
    this.sign = sign
  }

  open(name: string, attributes: string, start: number): void {
    const paragraph = this.drafts.at(-1)
    this.watch.open(name, attributes, paragraph?.order ?? this.order - 1)
    if (this.fallback === 0 && attributes.includes(this.sign)) this.noteAttributes(name, attributes)
    if (name === 'mc:Fallback') this.fallback++
    else if (name === 'w:tbl') this.tables.push({ number: ++this.tableCount, row: 0, column: 0 })
    else if (name === 'w:tr' || name === 'w:tc') this.countCell(name)
    else if (deleting.has(name)) this.deleted++
    else if (inserting.has(name)) this.inserted++
    else if (isProperties(name)) this.properties++
    else if (name === 'w:comment') this.isAnnotation = attribute(attributes, 'w:author') === annotator
    if (paragraphElements.has(name) || propertyElements.has(name)) this.begin(start)
    if (containerElements.has(name)) this.containers.push(`${name} ${start}`)
    if (isTexts(name)) this.inText = this.deleted > 0 ? 'deleted' : 'text'
    else if (name === 'w:delText') this.inText = 'deleted'
    else if (name === 'w:instrText' || name === 'w:delInstrText') this.inText = 'field'
    else if (name === 'c:v') this.inText = 'cached'
    if (paragraph !== undefined) this.openInParagraph(paragraph, name, attributes)
  }

  close(name: string): void {
    this.watch.close(name, this.drafts.at(-1)?.order ?? this.order - 1)
    if (containerElements.has(name)) this.containers.pop()
    if (paragraphElements.has(name) || propertyElements.has(name)) this.finish()
    if (name === 'mc:Fallback') this.fallback--
    else if (name === 'w:tbl') this.tables.pop()
    else if (name === 'w:comment') this.isAnnotation = false
    else if (deleting.has(name)) this.deleted--
    else if (inserting.has(name)) this.inserted--
    else if (isProperties(name)) this.properties--
    if (isTexts(name) || name === 'w:delText' || name.endsWith('nstrText') || name === 'c:v') this.inText = undefined
  }

  text(start: number, end: number): void {
    const paragraph = this.drafts.at(-1)
    if (this.inText === 'cached') {
      const value = this.xml.slice(start, end)
      if (value.includes(this.sign))
        this.asides.push({ place: 'c:v', text: decodeXml(value), order: paragraph?.order ?? this.order - 1 })
      return
    }
    if (paragraph === undefined || this.inText === undefined || this.isAnnotation) return
    if (this.inText === 'field') paragraph.field += decodeXml(this.xml.slice(start, end))
    else if (this.inText === 'deleted') {
      paragraph.deleted ??= []
      paragraph.deleted.push({ at: paragraph.length, text: decodeXml(this.xml.slice(start, end)) })
    } else this.addSegment(paragraph, start, end)
  }

  /** All that was read; `fault`: why it ends where it does. */
  map(fault: XmlFault | undefined): TextMap {
    // Where the XML breaks off, what was read of a paragraph tells where.
    while (this.drafts.length > 0) this.finish()
    const paragraphs = withHeadings(this.finished)
    const at = (index: number): { readonly paragraph?: Paragraph } => {
      const paragraph = paragraphs[index]
      return paragraph === undefined ? {} : { paragraph }
    }
    const structure = this.watch.report()
    return {
      paragraphs,
      asides: this.asides.map(({ place, text, order }) => ({ place, text, ...at(order) })),
      structure: {
        ...structure,
        faults: structure.faults.map((each) => ({ ...each, ...at(each.at) })),
        references: structure.references.map((each) => ({ ...each, ...at(each.at) })),
      },
      tables: this.tableCount,
      ...(fault === undefined ? {} : { fault }),
    }
  }

  private begin(start: number): void {
    const table = this.tables.at(-1)
    if (this.fallback === 0) this.count++
    this.drafts.push({
      number: Math.max(1, this.count),
      xmlStart: start,
      place: table === undefined ? {} : { table: table.number, row: table.row, column: table.column },
      containers: [...this.containers],
      isFallback: this.fallback > 0,
      order: this.order++,
      segments: [],
      pieces: [],
      length: 0,
      deleted: undefined,
      inserted: undefined,
      field: '',
      isHeading: false,
    })
  }

  private finish(): void {
    const draft = this.drafts.pop()
    if (draft === undefined) return
    this.finished.push({ draft, text: draft.pieces.join('') })
    if (draft.field !== '' && !draft.isFallback)
      this.asides.push({ place: 'field code', text: draft.field, order: draft.order })
  }

  private countCell(name: 'w:tr' | 'w:tc'): void {
    const table = this.tables.at(-1)
    if (table === undefined) return
    if (name === 'w:tr') [table.row, table.column] = [table.row + 1, 0]
    else table.column++
  }

  private openInParagraph(paragraph: Draft, name: string, attributes: string): void {
    const character = this.properties > 0 || this.deleted > 0 ? undefined : characters[name]
    if (character !== undefined) {
      paragraph.pieces.push(character)
      paragraph.length += character.length
    } else if (name === 'w:pStyle') paragraph.isHeading = this.headings.has(attribute(attributes, 'w:val') ?? '')
    else if (name === 'w:outlineLvl') paragraph.isHeading = Number(attribute(attributes, 'w:val')) < 9
  }

  private addSegment(paragraph: Draft, from: number, until: number): void {
    const { text, offsets } = decodeWithOffsets(this.xml, from, until)
    const [start, end] = [paragraph.length, paragraph.length + text.length]
    paragraph.segments.push({
      start,
      end,
      xmlStart: from,
      xmlEnd: until,
      ...(offsets === undefined ? {} : { offsets }),
    })
    if (this.inserted > 0) {
      const last = paragraph.inserted?.at(-1)
      if (last?.end === start) last.end = end
      else (paragraph.inserted ??= []).push({ start, end })
    }
    paragraph.pieces.push(text)
    paragraph.length = end
  }

  private noteAttributes(element: string, attributes: string): void {
    const order = this.drafts.at(-1)?.order ?? this.order - 1
    for (const [, key = '', , double, single] of attributes.matchAll(attributePattern)) {
      const raw = double ?? single ?? ''
      if (!raw.includes(this.sign) || key === 'uri' || key.startsWith('xmlns')) continue
      this.asides.push({ place: `${element} ${key}`, text: decodeXml(raw), order })
    }
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

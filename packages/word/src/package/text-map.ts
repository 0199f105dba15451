import { attribute, decodeXml, entity, entityText, scanXml, type XmlFault } from './scan-xml.ts'

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
  /** Texts in it that no fill reaches. */
  readonly unfilled: readonly { readonly kind: 'deleted' | 'field' | 'alt'; readonly text: string }[]
}

export interface TextMap {
  readonly paragraphs: readonly Paragraph[]
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
  deleted: string
  field: string
  readonly alts: string[]
  isHeading: boolean
}

/** Reads the paragraphs of a part with the place of every character, in one pass. */
export function textMap(xml: string, headings: ReadonlySet<string>): TextMap {
  const finished: { readonly draft: Draft; readonly text: string }[] = []
  const open: Draft[] = []
  const tables: { number: number; row: number; column: number }[] = []
  const containers: string[] = []
  let [count, tableCount, order, fallback, deleted, properties] = [0, 0, 0, 0, 0, 0]
  let inText: 'text' | 'deleted' | 'field' | undefined

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
      deleted: '',
      field: '',
      alts: [],
      isHeading: false,
    })
  }
  const finish = (): void => {
    const draft = open.pop()
    if (draft !== undefined) finished.push({ draft, text: draft.pieces.join('') })
  }
  const fault = scanXml(xml, {
    open(name, attributes, start) {
      const paragraph = open.at(-1)
      if (name === 'mc:Fallback') fallback++
      else if (name === 'w:tbl') tables.push({ number: ++tableCount, row: 0, column: 0 })
      else if (name === 'w:tr' || name === 'w:tc') {
        const table = tables.at(-1)
        if (table !== undefined && name === 'w:tr') [table.row, table.column] = [table.row + 1, 0]
        else if (table !== undefined) table.column++
      } else if (deleting.has(name)) deleted++
      else if (name === 'w:pPr' || name === 'w:rPr' || name === 'w:sectPr') properties++
      if (paragraphElements.has(name) || propertyElements.has(name)) begin(start)
      if (containerElements.has(name)) containers.push(`${name} ${start}`)
      if (textElements.has(name) || propertyElements.has(name)) inText = deleted > 0 ? 'deleted' : 'text'
      else if (name === 'w:delText') inText = 'deleted'
      else if (name === 'w:instrText' || name === 'w:delInstrText') inText = 'field'
      if (paragraph === undefined) return
      const character = properties > 0 || deleted > 0 ? undefined : characters[name]
      if (character !== undefined) {
        paragraph.pieces.push(character)
        paragraph.length += character.length
      } else if (name === 'w:pStyle') paragraph.isHeading = headings.has(attribute(attributes, 'w:val') ?? '')
      else if (name === 'w:outlineLvl') paragraph.isHeading = Number(attribute(attributes, 'w:val')) < 9
      else if (name === 'w:fldSimple') paragraph.field += ` ${attribute(attributes, 'w:instr') ?? ''}`
      else if (name.endsWith(':docPr') || name.endsWith(':cNvPr')) {
        for (const key of ['descr', 'title']) {
          const alt = attribute(attributes, key)
          if (alt !== undefined && alt !== '') paragraph.alts.push(alt)
        }
      }
    },
    close(name) {
      if (containerElements.has(name)) containers.pop()
      if (paragraphElements.has(name) || propertyElements.has(name)) finish()
      if (name === 'mc:Fallback') fallback--
      else if (name === 'w:tbl') tables.pop()
      else if (deleting.has(name)) deleted--
      else if (name === 'w:pPr' || name === 'w:rPr' || name === 'w:sectPr') properties--
      if (textElements.has(name) || propertyElements.has(name) || name === 'w:delText' || name.endsWith('nstrText'))
        inText = undefined
    },
    text(start, end) {
      const paragraph = open.at(-1)
      if (paragraph === undefined || inText === undefined) return
      if (inText !== 'text') {
        paragraph[inText] += decodeXml(xml.slice(start, end))
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
      paragraph.pieces.push(text)
      paragraph.length += text.length
    },
  })
  return { paragraphs: withHeadings(finished), ...(fault === undefined ? {} : { fault }) }
}

function withHeadings(finished: readonly { readonly draft: Draft; readonly text: string }[]): readonly Paragraph[] {
  let heading: string | undefined
  return finished
    .toSorted((a, b) => a.draft.order - b.draft.order)
    .map(({ draft, text }) => {
      if (draft.isHeading && text.trim() !== '' && !draft.isFallback) heading = text.trim().slice(0, 120)
      const unfilled = [
        { kind: 'deleted', text: draft.deleted } as const,
        { kind: 'field', text: draft.field } as const,
        ...draft.alts.map((alt) => ({ kind: 'alt', text: alt }) as const),
      ].filter((each) => each.text !== '')
      const { number, xmlStart, segments, place, isFallback, containers } = draft
      return {
        number,
        xmlStart,
        text,
        segments,
        isFallback,
        containers,
        unfilled,
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

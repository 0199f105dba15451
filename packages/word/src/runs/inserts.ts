import type { RichValue } from '@chancery/tags'
import { attribute, scanXml } from '../xml/scan-xml.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import { followingTable, type ParagraphPiece, partParagraph } from './part-paragraph.ts'

/** Where an insert stands. */
export interface InsertPlace {
  /** Name of the part. */
  readonly part: string
  /** Start tag of the root element, which declares the namespaces. */
  readonly root: string
  /** Of the run: `<w:rPr>…</w:rPr>` or ''. */
  readonly runProperties: string
  /** Of the paragraph: `<w:pPr>…</w:pPr>` or ''. */
  readonly paragraphProperties: string
  /** How wide a line is there, in twentieths of a point; `undefined`: as wide as the page's text. */
  readonly width: number | undefined
  /** Offset in the XML of the part, to find the section of pages. */
  readonly offset: number
  /** Links do not nest. */
  readonly isInLink: boolean
}

/** What a value puts in: runs that stand in the paragraph, or blocks (paragraphs, tables) that part it. */
export type Inserted = { readonly kind: 'runs' | 'blocks'; readonly xml: string }

/** What a value puts into a run of text that is more than text. */
export interface RunInsert {
  /** What stands where no run can be: in a formula, a drawing, a property; as text. */
  readonly text: string
  render(place: InsertPlace): Inserted
  /** What is put in, where it is a value of the data that is more than text. */
  readonly value?: RichValue
  /** Is told that only the text could be written. */
  writesText?(): void
}

/** No document has these, and no value: XML 1.0 forbids both. */
const [start, end] = ['\ufffe', '\uffff']
const marks = new RegExp(`${start}(\\d+)${end}`, 'g')
/** Whether something in a rendered text is not only text. */
export const holdsInsert = (text: string): boolean => text.includes(start)
const textOpen = '<w:t xml:space="preserve">'

interface Mark {
  readonly from: number
  readonly until: number
  readonly insert: RunInsert | undefined
}

/** An element that is open while a part is walked. */
interface OpenElement {
  readonly name: string
  readonly start: number
  /** Behind the start tag. */
  readonly end: number
  /** `w:rPr` of a run, `w:pPr` of a paragraph. */
  properties: string
  /** Of a cell or a drawing. */
  width: number | undefined
  /** Of a table: the widths of its columns. Of a row: where the next cell begins. */
  readonly columns: number[]
  /** What could not part this element and follows it. */
  readonly following: string[]
}

/** A change of the XML; with `piece` it parts the paragraph that it stands in. */
interface Edit {
  readonly from: number
  readonly until: number
  readonly text: string
  readonly piece?: ParagraphPiece
  /** Whole blocks, which no table may touch. */
  readonly isBlock?: boolean
}

/** What stands between a paragraph and its runs, and can be ended and begun anew. */
const partable = new Set(['w:hyperlink', 'w:ins', 'w:moveTo', 'w:smartTag', 'w:bdo', 'w:dir'])
/** A cell's margins, as Word has them where nothing is said, in twentieths of a point. */
const cellMargins = 216
const twipsOfEmu = 635

/**
 * What a fill inserts beside text. While parts are rendered each insert is a mark in their text; afterwards the run, and
 * for blocks the paragraph, around it is parted. So whatever renders has to know nothing of it.
 */
export class Inserts {
  private readonly all: RunInsert[] = []

  /** The mark that stands for it until `place`. */
  add(insert: RunInsert): string {
    this.all.push(insert)
    return `${start}${this.all.length - 1}${end}`
  }

  /** A text in which what was to be inserted is only text. */
  plain(text: string): string {
    return text.includes(start)
      ? text.replaceAll(marks, (_, number: string) => escapeXml(this.all[Number(number)]?.text ?? ''))
      : text
  }

  /** The same where the text is written, and not only looked at. */
  written(text: string): string {
    if (text.includes(start)) for (const [, number] of text.matchAll(marks)) this.all[Number(number)]?.writesText?.()
    return this.plain(text)
  }

  /** The values of the marks in a text, in their order. */
  valuesIn(text: string): readonly RichValue[] {
    if (!text.includes(start)) return []
    return [...text.matchAll(marks)].flatMap(([, number]) => this.all[Number(number)]?.value ?? [])
  }

  /** A text without the data of charts, which stands nowhere in it. */
  withoutCharts(text: string): string {
    return text.replaceAll(marks, (mark, number: string) =>
      this.all[Number(number)]?.value?.rich === 'chart' ? '' : mark,
    )
  }

  /** The XML of a part with all that was to be inserted into it. Takes time with the length of the XML. */
  place(xml: string, part: string): string {
    if (!xml.includes(start)) return xml
    const found = [...xml.matchAll(marks)].map(({ 0: mark, 1: number, index }): Mark => ({
      from: index,
      until: index + mark.length,
      insert: this.all[Number(number)],
    }))
    return applyEdits(xml, new PartWalk(xml, part, found).edits(), 0, xml.length)
  }
}

/** One walk over a part: decides for every mark where it stands. */
class PartWalk {
  private readonly xml: string
  private readonly part: string
  private readonly marks: readonly Mark[]
  private next = 0
  private readonly open: OpenElement[] = []
  private readonly made: Edit[] = []
  private root = ''

  constructor(xml: string, part: string, found: readonly Mark[]) {
    this.xml = xml
    this.part = part
    this.marks = found
  }

  edits(): readonly Edit[] {
    scanXml(this.xml, {
      open: (name, attributes, from, until) => this.opens(name, attributes, from, until),
      close: (_, from, until) => this.closes(from, until),
      text: (_, until) => {
        for (let mark = this.marks[this.next]; mark !== undefined && mark.from < until; mark = this.marks[this.next]) {
          this.next++
          this.inText(mark)
        }
      },
    })
    this.textsBefore(this.xml.length)
    return this.made
  }

  private textsBefore(until: number): void {
    for (let mark = this.marks[this.next]; mark !== undefined && mark.from < until; mark = this.marks[this.next]) {
      this.next++
      this.asText(mark)
    }
  }

  private asText({ from, until, insert }: Mark): void {
    insert?.writesText?.()
    this.made.push({ from, until, text: escapeXml(insert?.text ?? '').replaceAll('\n', ' ') })
  }

  private opens(name: string, attributes: string, from: number, until: number): void {
    this.textsBefore(until)
    const element: OpenElement = {
      name,
      start: from,
      end: until,
      properties: '',
      width: undefined,
      columns: [],
      following: [],
    }
    if (this.open.length === 0) this.root = this.xml.slice(from, until)
    this.measure(name, attributes, element)
    this.open.push(element)
  }

  /** Notes how wide cells and drawings are. */
  private measure(name: string, attributes: string, element: OpenElement): void {
    const number = (key: string): number => Number(attribute(attributes, key) ?? Number.NaN)
    const [above, parent] = [this.open.at(-2), this.open.at(-1)]
    if (name === 'w:gridCol') above?.columns.push(number('w:w') || 0)
    else if (name === 'w:tcW' && attribute(attributes, 'w:type') === 'dxa' && above !== undefined && number('w:w') > 0)
      above.width = number('w:w')
    else if (name === 'wp:extent' && parent !== undefined) parent.width = number('cx') / twipsOfEmu
    else if (name === 'w:tc') {
      const columns = above?.columns ?? parent?.columns ?? []
      const table = this.open.findLast((each) => each.name === 'w:tbl')
      const row = parent?.name === 'w:tr' ? parent : undefined
      const at = row?.columns[0] ?? 0
      if (row !== undefined) row.columns[0] = at + 1
      const width = (table?.columns ?? columns)[at]
      if (width !== undefined && width > 0) element.width = width
    } else if (name === 'w:gridSpan') {
      const row = this.open.at(-3)
      const table = this.open.findLast((each) => each.name === 'w:tbl')
      const span = number('w:val')
      if (above === undefined || row?.name !== 'w:tr' || !(span > 1) || span > 100) return
      const from = (row.columns[0] ?? 1) - 1
      row.columns[0] = from + span
      const width = (table?.columns ?? []).slice(from, from + span).reduce((sum, each) => sum + each, 0)
      if (width > 0) above.width = Math.max(width, above.width ?? 0)
    }
  }

  private closes(from: number, until: number): void {
    this.textsBefore(until)
    const element = this.open.pop()
    const parent = this.open.at(-1)
    if (element === undefined) return
    if ((element.name === 'w:rPr' && parent?.name === 'w:r') || (element.name === 'w:pPr' && parent?.name === 'w:p')) {
      parent.properties = this.xml.slice(element.start, until)
    }
    for (const blocks of element.following) {
      this.made.push({ from: until, until, text: '', piece: { close: '', blocks, reopen: '' } })
    }
    if (element.name === 'w:p') this.paragraph(element, from, until)
  }

  private inText(mark: Mark): void {
    const text = this.open.at(-1)
    const run = this.open.at(-2)
    const at = this.open.findLastIndex(({ name }) => name === 'w:p')
    const paragraph = this.open[at]
    if (mark.insert === undefined || paragraph === undefined || text?.name !== 'w:t' || run?.name !== 'w:r') {
      this.asText(mark)
      return
    }
    const { from, until, insert } = mark
    const wrappers = this.open.slice(at + 1, -2)
    const inserted = insert.render({
      part: this.part,
      root: this.root,
      runProperties: run.properties,
      paragraphProperties: paragraph.properties,
      width: this.widthAt(at),
      offset: from,
      isInLink: wrappers.some(({ name }) => name === 'w:hyperlink'),
    })
    const reopen = `<w:r>${run.properties}${textOpen}`
    if (inserted.kind === 'runs') this.made.push({ from, until, text: `</w:t></w:r>${inserted.xml}${reopen}` })
    else if (wrappers.every(({ name }) => partable.has(name))) {
      const close = `</w:t></w:r>${wrappers
        .map(({ name }) => `</${name}>`)
        .toReversed()
        .join('')}`
      const again = wrappers.map((each) => this.xml.slice(each.start, each.end)).join('')
      this.made.push({ from, until, text: '', piece: { close, blocks: inserted.xml, reopen: again + reopen } })
    } else {
      this.made.push({ from, until, text: '' })
      wrappers[0]?.following.push(inserted.xml)
    }
  }

  /** Of the cell or text box that the paragraph stands in. */
  private widthAt(paragraph: number): number | undefined {
    for (let at = paragraph - 1; at >= 0; at--) {
      const { name, width } = this.open[at] ?? { name: '', width: undefined }
      if (name === 'w:tc') return width === undefined ? undefined : Math.max(width - cellMargins, 1)
      if ((name === 'wp:inline' || name === 'wp:anchor') && width !== undefined && width > 0) return width
    }
    return undefined
  }

  /** A paragraph that is parted becomes one edit; those inside of it are spent. */
  private paragraph({ start: begin, end: opened, properties }: OpenElement, closing: number, until: number): void {
    let first = this.made.length
    while (first > 0 && (this.made[first - 1]?.from ?? 0) >= begin) first--
    const own = this.made.slice(first)
    if (own.every(({ piece }) => piece === undefined)) return
    this.made.length = first
    const at = opened + (this.xml.startsWith(properties, opened) ? properties.length : 0)
    const pieces: string[] = []
    const blocks: string[] = []
    let [from, head] = [at, '']
    let pending: Edit[] = []
    for (const edit of own) {
      if (edit.piece === undefined) {
        pending.push(edit)
        continue
      }
      pieces.push(head + applyEdits(this.xml, pending, from, edit.from) + edit.piece.close)
      blocks.push(edit.piece.blocks)
      ;[from, head, pending] = [edit.until, edit.piece.reopen, []]
    }
    pieces.push(head + applyEdits(this.xml, pending, from, closing))
    const text = partParagraph(this.xml.slice(begin, opened), properties, pieces, blocks)
    this.made.push({ from: begin, until, text, isBlock: true })
  }
}

/** A stretch of the XML with its changes, which come in order and do not overlap. */
function applyEdits(xml: string, edits: readonly Edit[], from: number, until: number): string {
  const out: string[] = []
  let at = from
  for (const edit of edits) {
    const before = xml.slice(at, edit.from)
    if (before !== '') out.push(before)
    if (edit.isBlock === true && edit.text.startsWith('<w:tbl') && (out.at(-1) ?? '').endsWith('</w:tbl>')) {
      out.push('<w:p/>')
    }
    out.push(edit.text)
    const next = edit.isBlock === true && edit.text.endsWith('</w:tbl>') ? followingTable(xml, edit.until) : ''
    if (next !== '') out.push(next)
    at = edit.until
  }
  out.push(xml.slice(at, until))
  return out.join('')
}

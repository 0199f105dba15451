import { present } from '@chancery/core'
import type {
  Attachment,
  Block,
  BlockLayer,
  BlockType,
  Box,
  DocumentPage,
  Finding,
  FormField,
  Formula,
  ImageReference,
  Link,
  OutlineEntry,
  Revision,
  Run,
  Span,
  Table,
  TableCell,
  Word,
} from '@chancery/core'
import type { ReadDocument, ReadingLimits } from '../reader.ts'
import { beyondLimit } from '../reading-errors.ts'
import { tickOf } from './check-box.ts'
import type { BlockSink, BlockTraits, CellContent, TableRows, TableTraits, TextMarks, TextType } from './block-sink.ts'
import { NoteAnchors } from './note-anchors.ts'
import { tableGrid } from './table-grid.ts'

/**
 * Appends blocks in reading order and keeps the offsets, so that every reader's model holds the invariants of
 * `DocumentModel`: blocks separated by `\n`, cells of a row by `\t`, spans inside, cells that tile.
 */
export class ModelBuilder implements BlockSink {
  readonly metadata: Record<string, string> = {}
  readonly formFields: FormField[] = []
  readonly images: ImageReference[] = []
  readonly links: Link[] = []
  readonly runs: Run[] = []
  readonly formulas: Formula[] = []
  readonly outline: OutlineEntry[] = []
  readonly revisions: Revision[] = []
  readonly attachments: Attachment[] = []
  /** To be filled by readers that were asked for words. */
  readonly words: Word[] = []
  readonly warnings: Finding[] = []
  /** As the document itself declares it. */
  language: string | null = null
  private readonly limits: Pick<ReadingLimits, 'cells' | 'textLength'>
  private readonly chunks: string[] = []
  private readonly blocks: Block[] = []
  private readonly tables: Table[] = []
  private readonly pages: DocumentPage[] = []
  private readonly anchors = new NoteAnchors()
  /** The block of code that goes on with the next line of its style, and the empty lines since its last. */
  private code: { readonly index: number; emptyLines: number } | undefined
  private readonly told = new Set<string>()
  private length = 0
  /** Of all tables so far. */
  private cells = 0
  private page: (Omit<DocumentPage, 'span'> & { readonly start: number }) | undefined

  constructor(limits: Pick<ReadingLimits, 'cells' | 'textLength'>) {
    this.limits = limits
  }

  /** Where in the text the next block will begin. */
  get position(): number {
    return this.length > (this.page?.start ?? 0) ? this.length + 1 : this.length
  }

  /** Warns, of the same thing once. */
  warn(findings: readonly Finding[]): void {
    for (const finding of findings) {
      if (this.told.has(finding.message)) continue
      this.told.add(finding.message)
      this.warnings.push(finding)
    }
  }

  /** All that follows, up to the next page, is on this one. */
  beginPage(page: Omit<DocumentPage, 'span'>): void {
    this.endPage()
    this.code = undefined
    if (this.length > 0) this.append('\n')
    this.page = { ...page, start: this.length }
  }

  /** What follows is on no page, until the next begins. */
  endPage(): void {
    if (this.page === undefined) return
    const { start, ...page } = this.page
    this.pages.push({ ...page, span: { start, end: this.length, page: page.number } })
    this.page = undefined
  }

  block(type: TextType, text: string, given: BlockTraits = {}): number | undefined {
    const { box, marker: written, marked = false, note, line = false, ...rest } = given
    const { links, runs, references, formulas, revisions, words, ...traits } = rest
    const clean = cleanText(text)
    if (clean.trim() === '') {
      if (line && this.code !== undefined) this.code.emptyLines++
      return undefined
    }
    const goesOn = line ? this.codeLine(clean, given) : undefined
    if (goesOn !== undefined) return goesOn
    this.separate()
    const marker = written === undefined ? '' : cleanText(written).trim()
    // Notes of Word begin with the space behind their number.
    const lead = marker === '' || marked ? '' : /^ \S/.test(clean) ? marker : `${marker} `
    const start = this.append(lead)
    this.append(clean)
    this.mark(clean, start + lead.length, { links, runs, references, formulas, revisions, words })
    const checked = type === 'list-item' ? tickOf(marker, clean) : undefined
    const index = this.blocks.push({
      type,
      layer: usualLayerOf(type),
      span: this.span(start, box),
      ...(marker === '' ? {} : { marker }),
      ...(checked === undefined ? {} : { checked }),
      ...traits,
    })
    if (note !== undefined) this.anchors.add(note, index - 1)
    this.code = line ? { index: index - 1, emptyLines: 0 } : undefined
    return index - 1
  }

  private codeLine(
    text: string,
    { style, layer = 'body', links, references, revisions }: BlockTraits,
  ): number | undefined {
    const { code } = this
    const block = code === undefined ? undefined : this.blocks[code.index]
    if (code === undefined || block?.style !== style || block?.layer !== layer) return undefined
    this.append('\n'.repeat(code.emptyLines + 1))
    code.emptyLines = 0
    this.mark(text, this.append(text), {
      links,
      references,
      revisions,
      runs: undefined,
      formulas: undefined,
      words: undefined,
    })
    this.blocks[code.index] = { ...block, span: { ...block.span, end: this.length } }
    return code.index
  }

  /** A figure has no text, so that nothing parts it from the block before. */
  figure(image: ImageReference, { box, ...traits }: TableTraits = {}): number {
    this.code = undefined
    const page = this.page === undefined ? {} : { page: this.page.number }
    const place = box ?? image.box
    const span = this.span(this.length, place)
    this.blocks.push({ type: 'figure', layer: 'body', span, image: this.images.length, ...traits })
    this.images.push({ ...page, ...image })
    return this.blocks.length - 1
  }

  table(rows: TableRows, headerRows: number, { box, ...traits }: TableTraits = {}): number | undefined {
    if (!rows.some((row) => row.some((cell) => cell.text.trim() !== ''))) {
      this.figuresOf(rows.flat(), traits)
      return undefined
    }
    const grid = tableGrid(rows, this.limits.cells)
    this.cells += grid.rows * grid.columns
    if (this.cells > this.limits.cells) throw beyondLimit('cells', this.limits.cells)
    this.code = undefined
    this.separate()
    const start = this.length
    const cells: TableCell[] = []
    let row = 0
    for (const [index, cell] of grid.cells.entries()) {
      if (cell.row > row) this.append('\n'.repeat(cell.row - row))
      else if (index > 0) this.append('\t')
      row = cell.row
      const { column, rowSpan, columnSpan, value, formula } = cell
      const { links, runs, references, formulas, revisions, words } = cell
      const text = cleanText(cell.text)
      const cellStart = this.append(text)
      this.mark(text, cellStart, { links, runs, references, formulas, revisions, words })
      const place = { row, column, rowSpan, columnSpan, text, span: this.span(cellStart, cell.box) }
      cells.push(value === undefined && formula === undefined ? place : { ...place, ...present({ value, formula }) })
    }
    const span = this.span(start, box)
    this.blocks.push({ type: 'table', layer: 'body', span, table: this.tables.length, ...traits })
    this.tables.push({ span, rows: grid.rows, columns: grid.columns, headerRows, cells })
    const index = this.blocks.length - 1
    this.figuresOf(grid.cells, { ...traits, parent: index })
    return index
  }

  private figuresOf(cells: readonly CellContent[], { layer, parent, quote }: TableTraits): void {
    const traits = present({ layer, parent, quote })
    for (const { figures = [] } of cells) for (const image of figures) this.figure(image, traits)
  }

  metadatum(name: string, value: string | undefined): void {
    const clean = cleanText(value ?? '').trim()
    if (clean !== '') this.metadata[name] = clean
  }

  build(): ReadDocument {
    this.endPage()
    const { blocks, notes } = this.anchors.resolve(this.blocks)
    return {
      text: this.chunks.join(''),
      pages: this.pages.length > 0 ? this.pages : [{ number: 1, span: { start: 0, end: this.length } }],
      blocks,
      tables: this.tables,
      formFields: this.formFields,
      images: this.images,
      runs: this.runs,
      notes,
      formulas: this.formulas,
      links: this.links,
      outline: this.outline,
      revisions: this.revisions,
      attachments: this.attachments,
      entities: [],
      ...(this.words.length === 0 ? {} : { words: this.words }),
      metadata: this.metadata,
      language: this.language,
      warnings: this.warnings,
    }
  }

  /** Parts this block from the one before; the break between pages is already there. */
  private separate(): void {
    if (this.length > (this.page?.start ?? 0)) this.append('\n')
  }

  private append(text: string): number {
    const start = this.length
    this.length += text.length
    if (this.length > this.limits.textLength) throw beyondLimit('length of the text', this.limits.textLength)
    if (text !== '') this.chunks.push(text)
    return start
  }

  private mark(
    text: string,
    start: number,
    marks: { readonly [K in keyof TextMarks]: TextMarks[K] | undefined },
  ): void {
    const placed = ({ start: from, end: to }: { readonly start: number; readonly end: number }): Span => {
      const end = Math.min(to, text.length)
      return { ...this.span(start + Math.min(from, end)), end: start + end }
    }
    for (const { start: from, end, ...link } of marks.links ?? []) {
      const span = placed({ start: from, end })
      if (span.end > span.start) this.links.push({ span, ...link })
    }
    for (const { start: from, end, ...look } of marks.runs ?? []) {
      const span = placed({ start: from, end })
      if (text.slice(span.start - start, span.end - start).trim() !== '') this.runs.push({ span, ...look })
    }
    for (const { latex, ...stretch } of marks.formulas ?? []) {
      const span = placed(stretch)
      if (span.end > span.start) this.formulas.push({ span, latex })
    }
    for (const { to, ...stretch } of marks.references ?? []) this.anchors.refer(to, placed(stretch))
    for (const { start: from, end, ...revision } of marks.revisions ?? []) {
      const span = placed({ start: from, end })
      this.revisions.push({ ...revision, text: text.slice(span.start - start, span.end - start), span })
    }
    for (const { span, ...word } of marks.words ?? []) {
      this.words.push({ ...word, span: { ...span, start: span.start + start, end: span.end + start } })
    }
  }

  private span(start: number, box?: Box): Span {
    const page = this.page === undefined ? {} : { page: this.page.number }
    return { start, end: this.length, ...page, ...(box === undefined ? {} : { box }) }
  }
}

const usualLayers: Partial<Record<BlockType, BlockLayer>> = {
  header: 'furniture',
  footer: 'furniture',
  footnote: 'note',
  comment: 'annotation',
}

/** Where blocks of this type belong, and tables among them. */
export const usualLayerOf = (type: BlockType): BlockLayer => usualLayers[type] ?? 'body'

// oxlint-disable-next-line no-control-regex -- it is these that are taken out
const unclean = /[\u0000-\u0008\u000b-\u001f\u007f\u0085\u2028\u2029\ud800-\udfff]/

/** Without lone surrogates and control characters, lines ended by `\n`: text that any JSON parser takes. */
export const cleanText = (text: string): string =>
  unclean.test(text)
    ? text
        .toWellFormed()
        .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
        // oxlint-disable-next-line no-control-regex -- it is these that are taken out
        .replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
    : text

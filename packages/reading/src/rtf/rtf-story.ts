import type { ImageReference, Link, Revision } from '@chancery/core'
import type { BlockSink, BlockTraits, CellContent, TableRows } from '../model/block-sink.ts'
import { CellText } from '../model/cell-text.ts'
import { RichText } from '../model/rich-text.ts'
import { differing, type RunLook } from '../model/run-look.ts'
import type { RtfPicture } from './rtf-pictures.ts'
import { rtfTable, type RowDefinition, type RtfRow } from './rtf-tables.ts'

export type TextBlock = Parameters<BlockSink['block']>[0]
export type RevisionView = 'accept' | 'reject' | 'all'
export type RunRevision = Omit<Revision, 'span' | 'text'>

/** One thing of a story, in reading order; it waits here until its place in the document is known. */
export type StoryItem =
  | { readonly kind: 'block'; readonly type: TextBlock; readonly text: string; readonly traits: BlockTraits }
  | { readonly kind: 'figure'; readonly image: ImageReference }
  | { readonly kind: 'table'; readonly rows: TableRows; readonly headerRows: number }
  | { readonly kind: 'page' }

/** What runs of text are besides their text. */
export interface RunTraits {
  readonly link: Omit<Link, 'span'> | undefined
  readonly revision: RunRevision | undefined
  readonly hidden: boolean
  /** Of a formula, which is a run by itself. */
  readonly latex?: string
  readonly look: RunLook
}

interface Run extends RunTraits {
  text: string
  /** It has no text, and refers to this note. */
  readonly to?: string
}

interface OpenTable {
  readonly rows: RtfRow[]
  cells: CellContent[]
  cell: CellText
}

/** The text of one paragraph as it is shown, and what is not. */
export interface ParagraphText {
  readonly shown: RichText
  readonly hidden: string
  /** Changes whose text is left out in this view. */
  readonly leftOut: readonly Revision[]
}

/** Body, header, note, comment or text box: paragraphs and tables as they come. */
export class RtfStory implements BlockSink {
  readonly type: TextBlock
  readonly items: StoryItem[] = []
  /** Text boxes that are anchored in the open paragraph. */
  readonly boxes: RtfStory[] = []
  /** Pictures of the open paragraph; what is known of them may come behind them. */
  readonly pictures: RtfPicture[] = []
  /** Of a note or comment: the name by which the text refers to it. */
  note: string | undefined
  author: string | undefined
  date: string | undefined
  /** As `\listtext` or `\pntext` writes it. */
  marker: string | undefined
  private runs: Run[] = []
  private readonly tables: OpenTable[] = []

  constructor(type: TextBlock) {
    this.type = type
  }

  text(text: string, traits: RunTraits): void {
    const last = this.runs.at(-1)
    if (
      last !== undefined &&
      last.to === undefined &&
      last.look === traits.look &&
      last.link === traits.link &&
      last.hidden === traits.hidden &&
      last.latex === undefined &&
      traits.latex === undefined &&
      isSame(last.revision, traits.revision)
    ) {
      last.text += text
    } else this.runs.push({ text, ...traits })
  }

  /** A note or comment hangs here. */
  refer(to: string, traits: RunTraits): void {
    this.runs.push({ ...traits, text: '', to })
  }

  /** Takes the runs of the paragraph that ends here; `look`: what its style does to all of them. */
  takeParagraph(view: RevisionView, look: RunLook): ParagraphText {
    const shown = new RichText()
    const leftOut: Revision[] = []
    let hidden = ''
    for (const { text, link, revision, hidden: isHidden, look: own, to, latex } of this.runs) {
      if (to !== undefined) shown.refer(to)
      else if (revision !== undefined && isLeftOut(revision.type, view)) leftOut.push({ ...revision, text })
      else if (isHidden) hidden += text
      else {
        const start = shown.length
        shown.add(text)
        shown.link(start, link)
        if (latex !== undefined) shown.formula(start, latex)
        shown.format(start, differing(own, look))
        if (revision !== undefined && shown.length > start) {
          shown.revisions.push({ ...revision, start, end: shown.length })
        }
      }
    }
    this.runs = []
    return { shown, hidden, leftOut }
  }

  get hasText(): boolean {
    return this.runs.length > 0 || this.boxes.length > 0 || this.pictures.length > 0
  }

  /** The depth of tables that the next block stands in; deeper ones end. */
  enter(level: number): void {
    while (this.tables.length > level) this.closeTable()
    while (this.tables.length < level) this.tables.push({ rows: [], cells: [], cell: new CellText() })
  }

  block(type: TextBlock, text: string, traits: BlockTraits = {}): undefined {
    const table = this.tables.at(-1)
    if (table !== undefined) table.cell.block(type, text, traits)
    else this.items.push({ kind: 'block', type, text, traits })
    return undefined
  }

  figure(image: ImageReference): undefined {
    const table = this.tables.at(-1)
    if (table !== undefined) table.cell.figure(image)
    else this.items.push({ kind: 'figure', image })
    return undefined
  }

  table(rows: TableRows, headerRows: number): undefined {
    const table = this.tables.at(-1)
    if (table !== undefined) table.cell.table(rows)
    else this.items.push({ kind: 'table', rows, headerRows })
    return undefined
  }

  endCell(level: number): void {
    this.enter(level)
    const table = this.tables[level - 1]
    if (table === undefined) return
    table.cells.push(table.cell.content())
    table.cell = new CellText()
  }

  endRow(level: number, definition: RowDefinition): void {
    this.enter(level)
    const table = this.tables[level - 1]
    if (table === undefined) return
    // Text after the last cell's end would be lost.
    if (table.cell.toString() !== '') this.endCell(level)
    // LibreOffice describes a row again behind a table inside it, with empty cells that it does not have.
    const described = definition.cells.length || table.cells.length
    const beyond = table.cells.findLastIndex(({ text }) => text !== '') + 1
    table.cells.length = Math.min(table.cells.length, Math.max(described, beyond))
    if (table.cells.length > 0) table.rows.push({ definition, cells: withCoveredCells(table.cells, definition) })
    table.cells = []
  }

  /** Whether cells of the outermost table wait for the end of their row. */
  get hasOpenRow(): boolean {
    return (this.tables[0]?.cells.length ?? 0) > 0
  }

  /** Ends the row of the outermost table after as many cells as it was said to have. @returns whether it has them */
  endDescribedRow(definition: RowDefinition): boolean {
    const [table] = this.tables
    const count = definition.cells.length
    if (table === undefined || count === 0 || table.cells.length < count) return false
    table.rows.push({ definition, cells: table.cells.slice(0, count) })
    table.cells = table.cells.slice(count)
    return true
  }

  private closeTable(): void {
    const level = this.tables.length
    this.endRow(level, emptyRow)
    const table = this.tables.pop()
    if (table === undefined || table.rows.length === 0) return
    const { rows, headerRows } = rtfTable(table.rows)
    this.table(rows, headerRows)
  }
}

/** Behind a table in a table, LibreOffice leaves out cells that one above covers, or writes them behind the others. */
function withCoveredCells(cells: CellContent[], { cells: described }: RowDefinition): CellContent[] {
  const shown = described.filter(({ down }) => down !== 'on').length
  const saysSomething = described.some(({ down }, at) => down === 'on' && isFull(cells[at]))
  if (shown === described.length || !saysSomething || cells.slice(shown).some(isFull)) return cells
  const left = cells.values()
  return described.map(({ down }) => (down === 'on' ? { text: '' } : (left.next().value ?? { text: '' })))
}

const isFull = (cell: CellContent | undefined): boolean => cell !== undefined && cell.text.trim() !== ''

const emptyRow: RowDefinition = { left: 0, isHeader: false, cells: [] }

/** Whether a view leaves out the text of such changes. */
export const isLeftOut = (type: Revision['type'], view: RevisionView): boolean =>
  view === 'accept'
    ? type === 'deletion' || type === 'move-from'
    : view === 'reject' && (type === 'insertion' || type === 'move-to')

const isSame = (one: RunRevision | undefined, other: RunRevision | undefined): boolean =>
  one === other || (one?.type === other?.type && one?.author === other?.author && one?.date === other?.date)

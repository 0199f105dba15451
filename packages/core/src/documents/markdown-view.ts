import { contentStart, hasTitle, itemOf, noteLabels, pageMarks, type PageMark } from './block-content.ts'
import type { Block, DocumentModel, Table, TableCell } from '../model/document-model.ts'
import { asideOf } from './html-view.ts'
import { isBare } from './inline-pieces.ts'
import { bareMarkdown, inlineMarkdown, longestRun } from './markdown-inline.ts'
import { changed, slicesOf, trimmed, within } from './text-pieces.ts'
import { unitsOfStretch } from './text-stretches.ts'

/** What Markdown, which has no spans of cells, writes in the other places of a merged cell: its text again, or nothing. */
export const mergedCells = ['repeat', 'once'] as const
export interface MarkdownSettings {
  readonly mergedCells?: (typeof mergedCells)[number]
}

/**
 * The model as CommonMark with GitHub's tables, task lists and notes. A pure view: every extractor's documents read the
 * same. A title is `#`, and the headings below it one level down. What CommonMark has no signs for is written as others do:
 * formulas as `$LaTeX$` or `$$LaTeX$$`, definitions as `: …`, raised and lowered text as `<sup>` and `<sub>`, the beginning of pages as comments, and what is not
 * the text itself (headers, comments) as HTML. The address of a picture is a JSON pointer into the answer: `#/images/0`.
 */
export const toMarkdown = (model: DocumentModel, settings: MarkdownSettings = {}): string =>
  [...markdownPieces(model, settings)].join('')

/** The same block by block, a table row by row, and what is long in stretches. */
export function* markdownPieces(model: DocumentModel, settings: MarkdownSettings = {}): Generator<string> {
  const view = new MarkdownView(model, settings)
  const marks = pageMarks(model)
  let previous: Block | 'page' | undefined
  for (const [index, block] of model.blocks.entries()) {
    for (const mark of marks(block)) {
      yield `${previous === undefined ? '' : '\n\n'}${pageComment(mark)}`
      previous = 'page'
    }
    let isFirst = true
    for (const piece of view.write(block, index)) {
      if (piece === '') continue
      if (isFirst && previous !== undefined) yield gap(previous, block)
      isFirst = false
      yield piece
    }
    if (!isFirst) previous = block
  }
  for (const mark of marks()) {
    yield `${previous === undefined ? '' : '\n\n'}${pageComment(mark)}`
    previous = 'page'
  }
  if (previous !== undefined) yield '\n'
}

/** Items stand close to each other; blocks of one quote are parted by a line of the quote. */
function gap(above: Block | 'page', block: Block): string {
  if (above === 'page') return '\n\n'
  const quote = Math.min(above.quote ?? 0, block.quote ?? 0)
  const isTight =
    (above.type === 'list-item' && block.type === 'list-item') ||
    (above.type === 'term' && block.type === 'definition') ||
    (above.type === 'definition' && block.type === 'definition')
  if (isTight) return '\n'
  return quote === 0 ? '\n\n' : `\n${signOf(quote)}\n`
}

const pageComment = ({ kind, number, name }: PageMark): string =>
  `<!-- ${kind} ${number}${name === undefined ? '' : `: ${name.replaceAll(/(?:-{2,}|[<>\s])+/g, ' ').trim()}`} -->`

/** UTF-16 units of one merged cell in all its places: what would be more is there once, or a page would become gigabytes. */
const mostRepeated = 100_000

class MarkdownView {
  private readonly model: DocumentModel
  private readonly repeats: boolean
  private readonly labels: ReadonlyMap<number, string>
  private readonly down: number
  private readonly isBare: boolean
  /** Of the open items, by level: how far the text of each is indented. */
  private readonly indents: string[] = []
  /** The number that Markdown would give to the next item of each level, and the sign behind it. */
  private readonly next: (string | undefined)[] = []
  /** Notes whose further paragraphs may come, by the index of each of their blocks. */
  private readonly noted = new Set<number>()

  constructor(model: DocumentModel, settings: MarkdownSettings) {
    this.model = model
    this.repeats = settings.mergedCells !== 'once'
    this.labels = noteLabels(model)
    this.down = hasTitle(model) ? 1 : 0
    this.isBare = isBare(model)
  }

  *write(block: Block, index: number): Generator<string> {
    const { model } = this
    const item = itemOf(block, model)
    const under = item && this.indents[item.level ?? 1]
    if (block.type !== 'list-item' && under === undefined) {
      this.indents.length = 0
      this.next.length = 0
    }
    const table = block.table === undefined ? undefined : model.tables[block.table]
    if (block.type === 'table' && table !== undefined) {
      for (const row of this.table(table)) yield* quoted(row, block)
      return
    }
    const note = this.note(block, index)
    if (note !== undefined) yield* note
    else if (block.layer !== 'body') yield* asideOf(block, model)
    else if (under !== undefined) yield* quoted(indented(under, this.text(block), under), block)
    else yield* quoted(this.text(block), block)
  }

  /** A note that the text refers to, and the paragraphs that follow its first. */
  private note(block: Block, index: number): Iterable<string> | undefined {
    const label = this.labels.get(index)
    const goesOn = block.parent !== undefined && this.noted.has(block.parent)
    if (label === undefined && !goesOn) return undefined
    this.noted.add(index)
    const content = this.inline(contentStart(block, this.model.text), block.span.end, true)
    return indented(label === undefined ? '    ' : `[^${label}]: `, content, '    ')
  }

  private text(block: Block): Iterable<string> {
    const { model } = this
    const { start, end } = block.span
    switch (block.type) {
      case 'title':
        return heading(1, this.inline(start, end, false))
      case 'heading':
        return heading((block.level ?? 1) + this.down, this.inline(start, end, false, { isHeading: true }))
      case 'list-item':
        return this.item(block)
      case 'formula':
        return this.inline(start, end, true, { isDisplay: true })
      case 'definition':
        return indented(': ', this.inline(start, end, true), '    ')
      case 'figure':
        return within('![', altTextOf(model.images[block.image ?? -1]?.altText ?? ''), `](#/images/${block.image})`)
      case 'code': {
        const text = model.text.slice(start, end)
        const longest = longestRun(text, '`')
        const fence = '`'.repeat(longest < 3 ? 3 : longest + 1)
        return within(`${fence}\n`, slicesOf(text), `\n${fence}`)
      }
      default:
        return this.inline(start, end, true)
    }
  }

  private item(block: Block): Iterable<string> {
    const { text } = this.model
    const { marker = '', level = 1, checked } = block
    const isCounted = /^\d{1,9}[.)]$/.test(marker)
    // Markdown counts in figures alone: any other number is part of the text.
    const isPart = !isCounted && checked === undefined && /[\p{L}\p{N}]/u.test(marker)
    const sign = isCounted ? marker : '-'
    // Under the nearest open item: four spaces without one would be code.
    const indent = this.indents.slice(0, level).findLast((each) => each !== undefined) ?? ''
    const under = indent + ' '.repeat(sign.length + 1)
    this.indents.length = Math.min(this.indents.length, level)
    this.indents[level] = under
    // Two lists that follow each other would be one, and counted on: a comment parts them.
    const goesOn = !isCounted || this.next[level] === undefined || this.next[level] === marker
    this.next.length = Math.min(this.next.length, level)
    this.next[level] = isCounted ? `${Number.parseInt(marker, 10) + 1}${marker.at(-1)}` : undefined
    const content = this.inline(isPart ? block.span.start : contentStart(block, text), block.span.end, true)
    const task = checked === undefined ? '' : checked ? '[x] ' : '[ ] '
    const apart = goesOn ? '' : `\n${indent}<!-- -->\n\n`
    return indented(`${apart}${indent}${sign} ${task}`, content, under)
  }

  private *table(table: Table): Generator<Iterable<string>> {
    const rows: TableCell[][] = Array.from({ length: table.rows }, () => [])
    for (const cell of table.cells) {
      for (let down = 0; down < (this.isRepeated(cell) ? cell.rowSpan : 1); down++) rows[cell.row + down]?.push(cell)
    }
    for (const [index, cells] of rows.entries()) {
      const texts = Array.from({ length: table.columns }, (): Iterable<string> => [])
      for (const cell of cells) {
        const places = this.isRepeated(cell) ? cell.columnSpan : 1
        texts.fill(places > 1 ? [...this.cell(cell)] : this.cell(cell), cell.column, cell.column + places)
      }
      yield within(index === 0 ? '| ' : '\n| ', parted(texts, ' | '), ' |')
      if (index === 0) yield ['\n| ', texts.map(() => '---').join(' | '), ' |']
    }
  }

  private isRepeated({ span, rowSpan, columnSpan }: TableCell): boolean {
    return this.repeats && (span.end - span.start) * rowSpan * columnSpan <= mostRepeated
  }

  private cell({ span }: TableCell): Iterable<string> {
    return changed(this.inline(span.start, span.end, false), (piece) =>
      piece.replaceAll('|', '\\|').replaceAll('\n', '<br>'),
    )
  }

  private inline(
    start: number,
    end: number,
    isLineStart: boolean,
    { isHeading = false, isDisplay = false }: { readonly isHeading?: boolean; readonly isDisplay?: boolean } = {},
  ): Iterable<string> {
    const isShort = end - start <= unitsOfStretch
    // As every cell of a large table is.
    if (isShort && this.isBare) return [bareMarkdown(this.model.text.slice(start, end), isLineStart).trim()]
    const pieces = inlineMarkdown(this.model, start, end, { labels: this.labels, isLineStart, isHeading, isDisplay })
    if (!isShort) return trimmed(within('', pieces, ''))
    let whole = ''
    for (const piece of pieces) whole += piece
    return [whole.trim()]
  }
}

/** Several texts, with a sign between each and the next. */
function* parted(texts: readonly Iterable<string>[], sign: string): Generator<string> {
  for (const [index, pieces] of texts.entries()) {
    if (index > 0) yield sign
    yield* pieces
  }
}

/** With a first sign, and one before each further line. */
const indented = (first: string, pieces: Iterable<string>, further: string): Iterable<string> =>
  within(first, withLines(pieces, `\n${further}`), '')

const withLines = (pieces: Iterable<string>, lineBreak: string): Iterable<string> =>
  changed(pieces, (piece) => piece.replaceAll('\n', lineBreak))

function* heading(level: number, pieces: Iterable<string>): Generator<string> {
  let sign = `${'#'.repeat(Math.min(Math.max(level, 1), 6))} `
  for (const piece of withLines(pieces, ' ')) {
    yield sign + piece
    sign = ''
  }
}

const altTextOf = (text: string): Iterable<string> =>
  changed([text.replaceAll(/\s+/g, ' ')], (piece) => piece.replaceAll(/[\\[\]`*_<>]/g, '\\$&'))

/** Nobody reads deeper quotes, and each line of one has its sign. */
const maxQuotes = 20

const signOf = (quote: number): string => '>'.repeat(Math.min(quote, maxQuotes))

function* quoted(pieces: Iterable<string>, { quote = 0 }: Block): Generator<string> {
  if (quote === 0) {
    yield* pieces
    return
  }
  const sign = `${signOf(quote)} `
  let hasBegun = false
  for (const piece of withLines(pieces, `\n${sign}`)) {
    if (piece === '') continue
    yield hasBegun || piece.startsWith('\n') ? piece : sign + piece
    hasBegun = true
  }
}

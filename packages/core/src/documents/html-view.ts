import {
  contentStart,
  countedNumber,
  hasTitle,
  isNumber,
  noteLabels,
  pageMarks,
  type PageMark,
  itemOf,
} from './block-content.ts'
import type { Block, BlockLayer, DocumentModel, Formula, Look, Table, TableCell } from '../model/document-model.ts'
import { inlinePieces, isBare } from './inline-pieces.ts'
import { withoutLeaders } from './leaders.ts'
import { linkable } from './link-view.ts'
import { changed, within } from './text-pieces.ts'
import { isLong, stretchesOf, unitsOfStretch } from './text-stretches.ts'

/**
 * The model as an HTML fragment. A pure view, as `toMarkdown`: every extractor's documents read the same. It holds no
 * script, style or picture, and no address but those of links to the web, to mail and to telephones. A title is `<h1>`, and
 * the headings below it one level down.
 */
export const toHtml = (model: DocumentModel): string => [...htmlPieces(model)].join('')

/** The same block by block, a table row by row, and what is long in stretches. */
export function* htmlPieces(model: DocumentModel): Generator<string> {
  const view = new HtmlView(model)
  const marks = pageMarks(model)
  for (const [index, block] of model.blocks.entries()) {
    for (const mark of marks(block)) {
      yield* view.close()
      yield* pageRule(mark)
    }
    yield* view.write(block, index)
  }
  yield* view.close()
  for (const mark of marks()) yield* pageRule(mark)
}

/** What is not the text itself, as an element that says so. */
export const asideOf = (block: Block, model: DocumentModel): Generator<string> =>
  aside(block, inlineHtml(model, block.span.start, block.span.end))

const pageRule = ({ kind, number, name }: PageMark): Generator<string> =>
  within(`<hr data-${kind}="${number}"`, attribute('title', name), '>')

const maxListDepth = 32

class HtmlView {
  private readonly model: DocumentModel
  private readonly labels: ReadonlyMap<number, string>
  private readonly down: number
  private readonly isBare: boolean
  /** The open lists, and the number that each would give to its next item. */
  private readonly lists: { readonly kind: 'ol' | 'ul'; next: number }[] = []
  private quotes = 0
  private inDefinitions = false
  /** A caption that was written inside the figure before it. */
  private written: number | undefined

  constructor(model: DocumentModel) {
    this.model = model
    this.labels = noteLabels(model)
    this.down = hasTitle(model) ? 1 : 0
    this.isBare = isBare(model)
  }

  *write(block: Block, index: number): Generator<string> {
    if (index === this.written) return
    yield* this.open(block)
    const { model } = this
    const table = block.table === undefined ? undefined : model.tables[block.table]
    if (block.type === 'list-item') yield* this.item(block)
    else if (block.type === 'table' && table !== undefined) yield* this.table(table, block)
    else if (block.type === 'figure') yield* this.figure(block, index)
    else if (block.layer !== 'body') yield* this.aside(block, index)
    else yield* this.text(block)
  }

  /** Ends the lists and quotes that are open. */
  *close(): Generator<string> {
    yield* this.closeLists(0)
    if (this.inDefinitions) yield '</dl>'
    this.inDefinitions = false
    yield '</blockquote>'.repeat(this.quotes)
    this.quotes = 0
  }

  private *open(block: Block): Generator<string> {
    const { type, quote = 0 } = block
    const isDefinition = type === 'term' || type === 'definition'
    const quotes = Math.min(quote, maxListDepth)
    const item = itemOf(block, this.model)
    if (quotes !== this.quotes) yield* this.closeLists(0)
    else if (item !== undefined) yield* this.closeLists(Math.min(Math.max(item.level ?? 1, 1), maxListDepth))
    else if (type !== 'list-item') yield* this.closeLists(0)
    if (this.inDefinitions && (!isDefinition || quotes !== this.quotes)) {
      yield '</dl>'
      this.inDefinitions = false
    }
    if (quotes > this.quotes) yield '<blockquote>'.repeat(quotes - this.quotes)
    else yield '</blockquote>'.repeat(this.quotes - quotes)
    this.quotes = quotes
    if (isDefinition && !this.inDefinitions) yield '<dl>'
    this.inDefinitions = isDefinition
  }

  private *closeLists(depth: number): Generator<string> {
    while (this.lists.length > depth) yield `</li></${this.lists.pop()?.kind}>`
  }

  private *item(block: Block): Generator<string> {
    const { lists } = this
    // A level may be left out on the way down; its list is opened all the same.
    const depth = Math.min(Math.max(block.level ?? 1, 1), maxListDepth)
    const figures = countedNumber(block)
    const kind = figures === undefined ? 'ul' : 'ol'
    yield* this.closeLists(depth)
    if (lists.length === depth && lists.at(-1)?.kind !== kind) yield* this.closeLists(depth - 1)
    else if (lists.length === depth) yield '</li>'
    while (lists.length < depth) {
      const between = lists.length < depth - 1
      lists.push({ kind, next: 1 })
      yield between ? `<${kind}><li>` : `<${kind}>`
    }
    const list = lists[depth - 1] as (typeof lists)[number]
    const number = figures === undefined ? list.next : Number(figures)
    yield number === list.next ? '<li>' : `<li value="${number}">`
    list.next = number + 1
    const { marker = '', checked, span } = block
    if (checked !== undefined) yield `<input type="checkbox" disabled${checked ? ' checked' : ''}> `
    // Lists count in figures alone here: any other number is part of the text.
    const isPart = figures === undefined && checked === undefined && isNumber(marker)
    yield* this.inline(isPart ? span.start : contentStart(block, this.model.text), span.end)
  }

  private text(block: Block): Generator<string> {
    const { start, end } = block.span
    const content = this.inline(start, end)
    switch (block.type) {
      case 'title':
        return within('<h1>', content, '</h1>')
      case 'heading': {
        const level = Math.min(Math.max((block.level ?? 1) + this.down, 1), 6)
        return within(`<h${level}>`, content, `</h${level}>`)
      }
      case 'code':
        return within('<pre><code>', escaped(this.model.text.slice(start, end)), '</code></pre>')
      case 'term':
        return within('<dt>', content, '</dt>')
      case 'definition':
        return within('<dd>', content, '</dd>')
      case 'header':
      case 'footer':
      case 'footnote':
      case 'comment':
      case 'text-box':
        return aside(block, content)
      case 'formula':
        return within('<p class="formula">', inlineHtml(this.model, start, end, this.labels, 'display'), '</p>')
      case 'caption':
        return within('<p class="caption">', content, '</p>')
      default:
        return within('<p>', content, '</p>')
    }
  }

  private aside(block: Block, index: number): Generator<string> {
    const label = this.labels.get(index)
    const id = label === undefined ? '' : ` id="note-${escape(label)}"`
    return aside(block, this.inline(block.span.start, block.span.end), id)
  }

  /** With the caption below it. */
  private *figure({ image }: Block, index: number): Generator<string> {
    const { images, blocks } = this.model
    const altText = images[image ?? -1]?.altText ?? ''
    const below = blocks[index + 1]
    const isCaption = below?.type === 'caption' && below.parent === index
    if (isCaption) this.written = index + 1
    yield* within('<figure><img alt="', escaped(altText), `" data-image="${image}">`)
    if (isCaption) yield* within('<figcaption>', this.inline(below.span.start, below.span.end), '</figcaption>')
    yield '</figure>'
  }

  private *table(table: Table, { layer }: Block): Generator<string> {
    const rows: TableCell[][] = Array.from({ length: table.rows }, () => [])
    for (const cell of table.cells) rows[cell.row]?.push(cell)
    const heads = Math.min(table.headerRows, rows.length)
    yield `<table${layer === 'body' ? '' : ` class="${layer}"`}>${heads === 0 ? '<tbody>' : '<thead>'}`
    for (const [index, cells] of rows.entries()) {
      const name = index < heads ? 'th' : 'td'
      yield* within('<tr>', this.cells(cells, name), '</tr>')
      if (index === heads - 1) yield '</thead><tbody>'
    }
    yield '</tbody></table>'
  }

  private *cells(cells: readonly TableCell[], name: 'td' | 'th'): Generator<string> {
    for (const { rowSpan, columnSpan, span } of cells) {
      const spans = (rowSpan > 1 ? ` rowspan="${rowSpan}"` : '') + (columnSpan > 1 ? ` colspan="${columnSpan}"` : '')
      let written = `<${name}${spans}>`
      for (const piece of this.inline(span.start, span.end)) {
        if (written.length > unitsOfStretch) {
          yield written
          written = ''
        }
        written += piece
      }
      yield `${written}</${name}>`
    }
  }

  private inline(start: number, end: number): Iterable<string> {
    // As every cell of a large table is.
    if (this.isBare && end - start <= unitsOfStretch) return [lines(this.model.text.slice(start, end))]
    return inlineHtml(this.model, start, end, this.labels)
  }
}

const usualTypes: Readonly<Record<BlockLayer, string>> = {
  body: 'text-box',
  furniture: 'furniture',
  note: 'note',
  annotation: 'comment',
  hidden: 'hidden',
}
const ownClass = new Set(['footnote', 'comment', 'text-box'])

function* aside({ type, layer, author, date }: Block, content: Iterable<string>, id = ''): Generator<string> {
  if ((type === 'header' || type === 'footer') && layer !== 'hidden') {
    yield* within(`<${type}>`, content, `</${type}>`)
    return
  }
  const name = ownClass.has(type) && layer !== 'hidden' ? type : usualTypes[layer]
  yield `<aside class="${name}"${id}`
  yield* attribute('data-author', author)
  yield* attribute('data-date', date)
  yield* within('>', content, '</aside>')
}

/** Text with its links, its looks, its formulas and its references to notes; lines are kept. */
function* inlineHtml(
  model: DocumentModel,
  start: number,
  end: number,
  labels: ReadonlyMap<number, string> = none,
  formulas: 'inline' | 'display' = 'inline',
): Generator<string> {
  let open: { readonly url?: string } | undefined
  for (const piece of inlinePieces(model, start, end, ({ url }) => url !== undefined && linkable.test(url))) {
    const link = 'note' in piece ? undefined : piece.link
    if (open !== undefined && open !== link) yield '</a>'
    if (link !== undefined && open !== link) yield* within('<a href="', escaped(link.url ?? ''), '">')
    open = link
    if ('note' in piece) {
      const label = escape(labels.get(piece.note.block) ?? '')
      if (label !== '') yield `<sup><a href="#note-${label}">${label}</a></sup>`
    } else if (piece.formula !== undefined) {
      yield* mathOf(piece.formula, formulas)
    } else {
      const [before, after] = tagsOf(piece.look, link !== undefined)
      const text = model.text.slice(piece.start, piece.end)
      if (isLong(text)) yield* within(before, linesInTurn(text), after)
      else yield before + lines(text) + after
    }
  }
  if (open !== undefined) yield '</a>'
}

function* linesInTurn(text: string): Generator<string> {
  for (const stretch of stretchesOf(text)) yield lines(stretch)
}

const lines = (text: string): string => escape(withoutLeaders(text)).replaceAll('\n', '<br>')

/** As pandoc writes it, so that MathJax and KaTeX find it. */
function mathOf({ latex }: Formula, way: 'inline' | 'display'): Generator<string> {
  const [before, after] = way === 'display' ? ['\\[', '\\]'] : ['\\(', '\\)']
  return within(`<span class="math ${way}">${before}`, escaped(latex), `${after}</span>`)
}

const none: ReadonlyMap<number, string> = new Map()

/** What stands before and behind text that looks so; a link is underlined by itself. */
function tagsOf(look: Look | undefined, isLink: boolean): readonly [before: string, after: string] {
  let [before, after] = ['', '']
  const add = (isShown: boolean | undefined, name: string): void => {
    if (isShown !== true) return
    before += `<${name}>`
    after = `</${name}>${after}`
  }
  if (look === undefined) return [before, after]
  add(look.bold, 'strong')
  add(look.italic, 'em')
  add(look.strike, 's')
  add(look.underline === true && !isLink, 'u')
  add(look.script === 'super', 'sup')
  add(look.script === 'sub', 'sub')
  add(look.code, 'code')
  return [before, after]
}

function* attribute(name: string, value: string | undefined): Generator<string> {
  if (value !== undefined) yield* within(` ${name}="`, escaped(value), '"')
}

const escaped = (text: string): Iterable<string> => changed([text], escape)

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')

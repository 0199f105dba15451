import { alignmentOf, colorOf, declarationsOf, formatOfStyle, lengthOfCss } from './css-values.ts'
import { dataUriBytes } from './data-uri.ts'
import type {
  Alignment,
  Block,
  Flow,
  FlowCell,
  FlowList,
  FlowParagraph,
  Inline,
  ListPlace,
  TextFormat,
} from './flow.ts'
import { attributeOf, type HtmlElement, type HtmlNode, isElement, parseHtml } from './html-tree.ts'
import { safeAddress } from './link-address.ts'

/** What is not shown, or is no text. */
const dropped = new Set(
  'script style template head title object embed iframe frame frameset noframes canvas audio video map area base link meta param source track datalist svg math applet dialog'.split(
    ' ',
  ),
)
const blockNames = new Set(
  'address article aside blockquote body center dd details dir div dl dt fieldset figure figcaption footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary table ul'.split(
    ' ',
  ),
)

const formats: Readonly<Record<string, TextFormat>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  dfn: { italic: true },
  var: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  sub: { raised: 'subscript' },
  sup: { raised: 'superscript' },
  code: { isCode: true },
  kbd: { isCode: true },
  samp: { isCode: true },
  tt: { isCode: true },
  mark: { background: 'FFFF00' },
  th: { bold: true },
  dt: { bold: true },
  legend: { bold: true },
  summary: { bold: true },
}

const listFormats: Readonly<Record<string, FlowList['format']>> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  'lower-alpha': 'lowerLetter',
  'lower-latin': 'lowerLetter',
  'upper-alpha': 'upperLetter',
  'upper-latin': 'upperLetter',
  'lower-roman': 'lowerRoman',
  'upper-roman': 'upperRoman',
}

/** What surrounds a piece of text. */
interface Around {
  readonly format: TextFormat
  readonly align?: Alignment
  readonly quotes: number
  readonly indents: number
  readonly list?: ListPlace
  readonly isPreformatted: boolean
}

const outermost: Around = { format: {}, quotes: 0, indents: 0, isPreformatted: false }

/**
 * HTML as blocks, or as inline text where it has no block in it. Unknown elements count as their content; scripts, styles
 * and pictures that are not in the text itself are left out.
 * @throws RichFault
 */
export async function readHtml(html: string): Promise<Flow> {
  const nodes = await parseHtml(html)
  const reader = new HtmlReader()
  for (const node of nodes) reader.visit(node, outermost)
  return reader.flow(hasBlock(nodes))
}

const hasBlock = (nodes: readonly HtmlNode[]): boolean =>
  nodes.some(
    (node) =>
      isElement(node) && !dropped.has(node.tagName) && (blockNames.has(node.tagName) || hasBlock(node.childNodes)),
  )

class HtmlReader {
  private blocks: Block[] = []
  private inlines: Inline[] = []
  /** The properties of the paragraph that is being gathered. */
  private paragraph: Omit<FlowParagraph, 'inlines'> | undefined

  flow(isBlocks: boolean): Flow {
    if (isBlocks) {
      this.end()
      return { kind: 'blocks', blocks: this.blocks }
    }
    return { kind: 'inline', inlines: this.inlines }
  }

  visit(node: HtmlNode, around: Around): void {
    if (node.nodeName === '#text' && 'value' in node) this.text(node.value, around)
    else if (isElement(node) && !dropped.has(node.tagName)) this.element(node, around)
  }

  private children(element: HtmlElement, around: Around): void {
    for (const child of element.childNodes) this.visit(child, around)
  }

  private text(given: string, around: Around): void {
    let text = given
    if (around.isPreformatted) {
      const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
      for (const [index, line] of lines.entries()) {
        if (index > 0) this.add({ kind: 'break' }, around)
        if (line !== '') this.add({ kind: 'text', text: line, format: around.format }, around)
      }
      return
    }
    text = text.replaceAll(/[ \t\r\n\f]+/g, ' ')
    const last = this.inlines.at(-1)
    if (
      text.startsWith(' ') &&
      (last === undefined ? this.paragraph !== undefined || this.blocks.length > 0 : endsWithSpace(last))
    ) {
      text = text.slice(1)
    }
    if (text !== '') this.add({ kind: 'text', text, format: around.format }, around)
  }

  private add(inline: Inline, around: Around): void {
    this.paragraph ??= paragraphIn(around, 'text')
    this.inlines.push(inline)
  }

  /** Ends the paragraph that is being gathered, if anything stands in it. */
  private end(keepEmpty = false): void {
    const inlines = trimmed(this.inlines)
    if (this.paragraph !== undefined && (keepEmpty || inlines.length > 0)) {
      this.blocks.push({ ...this.paragraph, inlines })
    }
    this.inlines = []
    this.paragraph = undefined
  }

  private element(element: HtmlElement, outer: Around): void {
    const name = element.tagName
    const around = this.within(element, outer)
    if (name === 'br') this.add({ kind: 'break' }, around)
    else if (name === 'img') this.image(element, around)
    else if (name === 'wbr') this.add({ kind: 'text', text: '\u200b', format: around.format }, around)
    else if (name === 'q') {
      this.add({ kind: 'text', text: '“', format: around.format }, around)
      this.children(element, around)
      this.add({ kind: 'text', text: '”', format: around.format }, around)
    } else if (name === 'a') this.link(element, around)
    else if (name === 'input') this.input(element, around)
    else if (name === 'table') this.table(element, around)
    else if (name === 'ul' || name === 'ol' || name === 'menu' || name === 'dir') this.list(element, around)
    else if (blockNames.has(name)) this.block(element, around)
    else this.children(element, around)
  }

  /** What an element says of the text in it. */
  private within(element: HtmlElement, around: Around): Around {
    const name = element.tagName
    const style = attributeOf(element, 'style')
    let format: TextFormat = { ...around.format, ...formats[name] }
    let { align } = around
    if (name === 'big') format = { ...format, size: Math.round((around.format.size ?? 22) * 1.2) }
    if (name === 'small') format = { ...format, size: Math.round((around.format.size ?? 22) * 0.83) }
    if (name === 'font') {
      const color = colorOf(attributeOf(element, 'color') ?? '')
      const size = [15, 20, 24, 27, 36, 48, 72][Number(attributeOf(element, 'size')) - 1]
      format = { ...format, ...(color === undefined ? {} : { color }), ...(size === undefined ? {} : { size }) }
    }
    if (name === 'center') align = 'center'
    align = alignmentOf(attributeOf(element, 'align')) ?? align
    if (style !== undefined) {
      const css = declarationsOf(style)
      format = { ...format, ...formatOfStyle(css, format) }
      align = alignmentOf(css.get('text-align')) ?? align
    }
    return { ...around, format, ...(align === undefined ? {} : { align }) }
  }

  private block(element: HtmlElement, around: Around): void {
    const name = element.tagName
    this.end()
    const heading = /^h([1-6])$/.exec(name)
    if (heading !== null) {
      this.paragraph = { ...paragraphIn(around, 'heading'), level: Number(heading[1]) }
      this.children(element, around)
    } else if (name === 'hr') {
      this.paragraph = paragraphIn(around, 'rule')
      this.end(true)
    } else if (name === 'pre') {
      const inner = { ...around, isPreformatted: true }
      this.paragraph = paragraphIn(inner, 'code')
      this.children(element, inner)
      if (this.inlines[0]?.kind === 'break') this.inlines.shift()
      while (this.inlines.at(-1)?.kind === 'break') this.inlines.pop()
    } else {
      const inner =
        name === 'blockquote'
          ? { ...around, quotes: around.quotes + 1 }
          : name === 'dd'
            ? { ...around, indents: around.indents + 1 }
            : around
      // An empty paragraph is a blank line that its author wanted; any other empty block is nothing.
      if (name === 'p') this.paragraph = paragraphIn(inner, 'text')
      this.children(element, inner)
      this.end(name === 'p' && this.inlines.length > 0)
      return
    }
    this.end()
  }

  private link(element: HtmlElement, around: Around): void {
    const link = safeAddress(attributeOf(element, 'href'))
    this.children(element, link === undefined ? around : { ...around, format: { ...around.format, link } })
  }

  private input(element: HtmlElement, around: Around): void {
    if (attributeOf(element, 'type') !== 'checkbox') return
    const text = attributeOf(element, 'checked') === undefined ? '☐' : '☒'
    this.add({ kind: 'text', text, format: around.format }, around)
  }

  private image(element: HtmlElement, around: Around): void {
    const alt = attributeOf(element, 'alt') ?? ''
    const bytes = dataUriBytes(attributeOf(element, 'src') ?? '')
    if (bytes === undefined) {
      // What would have to be fetched is never fetched: its words stand in for it.
      if (alt !== '') this.add({ kind: 'text', text: alt, format: around.format }, around)
      return
    }
    const css = declarationsOf(attributeOf(element, 'style') ?? '')
    const width = lengthOfCss(css.get('width')) ?? lengthOfCss(attributeOf(element, 'width'))
    const height = lengthOfCss(css.get('height')) ?? lengthOfCss(attributeOf(element, 'height'))
    this.add({ kind: 'image', image: { bytes, alt, width, height }, format: around.format }, around)
  }

  private list(element: HtmlElement, around: Around): void {
    this.end()
    const css = declarationsOf(attributeOf(element, 'style') ?? '')
    const type = css.get('list-style-type') ?? attributeOf(element, 'type') ?? '1'
    const start = Number(attributeOf(element, 'start') ?? '1')
    const list: FlowList = {
      format: element.tagName === 'ol' ? (listFormats[type] ?? 'decimal') : 'bullet',
      start: Number.isInteger(start) && start >= 0 && start < 32_768 ? start : 1,
    }
    const level = around.list === undefined ? 0 : Math.min(around.list.level + 1, 8)
    for (const child of element.childNodes) {
      if (!isElement(child) || child.tagName !== 'li') {
        this.visit(child, { ...around, list: { list, level, isContinued: true } })
        continue
      }
      const value = Number(attributeOf(child, 'value') ?? Number.NaN)
      const inner = this.within(child, around)
      const place = { list, level, isContinued: false, ...(Number.isInteger(value) && value >= 0 ? { value } : {}) }
      this.item(child, { ...inner, list: place })
    }
    this.end()
  }

  /** The first paragraph of an item has its mark; those after it stand below. */
  private item(element: HtmlElement, around: Around): void {
    this.end()
    const first = this.blocks.length
    this.paragraph = paragraphIn(around, 'text')
    this.children(element, around)
    this.end(this.blocks.length === first)
    let isMarked = false
    for (let index = first; index < this.blocks.length; index++) {
      const block = this.blocks[index]
      if (block?.kind !== 'paragraph' || block.list?.list !== around.list?.list || block.list === undefined) continue
      if (isMarked) this.blocks[index] = { ...block, list: { ...block.list, isContinued: true } }
      isMarked = true
    }
  }

  private table(element: HtmlElement, around: Around): void {
    this.end()
    const inner: Around = { format: around.format, quotes: 0, indents: 0, isPreformatted: false }
    const { rows, columns, widths, caption } = readTable(element, (cell) => this.cell(cell, inner))
    if (columns === 0) return
    const css = declarationsOf(attributeOf(element, 'style') ?? '')
    const border = attributeOf(element, 'border') ?? css.get('border') ?? ''
    this.blocks.push({
      kind: 'table',
      rows,
      columns,
      ...(widths === undefined ? {} : { widths }),
      hasBorders: !/^(?:0|none)/.test(border.trim()),
      ...(caption === undefined ? {} : { caption: this.inlinesOf(caption, inner) }),
    })
  }

  /** Reads on into lists of its own, and gives those back. */
  private apart<Result>(read: () => Result): Result {
    const { blocks, inlines, paragraph } = this
    ;[this.blocks, this.inlines, this.paragraph] = [[], [], undefined]
    const result = read()
    ;[this.blocks, this.inlines, this.paragraph] = [blocks, inlines, paragraph]
    return result
  }

  private cell(element: HtmlElement, around: Around): readonly Block[] {
    return this.apart(() => {
      this.children(element, this.within(element, around))
      this.end()
      return this.blocks
    })
  }

  private inlinesOf(element: HtmlElement, around: Around): readonly Inline[] {
    return this.apart(() => {
      this.children(element, around)
      this.end()
      return this.blocks.flatMap((block) => (block.kind === 'paragraph' ? block.inlines : []))
    })
  }
}

const paragraphIn = (
  { align, quotes, indents, list }: Around,
  role: FlowParagraph['role'],
): Omit<FlowParagraph, 'inlines'> => ({
  kind: 'paragraph',
  role,
  quotes,
  indents,
  ...(align === undefined ? {} : { align }),
  ...(list === undefined ? {} : { list }),
})

const endsWithSpace = (inline: Inline): boolean =>
  inline.kind === 'break' || (inline.kind === 'text' && inline.text.endsWith(' '))

/** Without white space at both ends, and without the line break that ends a paragraph. */
function trimmed(given: readonly Inline[]): readonly Inline[] {
  const inlines = [...given]
  const last = inlines.at(-1)
  if (last?.kind === 'break' && inlines.length > 1) inlines.pop()
  for (let end = inlines.at(-1); end?.kind === 'text'; end = inlines.at(-1)) {
    const text = end.text.replace(/[ \t\n]+$/, '')
    inlines.pop()
    if (text === '') continue
    inlines.push({ ...end, text })
    break
  }
  for (let begin = inlines[0]; begin?.kind === 'text'; begin = inlines[0]) {
    const text = begin.text.replace(/^[ \t\n]+/, '')
    if (text === begin.text) break
    if (text !== '') {
      inlines[0] = { ...begin, text }
      break
    }
    inlines.shift()
  }
  return inlines
}

/** Most columns that Word's tables have. */
const maxColumns = 63

interface ReadTable {
  readonly rows: readonly { readonly cells: readonly FlowCell[]; readonly isHeader: boolean }[]
  readonly columns: number
  readonly widths?: readonly number[]
  readonly caption?: HtmlElement
}

/** The grid of a table: cells that span rows are continued in those, and every row is as long as the longest. */
function readTable(table: HtmlElement, contentOf: (cell: HtmlElement) => readonly Block[]): ReadTable {
  const rows: { cells: FlowCell[]; isHeader: boolean; length: number }[] = []
  /** By column: in how many more rows a cell from above stands, and how wide it is. */
  let covered: { rows: number; columns: number }[] = []
  let caption: HtmlElement | undefined
  const shares: number[] = []

  const addRow = (element: HtmlElement, isHead: boolean): void => {
    const cells: FlowCell[] = []
    const below: { rows: number; columns: number }[] = []
    let column = 0
    const continueAbove = (): void => {
      for (let above = covered[column]; above !== undefined && above.rows > 0; above = covered[column]) {
        cells.push({ blocks: [], columns: above.columns, merge: 'continue', isHeader: false })
        below[column] = { rows: above.rows - 1, columns: above.columns }
        column += above.columns
      }
    }
    for (const cell of element.childNodes) {
      if (!isElement(cell) || (cell.tagName !== 'td' && cell.tagName !== 'th')) continue
      continueAbove()
      if (column >= maxColumns) break
      const span = (name: string, most: number): number =>
        Math.min(Math.max(Math.trunc(Number(attributeOf(cell, name) ?? '1')) || 1, 1), most)
      const columns = span('colspan', maxColumns - column)
      const down = span('rowspan', 1000)
      const css = declarationsOf(attributeOf(cell, 'style') ?? '')
      const background = colorOf(
        css.get('background-color') ?? css.get('background') ?? attributeOf(cell, 'bgcolor') ?? '',
      )
      const width = /^([\d.]{1,8})%$/.exec((css.get('width') ?? attributeOf(cell, 'width') ?? '').trim())
      if (width !== null && columns === 1) shares[column] = Number(width[1])
      cells.push({
        blocks: contentOf(cell),
        columns,
        ...(down > 1 ? { merge: 'restart' } : {}),
        isHeader: cell.tagName === 'th',
        ...(background === undefined ? {} : { background }),
      })
      if (down > 1) below[column] = { rows: down - 1, columns }
      column += columns
    }
    continueAbove()
    covered = below
    if (column > 0) rows.push({ cells, isHeader: isHead || cells.every((cell) => cell.isHeader), length: column })
  }
  const visit = (parent: HtmlElement, isHead: boolean): void => {
    for (const child of parent.childNodes) {
      if (!isElement(child)) continue
      if (child.tagName === 'tr') addRow(child, isHead)
      else if (child.tagName === 'caption') caption ??= child
      else if (/^(?:thead|tbody|tfoot)$/.test(child.tagName)) {
        covered = []
        visit(child, child.tagName === 'thead')
      }
    }
  }
  visit(table, false)
  const columns = Math.max(0, ...rows.map(({ length }) => length))
  for (const row of rows) {
    for (; row.length < columns; row.length++) row.cells.push({ blocks: [], columns: 1, isHeader: false })
  }
  // Only header rows at the top are repeated on each page.
  const body = rows.findIndex(({ isHeader }) => !isHeader)
  for (const [index, row] of rows.entries()) if (body !== -1 && index > body) row.isHeader = false
  const isWhole =
    columns > 0 && Array.from({ length: columns }, (_, index) => shares[index] ?? 0).every((each) => each > 0)
  return {
    rows,
    columns,
    ...(isWhole ? { widths: shares.slice(0, columns) } : {}),
    ...(caption === undefined ? {} : { caption }),
  }
}

import { attributeOf, type HtmlElement, type HtmlNode, isElement } from '@chancery/formats/html'
import { colorOf } from '@chancery/tags'
import { alignmentOf, declarationsOf, formatOfStyle, indentOfCss, lengthOfCss, maxIndent } from './css-values.ts'
import { dataUriBytes } from './data-uri.ts'
import type { Alignment, Block, Flow, FlowParagraph, FlowTable, Inline, ListPlace, TextFormat } from './flow.ts'
import { blockNames, dropped, formatOfTag, hasBlock } from './html-elements.ts'
import { countOf, listOf } from './html-list.ts'
import { readTable } from './html-table.ts'
import { parseHtml } from './html-tree.ts'
import { safeAddress } from './link-address.ts'
import { endsWithSpace, trimmed } from './line-space.ts'

/** What surrounds a piece of text. */
interface Around {
  readonly format: TextFormat
  readonly align?: Alignment
  readonly isRightToLeft: boolean
  readonly quotes: number
  /** Further in, in twentieths of a point. */
  readonly indent: number
  readonly firstLine: number
  readonly list?: ListPlace
  readonly isPreformatted: boolean
}

const outermost: Around = {
  format: {},
  isRightToLeft: false,
  quotes: 0,
  indent: 0,
  firstLine: 0,
  isPreformatted: false,
}
/** A step to the right: half an inch. */
const indentStep = 720
const breaksPage = /^(?:always|page|left|right)$/

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

class HtmlReader {
  private blocks: Block[] = []
  private inlines: Inline[] = []
  /** The properties of the paragraph that is being gathered. */
  private paragraph: Omit<FlowParagraph, 'inlines'> | undefined
  /** What comes next stands on a new page. */
  private isOnNewPage = false

  flow(isBlocks: boolean): Flow {
    if (isBlocks) {
      this.end()
      this.breakPage()
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
      this.blocks.push({ ...this.paragraph, inlines, ...(this.isOnNewPage ? { isOnNewPage: true } : {}) })
      this.isOnNewPage = false
    }
    this.inlines = []
    this.paragraph = undefined
  }

  /** An empty paragraph that ends a page, where no other begins the next. */
  private breakPage(): void {
    if (!this.isOnNewPage) return
    this.isOnNewPage = false
    this.blocks.push({ ...paragraphIn(outermost, 'text'), inlines: [{ kind: 'pageBreak' }] })
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
    else if (blockNames.has(name)) this.ofBlock(element, around)
    else this.children(element, around)
  }

  /** A block with the page breaks around it. */
  private ofBlock(element: HtmlElement, around: Around): void {
    const style = attributeOf(element, 'style')
    const css = style === undefined ? undefined : declarationsOf(style)
    const breaks = (side: string): boolean =>
      breaksPage.test(css?.get(`page-break-${side}`) ?? css?.get(`break-${side}`) ?? '')
    if (css !== undefined && breaks('before')) {
      this.end()
      this.isOnNewPage = true
    }
    this.block(element, around)
    if (css !== undefined && breaks('after')) this.isOnNewPage = true
  }

  /** What an element says of the text in it. */
  private within(element: HtmlElement, around: Around): Around {
    const name = element.tagName
    const style = attributeOf(element, 'style')
    let format: TextFormat = { ...around.format, ...formatOfTag(name) }
    let { align, isRightToLeft, indent, firstLine } = around
    const direction = attributeOf(element, 'dir')?.toLowerCase()
    if (direction === 'rtl' || direction === 'ltr') isRightToLeft = direction === 'rtl'
    if (name === 'big') format = { ...format, size: Math.round((around.format.size ?? 22) * 1.2) }
    if (name === 'small') format = { ...format, size: Math.round((around.format.size ?? 22) * 0.83) }
    if (name === 'font') {
      const color = colorOf(attributeOf(element, 'color') ?? '')
      const size = [15, 20, 24, 27, 36, 48, 72][Number(attributeOf(element, 'size')) - 1]
      format = { ...format, ...(color === undefined ? {} : { color }), ...(size === undefined ? {} : { size }) }
    }
    if (name === 'center') align = 'center'
    align = alignmentOf(attributeOf(element, 'align'), isRightToLeft) ?? align
    if (style !== undefined) {
      const css = declarationsOf(style)
      format = { ...format, ...formatOfStyle(css, format) }
      const written = css.get('direction')?.toLowerCase()
      if (written === 'rtl' || written === 'ltr') isRightToLeft = written === 'rtl'
      align = alignmentOf(css.get('text-align'), isRightToLeft) ?? align
      if (blockNames.has(name)) {
        const side = isRightToLeft ? 'right' : 'left'
        const [margin, padding] = [css.get(`margin-${side}`), css.get(`padding-${side}`)].map(indentOfCss)
        indent = Math.min(indent + (margin ?? 0) + (padding ?? 0), maxIndent)
        firstLine = indentOfCss(css.get('text-indent')) ?? firstLine
      }
    }
    if (isRightToLeft !== (around.format.isRightToLeft ?? false)) format = { ...format, isRightToLeft }
    return { ...around, format, isRightToLeft, indent, firstLine, ...(align === undefined ? {} : { align }) }
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
            ? { ...around, indent: around.indent + indentStep }
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
    const list = listOf(element)
    const level = around.list === undefined ? 0 : Math.min(around.list.level + 1, 8)
    for (const child of element.childNodes) {
      if (!isElement(child) || child.tagName !== 'li') {
        this.visit(child, { ...around, list: { list, level, isContinued: true } })
        continue
      }
      const value = list.format === 'bullet' ? undefined : countOf(attributeOf(child, 'value'))
      const inner = this.within(child, around)
      const place = { list, level, isContinued: false, ...(value === undefined ? {} : { value }) }
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
    this.breakPage()
    const { format, isRightToLeft } = around
    const inner: Around = { ...outermost, format, isRightToLeft }
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
      isRightToLeft,
      ...tableBox(element, css),
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
  { align, isRightToLeft, quotes, indent, firstLine, list }: Around,
  role: FlowParagraph['role'],
): Omit<FlowParagraph, 'inlines'> => ({
  kind: 'paragraph',
  role,
  quotes,
  indent,
  firstLine,
  isRightToLeft,
  ...(align === undefined ? {} : { align }),
  ...(list === undefined ? {} : { list }),
})

/** How wide a table is, and where it stands. */
function tableBox(element: HtmlElement, css: ReadonlyMap<string, string>): Pick<FlowTable, 'width' | 'align'> {
  const width = lengthOfCss(css.get('width') ?? attributeOf(element, 'width'))
  const isCentred = css.get('margin-left') === 'auto' || /(?:^|\s)auto(?:\s|$)/.test(css.get('margin') ?? '')
  const given = isCentred && css.get('margin-right') !== '0' ? 'center' : attributeOf(element, 'align')?.toLowerCase()
  return {
    ...(width === undefined ? {} : { width }),
    ...(given === 'center' || given === 'right' ? { align: given } : {}),
  }
}

import type { CellContent } from '@chancery/reading/model/block-sink'
import { type CellLine, cellText } from '@chancery/reading-layout/cell-text'
import { type LookStretch, ownLooks, withLook } from '@chancery/reading-layout/line-looks'
import type { TableBlock } from '@chancery/reading-layout/block-writer'
import {
  type BlockPart,
  type LineBlock,
  listMarker,
  placeOf,
  type TextType,
} from '@chancery/reading-layout/line-blocks'
import { enclosing } from '@chancery/reading-layout/page-geometry'
import type { Region } from '@chancery/reading-layout/page-layout'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import { cellsOf, hasBlocks, isOrHasBlocks, rowsOf, textTypes } from './block-tags.ts'
import { tableCells } from './tagged-cells.ts'
import { itemsIn, type PlainItem } from './plain-items.ts'
import { alignedRows, areLines, endOfRows } from './rows-of-cells.ts'
import { isSpread } from './spread-words.ts'
import { ContentWords } from './content-words.ts'
import { withWordsBesideTags } from './words-beside-tags.ts'
import { withLinesEndedByHand } from './lines-ended-by-hand.ts'
import { betweenEmptyLines, segmentsBegunByHand, type TaggedText, textsIn } from './lines-of-texts.ts'
import { contentsOf, type TagNode } from './tag-tree.ts'
import type { TextFrame } from '@chancery/reading-layout/text-frame'
import { type TextLine, textLines } from '@chancery/reading-layout/text-lines'
import { textSegments } from '@chancery/reading-layout/text-segments'

/** Tags that leave out more of the words say nothing about the page. */
const trustedShare = 0.9
/** A page of so many words has more than one paragraph. */
const manyWords = 200

/** The paragraphs in these are theirs. */
const wholeTypes: ReadonlySet<TextType> = new Set(['footnote', 'caption'])

/** Tells from where words stand what they are. */
type LayOut = (words: readonly PdfWord[]) => readonly Region[]

/**
 * The regions of a page by its tags: their order, headings, lists and tables; and the words that no tag holds.
 * @param layOut for stretches of which the tags say nothing but where their texts begin
 * @returns `undefined` where the tags cannot be trusted: they leave out text, or hold all of it in one paragraph.
 */
export function taggedLayout(
  tree: TagNode,
  words: readonly PdfWord[],
  page: number,
  frame: TextFrame,
  keepWords: boolean,
  layOut: LayOut,
): { readonly regions: readonly Region[]; readonly untagged: readonly PdfWord[] } | undefined {
  const tagged = new Set(contentsOf(tree))
  const all = withWordsBesideTags(words, tagged)
  const own = all.filter((word) => !word.artifact)
  const inTree = own.filter((word) => tagged.has(word.content))
  if (inTree.length === 0 || inTree.length < trustedShare * own.length) return undefined
  const layout = new TaggedLayout(tree, inTree, page, frame, keepWords, layOut)
  layout.add(tree, 0, 0)
  if (own.length > manyWords && layout.regions.length < 2) return undefined
  // Words that the tree holds where none are looked for, in a table outside of its cells, are laid out with the rest.
  const left = layout.words.left()
  const untagged = all.filter((word) => word.artifact || !tagged.has(word.content) || left.has(word.content))
  return { regions: withLinesEndedByHand(layout.regions, layout.ofTexts), untagged }
}

class TaggedLayout {
  readonly regions: Region[] = []
  readonly words: ContentWords
  private readonly page: number
  private readonly frame: TextFrame
  private readonly keepWords: boolean
  private readonly layOut: LayOut
  private readonly texts: ReadonlyMap<number, TaggedText>
  /** Blocks of such texts alone, which say themselves what ends their lines. */
  readonly ofTexts = new Set<LineBlock>()
  /** How many block quotes are around what is added. */
  private quotes = 0
  /** All of the page is. */
  private readonly isFixedPitch: boolean

  constructor(
    tree: TagNode,
    words: readonly PdfWord[],
    page: number,
    frame: TextFrame,
    keepWords: boolean,
    layOut: LayOut,
  ) {
    this.page = page
    this.frame = frame
    this.keepWords = keepWords
    this.layOut = layOut
    this.texts = textsIn(tree)
    this.isFixedPitch = words.every((word) => word.fixedPitch)
    this.words = new ContentWords(words)
  }

  /** Goes down to the elements that are blocks; what a container holds itself is a paragraph. */
  add(node: TagNode, sections: number, lists: number): void {
    const heading = /^H([1-6])?$/.exec(node.type)
    const type = textTypes[node.type]
    if (heading !== null) {
      const level = heading[1] === undefined ? Math.min(Math.max(sections, 1), 6) : Number(heading[1])
      this.addText('heading', this.words.takeAll(node), { level })
    } else if (node.type === 'BlockQuote') this.addQuote(node, sections, lists)
    else if (node.type === 'Table') this.addTable(node)
    else if (node.type === 'L') this.addEach(node, sections, lists + 1)
    else if (node.type === 'LI') this.addListItem(node, sections, Math.max(lists, 1))
    else if (node.type === 'P' && !hasBlocks(node)) this.addParagraphs(this.words.takeAll(node))
    else if (type !== undefined && (wholeTypes.has(type) || !hasBlocks(node)))
      this.addText(type, this.words.takeAll(node))
    else this.addEach(node, node.type === 'Sect' ? sections + 1 : sections, lists)
  }

  private addQuote(node: TagNode, sections: number, lists: number): void {
    this.quotes++
    this.addEach(node, sections, lists)
    this.quotes--
  }

  private addEach(node: TagNode, sections: number, lists: number): void {
    let plain: (TagNode | number)[] = []
    const endPlain = (): void => {
      this.addPlain(itemsIn(plain, this.words))
      plain = []
    }
    for (const child of node.children) {
      if (typeof child === 'number' || !isOrHasBlocks(child)) plain.push(child)
      else {
        endPlain()
        this.add(child, sections, lists)
      }
    }
    endPlain()
  }

  /** What no tag calls anything: paragraphs, or cells of which nothing tells but their places. */
  private addPlain(items: readonly PlainItem[]): void {
    for (let at = 0; at < items.length;) {
      const end = endOfRows(items, at)
      if (end > at) this.addRows(items.slice(at, end))
      else this.addItem(items[at])
      at = Math.max(end, at + 1)
    }
  }

  /** A table, or lines of the page; labels with their values below them are no lines. */
  private addRows(items: readonly PlainItem[]): void {
    const regions = this.laidOut(items.flatMap(({ words }) => words))
    const hasTable = regions.some(({ kind }) => kind === 'block')
    const rows = hasTable ? undefined : alignedRows(items)
    if (rows !== undefined) this.addTableOf(rows)
    else if (hasTable || areLines(items)) for (const region of regions) this.regions.push(region)
    else for (const item of items) this.addItem(item)
  }

  /** Cells whose columns stand too near to each other to be seen as such. */
  private addTableOf(rows: readonly (readonly PlainItem[])[]): void {
    const contents = rows.map((row) =>
      row.map(({ words }) => {
        const lines = this.partsOf(words).flatMap((part) => part.lines)
        return this.cell({ type: 'TD', children: [] }, lines, this.areTexts(words))
      }),
    )
    const box = this.frame.box(enclosing(rows.flatMap((row) => row.map(({ place }) => place))))
    const block: TableBlock = { kind: 'table', rows: contents, headerRows: 0, page: this.page, box }
    this.regions.push({ kind: 'block', block })
  }

  private addItem(item: PlainItem | undefined): void {
    if (item === undefined) return
    if (item.inside !== undefined) this.addPlain(item.inside)
    else if (!isSpread(item.words) || !this.addLaidTable(item.words)) this.addParagraphs(item.words)
  }

  /** The lines of a box above or below would be blank rows of a table. */
  private laidOut(words: readonly PdfWord[]): readonly Region[] {
    return this.layOut(words).map((region) =>
      region.kind === 'block' && region.block.kind === 'table'
        ? { ...region, block: withoutBlankEnds(region.block) }
        : region,
    )
  }

  /** What a style sheet sets in rows and columns has no elements for them. */
  private addLaidTable(words: readonly PdfWord[]): boolean {
    const regions = this.laidOut(words)
    const hasTable = regions.some(({ kind }) => kind === 'block')
    if (hasTable) for (const region of regions) this.regions.push(region)
    return hasTable
  }

  /** The text of an item up to its first inner list; then what is inside. */
  private addListItem(node: TagNode, sections: number, lists: number): void {
    const own: PdfWord[] = []
    const inner: TagNode[] = []
    const gather = (each: TagNode): void => {
      for (const child of each.children) {
        if (typeof child === 'number') for (const item of this.words.take(child)) own.push(item)
        else if (child.type === 'L' || child.type === 'Table') inner.push(child)
        else if (child.actualText === undefined) gather(child)
        else for (const item of this.words.takeAll(child)) own.push(item)
      }
    }
    gather(node)
    this.addText('list-item', own, { level: lists })
    for (const each of inner) this.add(each, sections, lists)
  }

  private addParagraphs(words: readonly PdfWord[]): void {
    for (const paragraph of betweenEmptyLines(words, this.texts)) this.addText('paragraph', paragraph)
  }

  private addText(type: TextType, words: readonly PdfWord[], traits: { readonly level?: number } = {}): void {
    const parts = this.partsOf(words)
    const first = parts[0]?.lines[0]
    if (first === undefined) return
    const marker =
      type === 'list-item' ? listMarker(first.text) : type === 'footnote' ? noteMarker(first.text) : undefined
    // Browsers tag what is set in a typeface for code as any other paragraph.
    const isCode = type === 'paragraph' && !this.isFixedPitch && isListing(parts)
    const block: LineBlock = {
      kind: 'text',
      type: isCode ? 'code' : type,
      ...traits,
      ...(this.quotes === 0 ? {} : { quote: this.quotes }),
      markerLength: 0,
      ...marker,
      parts,
    }
    if (this.areTexts(words)) this.ofTexts.add(block)
    this.regions.push({ kind: 'block', block })
  }

  private addTable(table: TagNode): void {
    const rows = rowsOf(table)
    const isHeader = (row: TagNode): boolean =>
      cellsOf(row).length > 0 && cellsOf(row).every(({ type }) => type === 'TH')
    let headerRows = 0
    const contents: CellContent[][] = []
    const all: TextLine[] = []
    for (const row of rows) {
      if (headerRows === contents.length && isHeader(row)) headerRows++
      contents.push(
        cellsOf(row).map((cell) => {
          const words = this.words.takeAll(cell)
          const lines = this.partsOf(words).flatMap((part) => part.lines)
          for (const item of lines) all.push(item)
          return this.cell(cell, lines, this.areTexts(words))
        }),
      )
    }
    for (const child of table.children) {
      if (typeof child !== 'number' && child.type === 'Caption') this.add(child, 0, 0)
    }
    if (all.length === 0) return
    const box = this.frame.box(placeOf(all))
    const block: TableBlock = { kind: 'table', rows: tableCells(contents), headerRows, page: this.page, box }
    this.regions.push({ kind: 'block', block })
  }

  /** @param areTexts so that its lines say what ends them */
  private cell({ type, rowSpan, columnSpan }: TagNode, lines: readonly TextLine[], areTexts: boolean): CellContent {
    const { page, frame } = this
    const { text, lines: places } = cellText(
      lines.map((line) => line.text.replaceAll('\t', ' ')),
      lines.map((line) => ({ ...lookOf(line), ...(areTexts ? { isEnded: line.endedByHand === true } : {}) })),
      type === 'TH',
    )
    const words = lines.flatMap((line, index) => {
      const place = places[index] ?? { start: 0, end: 0 }
      return (line.words ?? []).map(({ start, word }) => {
        const end = Math.min(place.end, place.start + start + word.text.length)
        return { span: { start: place.start + start, end, page, box: frame.box(word) } }
      })
    })
    const looks: LookStretch[] = []
    for (const [index, line] of lines.entries()) {
      const place = places[index] ?? { start: 0, end: 0 }
      for (const { start, end, ...look } of line.looks)
        withLook(looks, place.start + start, Math.min(place.start + end, place.end), look)
    }
    // The head of a column or row is set apart as a whole.
    const runs = type === 'TH' ? ownLooks(looks, text.length) : looks
    return {
      text,
      words,
      ...(runs.length === 0 ? {} : { runs }),
      ...(rowSpan === undefined ? {} : { rowSpan }),
      ...(columnSpan === undefined ? {} : { columnSpan }),
      ...(lines.length === 0 ? {} : { box: frame.box(placeOf(lines)) }),
    }
  }

  private areTexts(words: readonly PdfWord[]): boolean {
    return words.every((word) => this.texts.has(word.content))
  }

  /** In columns, a paragraph goes on further up. */
  private partsOf(words: readonly PdfWord[]): BlockPart[] {
    const parts: BlockPart[] = []
    let open: ReturnType<typeof textSegments> = []
    let top = -Infinity
    let lines: TextLine[] = []
    const endLine = (): void => {
      const last = lines.at(-1)
      if (last !== undefined) lines[lines.length - 1] = { ...last, endedByHand: true }
    }
    const endLines = (): void => {
      for (const line of textLines(open, this.keepWords)) lines.push(line)
      open = []
    }
    const end = (): void => {
      endLines()
      if (lines.length > 0) parts.push({ page: this.page, frame: this.frame, lines })
      lines = []
    }
    const segments = textSegments(words)
    const begun = segmentsBegunByHand(segments, this.texts)
    for (const segment of segments) {
      if (segment.top < top - 1.5 * segment.size) end()
      else if (begun.has(segment)) {
        endLines()
        endLine()
      }
      open.push(segment)
      top = segment.top
    }
    end()
    return parts
  }
}

function withoutBlankEnds(table: TableBlock): TableBlock {
  const isBlank = (row: readonly CellContent[] | undefined): boolean =>
    row !== undefined && row.every(({ text, rowSpan = 1 }) => text === '' && rowSpan === 1)
  const { rows, headerRows } = table
  const from = isBlank(rows[0]) ? 1 : 0
  const to = rows.length - (rows.length > from && isBlank(rows.at(-1)) ? 1 : 0)
  if (to - from === rows.length) return table
  return { ...table, rows: rows.slice(from, to), headerRows: Math.max(headerRows - from, 0) }
}

/** Lines in a typeface of one width. */
const isListing = (parts: readonly BlockPart[]): boolean => {
  const lines = parts.flatMap((part) => part.lines)
  return lines.length > 1 && lines.every((line) => line.fixedPitch)
}

function noteMarker(text: string): { readonly marker: string; readonly markerLength: number } | undefined {
  const found = /^((?:\d{1,3}|[*†‡§]{1,3})[.)]?)\s*(?=\D)/u.exec(text)
  return found?.[1] === undefined ? undefined : { marker: found[1], markerLength: found[0].length }
}

function lookOf({ text, size, bold, left, right }: TextLine): CellLine {
  const first = /^\S*/.exec(text)?.[0].length ?? 0
  return { size, bold, left, right, firstWidth: ((right - left) * first) / Math.max(text.length, 1) }
}

import type { ImageReference } from '@chancery/core'
import type { BlockSink, BlockTraits, CellContent, TableTraits } from '@chancery/reading/model/block-sink'
import { isCodeThroughout, looksLikeCode } from '@chancery/reading/model/code-text'
import { CellText } from '@chancery/reading/model/cell-text'
import { listStyleOf } from '@chancery/reading/model/paragraph-styles'
import { ListNesting } from '@chancery/reading/model/list-nesting'
import { RichText } from '@chancery/reading/model/rich-text'
import { descend, type XmlElement } from '@chancery/reading/xml/xml-element'
import { controlOf } from './content-control.ts'
import { drawingContent } from './drawing.ts'
import { InlineWalker } from './inline-walker.ts'
import { isOn, valueOf } from './properties.ts'
import type { StoryDocument, StoryPart, StoryTraits, TextBlock } from './story.ts'
import type { ParagraphRole } from './style-sheet.ts'
import { tableOf } from './table-rows.ts'
import { changeOf, isShown, markedChange, type TrackedChange } from '@chancery/reading/office-math/tracked-change'

/** Walks one story (body, header, note, comment, text box, cell) of WordprocessingML in document order. */
export class StoryWalker extends InlineWalker {
  private readonly sink: BlockSink
  private readonly nesting = new ListNesting()
  /** Text boxes, charts and diagrams of the paragraph, to be written after it. */
  private drawn: (() => void)[] = []
  /** Of a cell: where its hidden text goes, to be written after the table. */
  private readonly hidden: RichText | undefined
  /** Its first block, once it is written. */
  private first: number | undefined
  private isFirst = true
  /** Whether the last paragraph was a line of code. */
  private inCode = false
  /** The table, figure or caption that was just written: what stands beside what. */
  private above: { readonly type: 'table' | 'figure' | 'caption'; readonly index: number } | undefined
  private section = 0

  constructor(document: StoryDocument, part: StoryPart, sink: BlockSink, traits: StoryTraits, hidden?: RichText) {
    super(document, part, traits)
    this.sink = sink
    this.hidden = hidden
  }

  walk(element: XmlElement): void {
    this.children(element)
    this.finish()
  }

  override element(element: XmlElement): void {
    switch (element.name) {
      case 'w:p':
        return this.paragraph(element)
      case 'w:tbl':
        return this.table(element)
      case 'w:sdt':
        this.children(element)
        return this.control(element)
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        return this.drawing(element)
      case 'w:txbxContent':
        return void this.drawn.push(() => this.inner('text-box').walk(element))
      case 'w:altChunk':
        return this.alternativeChunk(element.attributes['r:id'] ?? '')
      default:
        super.element(element)
    }
  }

  /** Writes what is left over where the last paragraph's mark was deleted. */
  finish(): void {
    if (!this.text.isEmpty || this.drawn.length > 0) this.endParagraph(this.document.styles.roleOf(undefined))
  }

  private paragraph(element: XmlElement): void {
    const { view, styles } = this.document
    const written = descend(element, 'w:pPr')
    const formatted = written === undefined ? undefined : descend(written, 'w:pPrChange')
    const properties = (view === 'reject' ? descend(formatted, 'w:pPr') : undefined) ?? written
    const role = styles.roleOf(properties)
    this.isHidden = role.hidden
    this.look = role.look
    this.text.inHiddenRun = role.hidden
    if (properties !== undefined && isOn(descend(properties, 'w:pageBreakBefore'))) this.traits.pages?.top()
    const start = this.text.shown.length
    this.children(element)
    if (this.text.isDropped) return this.text.add('\n')
    if (formatted !== undefined) this.text.revise(start, changeOf(formatted))
    const mark = written === undefined ? undefined : markedChange(descend(written, 'w:rPr'), view)
    // Where the mark is not there, what follows goes on in the same paragraph.
    if (mark !== undefined && !isShown(mark, view)) this.text.drop(mark, '\n')
    else if (!isDropCap(properties)) {
      if (mark !== undefined) this.document.revisions.push({ ...mark, text: '\n' })
      this.endParagraph(role)
    }
    if (written !== undefined && descend(written, 'w:sectPr') !== undefined) this.endSection()
  }

  private endSection(): void {
    const isNewPage = this.traits.newPages?.[this.section++] ?? true
    if (isNewPage) this.traits.pages?.set()
  }

  private endParagraph(role: ParagraphRole): void {
    const { shown, hidden, isFormula } = this.text.take()
    this.block(role, shown, isFormula)
    if (hidden.length > 0) this.hide(hidden)
    if (this.drawn.length === 0) return
    const { pages } = this.traits
    pages?.beginBlock()
    for (const write of this.drawn.splice(0)) write()
    pages?.endBlock()
  }

  private hide(text: RichText): void {
    if (this.hidden === undefined) this.write(this.traits.type, text, { layer: 'hidden' })
    else this.hidden.join(text)
  }

  private block(role: ParagraphRole, text: RichText, isFormula: boolean): void {
    const { type } = this.traits
    const item = role.numbering === undefined ? undefined : this.document.lists.next(role.numbering)
    const listed = listStyleOf(role.style ?? '')
    const level = Math.max((item?.level ?? 0) + 1, listed?.level ?? 1)
    const traits = {
      ...(item?.marker === undefined ? {} : { marker: item.marker }),
      ...(role.style === undefined ? {} : { style: role.style }),
      ...(role.isQuote ? { quote: 1 } : {}),
    }
    if (type !== 'paragraph') this.write(type, text, traits)
    else if (role.kind === 'title') this.write('title', text, traits)
    else if (role.headingLevel !== undefined) this.write('heading', text, { ...traits, level: role.headingLevel })
    else if (item?.marker !== undefined) this.listItem(level, text, traits)
    else if (isFormula) this.write('formula', text, traits)
    else if (role.kind === 'code' || this.isCodeLine(text, role)) this.codeLine(text, traits)
    else if (role.kind === 'caption') this.caption(text, traits)
    else if (role.kind === 'term' || role.kind === 'definition') this.write(role.kind, text, traits)
    else if (item !== undefined || listed?.isItem === false) this.continued(level, text, traits)
    else this.write('paragraph', text, traits)
  }

  /** A paragraph of a list that has no marker goes on with the item above. */
  private continued(level: number, text: RichText, traits: BlockTraits): void {
    const item = this.nesting.openAt(level)
    this.write('paragraph', text, { ...traits, ...item }, item.parent !== undefined)
  }

  private listItem(level: number, text: RichText, traits: BlockTraits): void {
    const { parent } = this.nesting.parentAt(level)
    const index = this.write('list-item', text, { ...traits, level, ...(parent === undefined ? {} : { parent }) }, true)
    this.nesting.add(level, index)
  }

  /** A paragraph that is set in a typeface for code throughout, below another or by what it says. */
  private isCodeLine(text: RichText, { look }: ParagraphRole): boolean {
    const line = text.toString()
    if (line.trim() === '') return this.inCode
    const isFixed = look.code === true || isCodeThroughout(line, text.runs)
    return isFixed && !this.document.styles.isTypewritten && (this.inCode || looksLikeCode(line))
  }

  /** Below its table or figure it belongs to that; one below it belongs to the caption, as parents stand first. */
  private caption(text: RichText, traits: BlockTraits): void {
    const parent = this.above === undefined || this.above.type === 'caption' ? undefined : this.above.index
    const index = this.write('caption', text, { ...traits, ...(parent === undefined ? {} : { parent }) })
    if (index !== undefined && parent === undefined) this.above = { type: 'caption', index }
  }

  private codeLine(text: RichText, traits: BlockTraits): void {
    // An empty line is one, too.
    if (text.toString().trim() === '') this.sink.block('code', '', { line: true })
    else this.write('code', text, { ...traits, line: true })
    this.inCode = true
  }

  private write(type: TextBlock, rich: RichText, traits: BlockTraits, isItem = false): number | undefined {
    this.inCode = false
    const text = rich.toString()
    const { pages, layer, first = {} } = this.traits
    const parent = this.isFirst ? this.traits.parent : (this.first ?? this.traits.parent)
    if (text.trim() === '') return void pages?.endBlock()
    const { runs, ...plainMarks } = rich.marks
    // Code is set in its typeface by being code.
    const marks = type === 'code' || runs === undefined ? plainMarks : { ...plainMarks, runs }
    pages?.beginBlock()
    const index = this.sink.block(type, text, {
      ...(layer === undefined ? {} : { layer }),
      ...(parent === undefined ? {} : { parent }),
      ...marks,
      ...traits,
      ...(this.isFirst ? first : {}),
    })
    pages?.endBlock()
    // Further paragraphs of a note belong to its first.
    if (this.isFirst && first.note !== undefined) this.first = index
    this.isFirst = false
    this.above = undefined
    if (!isItem) this.nesting.end()
    if (index !== undefined) this.document.written(index)
    return index
  }

  private table(element: XmlElement): void {
    if (this.text.isDropped) return this.children(element)
    this.finish()
    this.inCode = false
    const { view, styles } = this.document
    const hidden = this.hidden ?? new RichText()
    const { rows, headerRows } = tableOf(element, {
      view,
      setsOffFirstRow: (style) => styles.setsOffFirstRow(style),
      control: (control) => this.control(control),
      cell: (cell, change) => this.cell(cell, change, hidden),
      dropped: (change, content) => this.text.within(change, () => this.children(content), true),
    })
    const { pages, layer } = this.traits
    const caption = this.above?.type === 'caption' ? this.above.index : undefined
    const parent = this.first ?? this.traits.parent ?? caption
    const style = styles.nameOf(valueOf(element, 'w:tblPr', 'w:tblStyle'))
    const traits = {
      ...(layer === undefined ? {} : { layer }),
      ...(parent === undefined ? {} : { parent }),
      ...(style === undefined ? {} : { style }),
    }
    const isBlank = !rows.some((row) => row.some(({ text }) => text.trim() !== ''))
    if (isBlank) pages?.endBlock()
    else {
      pages?.beginBlock()
      const index = this.sink.table(rows, headerRows, traits)
      pages?.endBlock()
      this.nesting.end()
      this.above = index === undefined ? undefined : { type: 'table', index }
      if (index !== undefined) this.document.written(index)
    }
    if (this.hidden === undefined && hidden.length > 0) this.hide(hidden)
  }

  private cell(cell: XmlElement, change: TrackedChange | undefined, hidden: RichText): CellContent {
    const text = new CellText()
    this.inner('paragraph', text, hidden).walk(cell)
    const content = text.content()
    const { revisions = [] } = content
    if (change === undefined || content.text === '' || revisions.some(({ type }) => type === change.type))
      return content
    return { ...content, revisions: [{ ...change, start: 0, end: content.text.length }, ...revisions] }
  }

  private inner(type: TextBlock, sink = this.sink, hidden = this.hidden): StoryWalker {
    const { layer, parent, pages } = this.traits
    const traits = {
      type,
      ...(layer === undefined ? {} : { layer }),
      ...(parent === undefined ? {} : { parent }),
      // A cell is part of a block of the body; a text box may stand anywhere on the page.
      ...(pages === undefined || sink === this.sink ? {} : { pages }),
    }
    return new StoryWalker(this.document, this.part, sink, traits, hidden)
  }

  private drawing(element: XmlElement): void {
    const { alternates } = this.document
    const { images, texts } = drawingContent(element, (each) => alternates.of(each))
    if (this.text.isDropped) {
      // What a box says is left out with it.
      for (const each of texts) if (each.kind === 'story') this.children(each.element)
      return
    }
    const { pages, layer: of } = this.traits
    const page = pages === undefined ? {} : { page: pages.page }
    const layer = of === undefined ? {} : { layer: of }
    for (const { relationship, ...image } of images) {
      this.drawn.push(() => this.figure({ ...this.part.picture(relationship), ...image, ...page }, layer))
    }
    for (const each of texts) {
      this.drawn.push(() => {
        if (each.kind === 'story') this.inner('text-box').walk(each.element)
        else if (each.kind === 'drawn') this.part.drawnText(each.element, this.sink, layer)
        else if (each.kind === 'word-art') this.sink.block('text-box', each.text, layer)
        else this.part[each.kind](each.relationship, this.sink, layer)
      })
    }
  }

  private figure(image: ImageReference, traits: TableTraits): void {
    const parent = this.above?.type === 'caption' ? this.above.index : this.traits.parent
    const index = this.sink.figure(image, { ...traits, ...(parent === undefined ? {} : { parent }) })
    if (index !== undefined) this.above = { type: 'figure', index }
  }

  private alternativeChunk(relationship: string): void {
    if (this.text.isDropped) return
    this.finish()
    this.traits.pages?.beginBlock()
    this.part.alternativeChunk(relationship, this.sink, {})
    this.traits.pages?.endBlock()
  }

  private control(element: XmlElement): void {
    if (this.text.isDropped) return
    const field = controlOf(element, this.document.view)
    if (field !== undefined) this.document.formFields.push(field)
  }
}

/** A large first letter, in a paragraph of its own in front of the one that it begins. */
const isDropCap = (properties: XmlElement | undefined): boolean => {
  const kind = descend(properties, 'w:framePr')?.attributes['w:dropCap'] ?? 'none'
  return kind !== 'none'
}

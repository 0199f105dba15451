import type { ImageReference } from '@chancery/core'
import type { BlockSink, BlockTraits, CellContent, TextMarks } from '@chancery/reading/model/block-sink'
import { isCodeThroughout, looksLikeCode } from '@chancery/reading/model/code-text'
import { CellText } from '@chancery/reading/model/cell-text'
import { isQuoteStyle, kindOfStyle } from '@chancery/reading/model/paragraph-styles'
import { ListNesting } from '@chancery/reading/model/list-nesting'
import { usualLayerOf } from '@chancery/reading/model/model-builder'
import { latexMath } from '@chancery/reading/math/latex-math'
import { linearMath } from '@chancery/reading/math/linear-math'
import { mathml } from '@chancery/reading/math/mathml'
import { readObjectChart } from './object-chart.ts'
import { childrenOf, descend, findAll, type XmlElement } from '@chancery/reading/xml/xml-element'
import { beyondLimit } from '@chancery/reading/reading-errors'
import { countOf } from './length.ts'
import { ListCounter, outlineStyle, startOf } from './list-styles.ts'
import { ParagraphText } from './paragraph-text.ts'
import { partName, type TextStory } from './text-story.ts'

type TextBlock = Parameters<BlockSink['block']>[0]

/** Called where the flow of the text tells more than its blocks do. */
export interface FlowEvents {
  pageBreak(): void
}

interface OpenList {
  readonly counter: ListCounter
  readonly level: number
  readonly style: string | undefined
}

interface OpenItem {
  readonly list: OpenList
  /** Whether its first paragraph is to carry a marker. */
  labelled: boolean
  readonly startAt: number | undefined
  block: number | undefined
}

/** What holds no text of the story that it stands in. */
const passedOver = new Set([
  'text:tracked-changes',
  'office:forms',
  'text:variable-decls',
  'text:sequence-decls',
  'text:user-field-decls',
  'text:dde-connection-decls',
  'text:alphabetical-index-auto-mark-file',
  'text:table-of-content-source',
  'office:change-info',
  'svg:title',
  'svg:desc',
  'office:event-listeners',
])

/** Stories whose lists are lists; in a note, a title or a footer, a marker is told and no more. */
const flowing = new Set<TextBlock>(['paragraph', 'text-box'])

/** What LibreOffice's own styles for captions are called, by what they are below. */
const captionStyles = new Set(['Illustration', 'Figure', 'Table', 'Drawing'])

/** Walks one story (body, cell, note, text box) of an OpenDocument text; an unknown element is walked through. */
export class TextWalker {
  private readonly story: TextStory
  private readonly sink: BlockSink
  private readonly type: TextBlock
  /** Of all its blocks; a marker is that of the first one alone. */
  private traits: BlockTraits
  private readonly events: FlowEvents | undefined
  private readonly paragraph: ParagraphText
  private readonly outline: ListCounter
  /** The last list of each style, and each list by its id: others may go on counting from them. */
  private readonly lastOfStyle = new Map<string, ListCounter>()
  private readonly byId = new Map<string, ListCounter>()
  private readonly nesting = new ListNesting()
  private item: OpenItem | undefined
  /** The table, figure or caption that was just written: what stands beside what. */
  private above: { readonly type: 'table' | 'figure' | 'caption'; readonly index: number } | undefined
  private hidden = false

  /** @param type what plain paragraphs of this story are */
  constructor(
    story: TextStory,
    sink: BlockSink,
    {
      type = 'paragraph',
      traits = {},
      events,
    }: {
      readonly type?: TextBlock
      readonly traits?: BlockTraits
      readonly events?: FlowEvents
    } = {},
  ) {
    this.story = story
    this.sink = sink
    this.type = type
    this.traits = traits
    this.events = events
    this.paragraph = new ParagraphText(story, (inside) => {
      const text = new CellText()
      new TextWalker(story, text).walk(inside)
      return text.toString()
    })
    this.outline = new ListCounter(story.listStyles.get(outlineStyle) ?? new Map())
  }

  walk(element: XmlElement): void {
    this.children(element)
    const rest = this.paragraph.rest()
    this.endParagraph({ name: 'text:p', attributes: {}, children: [] }, rest.toString(), rest.marks)
  }

  private children(element: XmlElement): void {
    for (const child of childrenOf(element)) this.element(child)
  }

  private element(element: XmlElement): void {
    const { name } = element
    if (passedOver.has(name)) return
    if (name === 'text:p' || name === 'text:h') this.readParagraph(element)
    else if (name === 'text:list') this.list(element)
    else if (name === 'table:table') this.table(element)
    else if (name === 'text:soft-page-break') this.events?.pageBreak()
    else if (name === 'office:annotation') this.story.comment(element)
    else if (name === 'text:section') this.section(element)
    else if (name === 'text:numbered-paragraph') this.numberedParagraph(element)
    else if (name.startsWith('text:change')) this.paragraph.read({ name: '', attributes: {}, children: [element] })
    else if (name.startsWith('draw:')) this.frame(element)
    else this.children(element)
  }

  private section(element: XmlElement): void {
    const before = this.hidden
    this.hidden ||= element.attributes['text:display'] === 'none'
    this.children(element)
    this.hidden = before
  }

  private readParagraph(element: XmlElement): void {
    const styleName = element.attributes['text:style-name']
    const chain = this.story.styles.chain('paragraph', styleName)
    if (chain[0]?.breaksBefore || (chain[0]?.masterPage ?? '') !== '') this.events?.pageBreak()
    this.paragraph.read(element)
    const text = this.paragraph.take()
    const frames = this.paragraph.frames.splice(0)
    if (text !== undefined) this.endParagraph(element, text.toString(), text.marks)
    const hidden = this.paragraph.takeHidden()
    if (hidden.trim() !== '') this.story.hidden.push(hidden)
    this.writeHidden()
    if (this.paragraph.breaksPage) this.events?.pageBreak()
    this.paragraph.breaksPage = false
    for (const frame of frames) this.frame(frame)
  }

  private endParagraph(element: XmlElement, text: string, marked: TextMarks): void {
    const styleName = element.attributes['text:style-name']
    const style = this.story.styles.named('paragraph', styleName)
    const isEmpty = text.trim() === ''
    const marker = isEmpty ? undefined : this.marker(element)
    const kind = this.typeByStyle(styleName)
    const code =
      this.type === 'paragraph' && this.item === undefined && kind === 'paragraph' && this.isCode(text, marked)
    // Code is set in its typeface by being code.
    const { runs, ...plainMarks } = marked
    const marks = code || kind === 'code' || runs === undefined ? plainMarks : { ...plainMarks, runs }
    const traits: BlockTraits = {
      ...this.traits,
      ...marks,
      ...(marker === undefined ? {} : { marker }),
      ...(style === undefined || style === 'Standard' ? {} : { style }),
      ...(this.hidden ? { layer: 'hidden' } : {}),
      ...(this.isQuote(styleName) ? { quote: 1 } : {}),
    }
    if (isEmpty) {
      // An empty line of code is one, too.
      if (kind === 'code') this.sink.block('code', '', { line: true })
      return
    }
    const above = this.above
    this.above = undefined
    if (this.item === undefined) this.nesting.end()
    const isListItem = marker !== undefined && this.item !== undefined && flowing.has(this.type)
    if (this.type !== 'paragraph' && !isListItem) {
      const index = this.sink.block(this.type, text, traits)
      const { marker: _marker, note, ...rest } = this.traits
      // Further paragraphs of a note belong to its first.
      this.traits = note === undefined || index === undefined ? rest : { ...rest, parent: index }
    } else if (element.name === 'text:h' || /^Heading [1-9]$/.test(style ?? '')) {
      const written = element.attributes['text:outline-level'] ?? style?.slice('Heading '.length)
      const level = Math.min(Math.max(Math.trunc(Number(written)) || 1, 1), 6)
      this.nesting.end()
      this.sink.block('heading', text, { ...traits, level })
    } else if (isListItem && this.item !== undefined) {
      const { level } = this.item.list
      this.item.block = this.sink.block('list-item', text, { ...traits, level, ...this.nesting.parentAt(level) })
      this.nesting.add(level, this.item.block)
    } else {
      const type = code ? 'code' : kind
      const item = this.itemHere
      const parent = type === 'caption' && above?.type !== 'caption' ? (above?.index ?? item) : item
      const own = { ...(parent === undefined ? {} : { parent }), ...(type === 'code' ? { line: true } : {}) }
      const index = this.sink.block(type, text, { ...traits, ...own })
      if (type === 'caption' && index !== undefined && above === undefined) this.above = { type, index }
    }
  }

  /** What a paragraph in a list goes on with: its item or, where that has no marker, the one above. */
  private get itemHere(): number | undefined {
    if (this.item === undefined) return undefined
    return this.item.block ?? this.nesting.openAt(this.item.list.level).parent
  }

  private isQuote(styleName: string | undefined): boolean {
    return this.story.styles.chain('paragraph', styleName).some(({ shownName }) => isQuoteStyle(shownName))
  }

  /** A paragraph that is set in a typeface for code throughout, and reads like it. */
  private isCode(text: string, { runs = [] }: TextMarks): boolean {
    return isCodeThroughout(text, runs) && looksLikeCode(text) && !this.story.styles.isTypewritten
  }

  private typeByStyle(styleName: string | undefined): TextBlock {
    for (const { shownName } of this.story.styles.chain('paragraph', styleName)) {
      const type = captionStyles.has(shownName) ? 'caption' : kindOfStyle(shownName)
      if (type !== undefined) return type
    }
    return 'paragraph'
  }

  /** The first paragraph of a list item carries its marker; a heading outside of lists that of the outline. */
  private marker({ name, attributes }: XmlElement): string | undefined {
    const { item } = this
    if (item !== undefined) {
      if (!item.labelled) return undefined
      item.labelled = false
      return item.list.counter.next(item.list.level, item.startAt)
    }
    if (name !== 'text:h' || attributes['text:is-list-header'] === 'true') return undefined
    const restart =
      attributes['text:restart-numbering'] === 'true' ? startOf(attributes['text:start-value']) : undefined
    return this.outline.next(Number(attributes['text:outline-level'] ?? 1) || 1, restart)
  }

  private list(element: XmlElement, outer?: OpenList): void {
    const list = this.openList(element, outer)
    for (const child of childrenOf(element)) {
      if (child.name !== 'text:list-item' && child.name !== 'text:list-header') continue
      const before = this.item
      const startAt = startOf(child.attributes['text:start-value'])
      this.item = { list, labelled: child.name === 'text:list-item', startAt, block: undefined }
      for (const inner of childrenOf(child)) {
        if (inner.name === 'text:list') this.list(inner, list)
        else this.element(inner)
      }
      this.item = before
    }
  }

  private openList(element: XmlElement, outer: OpenList | undefined): OpenList {
    const { attributes } = element
    const style = attributes['text:style-name'] ?? outer?.style ?? this.styleOfFirst(element)
    if (outer !== undefined && (style === outer.style || style === undefined)) {
      return { counter: outer.counter, level: outer.level + 1, style }
    }
    const level = (outer?.level ?? 0) + 1
    const continued =
      this.byId.get(attributes['text:continue-list'] ?? '') ??
      (attributes['text:continue-numbering'] === 'true' ? this.lastOfStyle.get(style ?? '') : undefined)
    const counter = continued ?? new ListCounter(this.story.listStyles.get(style ?? '') ?? new Map())
    this.lastOfStyle.set(style ?? '', counter)
    const id = attributes['xml:id'] ?? attributes['text:id']
    if (id !== undefined) this.byId.set(id, counter)
    return { counter, level, style }
  }

  /** A list may leave its style to its paragraphs. */
  private styleOfFirst(list: XmlElement): string | undefined {
    const [paragraph] = findAll(list, 'text:p', 'text:h')
    const chain = this.story.styles.chain('paragraph', paragraph?.attributes['text:style-name'])
    return chain.find(({ listStyle }) => listStyle !== undefined)?.listStyle
  }

  private numberedParagraph(element: XmlElement): void {
    const { attributes } = element
    const style = attributes['text:style-name']
    const counter =
      this.byId.get(attributes['text:list-id'] ?? '') ??
      new ListCounter(this.story.listStyles.get(style ?? '') ?? new Map())
    this.byId.set(attributes['text:list-id'] ?? '', counter)
    const level = countOf(attributes['text:level'])
    const before = this.item
    this.item = {
      list: { counter, level, style },
      labelled: true,
      startAt: startOf(attributes['text:start-value']),
      block: undefined,
    }
    this.children(element)
    this.item = before
  }

  private table(element: XmlElement): void {
    const rows: CellContent[][] = []
    let cells = 0
    let headerRows = 0
    const visit = (container: XmlElement, isHeader: boolean): void => {
      for (const child of childrenOf(container)) {
        if (child.name !== 'table:table-row') {
          if (child.name.startsWith('table:table-') || child.name === 'text:soft-page-break') {
            visit(child, isHeader || child.name === 'table:table-header-rows')
          }
          continue
        }
        const row = this.row(child)
        for (let left = countOf(child.attributes['table:number-rows-repeated']); left > 0; left--) {
          cells += row.length + 1
          if (cells > this.story.maxCells) throw beyondLimit('cells', this.story.maxCells)
          if (isHeader && headerRows === rows.length) headerRows++
          rows.push(row)
        }
      }
    }
    visit(element, false)
    if (this.item === undefined) this.nesting.end()
    const { above } = this
    this.above = undefined
    const parent = above?.type === 'caption' ? above.index : this.item?.block
    const index = this.sink.table(rows, headerRows, {
      layer: this.hidden ? 'hidden' : (this.traits.layer ?? usualLayerOf(this.type)),
      ...(this.traits.box === undefined ? {} : { box: this.traits.box }),
      ...(parent === undefined ? {} : { parent }),
    })
    if (typeof index === 'number') this.above = { type: 'table', index }
    this.writeHidden()
  }

  /** Hidden text follows its paragraph, that of cells their table. */
  private writeHidden(): void {
    if (this.sink instanceof CellText) return
    for (const text of this.story.hidden.splice(0)) this.sink.block('paragraph', text, { layer: 'hidden' })
  }

  private row(row: XmlElement): CellContent[] {
    const cells: CellContent[] = []
    for (const cell of childrenOf(row, 'table:table-cell')) {
      const text = new CellText()
      new TextWalker(this.story, text).walk(cell)
      const content = {
        ...text.content(),
        rowSpan: countOf(cell.attributes['table:number-rows-spanned']),
        columnSpan: countOf(cell.attributes['table:number-columns-spanned']),
      }
      const repeated = countOf(cell.attributes['table:number-columns-repeated'])
      if (cells.length + repeated > this.story.maxCells) throw beyondLimit('cells', this.story.maxCells)
      for (let left = repeated; left > 0; left--) cells.push(content)
    }
    return cells
  }

  /** A frame, a shape or a group: its text is a text box, its picture an image, its formula a formula. */
  private frame(element: XmlElement): void {
    const traits = { ...this.traits, ...(this.hidden ? { layer: 'hidden' as const } : {}) }
    const object = this.story.objectIn(element)
    if (object !== undefined) {
      if (object.name === 'math:math') this.formula(object, traits)
      else {
        const chart = readObjectChart(object)
        for (const title of chart.titles) this.sink.block('caption', title, traits)
        if (chart.rows.length > 0)
          this.sink.table(
            chart.rows.map((row) => row.map((text) => ({ text }))),
            1,
            traits,
          )
      }
      return
    }
    const ole = partName(descend(element, 'draw:object-ole')?.attributes['xlink:href'])
    if (ole !== undefined) this.story.embedded.push(ole)
    const image = descend(element, 'draw:image')
    // Beside a table it is the table once more, for programs that show none.
    const isPreview = descend(element, 'table:table') !== undefined
    if (image !== undefined && ole === undefined && !isPreview) this.figure(this.story.image(element, image), traits)
    for (const child of childrenOf(element)) {
      if (child.name === 'draw:text-box') this.textBox(child, traits)
      else if (child.name === 'table:table') this.table(child)
      else if (child.name === 'office:annotation') this.story.comment(child)
      else if (child.name.startsWith('draw:') && child.name !== 'draw:image') this.frame(child)
    }
    const texts = childrenOf(element).filter(({ name }) => name === 'text:p' || name === 'text:list')
    if (texts.length > 0) this.textBox({ ...element, children: texts }, traits)
  }

  private formula(element: XmlElement, traits: BlockTraits): void {
    const formula = mathml(element)
    const text = linearMath(formula)
    const formulas = [{ start: 0, end: text.length, latex: latexMath(formula) }]
    this.sink.block('formula', text, { ...traits, formulas })
  }

  /** Below a caption it belongs to that. */
  private figure(image: ImageReference, { layer, box }: BlockTraits): void {
    const parent = this.above?.type === 'caption' ? this.above.index : undefined
    const index = this.sink.figure(image, {
      layer: layer ?? usualLayerOf(this.type),
      ...(box === undefined ? {} : { box }),
      ...(parent === undefined ? {} : { parent }),
    })
    if (index !== undefined) this.above = { type: 'figure', index }
  }

  /** What is only a box around a table or pictures stays what it is. */
  private textBox(box: XmlElement, traits: BlockTraits): void {
    const type = this.type === 'paragraph' ? 'text-box' : this.type
    new TextWalker(this.story, this.sink, { type, traits }).walk(box)
  }
}

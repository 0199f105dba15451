import type { Revision } from '@chancery/core'
import type { BlockTraits } from '../model/block-sink.ts'
import { isCodeThroughout, looksLikeCode } from '../model/code-text.ts'
import type { RichText } from '../model/rich-text.ts'
import { RowReading } from './row-reading.ts'
import type { RowDefinition } from './rtf-tables.ts'
import type { RtfHeader } from './rtf-header.ts'
import { bulletOf } from './rtf-lists.ts'
import type { RtfState } from './rtf-state.ts'
import { isLeftOut, RtfStory, type RevisionView, type TextBlock } from './rtf-story.ts'
import { isQuote, roleOf } from './rtf-styles.ts'
import { TypedItems } from './typed-items.ts'

const maxTableLevel = 20

/** The stories of one document, and how words end paragraphs, cells, rows and pages in them. */
export class RtfFlow {
  readonly body = new RtfStory('paragraph')
  readonly headers: RtfStory[] = []
  readonly footers: RtfStory[] = []
  readonly footnotes: RtfStory[] = []
  readonly endnotes: RtfStory[] = []
  readonly comments: RtfStory[] = []
  /** Changes that the wanted view leaves out. */
  readonly leftOut: Revision[] = []
  private readonly header: RtfHeader
  private readonly view: RevisionView
  private readonly rows = new RowReading()
  private readonly typedItems = new TypedItems()
  /** What was said of the open row before another was described. */
  private described: { readonly story: RtfStory; readonly definition: RowDefinition } | undefined
  /** Whether the next paragraph begins a page, as those behind a section do. */
  private endsSection = false

  constructor(header: RtfHeader, view: RevisionView) {
    this.header = header
    this.view = view
  }

  /** @returns whether the word is one that ends something, or describes rows */
  word(name: string, value: number | undefined, state: RtfState): boolean {
    const { story } = state
    if (name === 'trowd' && !state.isNestedProperties && story.hasOpenRow) {
      this.described ??= { story, definition: this.rows.definition(false) }
    }
    if (this.rows.word(name, value ?? 0, state.isNestedProperties)) return true
    if (name === 'par') this.endParagraph(story, state, levelOf(state))
    else if (name === 'sect') {
      this.endParagraph(story, state, levelOf(state))
      this.endsSection = story === this.body
    } else if (name === 'sbknone' || name === 'sbkcol') this.endsSection = false
    else if (name === 'page' || (name === 'softpage' && story === this.body)) this.endPage(name, state)
    else if (name === 'column') {
      if (story.hasText) story.text('\n', state)
    } else if (name === 'cell') this.endCell(story, state, 1)
    else if (name === 'nestcell') this.endCell(story, state, Math.max(levelOf(state), 2))
    else if (name === 'row') this.endRow(story, state, 1)
    else if (name === 'nestrow') this.endRow(story, state, Math.max(levelOf(state), 2))
    else if (name === 'ftnalt' && this.footnotes.at(-1) === story) this.endnotes.push(this.footnotes.pop() as RtfStory)
    else return false
    return true
  }

  /** The group of a story ends, or the document does. */
  finish(story: RtfStory, state: RtfState): void {
    if (story.hasText) this.endParagraph(story, state, 0)
    story.enter(0)
  }

  private endPage(name: string, state: RtfState): void {
    if (state.story !== this.body || levelOf(state) > 0) return
    // A paragraph that goes on after a page's end is not cut in two.
    if (name === 'softpage' && state.story.hasText) return
    if (state.story.hasText) this.endParagraph(state.story, state, 0)
    this.body.enter(0)
    this.body.items.push({ kind: 'page' })
  }

  private endCell(story: RtfStory, state: RtfState, level: number): void {
    story.enter(level)
    if (story.hasText) this.endParagraph(story, state, level, true)
    story.marker = undefined
    story.endCell(level)
  }

  private endRow(story: RtfStory, state: RtfState, level: number): void {
    if (story.hasText) this.endParagraph(story, state, level, true)
    story.endRow(level, this.rows.definition(level > 1))
    if (level === 1) this.described = undefined
  }

  private endParagraph(story: RtfStory, state: RtfState, level: number, isCell = false): void {
    const { view } = this
    // The mark of a paragraph that goes: what follows belongs to the same one.
    if (!isCell && state.revision !== undefined && isLeftOut(state.revision.type, view)) return
    story.enter(level)
    if (story === this.body && level === 0) this.beginPage(state)
    const { shown, hidden, leftOut } = story.takeParagraph(view, this.header.lookOf(state.style))
    for (const item of leftOut) this.leftOut.push(item)
    const text = shown.toString()
    // Behind a table in a table, LibreOffice goes on with the next row without having ended the one before.
    if (level === 1 && text.trim() !== '' && this.described?.story === story) {
      if (story.endDescribedRow(this.described.definition)) this.described = undefined
    }
    const { type, traits } = this.traitsOf(story, state, shown)
    const { runs, ...marks } = shown.marks
    // Code is set in its typeface by being code.
    const form = type === 'paragraph' && shown.isFormula ? 'formula' : type
    story.block(form, text, { ...traits, ...marks, ...(type === 'code' || runs === undefined ? {} : { runs }) })
    if (hidden.trim() !== '') story.block('paragraph', hidden, { layer: 'hidden' })
    for (const box of story.boxes.splice(0)) {
      for (const item of box.items) {
        if (item.kind === 'block') story.block(item.type, item.text, item.traits)
        else if (item.kind === 'table') story.table(item.rows, item.headerRows)
        else if (item.kind === 'figure') story.figure(item.image)
      }
    }
    for (const picture of story.pictures.splice(0)) if (picture.isKnown) story.figure(picture.image)
  }

  private beginPage({ breaksBefore }: RtfState): void {
    const { items } = this.body
    if ((breaksBefore || this.endsSection) && items.length > 0 && items.at(-1)?.kind !== 'page') {
      items.push({ kind: 'page' })
    }
    this.endsSection = false
  }

  private traitsOf(
    story: RtfStory,
    state: RtfState,
    shown: RichText,
  ): { readonly type: TextBlock; readonly traits: BlockTraits } {
    const { header } = this
    const text = shown.toString()
    const written = story.marker
    story.marker = undefined
    const level = Math.min(Math.max(state.listLevel, 0), 8)
    const computed = written === undefined && state.list > 0 && text.trim() !== ''
    const own = computed ? header.lists.next(state.list, level) : written?.trim()
    const marker = own === undefined || own === '' ? {} : { marker: written === undefined ? own : bulletOf(own) }
    const name = header.styles.get(state.style)?.name ?? ''
    const quote = isQuote(header.styles, state.style) ? { quote: 1 } : {}
    const style = { ...(name === '' ? {} : { style: name }), ...quote }
    if (story.type !== 'paragraph') return { type: story.type, traits: { ...marker, ...style } }
    const { type, ...role } = roleOf(header.styles, state.style, state.outlineLevel)
    const isItem = type === 'paragraph' && marker.marker !== undefined
    // Of a list, but without a sign: it goes on with the item above.
    const isBlank = type === 'paragraph' && !isItem && state.list > 0 && own?.trim() === ''
    if (type === 'code' || (type === 'paragraph' && !isItem && this.isCode(shown, text)))
      return { type: 'code', traits: { line: true, ...style } }
    const isPlain = type === 'paragraph' && !isItem && !isBlank
    const typed = this.typedItems.next(isPlain ? text : '', state.indents)
    if (typed !== undefined) return { type: 'list-item', traits: { ...typed, marked: true, ...style } }
    return isItem
      ? { type: 'list-item', traits: { level: level + 1, ...marker, ...style } }
      : { type, traits: { ...role, ...marker, ...style, ...(isBlank ? { level: level + 1 } : {}) } }
  }

  /** A paragraph that is set in a typeface for code throughout, and reads like it. */
  private isCode({ runs }: RichText, text: string): boolean {
    return isCodeThroughout(text, runs) && looksLikeCode(text) && !this.header.isFixedPitch(this.header.defaultFont)
  }
}

/** How deep in tables a paragraph stands: what is deeper than any table belongs to the deepest. */
const levelOf = (state: RtfState): number => Math.min(Math.max(state.tableLevel, state.inTable ? 1 : 0), maxTableLevel)

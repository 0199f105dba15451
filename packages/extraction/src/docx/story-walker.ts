import type { FormField, ImageReference } from '@chancery/core'
import type { BlockSink } from '../model/block-sink.ts'
import { CellText } from '../model/cell-text.ts'
import { FieldTracker } from './complex-fields.ts'
import { controlOf } from './content-control.ts'
import type { ListNumberings } from './list-numbering.ts'
import type { StyleSheet } from './style-sheet.ts'
import { tableOf } from './table-rows.ts'
import { childrenOf, descend, type XmlElement } from './xml-tree.ts'

type TextBlock = Parameters<BlockSink['block']>[0]

/** What the walk over the stories of one document shares. */
export interface Story {
  readonly styles: StyleSheet
  readonly lists: ListNumberings
  readonly formFields: FormField[]
  readonly images: ImageReference[]
  /** Media type of the image behind a relationship of this part. */
  imageType(relationship: string): string
  /** Called for each reference to a note or comment, in order. */
  reference(kind: 'footnote' | 'endnote' | 'comment', id: string): void
}

/** Revisions that are gone once all changes are accepted, and text that stands for nothing. */
const dropped = new Set([
  'w:del',
  'w:moveFrom',
  'w:pPr',
  'w:rPr',
  'w:tblPr',
  'w:sdtPr',
  'w:sectPr',
  'w:delText',
  'w:instrText',
])

const characters: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:ptab': '\t',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '\u2011',
  'w:softHyphen': '\u00AD',
}

/**
 * Walks one story (body, header, note, comment, text box) of WordprocessingML in document order, all changes taken as
 * accepted. An element that is not known is walked through, so that no text inside is lost.
 */
export class StoryWalker {
  private readonly story: Story
  private readonly sink: BlockSink
  /** What plain paragraphs of this story are. */
  private readonly type: TextBlock
  private readonly marker: string | undefined
  private readonly fields: FieldTracker
  private text: string[] = []
  private textBoxes: XmlElement[] = []
  private insideDrawing = false

  constructor(story: Story, sink: BlockSink, type: TextBlock = 'paragraph', marker?: string) {
    this.story = story
    this.sink = sink
    this.type = type
    this.marker = marker
    this.fields = new FieldTracker(story.formFields)
  }

  walk(element: XmlElement): void {
    for (const child of childrenOf(element)) this.element(child)
    // Left over where the last paragraph's mark was deleted.
    this.endLeftOver()
  }

  private endLeftOver(): void {
    if (this.text.length + this.textBoxes.length > 0) this.endParagraph(undefined)
  }

  private element(element: XmlElement): void {
    const { name } = element
    if (dropped.has(name)) return
    const character = characters[name]
    if (character !== undefined) this.add(character)
    else if (name === 'w:t' || name === 'm:t') this.add(plainText(element))
    else if (name === 'w:p') this.paragraph(element)
    else if (name === 'w:tbl') this.table(element)
    else if (name === 'w:txbxContent') this.textBoxes.push(element)
    else if (name === 'mc:AlternateContent') this.alternate(element)
    else if (name === 'w:sdt') this.contentControl(element)
    else if (name === 'w:sym') this.add(symbol(element))
    else if (name === 'w:fldChar') this.fields.mark(element)
    else if (name === 'w:footnoteReference') this.story.reference('footnote', element.attributes['w:id'] ?? '')
    else if (name === 'w:endnoteReference') this.story.reference('endnote', element.attributes['w:id'] ?? '')
    else if (name === 'w:commentReference') this.story.reference('comment', element.attributes['w:id'] ?? '')
    else {
      const isOutermost = (name === 'w:drawing' || name === 'w:pict') && !this.insideDrawing
      if (isOutermost) this.images(element)
      this.insideDrawing ||= isOutermost
      for (const child of childrenOf(element)) this.element(child)
      if (isOutermost) this.insideDrawing = false
    }
  }

  private add(text: string): void {
    this.text.push(text)
    this.fields.text(text)
  }

  private paragraph(element: XmlElement): void {
    const properties = descend(element, 'w:pPr')
    for (const child of childrenOf(element)) this.element(child)
    const mark = descend(properties, 'w:rPr')
    // A deleted paragraph mark: what follows goes on in the same paragraph.
    if (descend(mark, 'w:del') === undefined && descend(mark, 'w:moveFrom') === undefined) this.endParagraph(properties)
  }

  private endParagraph(properties: XmlElement | undefined): void {
    const text = this.text.join('')
    this.text = []
    const role = this.story.styles.roleOf(properties)
    const marker = role.numbering === undefined ? undefined : this.story.lists.next(role.numbering)
    const traits = marker === undefined ? {} : { marker }
    if (this.type !== 'paragraph') this.sink.block(this.type, text, { ...traits, ...this.ownMarker() })
    else if (role.headingLevel !== undefined) this.sink.block('heading', text, { level: role.headingLevel, ...traits })
    else if (role.numbering !== undefined) {
      this.sink.block('list-item', text, { level: role.numbering.level + 1, ...traits })
    } else this.sink.block(role.kind === 'text' ? 'paragraph' : role.kind, text)
    for (const box of this.textBoxes.splice(0)) new StoryWalker(this.story, this.sink, 'text-box').walk(box)
  }

  private ownMarker(): { readonly marker?: string } {
    return this.marker === undefined ? {} : { marker: this.marker }
  }

  private table(element: XmlElement): void {
    this.endLeftOver()
    const { rows, headerRows } = tableOf(element, (cell) => {
      const text = new CellText()
      new StoryWalker(this.story, text).walk(cell)
      return text.toString()
    })
    this.sink.table(rows, headerRows)
  }

  /** The same content for newer and older programs; the older one only where the newer says nothing. */
  private alternate(element: XmlElement): void {
    const choices = [...childrenOf(element, 'mc:Choice'), ...childrenOf(element, 'mc:Fallback')]
    const chosen = choices.find(hasText) ?? choices[0]
    for (const child of childrenOf(chosen)) this.element(child)
  }

  private contentControl(element: XmlElement): void {
    const content = descend(element, 'w:sdtContent')
    const from = this.text.length
    const inline = descend(content, 'w:p') === undefined && descend(content, 'w:tbl') === undefined
    for (const child of childrenOf(content)) this.element(child)
    const field = controlOf(
      element,
      inline ? this.text.slice(from).join('') : content === undefined ? '' : shownText(content),
    )
    if (field !== undefined) this.story.formFields.push(field)
  }

  private images(element: XmlElement): void {
    for (const relationship of imageRelationships(element)) {
      const inline = childrenOf(element).find(({ name }) => name === 'wp:inline' || name === 'wp:anchor')
      const altText = descend(inline, 'wp:docPr')?.attributes['descr']?.trim() ?? ''
      this.story.images.push({
        contentType: this.story.imageType(relationship),
        ...(altText === '' ? {} : { altText }),
      })
    }
  }
}

const plainText = (element: XmlElement): string =>
  element.children.filter((child) => typeof child === 'string').join('')

const hasText = (element: XmlElement): boolean =>
  childrenOf(element).some((child) => (child.name === 'w:t' && plainText(child) !== '') || hasText(child))

/** What a control that holds whole paragraphs shows, a line each. */
function shownText(element: XmlElement): string {
  if (element.name === 'w:t') return plainText(element)
  if (dropped.has(element.name)) return ''
  const inner = childrenOf(element).map(shownText).join('')
  return element.name === 'w:p' ? `${inner}\n` : inner
}

/** A character of a symbol font; those at F000 and above are the font's own, moved up. */
function symbol(element: XmlElement): string {
  const code = Number.parseInt(element.attributes['w:char'] ?? '', 16)
  if (!(code > 0x1f && code <= 0xffff)) return ''
  const isWingdings = /wingdings/i.test(element.attributes['w:font'] ?? '')
  return (isWingdings ? wingdings[code & 0xff] : undefined) ?? String.fromCodePoint(code)
}

/** The signs that forms are made with. */
const wingdings: Readonly<Record<number, string>> = {
  0x6f: '☐',
  0x6e: '■',
  0xa8: '☐',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
  0xfb: '✗',
  0x6c: '●',
  0xa7: '▪',
  0xe0: '→',
  0x4a: '☺',
}

/** Each relationship once, of DrawingML and of VML. Text boxes inside are stories of their own. */
function imageRelationships(element: XmlElement): string[] {
  if (element.name === 'a:blip') return [element.attributes['r:embed'] ?? element.attributes['r:link'] ?? '']
  if (element.name === 'v:imagedata') return [element.attributes['r:id'] ?? '']
  if (element.name === 'w:txbxContent' || element.name === 'mc:Fallback') return []
  return childrenOf(element).flatMap(imageRelationships)
}

import type { Revision } from '@chancery/core'
import { latexMath } from '@chancery/reading/math/latex-math'
import { linearMath } from '@chancery/reading/math/linear-math'
import { mathml } from '@chancery/reading/math/mathml'
import { linkTarget, RichText } from '@chancery/reading/model/rich-text'
import { signOf } from '@chancery/reading/model/symbol-fonts'
import { textOf, type XmlElement } from '@chancery/reading/xml/xml-element'
import { differing, type RunLook } from '@chancery/reading/model/run-look'
import { plainRun, type RunStyle } from './document-styles.ts'
import { inlineFieldOf } from './form-controls.ts'
import { countOf } from './length.ts'
import type { TextStory } from './text-story.ts'
import type { TrackedChange } from './tracked-changes.ts'

interface OpenInsertion {
  readonly change: TrackedChange
  start: number
  leftOut: string
}

/** Text that is about the document and not in it. */
const passedOver = new Set([
  'text:tracked-changes',
  'text:note-citation',
  'text:label',
  'loext:list-item',
  'text:script',
  'office:forms',
  'office:event-listeners',
  'svg:title',
  'svg:desc',
])

const isShown = (child: XmlElement | string): boolean => typeof child === 'string' || !passedOver.has(child.name)

/** More insertions inside one another than people make; more are not told apart. */
const maxOpen = 50
/** Longer runs of spaces than a line holds are cut. */
const maxSpaces = 1000

/**
 * Gathers the text of one paragraph after the other: white space collapsed as ODF has it (ISO/IEC 26300, 6.1.2), with
 * links and tracked changes. What hangs on a paragraph (frames, notes) is handed to the story.
 */
export class ParagraphText {
  private readonly story: TextStory
  private readonly textInside: (element: XmlElement) => string
  private readonly insertions = new Map<string, OpenInsertion>()
  private text = new RichText()
  private afterSpace = true
  private run: RunStyle = plainRun
  /** What the paragraph's style does to all of its text. */
  private look: RunLook = {}
  /** Where what a comment is about began, by the name that the document gives it. */
  private readonly ranges = new Map<string, { readonly comment: string; start: number }>()
  private hidden = ''
  /** Frames that hang on the paragraph, to be read after it. */
  frames: XmlElement[] = []
  breaksPage = false

  /** @param textInside reads what stands apart from the flow, such as a deletion */
  constructor(story: TextStory, textInside: (element: XmlElement) => string) {
    this.story = story
    this.textInside = textInside
  }

  read(paragraph: XmlElement): void {
    this.afterSpace = this.text.length === 0
    const style = paragraph.attributes['text:style-name']
    this.look = style === undefined ? {} : this.story.styles.lookOfParagraph(style)
    this.styled(paragraph, 'paragraph', plainRun)
  }

  /** The gathered text; none while the end of the paragraph itself is an insertion that is taken back. */
  take(): RichText | undefined {
    if (this.insertions.size > 0 && this.story.changes.view === 'reject') return undefined
    for (const insertion of this.insertions.values()) {
      this.note(insertion)
      insertion.start = 0
    }
    for (const range of this.ranges.values()) {
      this.text.refer(range.comment, range.start)
      range.start = 0
    }
    const taken = this.text
    this.text = new RichText()
    return taken
  }

  /** The text of the gathered paragraph that is not shown. */
  takeHidden(): string {
    const taken = this.hidden
    this.hidden = ''
    return taken
  }

  /** What is left where an insertion that is taken back never ends. */
  rest(): RichText {
    for (const insertion of this.insertions.values()) this.note(insertion)
    this.insertions.clear()
    const left = this.text
    this.text = new RichText()
    return left
  }

  private styled(element: XmlElement, family: 'paragraph' | 'text', around: RunStyle): void {
    const before = this.run
    const style = element.attributes['text:style-name']
    this.run = style === undefined ? around : this.story.styles.run(family, style, around)
    this.inline(element)
    this.run = before
  }

  /** How the signs before it are read, as the reader of Word documents has it. */
  private reading(element: XmlElement): void {
    this.add('(')
    this.inline(element)
    this.add(')')
  }

  private inline(element: XmlElement): void {
    for (const child of element.children) {
      if (typeof child === 'string') this.characters(child)
      else this.element(child)
    }
  }

  private element(element: XmlElement): void {
    const { name, attributes } = element
    if (passedOver.has(name)) return
    if (name === 'text:s') this.add(' '.repeat(Math.min(countOf(attributes['text:c']), maxSpaces)))
    else if (name === 'text:tab') this.add('\t')
    else if (name === 'text:line-break') this.add('\n')
    else if (name === 'text:soft-page-break') this.breaksPage = true
    else if (name === 'text:note') this.text.refer(this.story.note(element))
    else if (name === 'office:annotation') this.comment(element)
    else if (name === 'office:annotation-end') this.endRange(attributes['office:name'] ?? '')
    else if (name === 'text:a') this.link(element)
    else if (name === 'text:span') this.styled(element, 'text', this.run)
    else if (name === 'text:ruby-text') this.reading(element)
    else if (name.startsWith('text:change')) this.change(name, attributes['text:change-id'])
    else if (name.startsWith('draw:') || name === 'table:table') this.drawing(element)
    else if (name === 'text:drop-down' || name === 'text:text-input' || name === 'loext:content-control') {
      this.inline(element)
      const field = inlineFieldOf(element, textOf({ ...element, children: element.children.filter(isShown) }).trim())
      if (field !== undefined) this.story.formFields.push(field)
    } else this.inline(element)
  }

  private characters(raw: string): void {
    let text = raw.replaceAll(/[ \t\r\n]+/g, ' ')
    const { signs } = this.run
    if (signs !== undefined)
      text = text.replaceAll(/[\uF000-\uF0FF]/g, (sign) => signOf(sign.charCodeAt(0), signs) ?? sign)
    if (this.afterSpace && text.startsWith(' ')) text = text.slice(1)
    if (text === '') return
    this.add(text)
    this.afterSpace = text.endsWith(' ')
  }

  private add(text: string): void {
    this.afterSpace = false
    if (this.insertions.size > 0 && this.story.changes.view === 'reject') {
      for (const insertion of this.insertions.values()) insertion.leftOut += text
    } else if (this.run.isHidden) this.hidden += text
    else {
      const start = this.text.length
      this.text.add(text)
      this.text.format(start, differing(this.run.look, this.look))
    }
  }

  /** With a name, it is about the text up to the end that has the name, too. */
  private comment(element: XmlElement): void {
    const comment = this.story.comment(element)
    const name = element.attributes['office:name']
    if (name === undefined || this.ranges.size >= maxOpen) this.text.refer(comment)
    else this.ranges.set(name, { comment, start: this.text.length })
  }

  private endRange(name: string): void {
    const range = this.ranges.get(name)
    this.ranges.delete(name)
    if (range !== undefined) this.text.refer(range.comment, range.start)
  }

  private link(element: XmlElement): void {
    const start = this.text.length
    this.inline(element)
    this.text.link(start, linkTarget(element.attributes['xlink:href']))
  }

  /** A formula in a line is part of the line; any other frame is read after the paragraph. */
  private drawing(element: XmlElement): void {
    const formula = this.story.formulaIn(element)
    if (formula !== undefined && element.attributes['text:anchor-type'] === 'as-char') this.formula(formula)
    else this.frames.push(element)
  }

  private formula(element: XmlElement): void {
    const { text } = this
    const start = text.length
    const formula = mathml(element)
    this.add(linearMath(formula))
    text.formula(start, latexMath(formula))
  }

  private change(name: string, id: string | undefined): void {
    const change = this.story.changes.of(id)
    if (id === undefined || change === undefined) return
    if (name === 'text:change-start' && this.insertions.size < maxOpen)
      this.insertions.set(id, { change, start: this.text.length, leftOut: '' })
    else if (name === 'text:change-end') {
      const insertion = this.insertions.get(id)
      this.insertions.delete(id)
      if (insertion !== undefined) this.note(insertion)
    } else if (name === 'text:change' && change.content !== undefined) {
      this.story.changes.forget(id)
      this.deletion(change, change.content)
    }
  }

  private note({ change, start, leftOut }: OpenInsertion): void {
    const { content: _content, ...revision } = change
    if (leftOut !== '') this.story.revisions.push({ ...revision, text: leftOut })
    else if (this.text.length > start) this.text.revisions.push({ ...revision, start, end: this.text.length })
  }

  private deletion(change: TrackedChange, content: XmlElement): void {
    const { content: _content, ...revision } = change
    const text = this.textInside(content)
    if (this.story.changes.view === 'accept') {
      if (text !== '') this.story.revisions.push({ ...revision, text } satisfies Revision)
      return
    }
    const start = this.text.length
    this.add(text)
    if (this.text.length > start) this.text.revisions.push({ ...revision, start, end: this.text.length })
  }
}

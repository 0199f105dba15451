import { childrenOf, ownText, type XmlElement } from '@chancery/reading/xml/xml-element'
import { FieldTracker, fieldTarget, targetOf } from './field-tracker.ts'
import { officeMath } from '@chancery/reading/math/office-math'
import { ParagraphText } from './paragraph-text.ts'
import { runTraits, signsOf, symbolText } from './run-content.ts'
import { differing, type RunLook } from '@chancery/reading/model/run-look'
import type { NoteKind, StoryDocument, StoryPart, StoryTraits } from './story.ts'
import { changeOf } from '@chancery/reading/office-math/tracked-change'

/**
 * Reads what stands in paragraphs: runs, fields, links, formulas, changes. An element that is not known is walked
 * through, so that no text inside is lost.
 */
export class InlineWalker {
  protected readonly document: StoryDocument
  protected readonly part: StoryPart
  protected readonly traits: StoryTraits
  protected readonly text: ParagraphText
  /** Whether the paragraph's style hides its text. */
  protected isHidden = false
  /** What the paragraph's style does to all of its text. */
  protected look: RunLook = {}
  private readonly fields = new FieldTracker()
  private inHyperlink = false
  private symbolFont: string | undefined

  constructor(document: StoryDocument, part: StoryPart, traits: StoryTraits) {
    this.document = document
    this.part = part
    this.traits = traits
    this.text = new ParagraphText(document.view, this.fields, traits.pages, document.revisions)
  }

  protected element(element: XmlElement): void {
    const { name } = element
    const character = characters.get(name)
    if (character !== undefined) return this.text.add(character)
    switch (name) {
      case 'w:r':
        return this.run(element)
      case 'w:t':
        return this.written(ownText(element))
      // Deleted text is there only where deletions are shown, or are being left out.
      case 'w:delText':
        return this.document.view !== 'accept' || this.text.isDropped ? this.written(ownText(element)) : undefined
      case 'm:t':
        return this.text.add(ownText(element), true)
      case 'm:oMath':
        return this.formula(element)
      case 'm:oMathPara':
        return this.displayFormulas(element)
      case 'w:hyperlink':
        return this.hyperlink(element)
      case 'w:fldSimple':
        return this.simpleField(element)
      case 'w:fldChar':
        return this.fieldMark(element)
      case 'w:instrText':
        return this.fields.instruction(ownText(element))
      case 'w:sym':
      case 'w16se:symEx':
        return this.text.add(symbolText(element))
      case 'w:br':
        return this.lineBreak(element.attributes['w:type'])
      case 'w:lastRenderedPageBreak':
        return this.text.isDropped ? undefined : this.traits.pages?.rendered()
      case 'w:bookmarkStart':
        return this.bookmark(element.attributes['w:name'] ?? '')
      case 'w:footnoteReference':
        return this.reference('footnote', element)
      case 'w:endnoteReference':
        return this.reference('endnote', element)
      case 'w:commentReference':
        return this.reference('comment', element)
      case 'w:commentRangeStart':
        return this.text.openRange(`comment:${element.attributes['w:id'] ?? ''}`)
      case 'w:commentRangeEnd':
        return this.text.closeRange(`comment:${element.attributes['w:id'] ?? ''}`)
      case 'w:ruby':
        return this.ruby(element)
      case 'mc:AlternateContent': {
        const branch = this.document.alternates.of(element)
        return branch === undefined ? undefined : this.children(branch)
      }
      case 'w:ins':
      case 'w:del':
      case 'w:moveFrom':
      case 'w:moveTo':
        return this.text.within(changeOf(element), () => this.children(element))
      default:
        if (!silent.has(name)) this.children(element)
    }
  }

  protected children(element: XmlElement): void {
    for (const child of element.children) if (typeof child !== 'string') this.element(child)
  }

  private run(element: XmlElement): void {
    const { hidden, symbolFont, look, change } = runTraits(element, this.document.styles, this.document.view)
    const { shown } = this.text
    const start = shown.length
    this.text.inHiddenRun = hidden ?? this.isHidden
    this.symbolFont = symbolFont
    this.children(element)
    this.text.inHiddenRun = this.isHidden
    this.symbolFont = undefined
    if (look !== undefined && shown === this.text.shown) shown.format(start, differing(look, this.look))
    if (change !== undefined) this.text.revise(start, change)
  }

  private written(text: string): void {
    this.text.add(this.symbolFont === undefined ? text : signsOf(text, this.symbolFont))
  }

  private formula(element: XmlElement): void {
    this.text.formula(officeMath(element, this.document.view, (change, dropped) => this.text.drop(change, dropped)))
  }

  /** A line each, where several stand together. */
  private displayFormulas(element: XmlElement): void {
    for (const child of childrenOf(element)) {
      if (child.name !== 'm:oMath') this.element(child)
      else {
        if (this.text.hasFormula || this.text.hasWords) this.text.add('\n', true)
        this.formula(child)
      }
    }
  }

  private hyperlink(element: XmlElement): void {
    const { attributes } = element
    const relationship = attributes['r:id']
    const address = relationship === undefined ? undefined : this.part.address(relationship)
    const target = targetOf(address, attributes['w:anchor'] ?? attributes['w:docLocation'])
    const { shown } = this.text
    const start = shown.length
    const outer = this.inHyperlink
    this.inHyperlink ||= target !== undefined
    this.children(element)
    this.inHyperlink = outer
    if (!outer && this.text.shown === shown) shown.link(start, target)
  }

  private simpleField(element: XmlElement): void {
    const { shown } = this.text
    const start = shown.length
    this.children(element)
    if (this.inHyperlink || this.text.shown !== shown) return
    shown.link(start, fieldTarget(element.attributes['w:instr'] ?? ''))
  }

  private fieldMark(element: XmlElement): void {
    const field = this.fields.mark(element, this.text.shown, this.inHyperlink)
    if (field !== undefined && !this.text.isDropped) this.document.formFields.push(field)
  }

  /** A page or column that ends here parts the text on its two sides. */
  private lineBreak(type: string | undefined): void {
    if (type !== 'page' && type !== 'column') return this.text.add('\n')
    this.text.breakBeforeText()
    if (type === 'page' && !this.text.isDropped) this.traits.pages?.set()
  }

  private bookmark(name: string): void {
    const { pages } = this.traits
    if (pages !== undefined && name !== '') this.document.bookmark(name, pages.page)
  }

  private reference(kind: NoteKind, { attributes }: XmlElement): void {
    if (this.text.isDropped || !this.fields.shows) return
    const custom = ['1', 'true', 'on'].includes(attributes['w:customMarkFollows'] ?? '')
    this.document.refer(kind, attributes['w:id'] ?? '', custom)
    this.text.shown.refer(`${kind}:${attributes['w:id'] ?? ''}`)
  }

  private ruby(element: XmlElement): void {
    for (const base of childrenOf(element, 'w:rubyBase')) this.children(base)
    this.text.add('(')
    for (const reading of childrenOf(element, 'w:rt')) this.children(reading)
    this.text.add(')')
  }
}

const characters: ReadonlyMap<string, string> = new Map([
  ['w:tab', '\t'],
  ['w:ptab', '\t'],
  ['w:cr', '\n'],
  ['w:noBreakHyphen', '\u2011'],
  ['w:softHyphen', '\u00AD'],
])

/** What describes and says nothing; tab stops would else be read as tabs. */
const silent = new Set([
  'w:pPr',
  'w:rPr',
  'w:tblPr',
  'w:tblGrid',
  'w:trPr',
  'w:tcPr',
  'w:sdtPr',
  'w:sectPr',
  'w:delInstrText',
])

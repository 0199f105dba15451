import { throwIfCancelled } from '@chancery/core'
import { headingOutline } from '@chancery/reading/model/heading-outline'
import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import { attachEmbedded } from '../package/embedded-files.ts'
import { withWords } from '@chancery/reading/model/flow-words'
import { childrenOf, descend, findAll, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'
import type { Reader } from '@chancery/reading/reader'
import { type DocumentStyles, pageSizeOf } from './document-styles.ts'
import { formControlsOf } from './form-controls.ts'
import { pointsOf } from './length.ts'
import { openText } from './open-text.ts'
import { type FlowEvents, TextWalker } from './text-walker.ts'

/** OpenDocument texts: headers, body, notes, comments, footers, in this order, as the reader of Word documents has it. */
export const odtReader: Reader = {
  paged: false,
  async read(document, request, { limits, signal, attach, pictures }) {
    const { parts, common, body, styles, story, builder } = openText(document.bytes, 'text', request, {
      limits,
      pictures,
    })
    throwIfCancelled(signal)
    builder.language = languageOf(styles, common) ?? builder.language
    const masters = usedMasters(common, styles)
    const pages = new ApproximatePages(builder, body, styles, pageSizeOf(common, masters[0]))
    const furniture = (type: 'header' | 'footer'): void => {
      const seen = new Set<string>()
      for (const master of masters) {
        for (const part of childrenOf(master).filter(({ name }) => name.startsWith(`style:${type}`))) {
          const text = textOf(part)
          // Page styles repeat what stands around the text.
          if (part.attributes['style:display'] === 'false' || seen.has(text)) continue
          seen.add(text)
          new TextWalker(story, builder, { type }).walk(part)
        }
      }
    }
    furniture('header')
    pages.beginText()
    new TextWalker(story, builder, { events: pages }).walk(body)
    builder.endPage()
    for (const notes of [story.footnotes, story.endnotes]) {
      for (const { note, element } of notes) {
        const marker = textOf(descend(element, 'text:note-citation')).trim()
        const inside = descend(element, 'text:note-body')
        const traits = { note, ...(marker === '' ? {} : { marker }) }
        if (inside !== undefined) new TextWalker(story, builder, { type: 'footnote', traits }).walk(inside)
      }
    }
    for (const { text, ...traits } of story.comments) builder.block('comment', text, traits)
    furniture('footer')
    for (const item of story.formFields) builder.formFields.push(item)
    for (const item of formControlsOf(body)) builder.formFields.push(item)
    for (const item of story.revisions) builder.revisions.push(item)
    for (const item of await attachEmbedded(parts, story.embedded, attach)) builder.attachments.push(item)
    const made = builder.build()
    const model = { ...made, outline: headingOutline(made) }
    return request.words ? withWords(model) : model
  },
}

/** The page styles whose headers and footers are seen: those asked for, those that follow them, else the first. */
function usedMasters(common: XmlElement | undefined, styles: DocumentStyles): XmlElement[] {
  const all = [...findAll(common, 'style:master-page')]
  const byName = new Map(all.map((master) => [master.attributes['style:name'] ?? '', master]))
  const used = new Set(styles.masterPages())
  const first = byName.get('Standard') ?? all[0]
  if (first !== undefined) used.add(first.attributes['style:name'] ?? '')
  for (const name of used) {
    const next = byName.get(name)?.attributes['style:next-style-name']
    if (next !== undefined) used.add(next)
  }
  return all.filter(({ attributes }) => used.has(attributes['style:name'] ?? ''))
}

function languageOf(styles: DocumentStyles, common: XmlElement | undefined): string | undefined {
  const fallback = [...findAll(common, 'style:default-style')].find(
    ({ attributes }) => attributes['style:family'] === 'paragraph',
  )
  const defaults = descend(fallback, 'style:text-properties')?.attributes
  const language =
    styles.property('paragraph', 'Standard', 'style:text-properties', 'fo:language') ?? defaults?.['fo:language']
  const country = defaults?.['fo:country']
  if (language === undefined || language === 'none' || language === 'zxx') return undefined
  return country === undefined || country === 'none' ? language : `${language}-${country}`
}

/** Pages where the text or the program that last laid it out broke them; one page without any break has no bounds. */
class ApproximatePages implements FlowEvents {
  private readonly builder: ModelBuilder
  private readonly size: { readonly width?: number; readonly height?: number }
  private readonly knowsBreaks: boolean
  private number = 1
  private start = 0

  constructor(
    builder: ModelBuilder,
    body: XmlElement,
    styles: DocumentStyles,
    [width, height]: readonly [string | undefined, string | undefined],
  ) {
    this.builder = builder
    const [across, down] = [pointsOf(width), pointsOf(height)]
    this.size = { ...(across === undefined ? {} : { width: across }), ...(down === undefined ? {} : { height: down }) }
    this.knowsBreaks = styles.breakPages || findAll(body, 'text:soft-page-break').next().done !== true
    if (this.knowsBreaks) this.begin()
  }

  /** What follows is the text itself: the headers before it are on the first page. */
  beginText(): void {
    this.start = this.builder.position
  }

  /** A break at the very start of the text breaks nothing, nor does a second one at the same place. */
  pageBreak(): void {
    if (!this.knowsBreaks || this.builder.position === this.start) return
    this.number++
    this.begin()
    this.start = this.builder.position
  }

  private begin(): void {
    this.builder.beginPage({ number: this.number, ...this.size, approximate: true })
  }
}

import { type Box, throwIfCancelled } from '@chancery/core'
import { attachEmbedded } from '../package/embedded-files.ts'
import { withWords } from '@chancery/reading/model/flow-words'
import { childrenOf, descend, findAll, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'
import { pageSelection } from '@chancery/reading/page-selection'
import { BlockRecorder } from '../presentation/block-recorder.ts'
import { boxOf, type SlideContent, type SlideShape, writeSlide } from '../presentation/slide-content.ts'
import type { Reader } from '@chancery/reading/reader'
import { type DocumentStyles, pageSizeOf } from './document-styles.ts'
import { pointsOf } from './length.ts'
import { openText } from './open-text.ts'
import type { TextStory } from './text-story.ts'
import { TextWalker } from './text-walker.ts'

/** OpenDocument presentations: a page a slide, the same model as that of a PowerPoint presentation. */
export const odpReader: Reader = {
  paged: true,
  async read(document, request, { limits, signal, attach, pictures }) {
    const { parts, common, body, styles, story, builder } = openText(document.bytes, 'presentation', request, {
      limits,
      pictures,
    })
    const slides = childrenOf(body, 'draw:page')
    const sizeOf = slideSizes(common)
    const declared = declaredTexts(body)
    for (const number of pageSelection(slides.length, request.pages, limits.pages, builder.warnings)) {
      throwIfCancelled(signal)
      const slide = slides[number - 1]
      if (slide === undefined) continue
      const size = sizeOf(slide.attributes['draw:master-page-name'] ?? '')
      writeSlide(builder, new OdpSlide(story, styles, declared, size).read(slide, number))
    }
    for (const item of await attachEmbedded(parts, story.embedded, attach)) builder.attachments.push(item)
    const model = builder.build()
    return request.words ? withWords(model) : model
  },
}

interface SlideSize {
  readonly width: number
  readonly height: number
}

function slideSizes(common: XmlElement | undefined): (master: string) => SlideSize | undefined {
  const sizes = new Map<string, SlideSize>()
  for (const master of findAll(common, 'style:master-page')) {
    const [width, height] = pageSizeOf(common, master).map(pointsOf)
    if (width !== undefined && height !== undefined) sizes.set(master.attributes['style:name'] ?? '', { width, height })
  }
  return (master) => sizes.get(master)
}

/** Headers, footers and dates that slides refer to by name. */
const declaredTexts = (body: XmlElement): ReadonlyMap<string, string> =>
  new Map(
    childrenOf(body)
      .filter(({ name }) => /^presentation:(?:header|footer|date-time)-decl$/.test(name))
      .map((each) => [`${each.name}:${each.attributes['presentation:name'] ?? ''}`, textOf(each)]),
  )

const furniture = new Set(['header', 'footer', 'date-time', 'page-number'])

class OdpSlide {
  private readonly story: TextStory
  private readonly styles: DocumentStyles
  private readonly declared: ReadonlyMap<string, string>
  private readonly size: SlideSize | undefined
  private readonly shapes: SlideShape[] = []

  constructor(
    story: TextStory,
    styles: DocumentStyles,
    declared: ReadonlyMap<string, string>,
    size: SlideSize | undefined,
  ) {
    this.story = story
    this.styles = styles
    this.declared = declared
    this.size = size
  }

  read(slide: XmlElement, number: number): SlideContent {
    const { attributes } = slide
    const notes = new BlockRecorder()
    // The first slide is that of the presentation's title where a subtitle stands under it.
    const isTitleSlide =
      number === 1 && childrenOf(slide).some((shape) => shape.attributes['presentation:class'] === 'subtitle')
    const commentsBefore = this.story.comments.length
    for (const child of childrenOf(slide)) {
      if (child.name === 'presentation:notes') this.notes(child, notes)
      else if (child.name === 'office:annotation') this.story.comment(child)
      else if (child.name.startsWith('draw:')) this.shape(child, isTitleSlide)
    }
    this.furniture(slide)
    const name = attributes['draw:name'] ?? ''
    const visibility = this.styles.property(
      'drawing-page',
      attributes['draw:style-name'],
      'style:drawing-page-properties',
      'presentation:visibility',
    )
    return {
      number,
      ...(name === '' ? {} : { name }),
      ...this.size,
      hidden: visibility === 'hidden',
      shapes: this.shapes,
      notes,
      comments: this.story.comments.splice(commentsBefore),
    }
  }

  private shape(shape: XmlElement, isTitleSlide: boolean): void {
    if (shape.name === 'draw:g' || shape.name === 'draw:a') {
      for (const child of childrenOf(shape)) if (child.name.startsWith('draw:')) this.shape(child, isTitleSlide)
      return
    }
    const kind = shape.attributes['presentation:class'] ?? ''
    // What only invites to write is no text of the slide.
    if (shape.attributes['presentation:placeholder'] === 'true') return
    const role = kind === 'title' ? 'title' : furniture.has(kind) ? 'furniture' : 'content'
    const isDeckTitle = kind === 'title' && isTitleSlide
    const type = role === 'title' ? (isDeckTitle ? 'title' : 'heading') : role === 'furniture' ? 'footer' : 'paragraph'
    const blocks = new BlockRecorder()
    const walker = new TextWalker(this.story, blocks, {
      type,
      ...(type === 'heading' ? { traits: { level: 1 } } : {}),
    })
    // A placeholder's text is that of the slide; of any other shape it is a text box.
    const box = descend(shape, 'draw:text-box')
    if (kind !== '' && box !== undefined) walker.walk(box)
    else walker.walk({ name: '', attributes: {}, children: [shape] })
    const place = this.placeOf(shape)
    const shown = role === 'content' && blocks.isPicture ? 'picture' : role
    if (!blocks.isEmpty) this.shapes.push({ role: shown, blocks, ...place })
  }

  private placeOf({ attributes }: XmlElement): { readonly box?: Box } {
    const [x, y] = [pointsOf(attributes['svg:x']), pointsOf(attributes['svg:y'])]
    const [width, height] = [pointsOf(attributes['svg:width']), pointsOf(attributes['svg:height'])]
    if (x === undefined || y === undefined || width === undefined || height === undefined) return {}
    const box = this.size === undefined ? undefined : boxOf({ x, y, width, height }, this.size)
    return box === undefined ? {} : { box }
  }

  private furniture(slide: XmlElement): void {
    for (const kind of ['header', 'footer', 'date-time']) {
      const name = slide.attributes[`presentation:use-${kind}-name`]
      const text = name === undefined ? undefined : this.declared.get(`presentation:${kind}-decl:${name}`)
      const blocks = new BlockRecorder()
      blocks.block('footer', text ?? '')
      if (!blocks.isEmpty) this.shapes.push({ role: 'furniture', blocks })
    }
  }

  private notes(notes: XmlElement, blocks: BlockRecorder): void {
    for (const frame of findAll(notes, 'draw:frame')) {
      const box = descend(frame, 'draw:text-box')
      const kind = frame.attributes['presentation:class'] ?? 'notes'
      if (box !== undefined && !furniture.has(kind) && frame.attributes['presentation:placeholder'] !== 'true') {
        new TextWalker(this.story, blocks).walk(box)
      }
    }
  }
}

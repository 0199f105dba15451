import type { Box } from '@chancery/core'
import type { BlockSink, CellContent } from '@chancery/reading/model/block-sink'
import { CellText } from '@chancery/reading/model/cell-text'
import { ListNesting } from '@chancery/reading/model/list-nesting'
import { linkTarget, RichText } from '@chancery/reading/model/rich-text'
import { BlockRecorder } from '../presentation/block-recorder.ts'
import { boxOf, type SlideContent, type SlideShape } from '../presentation/slide-content.ts'
import { pictureOfShape } from './drawn-blips.ts'
import { type ListedSlide, type PptDeck, unitsPerPoint } from './ppt-deck.ts'
import { drawingTypes, firstOf, recordsOf, recordTypes } from './ppt-records.ts'
import { utf16Text } from '@chancery/formats/text'
import { type SlideParagraph, type SlideText, slideTexts, textKinds } from './ppt-text.ts'

/** Places the units of a group in those of the slide. */
type Transform = (box: Box) => Box
const asItIs: Transform = (box) => box

const titles: ReadonlySet<number> = new Set([textKinds.title, textKinds.centerTitle])
const bulleted: ReadonlySet<number> = new Set([textKinds.body, textKinds.halfBody, textKinds.quarterBody])
/** Placeholders of dates, numbers of slides, footers and headers ([MS-PPT] 2.13.20). */
const furniture: ReadonlySet<number> = new Set([7, 8, 9, 10])
const maxDepth = 32
const deleted = 1 << 3
const hiddenFlag = 1 << 2
/** Of a group: that it is a table ([MS-ODRAW] 2.3.4.36). */
const tableProperty = 0x039f
const defaultBullet = '•'

/** One slide: its shapes, what it has in common with others, and its notes. */
export class PptSlide {
  private readonly deck: PptDeck
  private readonly slide: ListedSlide
  private readonly number: number
  private readonly shapes: SlideShape[] = []

  constructor(deck: PptDeck, slide: ListedSlide, number: number) {
    this.deck = deck
    this.slide = slide
    this.number = number
  }

  read(): SlideContent {
    const { deck, number } = this
    const { body } = this.slide
    for (const drawing of drawingsOf(body)) this.group(drawing, asItIs, 0)
    this.headersFooters(firstOf(body, recordTypes.headersFooters) ?? deck.headersFooters)
    const atom = firstOf(body, recordTypes.slideAtom)
    const notes = new BlockRecorder()
    if (atom !== undefined && atom.length >= 20) this.notes(deck.notes(atom.readUInt32LE(16)), notes)
    const show = firstOf(body, recordTypes.slideShowInfo)
    const hasSize = deck.width > 0 && deck.height > 0
    return {
      number,
      ...(hasSize ? { width: deck.width / unitsPerPoint, height: deck.height / unitsPerPoint } : {}),
      hidden: show !== undefined && show.length >= 12 && (show.readUInt16LE(10) & hiddenFlag) !== 0,
      shapes: this.shapes,
      notes,
      comments: [],
    }
  }

  /** The shapes of a group; the first one is the group itself. */
  private group(group: Buffer, outer: Transform, depth: number): void {
    if (depth > maxDepth) return
    let transform = outer
    let isFirst = true
    for (const { type, body } of recordsOf(group)) {
      if (type === drawingTypes.group) this.group(body, transform, depth + 1)
      else if (type === drawingTypes.shape && isFirst) {
        isFirst = false
        transform = groupTransform(body, outer)
        if (isTable(body)) return this.table(group, transform, placeOf(body, outer))
      } else if (type === drawingTypes.shape) this.shape(body, transform)
    }
  }

  private shape(shape: Buffer, transform: Transform): void {
    if (isDeleted(shape)) return
    const place = placeOf(shape, transform)
    const box = place === undefined ? undefined : boxOf(place, this.deck)
    const placeholder = placeholderOf(shape)
    const picture = pictureOfShape(shape)
    if (picture !== undefined) {
      const { number, ...described } = picture
      const blocks = new BlockRecorder()
      blocks.figure({ ...this.deck.image(number), ...described })
      this.shapes.push({ role: 'picture', blocks, ...(box === undefined ? {} : { box }) })
    }
    for (const text of this.textsOf(shape)) {
      const blocks = new BlockRecorder()
      const isTitle = titles.has(text.kind)
      const role = isTitle ? 'title' : furniture.has(placeholder) ? 'furniture' : 'content'
      if (role === 'content') this.write(text, blocks, placeholder === 0 ? 'text-box' : 'paragraph')
      else if (!isTitle) this.write(text, blocks, 'footer')
      else if (this.number === 1 && text.kind === textKinds.centerTitle) this.write(text, blocks, 'title')
      else this.write(text, blocks, 'heading')
      if (!blocks.isEmpty) this.shapes.push({ role, blocks, ...(box === undefined ? {} : { box }) })
    }
  }

  /** Its own texts, or those that the list of slides keeps for it. */
  private textsOf(shape: Buffer): readonly SlideText[] {
    const inside = firstOf(shape, drawingTypes.text)
    if (inside === undefined) return []
    const reference = firstOf(inside, recordTypes.outlineTextRef)
    if (reference === undefined || reference.length < 4) return slideTexts(inside)
    const text = this.slide.texts[reference.readInt32LE(0)]
    return text === undefined ? [] : [text]
  }

  private write(text: SlideText, sink: BlockSink, type: Parameters<BlockSink['block']>[0]): void {
    const nesting = new ListNesting()
    for (const paragraph of text.paragraphs) {
      const written = this.paragraph(text, paragraph)
      const isItem = type !== 'heading' && type !== 'title' && type !== 'footer'
      if (isItem && (paragraph.hasBullet ?? bulleted.has(text.kind)) && written.toString().trim() !== '') {
        const level = paragraph.level + 1
        const traits = { ...written.marks, ...nesting.parentAt(level), level, marker: defaultBullet }
        nesting.add(level, sink.block('list-item', written.toString(), traits))
        continue
      }
      nesting.end()
      sink.block(type, written.toString(), { ...written.marks, ...(type === 'heading' ? { level: 1 } : {}) })
    }
  }

  private paragraph({ text }: SlideText, { start, end, links, slideNumbers }: SlideParagraph): RichText {
    const written = new RichText()
    let number = 0
    const put = (from: number, to: number): void => {
      let at = from
      for (let place = slideNumbers[number]; place !== undefined && place < to; place = slideNumbers[++number]) {
        written.add(broken(text.slice(at, place)))
        written.add(String(this.number))
        at = place + 1
      }
      written.add(broken(text.slice(at, to)))
    }
    let at = start
    for (const link of links) {
      put(at, link.start)
      const before = written.length
      put(link.start, link.end)
      written.link(before, linkTarget(this.deck.links.get(link.link)))
      at = link.end
    }
    put(at, end)
    return written
  }

  /** Cells are shapes; which rows and columns there are is said by their edges alone. */
  private table(group: Buffer, transform: Transform, place: Box | undefined): void {
    const cells: { readonly box: Box; readonly content: CellContent }[] = []
    for (const { type, body } of recordsOf(group)) {
      const box = type === drawingTypes.shape ? placeOf(body, transform) : undefined
      if (box === undefined || firstOf(body, drawingTypes.text) === undefined) continue
      const text = new CellText()
      for (const each of this.textsOf(body)) this.write(each, text, 'paragraph')
      cells.push({ box, content: text.content() })
    }
    const tops = edges(cells.map(({ box }) => box.y))
    const lefts = edges(cells.map(({ box }) => box.x))
    const rows: { readonly left: number; readonly cell: CellContent }[][] = tops.map(() => [])
    for (const { box, content } of cells) {
      const rowSpan = between(tops, box.y, box.y + box.height)
      const columnSpan = between(lefts, box.x, box.x + box.width)
      rows[edgesBefore(tops, box.y)]?.push({ left: box.x, cell: { ...content, rowSpan, columnSpan } })
    }
    const blocks = new BlockRecorder()
    blocks.table(
      rows.map((row) => row.toSorted((a, b) => a.left - b.left).map(({ cell }) => cell)),
      0,
    )
    const box = place === undefined ? undefined : boxOf(place, this.deck)
    this.shapes.push({ role: 'content', blocks, ...(box === undefined ? {} : { box }) })
  }

  /** What every slide says at its edges is kept beside them, with a sign for each whether it is shown. */
  private headersFooters(container: Buffer | undefined): void {
    const atom = container === undefined ? undefined : firstOf(container, recordTypes.headersFootersAtom)
    if (container === undefined || atom === undefined || atom.length < 4) return
    const flags = atom.readUInt16LE(2)
    const blocks = new BlockRecorder()
    for (const [instance, shown] of shownTexts) {
      const text = (flags & shown) === 0 ? undefined : firstOf(container, recordTypes.string, instance)
      if (text !== undefined) blocks.block('footer', utf16Text(text))
    }
    if (!blocks.isEmpty) this.shapes.push({ role: 'furniture', blocks })
  }

  private notes(notes: Buffer, sink: BlockRecorder): void {
    for (const drawing of drawingsOf(notes)) {
      for (const shape of shapesIn(drawing, 0)) {
        if (isDeleted(shape) || furniture.has(placeholderOf(shape))) continue
        const inside = firstOf(shape, drawingTypes.text)
        for (const text of inside === undefined ? [] : slideTexts(inside)) this.write(text, sink, 'paragraph')
      }
    }
  }
}

/** By instance and flag ([MS-PPT] 2.4.15.2): a date that was typed in, the header, the footer. */
const shownTexts = [
  [0, 0b101],
  [1, 1 << 4],
  [2, 1 << 5],
] as const

/** Line breaks within a paragraph. */
const broken = (text: string): string => text.replaceAll('\u000b', '\n')

function* drawingsOf(container: Buffer): Generator<Buffer> {
  const drawing = firstOf(container, recordTypes.drawing)
  const inner = drawing === undefined ? undefined : firstOf(drawing, drawingTypes.drawing)
  for (const { type, body } of recordsOf(inner ?? Buffer.alloc(0))) if (type === drawingTypes.group) yield body
}

function* shapesIn(group: Buffer, depth: number): Generator<Buffer> {
  for (const { type, body } of recordsOf(group)) {
    if (type === drawingTypes.shape) yield body
    else if (type === drawingTypes.group && depth < maxDepth) yield* shapesIn(body, depth + 1)
  }
}

function isDeleted(shape: Buffer): boolean {
  const flags = firstOf(shape, drawingTypes.shapeFlags)
  return flags !== undefined && flags.length >= 8 && (flags.readUInt32LE(4) & deleted) !== 0
}

function placeholderOf(shape: Buffer): number {
  const data = firstOf(shape, drawingTypes.clientData)
  const atom = data === undefined ? undefined : firstOf(data, recordTypes.placeholder)
  return atom?.[4] ?? 0
}

/** Properties are numbered, six bytes each. */
function isTable(group: Buffer): boolean {
  const properties = firstOf(group, drawingTypes.moreProperties) ?? Buffer.alloc(0)
  for (let at = 0; at + 6 <= properties.length; at += 6) {
    if ((properties.readUInt16LE(at) & 0x3fff) === tableProperty) return true
  }
  return false
}

/** Where a shape is: on the slide, or in the units of its group. */
function placeOf(shape: Buffer, transform: Transform): Box | undefined {
  const child = firstOf(shape, drawingTypes.childAnchor)
  if (child !== undefined && child.length >= 16) return transform(rectangle(child, [0, 4, 8, 12]))
  const anchor = firstOf(shape, drawingTypes.anchor)
  if (anchor === undefined) return undefined
  // [MS-PPT] 2.7.3: the top first, in two bytes each or in four.
  if (anchor.length >= 16) return rectangle(anchor, [4, 0, 8, 12])
  if (anchor.length < 8) return undefined
  const [top, left, right, bottom] = [0, 2, 4, 6].map((at) => anchor.readInt16LE(at)) as [
    number,
    number,
    number,
    number,
  ]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** @param at where left, top, right and bottom stand */
function rectangle(bytes: Buffer, at: readonly [number, number, number, number]): Box {
  const [left, top, right, bottom] = at.map((place) => bytes.readInt32LE(place)) as [number, number, number, number]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function groupTransform(group: Buffer, outer: Transform): Transform {
  const space = firstOf(group, drawingTypes.groupSpace)
  const place = placeOf(group, outer)
  if (space === undefined || space.length < 16 || place === undefined) return outer
  const inner = rectangle(space, [0, 4, 8, 12])
  if (inner.width === 0 || inner.height === 0) return outer
  const [across, down] = [place.width / inner.width, place.height / inner.height]
  return ({ x, y, width, height }) => ({
    x: place.x + (x - inner.x) * across,
    y: place.y + (y - inner.y) * down,
    width: width * across,
    height: height * down,
  })
}

/** Master units; edges of cells that are drawn as one may come apart by rounding. */
const hair = 0.5

function edges(places: readonly number[]): readonly number[] {
  const found: number[] = []
  for (const place of places.toSorted((a, b) => a - b))
    if (place - (found.at(-1) ?? -Infinity) > hair) found.push(place)
  return found
}

/** How many edges lie before a place. */
function edgesBefore(found: readonly number[], place: number): number {
  let [low, high] = [0, found.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((found[middle] ?? Infinity) < place - hair) low = middle + 1
    else high = middle
  }
  return low
}

const between = (found: readonly number[], from: number, to: number): number =>
  Math.max(1, edgesBefore(found, to) - edgesBefore(found, from))

import { type Box, type Link, present } from '@chancery/core'
import { linkTarget } from '@chancery/reading/model/rich-text'
import { readChart } from '../package/chart-part.ts'
import type { PackageParts, Relationship } from '../package/package-parts.ts'
import { childrenOf, descend, findAll, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'
import { BlockRecorder } from './block-recorder.ts'
import { tableRowsOf, writeDiagram, writeTextBody } from './drawing-text.ts'
import { boxFrom, ownBox, type Placeholder, placeholderOf, type SlideLayers } from './placeholders.ts'
import { boxOf, type SlideComment, type SlideContent, type SlideShape } from './slide-content.ts'

/** What the slides of one presentation share; sizes in EMU. */
export interface Deck {
  readonly parts: PackageParts
  readonly width: number
  readonly height: number
  /** Numbers of the slides by the names of their parts. */
  readonly numbers: ReadonlyMap<string, number>
  /** Names of those who comment, by their ids. */
  readonly authors: ReadonlyMap<string, string>
}

/** English Metric Units to a point. */
const emuPerPoint = 12_700

const furniture = new Set(['ftr', 'dt', 'sldNum', 'hdr'])

/** Places the units of a group in those of the slide. */
type Transform = (box: Box) => Box
const asItIs: Transform = (box) => box

/** One slide and the parts that it refers to (ECMA-376 part 1, 19.3). */
export class PptxSlide {
  /** Names of the parts that hold other documents. */
  readonly embedded: string[] = []
  private readonly deck: Deck
  private readonly part: string
  private readonly relationships: readonly Relationship[]
  private readonly byId: ReadonlyMap<string, Relationship>
  private readonly layers: SlideLayers
  private readonly shapes: SlideShape[] = []

  constructor(deck: Deck, part: string, layers: (part: string) => SlideLayers) {
    this.deck = deck
    this.part = part
    this.relationships = deck.parts.relationships(part)
    this.byId = new Map(this.relationships.map((each) => [each.id, each]))
    this.layers = layers(this.ofType('slideLayout')[0] ?? '')
  }

  read(number: number): SlideContent {
    const root = this.deck.parts.xml(this.part)
    const slide = descend(root, 'p:cSld')
    const tree = descend(slide, 'p:spTree')
    if (tree !== undefined) this.tree(tree, asItIs, number === 1)
    const name = slide?.attributes['name'] ?? ''
    return {
      number,
      ...(name === '' ? {} : { name }),
      width: Math.round((this.deck.width / emuPerPoint) * 100) / 100,
      height: Math.round((this.deck.height / emuPerPoint) * 100) / 100,
      hidden: ['0', 'false'].includes(root?.attributes['show'] ?? '1'),
      shapes: this.shapes,
      notes: this.notes(),
      comments: this.comments(),
    }
  }

  private ofType(wanted: string): string[] {
    return this.relationships.filter(({ type, external }) => type === wanted && !external).map(({ target }) => target)
  }

  private readonly linkOf = (id: string): Omit<Link, 'span'> | undefined => {
    const relationship = this.byId.get(id)
    if (relationship === undefined) return undefined
    if (relationship.external) return linkTarget(relationship.target)
    const page = this.deck.numbers.get(relationship.target)
    return page === undefined ? undefined : { page }
  }

  private tree(tree: XmlElement, transform: Transform, isFirst: boolean): void {
    for (const shape of childrenOf(tree)) {
      if (shape.name === 'p:sp') this.shape(shape, transform, isFirst)
      else if (shape.name === 'p:grpSp') this.tree(shape, groupTransform(shape, transform), isFirst)
      else if (shape.name === 'p:pic') this.picture(shape, transform)
      else if (shape.name === 'p:graphicFrame') this.frame(shape, transform)
      else if (shape.name === 'mc:AlternateContent') {
        // Drawn anew for newer programs; the older drawing says the same.
        const [choice] = childrenOf(shape, 'mc:Choice').filter((each) => childrenOf(each).length > 0)
        const chosen = choice ?? descend(shape, 'mc:Fallback')
        if (chosen !== undefined) this.tree(chosen, transform, isFirst)
      }
    }
  }

  private placed(shape: XmlElement, transform: Transform, placeholder?: Placeholder): { readonly box?: Box } {
    const own = ownBox(shape)
    const inherited = own === undefined && placeholder !== undefined ? this.layers.boxOf(placeholder) : undefined
    const place = own === undefined ? inherited : transform(own)
    const box = place === undefined ? undefined : boxOf(place, this.deck)
    return box === undefined ? {} : { box }
  }

  private shape(shape: XmlElement, transform: Transform, isFirst: boolean): void {
    const body = descend(shape, 'p:txBody')
    if (body === undefined) return
    const isHidden = ['1', 'true'].includes(descend(shape, 'p:nvSpPr', 'p:cNvPr')?.attributes['hidden'] ?? '')
    const placeholder = placeholderOf(shape)
    const type = placeholder?.type ?? ''
    const isTitle = type === 'title' || type === 'ctrTitle'
    const role = isTitle ? 'title' : furniture.has(type) ? 'furniture' : 'content'
    const blocks = new BlockRecorder()
    const own = { linkOf: this.linkOf, listStyles: this.layers.listStylesOf(placeholder) }
    if (isTitle) {
      const isDeckTitle = isFirst && type === 'ctrTitle'
      const traits = isDeckTitle ? {} : { level: 1 }
      writeTextBody(body, blocks, { ...own, type: isDeckTitle ? 'title' : 'heading', traits, bullets: false })
    } else if (role === 'furniture') writeTextBody(body, blocks, { ...own, type: 'footer', bullets: false })
    else {
      const plain = placeholder === undefined ? 'text-box' : 'paragraph'
      writeTextBody(body, blocks, { ...own, type: plain, bullets: true })
    }
    if (blocks.isEmpty) return
    const typeSize = largestType(body)
    this.shapes.push({ role, blocks, isHidden, typeSize, ...this.placed(shape, transform, placeholder) })
  }

  private picture(shape: XmlElement, transform: Transform): void {
    const properties = descend(shape, 'p:nvPicPr', 'p:cNvPr')?.attributes
    const altText = (properties?.['descr'] ?? properties?.['title'] ?? '').trim()
    const [blip] = findAll(shape, 'a:blip')
    const part = this.byId.get(blip?.attributes['r:embed'] ?? '')
    const picture = this.deck.parts.picture(part?.external === true ? '' : part?.target)
    const blocks = new BlockRecorder()
    blocks.figure({ ...picture, ...(altText === '' ? {} : { altText }) })
    this.shapes.push({ role: 'picture', blocks, ...this.placed(shape, transform, placeholderOf(shape)) })
  }

  /** A table, a chart, SmartArt or an embedded document. */
  private frame(frame: XmlElement, transform: Transform): void {
    const data = descend(frame, 'a:graphic', 'a:graphicData')
    const blocks = new BlockRecorder()
    const partOf = (id: string | undefined): XmlElement | undefined => {
      const relationship = this.byId.get(id ?? '')
      return relationship === undefined || relationship.external ? undefined : this.deck.parts.xml(relationship.target)
    }
    for (const child of childrenOf(data)) {
      if (child.name === 'a:tbl') {
        const { rows, headerRows } = tableRowsOf(child, this.linkOf)
        blocks.table(rows, headerRows)
      } else if (child.name === 'c:chart') {
        const chart = readChart(partOf(child.attributes['r:id']))
        for (const title of chart.titles) blocks.block('caption', title)
        if (chart.rows.length > 0)
          blocks.table(
            chart.rows.map((row) => row.map((text) => ({ text }))),
            1,
          )
      } else if (child.name === 'dgm:relIds') writeDiagram(partOf(child.attributes['r:dm']), blocks)
    }
    for (const object of findAll(data, 'p:oleObj')) {
      const relationship = this.byId.get(object.attributes['r:id'] ?? '')
      if (relationship !== undefined && !relationship.external) this.embedded.push(relationship.target)
    }
    if (!blocks.isEmpty)
      this.shapes.push({ role: 'content', blocks, ...this.placed(frame, transform, placeholderOf(frame)) })
  }

  private notes(): BlockRecorder {
    const blocks = new BlockRecorder()
    for (const target of this.ofType('notesSlide')) {
      for (const shape of findAll(descend(this.deck.parts.xml(target), 'p:cSld', 'p:spTree'), 'p:sp')) {
        const type = placeholderOf(shape)?.type
        const body = descend(shape, 'p:txBody')
        // The picture of the slide, its number and the date are no notes.
        if (body === undefined || (type !== undefined && type !== 'body')) continue
        writeTextBody(body, blocks, { type: 'paragraph', linkOf: () => undefined, listStyles: [], bullets: true })
      }
    }
    return blocks
  }

  private comments(): SlideComment[] {
    return this.ofType('comments').flatMap((target) => {
      const root = this.deck.parts.xml(target)
      const plain = [...findAll(root, 'p:cm')].map((comment) => ({
        text: textOf(descend(comment, 'p:text')),
        ...this.writtenBy(comment),
      }))
      const threads = [...findAll(root, 'p188:cm')].flatMap((comment) =>
        [comment, ...findAll(comment, 'p188:reply')].flatMap((each) => {
          const body = descend(each, 'p188:txBody')
          if (body === undefined) return []
          const lines = childrenOf(body, 'a:p').map((line) => [...findAll(line, 'a:t')].map(textOf).join(''))
          return [{ text: lines.join('\n'), ...this.writtenBy(each) }]
        }),
      )
      return [...plain, ...threads]
    })
  }

  /** Of a comment, or of a reply to one. */
  private writtenBy({ attributes }: XmlElement): { readonly author?: string; readonly date?: string } {
    const author = this.deck.authors.get(attributes['authorId'] ?? '')
    const date = attributes['dt'] ?? attributes['created']
    return present({ author, date })
  }
}

/** In points; where no run says any, that of a text box. */
const usualType = 18

function largestType(body: XmlElement): number {
  let largest = 0
  for (const { attributes } of findAll(body, 'a:rPr')) largest = Math.max(largest, Number(attributes['sz'] ?? 0) / 100)
  return largest > 0 ? largest : usualType
}

function groupTransform(group: XmlElement, outer: Transform): Transform {
  const transform = descend(group, 'p:grpSpPr', 'a:xfrm')
  const [from, to] = [
    boxFrom(descend(transform, 'a:chOff'), descend(transform, 'a:chExt')),
    boxFrom(descend(transform, 'a:off'), descend(transform, 'a:ext')),
  ]
  if (from === undefined || to === undefined) return outer
  const [across, down] = [from.width === 0 ? 1 : to.width / from.width, from.height === 0 ? 1 : to.height / from.height]
  return ({ x, y, width, height }) =>
    outer({
      x: to.x + (x - from.x) * across,
      y: to.y + (y - from.y) * down,
      width: width * across,
      height: height * down,
    })
}

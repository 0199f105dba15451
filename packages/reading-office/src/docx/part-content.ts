import type { ImageReference } from '@chancery/core'
import type { BlockSink, BlockTraits } from '@chancery/reading/model/block-sink'
import { linkTarget } from '@chancery/reading/model/rich-text'
import { readChart } from '../package/chart-part.ts'
import { imageTypeOf } from '../package/image-type.ts'
import type { PackageParts, Relationship } from '../package/package-parts.ts'
import { childrenOf, findAll, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'
import { writeDiagram, writeTextBody } from '../presentation/drawing-text.ts'
import type { AlternativeChunks } from './alternative-chunks.ts'
import type { StoryPart } from './story.ts'

type Layer = Pick<BlockTraits, 'layer'>

/** What the relationships of one part lead to. */
export class PartContent implements StoryPart {
  private readonly parts: PackageParts
  private readonly chunks: AlternativeChunks
  private readonly relationships: ReadonlyMap<string, Relationship>

  constructor(parts: PackageParts, relationships: readonly Relationship[], chunks: AlternativeChunks) {
    this.parts = parts
    this.chunks = chunks
    this.relationships = new Map(relationships.map((each) => [each.id, each]))
  }

  address(id: string): string | undefined {
    const relationship = this.relationships.get(id)
    return relationship?.external === true ? relationship.target : undefined
  }

  picture(id: string): Pick<ImageReference, 'contentType' | 'content'> {
    const relationship = this.relationships.get(id)
    return relationship?.external === true
      ? { contentType: imageTypeOf(relationship.target) }
      : this.parts.picture(relationship?.target)
  }

  /** Titles, a table of the values, then what else is written into it. */
  readonly chart = (id: string, sink: BlockSink, layer: Layer): void => {
    const name = this.target(id)
    const root = this.parts.xml(name)
    if (name === undefined || root === undefined) return
    const { titles, rows } = readChart(root)
    for (const title of titles) sink.block('caption', title, layer)
    const cells = rows.map((row) => row.map((text) => ({ text })))
    if (cells.length > 0) sink.table(cells, cells.length > 1 ? 1 : 0, layer)
    for (const text of otherTexts(root)) sink.block('text-box', text, layer)
    for (const { type, target, external } of this.parts.relationships(name)) {
      if (type !== 'chartUserShapes' || external) continue
      for (const text of otherTexts(this.parts.xml(target))) sink.block('text-box', text, layer)
    }
  }

  readonly diagram = (id: string, sink: BlockSink, layer: Layer): void => {
    const data = this.parts.xml(this.target(id))
    const withLayer: BlockSink = {
      block: (type, text, traits) => sink.block(type, text, { ...traits, ...layer }),
      table: (rows, headerRows, traits) => sink.table(rows, headerRows, { ...traits, ...layer }),
      figure: (image, traits) => sink.figure(image, { ...traits, ...layer }),
    }
    writeDiagram(data, withLayer)
  }

  readonly alternativeChunk = (id: string, sink: BlockSink): void => {
    const name = this.target(id)
    if (name !== undefined) this.chunks.write(name, sink)
  }

  drawnText(body: XmlElement, sink: BlockSink, layer: Layer): void {
    writeTextBody(body, sink, {
      type: 'text-box',
      traits: layer,
      linkOf: (id) => linkTarget(this.address(id)),
      listStyles: [],
      bullets: false,
    })
  }

  private target(id: string): string | undefined {
    const relationship = this.relationships.get(id)
    return relationship === undefined || relationship.external ? undefined : relationship.target
  }
}

/** Paragraphs of a chart that are in none of its titles, and the points of charts of the newer kind. */
function otherTexts(root: XmlElement | undefined): string[] {
  const texts: string[] = []
  const read = (element: XmlElement): void => {
    for (const child of childrenOf(element)) {
      if (child.name === 'c:title') continue
      if (child.name === 'a:p') texts.push([...findAll(child, 'a:t')].map(textOf).join(''))
      else if (child.name === 'cx:pt' || child.name === 'cx:v') texts.push(textOf(child))
      else read(child)
    }
  }
  if (root !== undefined) read(root)
  return texts.filter((text) => text.trim() !== '')
}

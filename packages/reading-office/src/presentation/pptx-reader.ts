import { throwIfCancelled } from '@chancery/core'
import { ModelBuilder } from '@chancery/reading/model/model-builder'
import { readCoreProperties } from '../package/core-properties.ts'
import { attachEmbedded } from '../package/embedded-files.ts'
import { withWords } from '@chancery/reading/model/flow-words'
import { PackageParts, type Relationship } from '../package/package-parts.ts'
import { childrenOf, descend } from '@chancery/reading/xml/xml-element'
import { pageSelection } from '@chancery/reading/page-selection'
import type { Reader } from '@chancery/reading/reader'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { SlideLayers } from './placeholders.ts'
import { type Deck, PptxSlide } from './pptx-slide.ts'
import { writeSlide } from './slide-content.ts'

/** PowerPoint presentations (PresentationML, transitional and strict): a page a slide, notes and comments after it. */
export const pptxReader: Reader = {
  paged: true,
  async read(document, request, { limits, signal, attach, pictures }) {
    const parts = new PackageParts(document.bytes, limits, pictures)
    const main = parts.relationships('').find(({ type }) => type === 'officeDocument')?.target ?? 'ppt/presentation.xml'
    const root = parts.xml(main)
    if (root?.name !== 'p:presentation') throw corruptDocument('The package has no presentation in it.')
    const builder = new ModelBuilder(limits)
    readCoreProperties(parts, builder)
    const relationships = parts.relationships(main)
    const targets = new Map(relationships.flatMap(({ id, external, target }) => (external ? [] : [[id, target]])))
    const slides = childrenOf(descend(root, 'p:sldIdLst'), 'p:sldId').map(({ attributes }) =>
      targets.get(attributes['r:id'] ?? ''),
    )
    const size = descend(root, 'p:sldSz')?.attributes
    const deck: Deck = {
      parts,
      width: Number(size?.['cx'] ?? 9_144_000) || 9_144_000,
      height: Number(size?.['cy'] ?? 6_858_000) || 6_858_000,
      numbers: new Map(slides.flatMap((part, index) => (part === undefined ? [] : [[part, index + 1] as const]))),
      authors: authorsOf(parts, relationships),
    }
    const layers = layersOf(parts)
    const embedded: string[] = []
    for (const number of pageSelection(slides.length, request.pages, limits.pages, builder.warnings)) {
      throwIfCancelled(signal)
      const part = slides[number - 1]
      if (part === undefined) builder.beginPage({ number })
      else {
        const slide = new PptxSlide(deck, part, layers)
        writeSlide(builder, slide.read(number))
        for (const item of slide.embedded) embedded.push(item)
      }
    }
    for (const item of await attachEmbedded(parts, embedded, attach)) builder.attachments.push(item)
    const model = builder.build()
    return request.words ? withWords(model) : model
  },
}

/** Those of comments of the older kind, and of the newer one, which has ids of its own. */
function authorsOf(parts: PackageParts, relationships: readonly Relationship[]): ReadonlyMap<string, string> {
  const authors = new Map<string, string>()
  for (const { type, external, target } of relationships) {
    if (external || (type !== 'commentAuthors' && type !== 'authors')) continue
    for (const { attributes } of childrenOf(parts.xml(target))) {
      const name = (attributes['name'] ?? '').trim().toWellFormed()
      if (name !== '') authors.set(attributes['id'] ?? '', name)
    }
  }
  return authors
}

/** Layouts and masters are read once: most slides share a few. */
function layersOf(parts: PackageParts): (layout: string) => SlideLayers {
  const known = new Map<string, SlideLayers>()
  return (layout) => {
    let layers = known.get(layout)
    if (layers === undefined) {
      const master = parts.relationships(layout).find(({ type, external }) => type === 'slideMaster' && !external)
      layers = new SlideLayers(layout === '' ? undefined : parts.xml(layout), parts.xml(master?.target))
      known.set(layout, layers)
    }
    return layers
  }
}

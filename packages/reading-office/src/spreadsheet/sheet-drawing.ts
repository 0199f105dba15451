import type { ImageReference } from '@chancery/core'
import { readChart } from '../package/chart-part.ts'
import type { PackageParts } from '../package/package-parts.ts'
import { descend, findAll, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'

interface DrawingContent {
  readonly images: readonly ImageReference[]
  readonly captions: readonly string[]
  readonly textBoxes: readonly string[]
}

/** What lies over the cells: pictures, charts by their titles, shapes with text. */
export function readSheetDrawing(parts: PackageParts, name: string): DrawingContent {
  const root = parts.xml(name)
  const targets = new Map(parts.relationships(name).map(({ id, target, external }) => [id, external ? '' : target]))
  const images = [...findAll(root, 'xdr:pic')].map((picture): ImageReference => {
    const altText = altTextOf(descend(picture, 'xdr:nvPicPr', 'xdr:cNvPr'))
    const blip = [...findAll(picture, 'a:blip')][0]
    return {
      ...parts.picture(targets.get(blip?.attributes['r:embed'] ?? '')),
      ...(altText === '' ? {} : { altText }),
    }
  })
  const captions = [...findAll(root, 'c:chart')].flatMap((chart) => {
    const part = targets.get(chart.attributes['r:id'] ?? '')
    return part === undefined ? [] : readChart(parts.xml(part)).titles
  })
  const textBoxes = [...findAll(root, 'xdr:txBody')].map(paragraphsOf).filter((text) => text.trim() !== '')
  return { images, captions, textBoxes }
}

const altTextOf = (properties: XmlElement | undefined): string =>
  (properties?.attributes['descr'] ?? properties?.attributes['title'] ?? '').trim()

const paragraphsOf = (body: XmlElement): string =>
  [...findAll(body, 'a:p')].map((paragraph) => [...findAll(paragraph, 'a:t')].map(textOf).join('')).join('\n')

import type { ImageReference } from '@chancery/core'
import { childrenOf, descend, type XmlElement } from '@chancery/reading/xml/xml-element'

/** What a `w:drawing`, `w:pict` or `w:object` holds, in document order. */
export interface DrawingContent {
  readonly images: (Pick<ImageReference, 'altText' | 'width' | 'height'> & { readonly relationship: string })[]
  readonly texts: (
    | { readonly kind: 'story'; readonly element: XmlElement }
    | { readonly kind: 'drawn'; readonly element: XmlElement }
    | { readonly kind: 'chart'; readonly relationship: string }
    | { readonly kind: 'diagram'; readonly relationship: string }
    | { readonly kind: 'word-art'; readonly text: string }
  )[]
}

type Frame = Pick<ImageReference, 'altText' | 'width' | 'height'>

/** Pictures, text boxes, charts and diagrams of one drawing, DrawingML or VML. */
export function drawingContent(
  element: XmlElement,
  chosen: (alternate: XmlElement) => XmlElement | undefined,
): DrawingContent {
  const content: DrawingContent = { images: [], texts: [] }
  collect(element, {}, content, chosen)
  return content
}

function collect(
  element: XmlElement,
  frame: Frame,
  content: DrawingContent,
  chosen: (alternate: XmlElement) => XmlElement | undefined,
): void {
  const { attributes } = element
  let inner = frame
  switch (element.name) {
    case 'w:txbxContent':
      content.texts.push({ kind: 'story', element })
      return
    case 'a:txBody':
    case 'cdr:txBody':
      content.texts.push({ kind: 'drawn', element })
      return
    case 'c:chart':
    case 'cx:chart':
      content.texts.push({ kind: 'chart', relationship: attributes['r:id'] ?? '' })
      return
    case 'dgm:relIds':
      content.texts.push({ kind: 'diagram', relationship: attributes['r:dm'] ?? '' })
      return
    case 'a:blip':
      content.images.push({ ...frame, relationship: attributes['r:embed'] ?? attributes['r:link'] ?? '' })
      return
    case 'v:imagedata':
      content.images.push({ ...frame, relationship: attributes['r:id'] ?? '' })
      return
    case 'v:textpath':
      if ((attributes['string'] ?? '') !== '')
        content.texts.push({ kind: 'word-art', text: attributes['string'] ?? '' })
      return
    case 'mc:AlternateContent': {
      const branch = chosen(element)
      if (branch !== undefined) collect(branch, frame, content, chosen)
      return
    }
    case 'wp:inline':
    case 'wp:anchor':
      inner = { ...sizeOf(descend(element, 'wp:extent')), ...describedBy(descend(element, 'wp:docPr')) }
      break
    case 'pic:pic':
      inner = {
        ...frame,
        ...sizeOf(descend(element, 'pic:spPr', 'a:xfrm', 'a:ext')),
        ...(frame.altText === undefined ? describedBy(descend(element, 'pic:nvPicPr', 'pic:cNvPr')) : {}),
      }
      break
    case 'v:shape':
    case 'v:rect':
      inner = { ...styleSize(attributes['style'] ?? ''), ...described(attributes['alt']) }
      break
  }
  for (const child of childrenOf(element)) collect(child, inner, content, chosen)
}

const describedBy = (properties: XmlElement | undefined): Pick<Frame, 'altText'> =>
  described(properties?.attributes['descr'] || properties?.attributes['title'])

function described(text: string | undefined): Pick<Frame, 'altText'> {
  const altText = text?.trim().toWellFormed() ?? ''
  return altText === '' ? {} : { altText }
}

/** English Metric Units at 96 pixels an inch. */
const emuPerPixel = 9525

function sizeOf(extent: XmlElement | undefined): Pick<Frame, 'width' | 'height'> {
  const [width, height] = [extent?.attributes['cx'], extent?.attributes['cy']].map((length) =>
    Math.round(Number(length) / emuPerPixel),
  )
  return width !== undefined && height !== undefined && width > 0 && height > 0 ? { width, height } : {}
}

const pixels: Readonly<Record<string, number>> = { pt: 96 / 72, px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, pc: 16 }

/** The size in a VML shape's `style`. */
function styleSize(style: string): Pick<Frame, 'width' | 'height'> {
  const length = (name: string): number => {
    const [, number, unit = 'px'] =
      new RegExp(`(?:^|;)\\s{0,9}${name}:\\s{0,9}([\\d.]{1,12})(pt|px|in|cm|mm|pc)?`).exec(style.slice(0, 1000)) ?? []
    return Math.round(Number(number) * (pixels[unit] ?? 1))
  }
  const [width, height] = [length('width'), length('height')]
  return width > 0 && height > 0 ? { width, height } : {}
}

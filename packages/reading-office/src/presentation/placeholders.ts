import type { Box } from '@chancery/core'
import { childrenOf, descend, findAll, type XmlElement } from '@chancery/reading/xml/xml-element'

export interface Placeholder {
  readonly type: string
  readonly index: string | undefined
}

export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  const [placeholder] = findAll(
    childrenOf(shape).find(({ name }) => name.startsWith('p:nv')),
    'p:ph',
  )
  if (placeholder === undefined) return undefined
  return { type: placeholder.attributes['type'] ?? 'obj', index: placeholder.attributes['idx'] }
}

/** Where a shape stands in the units of the slide (EMU), if it says so itself. */
export function ownBox(shape: XmlElement | undefined): Box | undefined {
  const transform =
    descend(shape, 'p:spPr', 'a:xfrm') ?? descend(shape, 'p:grpSpPr', 'a:xfrm') ?? descend(shape, 'p:xfrm')
  return boxFrom(descend(transform, 'a:off'), descend(transform, 'a:ext'))
}

export function boxFrom(offset: XmlElement | undefined, extent: XmlElement | undefined): Box | undefined {
  const [x, y] = [Number(offset?.attributes['x']), Number(offset?.attributes['y'])]
  const [width, height] = [Number(extent?.attributes['cx']), Number(extent?.attributes['cy'])]
  return [x, y, width, height].every(Number.isFinite) ? { x, y, width, height } : undefined
}

const isTitle = (type: string): boolean => type === 'title' || type === 'ctrTitle'
const isText = (type: string): boolean => type === 'body' || type === 'obj' || type === 'subTitle'

/** The layout and the master of a slide, from which its placeholders inherit place and list style (19.3.1.36). */
export class SlideLayers {
  private readonly master: XmlElement | undefined
  /** The placeholders of the layout and of the master by index and by kind, nearest first. */
  private readonly places: readonly ReadonlyMap<string, XmlElement>[]

  constructor(layout: XmlElement | undefined, master: XmlElement | undefined) {
    this.master = master
    this.places = [layout, master].map(placesOf)
  }

  boxOf(placeholder: Placeholder): Box | undefined {
    for (const shape of this.inherited(placeholder)) {
      const box = ownBox(shape)
      if (box !== undefined) return box
    }
    return undefined
  }

  listStylesOf(placeholder: Placeholder | undefined): (XmlElement | undefined)[] {
    const texts = descend(this.master, 'p:txStyles')
    if (placeholder === undefined) return [descend(texts, 'p:otherStyle')]
    const style = isTitle(placeholder.type) ? 'p:titleStyle' : isText(placeholder.type) ? 'p:bodyStyle' : 'p:otherStyle'
    return [
      ...this.inherited(placeholder).map((shape) => descend(shape, 'p:txBody', 'a:lstStyle')),
      descend(texts, style),
    ]
  }

  /** By index in the layout, by type in both: a body on the slide may stand in an untyped place of the layout. */
  private inherited({ type, index }: Placeholder): XmlElement[] {
    return this.places.flatMap((places) => {
      const found = (index === undefined ? undefined : places.get(`#${index}`)) ?? places.get(kindOf(type))
      return found === undefined ? [] : [found]
    })
  }
}

function placesOf(root: XmlElement | undefined): Map<string, XmlElement> {
  const places = new Map<string, XmlElement>()
  for (const shape of childrenOf(descend(root, 'p:cSld', 'p:spTree'), 'p:sp')) {
    const place = placeholderOf(shape)
    if (place === undefined) continue
    for (const key of [`#${place.index ?? ''}`, kindOf(place.type)]) if (!places.has(key)) places.set(key, shape)
  }
  return places
}

const kindOf = (type: string): string => (isTitle(type) ? 'title' : isText(type) ? 'text' : type)

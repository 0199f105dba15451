import { type Box, present } from '@chancery/core'
import type { BlockTraits } from '@chancery/reading/model/block-sink'
import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import type { BlockRecorder } from './block-recorder.ts'
import { seenTitle } from './seen-title.ts'

/** A shape of a slide and what it says. */
export interface SlideShape {
  readonly role: 'title' | 'content' | 'picture' | 'furniture'
  readonly box?: Box
  readonly blocks: BlockRecorder
  /** The largest of its text, in points; absent where it is not known, or has none. */
  readonly typeSize?: number
  /** Nobody sees it, as chosen in the list of a slide's shapes. */
  readonly isHidden?: boolean
}

export interface SlideComment {
  readonly text: string
  readonly author?: string
  /** ISO 8601. */
  readonly date?: string
}

export interface SlideContent {
  readonly number: number
  /** Of the slide itself; its title comes first. */
  readonly name?: string
  /** Points. */
  readonly width?: number
  readonly height?: number
  readonly hidden: boolean
  /** In the order of the document. */
  readonly shapes: readonly SlideShape[]
  readonly notes: BlockRecorder
  readonly comments: readonly SlideComment[]
}

/** A slide as a page: its title, its shapes in reading order, its pictures, what repeats on every slide, its notes, its comments. */
export function writeSlide(builder: ModelBuilder, slide: SlideContent): void {
  const { number, width, height, hidden } = slide
  const shapes = withTitle(slide.shapes)
  const title = shapes.find(({ role, blocks }) => role === 'title' && !blocks.isEmpty)?.blocks.firstText
  const name = title?.split('\n').join(' ') ?? slide.name
  builder.beginPage({
    number,
    method: 'digital',
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(name === undefined ? {} : { name }),
  })
  if (title !== undefined)
    builder.outline.push({ title: title.split('\n').join(' '), level: 1, page: number, start: builder.position })
  const layer: Pick<BlockTraits, 'layer'> = hidden ? { layer: 'hidden' } : {}
  const write = ({ blocks, box, isHidden = false }: SlideShape): void =>
    blocks.replay(builder, {
      ...(box === undefined ? {} : { box }),
      ...(hidden || isHidden ? { layer: 'hidden' as const } : {}),
    })
  for (const shape of shapes) if (shape.role === 'title') write(shape)
  for (const shape of inReadingOrder(shapes.filter(({ role }) => role === 'content'))) write(shape)
  // They may lie behind or across all else, so that they say nothing of its order.
  for (const shape of inReadingOrder(shapes.filter(({ role }) => role === 'picture'))) write(shape)
  for (const shape of shapes) if (shape.role === 'furniture') write(shape)
  slide.notes.replay(builder, { layer: hidden ? 'hidden' : 'note' })
  for (const { text, author, date } of slide.comments)
    builder.block('comment', text, { ...present({ author, date }), ...layer })
}

/** A title that only its look tells is one. */
function withTitle(shapes: readonly SlideShape[]): readonly SlideShape[] {
  const title = seenTitle(shapes)
  if (title === undefined) return shapes
  return shapes.map((shape) =>
    shape === title ? { ...shape, role: 'title', blocks: shape.blocks.asHeading() } : shape,
  )
}

/** Deeper nesting of columns and rows than a slide has. */
const maxDepth = 8

/** By place: rows parted by empty bands across the slide, within them columns, and so on; as they come where unknown. */
function inReadingOrder(shapes: readonly SlideShape[]): readonly SlideShape[] {
  if (shapes.some(({ box }) => box === undefined)) return shapes
  return cut(shapes as readonly PlacedShape[], 'y', maxDepth)
}

type PlacedShape = SlideShape & { readonly box: Box }

function cut(shapes: readonly PlacedShape[], axis: 'x' | 'y', depth: number): readonly PlacedShape[] {
  if (shapes.length < 2) return shapes
  const other = axis === 'x' ? 'y' : 'x'
  for (const each of depth === 0 ? [] : ([axis, other] as const)) {
    const groups = bands(shapes, each)
    if (groups.length > 1) return groups.flatMap((group) => cut(group, each === 'x' ? 'y' : 'x', depth - 1))
  }
  return shapes.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
}

/** Shapes may touch or overlap by a hair, and still stand beside one another. */
const tolerance = 0.01

function bands(shapes: readonly PlacedShape[], axis: 'x' | 'y'): PlacedShape[][] {
  const size = axis === 'x' ? 'width' : 'height'
  const groups: PlacedShape[][] = []
  let reach = -1
  for (const shape of shapes.toSorted((a, b) => a.box[axis] - b.box[axis])) {
    const group = groups.at(-1)
    if (group === undefined || shape.box[axis] >= reach - tolerance) groups.push([shape])
    else group.push(shape)
    reach = Math.max(reach, shape.box[axis] + shape.box[size])
  }
  return groups
}

/**
 * A place as fractions of the slide, cut where it reaches beyond; none where the slide has no size. A width or height below
 * zero, as damaged and mirrored shapes have it, reaches to the other side.
 */
export function boxOf(
  { x, y, width, height }: Box,
  slide: { readonly width: number; readonly height: number },
): Box | undefined {
  if (!(slide.width > 0 && slide.height > 0)) return undefined
  const within = (part: number, whole: number): number => Math.round(Math.min(Math.max(part / whole, 0), 1) * 1e4) / 1e4
  const [oneX, otherX] = [within(x, slide.width), within(x + width, slide.width)]
  const [oneY, otherY] = [within(y, slide.height), within(y + height, slide.height)]
  const [left, right] = [Math.min(oneX, otherX), Math.max(oneX, otherX)]
  const [top, bottom] = [Math.min(oneY, otherY), Math.max(oneY, otherY)]
  if (![left, top, right, bottom].every(Number.isFinite)) return undefined
  return {
    x: left,
    y: top,
    width: Math.round((right - left) * 1e4) / 1e4,
    height: Math.round((bottom - top) * 1e4) / 1e4,
  }
}

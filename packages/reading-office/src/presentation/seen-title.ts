import type { SlideShape } from './slide-content.ts'

/** In points: a title is not set in smaller type. */
const smallest = 20
/** A title's type is larger than all other of its slide, by as much. */
const larger = 1.15
/** UTF-16 units: a title says no more. */
const longest = 120
/** In heights of the slide: what begins as near is not above. */
const near = 0.02

/**
 * What a person takes for the title of a slide whose shapes have no such role, as programs write them: one line in the largest
 * type, with no text above it.
 */
export function seenTitle(shapes: readonly SlideShape[]): SlideShape | undefined {
  if (shapes.some(({ role }) => role === 'title')) return undefined
  const texts = shapes.filter(
    ({ role, isHidden, typeSize }) => role === 'content' && isHidden !== true && typeSize !== undefined,
  )
  const [title, next] = texts.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  if (title?.box === undefined || sizeOf(title) < Math.max(smallest, larger * sizeOf(next))) return undefined
  const { y } = title.box
  const isFirst = texts.every(({ box }) => box === undefined || box.y > y - near)
  return isFirst && title.blocks.isLine && title.blocks.firstText.length <= longest ? title : undefined
}

const sizeOf = (shape: SlideShape | undefined): number => shape?.typeSize ?? 0

import type { Box, ImageReference } from '@chancery/core'
import type { PageBlock } from '@chancery/reading-layout/block-writer'
import { placeOf } from '@chancery/reading-layout/line-blocks'

/** Of the page: smaller pictures are bullets and rules, larger ones its background or a scan. */
const smallest = 0.004
const largest = 0.85

interface Placed {
  readonly image: ImageReference
  readonly box: Box
}

/** Of the page: pieces of one picture are no further from each other. */
const seam = 0.002

/** The pictures of a page that stand in its text, and the other ones: also pieces of a background that was cut into strips. */
export function figuresOf(images: readonly ImageReference[]): {
  readonly figures: readonly Placed[]
  readonly others: readonly ImageReference[]
} {
  const figures: Placed[] = []
  const others: ImageReference[] = []
  const strips = backgroundStrips(images)
  for (const image of images) {
    const { box } = image
    const area = box === undefined ? 0 : box.width * box.height
    if (box !== undefined && area > smallest && area < largest && !strips.has(image)) figures.push({ image, box })
    else others.push(image)
  }
  return { figures: figures.sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x), others }
}

/** Pictures of one width that follow on each other down the page, and cover it together. */
function backgroundStrips(images: readonly ImageReference[]): ReadonlySet<ImageReference> {
  const found = new Set<ImageReference>()
  const stacks = new Map<string, ImageReference[]>()
  const placed = images.filter(({ box }) => box !== undefined && box.width > largest)
  for (const image of placed.sort((a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0))) {
    const { x = 0, y = 0, width = 0 } = image.box ?? {}
    const key = `${Math.round(x / seam)} ${Math.round(width / seam)}`
    const stack = stacks.get(key)
    const last = stack?.at(-1)?.box
    if (stack !== undefined && last !== undefined && Math.abs(last.y + last.height - y) < seam) stack.push(image)
    else stacks.set(key, [image])
    const own = stacks.get(key) ?? []
    const height = y + (image.box?.height ?? 0) - (own[0]?.box?.y ?? 0)
    if (own.length > 1 && width * height > largest) for (const each of own) found.add(each)
  }
  return found
}

/**
 * For each figure the block of its page that it stands before: the first in reading order that begins below its middle in
 * the same column, or else comes after the text.
 * @param blocks of one page, in reading order
 */
export function figurePlaces(figures: readonly Placed[], blocks: readonly PageBlock[]): readonly number[] {
  const boxes = blocks.map(boxOfBlock)
  return figures.map(({ box }) => {
    const middle = box.y + box.height / 2
    const at = boxes.findIndex(
      (other) =>
        other !== undefined && other.y > middle && other.x < box.x + box.width && other.x + other.width > box.x,
    )
    return at === -1 ? blocks.length : at
  })
}

/** Where a block of the text begins; headers and footers have no figures before them. */
function boxOfBlock(block: PageBlock): Box | undefined {
  if (block.kind === 'table') return block.box
  if (block.layer === 'furniture') return undefined
  const [part] = block.parts
  return part === undefined ? undefined : part.frame.box(placeOf(part.lines))
}

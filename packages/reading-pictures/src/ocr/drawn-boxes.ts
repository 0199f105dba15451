import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'
import { type Components, connectedComponents } from './connected-components.ts'

/** A square that somebody drew to be ticked; pixels of the prepared page. */
export interface DrawnBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly checked: boolean
}

/** Sides of a box in pixels of a prepared page, where letters of 10 points are some 28 high. */
const [smallest, largest] = [14, 64]
/** A page with more of them is a puzzle, or a pattern. */
const mostBoxes = 300
/** Of its side: how much one may be longer than the other, how far in its edge may lie, and how large its corners are. */
const [unlike, edge, corner] = [1.2, 0.18, 0.1]
/** How much of each edge is drawn. */
const drawn = 0.92
/** How much of what is inside is ink: specks, a tick, a square that is a bullet. */
const [ticked, filled] = [0.06, 0.7]

/** What thin lines of a picture that was enlarged are darker than. */
const faintLevel = 176

/** The same of a picture that was enlarged, whose lines are gray. */
export function faintBoxes(picture: GrayPicture): readonly DrawnBox[] {
  const found = connectedComponents(picture, faintLevel, false)
  return found === undefined ? [] : drawnBoxes(picture, found, faintLevel)
}

/** The squares of a page with four drawn edges and corners, and nothing or a tick inside. */
export function drawnBoxes(picture: GrayPicture, found: Components, inkLevel: number): readonly DrawnBox[] {
  const boxes: DrawnBox[] = []
  for (let at = 0; at < found.count; at++) {
    const [left, top] = [found.left[at]!, found.top[at]!]
    const [width, height] = [found.right[at]! - left, found.bottom[at]! - top]
    if (width < smallest || height < smallest || width > largest || height > largest) continue
    if (Math.max(width, height) > Math.min(width, height) * unlike) continue
    const box = new InkInside(picture, inkLevel, { left, top, width, height })
    if (!box.hasEdges()) continue
    const share = box.shareInside()
    if (share < filled) boxes.push({ left, top, width, height, checked: share > ticked })
    if (boxes.length > mostBoxes) return []
  }
  return boxes
}

class InkInside {
  private readonly picture: GrayPicture
  private readonly level: number
  private readonly area: Omit<DrawnBox, 'checked'>
  private readonly depth: number

  constructor(picture: GrayPicture, level: number, area: Omit<DrawnBox, 'checked'>) {
    this.picture = picture
    this.level = level
    this.area = area
    this.depth = Math.max(3, Math.round(Math.min(area.width, area.height) * edge))
  }

  hasEdges(): boolean {
    const { width, height } = this.area
    const side = Math.max(2, Math.round(Math.min(width, height) * corner))
    const hasCorners = [0, width - side].every((x) => [0, height - side].every((y) => this.ink(x, y, side, side) > 0))
    return (
      hasCorners &&
      this.covered(width, (x) => this.ink(x, 0, 1, this.depth)) &&
      this.covered(width, (x) => this.ink(x, height - this.depth, 1, this.depth)) &&
      this.covered(height, (y) => this.ink(0, y, this.depth, 1)) &&
      this.covered(height, (y) => this.ink(width - this.depth, y, this.depth, 1))
    )
  }

  shareInside(): number {
    const { width, height } = this.area
    const [across, down] = [width - 2 * this.depth, height - 2 * this.depth]
    return this.ink(this.depth, this.depth, across, down) / (across * down)
  }

  private covered(length: number, inkAt: (at: number) => number): boolean {
    let count = 0
    for (let at = 0; at < length; at++) if (inkAt(at) > 0) count++
    return count >= length * drawn
  }

  /** Dark pixels in a rectangle of the box. */
  private ink(x: number, y: number, across: number, down: number): number {
    const { left, top } = this.area
    const { width, pixels } = this.picture
    let count = 0
    for (let row = top + y; row < top + y + down; row++)
      for (let column = left + x; column < left + x + across; column++)
        if (pixels[row * width + column]! < this.level) count++
    return count
  }
}

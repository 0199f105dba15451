import type { Rectangle } from '../page-geometry.ts'
import type { TableWord } from './page-tables.ts'
import { PlaceIndex } from './place-index.ts'

/** In points: what is thinner is a line. */
const thickness = 3.5
/** In points: sides that are as near meet. */
const near = 1.5
/** In points: sides of a box to be ticked. */
const [leastSide, mostSide] = [4, 16]

export const tick = /^[xX×✓✔√✗✘✕✖⨯☑☒■•]$/u
/** The sign of an empty box. */
export const emptyBox = '☐'

/** A small drawn square with its four sides. */
export interface TickBox extends Rectangle {
  readonly sides: readonly Rectangle[]
}

/** Small squares that stand alone and have no text inside but a tick. */
export function tickBoxes<W extends Pick<TableWord, 'text' | keyof Rectangle>>(
  rules: readonly Rectangle[],
  words: readonly W[],
): TickBox[] {
  const isSide = (length: number): boolean => length >= leastSide && length <= mostSide
  const [across, down] = [new PlaceIndex<Rectangle>(), new PlaceIndex<Rectangle>()]
  const short: Rectangle[] = []
  for (const rule of rules) {
    const [width, height] = [rule.right - rule.left, rule.bottom - rule.top]
    if (height <= thickness && isSide(width)) {
      across.put(rule.left, rule.top, rule)
      short.push(rule)
    } else if (width <= thickness && isSide(height)) down.put(rule.left, rule.top, rule)
  }
  if (short.length === 0) return []
  // Most pages with short lines have no square of them.
  let texts: PlaceIndex<W> | undefined
  const found: TickBox[] = []
  for (const upper of short) {
    const width = upper.right - upper.left
    const at = (sides: PlaceIndex<Rectangle>, x: number, y: number): Rectangle | undefined =>
      sides.near(x, y, (side) => isAt(side, x, y) && Math.abs(lengthOf(side) - width) < near)
    const lower = at(across, upper.left, upper.top + width)
    const left = at(down, upper.left, upper.top)
    const right = at(down, upper.right, upper.top)
    if (lower === undefined || left === undefined || right === undefined) continue
    // Boxes beside or under each other are for letters of a word, or a table.
    const hasNext =
      at(across, upper.left + width, upper.top) !== undefined ||
      at(across, upper.left - width, upper.top) !== undefined ||
      at(down, upper.left, lower.top) !== undefined ||
      at(down, upper.left, upper.top - width) !== undefined
    const box = { left: upper.left, right: upper.right, top: upper.top, bottom: lower.bottom }
    texts ??= textPlaces(words)
    const isFilled = texts.isNear(...middleOf(box), (word) => isIn(middleOf(word), box))
    if (!hasNext && !isFilled) found.push({ ...box, sides: [upper, lower, left, right] })
  }
  return found
}

function textPlaces<W extends Pick<TableWord, 'text' | keyof Rectangle>>(words: readonly W[]): PlaceIndex<W> {
  const texts = new PlaceIndex<W>(10)
  for (const word of words) if (!isSign(word.text)) texts.put(...middleOf(word), word)
  return texts
}

/** What stands in a box, or for it where it was told already. */
const isSign = (text: string): boolean => text === emptyBox || tick.test(text)

const isAt = ({ left, top }: Rectangle, x: number, y: number): boolean =>
  Math.abs(left - x) < near && Math.abs(top - y) < near

const lengthOf = ({ left, right, top, bottom }: Rectangle): number => Math.max(right - left, bottom - top)

const middleOf = ({ left, right, top, bottom }: Rectangle): [number, number] => [(left + right) / 2, (top + bottom) / 2]

const isIn = ([x, y]: readonly [number, number], { left, right, top, bottom }: Rectangle): boolean =>
  x > left && x < right && y > top && y < bottom

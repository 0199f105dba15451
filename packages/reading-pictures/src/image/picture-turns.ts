import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'

export type QuarterTurn = 0 | 90 | 180 | 270

/** Turned clockwise. */
export function turned(picture: GrayPicture, degrees: QuarterTurn): GrayPicture {
  if (degrees === 0) return picture
  const { width, height, pixels } = picture
  const out = new Uint8Array(pixels.length)
  // Where the first pixel goes, and how far apart the next ones of its row and of its column land.
  const [start, alongRow, alongColumn] =
    degrees === 180
      ? [pixels.length - 1, -1, -width]
      : degrees === 90
        ? [height - 1, height, -1]
        : [(width - 1) * height, -height, 1]
  let from = 0
  for (let y = 0; y < height; y++) {
    let to = start + y * alongColumn
    for (let x = 0; x < width; x++, to += alongRow) out[to] = pixels[from++] ?? 0
  }
  return degrees === 180 ? { width, height, pixels: out } : { width: height, height: width, pixels: out }
}

/** A picture that was turned by a small angle, and where in it the frame of the picture that it was has its corner. */
export interface Levelled {
  readonly picture: GrayPicture
  /** Pixels. */
  readonly left: number
  readonly top: number
}

/**
 * Turned clockwise about its middle by a small angle. The frame stays, but grows where what is not white would leave it;
 * what comes in from outside is white. Cubic between the pixels (Keys 1981), which keeps letters as sharp as they were.
 */
export function rotated(picture: GrayPicture, radians: number): Levelled {
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)]
  const { left, top, width, height } = frameOf(picture, cosine, sine)
  const out = new Uint8Array(width * height).fill(white)
  const { pixels, width: across, height: down } = picture
  const [middleX, middleY] = [(across - 1) / 2, (down - 1) / 2]
  for (let y = 0; y < height; y++) {
    let fromX = cosine * (-left - middleX) + sine * (y - top - middleY) + middleX
    let fromY = -sine * (-left - middleX) + cosine * (y - top - middleY) + middleY
    for (let at = y * width; at < (y + 1) * width; at++, fromX += cosine, fromY -= sine) {
      const [column, row] = [Math.floor(fromX), Math.floor(fromY)]
      if (column < 1 || row < 1 || column >= across - 2 || row >= down - 2) continue
      const corner = row * across + column
      // Most of a page is paper.
      const light = pixels[corner]! + pixels[corner + 1]! + pixels[corner + across]! + pixels[corner + across + 1]!
      if (light < 4 * white) out[at] = between(pixels, corner, across, fromX - column, fromY - row)
    }
  }
  return { picture: { width, height, pixels: out }, left, top }
}

const white = 255
/** Places between two pixels that are told apart. */
const steps = 64
/** Weights of the four pixels around each of these places (Catmull and Rom). */
const cubic = Float32Array.from({ length: 4 * (steps + 1) }, (_, index) => {
  const distance = Math.abs((index >> 2) / steps + 1 - (index & 3))
  return distance < 1
    ? 1.5 * distance ** 3 - 2.5 * distance ** 2 + 1
    : -0.5 * distance ** 3 + 2.5 * distance ** 2 - 4 * distance + 2
})

/** Between a pixel, its right and its lower neighbours. */
function between(pixels: Uint8Array, corner: number, across: number, right: number, down: number): number {
  const [columns, rows] = [Math.round(right * steps) * 4, Math.round(down * steps) * 4]
  const [first, second, third, last] = [cubic[columns]!, cubic[columns + 1]!, cubic[columns + 2]!, cubic[columns + 3]!]
  let sum = 0
  for (let line = 0, at = corner - across - 1; line < 4; line++, at += across) {
    const level = pixels[at]! * first + pixels[at + 1]! * second + pixels[at + 2]! * third + pixels[at + 3]! * last
    sum += level * cubic[rows + line]!
  }
  return sum <= 0 ? 0 : sum >= white ? white : sum + 0.5
}

/** The frame of a picture, made larger by what of it leaves the frame when it is turned. */
function frameOf({ width, height, pixels }: GrayPicture, cosine: number, sine: number) {
  let [left, top, right, bottom] = [0, 0, width, height]
  const include = (x: number, y: number): void => {
    const [fromX, fromY] = [x - width / 2, y - height / 2]
    const [toX, toY] = [cosine * fromX - sine * fromY + width / 2, sine * fromX + cosine * fromY + height / 2]
    left = Math.min(left, toX - 1)
    right = Math.max(right, toX + 1)
    top = Math.min(top, toY - 1)
    bottom = Math.max(bottom, toY + 1)
  }
  for (let y = 0; y < height; y++) {
    const [start, end] = [y * width, (y + 1) * width]
    let first = start
    while (first < end && pixels[first] === white) first++
    if (first === end) continue
    let last = end - 1
    while (pixels[last] === white) last--
    include(first - start, y)
    include(last - start + 1, y + 1)
  }
  ;[left, top] = [-Math.floor(left) + 0, -Math.floor(top) + 0]
  return { left, top, width: left + Math.ceil(right), height: top + Math.ceil(bottom) }
}

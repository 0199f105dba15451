import type { GrayPicture } from './gray-picture.ts'

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

/** Turned clockwise about its middle by a small angle, in the same frame; what comes in from outside is white. */
export function rotated({ width, height, pixels }: GrayPicture, radians: number): GrayPicture {
  const out = new Uint8Array(pixels.length).fill(255)
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)]
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2]
  for (let y = 0; y < height; y++) {
    let fromX = cosine * -middleX + sine * (y - middleY) + middleX
    let fromY = -sine * -middleX + cosine * (y - middleY) + middleY
    for (let at = y * width; at < (y + 1) * width; at++, fromX += cosine, fromY -= sine) {
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)]
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue
      const corner = top * width + left
      const [right, down] = [fromX - left, fromY - top]
      const upper = pixels[corner]! * (1 - right) + pixels[corner + 1]! * right
      const lower = pixels[corner + width]! * (1 - right) + pixels[corner + width + 1]! * right
      out[at] = upper * (1 - down) + lower * down + 0.5
    }
  }
  return { width, height, pixels: out }
}

import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'

/** Tiles along the shorter side; a shadow is wider than one, a line of text much lower. */
const tilesAlong = 24
/** Paper that differs by less than this share is as even as scanners make it. */
const evenEnough = 0.12
/** Below this share of the brightest paper a place is dark by print, not by shadow. */
const darkest = 0.35

/**
 * Evens out the light of a photograph or a shadow at a fold: each pixel by how bright the paper around it is. A picture
 * with even paper comes back as it is.
 */
export function evenlyLit(picture: GrayPicture): GrayPicture {
  const size = Math.max(16, Math.ceil(Math.min(picture.width, picture.height) / tilesAlong))
  const columns = Math.ceil(picture.width / size)
  const rows = Math.ceil(picture.height / size)
  const paper = smoothed(paperOf(picture, size, columns, rows), columns, rows)
  const brightest = paper.reduce((most, each) => Math.max(most, each), 1)
  for (let at = 0; at < paper.length; at++) if (paper[at]! < brightest * darkest) paper[at] = brightest
  const dimmest = paper.reduce((least, each) => Math.min(least, each), brightest)
  if (dimmest > brightest * (1 - evenEnough)) return picture

  const { width, height, pixels } = picture
  const out = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++) {
    const [top, down] = between(y, size, rows)
    const [upper, lower] = [top * columns, Math.min(top + 1, rows - 1) * columns]
    for (let x = 0; x < width; x++) {
      const [left, right] = between(x, size, columns)
      const next = Math.min(left + 1, columns - 1)
      const above = paper[upper + left]! * (1 - right) + paper[upper + next]! * right
      const below = paper[lower + left]! * (1 - right) + paper[lower + next]! * right
      const level = (pixels[y * width + x]! * 245) / (above * (1 - down) + below * down)
      out[y * width + x] = level > 255 ? 255 : level
    }
  }
  return { width, height, pixels: out }
}

/** The tile whose middle is at or before a place, and how far the place is towards the next middle. */
function between(place: number, size: number, count: number): readonly [tile: number, share: number] {
  const at = Math.min(Math.max((place + 0.5) / size - 0.5, 0), count - 1)
  const tile = Math.floor(at)
  return [tile, at - tile]
}

/** Brightness of the paper in each tile: what nine tenths of its pixels do not exceed. */
function paperOf({ width, height, pixels }: GrayPicture, size: number, columns: number, rows: number): Float32Array {
  const paper = new Float32Array(columns * rows)
  const histogram = new Uint32Array(256)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      histogram.fill(0)
      let count = 0
      for (let y = row * size; y < Math.min((row + 1) * size, height); y += 2) {
        for (let x = column * size; x < Math.min((column + 1) * size, width); x += 2, count++) {
          histogram[pixels[y * width + x]!]!++
        }
      }
      let level = 255
      for (let above = 0; level > 1; level--) {
        above += histogram[level]!
        if (above > count * 0.1) break
      }
      paper[row * columns + column] = level
    }
  }
  return paper
}

/** The median of each tile and its neighbours: a dark heading or picture does not count as shadow. */
function smoothed(paper: Float32Array, columns: number, rows: number): Float32Array {
  return paper.map((_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns]
    const around: number[] = []
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
        around.push(paper[y * columns + x]!)
      }
    }
    return around.sort((a, b) => a - b)[around.length >> 1]!
  })
}

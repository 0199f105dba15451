import { type Components, connectedComponents } from './connected-components.ts'
import { type DrawnBox, drawnBoxes } from './drawn-boxes.ts'
import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'
import { textSample } from './text-sample.ts'

/** What of a page can be text. */
export interface PageMarks {
  /** Without what can only be a pattern: a halftone, a texture, noise. */
  readonly picture: GrayPicture
  /** How many letters it may hold, more or less. */
  readonly marks: number
  /** How many pieces of ink there are that may be letters of any size, those of a poster too. */
  readonly pieces: number
  /** Whether a pattern was taken out. */
  readonly patterned: boolean
  /** Some lines of it, by which to tell whether it can be read; absent where there is hardly anything. */
  readonly sample?: GrayPicture
  /** Squares to be ticked. */
  readonly boxes: readonly DrawnBox[]
}

const inkLevel = 128
/** Pixels of a prepared page, where letters of 10 points are some 28 high; a power of two. */
const tileSide = 64
/** Beyond this share of dark pixels, the ground is what is dark. */
const darkGround = 0.6

/** What is larger than this both ways, in pixels, is no letter, nor a word whose letters touch. */
const largest = 80
/** What is not larger than this either way is a speck, or a dot. */
const speckSide = 3
/** What patterns have on 1,000 pixels; the smallest print that can be read has half of it. */
const patternHas = { specks: 20, marks: 10, runsOfLarge: 25 }
/** A tile has so much of it where all around have as much as a pattern. */
const ownShare = 0.5
/** Fewer runs in patterns are read over in no time. */
const manyRuns = 30_000

/**
 * Takes out of a page what can only be a pattern. The analysis of the layout takes a time beyond all proportion for
 * these, and there is nothing to be read in them. They are told for each tile of the page by how much there is of what,
 * so that a page with text and a halftone keeps its text; light letters on dark ground count as dark ones on light
 * ground do. Takes linear time.
 */
export function pageMarks(picture: GrayPicture): PageMarks {
  const tiles = tilesOf(picture)
  const dark = darkTiles(picture, tiles)
  const onPaper = marksOf(picture, tiles, { isIn: (tile) => dark[tile] === 0, inverted: false })
  if (!dark.includes(1)) return onPaper
  const onDark = marksOf(onPaper.picture, tiles, { isIn: (tile) => dark[tile] === 1, inverted: true })
  const sample = onDark.marks > onPaper.marks ? onDark.sample : onPaper.sample
  return {
    picture: onDark.picture,
    marks: onPaper.marks + onDark.marks,
    pieces: onPaper.pieces + onDark.pieces,
    boxes: onPaper.boxes,
    patterned: onPaper.patterned || onDark.patterned,
    ...(sample === undefined ? {} : { sample }),
  }
}

interface Ground {
  readonly isIn: (tile: number) => boolean
  /** Whether the ground is dark. */
  readonly inverted: boolean
}

/** What stands on one kind of ground. */
function marksOf(picture: GrayPicture, tiles: Tiles, ground: Ground): PageMarks {
  const found = connectedComponents(picture, inkLevel, ground.inverted)
  // More than any page of text has.
  if (found === undefined) return { picture: blankLike(picture), marks: 0, pieces: 0, patterned: true, boxes: [] }
  const kinds = kindsOf(found)
  const counts = countsOf(found, kinds, tiles, ground)
  const without = withoutPatterns(picture, { found, kinds, tiles, ground, counts })
  const isMark = (component: number): boolean => kinds[component] === mark && !without.lost(component)
  let [marks, pieces] = [0, 0]
  for (let at = 0; at < found.count; at++) {
    if (kinds[at] === speck || without.lost(at) || !ground.isIn(tileAt(found, at, tiles))) continue
    pieces++
    if (isMark(at)) marks++
  }
  const sample = textSample(without.picture, found, isMark, ground.inverted)
  return {
    picture: without.picture,
    marks,
    pieces,
    boxes: ground.inverted ? [] : drawnBoxes(without.picture, found, inkLevel),
    patterned: without.picture !== picture,
    ...(sample === undefined ? {} : { sample }),
  }
}

const [speck, mark, large] = [0, 1, 2] as const

function kindsOf({ count, left, top, right, bottom }: Components): Uint8Array {
  const kinds = new Uint8Array(count)
  for (let at = 0; at < count; at++) {
    const [width, height] = [right[at]! - left[at]!, bottom[at]! - top[at]!]
    const isSpeck = width <= speckSide && height <= speckSide
    kinds[at] = isSpeck ? speck : width > largest && height > largest ? large : mark
  }
  return kinds
}

interface Tiles {
  readonly columns: number
  readonly rows: number
  /** Of each tile; those at the right and the lower edge are smaller. */
  readonly pixels: Float64Array
}

function tilesOf({ width, height }: GrayPicture): Tiles {
  const [columns, rows] = [Math.ceil(width / tileSide), Math.ceil(height / tileSide)]
  const side = (at: number, length: number): number => Math.min(tileSide, length - at * tileSide)
  const pixels = Float64Array.from(
    { length: columns * rows },
    (_, tile) => side(tile % columns, width) * side(Math.floor(tile / columns), height),
  )
  return { columns, rows, pixels }
}

const tileOf = (x: number, y: number, { columns }: Tiles): number =>
  Math.floor(y / tileSide) * columns + Math.floor(x / tileSide)

/** The tile in which the middle of a component lies. */
const tileAt = ({ left, top, right, bottom }: Components, at: number, tiles: Tiles): number =>
  tileOf((left[at]! + right[at]!) >> 1, (top[at]! + bottom[at]!) >> 1, tiles)

/** Of each tile, whether the ground of it is dark. */
function darkTiles({ width, height, pixels }: GrayPicture, tiles: Tiles): Uint8Array {
  const [ink, all] = [countsIn(tiles), countsIn(tiles)]
  // Every tenth pixel tells.
  for (let y = 0; y < height; y += 2) {
    for (let x = y & 3; x < width; x += 5) {
      const tile = tileOf(x, y, tiles)
      all[tile]!++
      if (pixels[y * width + x]! < inkLevel) ink[tile]!++
    }
  }
  const [inkAround, allAround] = [aroundEach(ink, tiles), aroundEach(all, tiles)]
  return Uint8Array.from(inkAround, (sum, tile) => (sum > allAround[tile]! * darkGround ? 1 : 0))
}

const countsIn = ({ columns, rows }: Tiles): Float64Array => new Float64Array(columns * rows)

/** The sum over each tile and its neighbours. */
function aroundEach(counts: Float64Array, { columns, rows }: Tiles): Float64Array {
  return counts.map((_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns]
    let sum = 0
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) sum += counts[y * columns + x]!
    }
    return sum
  })
}

/** Of each tile: how much there is of what, and whether that is a pattern. */
interface Counts {
  readonly runs: Float64Array
  readonly specks: Uint8Array
  readonly marks: Uint8Array
  readonly runsOfLarge: Uint8Array
}

function countsOf(found: Components, kinds: Uint8Array, tiles: Tiles, { isIn }: Ground): Counts {
  const [runs, specks, marks, runsOfLarge] = [countsIn(tiles), countsIn(tiles), countsIn(tiles), countsIn(tiles)]
  for (let at = 0; at < found.count; at++) {
    if (kinds[at] !== large) (kinds[at] === speck ? specks : marks)[tileAt(found, at, tiles)]!++
  }
  for (let run = 0; run < found.runs; run++) {
    const tile = tileOf((found.start[run]! + found.end[run]!) >> 1, found.row[run]!, tiles)
    runs[tile]!++
    if (kinds[found.component[run]!] === large) runsOfLarge[tile]!++
  }
  const around = aroundEach(tiles.pixels, tiles)
  const beyond = (counts: Float64Array, many: number): Uint8Array => {
    const sums = aroundEach(counts, tiles)
    const isPattern = (count: number, tile: number): boolean =>
      isIn(tile) && sums[tile]! * 1000 > many * around[tile]! && count * 1000 > many * ownShare * tiles.pixels[tile]!
    return Uint8Array.from(counts, (count, tile) => (isPattern(count, tile) ? 1 : 0))
  }
  return {
    runs,
    specks: beyond(specks, patternHas.specks),
    marks: beyond(marks, patternHas.marks),
    runsOfLarge: beyond(runsOfLarge, patternHas.runsOfLarge),
  }
}

interface Analysis {
  readonly found: Components
  readonly kinds: Uint8Array
  readonly tiles: Tiles
  readonly ground: Ground
  readonly counts: Counts
}

/** The picture with nothing but marks where there are patterns, and not even these where they are the pattern. */
function withoutPatterns(
  picture: GrayPicture,
  { found, kinds, tiles, ground, counts }: Analysis,
): { readonly picture: GrayPicture; readonly lost: (component: number) => boolean } {
  const isPattern = counts.runs.map((_, tile) =>
    counts.specks[tile]! + counts.marks[tile]! + counts.runsOfLarge[tile]! > 0 ? 1 : 0,
  )
  const runs = counts.runs.reduce((sum, count, tile) => sum + count * isPattern[tile]!, 0)
  if (runs < manyRuns) return { picture, lost: () => false }
  const { width, height } = picture
  const pixels = picture.pixels.slice()
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += tileSide) {
      if (isPattern[tileOf(x, y, tiles)] === 0) continue
      pixels.fill(ground.inverted ? 0 : 255, y * width + x, y * width + Math.min(x + tileSide, width))
    }
  }
  for (let run = 0; run < found.runs; run++) {
    const component = found.component[run]!
    if (kinds[component] !== mark || counts.marks[tileAt(found, component, tiles)] === 1) continue
    const [from, to] = [found.row[run]! * width + found.start[run]!, found.row[run]! * width + found.end[run]!]
    pixels.set(picture.pixels.subarray(from, to), from)
  }
  return {
    picture: { width, height, pixels },
    lost: (component) => counts.marks[tileAt(found, component, tiles)] === 1,
  }
}

const blankLike = ({ width, height }: GrayPicture): GrayPicture => ({
  width,
  height,
  pixels: new Uint8Array(width * height).fill(255),
})

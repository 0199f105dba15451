import type { Rectangle } from '../page-geometry.ts'
import type { TableWord } from './page-tables.ts'
import { PlaceIndex } from './place-index.ts'
import { tickBoxes } from './tick-boxes.ts'

/** In points: what is thinner is a line. */
const thickness = 3.5
/** In points: edges as near stand at one place. */
const near = 1.5
/** In points: a line as near to an area touches it. */
const reach = 4
/** In points: lines that are shorter are sides of small boxes. */
const shortest = 16
/** In sizes of the font: a highlight is as high as its text. */
const snug = 0.35

/**
 * What is drawn without what marks text, and is of no table though it may touch one: highlights, the shading of
 * paragraphs beside a table, and small boxes to be ticked.
 */
export function withoutMarks<W extends TableWord>(
  rules: readonly Rectangle[],
  words: readonly W[],
): readonly Rectangle[] {
  if (rules.length === 0 || words.length === 0) return rules
  const boxes = new Set(tickBoxes(rules, words).flatMap(({ sides }) => sides))
  const areas = rules.filter(isArea)
  if (areas.length === 0) return boxes.size === 0 ? rules : rules.filter((rule) => !boxes.has(rule))
  const [text, strokes, stacks] = [new TextPlaces(words), new StrokePlaces(rules), new StackedAreas(areas)]
  const marks = new Set(areas.filter((area) => isMark(area, text, strokes) && !stacks.holds(area)))
  return rules.filter((rule) => !boxes.has(rule) && !marks.has(rule))
}

const isArea = ({ left, right, top, bottom }: Rectangle): boolean =>
  right - left > thickness && bottom - top > thickness

/** As wide as its text; or it begins where its text does, under or over a table that is not as wide. */
function isMark<W extends TableWord>(area: Rectangle, text: TextPlaces<W>, strokes: StrokePlaces): boolean {
  if (!text.begins(area)) return false
  // The background of a cell has its sides on lines.
  if (strokes.standsAt(area, area.left) && strokes.standsAt(area, area.right)) return false
  return text.ends(area) || strokes.touches(area)
}

/** Words by the corner where they begin and by the one where they end. */
class TextPlaces<W extends TableWord> {
  private readonly byTop = new PlaceIndex<W>()
  private readonly byBottom = new PlaceIndex<W>()
  private readonly byEnd = new PlaceIndex<W>()

  constructor(words: readonly W[]) {
    for (const word of words) {
      this.byTop.put(word.left, word.top, word)
      this.byBottom.put(word.left, word.bottom, word)
      this.byEnd.put(word.right, word.bottom, word)
    }
  }

  /** The first line begins in the upper left corner, the last one in the lower left. */
  begins({ left, top, bottom }: Rectangle): boolean {
    return (
      this.byTop.isNear(left, top, (word) => isSnug(word.left - left, word.top - top, word)) &&
      this.byBottom.isNear(left, bottom, (word) => isSnug(word.left - left, word.bottom - bottom, word))
    )
  }

  ends({ right, bottom }: Rectangle): boolean {
    return this.byEnd.isNear(right, bottom, (word) => isSnug(word.right - right, word.bottom - bottom, word))
  }
}

const isSnug = (x: number, y: number, { size }: TableWord): boolean =>
  Math.abs(x) < near && Math.abs(y) < snug * Math.max(size, 1)

/** Areas under each other that are of one width: the backgrounds of a column, where each is as high as its text. */
class StackedAreas {
  private readonly byTop = new PlaceIndex<Rectangle>()
  private readonly byBottom = new PlaceIndex<Rectangle>()

  constructor(areas: readonly Rectangle[]) {
    for (const area of areas) {
      this.byTop.put(area.left, area.top, area)
      this.byBottom.put(area.left, area.bottom, area)
    }
  }

  holds({ left, right, top, bottom }: Rectangle): boolean {
    const isSame = (area: Rectangle): boolean =>
      Math.abs(area.left - left) < near && Math.abs(area.right - right) < near
    return (
      this.byTop.isNear(left, bottom, (area) => isSame(area) && Math.abs(area.top - bottom) < near) ||
      this.byBottom.isNear(left, top, (area) => isSame(area) && Math.abs(area.bottom - top) < near)
    )
  }
}

interface Stretch {
  from: number
  to: number
}

/** Where lines are drawn: for each place the stretch from the first to the last of them. */
class StrokePlaces {
  private readonly across = new Map<number, Stretch>()
  private readonly down = new Map<number, Stretch>()
  /** Ends of lines across the page. */
  private readonly ends = new Map<number, Stretch>()

  constructor(rules: readonly Rectangle[]) {
    for (const { left, right, top, bottom } of rules) {
      const [width, height] = [right - left, bottom - top]
      if (width <= thickness && height > shortest) extend(this.down, (left + right) / 2, top, bottom)
      if (height <= thickness && width > shortest) {
        const middle = (top + bottom) / 2
        extend(this.across, middle, left, right)
        extend(this.ends, left, middle, middle)
        extend(this.ends, right, middle, middle)
      }
    }
  }

  /** Whether a side of an area stands on a line, or where lines across the page end. */
  standsAt({ top, bottom }: Rectangle, side: number): boolean {
    const isThere = (stretch: Stretch | undefined): boolean =>
      stretch !== undefined && stretch.from < bottom + reach && stretch.to > top - reach
    return [-1, 0, 1].some(
      (step) => isThere(this.down.get(Math.round(side) + step)) || isThere(this.ends.get(Math.round(side) + step)),
    )
  }

  /** Whether a line is drawn along its upper or its lower edge. */
  touches({ left, right, top, bottom }: Rectangle): boolean {
    return [top, bottom].some((edge) =>
      [-2, -1, 0, 1, 2].some((step) => {
        const stretch = this.across.get(Math.round(edge) + step)
        return stretch !== undefined && stretch.from < right && stretch.to > left
      }),
    )
  }
}

function extend(places: Map<number, Stretch>, at: number, from: number, to: number): void {
  const there = places.get(Math.round(at))
  if (there === undefined) places.set(Math.round(at), { from, to })
  else {
    there.from = Math.min(there.from, from)
    there.to = Math.max(there.to, to)
  }
}

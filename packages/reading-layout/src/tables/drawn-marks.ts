import type { Rectangle } from '../page-geometry.ts'
import type { TableWord } from './page-tables.ts'

/** In points: what is thinner is a line. */
const thickness = 3.5
/** In points: edges as near stand at one place. */
const near = 1.5
/** In points: a line as near to an area touches it. */
const reach = 4
/** In points: sides of a box to be ticked. */
const [leastSide, mostSide] = [4, 16]
/** In sizes of the font: a highlight is as high as its text. */
const snug = 0.35
/** Words that are compared at one place; more stand over each other. */
const mostAtPlace = 8

const tick = /^[xX×✓✔✗✘☑☒■•]$/u

/**
 * What is drawn without what marks text, and is of no table though it may touch one: highlights, the shading of
 * paragraphs beside a table, and small boxes to be ticked.
 */
export function withoutMarks<W extends TableWord>(
  rules: readonly Rectangle[],
  words: readonly W[],
): readonly Rectangle[] {
  if (rules.length === 0 || words.length === 0) return rules
  const boxes = tickBoxes(rules, words)
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

const key = (x: number, y: number): number => Math.round(x) * 100_000 + Math.round(y)

/** Words by the corner where they begin and by the one where they end. */
class TextPlaces<W extends TableWord> {
  private readonly byTop = new Map<number, W[]>()
  private readonly byBottom = new Map<number, W[]>()
  private readonly byEnd = new Map<number, W[]>()

  constructor(words: readonly W[]) {
    for (const word of words) {
      put(this.byTop, word.left, word.top, word)
      put(this.byBottom, word.left, word.bottom, word)
      put(this.byEnd, word.right, word.bottom, word)
    }
  }

  /** The first line begins in the upper left corner, the last one in the lower left. */
  begins({ left, top, bottom }: Rectangle): boolean {
    return (
      around(this.byTop, left, top, (word) => isSnug(word.left - left, word.top - top, word)) &&
      around(this.byBottom, left, bottom, (word) => isSnug(word.left - left, word.bottom - bottom, word))
    )
  }

  ends({ right, bottom }: Rectangle): boolean {
    return around(this.byEnd, right, bottom, (word) => isSnug(word.right - right, word.bottom - bottom, word))
  }
}

const isSnug = (x: number, y: number, { size }: TableWord): boolean =>
  Math.abs(x) < near && Math.abs(y) < snug * Math.max(size, 1)

function put<T>(places: Map<number, T[]>, x: number, y: number, item: T): void {
  const there = places.get(key(x, y))
  if (there === undefined) places.set(key(x, y), [item])
  else if (there.length < mostAtPlace) there.push(item)
}

function around<T>(places: ReadonlyMap<number, readonly T[]>, x: number, y: number, is: (item: T) => boolean): boolean {
  for (let right = -2; right <= 2; right++)
    for (let down = -5; down <= 5; down++) if (places.get(key(x + right, y + down))?.some(is) === true) return true
  return false
}

/** Areas under each other that are of one width: the backgrounds of a column, where each is as high as its text. */
class StackedAreas {
  private readonly byTop = new Map<number, Rectangle[]>()
  private readonly byBottom = new Map<number, Rectangle[]>()

  constructor(areas: readonly Rectangle[]) {
    for (const area of areas) {
      put(this.byTop, area.left, area.top, area)
      put(this.byBottom, area.left, area.bottom, area)
    }
  }

  holds({ left, right, top, bottom }: Rectangle): boolean {
    const isSame = (area: Rectangle): boolean =>
      Math.abs(area.left - left) < near && Math.abs(area.right - right) < near
    return (
      around(this.byTop, left, bottom, (area) => isSame(area) && Math.abs(area.top - bottom) < near) ||
      around(this.byBottom, left, top, (area) => isSame(area) && Math.abs(area.bottom - top) < near)
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
      if (width <= thickness && height > mostSide) extend(this.down, (left + right) / 2, top, bottom)
      if (height <= thickness && width > mostSide) {
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

/** The sides of small squares that stand alone and have no text inside but a tick. */
function tickBoxes<W extends TableWord>(rules: readonly Rectangle[], words: readonly W[]): ReadonlySet<Rectangle> {
  const isSide = (length: number): boolean => length >= leastSide && length <= mostSide
  const sides = { across: new Map<number, Rectangle[]>(), down: new Map<number, Rectangle[]>() }
  const short: Rectangle[] = []
  for (const rule of rules) {
    const [width, height] = [rule.right - rule.left, rule.bottom - rule.top]
    if (height <= thickness && isSide(width)) {
      put(sides.across, rule.left, rule.top, rule)
      short.push(rule)
    } else if (width <= thickness && isSide(height)) put(sides.down, rule.left, rule.top, rule)
  }
  if (short.length === 0) return new Set()
  const filled = new Map<number, W[]>()
  for (const word of words)
    if (!tick.test(word.text)) put(filled, (word.left + word.right) / 20, (word.top + word.bottom) / 20, word)
  const found = new Set<Rectangle>()
  for (const upper of short) {
    const width = upper.right - upper.left
    const at = (places: ReadonlyMap<number, readonly Rectangle[]>, x: number, y: number): Rectangle | undefined => {
      let side: Rectangle | undefined
      around(places, x, y, (rule) => {
        const isThere = Math.abs(rule.left - x) < near && Math.abs(rule.top - y) < near
        if (isThere && Math.abs(Math.max(rule.right - rule.left, rule.bottom - rule.top) - width) < near) side = rule
        return side !== undefined
      })
      return side
    }
    const lower = at(sides.across, upper.left, upper.top + width)
    const left = at(sides.down, upper.left, upper.top)
    const right = at(sides.down, upper.right, upper.top)
    if (lower === undefined || left === undefined || right === undefined) continue
    // Boxes beside or under each other are for letters of a word, or a table.
    const hasNext =
      at(sides.across, upper.left + width, upper.top) !== undefined ||
      at(sides.across, upper.left - width, upper.top) !== undefined ||
      at(sides.down, upper.left, lower.top) !== undefined ||
      at(sides.down, upper.left, upper.top - width) !== undefined
    const isFilled = around(filled, (upper.left + upper.right) / 20, (upper.top + lower.bottom) / 20, (word) => {
      const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2]
      return x > upper.left && x < upper.right && y > upper.top && y < lower.bottom
    })
    if (!hasNext && !isFilled) for (const side of [upper, lower, left, right]) found.add(side)
  }
  return found
}

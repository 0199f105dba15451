import { isFigure } from './cell-kinds.ts'
import type { TableWord } from './page-tables.ts'
import { textOf } from './text-lines.ts'

/** In points: edges that stand under each other. */
const aligned = 1
const fewestRows = 4
/** Words of one row that are looked at: cells as near to each other have few. */
const mostWords = 12
/** Of the rows: outer ends at one place; with more, all texts are of one width, and meet anywhere. */
const mostOuter = 0.6

/**
 * Where figures that are set to the right meet text that is set to the left, or the other way round, with no more than a
 * space between them: in all rows the one ends and the other begins at one place, though both are of many widths.
 */
export function meetingEdge<W extends TableWord>(rows: readonly (readonly W[])[]): number | undefined {
  const parted = rows.filter(({ length }) => length > 1)
  const [first] = parted
  if (first === undefined || parted.length < fewestRows || parted.some(({ length }) => length > mostWords))
    return undefined
  return first
    .slice(1)
    .map((word, at) => (word.left + (first[at]?.right ?? word.left)) / 2)
    .find((edge) => meetAt(edge, parted))
}

function meetAt<W extends TableWord>(edge: number, rows: readonly (readonly W[])[]): boolean {
  const sides = rows.map((row) => {
    const at = row.findIndex(({ right }) => right > edge)
    return [row.slice(0, at), row.slice(at)] as const
  })
  if (sides.some(([left, right]) => left.length === 0 || right.length === 0)) return false
  const spread = (places: readonly (number | undefined)[]): number[] =>
    places.map((place) => place ?? 0).sort((a, b) => a - b)
  const isOnePlace = (places: readonly number[]): boolean => (places.at(-1) ?? 0) - (places[0] ?? 0) <= aligned
  const areMany = (places: readonly number[]): boolean => {
    const middle = places[places.length >> 1] ?? 0
    return places.filter((place) => Math.abs(place - middle) <= aligned).length <= mostOuter * places.length
  }
  const ends = spread(sides.map(([left]) => left.at(-1)?.right))
  const begins = spread(sides.map(([, right]) => right[0]?.left))
  if (!isOnePlace(ends) || !isOnePlace(begins)) return false
  const [from, to] = [
    spread(sides.map(([left]) => left[0]?.left)),
    spread(sides.map(([, right]) => right.at(-1)?.right)),
  ]
  if (!areMany(from) || !areMany(to)) return false
  // The first row may be the titles of both; a unit behind each figure is of it.
  return [0, 1].some((side) => {
    const [figures, texts] = [
      sides.slice(1).map((each) => textOf(each[side] ?? [])),
      sides.slice(1).map((each) => textOf(each[1 - side] ?? [])),
    ]
    return figures.every(isFigure) && texts.every((text) => /\p{Lu}?\p{Ll}{2}/u.test(text))
  })
}

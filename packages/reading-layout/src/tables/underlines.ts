import type { DrawnLine } from './drawn-lines.ts'
import type { TableWord } from './page-tables.ts'

/** In points: an underline ends as near to the ends of its text. */
const sameEnd = 1.2

/**
 * Lines across the page but for those right under text and as wide as it: underlines, which in narrow cells come near
 * enough to the drawn columns to be taken for rows.
 */
export function withoutUnderlines<W extends TableWord>(
  lines: readonly DrawnLine[],
  words: readonly W[],
): readonly DrawnLine[] {
  if (lines.length === 0) return lines
  const [byLeft, byRight] = [byPlace(words, ({ left }) => left), byPlace(words, ({ right }) => right)]
  const isUnder = (
    places: ReadonlyMap<number, readonly W[]>,
    edge: (word: W) => number,
    place: number,
    { at }: DrawnLine,
  ): boolean =>
    [-1, 0, 1].some((step) =>
      places
        .get(Math.round(place) + step)
        ?.some(
          (word) =>
            Math.abs(edge(word) - place) < sameEnd &&
            at > (word.top + word.bottom) / 2 &&
            at < word.bottom + 0.1 * word.size,
        ),
    )
  return lines.filter(
    (line) =>
      !(isUnder(byLeft, ({ left }) => left, line.from, line) && isUnder(byRight, ({ right }) => right, line.to, line)),
  )
}

function byPlace<W extends TableWord>(words: readonly W[], edge: (word: W) => number): ReadonlyMap<number, W[]> {
  const places = new Map<number, W[]>()
  for (const word of words) {
    const place = Math.round(edge(word))
    const there = places.get(place)
    if (there === undefined) places.set(place, [word])
    else there.push(word)
  }
  return places
}

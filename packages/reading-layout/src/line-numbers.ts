import { largestOf, leastOf } from '@chancery/core'
import type { TextSegment } from './text-segments.ts'

/** Numbers of lines on a page, at the least: fewer may be of a list. */
const leastNumbers = { everyLine: 12, everyFifth: 5 }
/** Edges so near each other, in points, are one. */
const sameEdge = 3
/** Shares of the height of a page: what is outside of them may be a running header or footer. */
const [head, foot] = [0.06, 0.94]

/**
 * The numbers that stand in the margin beside the lines of a page, as on the papers of courts (California Rules of Court,
 * rule 2.108) and in bills: 1, 2, 3 … or 5, 10, 15 …, evenly spaced, and all text of the page right of them.
 */
export function lineNumbers(segments: readonly TextSegment[], height: number): ReadonlySet<TextSegment> {
  const none = new Set<TextSegment>()
  const digits = segments.filter(({ words }) => words.length === 1 && /^\d{1,2}$/.test(words[0]?.text ?? ''))
  const first = digits.reduce<TextSegment | undefined>(
    (best, each) => (best === undefined || each.left < best.left ? each : best),
    undefined,
  )
  if (first === undefined || digits.length < leastNumbers.everyFifth) return none
  // Centred or flush, those of two digits reach as far or further than those of one.
  const column = digits
    .filter(({ left, right }) => left < first.right + sameEdge && right > first.left - sameEdge)
    .sort((one, other) => one.top - other.top)
  if (!areCounted(column) || !areEven(column)) return none
  const edge = largestOf(column.map(({ right }) => right))
  const own = new Set(column)
  const isBeside = segments.every(
    (each) => own.has(each) || each.left > edge || each.bottom < head * height || each.top > foot * height,
  )
  return isBeside ? own : none
}

/** 1, 2, 3 … or 5, 10, 15 … */
function areCounted(column: readonly TextSegment[]): boolean {
  const numbers = column.map(({ words }) => Number(words[0]?.text))
  const step = numbers[0]
  const least = step === 1 ? leastNumbers.everyLine : step === 5 ? leastNumbers.everyFifth : Infinity
  return numbers.length >= least && numbers.every((number, at) => number === (at + 1) * (step ?? 0))
}

/** Lists and tables have entries of several lines. */
function areEven(column: readonly TextSegment[]): boolean {
  const gaps = column.slice(1).map(({ baseline }, at) => baseline - (column[at]?.baseline ?? 0))
  return largestOf(gaps) - leastOf(gaps) < 0.2 * largestOf(gaps)
}

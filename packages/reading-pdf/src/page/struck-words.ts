import { largestOf, leastOf } from '@chancery/core'
import type { Rectangle } from '@chancery/reading-layout/page-geometry'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import { partsAtSeams } from '../words/word-parts.ts'

/** In sizes of the type: how thick a line through text is at the most, and where over the base line it runs. */
const thickest = 0.2
const [lowest, highest] = [0.13, 0.6]
/** In sizes of the type: how far a line through text reaches beyond it. */
const overhang = 0.6
/** The part of a line that runs through words, and of a word that lines run through. */
const [throughWords, ofWord] = [0.6, 0.6]
/** Points: words are looked for by the strip of the page that their middle runs through. */
const stripHeight = 6
/** Points: larger type would be in ever more strips. */
const largestType = 200
/** With more, a page is a drawing. */
const mostLooks = 400_000

export interface StruckWords {
  readonly words: readonly PdfWord[]
  /** Those that strike nothing out. */
  readonly rules: readonly Rectangle[]
}

/**
 * Tells the words that a line is drawn through, as every program prints struck-out text: a thin rule over the middle of
 * small letters that ends where the text does. Grid lines and axes that cross a word go on beyond it.
 * @param words upright ones
 * @param rules what is drawn straight
 * @param marked places that annotations strike out
 */
export function withStruckWords(
  words: readonly PdfWord[],
  rules: readonly Rectangle[],
  marked: readonly Rectangle[],
): StruckWords {
  const thin = rules.filter(isThin)
  if (words.length === 0 || thin.length + marked.length === 0) return { words, rules }
  const strips = stripsOf(words)
  const strikesOf = new Map<PdfWord, Rectangle[]>()
  const strikes = new Set<Rectangle>()
  let looks = 0
  const strike = (rule: Rectangle, isSure: boolean): void => {
    const near = strips.get(Math.floor(middleOf(rule) / stripHeight)) ?? []
    looks += near.length
    const crossed = looks > mostLooks ? [] : near.filter((word) => runsThrough(rule, word))
    if (crossed.length === 0 || (!isSure && !endsWith(rule, crossed))) return
    strikes.add(rule)
    for (const word of crossed) {
      const others = strikesOf.get(word)
      if (others === undefined) strikesOf.set(word, [rule])
      else others.push(rule)
    }
  }
  for (const rule of thin) strike(rule, false)
  for (const place of marked) strike({ ...place, top: middleOf(place), bottom: middleOf(place) }, true)
  if (strikes.size === 0) return { words, rules }
  return {
    words: words.flatMap((word) => withStruckParts(word, strikesOf.get(word) ?? [])),
    rules: rules.filter((rule) => !strikes.has(rule)),
  }
}

/** In two, where a word was changed without a space between what it was and what it is: "thirtysixty". */
function withStruckParts(word: PdfWord, strikes: readonly Rectangle[]): readonly PdfWord[] {
  if (strikes.length === 0) return [word]
  const isStruck = (place: Rectangle): boolean =>
    strikes.reduce((sum, strike) => sum + Math.max(0, shared(strike, place)), 0) >= ofWord * (place.right - place.left)
  const parts = partsAtSeams(word, isStruck)
  // A line under the raised number of a note, which is a link, runs through the height of the word before it.
  const isRaised = ({ text, scripts = [] }: PdfWord): boolean =>
    parts.length > 1 && scripts.some(({ start, end }) => start === 0 && end === text.length)
  return parts.map((part) => (isStruck(part) && !isRaised(part) ? { ...part, struck: true } : part))
}

const isThin = ({ left, right, top, bottom }: Rectangle): boolean => right - left > 2 * (bottom - top)

const middleOf = ({ top, bottom }: Rectangle): number => (top + bottom) / 2

/** Words by each strip that a line through them may run in. */
function stripsOf(words: readonly PdfWord[]): ReadonlyMap<number, readonly PdfWord[]> {
  const strips = new Map<number, PdfWord[]>()
  for (const word of words) {
    if (word.size > largestType) continue
    const last = Math.floor((word.baseline - lowest * word.size) / stripHeight)
    for (let at = Math.floor((word.baseline - highest * word.size) / stripHeight); at <= last; at++) {
      const strip = strips.get(at)
      if (strip === undefined) strips.set(at, [word])
      else strip.push(word)
    }
  }
  return strips
}

function runsThrough(rule: Rectangle, word: PdfWord): boolean {
  const over = (word.baseline - middleOf(rule)) / word.size
  return over >= lowest && over <= highest && rule.bottom - rule.top <= thickest * word.size && shared(rule, word) > 0
}

const shared = (one: Rectangle, other: Rectangle): number =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left)

/** Whether a line is for these words, and no part of something larger. */
function endsWith(rule: Rectangle, crossed: readonly PdfWord[]): boolean {
  const size = largestOf(crossed.map((word) => word.size))
  const covered = crossed.reduce((sum, word) => sum + shared(rule, word), 0)
  return (
    rule.left >= leastOf(crossed.map(({ left }) => left)) - overhang * size &&
    rule.right <= largestOf(crossed.map(({ right }) => right)) + overhang * size &&
    covered >= throughWords * (rule.right - rule.left)
  )
}

import type { RecognizedWord } from './tsv-words.ts'

/** Gaps by the height of the figures: behind a point that no space follows, and before what is no part of a sentence. */
const [widestSplit, nextColumn] = [0.9, 1.2]

/** The parts of an amount where it may come apart: its figures with or without the point, the point, what is behind it. */
const [figures, figuresAndPoint] = [/^\D{0,4}[\d,]*\d$/, /^\D{0,4}[\d,]*\d[.,]$/]
const [point, cents, pointAndCents] = [/^[.,]$/, /^\d\d$/, /^[.,]\d\d$/]

/**
 * Amounts put together again that were read as several words, "49." and "39", "49", "." and "39": tills set a point in a
 * place as wide as a figure, and Tesseract takes what is white around it for a space. In a sentence ("of 12. 30 days
 * later") words go on behind the figures, behind an amount they do not.
 */
export function withoutSplitAmounts(words: readonly RecognizedWord[]): RecognizedWord[] {
  const joined: RecognizedWord[] = []
  for (let at = 0; at < words.length; at++) {
    const parts = partsOfAmount(words, at)
    joined.push(words.slice(at + 1, at + parts).reduce(together, words[at]!))
    at += parts - 1
  }
  return joined
}

/** How many words from one on are parts of one amount, 1 to 3. */
function partsOfAmount(words: readonly RecognizedWord[], at: number): number {
  const [one, two, three] = words.slice(at, at + 3).map(({ text }) => text)
  if (one === undefined || two === undefined) return 1
  const isWhole = (figuresAndPoint.test(one) && cents.test(two)) || (figures.test(one) && pointAndCents.test(two))
  if (isWhole) return isTogether(words, at, 2) ? 2 : 1
  const isInThree = figures.test(one) && point.test(two) && three !== undefined && cents.test(three)
  return isInThree && isTogether(words, at, 3) ? 3 : 1
}

/** Whether so many words stand close to each other, and nothing that goes on behind them. */
function isTogether(words: readonly RecognizedWord[], at: number, count: number): boolean {
  for (let next = at + 1; next < at + count; next++) {
    const [before, word] = [words[next - 1]!, words[next]!]
    if (before.line !== word.line || gapBetween(before, word) > widestSplit * word.height) return false
  }
  const [last, next] = [words[at + count - 1]!, words[at + count]]
  const goesOn = next !== undefined && next.line === last.line && gapBetween(last, next) < nextColumn * last.height
  return !goesOn || /^\d/.test(next.text)
}

export const gapBetween = (one: RecognizedWord, other: RecognizedWord): number => other.left - (one.left + one.width)

/** Two words as one. */
export function together(one: RecognizedWord, other: RecognizedWord): RecognizedWord {
  const top = Math.min(one.top, other.top)
  return {
    ...one,
    text: one.text + other.text,
    top,
    width: other.left + other.width - one.left,
    height: Math.max(one.top + one.height, other.top + other.height) - top,
    confidence: Math.min(one.confidence, other.confidence),
  }
}

import type { RecognizedWord } from './tsv-words.ts'

/** Gaps by the height of the figures: behind a point that no space follows, and before what is no part of a sentence. */
const [widestSplit, nextColumn] = [0.9, 1.2]

/**
 * Amounts put together again that were read as two words, "49." and "39": tills set a point in a place as wide as a
 * figure, and Tesseract takes what is white behind it for a space. In a sentence ("of 12. 30 days later") words go on
 * behind the figures, behind an amount they do not.
 */
export function withoutSplitAmounts(words: readonly RecognizedWord[]): RecognizedWord[] {
  const joined: RecognizedWord[] = []
  for (const [at, word] of words.entries()) {
    const before = joined.at(-1)
    if (before !== undefined && isRest(before, word, words[at + 1])) joined[joined.length - 1] = together(before, word)
    else joined.push(word)
  }
  return joined
}

function isRest(before: RecognizedWord, word: RecognizedWord, next: RecognizedWord | undefined): boolean {
  if (before.line !== word.line || !/^\D{0,3}[\d,]*\d[.,]$/.test(before.text) || !/^\d\d$/.test(word.text)) return false
  if (gapBetween(before, word) > widestSplit * word.height) return false
  const goesOn = next !== undefined && next.line === word.line && gapBetween(word, next) < nextColumn * word.height
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

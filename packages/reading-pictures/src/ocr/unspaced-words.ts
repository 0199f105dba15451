import { gapBetween, together } from './split-amounts.ts'
import type { RecognizedWord } from './tsv-words.ts'

/** By the height of the signs: what is wider was left white by whoever set the line. */
const widestGap = 0.8
/** Chinese and Japanese, and their punctuation; Korean has spaces. */
const [endsUnspaced, startsUnspaced] = [
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303f\u30fb-\u30fe\uff00-\uffef]$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303f\u30fb-\u30fe\uff00-\uffef]/u,
]

/** Signs of a line that stand side by side as one word: Tesseract parts them as it likes, and these scripts have no spaces. */
export function withoutSpaces(words: readonly RecognizedWord[]): RecognizedWord[] {
  const joined: RecognizedWord[] = []
  for (const word of words) {
    const before = joined.at(-1)
    if (before !== undefined && isGoingOn(before, word)) joined[joined.length - 1] = together(before, word)
    else joined.push(word)
  }
  return joined
}

const isGoingOn = (before: RecognizedWord, word: RecognizedWord): boolean =>
  before.line === word.line &&
  endsUnspaced.test(before.text.slice(-2)) &&
  startsUnspaced.test(word.text) &&
  gapBetween(before, word) < widestGap * Math.max(before.height, word.height)

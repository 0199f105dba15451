import { gapBetween } from './split-amounts.ts'
import type { RecognizedWord } from './tsv-words.ts'

/** What Tesseract takes round bullets for, most often. */
const bulletLike = /^[«»+©®¢°*oe•·]$/
/** By the height of the next word: a space is narrower, and items of a list begin as far in as each other. */
const [widerThanSpace, asFarIn] = [0.55, 0.6]

/** Bullets that were read as other signs: the first of their lines, at least two below each other, set apart from the text. */
export function withBullets(words: readonly RecognizedWord[]): RecognizedWord[] {
  const isFirst = (at: number): boolean => words[at - 1]?.line !== words[at]?.line
  const found = words.flatMap((word, at) => {
    const next = words[at + 1]
    const isSetApart =
      next?.line === word.line && gapBetween(word, next) > widerThanSpace * next.height && next.height > word.height
    return isSetApart && isFirst(at) && bulletLike.test(word.text) ? [word] : []
  })
  const lefts = found.map(({ left }) => left).toSorted((a, b) => a - b)
  const bullets = new Set(found.filter((word) => hasAnother(lefts, word)))
  return words.map((word) => (bullets.has(word) ? { ...word, text: '•' } : word))
}

/** Whether another one of the places, in order, is about the same. */
function hasAnother(places: readonly number[], { left, height }: RecognizedWord): boolean {
  const most = Math.max(4, asFarIn * height)
  const at = places.indexOf(left)
  const isNear = (other: number | undefined): boolean => other !== undefined && Math.abs(other - left) <= most
  return isNear(places[at - 1]) || isNear(places[at + 1])
}

/**
 * Words without the strokes that forms and tables draw: the line that a value stands on (`_Smith`), and the upright ones
 * between cells. In English a stroke before a small letter is "I".
 */
export function withoutStrokes(
  words: readonly RecognizedWord[],
  { isEnglish, ruled }: { readonly isEnglish: boolean; readonly ruled: boolean },
): RecognizedWord[] {
  return words.flatMap((word, at) => {
    if (word.text === '|') {
      const next = words[at + 1]
      const isSaid = isEnglish && next?.line === word.line && /^\p{Ll}/u.test(next.text)
      return isSaid ? [{ ...word, text: 'I' }] : ruled ? [] : [word]
    }
    const text = word.text.replace(/^_+(?=[\p{L}\p{N}])/u, '').replace(/([\p{L}\p{N}])_+$/u, '$1')
    return [text === word.text ? word : { ...word, text }]
  })
}

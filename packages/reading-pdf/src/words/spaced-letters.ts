import type { PdfWord } from '@chancery/reading-layout/pdf-word'

/** So few letters may be initials, or the heads of narrow columns. */
const fewest = 5
/** In sizes of the font: letters further apart are cells of a table; and words. */
const [widestGap, widestWordGap] = [0.6, 1]
/** In sizes of the font: gaps between letters differ by less, those between words are wider by more. */
const [sameGap, widerGap] = [0.06, 0.12]
/** In sizes of the font: without wider gaps between words, what is wider may be a space itself. */
const narrowSpace = 0.22
const isLetter = /^[\p{Lu}\p{Ll}\p{N}&]$/u

/** Words of titles whose letters are set apart: "I N V O I C E". */
export function withSpacedLetters(words: readonly PdfWord[]): readonly PdfWord[] {
  let joined: PdfWord[] | undefined
  for (let at = 0; at < words.length;) {
    const end = endOfLetters(words, at)
    const letters = end - at < fewest ? undefined : wordsOf(words.slice(at, end))
    if (letters !== undefined) joined ??= words.slice(0, at)
    for (const word of letters ?? words.slice(at, end)) joined?.push(word)
    at = end
  }
  return joined ?? words
}

/** Where single letters end that follow each other on one line, at least one word on. */
function endOfLetters(words: readonly PdfWord[], from: number): number {
  let end = from + 1
  for (let last = words[from], next = words[end]; last !== undefined && next !== undefined; next = words[end]) {
    const gap = next.left - last.right
    const isNext =
      isLetter.test(last.text) &&
      isLetter.test(next.text) &&
      next.break === 'space' &&
      !next.rightToLeft &&
      Math.abs(next.baseline - last.baseline) < 0.1 * last.size &&
      Math.abs(next.size - last.size) < 0.05 * last.size &&
      gap > 0 &&
      gap < widestWordGap * last.size
    if (!isNext) break
    last = next
    end++
  }
  return end
}

/** Letters with one gap between them, words with wider ones; `undefined` where nothing tells which is which. */
function wordsOf(letters: readonly PdfWord[]): readonly PdfWord[] | undefined {
  const gaps = letters.slice(1).map((letter, at) => letter.left - (letters[at]?.right ?? 0))
  const size = letters[0]?.size ?? 1
  const least = gaps.reduce((most, gap) => Math.min(most, gap), Infinity)
  const isInWord = (gap: number): boolean => gap - least < sameGap * size
  if (least > widestGap * size || !gaps.every((gap) => isInWord(gap) || gap - least > widerGap * size)) return undefined
  const found: PdfWord[] = []
  for (const [at, letter] of letters.entries()) {
    const last = found.at(-1)
    if (last !== undefined && isInWord(gaps[at - 1] ?? Infinity))
      found[found.length - 1] = { ...last, text: last.text + letter.text, right: letter.right }
    else found.push(letter)
  }
  if (found.length === 1 && least > narrowSpace * size) return undefined
  // Letters of one word each are what they seem.
  return found.some(({ text }) => text.length > 2) ? found : undefined
}

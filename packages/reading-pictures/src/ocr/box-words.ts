import type { DrawnBox } from './drawn-boxes.ts'
import type { RecognizedWord } from './tsv-words.ts'

/** By the side of the box: how far what it is about stands behind it, or before it. */
const [behind, before] = [3, 1.5]
/** Characters that are squares themselves. */
const square = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The words of a page with its boxes among them, in the place of the signs that Tesseract takes them for ("[J", "X", "O"). */
export function withBoxes(words: readonly RecognizedWord[], boxes: readonly DrawnBox[]): RecognizedWord[] {
  let found = [...words]
  for (const box of boxes) {
    const inside = found.filter((word) => isIn(box, word))
    if (inside.some(({ text }) => square.test(text))) continue
    const others = found.filter((word) => !isIn(box, word))
    const label = labelOf(box, others)
    if (label === undefined) continue
    const sign = { ...label.word, ...placeOf(box), text: box.checked ? '☒' : '☐' }
    found = others.toSpliced(label.at, 0, sign)
  }
  return found
}

const placeOf = ({
  left,
  top,
  width,
  height,
}: DrawnBox): Pick<RecognizedWord, 'left' | 'top' | 'width' | 'height'> => ({
  left,
  top,
  width,
  height,
})

/** What was read of the box alone: its middle lies in it, and it is hardly wider. */
const isIn = (box: DrawnBox, { left, top, width, height }: RecognizedWord): boolean => {
  const [x, y] = [left + width / 2, top + height / 2]
  return (
    width < box.width * 1.8 &&
    x > box.left - box.width * 0.2 &&
    x < box.left + box.width * 1.2 &&
    y > box.top - box.height * 0.2 &&
    y < box.top + box.height * 1.2
  )
}

/** The word that the box is about, and where the box stands among the words. */
function labelOf(
  box: DrawnBox,
  words: readonly RecognizedWord[],
): { readonly word: RecognizedWord; readonly at: number } | undefined {
  const nearest = (distanceTo: (word: RecognizedWord) => number, most: number): number => {
    let [best, least] = [-1, most * box.width]
    for (const [at, word] of words.entries()) {
      const distance = distanceTo(word)
      if (!isBeside(box, word) || distance < -box.width * 0.3 || distance >= least) continue
      ;[best, least] = [at, distance]
    }
    return best
  }
  const next = nearest(({ left }) => left - (box.left + box.width), behind)
  if (next >= 0) return { word: words[next]!, at: next }
  const last = nearest(({ left, width }) => box.left - (left + width), before)
  return last < 0 ? undefined : { word: words[last]!, at: last + 1 }
}

const isBeside = (box: DrawnBox, { text, top, height }: RecognizedWord): boolean =>
  /[\p{L}\p{N}]/u.test(text) &&
  Math.abs(top + height / 2 - box.top - box.height / 2) < Math.max(box.height, height) * 0.5

import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import { tick } from '@chancery/reading-layout/tables/tick-boxes'
import { type BoxSign, isIn, mostBoxes, withSigns } from './box-signs.ts'
import { usualSize, wordAt } from './placed-text.ts'

/** Printed where a field lies over it. */
const printedBox = /^[☐□▢◻❏❐❑❒○◯]$/u

/**
 * The words of a page with a sign for each box and button of its form, in place of what is printed under it. `alone`: the
 * signs without text beside them.
 * @param words upright ones
 */
export function withFormBoxes(
  words: readonly PdfWord[],
  boxes: readonly BoxSign[],
): { readonly words: readonly PdfWord[]; readonly alone: readonly PdfWord[] } {
  if (boxes.length === 0 || boxes.length > mostBoxes) return { words, alone: [] }
  const printed = words.filter(({ text }) => printedBox.test(text) || tick.test(text))
  const signs = boxes.map((each): BoxSign => {
    const inside = printed.find((word) => isIn(word, each.box))
    return { ...each, ...(inside === undefined ? {} : { inside }) }
  })
  const found = withSigns(words, signs)
  return {
    words: found.words,
    alone: found.alone.map(({ box, sign }) => wordAt(box, sign, Math.min(box.bottom - box.top, usualSize))),
  }
}

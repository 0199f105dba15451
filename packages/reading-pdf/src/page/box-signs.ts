import type { Rectangle } from '@chancery/reading-layout/page-geometry'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'

/** In sizes of the text: how far a box may be from what it is for. */
const furthest = 2.5
/** With more, a page is a drawing. */
export const mostBoxes = 500

/** A box with the sign that stands for it. `inside`: the word that ticks it. */
export interface BoxSign {
  readonly box: Rectangle
  readonly sign: string
  readonly inside?: PdfWord
}

/** The words with each sign before or behind the text that is nearest to its box; `alone`: those with none beside them. */
export function withSigns(
  words: readonly PdfWord[],
  signs: readonly BoxSign[],
): { readonly words: readonly PdfWord[]; readonly alone: readonly BoxSign[] } {
  const lonely: BoxSign[] = []
  const inBoxes = new Set<PdfWord>()
  const alone = new Map<PdfWord, PdfWord>()
  const before = new Map<PdfWord, PdfWord>()
  const after = new Map<PdfWord, PdfWord>()
  for (const each of signs) {
    const { box, sign: text, inside } = each
    const others = inside === undefined ? words : words.filter((word) => word !== inside)
    const right = nearest(others, box, (word) => word.left - box.right)
    const beside = right ?? nearest(others, box, (word) => box.left - word.right)
    // A tick is of the line of the text beside it, whatever its typeface.
    if (inside !== undefined && beside === undefined)
      alone.set(inside, { ...inside, text, left: box.left, right: box.right })
    else if (inside !== undefined) inBoxes.add(inside)
    if (beside === undefined) {
      if (inside === undefined) lonely.push(each)
      continue
    }
    const { hyphenated: _, scripts: __, struck: ___, styled: ____, ...look } = beside
    const sign: PdfWord = { ...look, text, left: box.left, right: box.right, hyphenated: false }
    if (right === undefined) after.set(beside, { ...sign, break: 'space' })
    else before.set(beside, sign)
  }
  const found = words.flatMap((word) => {
    if (inBoxes.has(word)) return []
    const [sign, behind] = [before.get(word), after.get(word)]
    const own = alone.get(word) ?? (sign === undefined ? word : { ...word, break: 'space' as const })
    return [...(sign === undefined ? [] : [sign]), own, ...(behind === undefined ? [] : [behind])]
  })
  return { words: found, alone: lonely }
}

/** Whether the middle of something stands in a box. */
export function isIn({ left, right, top, bottom }: Rectangle, box: Rectangle): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return x > box.left && x < box.right && y > box.top - 1 && y < box.bottom + 1
}

/** The word on the line of a box that is nearest to it on one side. */
function nearest(words: readonly PdfWord[], box: Rectangle, space: (word: PdfWord) => number): PdfWord | undefined {
  const middle = (box.top + box.bottom) / 2
  let found: PdfWord | undefined
  for (const word of words) {
    if (middle < word.top || middle > word.bottom) continue
    const own = space(word)
    if (own > -1 && own < furthest * word.size && (found === undefined || own < space(found))) found = word
  }
  return found
}

import type { Rectangle } from '@chancery/reading-layout/page-geometry'
import { type BoxSign, isIn, mostBoxes, withSigns } from './box-signs.ts'
import { controlSigns, type DrawnRound } from './drawn-controls.ts'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import { emptyBox, tick, tickBoxes, type TickBox } from '@chancery/reading-layout/tables/tick-boxes'

/**
 * The words of a page with a sign for each small square that is drawn beside text: "☐", or "☒" where a letter or a drawn mark
 * stands in it; and for each control of a printed form, "○" and "◉" for round ones. Signs that are text already stay as they
 * are.
 * @param words upright ones, in the order of the file
 * @param drawn `marks`: what is small and not straight; `dots`: what is round or square and as small as a bullet
 */
export function withDrawnBoxes(
  words: readonly PdfWord[],
  drawn: {
    readonly rules: readonly Rectangle[]
    readonly marks: readonly Rectangle[]
    readonly dots: readonly Rectangle[]
    readonly rounds: readonly DrawnRound[]
  },
): readonly PdfWord[] {
  const signs = [
    ...squareSigns(words, drawn.rules, drawn.marks),
    ...controlSigns(words, drawn.rounds, [...drawn.marks, ...drawn.dots]),
  ]
  return signs.length === 0 || signs.length > mostBoxes ? words : withSigns(words, signs).words
}

function squareSigns(
  words: readonly PdfWord[],
  rules: readonly Rectangle[],
  marks: readonly Rectangle[],
): readonly BoxSign[] {
  const squares = tickBoxes(rules, words)
  if (squares.length > mostBoxes) return []
  const boxes = squares.filter((box) => !rules.some((rule) => isFill(rule, box)))
  return boxes.map((box) => {
    const inside = words.find((word) => (word.text === emptyBox || tick.test(word.text)) && isIn(word, box))
    const isTicked = (inside !== undefined && inside.text !== emptyBox) || marks.some((mark) => isIn(mark, box))
    const sign = inside !== undefined && /^[✓✔√☑]$/u.test(inside.text) ? '☑' : isTicked ? '☒' : emptyBox
    return { box, sign, ...(inside === undefined ? {} : { inside }) }
  })
}

const isFill = ({ left, right, top, bottom }: Rectangle, box: TickBox): boolean =>
  right - left > 3.5 &&
  bottom - top > 3.5 &&
  Math.abs(left - box.left) < 2 &&
  Math.abs(right - box.right) < 2 &&
  Math.abs(top - box.top) < 2 &&
  Math.abs(bottom - box.bottom) < 2

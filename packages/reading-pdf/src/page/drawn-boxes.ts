import type { Rectangle } from '@chancery/reading-layout/page-geometry'
import { controlSigns, type DrawnRound } from './drawn-controls.ts'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import { emptyBox, tick, tickBoxes, type TickBox } from '@chancery/reading-layout/tables/tick-boxes'

/** In sizes of the text: how far a box may be from what it is for. */
const furthest = 2.5
/** With more, a page is a drawing. */
const mostBoxes = 500

/** A box with the sign that stands for it. `inside`: the word that ticks it. */
interface BoxSign {
  readonly box: Rectangle
  readonly sign: string
  readonly inside?: PdfWord
}

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
  return signs.length === 0 || signs.length > mostBoxes ? words : withSigns(words, signs)
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

function withSigns(words: readonly PdfWord[], signs: readonly BoxSign[]): readonly PdfWord[] {
  const inBoxes = new Set<PdfWord>()
  const alone = new Map<PdfWord, PdfWord>()
  const before = new Map<PdfWord, PdfWord>()
  const after = new Map<PdfWord, PdfWord>()
  for (const { box, sign: text, inside } of signs) {
    const others = inside === undefined ? words : words.filter((word) => word !== inside)
    const right = nearest(others, box, (word) => word.left - box.right)
    const beside = right ?? nearest(others, box, (word) => box.left - word.right)
    // A tick is of the line of the text beside it, whatever its typeface.
    if (inside !== undefined && beside === undefined)
      alone.set(inside, { ...inside, text, left: box.left, right: box.right })
    else if (inside !== undefined) inBoxes.add(inside)
    if (beside === undefined) continue
    const { hyphenated: _, scripts: __, struck: ___, styled: ____, ...look } = beside
    const sign: PdfWord = { ...look, text, left: box.left, right: box.right, hyphenated: false }
    if (right === undefined) after.set(beside, { ...sign, break: 'space' })
    else before.set(beside, sign)
  }
  return words.flatMap((word) => {
    if (inBoxes.has(word)) return []
    const [sign, behind] = [before.get(word), after.get(word)]
    const own = alone.get(word) ?? (sign === undefined ? word : { ...word, break: 'space' as const })
    return [...(sign === undefined ? [] : [sign]), own, ...(behind === undefined ? [] : [behind])]
  })
}

const isFill = ({ left, right, top, bottom }: Rectangle, box: TickBox): boolean =>
  right - left > 3.5 &&
  bottom - top > 3.5 &&
  Math.abs(left - box.left) < 2 &&
  Math.abs(right - box.right) < 2 &&
  Math.abs(top - box.top) < 2 &&
  Math.abs(bottom - box.bottom) < 2

function isIn({ left, right, top, bottom }: Rectangle, box: Rectangle): boolean {
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

import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import type { Rectangle } from '@chancery/reading-layout/page-geometry'

/** A small disc, ring or square, in points of the page. */
export interface DrawnDot extends Rectangle {
  readonly sign: '•' | '◦' | '▪'
}

/** In points: no bullet is smaller or larger. */
const [least, most] = [1, 9]
/** In points: how far it may be from as wide as high. */
const uneven = 0.4
/** In sizes of the text: a bullet's height, and the space between it and its text. */
const [lowest, highest] = [0.12, 0.7]
const [nearest, furthest] = [0.15, 2.5]
/** In points: bullets of one page stand as far from their text. */
const sameSpace = 1
/** With more, a page is a drawing. */
const mostDots = 500

export const isDotSized = ({ left, right, top, bottom }: Rectangle): boolean => {
  const [width, height] = [right - left, bottom - top]
  return width > least && width < most && Math.abs(width - height) < uneven
}

/**
 * The words of a page with a word for each bullet that is drawn, as browsers print them: before the first word of a
 * line, at the height of its letters. Two of them as far from their text show that they are bullets.
 * @param words upright ones, in the order of the file
 */
export function withDrawnBullets(words: readonly PdfWord[], dots: readonly DrawnDot[]): readonly PdfWord[] {
  if (dots.length < 2 || dots.length > mostDots) return words
  const firsts = words.filter((word, at) => at === 0 || word.break === 'line' || word.break === 'gap')
  const found = dots.flatMap((dot) => {
    const word = firsts.find((each) => isBefore(dot, each))
    return word === undefined ? [] : [{ dot, word, space: spaceBetween(dot, word) }]
  })
  const bullets = new Map(
    found
      .filter((one) => found.some((other) => other !== one && Math.abs(other.space - one.space) < sameSpace))
      .map(({ dot, word }) => [word, dot]),
  )
  if (bullets.size === 0) return words
  return words.flatMap((word): PdfWord[] => {
    const dot = bullets.get(word)
    if (dot === undefined) return [word]
    const { sign, left, right } = dot
    const { hyphenated: _, scripts: __, styled: ___, ...look } = word
    return [
      { ...look, text: sign, left, right, bold: false, hyphenated: false },
      { ...word, break: 'gap' },
    ]
  })
}

const spaceBetween = (dot: Rectangle, word: PdfWord): number =>
  word.rightToLeft ? dot.left - word.right : word.left - dot.right

function isBefore(dot: Rectangle, word: PdfWord): boolean {
  const [height, space] = [dot.bottom - dot.top, spaceBetween(dot, word)]
  const { size } = word
  if (height < lowest * size || height > highest * size || space < nearest * size || space > furthest * size)
    return false
  // Between the base line and the height of small letters, or a little above.
  const middle = word.baseline - (dot.top + dot.bottom) / 2
  return middle > 0.1 * size && middle < 0.6 * size
}

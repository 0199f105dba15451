import { enclosing, type Rectangle } from './page-geometry.ts'
import type { PdfWord } from './pdf-word.ts'

/** Words that follow each other on one base line without a wide gap, in logical order. */
export interface TextSegment extends Rectangle {
  readonly words: readonly PdfWord[]
  /** That most of its letters have. */
  readonly size: number
  readonly baseline: number
  readonly rightToLeft: boolean
  /** Its place in the file, among the segments of the page. */
  readonly order: number
}

/** In sizes of the font; where the file has a space of its own, justified prose may have wider ones. */
const widestSpaces = { none: 1, line: 1, gap: 1, space: 1.5, 'typed-space': 5 } as const

/** Takes words in the order of the file. */
export function textSegments(words: readonly PdfWord[]): TextSegment[] {
  const segments: TextSegment[] = []
  let open: PdfWord[] = []
  let [left, right] = [Infinity, -Infinity]
  const end = (): void => {
    if (open.length > 0) segments.push(segmentOf(open, segments.length))
    open = []
    left = Infinity
    right = -Infinity
  }
  for (const word of words) {
    const last = open.at(-1)
    if (last !== undefined && !goesOn(last, word, left, right)) end()
    open.push(word)
    left = Math.min(left, word.left)
    right = Math.max(right, word.right)
  }
  end()
  return segments
}

function goesOn(last: PdfWord, word: PdfWord, left: number, right: number): boolean {
  if (last.artifact !== word.artifact) return false
  const size = Math.max(last.size, word.size)
  const overlap = Math.min(last.bottom, word.bottom) - Math.max(last.top, word.top)
  if (overlap < 0.4 * Math.min(last.bottom - last.top, word.bottom - word.top)) return false
  const gap = Math.max(word.left - right, left - word.right)
  if (gap > widestSpaces[word.break] * size) return false
  // Within a line of one direction, the next word does not stand before the last one.
  const mixes = last.rightToLeft || word.rightToLeft
  return mixes || word.left > last.left - 0.2 * size
}

function segmentOf(words: readonly PdfWord[], order: number): TextSegment {
  const [first] = words
  const main = words.every(({ size }) => size === first?.size) ? first : commonest(words)
  let [letters, toTheLeft] = [0, 0]
  for (const { text, rightToLeft } of words) {
    letters += text.length
    if (rightToLeft) toTheLeft += text.length
  }
  return {
    ...enclosing(words),
    words,
    size: main?.size ?? 1,
    baseline: main?.baseline ?? 0,
    rightToLeft: toTheLeft * 2 > letters,
    order,
  }
}

/** A word in the size that most letters have: a raised figure says nothing about the rest. */
function commonest(words: readonly PdfWord[]): PdfWord | undefined {
  const letters = new Map<number, number>()
  let best: PdfWord | undefined
  let most = 0
  for (const word of words) {
    const count = (letters.get(word.size) ?? 0) + word.text.length
    letters.set(word.size, count)
    if (count > most) {
      most = count
      if (best?.size !== word.size) best = word
    }
  }
  return best
}

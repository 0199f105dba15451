import { itemMarker } from './item-markers.ts'
import type { PdfWord } from './pdf-word.ts'
import type { PlacedItem } from './reading-order.ts'

/** Words that follow each other on one base line without a wide gap, in logical order. */
export interface TextSegment extends PlacedItem {
  readonly words: readonly PdfWord[]
  readonly baseline: number
}

/** In sizes of the font; where the file has a space of its own, justified prose may have wider ones. */
const widestSpaces = { none: 1, line: 1, gap: 1, space: 1.5, 'typed-space': 5 } as const

/** Takes words in the order of the file. */
export function textSegments(words: readonly PdfWord[]): TextSegment[] {
  const segments: TextSegment[] = []
  let start = 0
  let [left, right] = [Infinity, -Infinity]
  let mixes = false
  let last: PdfWord | undefined
  for (const [at, word] of words.entries()) {
    if (last !== undefined && !goesOn(last, word, left, right, mixes || word.rightToLeft)) {
      segments.push(segmentOf(words.slice(start, at), segments.length))
      start = at
      left = Infinity
      right = -Infinity
      mixes = false
    }
    mixes ||= word.rightToLeft
    left = Math.min(left, word.left)
    right = Math.max(right, word.right)
    last = word
  }
  if (last !== undefined) segments.push(segmentOf(words.slice(start), segments.length))
  return segments
}

function goesOn(last: PdfWord, word: PdfWord, left: number, right: number, mixes: boolean): boolean {
  if (last.artifact !== word.artifact) return false
  const size = Math.max(last.size, word.size)
  const overlap = Math.min(last.bottom, word.bottom) - Math.max(last.top, word.top)
  if (overlap < 0.4 * Math.min(last.bottom - last.top, word.bottom - word.top)) return false
  const gap = Math.max(word.left - right, left - word.right)
  if (gap > widestSpaces[word.break] * size) return false
  // Within a line of one direction, the next word does not stand before the last one.
  return mixes || word.left > last.left - 0.2 * size
}

/** The words of several segments as those of one. */
export const joinedSegments = (segments: readonly TextSegment[]): TextSegment =>
  segmentOf(
    segments.flatMap((segment) => segment.words),
    segments[0]?.order ?? 0,
  )

function segmentOf(words: readonly PdfWord[], order: number): TextSegment {
  const size = words[0]?.size ?? 1
  let main = words[0]
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  let [letters, toTheLeft] = [0, 0]
  for (const word of words) {
    if (word.left < left) left = word.left
    if (word.top < top) top = word.top
    if (word.right > right) right = word.right
    if (word.bottom > bottom) bottom = word.bottom
    letters += word.text.length
    if (word.rightToLeft) toTheLeft += word.text.length
    if (word.size !== size) main = undefined
  }
  main ??= ofSmallCapitals(words) ?? commonest(words)
  return {
    left,
    top,
    right,
    bottom,
    words,
    size: main?.size ?? 1,
    baseline: main?.baseline ?? 0,
    length: letters + words.length,
    rightToLeft: toTheLeft > 0 && toTheLeft * 2 > lettersIn(words),
    order,
    ...(words.length === 1 && isMarker(words[0]?.text ?? '') ? { isMarker: true } : {}),
  }
}

const isMarker = (text: string): boolean => text.length < 8 && itemMarker(`${text} x`)?.marker === text

/** Figures and signs are of no direction. */
const lettersIn = (words: readonly PdfWord[]): number =>
  words.reduce((sum, { text, rightToLeft }) => sum + (rightToLeft || /\p{L}/u.test(text) ? text.length : 0), 0)

/** In sizes of the initials. */
const largestSmallCapital = 0.88

/** The initial of words in small capitals, where it stands apart from them: theirs is the size that is meant. */
function ofSmallCapitals(words: readonly PdfWord[]): PdfWord | undefined {
  let initial: PdfWord | undefined
  for (const [at, word] of words.entries()) {
    if (/\p{Ll}/u.test(word.text) || Math.abs(word.baseline - (words[0]?.baseline ?? 0)) > 0.1) return undefined
    const next = words[at + 1]
    const isInitial =
      /^\P{L}*\p{Lu}$/u.test(word.text) && next?.break === 'none' && next.size < largestSmallCapital * word.size
    if (isInitial) initial ??= word
  }
  return initial
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

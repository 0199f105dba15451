import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import { accented, isAccent } from './accents.ts'

/** In sizes of the font: what touches, and what a space parts. */
const touching = 0.15
const apart = 0.6
/** Characters drawn apart are smaller than the text, and off its base line. */
const smaller = 0.9
/** No line has more characters drawn apart in one place. */
const mostApart = 8
/** So many words before it are looked at for the one that a character belongs to. */
const reach = 60

/**
 * Words as they read where a file draws raised and lowered characters, and accents, after the text that they stand in:
 * a line "FD is assigned" with a small "3" behind "FD", drawn in the middle of "assigned"; and signs of another font,
 * "☒", after the line that left them room.
 * @param words in the order of the file
 */
export function mendedWords(words: readonly PdfWord[]): readonly PdfWord[] {
  let mended: PdfWord[] | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) continue
    const before = (mended ?? words)[mended === undefined ? at - 1 : mended.length - 1]
    if (before !== undefined && isAccent(word.text)) {
      mended ??= words.slice(0, at)
      if (placeAccent(mended, word)) continue
    } else if (before !== undefined && isDrawnLater(before, word)) {
      mended ??= words.slice(0, at)
      if (placeInGap(mended, word)) continue
    } else if (before !== undefined && isDrawnApart(before, word)) {
      const end = endOfApart(words, at, before)
      mended ??= words.slice(0, at)
      const next = words[end]
      const apartWords = words.slice(at, end)
      if (apartWords.every((each) => canPlace(mended ?? [], each))) {
        if (next !== undefined && isOnLine(before, next)) {
          const gap = next.left - before.right
          if (Math.abs(gap) < touching * before.size) {
            mended[mended.length - 1] = joined(before, next, [])
            at = end
          } else if (gap > 0 && gap < apart * before.size) {
            mended.push({ ...next, break: 'space' })
            at = end
          } else at = end - 1
        } else at = end - 1
        for (const each of apartWords) place(mended, each)
        continue
      }
    }
    mended?.push(word)
  }
  return mended ?? words
}

const isOnLine = (one: PdfWord, other: PdfWord): boolean =>
  Math.abs(one.baseline - other.baseline) < 0.05 * one.size && Math.abs(one.size - other.size) < 0.05 * one.size

/** On the same line, to the left of the word before it. */
const isDrawnLater = (before: PdfWord, word: PdfWord): boolean =>
  word.right < before.left + touching * before.size && isBaseOf(before, word)

const isBaseOf = (one: PdfWord, other: PdfWord): boolean =>
  !one.rightToLeft && !other.rightToLeft && Math.abs(one.baseline - other.baseline) < 0.1 * one.size

/** Sets a word into the room that the words of its line left for it; `false` where they left none. */
function placeInGap(words: PdfWord[], word: PdfWord): boolean {
  let at = words.length
  while (at > Math.max(0, words.length - reach) && isBaseOf(words[at - 1]!, word) && words[at - 1]!.left > word.left)
    at--
  const [left, right] = [words[at - 1], words[at]]
  if (right === undefined || right.left - word.right > apart * word.size) return false
  const isFirst = left === undefined || right.break === 'line'
  if (!isFirst && !fitsBehind(left, word)) return false
  words.splice(
    at,
    1,
    { ...word, break: isFirst ? right.break : breakBetween(left, word) },
    { ...right, break: breakBetween(word, right) },
  )
  return true
}

/** Room of a line is no wider than a word and its spaces; a cell or a column further on is no place for it. */
const fitsBehind = (left: PdfWord, word: PdfWord): boolean =>
  isBaseOf(left, word) && left.right < word.left + touching * word.size && word.left - left.right < apart * word.size

const breakBetween = ({ right, size }: PdfWord, next: PdfWord): 'none' | 'space' =>
  next.left - right < touching * size ? 'none' : 'space'

/** Small, off the base line, and to the left of where the text before it has come to. */
function isDrawnApart(before: PdfWord, word: PdfWord): boolean {
  if (word.size > smaller * before.size || word.text.length > 6 || word.rightToLeft) return false
  const shift = Math.abs(word.baseline - before.baseline)
  return shift > 0.08 * before.size && shift < 0.7 * before.size && word.right < before.right - 0.3 * before.size
}

/** Where the words end that are drawn like the first of them. */
function endOfApart(words: readonly PdfWord[], from: number, before: PdfWord): number {
  let end = from + 1
  for (
    let next = words[end];
    end - from < mostApart && next !== undefined && isDrawnApart(before, next);
    next = words[++end]
  );
  return end
}

/** The word that a small one stands right behind. */
function hostOf(words: readonly PdfWord[], { left, baseline }: PdfWord): number {
  for (let at = words.length - 1; at >= Math.max(0, words.length - reach); at--) {
    const host = words[at]
    if (host === undefined || Math.abs(host.baseline - baseline) > 0.7 * host.size) continue
    if (Math.abs(left - host.right) < 0.35 * host.size) return at
  }
  return -1
}

const canPlace = (words: readonly PdfWord[], word: PdfWord): boolean => hostOf(words, word) !== -1

function place(words: PdfWord[], word: PdfWord): void {
  const at = hostOf(words, word)
  const host = words[at]
  if (host === undefined) words.push(word)
  else {
    const script = word.baseline < host.baseline ? 'super' : 'sub'
    words[at] = joined(host, word, [{ start: 0, end: word.text.length, script }])
  }
}

function joined(one: PdfWord, other: PdfWord, scripts: NonNullable<PdfWord['scripts']>): PdfWord {
  const shift = one.text.length
  const all = [
    ...(one.scripts ?? []),
    ...[...(other.scripts ?? []), ...scripts].map((each) => ({
      ...each,
      start: each.start + shift,
      end: each.end + shift,
    })),
  ]
  return {
    ...one,
    text: one.text + other.text,
    right: Math.max(one.right, other.right),
    top: Math.min(one.top, other.top),
    bottom: Math.max(one.bottom, other.bottom),
    hyphenated: other.hyphenated,
    ...(all.length === 0 ? {} : { scripts: all }),
  }
}

/** Sets an accent on the letter that it stands over; `false` where none is there. */
function placeAccent(words: PdfWord[], accent: PdfWord): boolean {
  const middle = (accent.left + accent.right) / 2
  for (let at = words.length - 1; at >= Math.max(0, words.length - reach); at--) {
    const word = words[at]
    if (word === undefined || middle < word.left || middle > word.right) continue
    if (Math.abs(word.baseline - accent.baseline) > 0.4 * word.size) continue
    const letters = [...word.text]
    const guess = ((middle - word.left) / (word.right - word.left)) * letters.length - 0.5
    const combining = letters
      .map((letter, index) => ({ index, whole: accented(letter, accent.text) }))
      .filter(({ index, whole }) => whole !== undefined && Math.abs(index - guess) < 1.6)
      .sort((a, b) => Math.abs(a.index - guess) - Math.abs(b.index - guess))
    const [best] = combining
    if (best?.whole === undefined) return false
    words[at] = { ...word, text: letters.with(best.index, best.whole).join('') }
    return true
  }
  return false
}

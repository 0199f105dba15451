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
 * a line "FD is assigned" with a small "3" behind "FD", drawn in the middle of "assigned".
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

/** A word of the text: offsets in UTF-16 code units, and how it is compared. */
export interface Word {
  readonly start: number
  readonly end: number
  readonly folded: string
}

export interface Line {
  readonly start: number
  readonly end: number
  readonly number: number
}

/** The text, read once: every scanner works on it, and none changes it, so offsets always hold. */
export interface TextIndex {
  readonly text: string
  readonly words: readonly Word[]
  readonly lines: readonly Line[]
}

// oxlint-disable-next-line no-control-regex -- the range is what ASCII means
const ascii = /^[\x00-\x7f]*$/

/** Letters that no accent makes, and that many spell so. */
const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', ı: 'i' }

/** Case, accents and ligatures do not tell words apart. */
export function fold(word: string): string {
  const lower = word.toLowerCase()
  if (ascii.test(lower)) return lower
  return lower.normalize('NFD').replaceAll(/\p{M}|[ßœæøłı]/gu, (letter) => plainLetters[letter] ?? '')
}

/** Names of fields have two letters for `ü`, papers have one: `Verkuendung`, `verkündet`. */
export const plainVowels = (word: string): string => (word.includes('e') ? word.replaceAll(/(?<=[aou])e/g, '') : word)

export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const end = match.index + match[0].length
    // No label or name is that long; its fold would only cost time.
    words.push({ start: match.index, end, folded: match[0].length > 40 ? '' : fold(match[0]) })
  }
  return words
}

export function indexText(text: string): TextIndex {
  const lines: Line[] = []
  let start = 0
  while (start <= text.length) {
    const newline = text.indexOf('\n', start)
    let end = newline === -1 ? text.length : newline
    const next = end + 1
    if (end > start && text[end - 1] === '\r') end -= 1
    lines.push({ start, end, number: lines.length })
    start = next
  }
  return { text, words: wordsOf(text), lines }
}

/** The index of the last item that starts at or before the offset; -1 where none does. Items are in order. */
export function lastAtOrBefore(items: readonly { readonly start: number }[], offset: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.start ?? Infinity) <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The index of the first item that starts at or after the offset. */
export const firstAtOrAfter = (items: readonly { readonly start: number }[], offset: number): number =>
  lastAtOrBefore(items, offset - 1) + 1

export function lineAt(index: TextIndex, offset: number): Line {
  return index.lines[Math.max(0, lastAtOrBefore(index.lines, offset))] ?? { start: 0, end: 0, number: 0 }
}

/** Runs of white space become one space; for values that are text. */
export const collapse = (raw: string): string => raw.replace(/\s+/gu, ' ').trim()

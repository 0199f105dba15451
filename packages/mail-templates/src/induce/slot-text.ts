import { parseFragment } from 'parse5'

const reference = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/g
const known = new Map<string, string>()

/** What one character reference stands for, by the rules of HTML; itself where it is none. */
const characterOf = (written: string): string => {
  let text = known.get(written)
  if (text === undefined) {
    const [node] = parseFragment(written).childNodes
    text = node && 'value' in node ? node.value : written
    if (known.size < 5000) known.set(written, text)
  }
  return text
}

/** A stretch of an e-mail that can hold placeholders: its text, and how it is written. */
export interface SlotText {
  readonly raw: string
  readonly text: string
  /** For each character of `text` where it begins in `raw`, and the end; absent where both are the same. */
  readonly offsets?: readonly number[]
}

export const plainSlot = (raw: string): SlotText => ({ raw, text: raw })

/** Text of html, its character references decoded. */
export const htmlSlot = (raw: string): SlotText => {
  if (!raw.includes('&')) return plainSlot(raw)
  const offsets: number[] = []
  let text = ''
  let at = 0
  const copy = (until: number): void => {
    text += raw.slice(at, until)
    for (; at < until; at += 1) offsets.push(at)
  }
  for (const found of raw.matchAll(reference)) {
    copy(found.index)
    const decoded = characterOf(found[0])
    for (let unit = 0; unit < decoded.length; unit += 1) offsets.push(found.index)
    text += decoded
    at = found.index + found[0].length
  }
  copy(raw.length)
  offsets.push(raw.length)
  return { raw, text, offsets }
}

/** The characters from `start` to `end` as they are written. */
export const writtenSlice = ({ raw, offsets }: SlotText, start: number, end: number): string =>
  offsets ? raw.slice(offsets[start], offsets[end]) : raw.slice(start, end)

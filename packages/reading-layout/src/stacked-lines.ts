import { endsSentence } from './list-items.ts'
import type { TextLine } from './text-lines.ts'

/** In characters: a column of prose as narrow has lines that begin within a sentence; in a narrower one, names are parted. */
const [narrowest, widest] = [16, 36]
const startsAnew = /^(?:["'“„«(+]?[\p{Lu}\p{N}]|(?:c\/o|z\.\s?Hd\.|att[n.:])\s)/u
const isAddress = /^(?:[^\s@]+@[^\s@]+\.\p{L}+|(?:https?:\/\/|www\.)\S+)$/u
const hasLabel = /^\p{L}[^:]*:\s/u

/** Whether the lines of a narrow column are each of their own, as in addresses and letterheads: none goes on with what is above. */
export function areStacked(lines: readonly TextLine[]): boolean {
  const [first, second] = lines
  // In the window of an envelope, a letter's sender stands in small type above the address.
  const isSender = first !== undefined && second !== undefined && first.size < smallType * second.size
  return areOfTheirOwn(isSender ? lines.slice(1) : lines)
}

const smallType = 0.85

const areOfTheirOwn = (lines: readonly TextLine[]): boolean =>
  (lines.length > 2 || (lines.length === 2 && lines.some(({ text }) => hasLabel.test(text)))) &&
  lines.some(({ text }) => text.length >= narrowest) &&
  lines.every(
    ({ text, hyphenated }) =>
      text.length <= widest && !hyphenated && (startsAnew.test(text) || isAddress.test(text)) && !endsSentence(text),
  )

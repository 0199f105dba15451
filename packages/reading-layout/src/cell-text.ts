import { Hyphenation } from './hyphenation.ts'

export interface CellText {
  readonly text: string
  /** Where each line stands in the text, in UTF-16 offsets; a hyphen at its end may be gone. */
  readonly lines: readonly { readonly start: number; readonly end: number }[]
}

/** What the rest of the document writes is not known to a cell. */
const hyphenation = new Hyphenation()

/** The lines of a cell as one text: words that the end of a line parted are whole again, other lines have a space between them. */
export function cellText(lines: readonly string[]): CellText {
  const pieces: string[] = []
  const places: { start: number; end: number }[] = []
  let length = 0
  for (const line of lines) {
    const before = pieces.at(-1)
    const place = places.at(-1)
    if (before !== undefined && place !== undefined) {
      if (hyphenation.joins(before, line)) {
        pieces[pieces.length - 1] = before.slice(0, -1)
        place.end--
        length--
      } else if (hyphenation.hangs(before, line) || !isPartOfName(before, line)) {
        pieces.push(' ')
        length++
      }
    }
    pieces.push(line)
    places.push({ start: length, end: length + line.length })
    length += line.length
  }
  return { text: pieces.join(''), lines: places }
}

/** "Müller-" and "Lüdenscheidt". */
const isPartOfName = (before: string, after: string): boolean =>
  /\p{L}[-\u2010]$/u.test(before.slice(-2)) && /^\p{L}/u.test(after)

import { Hyphenation } from './hyphenation.ts'

export interface CellText {
  readonly text: string
  /** Where each line stands in the text, in UTF-16 offsets; a hyphen at its end may be gone. */
  readonly lines: readonly { readonly start: number; readonly end: number }[]
}

/** What the rest of the document writes is not known to a cell. */
const hyphenation = new Hyphenation()

/** In sizes of the larger type: a line in smaller type than the one beside it is no part of its sentence. */
const smaller = 0.86

/**
 * The lines of a cell as one text: words that the end of a line parted are whole again, other lines have a space between them,
 * or a line break where the size of the type changes, as between a small label and what was filled in below it.
 * @param sizes of the type of each line, in points
 */
export function cellText(lines: readonly string[], sizes: readonly number[]): CellText {
  const pieces: string[] = []
  const places: { start: number; end: number }[] = []
  let length = 0
  for (const [at, line] of lines.entries()) {
    const before = pieces.at(-1)
    const place = places.at(-1)
    const [above = 0, own = 0] = [sizes[at - 1], sizes[at]]
    if (before !== undefined && place !== undefined) {
      if (Math.min(above, own) < smaller * Math.max(above, own)) {
        pieces.push('\n')
        length++
      } else if (hyphenation.joins(before, line)) {
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

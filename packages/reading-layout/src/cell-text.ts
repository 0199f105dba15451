import { Hyphenation } from './hyphenation.ts'

export interface CellText {
  readonly text: string
  /** Where each line stands in the text, in UTF-16 offsets; a hyphen at its end may be gone. */
  readonly lines: readonly { readonly start: number; readonly end: number }[]
}

/** What the rest of the document writes is not known to a cell. */
const hyphenation = new Hyphenation()

/** How a line of a cell looks and where it stands, in points. */
export interface CellLine {
  readonly size: number
  readonly bold: boolean
  readonly left: number
  readonly right: number
  /** Of the first word. */
  readonly firstWidth: number
  /** Whether somebody ended it; absent: what follows has to tell. */
  readonly isEnded?: boolean
}

/** In sizes: a space, and what lines that begin at one edge may differ by. */
const space = 0.25
const sameEdge = 0.5

/** In sizes of the larger type: a line in smaller type than the one beside it is no part of its sentence. */
const smaller = 0.86

/**
 * The lines of a cell as one text: words that the end of a line parted are whole again, other lines have a space between them.
 * A line break stays where somebody made it: where the size or the weight of the type changes, as between a small label and
 * what was filled in below it, and where the next word would have had room on the line above.
 * @param isHeader of columns: its lines are one name, however they are broken
 */
export function cellText(lines: readonly string[], looks: readonly CellLine[], isHeader: boolean): CellText {
  const widest = looks.reduce((most, { right }) => Math.max(most, right), -Infinity)
  const pieces: string[] = []
  const places: { start: number; end: number }[] = []
  let length = 0
  for (const [at, line] of lines.entries()) {
    const before = pieces.at(-1)
    const place = places.at(-1)
    const [above, own] = [looks[at - 1], looks[at]]
    if (before !== undefined && place !== undefined) {
      const isEnded = above !== undefined && own !== undefined && isEndedByHand(above, own, widest, isHeader)
      if (isEnded && !/[-\u2010]$/u.test(before)) {
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

function isEndedByHand(above: CellLine, own: CellLine, widest: number, isHeader: boolean): boolean {
  const size = Math.max(above.size, own.size)
  if (Math.min(above.size, own.size) < smaller * size) return true
  if (isHeader) return false
  if (above.isEnded !== undefined) return above.isEnded
  const hasRoom = above.right + space * size + own.firstWidth < widest
  return above.bold !== own.bold || (hasRoom && Math.abs(above.left - own.left) < sameEdge * size)
}

/** "Müller-" and "Lüdenscheidt", "NA22-" and "OAR-4310". */
const isPartOfName = (before: string, after: string): boolean =>
  /[\p{L}\d][-\u2010]$/u.test(before.slice(-2)) && /^[\p{L}\d]/u.test(after)

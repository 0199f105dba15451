import { largestOf } from '../extremes.ts'

/** UTF-16 units of a text that are written in one step: well below a ms, whatever they are. */
export const unitsOfStretch = 16 * 1024

/** What is decided by the end of a line lies within so many units of it: the dots of a table of contents, and their page. */
const nearEnd = 4096

const lineEnds = ['\n', '\r', '\u2028', '\u2029'] as const
/** What ends such a line. */
const lineEnd = /[\n\r\u2028\u2029]/g
/** A line of nothing else may be a rule or the head of a table: what it is, its end says. */
const notOfRule = /[^-=:| \t]/g
/** Where no `&…;` is cut in two, and where what is in front does not end as a line of a table of contents does. */
const betweenSigns = /(?:[^&#\da-z]|(?=&))(?<![.·…][ \t]{0,9}[\divxlcdm]{1,8}[ \t]{0,8})/gi

/** Whether a text is cut at all. */
export const isLong = (text: string): boolean => text.length > 2 * unitsOfStretch

/** Whether text that follows `before` begins a line. */
export const startsLine = (before: string): boolean => lineEnds.some((end) => before.endsWith(end))

/**
 * A text in stretches that may be written one by one, as if they were written together: each ends behind a line, or inside of a
 * long one where no sign depends on what comes behind. A text that is not long is one stretch.
 */
export const stretchesOf = (text: string): Iterable<string> => (isLong(text) ? cutText(text) : [text])

function* cutText(text: string): Generator<string> {
  let at = 0
  let behindLine = 0
  while (text.length - at > 2 * unitsOfStretch) {
    const least = at + unitsOfStretch
    if (behindLine < least) behindLine = behindFirst(lineEnd, text, least)
    const cut = behindLine - least <= nearEnd ? behindLine : insideLine(text, at, least, behindLine - nearEnd)
    const end = cut ?? behindLine
    yield text.slice(at, end)
    at = end
  }
  if (at < text.length) yield text.slice(at)
}

/** A place to cut between `least` and `most`, which lie in one line, or in front of that line; none: the line is not to be cut. */
function insideLine(text: string, at: number, least: number, most: number): number | undefined {
  const before = text.slice(at, least)
  const line = largestOf(lineEnds.map((end) => before.lastIndexOf(end))) + 1
  if (line > 0) return at + line
  const begun = at === 0 || startsLine(text.charAt(at - 1)) ? behindFirst(notOfRule, text, at) + unitsOfStretch : least
  if (begun > most) return undefined
  const cut = behindFirst(betweenSigns, text, begun)
  return cut > most ? undefined : cut
}

/** Behind the first match from a place on; the end of the text where there is none. */
function behindFirst(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  const found = pattern.exec(text)
  return found === null ? text.length : found.index + found[0].length
}

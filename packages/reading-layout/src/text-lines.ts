import { largestOf, leastOf } from '@chancery/core'
import { isSpaceless } from './glyph-text.ts'
import { lookOf, type LookStretch, withLook } from './line-looks.ts'
import { enclosing, type Rectangle } from './page-geometry.ts'
import type { PdfWord } from './pdf-word.ts'
import type { TextSegment } from './text-segments.ts'

/** A word of a line and where it stands in the line's text. */
interface LineWord {
  readonly start: number
  readonly word: PdfWord
}

/** All text on one base line of a column; its parts are set off by tabs. */
export interface TextLine extends Rectangle {
  readonly text: string
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  /** Of most of its letters; '' where it is not known. */
  readonly family: string
  readonly ink: number
  readonly fixedPitch: boolean
  readonly baseline: number
  readonly rightToLeft: boolean
  /** It ends with a hyphen that may be there only because the line ends. */
  readonly hyphenated: boolean
  /** The next one begins below it though there was room: somebody ended it. */
  readonly endedByHand?: true
  /** From its first letter to its last; absent: not, or not known. */
  readonly underlined?: true
  /** How many parts, wide gaps between them. */
  readonly parts: number
  /** A bullet or number stands before it, with more than a space between. */
  readonly markerIsSetOff: boolean
  /** Smaller and higher than the line: the number of a note, the words of the text before it. */
  readonly firstIsRaised: boolean
  /** What looks other than plain text, in order. */
  readonly looks: readonly LookStretch[]
  /** Absent where nobody asks for them. */
  readonly words?: readonly LineWord[]
  readonly confidence?: number
}

/** In sizes of the font: a gap as wide parts two parts of a line. */
const wideGap = 0.8
const noGap = 0.12
const markerGap = 0.5

/** Lines of a column, top to bottom. */
export function textLines(segments: readonly TextSegment[], keepWords: boolean): TextLine[] {
  const sorted = [...segments].sort((a, b) => middle(a) - middle(b) || a.left - b.left)
  const rows: TextSegment[][] = []
  let reference: TextSegment | undefined
  for (const segment of sorted) {
    if (reference !== undefined && isSameLine(reference, segment)) {
      rows.at(-1)?.push(segment)
      if (segment.size > reference.size * 1.1) reference = segment
    } else {
      rows.push([segment])
      reference = segment
    }
  }
  const column = enclosing(segments)
  const isToTheLeft = hasLeftward(segments) && leftward(segments) > 0
  return rows.map((row) => lineOf(row, isJustified(row, column), isToTheLeft, keepWords))
}

const middle = ({ top, bottom }: Rectangle): number => (top + bottom) / 2

function isSameLine(one: TextSegment, other: TextSegment): boolean {
  const height = Math.min(one.bottom - one.top, other.bottom - other.top)
  if (Math.abs(middle(one) - middle(other)) < 0.5 * height) return true
  return Math.abs(one.baseline - other.baseline) < 0.2 * Math.min(one.size, other.size)
}

/** In sizes of the font: a wider space is one of justified prose only where all spaces of the line are. */
const widestOfProse = 4

/** Set from edge to edge of its column with spaces of one width, as few long words are. */
function isJustified(row: readonly TextSegment[], column: Rectangle): boolean {
  if (row.length < 2 || row.length > 12) return false
  const sorted = [...row].sort((a, b) => a.left - b.left)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return false
  // Set in, it takes more spaces to tell.
  if ((first.left - column.left > 1.5 && row.length < 4) || column.right - last.right > 1.5) return false
  const gaps = sorted.slice(1).map((segment, at) => segment.left - (sorted[at]?.right ?? 0))
  const [least, most] = [leastOf(gaps), largestOf(gaps)]
  if (least > widestOfProse * first.size && sorted.some((segment) => hasNarrowSpaces(segment, least / 2))) return false
  return most < 7 * first.size && most - least < 0.12 * most + 0.5
}

/** Words that follow each other nearer than that: the line's wide spaces are no spaces of justified prose. */
const hasNarrowSpaces = ({ words }: TextSegment, most: number): boolean =>
  words.some((word, at) => {
    const last = words[at - 1]
    return last !== undefined && word.break !== 'none' && gapBetween(last, word) < most
  })

const gapBetween = (one: Rectangle, other: Rectangle): number =>
  Math.max(other.left - one.right, one.left - other.right)

function lineOf(
  segments: readonly TextSegment[],
  isJustified: boolean,
  isColumnToTheLeft: boolean,
  keepWords: boolean,
): TextLine {
  // A line with letters of both directions goes as its column does.
  const toTheLeft = hasLeftward(segments) && (isColumnToTheLeft || leftward(segments) > 0)
  const inOrder =
    segments.length === 1 ? segments : [...segments].sort((a, b) => (toTheLeft ? b.right - a.right : a.left - b.left))
  const main = inOrder.reduce((best, each) => (width(each) > width(best) ? each : best))
  const words: LineWord[] = []
  const looks: LookStretch[] = []
  let text = ''
  let parts = 1
  let markerIsSetOff = false
  let [count, letters, bold, italic, fixedPitch, confidence] = [0, 0, 0, 0, 0, 0]
  let [ink, inkVotes] = [0, 0]
  let before: TextSegment | undefined
  let last: PdfWord | undefined
  for (const segment of inOrder) {
    if (before !== undefined) {
      const gap = toTheLeft ? before.left - segment.right : segment.left - before.right
      const size = Math.max(before.size, segment.size)
      const isMarker = parts === 1 && text.length < 20 && bulletAlone.test(text)
      markerIsSetOff ||= isMarker && gap > markerGap * size
      if (gap > (isMarker ? 5 : wideGap) * size && !isJustified) {
        text += '\t'
        parts++
      } else if (gap > noGap * size) text += ' '
    }
    let isFirst = true
    for (const word of segment.words) {
      const space = isFirst || word.break === 'none' ? '' : ' '
      isFirst = false
      const start = text.length + space.length
      if (keepWords) words.push({ start, word })
      if (
        word.bold ||
        word.italic === true ||
        word.struck === true ||
        word.scripts !== undefined ||
        word.size < 0.85 * main.size
      )
        for (const [from, to, look] of lookOf(word, main)) withLook(looks, start + from, start + to, look)
      text += space + word.text
      count++
      letters += word.text.length
      if (word.bold) bold += word.text.length
      if (word.italic === true) italic += word.text.length
      // The colour that most letters have, if one has (Boyer and Moore's vote): links are coloured words.
      if (word.ink === ink) inkVotes += word.text.length
      else if (inkVotes < word.text.length) [ink, inkVotes] = [word.ink ?? 0, word.text.length - inkVotes]
      else inkVotes -= word.text.length
      if (word.fixedPitch) fixedPitch += word.text.length
      confidence += word.confidence ?? 0
      last = word
    }
    before = segment
  }
  const first = inOrder[0]?.words[0]
  const usual = main.words.reduce((best, each) => (each.text.length > best.text.length ? each : best))
  return {
    ...enclosing(inOrder),
    text,
    size: main.size,
    bold: bold > 0.8 * letters,
    italic: italic > 0.8 * letters,
    family: usual.family ?? '',
    ink,
    fixedPitch: fixedPitch === letters,
    baseline: main.baseline,
    rightToLeft: toTheLeft,
    hyphenated: last !== undefined && (last.hyphenated || endsWithHyphen.test(last.text)),
    parts,
    markerIsSetOff,
    firstIsRaised:
      first !== undefined && first.size < 0.85 * main.size && first.baseline < main.baseline - 0.1 * main.size,
    looks,
    ...(keepWords ? { words } : {}),
    ...(last?.confidence === undefined ? {} : { confidence: confidence / count }),
  }
}

/** Letters that run to the left, less those that run to the right; figures are of no direction. */
function leftward(segments: readonly TextSegment[]): number {
  let balance = 0
  for (const { words } of segments) {
    for (const { text, rightToLeft } of words) {
      if (rightToLeft) balance += text.length
      else if (/\p{L}/u.test(text)) balance -= text.length
    }
  }
  return balance
}

const hasLeftward = (segments: readonly TextSegment[]): boolean =>
  segments.some(({ words }) => words.some(({ rightToLeft }) => rightToLeft))

const width = ({ left, right }: Rectangle): number => right - left

const endsWithHyphen = /[\p{L}\d][-\u2010\u00ad]$/u

/** A bullet or number belongs to the text that it stands before, however far it is set off. */
const bulletAlone = /^(?:[•◦▪■●○□◆➢►▶▸✓‣⁃∙·–—*»›→⇒-]|\d{1,2}(?:\.\d{1,2}){0,4}[.)]?|\(?[\p{L}\d]{1,4}[.)])$/u

/** What stands between two lines of one paragraph. */
export const lineBreak = (before: string, after: string): '' | ' ' =>
  isSpaceless(before.at(-1) ?? '') && isSpaceless(after[0] ?? '') ? '' : ' '

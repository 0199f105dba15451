import type { BlockLayer, BlockType } from '@chancery/core'
import { captionStart } from '@chancery/reading/model/caption-start'
import { enclosing, type Rectangle } from './page-geometry.ts'
import type { TextFrame } from './text-frame.ts'
import type { TextLine } from './text-lines.ts'
import { headingLines } from './headings.ts'
import { type ItemMarker, itemMarker } from './item-markers.ts'
import { type ColumnMeasure, endsSentence, listItems } from './list-items.ts'
import { areStacked } from './stacked-lines.ts'
import { sectionNumber } from './section-number.ts'
import { leader, roundSize, type Typography } from './typography.ts'

export type TextType = Exclude<BlockType, 'table' | 'figure'>

/** Lines that stand together in one column of one page. */
export interface BlockPart {
  readonly page: number
  readonly frame: TextFrame
  readonly lines: TextLine[]
}

/** A block before it has its place in the text. */
export interface LineBlock {
  readonly kind: 'text'
  readonly type: TextType
  readonly level?: number
  readonly marker?: string
  /** How many block quotes it stands in; absent: none. */
  readonly quote?: number
  /** Absent: what its type usually is. */
  readonly layer?: BlockLayer
  /** Length of the marker and what parts it from the text, at the start of the first line. */
  readonly markerLength: number
  readonly parts: BlockPart[]
}

interface LinesMeasure extends ColumnMeasure {
  readonly isStacked: boolean
}

interface LineKind {
  readonly type: TextType
  readonly level?: number
  readonly marker?: string
  readonly markerLength: number
}

/**
 * Parts the lines of one column into headings, list items, captions, notes and paragraphs.
 * @param column its edges: a table may part a few short lines from the rest
 */
export function lineBlocks(
  lines: readonly TextLine[],
  typography: Typography,
  page: number,
  frame: TextFrame,
  column: Edges,
): LineBlock[] {
  const measure = { ...measureOf(lines), ...column, isStacked: areStacked(lines) }
  const headings = headingLines(lines, typography, measure)
  const items = listItems(lines, measure, typography.itemCounts)
  const blocks: LineBlock[] = []
  let above: TextLine | undefined
  for (const [index, line] of lines.entries()) {
    const kind = kindOf(line, typography, frame, above, headings.get(line), items[index])
    const block = blocks.at(-1)
    const own = block?.parts[0]?.lines
    if (
      block !== undefined &&
      own !== undefined &&
      above !== undefined &&
      goesOn(block, own, above, line, kind, measure, lines[index + 1])
    ) {
      own.push(line)
    } else blocks.push({ kind: 'text', ...kind, parts: [{ page, frame, lines: [line] }] })
    above = line
  }
  return blocks
}

function measureOf(lines: readonly TextLine[]): ColumnMeasure {
  const { left, right } = enclosing(lines)
  const gaps = lines.slice(1).map((line, at) => line.top - (lines[at]?.bottom ?? 0))
  return { left, right, gap: gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0 }
}

function goesOn(
  block: LineBlock,
  own: readonly TextLine[],
  above: TextLine,
  line: TextLine,
  kind: LineKind,
  measure: LinesMeasure,
  next: TextLine | undefined,
): boolean {
  if (block.type === 'code') return kind.type === 'code' && line.top - above.bottom < 2 * line.size
  if (line.parts > 1 || above.parts > 1) return false
  if (block.type === 'heading') {
    return (
      kind.type === 'heading' &&
      kind.level === block.level &&
      above.bold === line.bold &&
      isSameType(above, line) &&
      isNear(above, line) &&
      sectionNumber(line.text) === undefined &&
      !isTitleOfItsOwn(above, line, measure) &&
      own.length < 4
    )
  }
  if (block.type === 'caption')
    return kind.type === 'paragraph' && isSameType(above, line) && isNear(above, line) && own.length < 5
  if (
    kind.type !== 'paragraph' &&
    !(block.type === 'footnote' && kind.type === 'footnote' && kind.marker === undefined)
  )
    return false
  if (block.type === 'list-item' || block.type === 'footnote') {
    const [first] = own
    // What goes on stands under the text, not under the marker; or the line above was full.
    const isUnder =
      first !== undefined && (line.rightToLeft ? line.right < first.right - 2 : line.left > first.left + 2)
    if (isUnder ? isParagraphOfItsOwn(above, line, measure) : isAfterItem(block, own, line)) return false
    if (
      isUnder &&
      isSameType(above, line) &&
      line.top - above.bottom < Math.max(measure.gap + 0.3 * line.size, 0.6 * line.size)
    ) {
      return own.length === 1 || Math.abs(line.left - above.left) < 2 * line.size || line.rightToLeft
    }
  }
  return continues(block, own, above, line, measure, next)
}

/** The first word of a title would have stood in the line above with room to spare, if it were of the same one. */
function isTitleOfItsOwn(above: TextLine, line: TextLine, measure: ColumnMeasure): boolean {
  const { rightToLeft } = line
  const shift = rightToLeft ? above.right - line.right : above.left - line.left
  const isCentred = Math.abs(above.left + above.right - line.left - line.right) < 2 * line.size
  if ((isCentred && Math.abs(shift) > 0.5 * line.size) || rightToLeft !== above.rightToLeft) return false
  return /^[\p{Lu}\p{Lo}\p{N}]/u.test(line.text) && roomBeside(above, line, measure) > 6 * line.size
}

/** A sentence ended early in the line above: what follows is no part of the item, though it is as far in. */
const isParagraphOfItsOwn = (above: TextLine, line: TextLine, measure: ColumnMeasure): boolean =>
  endsSentence(above.text) &&
  /^[\p{Lu}\p{Lo}]/u.test(line.text) &&
  Math.abs(line.left - above.left) < 0.5 * line.size &&
  roomBeside(above, line, measure) > 6 * line.size

/** In heights of a line. */
const parted = 0.5

/** A sentence ended in an item, and the next one begins outside of it: the item's other lines are set in, or a bullet's would be, or there is a gap. */
function isAfterItem({ marker = '' }: LineBlock, own: readonly TextLine[], line: TextLine): boolean {
  const [first, ...others] = own
  const above = own.at(-1)
  if (first === undefined || above === undefined) return false
  if (!endsSentence(above.text) || !/^[\p{Lu}\p{Lo}]/u.test(line.text)) return false
  const hangs = others.every(({ left, right, rightToLeft }) =>
    rightToLeft ? right < first.right - 2 : left > first.left + 2,
  )
  if (!hangs) return false
  return (
    others.length > 0 || !/[\p{L}\p{N}]/u.test(marker) || line.top - above.bottom > parted * (line.bottom - line.top)
  )
}

/** What would be left beside a line if the first word of the next one stood in it. */
function roomBeside(above: TextLine, line: TextLine, measure: ColumnMeasure): number {
  const [first = ''] = line.text.split(/\s/, 1)
  const needed = ((line.right - line.left) * first.length) / Math.max(1, line.text.length)
  return (line.rightToLeft ? above.left - measure.left : measure.right - above.right) - needed
}

/** A line as long as this is prose, though it may be narrower than what else is on the page. */
const longLine = 40

/** A line belongs to the paragraph above if it follows closely, in the same type, and the line above was full. */
function continues(
  { type }: LineBlock,
  own: readonly TextLine[],
  above: TextLine,
  line: TextLine,
  measure: LinesMeasure,
  next: TextLine | undefined,
): boolean {
  const height = line.bottom - line.top
  const gap = line.top - above.bottom
  if (!isSameType(above, line) || gap > Math.min(measure.gap + 0.35 * height, height)) return false
  const ownGap = own.length > 1 ? above.top - (own.at(-2)?.bottom ?? 0) : undefined
  if (ownGap !== undefined && gap > ownGap + 0.35 * height) return false
  if (leader.test(above.text)) return false
  if (above.hyphenated && /^\p{Ll}/u.test(line.text)) return true
  if (startsWithLabel.test(line.text)) return false
  if (isCentered(above, measure) && isCentered(line, measure)) return gap < 0.5 * height
  if (measure.isStacked) return false
  const start = line.rightToLeft ? above.right - line.right : line.left - above.left
  // The second line may stand out to the left of the first; later ones only go in where a paragraph begins.
  const hanging = (type === 'list-item' ? 8 : 4) * line.size
  if (Math.abs(start) > hanging) return false
  const beginsIndented =
    own.length > 1 && start > 0.9 * line.size && next !== undefined && isOutOf(next, line) && isOutOf(above, line)
  if (beginsIndented) return false
  if (own.length === 1 && gap > parted * height && !goesOnBelowGap(above, line)) return hasNoRoom(above, line, measure)
  return isFull(own, above, line, measure)
}

/** A line below a gap goes on in the same sentence and fills as much of the column, or ends the sentence. */
const goesOnBelowGap = (above: TextLine, line: TextLine): boolean =>
  /^\P{L}*\p{Ll}/u.test(line.text) &&
  (line.right - line.left > 0.8 * (above.right - above.left) || endsSentence(line.text))

type Edges = Pick<Rectangle, 'left' | 'right'>

/**
 * Whether the first word of a line had no room in the line above: beside what is in its column, or in its own paragraph.
 * @param own the lines of the paragraph up to the one above
 */
export function isFull(own: readonly TextLine[], above: TextLine, line: TextLine, column: Edges): boolean {
  return (
    hasNoRoom(above, line, column) ||
    (above.text.length >= longLine && hasNoRoom(above, line, enclosing([...own.slice(-5), line])))
  )
}

/** The first word of a line had no room beside the line above. */
function hasNoRoom(above: TextLine, line: TextLine, { left, right }: Edges): boolean {
  const firstWord = /^\S*/.exec(line.text)?.[0] ?? ''
  const wordWidth = ((line.right - line.left) * firstWord.length) / Math.max(line.text.length, 1)
  return (above.rightToLeft ? above.left - left : right - above.right) < wordWidth + 2 * line.size
}

const isOutOf = (line: TextLine, indented: TextLine): boolean =>
  indented.rightToLeft
    ? line.right > indented.right + 0.7 * indented.size
    : line.left < indented.left - 0.7 * indented.size

const isCentered = ({ left, right, size }: TextLine, measure: ColumnMeasure): boolean =>
  left - measure.left > 2 * size &&
  measure.right - right > 2 * size &&
  Math.abs(left - measure.left - (measure.right - right)) < size

const isSameType = (one: TextLine, other: TextLine): boolean =>
  Math.abs(roundSize(one.size) - roundSize(other.size)) <= 0.5 && (one.bold === other.bold || other.text.length > 60)

const startsWithLabel = /^[\p{Lu}\p{Lo}\p{N}][\p{L}\p{N} .’'/-]{0,29}[:：](?:\s|$)/u

const isNear = (above: TextLine, line: TextLine): boolean => line.top - above.bottom < 0.7 * (line.bottom - line.top)

function kindOf(
  line: TextLine,
  typography: Typography,
  frame: TextFrame,
  above: TextLine | undefined,
  headingLevel: number | undefined,
  item: ItemMarker | undefined,
): LineKind {
  // A line of code that is set off, as by bold keywords, is one all the same.
  const isInCode = above?.fixedPitch === true && isNear(above, line)
  if (line.fixedPitch && !typography.isFixedPitch && (headingLevel === undefined || isInCode))
    return { type: 'code', markerLength: 0 }
  if (isNoteLine(line, typography, frame)) {
    const note = noteMarker(line)
    if (note !== undefined) return { type: 'footnote', ...note }
  }
  const isMidParagraph =
    above !== undefined &&
    isSameType(above, line) &&
    isNear(above, line) &&
    !/[.!?:]$/.test(above.text) &&
    above.text.length > 30
  if (captionStart.test(line.text) && !isMidParagraph) return { type: 'caption', markerLength: 0 }
  if (headingLevel !== undefined) return { type: 'heading', level: headingLevel, markerLength: 0 }
  if (item === undefined || leader.test(line.text)) return { type: 'paragraph', markerLength: 0 }
  return { type: 'list-item', level: 1, marker: item.marker, markerLength: item.markerLength }
}

/** The marker of what is known to be an item of a list, by tags or by what a provider says. */
export function listMarker(text: string): { readonly marker: string; readonly markerLength: number } | undefined {
  const found = itemMarker(text)
  return found === undefined ? undefined : { marker: found.marker, markerLength: found.markerLength }
}

/** Small type at the foot of the page. */
const isNoteLine = ({ size, top }: TextLine, { bodySize }: Typography, { height }: TextFrame): boolean =>
  size <= bodySize * 0.93 && top > 0.45 * height

function noteMarker({
  text,
  firstIsRaised,
}: TextLine): { readonly marker: string; readonly markerLength: number } | undefined {
  const found = /^((?:\d{1,3}|[*†‡§]{1,3}|[¹²³⁴⁵⁶⁷⁸⁹⁰]{1,3})[.)]?)\s*(?=\D)/u.exec(text)
  const marker = found?.[1]
  if (found === null || marker === undefined) return undefined
  const isSetOff =
    firstIsRaised ||
    found[0].length > marker.length ||
    !/^\d+$/.test(marker) ||
    /^\p{Lu}/u.test(text.slice(marker.length))
  return isSetOff ? { marker, markerLength: found[0].length } : undefined
}

export const placeOf = (lines: readonly TextLine[]): Rectangle => enclosing(lines)

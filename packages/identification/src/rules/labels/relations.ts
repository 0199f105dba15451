import { anyCase } from '../any-case.ts'
import { type Cell, cellsBelow, cellsOf } from '../columns.ts'
import { firstAtOrAfter, lastAtOrBefore, lineAt, type Line, type TextIndex } from '../text-index.ts'
import type { LabelHit } from './label-hits.ts'
import type { Runs } from './stacked-labels.ts'

/** Where the value of a label may stand, and how well that place fits. */
export interface Place {
  readonly start: number
  readonly end: number
  /** 0 to 1, for a value that begins right at `start`. */
  readonly fit: number
  readonly method: 'label' | 'table' | 'form'
  /** A mark divides label and value, so that any text may be the value. */
  readonly divided: boolean
  /** The label opens its line, so that the rest of the line may be its value without a mark. */
  readonly opens?: boolean
  /** Further words stand between the label and its mark: `Loyer mensuel hors charges : 595 €`. */
  readonly isQualified?: boolean
  /** Those words have no mark behind them but a gap: `Nebenkosten akonto      190.–`. */
  readonly isGap?: boolean
  /** The label ends its line without a mark, which may be a word of a sentence. */
  readonly isWrapped?: boolean
  /** Words between say that a number follows: `RCS de Bordeaux sous le numéro 488 765 432`. */
  readonly isNumbered?: boolean
  /** How far an address may go on below the label's line. */
  readonly addressEnd?: number
  /** The cells below the label, where others stand beside them. */
  readonly column?: readonly Cell[]
  /** Where the lines of a block end that begins at `start`: an address has several. */
  readonly blockEnd?: number
}

const divider = new RegExp(
  anyCase(
    String.raw`^[)）]?(?:[ ]?/[ ]?\p{L}[\p{L} .]{1,24}(?=[:：\t]|[ ]*(?:\r?\n|$)))?[°º]?[ \t]{0,8}(?:\((?!(?:\p{Lu}{3} |\p{Sc} ?)?\d[\d.,’']*[.,]\d\d(?!\d)|\d{2,5}\) ?\d)[^()\n]{0,24}\)[ \t]{0,4}|（[^（）\n]{0,16}）)?(?:(?:[ ]?(?:sob|con|com|mit|with)(?: (?:o|el|il|the|der))? )?-?(?:no|nr|n°|nº|n\.º|number|num|número|numero|numéro|Nummer|#)(?![\p{L}\d])[.]?[ \t]{0,4})?((?:[.]?[:：=#?]|[.…_]{2,40}|[|]|\t|[ ]{2,}|[ ]?[-–—](?=[ ]))(?:[ \t:：._|…]|-(?![\d\p{Sc}])){0,60}|[.])?[ \t]{0,40}(?:(?:is|was|are|ist|lautet|est|es|è|é)[ ])?`,
  ),
  'u',
)

/** At most this many lines hold labels before their values. */
const maxRun = 8

/** The next line that has text, within a few. */
function nextLine(index: TextIndex, number: number): Line | undefined {
  for (let next = number + 1; next <= number + 3; next += 1) {
    const line = index.lines[next]
    if (line && /\S/.test(index.text.slice(line.start, Math.min(line.end, line.start + 200)))) return line
  }
  return undefined
}

/** The cell below that of a label, in a line of as many. */
function cellBelow(index: TextIndex, line: Line, offset: number): Cell | undefined {
  const { text } = index
  const below = index.lines[line.number + 1]
  if (!below || below.end - below.start > 4000 || offset - line.start > 4000) return undefined
  const own = cellsOf(text, line)
  if (own.length < 2) return undefined
  const cells = cellsOf(text, below)
  return cells.length === own.length ? cells[lastAtOrBefore(own, offset)] : undefined
}

/** The cell that begins where a label does, one or two lines below it: columns that spaces make, or tabs. */
function cellUnder(index: TextIndex, line: Line, offset: number): Cell | undefined {
  const { text } = index
  if (text.slice(line.start, Math.min(line.end, line.start + 4000)).includes('\t'))
    return cellBelow(index, line, offset)
  const below = nextLine(index, line.number)
  if (!below || below.number > line.number + 2 || below.end - below.start > 4000) return undefined
  const cell = cellsOf(text, below).find(({ start }) => Math.abs(start - below.start - (offset - line.start)) <= 2)
  return cell && { start: cell.start, end: cell.end }
}

const mostBlockLines = 7

/** Where the lines end below a label's own that may have its address: not beyond a blank line or another label. */
function addressEnd(index: TextIndex, own: Line): number {
  let { end } = own
  for (let number = own.number + 1; number < own.number + mostBlockLines - 1; number += 1) {
    const line = index.lines[number]
    const raw = line && index.text.slice(line.start, Math.min(line.end, line.start + 200))
    if (!line || raw === undefined || !/\S/.test(raw) || otherLabel.test(raw.trimStart())) break
    end = Math.min(line.end, own.end + 300)
  }
  return end
}

/** Where the lines end that follow one without an empty line between. */
function blockEnd(index: TextIndex, first: Line): number {
  let last = first
  for (let number = first.number + 1; number < first.number + mostBlockLines; number += 1) {
    const line = index.lines[number]
    if (!line || !/\S/.test(index.text.slice(line.start, Math.min(line.end, line.start + 200)))) break
    last = line
  }
  return Math.min(last.end, first.start + 400)
}

/** Words that say more of a label before its mark. */
const qualification =
  /^(?: (?:\([^()\n:]{1,24}\)|[\p{L}][\p{L}.'’-]{0,20})){1,5}(?: ?[:：][ \t]{0,40}|[ ]{3,40}(?=\S)|\t)/u
/** A label by its mark, also one that no list knows. */
const otherLabel = /^\p{L}[\p{L} .'’#/()-]{0,30}[:：]/u
/** Whose register it is, and that its number follows. */
const ofRegister =
  /^(?: (?!(?:and|und|et|y|e|en|i)\s)[\p{L}'’.-]{1,24}){1,5} (?:n[°º.]|no\.?|nr\.?|number|numéro|numero|número|nummer|numerem|číslem|№)[ :]{1,2}(?=[\p{L}\d./-]*\d)/iu
/** What parts a label from the words before it, and what marks it. */
const markAfter = /^[ ]?(?:[.]?[:：=#]|[.…_]{2}|\t| {2}|\||$|\r?\n)/u
const gapBefore = /(?:^|\t| {2}|\||\n|[;,•])[ ]?$/u

/** Whether a label behind another ends its value, though it may be a word of it: one of another kind needs a mark. */
export const endsValues = (text: string, hit: LabelHit): boolean =>
  markAfter.test(text.slice(hit.end, hit.end + 4)) || gapBefore.test(text.slice(Math.max(0, hit.start - 3), hit.start))

/** Two labels side by side are words of one: `Totaal te betalen`. */
const isOfLabel = (text: string, before: LabelHit | undefined, { start }: LabelHit): boolean =>
  before !== undefined && start - before.end === 1 && text[before.end] === ' '

/**
 * The places of a label's value, the best first: after it, in the cell below, on the following lines.
 * @param hit the label at `at`, or one that it begins with
 * @param bounds whether a label behind it ends its value
 */
export function placesOf(
  index: TextIndex,
  hits: readonly LabelHit[],
  at: number,
  hit: LabelHit,
  runs: Runs,
  header: boolean,
  bounds: (hit: LabelHit) => boolean,
): Place[] {
  const { text } = index
  const line = lineAt(index, hit.start)
  const match = divider.exec(text.slice(hit.end, Math.min(line.end, hit.end + 160)))
  const start = Math.min(line.end, hit.end + (match?.[0].length ?? 0))
  const divided = match?.[1] !== undefined && match[1] !== '.'
  const places: Place[] = []
  const isMarked = /[:：\t]| {2}/u.test(match?.[1] ?? '')
  // `Bill to:        Invoice #: 12`: two columns, whose values are below.
  const besideGap = /[:：][ \t]{0,60}(?:\t| {2,})$/u.test(match?.[0] ?? '')
  let next = firstAtOrAfter(hits, hit.end)
  // `Name      Date of birth`: what stands in the next cell is a label as well, and the values are below.
  const beside = hits[lastAtOrBefore(hits, start)]
  const isHeading =
    (beside?.start === start &&
      /^(?:\t| {2,})$/.test(match?.[1] ?? '') &&
      /^\)?(?:\([^()\n]{1,12}\))?(?:\t| {2,}|\r?\n|$)/.test(text.slice(beside.end, beside.end + 16))) ||
    ((besideGap || /^(?:\t| {2,})$/.test(match?.[1] ?? '')) &&
      otherLabel.test(text.slice(start, Math.min(line.end, start + 40))))
  // A label without a mark after it, such as a word in a sentence, ends no value.
  while (hits[next] && (hits[next]?.start ?? 0) < line.end && (hits[next]?.start ?? 0) <= start) next += 1
  const far = Math.min(line.end, start + 600)
  for (let other = hits[next]; other && other.start < far && !bounds(other); other = hits[next]) next += 1
  const stop = Math.min(line.end, hits[next]?.start ?? line.end)
  const blank = /^[ \t]{0,4}[,;]?[ \t]{0,4}$/.test(text.slice(start, Math.min(line.end, start + 12)))
  const lead = text.slice(line.start, Math.min(hit.start, line.start + 60))
  const opens =
    hit.start - line.start < 40 &&
    /^[\s\p{P}\d]*(?:[IVX]{1,5}[.)][ \t]{1,4})?(?:(?:the|der|die|das|le|la|les|el|los|il|o|a|os|de|het|our|your|unsere?|ihre?|nos|notre|votre|nuestr[oa]|su|nostr[oa]|vostr[oa]|noss[oa]|ons|onze|uw|less|plus)[ ]|l['’])?$/iu.test(
      isOfLabel(text, hits[at - 1], hit)
        ? text.slice(line.start, Math.min(hits[at - 1]?.start ?? hit.start, line.start + 60))
        : lead,
    )
  if (!blank && stop > start && !header && !isHeading) {
    const opening = opens
      ? 1
      : divided && /(?:\t| {2})$/.test(text.slice(Math.max(0, hit.start - 2), hit.start))
        ? 0.99
        : 0.92
    places.push({
      start,
      end: stop,
      fit: (divided ? 1 : 0.85) * opening,
      method: 'label',
      divided,
      opens,
      ...(stop === line.end ? { addressEnd: addressEnd(index, line) } : {}),
    })
  }
  const numbered = divided ? undefined : ofRegister.exec(text.slice(hit.end, Math.min(line.end, hit.end + 90)))?.[0]
  if (numbered !== undefined)
    places.push({
      start: hit.end + numbered.length,
      end: line.end,
      fit: 0.9,
      method: 'label',
      divided: true,
      isNumbered: true,
    })
  const qualified =
    isMarked || header || !opens
      ? undefined
      : qualification.exec(text.slice(hit.end, Math.min(line.end, hit.end + 120)))
  if (qualified && hit.end + qualified[0].length < line.end) {
    const place = { end: line.end, method: 'label', divided: true, opens } as const
    const isGap = !/[:：]/u.test(qualified[0])
    places.push({ ...place, start: hit.end + qualified[0].length, fit: 0.95, isQualified: true, isGap })
  }
  const inColumn = blank && !opens && gapBefore.test(text.slice(Math.max(0, hit.start - 3), hit.start))
  const under = isHeading || inColumn ? cellUnder(index, line, hit.start) : undefined
  if (under) places.push({ ...under, fit: 0.86, method: 'table', divided: true, column: cellsBelow(index, under) })
  const below = under ? undefined : cellBelow(index, line, hit.start)
  if (below)
    places.push({
      ...below,
      fit: header || stop < line.end || (hits[at - 1]?.start ?? -1) >= line.start ? 0.85 : 0.5,
      method: 'table',
      divided: true,
    })
  // A word at the end of a wrapped line is no label of the next one.
  if (blank && !divided && (!opens || start < line.end)) {
    const next = nextLine(index, line.number)
    if (next)
      places.push({
        start: next.start,
        end: next.end,
        fit: 0.85,
        method: 'label',
        divided: false,
        isWrapped: true,
        blockEnd: blockEnd(index, next),
      })
  }
  const isEmpty = start >= line.end
  if (isEmpty && (opens || divided) && !(inColumn && under)) {
    let first = line.number
    while (first > line.number - maxRun && runs.lone.has(first - 1)) first -= 1
    let last = line.number
    while (last < line.number + maxRun && runs.lone.has(last + 1)) last += 1
    const count = last - first + 1
    const stacked = runs.stacked.get(line.number)
    const beyond = stacked ?? (count > 1 ? last + 1 + (line.number - first) : undefined)
    const own = beyond === undefined ? nextLine(index, line.number) : index.lines[beyond]
    if (own && own.end > own.start) {
      const skip =
        /^[\s:]*(?:(?:no|nr)\.[ \t]|n[°º][ \t]?|#[ \t]?)?/iu.exec(text.slice(own.start, own.start + 8))?.[0].length ?? 0
      places.push({
        start: own.start + skip,
        end: own.end,
        fit: stacked === undefined && count > 1 ? 0.75 : divided ? 0.9 : 0.88,
        method: 'label',
        divided: true,
        ...(beyond === undefined ? { blockEnd: blockEnd(index, own) } : {}),
      })
      const after = nextLine(index, own.number)
      if (after && beyond === undefined)
        places.push({ start: after.start, end: after.end, fit: 0.55, method: 'label', divided: false })
    }
  }
  return places
}

import type { Candidate } from '../candidate.ts'
import { firstAtOrAfter, lastAtOrBefore, type TextIndex } from '../text-index.ts'
import { monthNumbers } from './month-names.ts'

/** A stretch of the text, in UTF-16 units. */
export type Piece = Pick<Candidate, 'start' | 'end'>

/** What ends the way back from a town: what an address has not. */
const noAddress =
  /[:;@()"“”„«»!?]|(?<!\p{L})(?:of|at) (?=\d|(?:Flat|Unit|Level|House|Plot|Suite|Apt|The|No)(?!\p{L}))|(?:\t| {3})[^\n]*\n|\n[ \t]*\r?\n|(?<=\p{L}{4})\.\s|(?<![\p{L}'’])(?!(?:de|da|do|das|dos|del|della|dei|di|du|des|la|las|le|les|los|van|von|der|den|dem|the|of|on|and|und|et|am|im|an|in|bus|nave|piso|apto|planta|local|portal|bajo|lote|escalera|bâtiment|bât|appt|étage|bis|ter|lokal|floor|near|km|sala|loja|st|kl|tv|th|mf|nr|int|interno|byt|patro|krt|utca|tér|út)(?![\p{L}]))\p{Ll}{2,}(?![\p{L}'’])/gu
const partDivider = /,[ ]|,(?!\d)|,?[ \t]*\r?\n[ \t]*|[ ][-–—·•|][ ]/gu
/** A part of an address: a place or a street, or what numbers a house, a floor, a unit. */
const addressPart =
  /^(?:[\p{Lu}\d]|(?:bus|nave|piso|apto|local|portal|lote|lokal|m|bte|box|km|sala|loja|nr|n)\.? ?\d|(?:st|kl)\. ?(?:tv|th|mf)|n\.?[º°])[\p{L}\p{M}\d .'’ºª°/#&-]{0,44}$/u
const dayOrSum =
  /\d{1,2}[./-]\d{1,2}[./-]|(?:19|20)\d\d|\d{7}|\d{5,}[-/]\d{3}|\d[.,]\d\d(?!\d)|\p{Sc}|(?<!\p{L})(?:EUR|USD|GBP|CHF|PLN|SEK|(?<!(?:house|flat|plot|shop|door|unit|lot|room|block) )(?:no|nr|num)(?=\.))(?!\p{L})/iu
const wayBack = 150
const letteredCode = /\p{Lu}\d{1,2}\p{Lu}? \d\p{Lu}{2}$/u
const aloneNumber = /^(?:n\S{0,3} ?)?\d{1,5} ?[a-z]?(?=,|\s*\n|$)/iu
/** British and Irish houses have names, and their streets no number. */
const streetWord =
  /(?:Street|Road|Lane|Avenue|Close|Drive|Way|Row|Green|Hill|Terrace|Crescent|Mews|Square|Yard|House|Park|Court|Place|Farm|Mill|Wharf|Quay|Estate|Buildings|Gardens|Parade|Walk|Grove|Rise|Gate|Common|Rectory|Vicarage|Cottage|Lodge|Barn|Manor|Hall|Grange|Villas?|Chapel|Priory|Stables|Granary|Farmhouse|Bungalow|Mansions|Chambers)$/u

/** What may stand between a street and its town. */
const besides = /^,?[ \t]*(?:\r?\n)?[ \t]*$/
const mostBeside = 8
const mostParts = 5
/** A number of a house alone, or behind its street in the next part: `Carrer de la Rosa, 17`. */
const numberOfHouse = 12

/**
 * What stands between the name of somebody and a town with its postcode, where it has a number of a house, a unit or the
 * like: addresses without any word for a street (`Unit 7, Brunel Yard`, `Polígono Las Arenas, nave 12`).
 * @param names in order; none of them is part of an address
 * @param streets in order, those that are known by a word: above the line of one stands no part of its address, and where
 * its town is behind it the next address begins
 */
export function partsBeforeTowns(
  { text, words }: TextIndex,
  towns: readonly Piece[],
  names: readonly Candidate[],
  streets: readonly Piece[],
): readonly Piece[] {
  const months = words.filter(({ start, end, folded }) => end - start >= 3 && monthNumbers.has(folded))
  const found: Piece[] = []
  let wholeUntil = 0
  for (const town of towns) {
    const street = streets[lastAtOrBefore(streets, town.start - 1)]
    const piece = pieceBefore({ text, months, town, street }, textBefore(text, town, names, wholeUntil))
    if (piece !== undefined) found.push(piece)
    if (piece !== undefined || isBeside(text, street, town)) wholeUntil = town.end
  }
  return found
}

/** Whether a town stands right behind a street. */
const isBeside = (text: string, street: Piece | undefined, town: Piece): boolean =>
  street !== undefined && town.start - street.end <= mostBeside && besides.test(text.slice(street.end, town.start))

/** The text before a town that may be of its address. */
interface Before {
  readonly text: string
  /** Its offset in the whole text. */
  readonly from: number
  /** The name of somebody ends where it begins. */
  readonly isBehindName: boolean
}

/** Back to the address or the name before it, or to what an address has not. */
function textBefore(text: string, town: Piece, names: readonly Candidate[], wholeUntil: number): Before {
  const name = names[lastAtOrBefore(names, town.start - 1)]
  const ofName = name === undefined || name.end > town.start ? 0 : name.end
  const from = Math.max(wholeUntil, town.start - wayBack, ofName)
  const before = text.slice(from, town.start)
  const stop = [...before.matchAll(noAddress)].at(-1)
  if (stop === undefined) return { text: before, from, isBehindName: from === name?.end }
  const opened = stop.index + stop[0].length
  return { text: before.slice(opened), from: from + opened, isBehindName: false }
}

/** The parts between commas and lines, the last first; none where no divider stands before the town. */
function partsOf(before: string): Piece[] {
  const dividers = Array.from(before.matchAll(partDivider), ({ 0: raw, index }) => ({
    start: index,
    end: index + raw.length,
  }))
  if (dividers.at(-1)?.end !== before.length) return []
  return dividers
    .map(({ start }, at) => ({ start: dividers[at - 1]?.end ?? 0, end: start }))
    .toReversed()
    .slice(0, mostParts)
}

/** A town, and what is known of the text before it. */
interface Town {
  readonly text: string
  readonly town: Piece
  /** The last one before it. */
  readonly street: Piece | undefined
  /** Names of months in the text, in order. */
  readonly months: readonly Piece[]
}

function pieceBefore(town: Town, before: Before): Piece | undefined {
  const parts = partsOf(before.text)
  const start = startOfAddress(town, before, parts)
  const end = parts[0]?.end
  if (start === undefined || end === undefined || !/\p{L}{3}/u.test(before.text.slice(start))) return undefined
  return { start: before.from + start, end: before.from + end }
}

/** Where the first part begins that an address of the town has, in the text before it. */
function startOfAddress(
  { text, town, street, months }: Town,
  { text: before, from, isBehindName }: Before,
  parts: readonly Piece[],
): number | undefined {
  const isLettered = letteredCode.test(text.slice(town.start, town.end))
  const hasMonth = ({ start, end }: Piece): boolean =>
    (months[firstAtOrAfter(months, from + start)]?.end ?? Infinity) <= from + end
  let start: number | undefined
  for (const part of parts) {
    const raw = before.slice(part.start, part.end)
    const lead = /^\s*(?:(?:of|at|in|an|en|te) )?/u.exec(raw)?.[0].length ?? 0
    const begin = part.start + lead
    if (!addressPart.test(raw.slice(lead).trim()) || dayOrSum.test(raw) || hasMonth(part)) break
    // The first line of a paper is a name.
    if (from + part.start < 40 && /^\s*\n/.test(before.slice(part.end)) && text.slice(0, from + begin).trim() === '')
      break
    const isAboveStreet = street !== undefined && street.start >= from + part.end
    if (isAboveStreet && before.slice(part.end, street.start - from).includes('\n')) break
    const isBelowName = isBehindName && part.start === 0 && /^[ ,]*\r?\n/.test(before.slice(0, 4))
    const isStreetOfNumber =
      start !== undefined &&
      !before.slice(begin, start).includes('\n') &&
      aloneNumber.test(before.slice(start, part.end + numberOfHouse))
    if (/\d/.test(raw) || isBelowName || isStreetOfNumber || (isLettered && streetWord.test(raw.trim()))) start = begin
  }
  return start
}

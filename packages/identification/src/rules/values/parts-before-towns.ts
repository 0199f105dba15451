import type { Candidate } from '../candidate.ts'
import { firstAtOrAfter, lastAtOrBefore, type TextIndex } from '../text-index.ts'
import { monthNumbers } from './month-names.ts'

/** A stretch of the text, in UTF-16 units. */
export type Piece = Pick<Candidate, 'start' | 'end'>

/** What ends the way back from a town: what an address has not. */
const noAddress =
  /[:;@()"“”„«»!?]|(?<!\p{L})(?:of|at) (?=\d|(?:Flat|Unit|Level|House|Plot|Suite|Apt|The|No)(?!\p{L}))|\n[ \t]*\r?\n|(?<=\p{L}{4})\.\s|(?<![\p{L}'’])(?!(?:de|da|do|das|dos|del|della|dei|di|du|des|la|las|le|les|los|van|von|der|den|dem|the|of|on|and|und|et|am|im|an|in|bus|nave|piso|apto|planta|local|portal|bajo|lote|escalera|bâtiment|bât|appt|étage|bis|ter|lokal|floor|near|km|sala|loja|st|kl|tv|th|mf|nr|int|interno|byt|patro|krt|utca|tér|út)(?![\p{L}]))\p{Ll}{2,}(?![\p{L}'’])/gu
const partDivider = /,[ ]|,(?!\d)|,?[ \t]*\r?\n[ \t]*|[ ][-–—·•|][ ]/gu
/** A part of an address: a place or a street, or what numbers a house, a floor, a unit. */
const addressPart =
  /^(?:[\p{Lu}\d]|(?:bus|nave|piso|apto|local|portal|lote|lokal|m|bte|box|km|sala|loja|nr|n)\.? ?\d|(?:st|kl)\. ?(?:tv|th|mf)|n\.?[º°])[\p{L}\p{M}\d .'’ºª°/#&-]{0,44}$/u
const dayOrSum =
  /\d{1,2}[./-]\d{1,2}[./-]|(?:19|20)\d\d|\d[.,]\d\d(?!\d)|\p{Sc}|(?<!\p{L})(?:EUR|USD|GBP|CHF|PLN|SEK|(?<!(?:house|flat|plot|shop|door|unit|lot|room|block) )(?:no|nr|num)(?=\.))(?!\p{L})/iu
const wayBack = 150
const letteredCode = /\p{Lu}\d{1,2}\p{Lu}? \d\p{Lu}{2}$/u
const aloneNumber = /^(?:n\S{0,3} ?)?\d{1,5} ?[a-z]?(?=,|\s*\n|$)/iu
/** British and Irish houses have names, and their streets no number. */
const streetWord = /(?:Street|Road|Lane|Avenue|Close|Drive|Way|Row|Green|Hill|Terrace|Crescent|Mews|Square)$/u

/** What may stand between a street and its town. */
const besides = /^,?[ \t]*(?:\r?\n)?[ \t]*$/
const mostBeside = 8

/**
 * What stands between the name of somebody and a town with its postcode, where it has a number of a house, a unit or the
 * like: addresses without any word for a street (`Unit 7, Brunel Yard`, `Polígono Las Arenas, nave 12`).
 * @param streets in order: with its town behind it each is an address, and nothing of the next one stands before its end
 * @param names in order; none of them is part of an address
 */
export function partsBeforeTowns(
  { text, words }: TextIndex,
  towns: readonly Piece[],
  streets: readonly Piece[],
  names: readonly Candidate[],
): Piece[] {
  const found: Piece[] = []
  let wholeUntil = 0
  const months = words.filter(({ start, end, folded }) => end - start >= 3 && monthNumbers.has(folded))
  for (const town of towns) {
    const piece = partsBefore({ text, months }, town, wholeUntil, names[lastAtOrBefore(names, town.start - 1)])
    if (piece !== undefined) found.push(piece)
    const street = streets[lastAtOrBefore(streets, town.start - 1)]
    const isBehindStreet =
      street !== undefined && town.start - street.end <= mostBeside && besides.test(text.slice(street.end, town.start))
    if (piece !== undefined || isBehindStreet) wholeUntil = town.end
  }
  return found
}

interface Searched extends Pick<TextIndex, 'text'> {
  /** Names of months among its words, in order. */
  readonly months: readonly Piece[]
}

/** @param wholeUntil where the address before it ends @param name the last one before it */
function partsBefore(
  { text, months }: Searched,
  town: Piece,
  wholeUntil: number,
  name: Candidate | undefined,
): Piece | undefined {
  const from = Math.max(wholeUntil, town.start - wayBack, name === undefined || name.end > town.start ? 0 : name.end)
  const before = text.slice(from, town.start)
  const hasMonth = (start: number, end: number): boolean =>
    (months[firstAtOrAfter(months, from + start)]?.end ?? Infinity) <= from + end
  const stop = [...before.matchAll(noAddress)].at(-1)
  const opened = stop === undefined ? 0 : stop.index + stop[0].length
  const ends = [...before.slice(opened).matchAll(partDivider)].map((match) => [opened + match.index, opened + match.index + match[0].length] as const) // prettier-ignore
  // Right before the town an address has a divider.
  if (ends.at(-1)?.[1] !== before.length) return undefined
  const isLettered = letteredCode.test(text.slice(town.start, town.end))
  let start: number | undefined
  let end = ends.at(-1)?.[0] ?? 0
  for (const [, after] of [...ends.slice(0, -1), [0, opened] as const].toSorted((a, b) => b[1] - a[1]).slice(0, 5)) {
    const raw = before.slice(after, end)
    const lead = /^\s*(?:(?:of|at|in|an|en|te) )?/u.exec(raw)?.[0].length ?? 0
    if (!addressPart.test(raw.slice(lead).trim()) || dayOrSum.test(raw) || hasMonth(after, end)) break
    // The first line of a paper is a name.
    if (from + after < 40 && /^\s*\n/.test(before.slice(end)) && text.slice(0, from + after + lead).trim() === '') break
    const isBelowName =
      stop === undefined &&
      name !== undefined &&
      from === name.end &&
      after === 0 &&
      /^[ ,]*\r?\n/.test(text.slice(name.end, name.end + 4))
    // `Carrer de la Rosa, 17`: a number alone has its street before it.
    const isStreetOfNumber =
      start !== undefined &&
      !/\n/.test(before.slice(after + lead, start)) &&
      aloneNumber.test(before.slice(start, end + 12))
    if (/\d/.test(raw) || isBelowName || isStreetOfNumber || (isLettered && streetWord.test(raw.trim())))
      start = after + lead
    end = ends.find(([, next]) => next === after)?.[0] ?? end
  }
  const last = ends.at(-1)?.[0]
  return start === undefined || last === undefined || !/\p{L}{3}/u.test(before.slice(start))
    ? undefined
    : { start: from + start, end: from + last }
}

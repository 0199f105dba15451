import type { Candidate } from '../candidate.ts'
import type { Place } from '../labels/relations.ts'
import { firstWithin } from '../read-values.ts'
import { isPercentBase } from '../values/percent-base.ts'

/** A plain number behind further words counts something else: "Total number of pages: 12", "Deposit account 4711". */
const isCount = (text: string, { start, end, bare = false }: Candidate, place: Place): boolean =>
  bare && /^\d+(?:[.,]\d)?$/.test(text.slice(start, end)) && /\p{L}/u.test(text.slice(place.start, start))

/** What an amount has behind it where the tax is not in it, or is. */
const isNet =
  /^[ \u00a0]?(?:H\.?T\.?(?!\p{L})|hors taxes?|netto(?!\p{L})|net(?!\p{L})|excl|exkl|ex\.? VAT|zzgl|plus (?:VAT|tax)|\+ ?(?:VAT|IVA|btw|MwSt|USt|TVA))/iu
/** The place behind an amount without tax, where the total follows: `Total : 1 236,90 € HT, soit 1 484,28 € TTC`. */
export function beyondNet(text: string, list: readonly Candidate[], place: Place): Place {
  const value = firstWithin(list, place.start, place.end)
  const next =
    value && isNet.test(text.slice(value.end, value.end + 16)) ? firstWithin(list, value.end, place.end) : undefined
  return value === undefined || next === undefined || next.bare === true ? place : { ...place, start: value.end }
}

/** The place behind amounts that a percentage is of: of `VAT 19% of EUR 100: EUR 19` the tax is the second. */
export function beyondBases(text: string, list: readonly Candidate[], place: Place): Place {
  let beyond = place
  let value = firstWithin(list, place.start, place.end)
  while (value !== undefined && isPercentBase(text, value.start)) {
    beyond = { ...place, start: value.end }
    value = firstWithin(list, value.end, place.end)
  }
  return beyond
}

/** A number of something: `3 items, $45.00`. */
const isOfThings = (text: string, { end, bare = false }: Candidate): boolean =>
  bare && /^ \p{Ll}{3,}/u.test(text.slice(end, end + 5))

/** What is weighed or measured is no amount of money: `Total weight: 1,020 kg`. */
const measure =
  /^[ \u00a0]?(?:kg|g|t|lbs?|km|cm|mm|m|m²|m2|m³|kWh|kW|l|hl|Std|h|hrs?|hours?|Stunden|heures|horas|ore|uur|días?|jours|Tage?|days?|dagen|pcs|Stk|Stück|szt|ks)(?![\p{L}\d])/u

/** Digits in groups that no thousands have are a number of a register: `VAT 884 2210 37`. */
const inGroups = /^\d{2,4}(?: \d{2,4}){2,4}(?![\d.,])/u
const isRegistered = (text: string, { start, bare = false }: Candidate): boolean => {
  const groups = bare ? inGroups.exec(text.slice(start, start + 24))?.[0].split(' ') : undefined
  return groups?.slice(1).some((group) => group.length !== 3) ?? false
}

/** The amount in a column of its own behind what is measured: `Overtime   6 hours   82.80`. */
function behindGap(text: string, list: readonly Candidate[], measured: Candidate, place: Place): Candidate | undefined {
  const next = firstWithin(list, measured.end, place.end)
  if (next === undefined || next.start - measured.end > widestGap) return undefined
  const isApart = /^\S* ?\S{0,8}(?:\t| {2,})\s*$/u.test(text.slice(measured.end, next.start))
  return isApart ? next : undefined
}
/** UTF-16 units from a value to the next column. */
const widestGap = 120

/** The first value of a type at a place, but for numbers that count something else. */
export function firstAt(text: string, list: readonly Candidate[], place: Place): Candidate | undefined {
  const value = firstWithin(list, place.start, place.end)
  if (value === undefined || value.type !== 'money') return value
  if (value.bare === true && measure.test(text.slice(value.end, value.end + 8)))
    return behindGap(text, list, value, place)
  if (isRegistered(text, value)) return undefined
  const next = firstWithin(list, value.end, place.end)
  const isOther = !place.divided || /^(?:(?:19|20)\d\d|\d{7,})$/.test(text.slice(value.start, value.end))
  const isPlain = value.bare === true && /^\d+$/.test(text.slice(value.start, value.end))
  // `profit 2025 of EUR 118,340.17`, `GST (5%) 123456789 RT0001    91.82 $`
  if (isPlain && isOther && next !== undefined && next.bare !== true) return next
  if (isOfThings(text, value) && next !== undefined && next.bare !== true) return next
  if (!isCount(text, value, place)) return value
  return next !== undefined && isCount(text, next, place) ? undefined : next
}

/** The place behind the rate of a tax or discount: `VAT @ 20% £352.40`. */
export function beyondRate(text: string, place: Place): Place {
  const rate = rateAtOnce.exec(text.slice(place.start, Math.min(place.end, place.start + 24)))?.[0].length ?? 0
  return rate === 0 ? place : { ...place, start: place.start + rate }
}
const rateAtOnce =
  /^[ ]?(?:@ ?|at )?\d{1,2}(?:[.,]\d{1,3})? ?%[ \t]{0,8}(?:[:：=][ \t]{0,8})?(?=[-−]?[\p{Sc}\d\p{Lu}])/u

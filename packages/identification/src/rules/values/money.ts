import { candidate, type Candidate } from '../candidate.ts'
import type { Conventions } from '../conventions.ts'
import { currencyOf } from './currencies.ts'
import { readDecimal, writtenNumber } from './decimal.ts'
import { fold } from '../text-index.ts'

const amount = new RegExp(String.raw`(?<!\d|\d[.,'’:/-])${writtenNumber}`, 'gu')
/** Letters that make a dollar one of a country are written with it (`A$5`), or are its code (`CAD $5`). */
const dollarBefore =
  /(?<![\p{L}\p{N}])((?:[A-Z]{1,3}|[a-z]{2,3})\$|(?:US|USD|CAD|AUD|HKD|MXN|NZD|SGD|TWD) \$)[ \u00a0\u202f]{0,2}$/u
const signBefore = /(\p{Sc})[ \u00a0\u202f]{0,2}$/u
const wordBefore = /(?<![\p{L}\p{N}])(\p{L}{2,8})\.?[ \u00a0\u202f]{0,2}$/u
const after =
  /^(?:,[-–—]{1,2}|\.[-–—]{1,2})?[ \u00a0\u202f]{0,2}(?:(?:de|di|of) |d['’])?((?:\p{L}{1,2})?\p{Sc}|\p{L}{2,14}(?: kong)?(?: (?:dollars?|francs?|pounds?|pesos?|kron[aeo]r?|franken|dólares|francos|dollari))?)/iu
const scaleAfter = /^[ \u00a0\u202f-]?(\p{L}{1,10})\.?/u

/** Powers of ten of the scale words that follow amounts. */
const scales: Readonly<Record<string, number>> = {
  thousand: 3, tausend: 3, tsd: 3, mille: 3, mil: 3, mila: 3, duizend: 3, k: 3,
  million: 6, millions: 6, millionen: 6, mio: 6, mn: 6, m: 6, millones: 6, milioni: 6, milione: 6, milhoes: 6, milhao: 6, miljoen: 6,
  billion: 9, billions: 9, bn: 9, milliarden: 9, milliarde: 9, mrd: 9, milliards: 9, milliard: 9, miliardi: 9, miljard: 9, b: 9,
} // prettier-ignore

/** The decimal string times a power of ten, without floating point. */
function scaled(value: string, power: number): string {
  if (power === 0) return value
  const [whole = '', fraction = ''] = value.split('.')
  const digits = fraction.padEnd(power, '0')
  const rest = digits.slice(power).replace(/0+$/, '')
  const head = `${whole}${digits.slice(0, power)}`.replace(/^0+(?=\d)/, '')
  return rest === '' ? head : `${head}.${rest}`
}

interface Sided {
  readonly currency: string
  readonly start: number
  readonly end: number
}

function currencyBeside(text: string, start: number, end: number, how: Conventions): Sided | undefined {
  const ofLeft = currencyBefore(text.slice(Math.max(0, start - 12), start), how)
  if (ofLeft !== undefined) return { currency: ofLeft.currency, start: start - ofLeft.length, end }
  const right = after.exec(text.slice(end, end + 30))
  const words = right?.[1]
  if (!right || words === undefined) return undefined
  const both = currencyOf(words, how)
  if (both !== undefined) return { currency: both, start, end: end + right[0].length }
  const [first = ''] = words.split(' ')
  const ofRight = currencyOf(first, how)
  if (ofRight !== undefined)
    return { currency: ofRight, start, end: end + right[0].length - words.length + first.length }
  return undefined
}

/** The sign, code or abbreviation at the end of a text, and how much of it is that. */
function currencyBefore(
  text: string,
  how: Conventions,
): { readonly currency: string; readonly length: number } | undefined {
  for (const pattern of [dollarBefore, signBefore, wordBefore]) {
    const found = pattern.exec(text)
    const currency = found === null ? undefined : currencyOf((found[1] ?? '').replace(' ', ''), how, 'before')
    if (found !== null && currency !== undefined) return { currency, length: found[0].length }
  }
  return undefined
}

function scaleBeside(text: string, end: number): { readonly power: number; readonly end: number } {
  const match = scaleAfter.exec(text.slice(end, end + 13))
  const word = fold(match?.[1] ?? '')
  const power = Object.hasOwn(scales, word) ? scales[word] : undefined
  return match && power !== undefined ? { power, end: end + match[0].length } : { power: 0, end }
}

/**
 * Amounts: `{amount, currency}`, a decimal string and ISO 4217. An amount with no currency beside it takes the only one
 * that the text uses, and has `null` where the text uses none or several; such are too common to be entities.
 */
export function scanMoney(text: string, how: Conventions): Candidate[] {
  const found: Candidate[] = []
  const loose: { readonly start: number; readonly end: number; readonly raw: string }[] = []
  const currencies = new Set<string>()
  for (const match of text.matchAll(amount)) {
    const end = match.index + match[0].length
    // Part of an identifier: 529900T8.
    if (/^\p{L}+\d/u.test(text.slice(end, end + 8))) continue
    const first = currencyBeside(text, match.index, end, how)
    const scale = scaleBeside(text, end)
    const sided =
      first && first.end > end
        ? first
        : scale.power > 0
          ? (first ?? currencyBeside(text, match.index, scale.end, how))
          : first
    if (!sided) {
      if (
        !/^[ \u00a0\u202f]?[%٪％]/u.test(text.slice(end, end + 2)) &&
        !/[\p{L}\d][-/_.]?$/u.test(text.slice(Math.max(0, match.index - 2), match.index))
      ) {
        loose.push({ start: match.index, end, raw: match[0] })
      }
      continue
    }
    currencies.add(sided.currency)
    const power = sided.end >= scale.end || sided.start < match.index ? scale.power : 0
    const stop = Math.max(sided.end, power > 0 ? scale.end : 0)
    const lead = /[-−(]$/u.exec(text.slice(Math.max(0, sided.start - 1), sided.start))
    const closed = lead?.[0] === '(' && text[stop] === ')'
    const negative = closed || (lead !== null && lead[0] !== '(' && !/[\p{L}\d]/u.test(text[sided.start - 2] ?? ' '))
    const sign = negative ? '-' : ''
    const { value, other } = readDecimal(match[0], how.decimalMark)
    const { currency } = sided
    const alternatives =
      other === undefined ? [] : [{ value: { amount: sign + scaled(other, power), currency }, confidence: 0.25 }]
    const sure = other === undefined ? 0.97 : how.decimalMarkShown ? 0.9 : 0.7
    const read = { amount: sign + scaled(value, power), currency }
    const from = negative ? sided.start - 1 : sided.start
    found.push(candidate('money', from, stop + (closed ? 1 : 0), read, sure, alternatives))
  }
  const [only = null] = currencies.size === 1 ? currencies : []
  for (const { start, end, raw } of loose) {
    const { value, other } = readDecimal(raw, how.decimalMark)
    const negative = /(?:^|[^\p{L}\d])[-−]$/u.test(text.slice(Math.max(0, start - 2), start))
    const sign = negative ? '-' : ''
    const alternatives =
      other === undefined ? [] : [{ value: { amount: sign + other, currency: only }, confidence: 0.2 }]
    const sure = /[.,]\d{2}$/.test(raw) ? 0.7 : 0.4
    const from = negative ? start - 1 : start
    found.push({
      ...candidate('money', from, end, { amount: sign + value, currency: only }, sure, alternatives),
      bare: true,
    })
  }
  return found
}

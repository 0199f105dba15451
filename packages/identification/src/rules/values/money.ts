import { candidate, type Candidate } from '../candidate.ts'
import type { Conventions } from '../conventions.ts'
import { amountReader, isWrittenAsMoney, type WrittenAmount } from './amounts.ts'
import { currencyOf, currencyOfNation, familyMember, type CurrencyMark } from './currencies.ts'
import { writtenNumber } from './decimal.ts'
import { scaled, scaleOf } from './scales.ts'

const amount = new RegExp(String.raw`(?<!\d|\d[.,'’:/])${writtenNumber}`, 'gu')
const amountAtOnce = new RegExp(String.raw`^[ \u00a0\u202f]{0,2}(${writtenNumber})`, 'u')
/** Letters that make a dollar one of a country are written with it (`A$5`), or are its code (`CAD $5`). */
const dollarBefore =
  /(?<![\p{L}\p{N}])((?:\p{Lu}{1,3}|\p{Ll}{2,3})\$|(?:US|USD|CAD|AUD|HKD|MXN|NZD|SGD|TWD|HK|NZ|us|hk|nz) \$|\$ ?(?:US|CAN|CA|AU|NZ|HK|[AC])(?= ?$))[ \u00a0\u202f]{0,2}$/u
const signBefore = /(\p{Sc})[ \u00a0\u202f]{0,2}$/u
/** Behind a code and a stroke it is what a rate is told in: `EUR/USD 1.0850`. */
const wordBefore = /(?<![\p{L}\p{N}]|\p{Lu}{3}\/)(\p{L}{1,8})\.?[ \u00a0\u202f]{0,2}$/u
const after =
  /^(?:,[-–—]{1,2}|\.[-–—]{1,2})?[ \u00a0\u202f]{0,2}(?:(?:de|di|of|do) |d['’])?(?:((?:\p{L}{1,2})?\p{Sc})|-?((?:hong |new )?\p{L}{2,14})(?:[ -](\p{L}{2,14}))?)/iu
const whose = /^[ \u00a0\u202f]{0,2}\(?((?:New |Hong )?\p{L}{2,14})(?!\p{L})(?: dollars?)?\)?/u
/** What stands between the ends of a range. */
const toward = /^[ \u00a0\u202f]?(?:[-–—]|to|bis|à|al?|hasta|até|tot)[ \u00a0\u202f]?$/u

/** A mark with how many characters it and the space beside it have. */
interface Beside {
  readonly mark: CurrencyMark
  readonly length: number
}

/** The sign, code or abbreviation at the end of a text. */
function markBefore(text: string, how: Conventions): Beside | undefined {
  for (const pattern of [dollarBefore, signBefore, wordBefore]) {
    const found = pattern.exec(text)
    if (found === null) continue
    const token = (found[1] ?? '').replace(' ', '')
    const mark = currencyOf(token.startsWith('$') && token.length > 1 ? `${token.slice(1)}$` : token, how, 'before')
    if (mark === undefined) continue
    // `B$ 5` is some country's; an unspaced word is none.
    const isOther = pattern === signBefore && /\p{Lu}\p{Sc}[ \u00a0\u202f]{0,2}$/u.test(text)
    return { mark: isOther ? { ...mark, sure: Math.min(mark.sure, 0.6) } : mark, length: found[0].length }
  }
  return undefined
}

/** The sign, code or name of a coin at the beginning of a text. */
function markAfter(text: string, how: Conventions): Beside | undefined {
  const found = after.exec(text)
  if (found === null) return undefined
  const [all, sign, word = '', next] = found
  if (sign !== undefined) {
    const mark = currencyOf(sign, how) ?? currencyOf(sign.at(-1) ?? '', how)
    return mark && (sign.length === 1 || currencyOf(sign, how)) ? ofWhom(mark, text, all.length) : undefined
  }
  const both = next === undefined ? undefined : currencyOfNation(word, next)
  if (both !== undefined) return { mark: both, length: all.length }
  const length = next === undefined ? all.length : all.length - next.length - 1
  const mark = currencyOf(word, how)
  // `EUR-Lex` is no currency, and a longer word none.
  if (mark === undefined || /^(?:[\p{L}\p{N}]|-\p{L})/u.test(text.slice(length, length + 2))) return undefined
  return { mark, length }
}

/** A bare sign, with the code or nation that follows: `$ CAD`, `$ US`. */
function ofWhom(mark: CurrencyMark, text: string, length: number): Beside {
  const [all = '', word = ''] = mark.family === undefined ? [] : (whose.exec(text.slice(length)) ?? [])
  const member = word === '' ? undefined : familyMember(mark, word)
  return member === undefined ? { mark, length } : { mark: member, length: length + all.length }
}

interface Amount extends WrittenAmount {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly stop: number
  readonly power: number
  readonly sure: number
  /** A minus stands between the currency and the digits. */
  readonly isNegative: boolean
}

/**
 * Amounts: `{amount, currency}`, a decimal string and ISO 4217. An amount with no currency beside it takes the only one
 * that the text uses, and has `null` where the text uses none or several; such are too common to be entities.
 * @param dates in the order of the text; their days and years are no amounts
 */
export function scanMoney(text: string, how: Conventions, dates: readonly Candidate[] = []): Candidate[] {
  const sided: Amount[] = []
  const loose: Omit<Amount, 'currency'>[] = []
  /** Where the last amount with its currency ends: that currency is not the next one's. */
  let taken = 0
  let date = 0
  for (const match of text.matchAll(amount)) {
    const [raw] = match
    const start = match.index
    const end = start + raw.length
    while ((dates[date]?.end ?? Infinity) <= start) date += 1
    if ((dates[date]?.start ?? Infinity) < end) continue
    // Part of an identifier: 529900T8.
    if (/^\p{L}+\d/u.test(text.slice(end, end + 8))) continue
    const { power: scalePower, length } = scaleOf(text.slice(end, end + 13), how.language)
    const scale = { power: scalePower, end: end + length }
    const inCode = /[\p{L}\d][-/_.]?$/u.test(text.slice(Math.max(0, start - 2), start))
    const before = loose.at(-1)
    const last = sided.at(-1)
    const isRange = (one: { readonly stop: number } | undefined): boolean =>
      one !== undefined && start - one.stop <= 8 && toward.test(text.slice(one.stop, start))
    const continues = last?.stop === taken && isRange(last)
    const follows = isRange(before)
    // Behind a digit and a hyphen only the end of a range is an amount.
    const joined = /\d-$/.test(text.slice(Math.max(0, start - 2), start))
    if (joined && !continues && !follows) continue
    const form = isWrittenAsMoney(raw) || scale.power > 0
    const sureOf = ({ sure, plain = sure }: CurrencyMark): number => (form ? sure : plain)
    const fits = (beside: Beside | undefined): beside is Beside => beside !== undefined && sureOf(beside.mark) > 0
    // `USD -5`: the minus stands between.
    const minus = /[-−]/u.test(text[start - 1] ?? '') && !joined ? 1 : 0
    const beforeIt = markBefore(text.slice(Math.max(taken, start - 12 - minus), start - minus), how)
    const left = fits(beforeIt) ? beforeIt : undefined
    let stop = end
    let right = markAfter(text.slice(end, end + 40), how)
    if (fits(right)) stop = end + right.length
    else if (scale.power > 0) {
      right = markAfter(text.slice(scale.end, scale.end + 40), how)
      stop = fits(right) ? scale.end + right.length : scale.end
    }
    if (!fits(right)) right = undefined
    const power = right !== undefined && stop < scale.end ? 0 : scale.power
    if (left !== undefined) {
      const unspoken = Math.max(end, power > 0 ? scale.end : 0)
      const same = right?.mark.code === left.mark.code ? right : undefined
      const member = ofWhom(left.mark, text.slice(unspoken, unspoken + 40), 0)
      const named = member.length > 0 ? member.mark : left.mark
      // A code before a year names something else: `AUD 2026`.
      const isYear = /^(?:19|20)\d\d$/.test(raw) && /^\p{L}/u.test(text.slice(start - minus - left.length, start))
      const mark = isYear ? { ...named, sure: Math.min(0.85, named.sure) } : named
      const through = same ? stop : unspoken + member.length
      sided.push({ raw, start, end, from: start - minus - left.length, stop: through, power, currency: mark.code, sure: sureOf(mark), isNegative: minus > 0 }) // prettier-ignore
      taken = through
      continue
    }
    if (right !== undefined) {
      const next = form ? undefined : amountAtOnce.exec(text.slice(stop, stop + 24))
      const nextEnd = stop + (next?.[0].length ?? 0)
      const isSided = next && fits(markAfter(text.slice(nextEnd, nextEnd + 40), how))
      // `4711 EUR 500.00`: the currency is that of the amount behind it.
      const isNext =
        isWrittenAsMoney(next?.[1] ?? '') || scaleOf(text.slice(nextEnd, nextEnd + 13), how.language).power > 0
      if (next && !isSided && isNext) continue
      const isEither = next && !isSided
      const sure = isEither ? Math.min(0.6, sureOf(right.mark)) : sureOf(right.mark)
      sided.push({ raw, start, end, from: start, stop, power, currency: right.mark.code, sure, isNegative: false })
      if (!isEither) taken = stop
      if (follows && before !== undefined) {
        loose.pop()
        const begin = { ...before, power: before.power || power, currency: right.mark.code, sure: Math.min(0.9, sure) }
        sided.splice(-1, 0, begin)
      }
      continue
    }
    if (continues && last !== undefined && !/^[ \u00a0\u202f]?[%٪％]/u.test(text.slice(end, end + 2))) {
      if (last.power === 0 && power > 0) sided[sided.length - 1] = { ...last, power }
      const through = power > 0 ? scale.end : end
      sided.push({ raw, start, end, from: start, stop: through, power: power || last.power, currency: last.currency, sure: Math.min(0.9, last.sure), isNegative: false }) // prettier-ignore
      taken = through
      continue
    }
    if (!/^[ \u00a0\u202f]?[%٪％]/u.test(text.slice(end, end + 2)) && !inCode && !joined) {
      loose.push({ raw, start, end, from: start, stop: end, power: 0, sure: 1, isNegative: false })
    }
  }
  const read = amountReader(sided, how)
  const found: Candidate[] = []
  let last = -Infinity
  for (const one of sided) {
    const { value, other, sure } = read(one, text.slice(one.stop, one.stop + 8))
    const { currency, power } = one
    const lead = /[-−(]$/u.exec(text.slice(Math.max(0, one.from - 1), one.from))
    // `100 USD (92 EUR)` says the same again; alone, brackets are a minus of bookkeepers.
    const repeats = one.from - last <= 2
    const closed = lead?.[0] === '(' && text[one.stop] === ')' && !repeats
    last = one.stop
    const isRange = lead?.[0] === '-' && /\d ?$/.test(text.slice(Math.max(0, one.from - 3), one.from - 1))
    const negative =
      closed || (lead !== null && lead[0] !== '(' && !isRange && !/[\p{L}\d]/u.test(text[one.from - 2] ?? ' '))
    const sign = negative || one.isNegative ? '-' : ''
    const alternatives =
      other === undefined ? [] : [{ value: { amount: sign + scaled(other, power), currency }, confidence: 0.2 }]
    const from = negative ? one.from - 1 : one.from
    const amountOf = { amount: sign + scaled(value, power), currency }
    found.push(candidate('money', from, one.stop + (closed ? 1 : 0), amountOf, Math.min(sure, one.sure), alternatives))
  }
  const currencies = new Set(sided.map(({ currency }) => currency))
  const [only = null] = currencies.size === 1 ? currencies : []
  for (const one of loose) {
    const { start, end, raw } = one
    const { value, other } = read({ raw, currency: only ?? '' }, '')
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

import type { Candidate } from '../candidate.ts'
import type { Conventions } from '../conventions.ts'
import { isWrittenAsMoney, type WrittenAmount } from './amounts.ts'
import { currencyOf, type CurrencyMark } from './currencies.ts'
import { type Beside, markAfter, markBefore, moneyWord, ofWhom } from './currency-beside.ts'
import { writtenNumber } from './decimal.ts'
import { minorAfter } from './minor-coins.ts'
import { scaleOf, scaleReach } from './scales.ts'

const amount = new RegExp(String.raw`(?<!\d|\d[.,'’:/])${writtenNumber}`, 'gu')
const amountAtOnce = new RegExp(String.raw`^[ \u00a0\u202f]{0,2}(${writtenNumber})`, 'u')
/** What stands between the ends of a range. */
const toward = /^[ \u00a0\u202f]?(?:[-–—]|to|bis|à|al?|hasta|até|tot)[ \u00a0\u202f]?$/u
const percent = /^[ \u00a0\u202f]?[%٪％]/u
/** The same behind `between`. */
const andToward = /^[ \u00a0\u202f](?:and|und|et|y|e|en)[ \u00a0\u202f]$/u
const between = /(?<!\p{L})(?:between|zwischen|entre|tra|fra|tussen) $/iu
/** Stands for no coins behind the whole: `20.-`, `20,--`, `20.–`. */
const noCoins = /^[.,](?:[-–—]{1,2}|−)(?![\d\p{L}])/u
/** A bookkeeper's minus behind two places, where no other end of a range follows: `45.00-`, `45,00- EUR`. */
const minusBehind = /^[-−](?![\p{L}\p{N}\p{Sc}]|[ \u00a0\u202f]?(?:\p{N}|\p{Sc} ?\d|\p{Lu}{3} ?\d))/u
/** Whole coins before their hundredths: `3 Euro und 50 Cent`. */
const andMinor = /^[ \u00a0\u202f](?:(?:and|und|et|y|e|en|con) )?$/u
/** A code that begins a cell or follows a mark: `Due: USD (45.00)`. Behind a word the bracket may say again what it says. */
const codeAlone = /(?:^|[\t\n:=|;(/–—])[ \u00a0\u202f]{0,3}\p{Lu}{3}[ \u00a0\u202f]?$/u
/** The sign of euros, written where others write the mark: `19€99`; apart from the digits before it as the French do. */
const signAsMark = /^(?:\p{Sc}|[ \u00a0\u202f]€)$/u
const dayAndMonth = /^(?:[12]?\d|3[01])\.(?:0[1-9]|1[0-2])$/

const isBoundary = (sign: string | undefined): boolean => sign === undefined || sign === '\t' || sign === '\n'

/** What a label says of the amount behind it: `Deposit (CHF): 1500`, `Betrag in EUR\t1.500,00`. */
const labelled =
  /(?:\((?:in )?(\p{Lu}{3}|\p{Sc})\)|(?<=\p{L} )(?:in|en|em) (\p{Lu}{3}|\p{Sc}))(?:[ ]?[:=][ \t]{0,8}|\t[ \t]{0,8}| {2,12}|(?<=\)) )[-−]?$/u

/** How it ends, before its blanks. */
const endOfLabel = /[\p{L}\p{Sc}):=−-]/u

function currencyOfLabel(before: string, how: Conventions): CurrencyMark | undefined {
  if (!endOfLabel.test(before.trimEnd().at(-1) ?? '')) return undefined
  const found = labelled.exec(before)
  return found === null ? undefined : currencyOf(found[1] ?? found[2] ?? '', how, 'before')
}

/** An amount where it stands: with its currency it begins at `from` and ends at `stop`. */
export interface Amount extends WrittenAmount {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly stop: number
  readonly power: number
  readonly sure: number
  /** A minus stands between the currency and the digits, or behind them. */
  readonly isNegative: boolean
}

interface AmountsIn {
  readonly sided: readonly Amount[]
  readonly loose: readonly Omit<Amount, 'currency'>[]
}

/**
 * The amounts of a text, those with a currency beside them and the others, in its order. A currency between two amounts is
 * that of one of them.
 */
export function amountsIn(text: string, how: Conventions, dates: readonly Candidate[]): AmountsIn {
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
    if ((dates[date]?.start ?? Infinity) < end || start < taken) continue
    const atLabel = currencyOfLabel(text.slice(Math.max(taken, start - 60), start), how)
    const isMinusBehind = isWrittenAsMoney(raw) && minusBehind.test(text.slice(end, end + 8))
    /** Where it ends with its minus. */
    const close = end + Number(isMinusBehind)
    // Alone in its cell or line, it has nothing beside it.
    if (isBoundary(text[start - 1]) && isBoundary(text[close])) {
      const alone = { raw, start, end, from: start, stop: close, power: 0, isNegative: isMinusBehind }
      if (atLabel) sided.push({ ...alone, currency: atLabel.code, sure: Math.min(0.9, atLabel.sure) })
      else loose.push({ ...alone, sure: 1 })
      continue
    }
    // Part of an identifier: 529900T8.
    if (/^\p{L}+\d/u.test(text.slice(end, end + 8))) continue
    const { power: scalePower, length } = scaleOf(text.slice(end, end + scaleReach), how.language)
    const scale = { power: scalePower, end: end + length }
    const inCode = /[\p{L}\d][-/_.]?$/u.test(text.slice(Math.max(0, start - 2), start))
    const before = loose.at(-1)
    const last = sided.at(-1)
    const isRange = (one: { readonly from: number; readonly stop: number } | undefined, to = start): boolean => {
      if (one === undefined || to - one.stop > 8) return false
      const middle = text.slice(one.stop, to)
      return (
        toward.test(middle) ||
        (andToward.test(middle) && between.test(text.slice(Math.max(0, one.from - 24), one.from)))
      )
    }
    const continues = last?.stop === taken && isRange(last)
    const follows = isRange(before)
    // Behind a digit and a hyphen only the end of a range is an amount.
    const joined = /\d-$/.test(text.slice(Math.max(0, start - 2), start))
    if (joined && !continues && !follows) continue
    const coinless = noCoins.exec(text.slice(end, end + 4))?.[0].length ?? 0
    const form = isWrittenAsMoney(raw) || scale.power > 0 || coinless > 0
    const isPaid = (): boolean => moneyWord.test(text.slice(Math.max(taken, start - 40), start))
    // `Fr. 12.10` may be a Friday in October, `Fr. 20.30 Uhr` an evening.
    const isTime = dayAndMonth.test(raw) || /^ ?(?:Uhr|h)(?!\p{L})/u.test(text.slice(end, end + 5))
    const sureOf = ({ sure, plain = sure, isDay = false }: CurrencyMark): number =>
      form && !(isDay && isTime) ? sure : plain === 0 && isPaid() ? 0.75 : plain
    const fits = (beside: Beside | undefined): beside is Beside => beside !== undefined && sureOf(beside.mark) > 0
    const isInBrackets = text[start - 1] === '(' && text[close] === ')'
    // `five hundred (500) US dollars`: what is said in digits again has its currency behind the bracket.
    const isSaidAgain = isInBrackets && /[\p{L}\d] ?$/u.test(text.slice(Math.max(0, start - 3), start - 1))
    // `$ (1,234)`, `USD -5`: the minus stands between.
    const isClosed =
      isInBrackets &&
      (/\p{Sc} ?$/u.test(text.slice(Math.max(0, start - 3), start - 1)) ||
        (isWrittenAsMoney(raw) && codeAlone.test(text.slice(Math.max(0, start - 12), start - 1))))
    const minus = isClosed || (/[-−]/u.test(text[start - 1] ?? '') && !joined) ? 1 : 0
    const beforeIt = markBefore(text.slice(Math.max(taken, start - 32 - minus), start - minus), how)
    const left = fits(beforeIt) ? beforeIt : undefined
    const tail = isSaidAgain ? close + 1 : close
    let stop = close
    let right = markAfter(text.slice(tail, tail + 40), how)
    if (!fits(right)) right = minorAfter(text.slice(tail, tail + 40), raw, how)
    if (fits(right)) stop = tail + right.length
    else if (scale.power > 0) {
      right = markAfter(text.slice(scale.end, scale.end + 40), how)
      stop = fits(right) ? scale.end + right.length : scale.end
    }
    if (!fits(right)) right = undefined
    const power = right !== undefined && stop < scale.end ? 0 : scale.power
    if (left !== undefined) {
      const unspoken = Math.max(close + Number(isClosed) + coinless, power > 0 ? scale.end : 0)
      // `EUR 100 EUR 19`: the second is that of the amount behind it.
      const isNext = amountAtOnce.test(text.slice(stop, stop + 24))
      const same = right?.mark.code === left.mark.code && !isNext ? right : undefined
      const member = ofWhom(left.mark, text.slice(unspoken, unspoken + 40), 0)
      const named = member.length > 0 ? member.mark : left.mark
      // A code before a year names something else: `AUD 2026`.
      const isYear = /^(?:19|20)\d\d$/.test(raw) && /^\p{L}/u.test(text.slice(start - minus - left.length, start))
      const mark = isYear ? { ...named, sure: Math.min(0.85, named.sure) } : named
      const through = same ? stop : unspoken + member.length
      // `€1.5 to €2 million`: the scale is said once. `$500 to $2 million` says it of the last alone.
      const isNegative = minus > 0 || isMinusBehind
      const isOfBoth = power > 0 && last?.power === 0 && last.currency === mark.code && Number(last.raw) < Number(raw)
      if (isOfBoth && last && isRange(last, start - minus - left.length)) sided[sided.length - 1] = { ...last, power }
      sided.push({
        raw,
        start,
        end,
        from: start - minus - left.length,
        stop: through,
        power,
        currency: mark.code,
        sure: sureOf(mark),
        isNegative,
      })
      taken = through
      continue
    }
    if (right !== undefined) {
      const next = form ? undefined : amountAtOnce.exec(text.slice(stop, stop + 24))
      const nextEnd = stop + (next?.[0].length ?? 0)
      const isSided = next && fits(markAfter(text.slice(nextEnd, nextEnd + 40), how))
      // `4711 EUR 500.00`: the currency is that of the amount behind it.
      const isNext =
        isWrittenAsMoney(next?.[1] ?? '') || scaleOf(text.slice(nextEnd, nextEnd + scaleReach), how.language).power > 0
      if (next && !isSided && isNext) continue
      const isEither = next && !isSided
      const sure = isEither ? Math.min(0.6, sureOf(right.mark)) : sureOf(right.mark)
      const { code, isMinor = false } = right.mark
      // `19€99`
      const coins =
        signAsMark.test(text.slice(end, stop)) && /^\d+$/.test(raw)
          ? /^\d{2}(?![\d.,%\p{L}])/u.exec(text.slice(stop, stop + 3))
          : null
      // `12 €50 vouchers` are twelve.
      const isCounted =
        stop > end + 1 && how.language !== 'fr' && /^[ \u00a0\u202f]\p{L}/u.test(text.slice(stop + 2, stop + 4))
      if (coins && !isCounted) {
        sided.push({
          raw: `${raw}.${coins[0]}`,
          start,
          end,
          from: start,
          stop: stop + 2,
          power: 0,
          currency: code,
          sure: 0.9,
          isNegative: false,
        })
        taken = stop + 2
        continue
      }
      const isPart = isMinor && last?.currency === code && isWholeBefore(last, raw, text.slice(last.stop, start))
      if (isPart && last) {
        sided[sided.length - 1] = { ...last, raw: `${last.raw}.${raw.padStart(2, '0')}`, stop }
        taken = stop
        continue
      }
      const from = isSaidAgain ? start - 1 : start
      // `45.00 USD-`
      const isLate = isWrittenAsMoney(raw) && minusBehind.test(text.slice(stop, stop + 8))
      if (isLate) stop += 1
      sided.push({
        raw,
        start,
        end,
        from,
        stop,
        power: isMinor ? -2 : power,
        currency: code,
        sure,
        isNegative: isMinusBehind || isLate,
      })
      if (!isEither) taken = stop
      if (follows && before !== undefined) {
        loose.pop()
        const begin = {
          ...before,
          power: before.power || (isMinor ? -2 : power),
          currency: code,
          sure: Math.min(0.9, sure),
        }
        sided.splice(-1, 0, begin)
      }
      continue
    }
    if (continues && last !== undefined && !percent.test(text.slice(end, end + 2))) {
      if (last.power === 0 && power > 0) sided[sided.length - 1] = { ...last, power }
      const through = power > 0 ? scale.end : end
      sided.push({
        raw,
        start,
        end,
        from: start,
        stop: through,
        power: power || last.power,
        currency: last.currency,
        sure: Math.min(0.9, last.sure),
        isNegative: false,
      })
      taken = through
      continue
    }
    if (!percent.test(text.slice(end, end + 2)) && !inCode && !joined) {
      if (atLabel)
        sided.push({
          raw,
          start,
          end,
          from: start,
          stop: close,
          power: scale.power,
          currency: atLabel.code,
          sure: Math.min(0.9, atLabel.sure),
          isNegative: minus > 0 || isMinusBehind,
        })
      else loose.push({ raw, start, end, from: start, stop: close, power: 0, sure: 1, isNegative: isMinusBehind })
    }
  }
  return { sided, loose }
}

/** Whether hundredths belong to whole coins before them: `3 Euro und 50 Cent`. */
const isWholeBefore = (whole: Amount, hundredths: string, gap: string): boolean =>
  whole.power === 0 && /^\d+$/.test(whole.raw) && /^\d{1,2}$/.test(hundredths) && andMinor.test(gap)

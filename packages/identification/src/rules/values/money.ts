import { bareCandidate, candidate, type Candidate } from '../candidate.ts'
import type { Conventions } from '../conventions.ts'
import { amountReader } from './amounts.ts'
import { amountsIn } from './amounts-in.ts'
import { scanCjkAmounts } from './cjk-amounts.ts'
import { scaled } from './scales.ts'
import { toldCurrency } from './told-currency.ts'

/** Brackets behind a word in a line say again what it says: `five hundred dollars ($500)`. In a column they are a minus. */
const explains = (text: string, open: number, close: number): boolean =>
  /(?:\p{L}\.?|\)|%)(?:[ \u00a0\u202f]?|\r?\n)$/u.test(text.slice(Math.max(0, open - 3), open)) &&
  (text[open - 1] !== '\n' || /^ ?[\p{L}.,;]/u.test(text.slice(close + 1, close + 3)))

/**
 * Amounts: `{amount, currency}`, a decimal string and ISO 4217. An amount with no currency beside it takes the only one
 * that the text uses, else the only one that its labels tell, and has `null` where there is none or several; such are too
 * common to be entities.
 * @param dates in the order of the text; their days and years are no amounts
 */
export function scanMoney(text: string, how: Conventions, dates: readonly Candidate[] = []): Candidate[] {
  const cjk = scanCjkAmounts(text)
  const taken = cjk.length === 0 ? dates : [...dates, ...cjk].toSorted((a, b) => a.start - b.start)
  const { sided, loose } = amountsIn(text, how, taken)
  const read = amountReader(sided, how)
  const found: Candidate[] = [...cjk]
  let last = -Infinity
  for (const one of sided) {
    const { value, other, sure } = read(one, text.slice(one.stop, one.stop + 8))
    const { currency, power } = one
    const lead = /[-−(]$/u.exec(text.slice(Math.max(0, one.from - 1), one.from))
    // `100 USD (92 EUR)` says the same again; alone, brackets are a minus of bookkeepers.
    const repeats = one.from - last <= 2
    const closed = lead?.[0] === '(' && text[one.stop] === ')' && !repeats && !explains(text, one.from - 1, one.stop)
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
  const currencies = new Set([
    ...sided.map(({ currency }) => currency),
    ...cjk.map(({ value }) => (value as { currency: string }).currency),
  ])
  const [only = null] = currencies.size === 1 ? currencies : [currencies.size === 0 ? toldCurrency(text, how) : null]
  for (const one of loose) {
    const { start, stop, raw, isNegative } = one
    const { value, other } = read({ raw, currency: only ?? '' }, '')
    const negative = /(?:^|[^\p{L}\d])[-−]$/u.test(text.slice(Math.max(0, start - 2), start))
    const sign = negative || isNegative ? '-' : ''
    const alternatives =
      other === undefined ? [] : [{ value: { amount: sign + other, currency: only }, confidence: 0.2 }]
    const sure = /[.,]\d{2}$/.test(raw) ? 0.7 : 0.4
    const from = negative ? start - 1 : start
    found.push(bareCandidate('money', from, stop, { amount: sign + value, currency: only }, sure, alternatives))
  }
  return found
}

import type { Conventions } from '../conventions.ts'
import { currencyOf } from './currencies.ts'

/** A code or sign that ends a label or the head of a column: `Amount USD`, `Att betala (SEK)`, `Alle Beträge in CHF`. */
const behindWords =
  /(?<=\p{L}[.,:]?[ \u00a0][([]?|[([])(\p{Lu}{3}|\p{Sc})(?=[)\]]?[ \u00a0]?(?:[:：.]?[ \u00a0]*(?:\r?\n|$)|[:：]|\t| {2}))/gu
const leastSure = 0.9
const mostLooks = 200

/** ISO 4217 of the only currency that labels and heads of columns tell; `null` where they tell none or several. */
export function toldCurrency(text: string, how: Conventions): string | null {
  const told = new Set<string>()
  let looked = 0
  for (const [, token = ''] of text.matchAll(behindWords)) {
    if (++looked > mostLooks) break
    const mark = currencyOf(token, how, 'after')
    if (mark !== undefined && mark.sure >= leastSure) told.add(mark.code)
  }
  const [only = null] = told.size === 1 ? told : []
  return only
}

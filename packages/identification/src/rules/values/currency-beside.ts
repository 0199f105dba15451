import type { Conventions } from '../conventions.ts'
import { currencyOf, currencyOfNation, familyMember, type CurrencyMark } from './currencies.ts'

/** Letters that make a dollar one of a country are written with it (`A$5`), or are its code (`CAD $5`). */
const dollarBefore =
  /(?<![\p{L}\p{N}])((?:\p{Lu}{1,3}|\p{Ll}{2,3}|Mex)\$|U\$S|(?:US|USD|CAD|AUD|HKD|MXN|NZD|SGD|TWD|HK|NZ|us|hk|nz) \$|\$ ?(?:US|CAN|CA|AU|NZ|HK|[AC])(?= ?$))[ \u00a0\u202f]{0,2}$/u
const signBefore = /(\p{Sc})[ \u00a0\u202f]{0,2}$/u
/** Behind a code and a stroke it is what a rate is told in: `EUR/USD 1.0850`. */
const wordBefore = /(?<![\p{L}\p{N}]|\p{Lu}{3}\/)(\p{L}{1,8})\.?[ \u00a0\u202f]{0,2}$/u
const after =
  /^(?:,[-–—]{1,2}|\.[-–—]{1,2})?[ \u00a0\u202f]{0,2}(?:(?:de|di|of|do) |d['’])?(?:((?:\p{L}{1,2})?\p{Sc})|-?((?:hong |new )?\p{L}{2,14})(?:[ -](\p{L}{2,14}))?)/iu
const whose = /^[ \u00a0\u202f]{0,2}\(?((?:New |Hong )?\p{L}{2,14})(?!\p{L})(?: dollars?)?\)?/u
/** A weight: `20 pounds of flour`, `2 livres de beurre`; of money that somebody owes or gets are pounds as well. */
const ofGoods =
  /^ (?:of|de|di|van) (?!(?:the|this|that|these|your|our|their|his|her|my|its|rent|damages?|compensation|debts?|credit|savings|interest|tax|taxes|fees?|income|costs?|arrears|benefits?|profit|revenue|funding|loyer|dommages|renta|danni|la|le|les|los|las|el|il)(?!\p{L}))\p{Ll}/u

/** A mark with how many characters it and the space beside it have. */
export interface Beside {
  readonly mark: CurrencyMark
  readonly length: number
}

const nationBefore = /(?<!\p{L})((?:Hong |New )?\p{L}{2,14})[ -](\p{L}{4,8})[ \u00a0\u202f]{0,2}$/u
/** What stands before an amount of money, and makes one of a code that is a word as well: `Total: CAD 500`. */
export const moneyWord =
  /(?<!\p{L})(?:total|amount|price|cost|fee|pays?|paid|payable|rent|salary|budget|sum|balance|due|deposit|value|worth|gesamt|betrag|preis|summe|kosten|zahl|miete|gebühr|gehalt|prix|montant|somme|coût|payer|loyer|salaire|precio|importe|coste|pagar|alquiler|salario|prezzo|importo|costo|pagare|affitto|preço|valor|custo|renda|prijs|bedrag|betalen|huur|totaal|totale)/iu

/** A sign or code that has a column of its own: `Total      CHF   13'816.30`, `$      1,450.00`. */
const columnBefore = /(?<=^|[\t\n: ])(\p{Lu}{3}|\p{Lu}{0,2}\p{Sc}|E(?:uros?|UROS?))(?: {3,28}|\t)$/u

/** How each of them ends, before its blanks; half of a pair may be a letter's. */
const endOfMark = /[\p{L}\p{Sc}.\udc00-\udfff]/u

/** The sign, code or abbreviation at the end of a text. */
export function markBefore(text: string, how: Conventions): Beside | undefined {
  // Before most numbers there is a digit, a stroke or a bracket.
  if (!endOfMark.test(text.trimEnd().at(-1) ?? '')) return undefined
  for (const pattern of [dollarBefore, signBefore, wordBefore, columnBefore]) {
    const found = pattern.exec(text)
    if (found === null) continue
    const token = (found[1] ?? '').replace(' ', '').replace(/^euros$/iu, 'EUR')
    const mark = currencyOf(token.startsWith('$') && token.length > 1 ? `${token.slice(1)}$` : token, how, 'before')
    if (mark === undefined) continue
    const length = found[0].length
    const [, nation = ''] = /(\p{L}{4,14})[ -]$/u.exec(text.slice(0, -length)) ?? []
    const member = familyMember(mark, nation)
    if (member !== undefined) return { mark: member, length }
    // `B$ 5` is some country's, and nothing says which.
    const isOther = pattern === signBefore && /\p{Lu}\p{Sc}[ \u00a0\u202f]{0,2}$/u.test(text)
    // `c $ 300` may be Canadian.
    const isApart = pattern === signBefore && /(?<![\p{L}\p{N}])[cnrs] \$[ \u00a0\u202f]{0,2}$/iu.test(text)
    const most = isOther ? 0.6 : isApart ? 0.85 : 1
    return { mark: { ...mark, sure: Math.min(mark.sure, most) }, length }
  }
  const found = nationBefore.exec(text)
  const mark = found === null ? undefined : currencyOfNation(found[1] ?? '', found[2] ?? '')
  return found && mark ? { mark, length: found[0].length } : undefined
}

/** The sign, code or name of a coin at the beginning of a text. */
export function markAfter(text: string, how: Conventions): Beside | undefined {
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
  if (mark.family === 'pound' && ofGoods.test(text.slice(length, length + 20))) return undefined
  return { mark, length }
}

/** A bare sign, with the code or nation that follows: `$ CAD`, `$ US`. */
export function ofWhom(mark: CurrencyMark, text: string, length: number): Beside {
  const [all = '', word = ''] = mark.family === undefined ? [] : (whose.exec(text.slice(length)) ?? [])
  const member = word === '' ? undefined : familyMember(mark, word)
  return member === undefined ? { mark, length } : { mark: member, length: length + all.length }
}

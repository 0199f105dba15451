import type { Candidate } from '../candidate.ts'
import { spaced, type Target } from '../labels/target.ts'
import type { Values } from '../read-values.ts'
import { lastAtOrBefore, type TextIndex, wordsOf } from '../text-index.ts'
import type { Option } from './option.ts'

/** What names of fields call an amount without and with the tax, folded. */
const netWords = /^(?:net|netto\p{L}*|ht|net[oa]|nett[oa]|imponibile|iliquido|exkl|excl)$/u
const grossWords = /^(?:gross|brutto\p{L}*|ttc|brut[oa]|lord[oa]|inkl|incl)$/u
/** Of pay the tax is another. */
const ofPay =
  /pay|salary|wage|lohn|gehalt|salaire|stipendio|retribuzione|sueldo|salario|loon|wynagrodzenie|weight|gewicht/u

const tax = String.raw`(?:VAT|GST|sales tax|tax|MwSt|USt|Mehrwertsteuer|Umsatzsteuer|IVA|I\.V\.A\.|TVA|taxes?|btw|BTW|podatek|moms)`
/** Behind an amount, that the tax comes on top: en, de, fr, es, it, pt, nl, pl. */
const onTop = new RegExp(
  String.raw`^,? ?\(?(?:(?:\+|plus|zzgl\.?|zuzüglich|zuzügl\.|más|mais|più|oltre(?: all['’]|all['’])?|excl\.?|exclusief|excluding|exclusive of|exkl\.?|ohne|hors|sans|sin|sem|senza|zonder|before|without|bez|plus la|plus the|más el|oltre a)[ ]?(?:(?:the|der|die|la|el|l['’]|a|o|de|\d{1,2}(?:[.,]\d)? ?%|gesetzlicher?|applicable) ?){0,3}${tax}|HT(?!\p{L})|netto(?!\p{L})|net(?!\p{L})|neto(?!\p{L}))`,
  'u',
)
/** Behind an amount, that the tax is in it. */
const within = new RegExp(
  String.raw`^,? ?\(?(?:(?:incl\.?|including|inclusive of|inclusief|inkl\.?|einschließlich|einschl\.|con|com|avec|with|z)[ ]?(?:(?:the|der|la|el|l['’]|o|de|\d{1,2}(?:[.,]\d)? ?%) ?){0,2}${tax}|TTC(?!\p{L})|brutto(?!\p{L})|${tax} (?:included|incl|incluido|incluida|inclusa|inclusi|compresa|comprise|incluído|inbegrepen))`,
  'u',
)
/** Between an amount and what it comes to. */
const reach = 160
const lookAhead = 40
const mostAmounts = 2000

const numberOf = ({ value }: Candidate): number =>
  typeof value === 'object' && value !== null && 'amount' in value ? Number(value.amount) : Number.NaN

/** The amounts that a paper says to be without the tax, and those that come of them with it: `£8,640 plus VAT at 20%, which comes to £10,368`. */
export function netOrGross({ text }: TextIndex, values: Values, target: Target): Option[] {
  if (target.type !== 'money') return []
  const words = wordsOf(spaced(target.name)).map(({ folded }) => folded)
  const isNet = words.some((word) => netWords.test(word))
  if ((!isNet && !words.some((word) => grossWords.test(word))) || words.some((word) => ofPay.test(word))) return []
  const list = values.of('money').slice(0, mostAmounts)
  const behind = ({ end }: Candidate): string => text.slice(end, end + lookAhead)
  const nets = list.filter((value) => onTop.test(behind(value)))
  const found = isNet ? nets : list.filter((value) => within.test(behind(value)))
  const sums = isNet || found.length > 0 ? found : nets.flatMap((net) => withTax(values, list, net) ?? [])
  const [only] = sums
  const isOne = only !== undefined && sums.every((value) => JSON.stringify(value.value) === JSON.stringify(only.value))
  return isOne ? [{ value: only, score: 0.6 * only.confidence, method: 'clause' }] : []
}

/** The amount behind a net one that is as much more as the rate between says. */
function withTax(values: Values, amounts: readonly Candidate[], net: Candidate): Candidate | undefined {
  const rates = values.of('percent')
  const last = lastAtOrBefore(rates, net.end + reach)
  const rate = rates[last]
  if (rate === undefined || rate.start < net.end) return undefined
  const gross = numberOf(net) * (1 + Number(rate.value) / 100)
  const at = lastAtOrBefore(amounts, net.start)
  return amounts
    .slice(at + 1, at + 4)
    .find((value) => value.start - net.end < reach && Math.abs(numberOf(value) - gross) < cent)
}
const cent = 0.02

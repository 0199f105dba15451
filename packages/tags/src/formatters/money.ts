import { type FormatterArgument, FormatterFault } from './formatter.ts'
import { ownField } from './rich-inputs.ts'

const code = /^[A-Za-z]{3}$/
const codes = new Set(Intl.supportedValuesOf('currency'))
const codeHint = 'Give an ISO 4217 code, such as "EUR", or name the currency in the template: currency:"EUR".'
const wanted = 'Must be an ISO 4217 code, such as "EUR".'

/** Signs and names that people write for currencies of which there is one, or one that is meant. */
const codeOf: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['$', 'USD'],
  ['us$', 'USD'],
  ['dollar', 'USD'],
  ['us dollar', 'USD'],
  ['£', 'GBP'],
  ['pound', 'GBP'],
  ['franc', 'CHF'],
  ['franken', 'CHF'],
  ['¥', 'JPY'],
  ['yen', 'JPY'],
  ['zloty', 'PLN'],
  ['rupee', 'INR'],
  ['yuan', 'CNY'],
  ['euro', 'EUR'],
  ['eur.', 'EUR'],
])

export const currencyCode: FormatterArgument = {
  name: 'code',
  kind: 'text',
  optional: true,
  sample: 'EUR',
  fault: (value) => (code.test(String(value)) ? undefined : wanted),
  meant: (value) => codeOf.get(String(value).trim().toLowerCase().replace(/s$/, '')),
  doubt: (value) => (value === '' || codes.has(String(value).toUpperCase()) ? undefined : wanted),
}

/**
 * A number, or `{amount, currency}` as money is identified; `given`: the currency that the template says instead.
 * @throws {FormatterFault} `wrong_kind` for an object without an amount, and for a currency that is no code: written in
 * that of the call, it would be another amount of money
 */
export function moneyOf(
  value: unknown,
  formatter: string,
  given: string | number | undefined,
): { readonly amount: unknown; readonly currency: string | undefined } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { amount: value, currency: given === undefined ? undefined : String(given) }
  const amount = ownField(value, 'amount')
  const unit = ownField(value, 'currency')
  if (amount === undefined) throw new FormatterFault('wrong_kind', `"${formatter}" wants a number and got an object.`)
  if (given !== undefined) return { amount, currency: String(given) }
  if (unit === undefined || unit === null || unit === '') return { amount, currency: undefined }
  if (typeof unit !== 'string' || !code.test(unit.trim()))
    throw new FormatterFault('wrong_kind', `"${formatter}" wants the code of a currency beside the amount.`, codeHint)
  return { amount, currency: unit.trim() }
}

import { type FormatterArgument, FormatterFault } from './formatter.ts'
import { ownField } from './rich-inputs.ts'

const code = /^[A-Za-z]{3}$/
const codes = new Set(Intl.supportedValuesOf('currency'))
const codeHint = 'Give an ISO 4217 code, such as "EUR", or name the currency in the template: currency:"EUR".'
const wanted = 'Must be an ISO 4217 code, such as "EUR".'

export const currencyCode: FormatterArgument = {
  name: 'code',
  kind: 'text',
  optional: true,
  sample: 'EUR',
  fault: (value) => (code.test(String(value)) ? undefined : wanted),
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

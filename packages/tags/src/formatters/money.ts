import { type FormatterArgument, FormatterFault } from './formatter.ts'
import { ownField } from './rich-inputs.ts'

const code = /^[A-Za-z]{3}$/
const codes = new Set(Intl.supportedValuesOf('currency'))
const wanted = 'Must be an ISO 4217 code, such as "EUR".'

export const currencyCode: FormatterArgument = {
  name: 'code',
  kind: 'text',
  optional: true,
  sample: 'EUR',
  fault: (value) => (code.test(String(value)) ? undefined : wanted),
  doubt: (value) => (value === '' || codes.has(String(value).toUpperCase()) ? undefined : wanted),
}

/** A number, or `{amount, currency}` as money is identified. */
export function moneyOf(
  value: unknown,
  formatter: string,
): { readonly amount: unknown; readonly currency: string | undefined } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { amount: value, currency: undefined }
  const amount = ownField(value, 'amount')
  const unit = ownField(value, 'currency')
  if (amount === undefined) throw new FormatterFault('wrong_kind', `"${formatter}" wants a number and got an object.`)
  return { amount, currency: typeof unit === 'string' && code.test(unit) ? unit : undefined }
}

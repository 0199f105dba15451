import type { FieldType } from '@chancery/core'
import { tokenize, type TokenKind } from './tokens.ts'

const typeOfKind: Partial<Record<TokenKind, FieldType>> = {
  date: 'date',
  month: 'date',
  money: 'money',
  email: 'email',
  phone: 'phone',
  url: 'url',
  iban: 'iban',
  percent: 'percent',
  integer: 'integer',
  number: 'number',
  code: 'identifier',
}

const typeOf = (value: string): FieldType => {
  const [token, second] = tokenize(value.trim())
  return token && !second ? (typeOfKind[token.kind] ?? 'text') : 'text'
}

/** The one type that all values have by their form; numbers of both kinds are `number`, everything else is `text`. */
export const typeOfValues = (values: readonly (string | undefined)[]): FieldType => {
  const types = new Set<FieldType>()
  for (const value of values) if (value !== undefined && value !== '') types.add(typeOf(value))
  if (types.size === 2 && types.has('integer') && types.has('number')) return 'number'
  const [type] = types
  return types.size === 1 && type ? type : 'text'
}

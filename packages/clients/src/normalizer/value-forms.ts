import type { ClientField } from '@chancery/core'
import { clientWords, wrappers } from './column-words.ts'
import { countryCode } from './country-code.ts'
import { fold } from './fold.ts'
import { isHonorific } from './honorifics.ts'
import { hasLegalForm } from './legal-form.ts'

type Form = (value: string) => boolean

const hasLetter: Form = (value) => /\p{L}/u.test(value)
const isNamelike: Form = (value) => hasLetter(value) && !value.includes('@')

/** What at least some values of a field are like. */
const forms: Partial<Record<ClientField, Form>> = {
  email: (value) => value.includes('@'),
  phone: (value) => /\d{3}/.test(value.replaceAll(/[\s()./-]/g, '')),
  website: (value) => value.includes('.'),
  // The day of one that stands in three columns is none.
  birthDate: (value) => /\d{3}|\d\D+\d/.test(value),
  taxId: (value) => /\d/.test(value),
  name: isNamelike,
  givenName: isNamelike,
  familyName: isNamelike,
  organization: hasLetter,
  locality: hasLetter,
  country: hasLetter,
  // A Turkish "Cep" is a mobile phone, a Brazilian one a postcode.
  postcode: (value) => value.replaceAll(/\D/g, '').length < 10,
}

const isShortText: Form = (value) => isNamelike(value) && !/\d/.test(value) && value.length <= 60

/** What every value of a field is like, where its column's name leaves a doubt. */
const strictForms: Partial<Record<ClientField, Form>> = {
  ...forms,
  phone: (value) => /^\+?[\d\s()./-]{6,}(?:\D{1,6}\d{1,5})?$/.test(value.trim()),
  website: (value) => /^\S+\.\S+$/.test(value) && !value.includes('@'),
  birthDate: (value) => /^\D{0,12}\d{1,4}\D{1,12}\d{1,4}\D{1,4}\d{1,4}\b|^\d{8}$|^\d{1,4}\D+\d{2,4}$/u.test(value),
  country: (value) => countryCode(value) !== undefined,
  honorific: isHonorific,
  postcode: (value) => /\d/.test(value) && value.length <= 12,
  // "RSSMRA85T10A562S" has no four digits in a row.
  taxId: (value) => /\d{4}|^(?=\D*\d\D*\d\D*\d\D*\d)[A-Z\d]{8,20}$/.test(value.replaceAll(/[\s./-]/g, '')),
  street: (value) => !/[@]|^\S+\.\p{L}{2,}$/u.test(value),
  // "Praha 1", but not "8000 Aarhus".
  locality: (value) => isNamelike(value) && !/^\s*\d/.test(value) && value.length <= 60,
  region: (value) => isNamelike(value) && value.length <= 60,
  jobTitle: isShortText,
  language: isShortText,
  name: isShortText,
  givenName: isShortText,
  familyName: isShortText,
  notes: hasLetter,
}

/** What shops and help desks let somebody do, "customer" or "admin", and no work. */
const areKindsOfUsers = (values: readonly string[]): boolean =>
  values.length > 0 && values.every((value) => userKinds.has(fold(value)))
const userKinds: ReadonlySet<string> = new Set([...clientWords, ...wrappers, 'admin', 'administrator', 'enduser'])

/**
 * Not one of several values is what the name promises: "Email: yes, no, yes", "Client: 1001, 1002"; or one is what it
 * cannot be: a Turkish "Unvan" is a title, or the name of a company.
 */
export function isContradicted(field: ClientField, values: readonly string[]): boolean {
  if (field === 'jobTitle' && (values.some(hasLegalForm) || areKindsOfUsers(values))) return true
  const fits = forms[field]
  return fits !== undefined && values.length >= 3 && !values.some(fits)
}

/** Nearly all values, where there are any, are what such a field holds. */
export function areAll(field: ClientField, values: readonly string[]): boolean {
  const fits = strictForms[field]
  return fits === undefined || values.filter(fits).length >= values.length * 0.8
}

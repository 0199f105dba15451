import type { ClientField } from '@chancery/core'
import { countryCode } from './country-code.ts'
import { meaningsOf } from './ambiguous-columns.ts'
import { addressKinds } from './column-words.ts'
import { fold, wordsOf } from './fold.ts'
import { wordOf } from './spelled-name.ts'

/** What the columns on both sides of one are. */
export type Neighbours = ReadonlySet<string>

const isEmail = (value: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value)
const isInternationalPhone = (value: string): boolean => /^\+\d[\d\s()./-]{6,20}$/.test(value)
/** A whole site, no page of one: pages are profiles, pictures, invoices. */
const isSite = (value: string): boolean =>
  /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}\/?$/iu.test(value)
const saysSite = (value: string): boolean => /^(?:https?:\/\/|www\.)/i.test(value)

/** Postcodes of the world: digits, some with one dash or space; Dutch, British, Irish and Canadian ones with letters. */
const isPostcode = (value: string): boolean =>
  /^(?:[A-Z]{1,2}-)?(?:\d{4,6}|\d{3} \d{2}|\d{2}-\d{3}|\d{5}-\d{3,4}|\d{3}-\d{4}|\d{4} ?[A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z\d] ?[A-Z\d]{3,4})$/.test(
    value,
  )

/**
 * What nearly all values of a column are, where their form leaves no doubt and they differ from row to row: the address
 * of an agent repeats, and would make one client of all of theirs.
 */
export function fieldOfValues(values: readonly string[]): ClientField | undefined {
  const mostly = (test: (value: string) => boolean): boolean => values.filter(test).length >= values.length * 0.8
  if (values.length === 0 || new Set(values).size < values.length * 0.8) return undefined
  if (mostly(isEmail)) return 'email'
  if (mostly(isInternationalPhone)) return 'phone'
  return undefined
}

const isTelephone = (value: string): boolean =>
  /^[+(]?\d[\d\s()./-]{6,20}$/.test(value) && !/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(value)
const placesOfTelephones = addressKinds.filter(([kind]) => kind === 'home' || kind === 'work').map(([, names]) => names)

/** "Ufficio" and "Abitazione" of Outlook: no more than a place, with telephone numbers in it. */
export function areTelephonesAt(column: string, values: readonly string[]): boolean {
  const name = fold(column)
  return placesOfTelephones.some((places) => places.has(name)) && values.length > 0 && values.every(isTelephone)
}

/** As `fieldOfValues`, of forms that a column about somebody else does not have: each row has a site of its own. */
export const isSiteOfEach = (values: readonly string[]): boolean =>
  values.length >= 2 &&
  values.filter(isSite).length >= values.length * 0.8 &&
  values.some(saysSite) &&
  new Set(values.map((value) => value.toLowerCase())).size === values.length

/** What a column of no known name is by its values and by the parts of an address beside it. */
export function fieldAmong(neighbours: Neighbours, values: readonly string[]): ClientField | undefined {
  if (values.length === 0) return undefined
  const all = (test: (value: string) => boolean): boolean => values.filter(test).length >= values.length * 0.9
  if (neighbours.has('locality') && all(isPostcode)) return 'postcode'
  const isOfAddress = ['locality', 'postcode', 'region', 'street'].some((field) => neighbours.has(field))
  return isOfAddress && all((value) => countryCode(value) !== undefined) ? 'country' : undefined
}

/** An "Estado" between two parts of an address is a state of a country; elsewhere it may be what somebody's affairs are in. */
export const isStateAmong = (column: string, neighbours: Neighbours, values: readonly string[]): boolean =>
  meaningsOf(fold(column)).includes('region') &&
  [...neighbours].filter((field) => ['locality', 'postcode', 'country', 'street'].includes(field)).length === 2 &&
  values.length > 0 &&
  values.every((value) => /^\p{Lu}[\p{L}\s.'-]{1,40}$/u.test(value))

/** "Nº" and "Číslo popisné" behind a street, with numbers of houses in it: "12", "8a", "8/15". */
export const isHouseNumber = (column: string, values: readonly string[]): boolean =>
  wordsOf(column.slice(0, 40)).some((word) => wordOf(word).text === '#') &&
  values.length > 0 &&
  values.every((value) => /^\d{1,5}\s?\p{L}?(?:[/-]\d{1,4}\s?\p{L}?)?$/u.test(value))

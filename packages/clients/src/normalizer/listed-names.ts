import type { ClientField } from '@chancery/core'
import { meaningsOf } from './ambiguous-columns.ts'
import { fold } from './fold.ts'
import { isHonorific } from './honorifics.ts'
import { fieldNamed } from './known-columns.ts'

/** Signs and words between the names of a column: "Straatnaam en huisnummer". */
const between = /[/,;|+&・、]|\s(?:and|und|u\.|et|en|y|e|i|och|og|ja|és|ve|и)\s/iu

/**
 * The one field that all of several names of a column mean: "Stato/Provincia", "Улица, дом, корпус". A name that means
 * several agrees with each of them, and one that is unknown is part of an address where half of the names are its street.
 * @param read what a name means by itself
 * @param fits whether the values of the column are what such a field holds
 */
export function fieldOfEach(
  column: string,
  read: (name: string) => ClientField | undefined,
  fits: (field: ClientField) => boolean,
): ClientField | undefined {
  if (column.length > 120) return undefined
  const names = column.split(between).filter((name) => fold(name) !== '')
  if (names.length < 2) return undefined
  const known = names.map((name) => (names.every((each) => isHonorific(each.trim())) ? 'honorific' : read(name)))
  const [field, ...others] = new Set(known.filter((each) => each !== undefined))
  if (field === undefined || others.length > 0 || !fits(field)) return undefined
  const unknown = names.filter((_, place) => known[place] === undefined)
  const agree =
    field === 'street'
      ? unknown.length * 2 <= names.length
      : unknown.every((name) => meaningsOf(fold(name)).some((each) => each === field || isOfState(each, field)))
  return agree ? field : undefined
}

/** "Name/Firma", "Razón social / Nombre": what the client is called, a person or a company. */
export function nameOfEither(column: string): ClientField | undefined {
  const parts = column.slice(0, 60).split(/[/|]/u)
  const known = parts.map((part) => fieldNamed(part))
  const isEither = parts.length === 2 && known.includes('organization')
  return isEither && known.some((field) => field === 'name' || field === 'givenName' || field === 'familyName')
    ? 'name'
    : undefined
}

/** A "Stato" is a country, or a state of one. */
const isOfState = (meaning: ClientField, field: ClientField): boolean => meaning === 'country' && field === 'region'

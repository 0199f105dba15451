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

/** What each of two names of a column means, where one is a company's: "Name/Firma", "Nom ou raison sociale". */
function besideFirm(column: string): ClientField | undefined {
  const parts = column.slice(0, 60).split(either)
  const [first, second] = parts.map((part) => fieldNamed(part))
  if (parts.length !== 2) return undefined
  return first === 'organization' ? second : second === 'organization' ? first : undefined
}

const either = /[/|]|\s(?:or|oder|ou|o|of|eller|lub|nebo|vagy|veya|tai|или)\s/iu

/** "Name/Firma", "Razón social / Nombre": what the client is called, a person or a company. */
export function nameOfEither(column: string): ClientField | undefined {
  const other = besideFirm(column)
  return other === 'name' || other === 'givenName' || other === 'familyName' ? 'name' : undefined
}

/** "Firma/Nachname": with a given name elsewhere it is the family name, without one a company. */
export const namesFirmOrFamily = (column: string): boolean => besideFirm(column) === 'familyName'

/** "Nom ou raison sociale": a "Nom" without a given name elsewhere is the whole name as well. */
export const namesFirmOrWhole = (column: string): boolean =>
  namesFirmOrFamily(column) && column.split(either).some((part) => fold(part) === 'nom')

/** A "Stato" is a country, or a state of one. */
const isOfState = (meaning: ClientField, field: ClientField): boolean => meaning === 'country' && field === 'region'

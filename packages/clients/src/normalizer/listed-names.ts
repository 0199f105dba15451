import type { ClientField } from '@chancery/core'
import { meaningsOf } from './ambiguous-columns.ts'
import { fold } from './fold.ts'

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
  const names = column.split(/[/,;|+&・、]/u).filter((name) => fold(name) !== '')
  if (names.length < 2) return undefined
  const known = names.map((name) => read(name))
  const [field, ...others] = new Set(known.filter((each) => each !== undefined))
  if (field === undefined || others.length > 0 || !fits(field)) return undefined
  const unknown = names.filter((_, place) => known[place] === undefined)
  const agree =
    field === 'street'
      ? unknown.length * 2 <= names.length
      : unknown.every((name) => meaningsOf(fold(name)).some((each) => each === field || isOfState(each, field)))
  return agree ? field : undefined
}

/** A "Stato" is a country, or a state of one. */
const isOfState = (meaning: ClientField, field: ClientField): boolean => meaning === 'country' && field === 'region'

import { always, postcodeAndPlace, personLike, street, titledPerson, wholeAddress } from './value-forms.ts'
import { areForms, isArticle, isPronoun } from './word-forms.ts'

type Values = readonly (string | undefined)[]

/** A value that is two: what stands before and behind the same separator in every sample. */
interface Parted {
  readonly before: Values
  readonly separator: string
  readonly after: Values
}

const separators = [', ', ' – ', ' - ', ' ']

/**
 * Parts values that stand beside each other with no word between: the form of a word that goes by somebody's sex (`Giulia
 * Serra, nata`, `her 200`), and a person's name before an address. `undefined` where they are one.
 */
export function partedValues(values: Values): Parted | undefined {
  const texts = values.filter((value) => value !== undefined)
  if (new Set(texts).size < 2) return undefined
  for (const separator of separators) {
    const last = partedAt(values, separator, (text) => text.lastIndexOf(separator))
    if (last === undefined || !areForms(present(last.after))) continue
    // `der Mieter` is one word, and `1 room` one thing.
    const isOneThing = separator === ' ' && present(last.before).every((text) => isArticle(text) || /^\d+$/.test(text))
    if (!isOneThing) return last
  }
  const first = partedAt(values, ' ', (text) => text.indexOf(' '))
  const isOwn = (text: string): boolean => isPronoun(text) && !isArticle(text)
  if (first !== undefined && present(first.before).every(isOwn)) return first
  const named = partedAt(values, ', ', (text) => text.indexOf(', '))
  if (named === undefined) return undefined
  const [ahead, behind] = [present(named.before), present(named.after)]
  const isFigure = always(ahead, figure) && behind.every((text) => /^\p{L}/u.test(text))
  return isFigure || isNameAndAddress(ahead, behind) || isNameAndRole(ahead, behind) ? named : undefined
}

/** A number or a time of the day. */
const figure = /^\d+(?:[.:]\d{2})?$/

const person = { test: (text: string): boolean => personLike.test(text) || titledPerson.test(text) }

/** What is said of somebody behind the name: a position, a flat, what he or she is there for. */
const saidOfPerson = /^[\p{L}\p{N}(][^,;:\n]{0,39}$/u

/** `Emma Larch, Director`, `Rosa León, 2.º B`; two people beside each other (`Ann Lee, Bo Ray`) are a list. */
const isNameAndRole = (names: readonly string[], roles: readonly string[]): boolean =>
  always(names, person) && always(roles, saidOfPerson) && !roles.every((role) => personLike.test(role))

const present = (values: Values): readonly string[] => values.filter((value) => value !== undefined)

/** A name without figures, of somebody or of a firm. */
const anyName = /^\p{Lu}[\p{L}\p{M}.&'’ -]{1,59}$/u
/** A street, its town and the postcode: what stands before is no part of it. */
const streetAndTown =
  /^[^,]{2,60}, (?:(?:\p{Lu}{1,3}-)?(?:\d{4,5}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3})(?: \p{Lu}{2})? \p{L}[^,\d]*|\p{L}[^,\d]*,? (?:\p{Lu}{1,2}\d[\p{Lu}\d]? \d\p{Lu}{2}|\p{Lu}{2} \d{5}(?:-\d{4})?))$/u

function isNameAndAddress(names: readonly string[], addresses: readonly string[]): boolean {
  if (always(names, anyName) && always(addresses, streetAndTown)) return true
  const arePeople = names.every((name) => titledPerson.test(name) || personLike.test(name))
  return arePeople && [wholeAddress, street, postcodeAndPlace].some((form) => always(addresses, form))
}

function partedAt(values: Values, separator: string, place: (text: string) => number): Parted | undefined {
  const before: (string | undefined)[] = []
  const after: (string | undefined)[] = []
  for (const value of values) {
    const at = value === undefined ? 0 : place(value)
    if (value !== undefined && (at < 1 || at + separator.length >= value.length)) return undefined
    before.push(value?.slice(0, at))
    after.push(value?.slice(at + separator.length))
  }
  return { before, separator, after }
}

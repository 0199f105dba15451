import { areOfOtherYears, compareClients, type Profile } from './compare-clients.ts'
import { type Agreements, bitsOf, comparedFields, type MatchModel, priorBits, probabilityOf } from './match-model.ts'
import { areOtherFirms } from './legal-forms.ts'
import { namesInPlace } from './names-in-place.ts'
import { isOfFamily, saysInOrder, saysName } from './shared-mailbox.ts'
import { areFormsOfOneName } from './short-names.ts'
import {
  areShort,
  beginOtherwise,
  goesOn,
  haveAnotherLetter,
  haveAnotherWord,
  haveOtherEndings,
  soundAlike,
} from './two-names.ts'
import { areLike } from '../name-words.ts'
import type { WordCounts } from './word-counts.ts'

/** Whether two clients are one: `same` for sure, `doubt` where people should look, else `other`. */
export interface Judgement {
  readonly verdict: 'same' | 'doubt' | 'other'
  /** That they are one, 0 to 1. */
  readonly probability: number
  readonly agreements: Agreements
}

/** Bits from which on two are taken for one: two in a thousand are not, by the numbers alone. */
const sureBits = 9
/** The same of organizations, of which there are fewer. */
const sureTitleBits = 7
/** Bits of a name that no other organization of a postcode has. */
const rareTitleBits = 11
/** Bits from which on it is worth a look: more likely one than two. */
const doubtBits = 0

/** What speaks for one client, in bits; names and places count by how rare they are. */
function weigh(agreements: Agreements, a: Profile, b: Profile, model: MatchModel, counts: WordCounts): number {
  let bits = priorAmong(counts)
  for (const field of comparedFields) {
    const agreement = agreements[field]
    // Who lives in another town lives in another street: it is told once.
    if (field === 'street' && agreement === 'different' && agreements.place === 'different') continue
    const usual = agreement === 'same' ? rarity(field, a, b, counts) : undefined
    if (usual !== undefined) bits += Math.log2(model[field].match.same) + usual
    // Part of a name, or with a slip: it tells as much as what is left of it.
    else if (field === 'title' && agreement === 'similar') bits += 0.6 * titleRarity(a, b, counts) - 1
    else bits += bitsOf(model, field, agreement)
  }
  return bits
}

/** Of many clients, more than one has the name and the birthday of another: the more there are, the less that tells. */
const priorAmong = (counts: WordCounts): number => Math.min(priorBits, -2 - Math.log2(Math.max(counts.clients, 1)))

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

const titleRarity = ({ words }: Profile, { words: others }: Profile, counts: WordCounts): number =>
  clamp(rarityOf(words.length <= others.length ? words : others, counts), 4, 15)

const rarityOf = (words: readonly string[], counts: WordCounts): number =>
  words.reduce((sum, word) => sum - Math.log2(counts.shareOfName(word)), 0)

/** How much it tells that both have this very name or place, in bits; `undefined` where the model says so. */
function rarity(field: keyof Agreements, a: Profile, b: Profile, counts: WordCounts): number | undefined {
  if (field === 'given')
    return clamp(rarityOf((a.given.length <= b.given.length ? a : b).given.slice(0, 1), counts), 3, 11)
  if (field === 'family') return clamp(rarityOf(a.family.length > 0 ? a.family : a.words, counts), 3, 12)
  if (field === 'title') return titleRarity(a, b, counts)
  if (field === 'place' && (a.postcode === '' || a.postcode !== b.postcode)) {
    return clamp(-Math.log2(counts.shareOfPlace(a.locality)), 0.5, 7)
  }
  return undefined
}

/** What speaks against two of one name at least, where most else is said of both: another birth date is about that much. */
const otherwiseBits = 5

/**
 * Whether a name is so usual, and so much else is said, that who agrees in the name alone is not worth a look: it would be
 * another. Others are found by more than their name; but a street stands in a key with its place alone.
 */
export function isNoKey(row: Profile, counts: WordCounts): boolean {
  if (row.kind === 'organization' || row.words.length === 0 || row.taxId !== '') return false
  const others = [row.birthDate ?? '', row.postcode + row.locality, row.emails[0] ?? '', row.phones[0] ?? '']
  const said = others.filter((each) => each !== '').length - (row.street.length > 0 ? 1 : 0)
  const family = row.family.length > 0 ? row.family : row.words
  const bits = rarityOf(row.given.slice(0, 1), counts) + rarityOf(family, counts)
  return said > 1 && priorAmong(counts) + bits < doubtBits + (said > 2 ? otherwiseBits : 0)
}

/** Compares two clients. */
export function judgePair(a: Profile, b: Profile, model: MatchModel, counts: WordCounts): Judgement {
  const agreements = compareClients(a, b)
  const bits = weigh(agreements, a, b, model, counts)
  const probability = probabilityOf(bits)
  if ((bits < doubtBits && !areNamesakes(agreements, a, b)) || areTwo(agreements))
    return { verdict: 'other', probability, agreements }
  const isSure =
    agreements.taxId !== 'different' &&
    (agreements.title === 'absent'
      ? bits >= sureBits && isSurePerson(agreements, a, b, counts)
      : (bits >= sureTitleBits && isSureTitle(agreements, a, b, counts)) ||
        isOneHouse(agreements, a, b) ||
        isOnlyOne(agreements, a, b, counts))
  return { verdict: isSure ? 'same' : 'doubt', probability, agreements }
}

/**
 * Companies of one name and postcode are worth a look however usual the name is, and whatever their numbers and mailboxes: a
 * company has many.
 */
const areNamesakes = ({ title, street, taxId }: Agreements, a: Profile, b: Profile): boolean =>
  title === 'same' &&
  a.postcode !== '' &&
  a.postcode === b.postcode &&
  street !== 'different' &&
  taxId !== 'different' &&
  !areOtherFirms(a, b)

/**
 * Families share a name, an address, a telephone and a mailbox: another given name is another person, unless the birth
 * date asks for a look (twins, or "Bill" and "William"). Without any name that agrees nobody is alike.
 */
function areTwo({ given, family, title, birthDate, email, taxId }: Agreements): boolean {
  if (title !== 'absent') return title === 'different' && taxId !== 'same'
  if (given === 'absent' && family === 'absent') return email !== 'same' && taxId !== 'same'
  if (given === 'different') return birthDate !== 'same' || family === 'different'
  return family === 'different' && given !== 'same'
}

/**
 * What only one person has, whatever the numbers say of a name that many share or that only resembles. A name and a street
 * are those of father and son too: without a birthday, an address or number of one's own is asked for.
 */
const isSurePerson = (agreements: Agreements, one: Profile, other: Profile, counts: WordCounts): boolean =>
  namesInPlace(agreements, one, other, counts).every(({ a, b, given, family }) =>
    isSureAsNamed({ ...agreements, given, family }, a, b, counts),
  )

function isSureAsNamed(agreements: Agreements, a: Profile, b: Profile, counts: WordCounts): boolean {
  const { given, family, birthDate, email, phone, place, street, taxId } = agreements
  if (given === 'different' || areOfTwo(agreements, a, b, counts)) return false
  const isProven = email === 'same' || taxId === 'same'
  const isAtHome = isProven || [phone, street].includes('same')
  if (birthDate === 'different') return taxId === 'same' && given === 'same' && family === 'same'
  // Twins "R. Sander" and "R. Sander" have a name of one letter in common.
  const areInitials = isInitials(a.given) && isInitials(b.given) && a.given.length > 0
  const isNamed = !areInitials && (given !== 'similar' || soundAlike(a.given.join(''), b.given.join('')))
  // Twins share a birthday, and no given name: who has another family name has married, or it has slips.
  if (family === 'different')
    return (
      birthDate === 'same' && (isProven || (street === 'same' && (phone === 'same' || (isNamed && place === 'same'))))
    )
  if (isHalf(agreements, a, b)) return birthDate === 'same' && (isAtHome || place === 'same')
  if (birthDate === 'same') {
    // Of many, two have one name and one birthday; then all else is another.
    if (isNamed && family === 'same') return place === 'same' || email !== 'different' || phone !== 'different'
    if (given !== 'same' && family === 'similar') return isAtHome && email !== 'different'
    return email !== 'different' || (isNamed && isAtHome)
  }
  if (birthDate === 'similar') {
    // Brothers have one telephone, and "K." may be each whose name begins so.
    const isOfYear = !areOfOtherYears(a.birthDate, b.birthDate)
    if (isProven || (phone === 'same' && (isNamed || isOfYear))) return true
    if (isNamed && given !== 'similar' && family === 'same' && place === 'same') return true
    // A father is not born in the year of his son.
    return isNamed && street === 'same' && (family === 'same' || isOfYear)
  }
  // A family has one telephone, and each of them a mailbox.
  return isProven || (isNamed && phone === 'same' && email !== 'different')
}

/** Names that resemble and are those of two, and what stands behind a name to say so. */
function areOfTwo({ given, birthDate, email }: Agreements, a: Profile, b: Profile, counts: WordCounts): boolean {
  const isSame = birthDate === 'same'
  if (a.generation !== b.generation && ((a.generation !== '' && b.generation !== '') || !isSame)) return true
  const [one, other] = [a.given.join(''), b.given.join('')]
  if (given !== 'similar') return false
  // Of "H. S." no letter but the first is known.
  if (haveInitials(a, b)) return !isSame && haveMailboxOfFamily(a, b)
  // "Hanna", and "Johanna" who was born a year later: sisters.
  if (areOfOtherYears(a.birthDate, b.birthDate)) return true
  // Nobody calls two children alike.
  if (soundAlike(one, other)) return false
  if (haveOtherEndings(one, other)) return true
  if (areFormsOfOneName(one, other)) return false
  // Twins "Sven" and "Svenja".
  if (goesOn(one, other) && !(isSame && email === 'same')) return true
  // Twins share a birthday, and the mailbox of a parent.
  const isOfFamilies = haveMailboxOfFamily(a, b)
  if (haveAnotherLetter(one, other)) return isOfFamilies || haveMailboxOfNone(a, b) || !counts.isSlip(one, other)
  const mayBeTwo = areShort(one, other) || (areLike(one, other) && beginOtherwise(one, other))
  const isOwn = isSame && email === 'same' && (!areShort(one, other) || haveMailboxOfOne(a, b))
  return mayBeTwo && !isOwn && (isOfFamilies || counts.mayBeName(one) === counts.mayBeName(other))
}

/** All addresses that both have are such. */
function haveMailboxOfFamily(a: Profile, b: Profile): boolean {
  const both = a.emails.filter((email) => b.emails.includes(email))
  return both.length > 0 && both.every((email) => isOfFamily(email, [...a.words, ...b.words]))
}

/** An address that both have says the given name of one of them. */
const haveMailboxOfOne = (a: Profile, b: Profile): boolean =>
  a.emails.some((email) => b.emails.includes(email) && saysName(email, [...a.given, ...b.given]))

/** An address that both have, and none of these says whose it is: a parent may read it. */
function haveMailboxOfNone(a: Profile, b: Profile): boolean {
  const both = a.emails.filter((email) => b.emails.includes(email))
  const isOwn = (email: string): boolean =>
    saysName(email, [...a.given, ...b.given]) || [a, b].some(({ given, family }) => saysInOrder(email, given, family))
  return both.length > 0 && !both.some(isOwn)
}

/** Of one of the two no more than the first letter of the given name is said. */
export const haveInitials = (a: Profile, b: Profile): boolean => isInitials(a.given) || isInitials(b.given)

const isInitials = (words: readonly string[]): boolean => words.every((word) => word.length === 1)

/** Of one of the two only a part of the name is said. */
const isHalf = ({ given, family }: Agreements, a: Profile, b: Profile): boolean =>
  (given === 'absent' || family === 'absent') && (family !== 'same' || Math.min(a.words.length, b.words.length) < 2)

/** Branches of a chain have one name, one tax id, often one telephone, and each its own house. */
function isSureTitle(agreements: Agreements, a: Profile, b: Profile, counts: WordCounts): boolean {
  const { title, email, phone, street, place, taxId } = agreements
  if (street === 'different' || place === 'different') return false
  if (taxId === 'same') return true
  if (title === 'different' || areOtherFirms(a, b)) return false
  const isWritten = email === 'same' || phone === 'same'
  // "Adler" and "Adler Metallbau" may be two in one house; "Adler Metalbau" has a slip, and "Adlar" is another owner.
  if (title === 'similar') {
    if (lettersMore(a, b) > 1 || numbersOf(a) !== numbersOf(b) || haveAnotherWord(a.words, b.words, counts.isSlip))
      return false
  }
  return isWritten || street === 'same' || (title === 'same' && street === 'similar' && a.house === b.house)
}

const lettersMore = (a: Profile, b: Profile): number => Math.abs(a.words.join('').length - b.words.join('').length)

const numbersOf = ({ words }: Profile): string => words.filter((word) => /\d/.test(word)).join(' ')

/** One name at one house: however usual both are, there are no two, and a company has many numbers. */
const isOneHouse = ({ title, place, street }: Agreements, a: Profile, b: Profile): boolean =>
  title === 'same' &&
  place === 'same' &&
  (street === 'same' || street === 'similar') &&
  a.house !== '' &&
  a.house === b.house &&
  [a.postcode, ''].includes(b.postcode) &&
  !areOtherFirms(a, b)

/** The whole of a rare name word by word, in one postcode, and nothing else that both say is another. */
const isOnlyOne = ({ title, email, phone, street, taxId }: Agreements, a: Profile, b: Profile, counts: WordCounts) =>
  title === 'same' &&
  !areOtherFirms(a, b) &&
  a.words.length > 1 &&
  a.words.join(' ') === b.words.join(' ') &&
  titleRarity(a, b, counts) >= rareTitleBits &&
  a.postcode !== '' &&
  a.postcode === b.postcode &&
  ![email, phone, street, taxId].includes('different')

import type { ClientData } from '../model/client-record.ts'
import {
  areOfOtherYears,
  compareClients,
  dateAgreement,
  emailAgreement,
  profileOf,
} from './matching/compare-clients.ts'
import { areOtherFirms } from './matching/legal-forms.ts'
import { areFormsOfOneName } from './matching/short-names.ts'
import { type KnownNames, namesInPlace } from './matching/names-in-place.ts'
import { isOfFamily, isSharedMailbox, saysName } from './matching/shared-mailbox.ts'
import {
  areShort,
  beginOtherwise,
  generationOf,
  goesOn,
  haveAnotherLetter,
  haveAnotherWord,
  haveOtherEndings,
  haveWordThatGoesOn,
  soundAlike,
} from './matching/two-names.ts'
import { localPart } from './matching/block-keys.ts'
import { areLike, eachHasItsLike, latinWords, namesAgree, nameWords } from './name-words.ts'
import type { MatchKey } from './merge-client.ts'

/**
 * Whether a shared value is enough to take two for the same client. A personal e-mail is, unless the names or birthdays are
 * those of two people, as families share one; a telephone, or a mailbox that several people read, is only together with a
 * name that agrees, and nothing that says otherwise.
 */
export function provesIdentity(
  kind: MatchKey | 'row',
  value: string,
  a: ClientData,
  b: ClientData,
  known: KnownNames,
): boolean {
  if (kind === 'externalId' || kind === 'row') return true
  const isPersonal = kind === 'email' && !isSharedMailbox(value)
  if (a.kind === 'organization' && b.kind === 'organization') return isOneHouse(a, b, isPersonal)
  const days = dateAgreement(a.birthDate, b.birthDate)
  const [one, other] = [generationOf(a.name), generationOf(b.name)]
  if (days === 'different' || (one !== other && one !== '' && other !== '')) return false
  if (isPersonal) return !areOfTwo(a, b, value, known)
  if (!namesAgree(a.name, b.name) || isHalfName(a, b) || one !== other) return false
  if (days !== 'absent') return true
  const [x, y] = [latinWords(a.name), latinWords(b.name)]
  const both = a.emails.filter((email) => b.emails.includes(email))
  if (kind === 'phone' && both.length > 0) return !both.every((email) => isAnyOfFamily(x, y, email))
  // A family has one telephone, and each of them a mailbox.
  return kind === 'email' || emailAgreement(a.emails, b.emails) !== 'different'
}

/** Branches of a chain have one name, one telephone and one mailbox, and each its own house. */
function isOneHouse(a: ClientData, b: ClientData, isPersonal: boolean): boolean {
  const [one, other] = [profileOf(a), profileOf(b)]
  const { title, street, place, taxId } = compareClients(one, other)
  if ([street, place, taxId].includes('different') || areOtherFirms(one, other)) return false
  if (title === 'similar')
    return isPersonal && !haveAnotherWord(one.words, other.words) && !haveWordThatGoesOn(one.words, other.words)
  return title === 'same' || title === 'absent'
}

/** Of one of two people only the given or the family name is said. */
function isHalfName(a: ClientData, b: ClientData): boolean {
  const [few, many] = [nameWords(a.name).length, nameWords(b.name).length].toSorted((x, y) => x - y)
  return a.kind === 'person' && b.kind === 'person' && few === 1 && many !== 1
}

/** A row that says no name is called by its address or number; that is no name. */
export const hasName = ({ name, emails, phones }: ClientData): boolean =>
  !emails.includes(name) && !phones.includes(name)

/**
 * Whether two names are those of two people: "Mary Smith" and "John Smith", "Cher" and "Madonna". The same person may have
 * another family name, a slip in either, or both in another order.
 * @param mailbox the address that both have
 */
function areOfTwo(a: ClientData, b: ClientData, mailbox: string, known: KnownNames): boolean {
  if (!hasName(a) || !hasName(b)) return false
  const [x, y] = [latinWords(a.name), latinWords(b.name)]
  if (x[0] === undefined || y[0] === undefined || x.join('') === y.join('')) return false
  if (!eachHasItsLike(x, y, mayBeOne) && !mayBeOne(x[0], y[0])) return true
  const isOneDay = a.birthDate !== undefined && a.birthDate === b.birthDate
  if (!isOneDay && isAnyOfFamily(x, y, mailbox)) return true
  const [one, other] = [profileOf(a), profileOf(b)]
  return namesInPlace(compareClients(one, other), one, other, known).some((names) => {
    // "Marie-Laure" and "Marie-Louise", and "Sander Anna" and "Sander Berta".
    if (names.given === 'different') return true
    const [first, second] = [names.a.given[0] ?? x[0] ?? '', names.b.given[0] ?? y[0] ?? '']
    if (names.given === 'same' || x.includes(second) || y.includes(first)) return false
    return areGivenNamesOfTwo(first, second, { a, b, mailbox, isOneDay })
  })
}

/** Whether two given names that resemble each other are those of two who share a mailbox. Folded words. */
function areGivenNamesOfTwo(
  one: string,
  other: string,
  {
    a,
    b,
    mailbox,
    isOneDay,
  }: { readonly a: ClientData; readonly b: ClientData; readonly mailbox: string; readonly isOneDay: boolean },
): boolean {
  // "Hanna", and "Johanna" who was born a year later: sisters.
  if (areOfOtherYears(a.birthDate, b.birthDate)) return true
  if (soundAlike(one, other)) return false
  if (haveOtherEndings(one, other) || haveAnotherLetter(one, other)) return true
  if (areFormsOfOneName(one, other)) return false
  // Twins share the mailbox of a parent, or of the family: "Lara" and "Laura".
  if (isOneDay) return areShort(one, other) && !saysName(mailbox, [one, other])
  // "Seb" whose mailbox is sebastian@ is called so.
  const [, longer = ''] = [one, other].toSorted((name, another) => name.length - another.length)
  if (goesOn(one, other) && !localPart(mailbox.toLowerCase()).includes(longer)) return true
  return areLike(one, other) && (areShort(one, other) || beginOtherwise(one, other))
}

/** "K. Ott" of ott@ may be each of the family whose name begins so. */
const isAnyOfFamily = (a: readonly string[], b: readonly string[], mailbox: string): boolean =>
  (standsFor(a, b) || standsFor(b, a)) &&
  isOfFamily(
    mailbox,
    a.filter((word) => b.includes(word)),
  )

/** Whether one of the words is the initial of another that the others have in its place. */
const standsFor = (words: readonly string[], others: readonly string[]): boolean =>
  words.some(
    (word) =>
      word.length === 1 &&
      !others.includes(word) &&
      others.some((other) => other.length > 1 && other.startsWith(word) && !words.includes(other)),
  )

/** One word, also with a slip or as it is heard, or what its bearer is called by. */
const mayBeOne = (a: string, b: string): boolean => areLike(a, b) || areFormsOfOneName(a, b) || soundAlike(a, b)

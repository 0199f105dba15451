import { memoized } from '../../memoized.ts'
import type { ClientData } from '../../model/client-record.ts'
import { areFormsOfOneName } from './short-names.ts'
import { slips } from '../name-words.ts'
import { bareTaxId, lastDigits, localPart, shortestTaxId } from './block-keys.ts'
import { distinctiveWords, legalFormOf } from './distinctive-words.ts'
import { areSpellings } from '../latin-letters.ts'
import { isSharedMailbox } from './shared-mailbox.ts'
import type { Agreement, Agreements } from './match-model.ts'
import { generationOf, soundAlike } from './two-names.ts'

/** A client's data as it is compared, worked out once. */
export interface Profile {
  readonly kind: ClientData['kind']
  readonly given: readonly string[]
  readonly family: readonly string[]
  /** All words of the name. */
  readonly words: readonly string[]
  /** Of an organization: see `legalFormOf`. */
  readonly form: string
  /** "Junior", "III": see `generationOf`. */
  readonly generation: string
  readonly birthDate?: string
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  readonly postcode: string
  readonly locality: string
  readonly street: readonly string[]
  readonly house: string
  readonly taxId: string
}

/** Addresses or numbers of a client that are looked at for slips; that one is the same is seen among all. */
const mostNearly = 20

export function profileOf(data: ClientData): Profile {
  const { kind, name, givenName, familyName, birthDate, address, taxId } = data
  // Who is named by the own address or number has no name.
  const isNamed = !data.emails.includes(name) && !data.phones.includes(name)
  const words = isNamed ? distinctiveWords(name, kind === 'organization' ? 'organization' : 'person') : []
  const street = distinctiveWords(address?.street ?? '', 'place')
  const given = givenName === undefined ? [] : distinctiveWords(givenName, 'person')
  const family = familyName === undefined ? [] : distinctiveWords(familyName, 'person')
  return {
    kind,
    given,
    family,
    words,
    form: kind === 'organization' ? legalFormOf(name) : '',
    generation: kind === 'person' ? generationOf(name) : '',
    ...(birthDate === undefined ? {} : { birthDate }),
    emails: data.emails,
    phones: data.phones.map(lastDigits).filter((digits) => digits !== ''),
    postcode: distinctiveWords(address?.postcode ?? '', 'place').join(''),
    locality: distinctiveWords(address?.locality ?? '', 'place').join(' '),
    street: street.filter((word) => !/\d/.test(word)),
    house: street.find((word) => /\d/.test(word)) ?? '',
    taxId: bareTaxId(taxId),
  }
}

/** Same letters, an initial, a shortened form, or a slip. */
function wordAgreement(a: string, b: string): Agreement {
  if (a === b) return 'same'
  if (a.length === 1 || b.length === 1) return a[0] === b[0] ? 'similar' : 'different'
  if (Math.min(a.length, b.length) > 2 && (a.startsWith(b) || b.startsWith(a))) return 'similar'
  // The exact number of slips ends at 3.
  const allowed = Math.min(a.length, b.length) < 8 ? 1 : 2
  if (areSpellings(a, b)) return 'same'
  return slips(a, b) <= allowed || isTurned(a, b) || areFormsOfOneName(a, b) || soundAlike(a, b)
    ? 'similar'
    : 'different'
}

/** A number in a name is no word with a slip: "Filiale 12" is not "Filiale 13". */
const listedAgreement = (a: string, b: string): Agreement =>
  a !== b && (/\d/.test(a) || /\d/.test(b)) ? 'different' : wordAgreement(a, b)

/** Words too short for a count of slips: one letter more, or one changed behind the first of three. */
function isTurned(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length !== 3 || long.length > 4 || short[0] !== long[0]) return false
  if (long.length === 3) return short[1] === long[1] || short[2] === long[2]
  return [1, 2].some((at) => long.slice(0, at) + long.slice(at + 1) === short)
}

const best = (agreements: readonly Agreement[]): Agreement =>
  agreements.includes('same')
    ? 'same'
    : agreements.includes('similar')
      ? 'similar'
      : agreements.length > 0
        ? 'different'
        : 'absent'

/** The shorter list word by word against the longer: `same` where each has its own, `similar` where some only nearly. */
function listAgreement(
  a: readonly string[],
  b: readonly string[],
  { most = 1, byWord = listedAgreement } = {},
): Agreement {
  if (a.length === 0 || b.length === 0) return 'absent'
  const [few, many] = a.length <= b.length ? [a, [...b]] : [b, [...a]]
  let same = 0
  let similar = 0
  for (const word of few) {
    const found = many.map((other) => byWord(word, other))
    const at = found.includes('same') ? found.indexOf('same') : found.indexOf('similar')
    if (at === -1) continue
    if (found[at] === 'same') same++
    else similar++
    many.splice(at, 1)
  }
  if (same === few.length && many.length === 0) return 'same'
  return same + similar >= few.length * most && same + similar > 0 ? 'similar' : 'different'
}

const joined = (words: readonly string[]): string => words.join('')

/** Names of organizations, whose words are also run together: "RinaldiCeramiche". */
const titleAgreement = (a: readonly string[], b: readonly string[]): Agreement =>
  a.length > 0 && joined(a) === joined(b) ? 'same' : listAgreement(a, b, { byWord: titleWord })

/** A long word that goes on is another: "Gemeinde" is not the "Gemeindewerke", "Bau" may be "Bauunternehmen". */
function titleWord(a: string, b: string): Agreement {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const isLonger = short.length >= longWord && long.length > short.length + 2 && long.startsWith(short)
  return isLonger ? 'different' : listedAgreement(a, b)
}
const longWord = 6

type NamesAgreement = Pick<Agreements, 'given' | 'family'>

/** Names of people: given and family, also in each other's place; a middle name more is none less. */
function personAgreement(a: Profile, b: Profile): NamesAgreement {
  const straight = { given: namePart(a.given, b.given), family: namePart(a.family, b.family) }
  if (a.given.length + a.family.length === 0 || b.given.length + b.family.length === 0) {
    const whole = a.words.length === 0 || b.words.length === 0 ? 'absent' : listAgreement(a.words, b.words)
    return { given: 'absent', family: whole }
  }
  return crossedAgreement(a, b, straight) ?? straight
}

/** Whether the given name of one is where the other has the family name. */
export const areCrossed = (a: Profile, b: Profile): boolean =>
  crossedAgreement(a, b, { given: namePart(a.given, b.given), family: namePart(a.family, b.family) }) !== undefined

function crossedAgreement(a: Profile, b: Profile, straight: NamesAgreement): NamesAgreement | undefined {
  const crossed = { given: namePart(a.given, b.family), family: namePart(a.family, b.given) }
  const isCrossed = rank(crossed.given) + rank(crossed.family) > rank(straight.given) + rank(straight.family)
  return isCrossed && crossed.given !== 'different' && crossed.family !== 'different' ? crossed : undefined
}

const rank = (agreement: Agreement): number => ({ same: 2, similar: 1, absent: 0, different: -1 })[agreement]

function namePart(a: readonly string[], b: readonly string[]): Agreement {
  if (a.length === 0 || b.length === 0) return 'absent'
  if (joined(a) === joined(b)) return 'same'
  const [x = '', y = ''] = [a[0], b[0]]
  // "Anna" and "Anna Maria": who has two names is mostly called by the first.
  if (x === y && (a.length === 1 || b.length === 1)) return 'same'
  // "Marie-Laure" and "Marie-Louise" are compared name by name.
  if (a.length === b.length && a.length > 1) return listAgreement(a, b)
  const whole = wordAgreement(joined(a), joined(b))
  return whole === 'different' ? listAgreement(a, b) : whole
}

/** A slip in a digit, day and month exchanged, or one of year, month and day another, the year by ten at most. */
export function dateAgreement(a: string | undefined, b: string | undefined): Agreement {
  if (a === undefined || b === undefined) return 'absent'
  if (a === b) return 'same'
  const [x, y] = [a.split('-'), b.split('-')]
  const equal = x.filter((part, at) => part === y[at]).length
  // A father and a son may share a day of the year.
  if (x[0] !== y[0] && Math.abs(Number(x[0]) - Number(y[0])) > 10) return 'different'
  const isExchanged = x[0] === y[0] && x[1] === y[2] && x[2] === y[1]
  return equal === 2 || isExchanged ? 'similar' : 'different'
}

/** Two birthdays that differ by more than a slip in the day or the month. */
export const areOfOtherYears = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a.slice(0, 4) !== b.slice(0, 4)

/** Systems that must have a birthday write the first of a year where none is known: it says less than another day. */
const dayAgreement = (a: string | undefined, b: string | undefined): Agreement =>
  a === b && a?.endsWith('-01-01') === true ? 'similar' : dateAgreement(a, b)

/** Of two lists whether they share one, else by the first of each. */
function anyAgreement(
  a: readonly string[],
  b: readonly string[],
  pair: (one: string, other: string) => Agreement,
): Agreement {
  const all = new Set(a)
  if (b.some((other) => all.has(other))) return 'same'
  const [few, others] = [a.slice(0, mostNearly), b.slice(0, mostNearly)]
  return best(few.flatMap((one) => others.map((other) => pair(one, other))))
}

/** Each address of a client is compared with those of all that are like it. */
const mailboxOf = memoized((email) => ({ local: localPart(email), digits: email.replaceAll(/\D/g, '') }))

export const emailAgreement = (a: readonly string[], b: readonly string[]): Agreement =>
  anyAgreement(a, b, (one, other) => {
    const [x, y] = [mailboxOf(one), mailboxOf(other)]
    if (x.local.length > 5 && x.local === y.local) return 'similar'
    // "ada12@" and "ada13@" are two people, with slips in neither.
    if (x.digits !== y.digits) return 'different'
    const isNear = Math.abs(one.length - other.length) < 3 && one[0] === other[0] && slips(one, other) < 3
    return isNear ? 'similar' : 'different'
  })

/** Of people: a mailbox that several of them read says less. */
function ownEmailAgreement(a: readonly string[], b: readonly string[]): Agreement {
  const agreement = emailAgreement(a, b)
  if (agreement !== 'same') return agreement
  const all = new Set(a)
  return b.some((email) => all.has(email) && !isSharedMailbox(email)) ? 'same' : 'similar'
}

const phoneAgreement = (a: readonly string[], b: readonly string[]): Agreement =>
  anyAgreement(a, b, (one, other) => {
    if (one.endsWith(other) || other.endsWith(one)) return 'same'
    return slips(one, other) === 1 ? 'similar' : 'different'
  })

function placeAgreement(a: Profile, b: Profile): Agreement {
  const parts: Agreement[] = []
  if (a.postcode !== '' && b.postcode !== '')
    parts.push(a.postcode === b.postcode ? 'same' : wordAgreement(a.postcode, b.postcode))
  if (a.locality !== '' && b.locality !== '') parts.push(listAgreement(a.locality.split(' '), b.locality.split(' ')))
  return best(parts)
}

/** What every other street is called: "Hauptstraße" is not "Bahnhofstraße". Shortened as in `distinctiveWords`. */
const ofStreets: ReadonlySet<string> = new Set(
  'str st ave blvd rd dr ln sq pl ct hwy pkwy rue via calle ul ulica'.split(' '),
)
const haveTellingWord = (a: readonly string[], b: readonly string[]): boolean => {
  const [one, other] = [a, b].map((words) => words.filter((word) => !ofStreets.has(word)))
  return listAgreement(one ?? [], other ?? [], { most: 0 }) !== 'different'
}

function streetAgreement(a: Profile, b: Profile): Agreement {
  if (a.street.length === 0 || b.street.length === 0) return 'absent'
  const words = listAgreement(a.street, b.street, { most: 0.5 })
  if (words === 'different' || !haveTellingWord(a.street, b.street)) return 'different'
  if (a.house !== '' && a.house === b.house) return words
  return a.house === '' || b.house === '' ? 'similar' : 'different'
}

/** How two clients agree. The name of an organization is its `title`; a person's is told in two parts. */
export function compareClients(a: Profile, b: Profile): Agreements {
  const isOrganization = a.kind === 'organization' || b.kind === 'organization'
  const names = isOrganization
    ? ({ given: 'absent', family: 'absent', title: titleAgreement(a.words, b.words) } as const)
    : { ...personAgreement(a, b), title: 'absent' as const }
  const taxId: Agreement =
    a.taxId.length < shortestTaxId || b.taxId.length < shortestTaxId
      ? 'absent'
      : a.taxId === b.taxId
        ? 'same'
        : slips(a.taxId, b.taxId) === 1
          ? 'similar'
          : 'different'
  return {
    ...names,
    birthDate: dayAgreement(a.birthDate, b.birthDate),
    email: isOrganization ? emailAgreement(a.emails, b.emails) : ownEmailAgreement(a.emails, b.emails),
    phone: phoneAgreement(a.phones, b.phones),
    place: placeAgreement(a, b),
    street: streetAgreement(a, b),
    taxId,
  }
}

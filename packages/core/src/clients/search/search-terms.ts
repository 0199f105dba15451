import type { ClientData, ClientRecord } from '../../model/client-record.ts'
import { inLatin } from '../latin-letters.ts'
import { nameWords } from '../name-words.ts'

/** Characters of a term, and terms of a client: what is longer or more is found by its beginning, or by another of them. */
const maxTerm = 40
const maxTerms = 200

/**
 * The words by whose beginnings a client is looked for, small letters and digits alone but for the @ of an address. The
 * first letter tells the kind: `n` a word of a name, `e` an e-mail address from some part of it on, `p` the digits of a
 * telephone, `q` those behind the country's, `r` all of them from behind, `i` an id from some part of it on.
 */
export function searchTermsOf(record: ClientRecord): readonly string[] {
  const { givenName, familyName, emails, phones, externalIds, id, parts = [] } = record
  const names = new Set([record, ...parts.map(({ data }) => data)].flatMap(namesOf))
  const all = [
    ...[...names].flatMap(nameTerms),
    ...unspacedName(familyName ?? '', givenName ?? ''),
    ...emails.flatMap((email) => partsFrom(email).map((part) => `e${part}`)),
    ...phones.flatMap(phoneTerms),
    ...[id, ...externalIds.map((each) => each.id)].flatMap((each) => partsFrom(each).map((part) => `i${part}`)),
  ]
  return [...new Set(all.map((term) => term.slice(0, maxTerm)))].slice(0, maxTerms)
}

/** Also as its rows have them: who looks for "Jaems" means the client of whom one of them says so. */
const namesOf = ({ name, givenName = '', familyName = '', organization = '' }: ClientData): readonly string[] => [
  name,
  givenName,
  familyName,
  organization,
]

/**
 * Of each word of a name both spellings: "Müller" is looked for as "Muller" and as "Mueller", "O'Neill" as "ONeill",
 * "Anna-Lena" as "Annalena", and "Иванов" as "Ivanov".
 */
const nameTerms = (text: string): readonly string[] =>
  (joint.test(text) ? [text, ...withoutJoints(text)].flatMap(spellings) : spellings(text))
    .flat()
    .flatMap((word) => [word, inLatin(word)].map((each) => `n${each}`))

/** Hyphens, and apostrophes as they are typed, set in type, and typed by mistake: between two letters they may be left out. */
const joint = /['\u2019\u2018\u02bc\u02bb\uff07\u00b4`\u2010\u2011-]/u
const joints = /(?<=\p{L})['\u2019\u2018\u02bc\u02bb\uff07\u00b4`\u2010\u2011-](?=\p{L})/gu

/** The words of a name that have one of them, without it. */
const withoutJoints = (text: string): readonly string[] =>
  text
    .slice(0, 1000)
    .split(/\s+/)
    .flatMap((word) => {
      const joined = word.replaceAll(joints, '')
      return joined === word ? [] : joined
    })

/** Names in scripts that are written without a blank are looked for in one piece, too, the family first. */
function unspacedName(family: string, given: string): readonly string[] {
  if (!unspaced.test(family) || !unspaced.test(given)) return []
  return [`n${folded(family + given).join('')}`]
}

const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]{1,20}$/u

/** What a word of a query may be the beginning of, where it is one of a name. */
export function nameBeginnings(text: string): readonly (readonly string[])[] {
  const [plain = [], spelled = []] = spellings(text)
  return plain.map((word, at) => [...new Set([word, spelled[at] ?? word])].map((each) => beginning(`n${each}`)))
}

function spellings(text: string): readonly (readonly string[])[] {
  if (isPlain(text)) return [folded(text.slice(0, 1000))]
  const composed = text.normalize('NFC').slice(0, 1000)
  const spelled = composed.replaceAll(/[äöüÄÖÜ]/g, (letter) => `${letter.normalize('NFD').slice(0, 1)}e`)
  return spelled === composed ? [folded(composed)] : [folded(composed), folded(spelled)]
}

/** Letters that Unicode does not take apart, beside those that `nameWords` knows. */
const plainLetters: Readonly<Record<string, string>> = { đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Most texts have no letter that is to be folded: they are spared the work. */
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

const folded = (text: string): readonly string[] =>
  isPlain(text)
    ? text
        .toLowerCase()
        .split(/[^a-z\d]+/)
        .filter((word) => word !== '')
    : nameWords(text).map((word) => word.replaceAll(/[đðþı]/g, (letter) => plainLetters[letter] ?? letter))

/** Parts of an address or id from which it is looked for; the last one of an address ("com") tells nothing. */
const maxParts = 6

/** `ada.king@example.com` from "ada", "king" and "example" on. */
function partsFrom(text: string): readonly string[] {
  const words = text
    .slice(0, 320)
    .split(isPlain(text) ? /(@)|[^A-Za-z\d]+/ : /(@)|[^\p{L}\p{N}]+/u)
    .flatMap((word) =>
      word === undefined || word === ''
        ? []
        : word === '@'
          ? '@'
          : isPlain(word)
            ? word.toLowerCase()
            : folded(word).join(''),
    )
  const starts = words.flatMap((word, at) => (word === '@' ? [] : at))
  const told = text.includes('@') && starts.length > 2 ? starts.slice(0, -1) : starts
  return told.slice(0, maxParts).map((at) => words.slice(at).join(''))
}

/** What a part of an e-mail address, or of an id, may be the beginning of. */
export const textBeginnings = (kind: 'e' | 'i', text: string): readonly string[] => {
  const [whole] = partsFrom(text.replace(/^@/, ''))
  return whole === undefined ? [] : [beginning(`${kind}${whole}`)]
}

/** Countries by what is dialled first (ITU-T E.164): one digit, two, or else three. */
const countryDigits = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

function phoneTerms(phone: string): readonly string[] {
  const digits = digitsOf(phone)
  if (digits === '') return []
  if (!phone.startsWith('+')) return [`p${withoutZeros(digits)}`, `r${reversed(digits)}`]
  return [`p${digits}`, `q${withoutZeros(digits.replace(countryDigits, ''))}`, `r${reversed(digits)}`]
}

/** Digits of a number of which the last ones alone tell it. */
const enoughDigits = 4

/** What a telephone number, or the first or last digits of one, may be the beginning of, however it is written. */
export function phoneBeginnings(text: string): readonly string[] {
  const digits = digitsOf(text)
  if (digits === '') return []
  const international = /^\s*(?:\+|00)/.test(text.slice(0, 64).normalize('NFKC'))
  const bare = withoutZeros(digits)
  if (bare === '') return []
  if (international) return [beginning(`p${bare}`)]
  if (bare.length < enoughDigits) return [`p${bare}`, `q${bare}`]
  const dialled = trunkPrefixes.flatMap(([prefix, ...countries]) =>
    digits.startsWith(prefix)
      ? countries.map((country) => `p${country}${withoutZeros(digits.slice(prefix.length))}`)
      : [],
  )
  return [`p${bare}`, `q${bare}`, `r${reversed(bare)}`, ...dialled].map(beginning)
}

/**
 * What is dialled before a number inside a country, where it is no nought alone, and the countries (ITU-T, national numbering
 * plans): Russia and Kazakhstan, Lithuania, Belarus, Turkmenistan; Hungary.
 */
const trunkPrefixes: readonly (readonly [prefix: string, ...countries: string[]])[] = [
  ['8', '7', '370', '375', '993'],
  ['06', '36'],
]

const digitsOf = (phone: string): string =>
  phone
    .slice(0, 64)
    .normalize('NFKC')
    .replace(/;ext=.*/i, '')
    .replace('(0)', '')
    .replaceAll(/\D/g, '')

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '')

const reversed = (digits: string): string => [...digits].toReversed().join('')

/** As long as a term may be, so that what is longer is still found. */
const beginning = (text: string): string => text.slice(0, maxTerm)

/** Whether a client has, for each of some lists, a term that begins with one of the list. */
export function hasBeginnings(record: ClientRecord, beginnings: readonly (readonly string[])[]): boolean {
  const terms = searchTermsOf(record)
  return beginnings.every((each) => each.some((begin) => terms.some((term) => term.startsWith(begin))))
}

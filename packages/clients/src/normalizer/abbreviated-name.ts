import { type ClientField, memoized } from '@chancery/core'
import { isAddressField, qualifiable } from './column-name.ts'
import { addressWords, another, joints, likeOurs, nameWords, qualifiers, wrappers } from './column-words.ts'
import { wordsOf } from './fold.ts'
import { fieldNamed, knownNames } from './known-columns.ts'

/** Longer names of columns are sentences. */
const maxWords = 6
const maxLength = 60

/** What a number is called, as a word or at the end of one: "Kd.-Nr.", "Handynummer", "adószám". */
const numberWord = /(?:nummer|numero|numer|number|nro|num|nr|no|cislo|szam|номер)$/u

/** "handynr" and "handynummer" are one. */
const withoutNumber = (word: string): string => word.replace(numberWord, '#')

interface Word {
  readonly text: string
  /** Says itself that it is the beginning of one: "Nachn.". */
  readonly isCut: boolean
}

interface Name {
  readonly words: readonly string[]
  readonly field: ClientField
}

const names: readonly Name[] = knownNames.map(([name, field]) => ({ words: wordsOf(name).map(withoutNumber), field }))
const namesByInitial = Map.groupBy(names, ({ words }) => words[0]?.[0] ?? '')
const wordsOfNames: ReadonlySet<string> = new Set(names.flatMap(({ words }) => words))

/** A word is another, or its beginning: one without a point has at least half of it. */
const begins = ({ text, isCut }: Word, whole: string): boolean =>
  text === whole || (whole.startsWith(text) && (isCut || (text.length >= 4 && text.length * 2 >= whole.length)))

const beginsOneOf = (word: Word, wholes: ReadonlySet<string>): boolean =>
  wholes.has(word.text) || (word.text.length >= 3 && [...wholes].some((whole) => begins(word, whole)))

/** The words that a compound may end in: "datum" of "geburtsdatum". */
const endsOf = memoized((whole) =>
  Array.from({ length: Math.max(0, whole.length - 5) }, (_, at) => whole.slice(at + 3)).filter((end) =>
    wordsOfNames.has(end),
  ),
)

/** Two words are the two halves of a compound: "Geb.dat." of "geburtsdatum". */
const areHalves = (first: Word, second: Word, whole: string): boolean =>
  whole.startsWith(first.text) &&
  endsOf(whole).some((end) => end.length + first.text.length <= whole.length && begins(second, end))

/** Whether words are those of a name in its order, some cut off. */
function spell(words: readonly Word[], name: readonly string[]): boolean {
  const [first, second] = words
  const [whole] = name
  if (first === undefined || whole === undefined) return first === undefined && whole === undefined
  if (begins(first, whole) && spell(words.slice(1), name.slice(1))) return true
  return second !== undefined && areHalves(first, second, whole) && spell(words.slice(2), name.slice(1))
}

/** Enough letters to tell a word from others: a beginning has four, or three and a point. */
const tellsEnough = (words: readonly Word[]): boolean =>
  words.some(
    ({ text, isCut }) =>
      text.length >= 4 || (text.length === 3 && (isCut || words.length > 1 || wordsOfNames.has(text))),
  )

/** The fields of which the words are a name, whole or cut off. */
function fieldsSpelled(words: readonly Word[]): ReadonlySet<ClientField> {
  const [first] = words
  if (first === undefined || !tellsEnough(words)) return new Set()
  const candidates = namesByInitial.get(first.text[0] ?? '') ?? []
  return new Set(candidates.filter((name) => spell(words, name.words)).map(({ field }) => field))
}

/** Words that make another field of a name that begins with them. A telefax is called "Fax". */
const misleading: ReadonlySet<string> = new Set([...another, ...likeOurs].filter((word) => !word.startsWith('tele')))

const isWhole = ({ text }: Word): boolean =>
  wordsOfNames.has(text) || wrappers.has(text) || qualifiers.has(text) || addressWords.has(text)

/** Words that may be left out of the name of a field: they say whose it is, or which of several. */
const asides: readonly (readonly [ReadonlySet<string>, (field: ClientField) => boolean])[] = [
  [wrappers, (field) => field !== 'organization'],
  [joints, () => true],
  [qualifiers, (field) => qualifiable.has(field)],
  [addressWords, isAddressField],
]

/** What has a name of its own: "Street name" is the street. */
const named: ReadonlySet<string> = new Set<ClientField>(['organization', 'street', 'locality', 'region', 'country'])

/** Every field that the words can mean, some of them left out. */
function readings(words: readonly Word[]): ReadonlySet<ClientField> {
  const found = new Set<ClientField>()
  for (let left = 0; left < 2 ** words.length - 1; left++) {
    const out = words.filter((_, place) => (left >> place) % 2 === 1)
    const kept = words.filter((_, place) => (left >> place) % 2 === 0)
    for (const field of fieldsSpelled(kept)) {
      const mayGo = (word: Word): boolean =>
        (/^\d{1,2}$/.test(word.text) && qualifiable.has(field)) ||
        asides.some(([aside, isOf]) => isOf(field) && beginsOneOf(word, aside))
      const isItsName = named.has(field) && out.every(({ text }) => nameWords.has(text) || joints.has(text))
      if (isItsName || out.every(mayGo)) found.add(field)
    }
  }
  return found
}

/** What the first half of a compound may be as a word: "arbets" of "arbete", "strassen" of "strasse". */
const stemsOf = (first: string): readonly string[] => [
  first,
  ...['s', 'n', 'es', 'en'].filter((joint) => first.endsWith(joint)).map((joint) => first.slice(0, -joint.length)),
  first.replace(/s$/, 'e'),
  `${first}i`,
]

/** "Privattelefon", "Straßenname" in their two words, where one is the value and the other only says which. */
function halves(word: Word): readonly Word[] | undefined {
  if (isWhole(word)) return undefined
  for (let at = 3; at <= word.text.length - 3; at++) {
    const head = { text: word.text.slice(at), isCut: word.isCut }
    for (const text of stemsOf(word.text.slice(0, at))) {
      const says =
        qualifiers.has(text) || wrappers.has(text) ? fieldsSpelled([head]).size > 0 : nameWords.has(head.text)
      if (says && isWhole({ text, isCut: false })) return [{ text, isCut: false }, head]
    }
  }
  return undefined
}

/** Endings of more than one: "Telefonnummern", "Adressen", "Phones". */
const singular = (text: string): readonly string[] =>
  ['s', 'es', 'n', 'en'].filter((end) => text.endsWith(end)).map((end) => text.slice(0, -end.length))

const parsed = (column: string): readonly Word[] => {
  const cut = new Set([...column.matchAll(/(\p{L}+)\./gu)].flatMap(([, text]) => wordsOf(text ?? '').slice(-1)))
  return wordsOf(column).map((text) => ({ text: withoutNumber(text), isCut: cut.has(text) }))
}

const readingsOf = memoized((column: string): ReadonlySet<ClientField> => {
  const words = parsed(column).flatMap((word) => {
    const known = isWhole(word) ? undefined : singular(word.text).find((text) => wordsOfNames.has(withoutNumber(text)))
    return known === undefined ? (halves(word) ?? [word]) : [{ text: withoutNumber(known), isCut: false }]
  })
  if (words.length > maxWords || words.some((word) => !isWhole(word) && beginsOneOf(word, misleading))) return new Set()
  return readings(words)
}, 2000)

/**
 * The field of a name whose words are cut off, put together or in the plural: "Fec. nac.", "Geb.dat.", "E-Post priv.".
 * Every word of it is a word of a known name or the beginning of one; read in every such way it is one field, or it is
 * none.
 * @param fits whether the values of the column are what such a field holds
 */
export function abbreviatedField(column: string, fits: (field: ClientField) => boolean): ClientField | undefined {
  if (column.length > maxLength || fieldNamed(column) !== undefined) return undefined
  const [field, ...others] = [...readingsOf(column)].filter(fits)
  return others.length === 0 ? field : undefined
}

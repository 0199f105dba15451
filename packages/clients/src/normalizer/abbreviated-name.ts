import { type ClientField, memoized } from '@chancery/core'
import { isAddressField, qualifiable } from './column-name.ts'
import { addressWords, another, joints, likeOurs, nameWords, qualifiers, wrappers } from './column-words.ts'
import { wordsOf } from './fold.ts'
import { fieldNamed, knownNames } from './known-columns.ts'
import { halvesOf } from './compound-words.ts'
import { begins, spell, type Word, withoutNumber } from './spelled-name.ts'

/** Longer names of columns are sentences. */
const maxWords = 6
const maxLength = 60
/** Ways to take the compounds of one name apart. */
const maxWays = 8

interface Name {
  readonly words: readonly string[]
  readonly field: ClientField
}

/** The words of a name, or of a column's: without joints, a single letter with what follows it ("E-Mail"). */
function parsed(column: string): readonly Word[] {
  const cut = new Set([...column.matchAll(/(\p{L}+)\./gu)].flatMap(([, text]) => wordsOf(text ?? '').slice(-1)))
  const all = wordsOf(column)
  const bare = all.filter((word) => !joints.has(word))
  const words: Word[] = []
  let letters = ''
  for (const [place, word] of (bare.length === 0 ? all : bare).entries()) {
    const isLetter = /^\p{Script=Latin}$/u.test(word)
    if (isLetter && (!cut.has(word) || bare[place + 1]?.length === 1)) {
      letters += word
      continue
    }
    words.push({ text: withoutNumber(letters + word), isCut: cut.has(word) && !(isLetter && letters !== '') })
    letters = ''
  }
  return letters === '' ? words : [...words, { text: letters, isCut: false }]
}

const names: readonly Name[] = knownNames.map(([name, field]) => ({
  words: parsed(name).map(({ text }) => text),
  field,
}))
const namesByInitial = Map.groupBy(names, ({ words }) => words[0]?.[0] ?? '')
const wordsOfNames: ReadonlySet<string> = new Set(names.flatMap(({ words }) => words))

const isWhole = (text: string): boolean =>
  wordsOfNames.has(text) || wrappers.has(text) || qualifiers.has(text) || addressWords.has(text)

const beginsOneOf = (word: Word, wholes: ReadonlySet<string>): boolean =>
  wholes.has(word.text) || (word.text.length >= 3 && [...wholes].some((whole) => begins(word, whole)))

/** A beginning tells a word from others by four letters, or by three and a point; a sign of Chinese counts for two. */
function tellsEnough(words: readonly Word[]): boolean {
  return words.some(({ text, isCut }) => {
    const letters = text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)
    return letters >= 4 || (letters === 3 && (isCut || words.length > 1 || wordsOfNames.has(text)))
  })
}

/** Words that make something else of a name that begins with them. A telefax is called "Fax". */
const elsewhere: ReadonlySet<string> = new Set([...another, ...likeOurs].filter((word) => !word.startsWith('tele')))
const misleads = (word: Word): boolean => !isWhole(word.text) && beginsOneOf(word, elsewhere)

/** The fields of which the words are a name, whole or cut off. */
function fieldsSpelled(words: readonly Word[]): ReadonlySet<ClientField> {
  const [first] = words
  if (first === undefined || !tellsEnough(words) || (words.length === 1 && misleads(first))) return new Set()
  const candidates = namesByInitial.get(first.text[0] ?? '') ?? []
  const joined = { text: words.map(({ text }) => text).join(''), isCut: words.at(-1)?.isCut ?? false }
  const spelled = candidates.filter((name) => spell(words, name.words) || spell([joined], name.words))
  const whole = fieldNamed(joined.text)
  return new Set([...spelled.map(({ field }) => field), ...(whole === undefined ? [] : [whole])])
}

/** Names of the same field side by side: "Tél. port.", "Město/obec". */
function fieldSaidTwice(words: readonly Word[]): ReadonlySet<ClientField> {
  const [first, ...others] = words.map((word) => fieldsSpelled([word]))
  if (first === undefined || others.length === 0) return new Set()
  return new Set([...first].filter((field) => qualifiable.has(field) && others.every((each) => each.has(field))))
}

/** What has a name of its own: "Street name" is the street, "Country code" the country. */
const named: ReadonlySet<string> = new Set<ClientField>(['organization', 'street', 'locality', 'region', 'country'])

/** Whether a word may be left out of the name of a field: it says whose it is, or which of several. */
function isAside(word: Word, field: ClientField): boolean {
  // "Company contact name" is not the company's.
  if (field !== 'organization' && beginsOneOf(word, wrappers)) return true
  if (isAddressField(field) && beginsOneOf(word, addressWords)) return true
  if (!qualifiable.has(field)) return false
  return (
    /^\d{1,2}$/.test(word.text) ||
    (beginsOneOf(word, qualifiers) && !(!isWhole(word.text) && beginsOneOf(word, another)))
  )
}

/** Every field that the words can mean, some of them left out. */
function readings(words: readonly Word[]): ReadonlySet<ClientField> {
  const found = new Set<ClientField>()
  for (let left = 0; left < 2 ** words.length - 1; left++) {
    const out = words.filter((_, place) => (left >> place) % 2 === 1)
    const kept = words.filter((_, place) => (left >> place) % 2 === 0)
    for (const field of [...fieldsSpelled(kept), ...fieldSaidTwice(kept)]) {
      const isItsName = named.has(field) && out.every(({ text }) => nameWords.has(text))
      if (isItsName || out.every((word) => isAside(word, field))) found.add(field)
    }
  }
  return found
}

/** The endings of more than one: "Telefonnummern", "Adressen", "Phones". */
const singular = (text: string): string | undefined =>
  ['s', 'es', 'n', 'en']
    .filter((end) => text.endsWith(end) && text.length >= end.length + 4)
    .map((end) => withoutNumber(text.slice(0, -end.length)))
    .find((stem) => wordsOfNames.has(stem))

/** What says which of several it is, or what a name is of, in the first half of a compound; and its second half. */
const isCompound = (first: string, head: Word): boolean =>
  isWhole(first) &&
  (qualifiers.has(first) || wrappers.has(first) ? fieldsSpelled([head]).size > 0 : nameWords.has(head.text))

/** A word as it stands, or what it is made of. */
function ways(word: Word): readonly (readonly Word[])[] {
  if (isWhole(word.text)) return [[word]]
  const one = word.isCut ? undefined : singular(word.text)
  if (one !== undefined) return [[{ text: one, isCut: false }]]
  const compounds = halvesOf(word, isCompound)
  return compounds.length === 0 ? [[word]] : compounds
}

const readingsOf = memoized((column: string): ReadonlySet<ClientField> => {
  const words = parsed(column)
  if (words.length > maxWords || words.some(({ text }) => another.has(text) && !wordsOfNames.has(text)))
    return new Set()
  const all = words.reduce<readonly (readonly Word[])[]>(
    (lists, word) => lists.flatMap((list) => ways(word).map((way) => [...list, ...way])).slice(0, maxWays),
    [[]],
  )
  return new Set(all.flatMap((way) => [...readings(way)]))
}, 2000)

/** Fields whose values leave no doubt. */
const telling: ReadonlySet<string> = new Set<ClientField>(['email', 'country', 'honorific', 'website'])

/**
 * The field of a name whose words are cut off, put together or in the plural: "Fec. nac.", "Geb.dat.", "E-Post priv.".
 * Every word of it is a word of a known name or the beginning of one; read in every such way it is one field, or it is
 * none.
 * @param fits whether the values of the column are what such a field holds; `false` where it has none
 */
export function abbreviatedField(column: string, fits: (field: ClientField) => boolean): ClientField | undefined {
  if (column.length > maxLength || fieldNamed(column) !== undefined) return undefined
  const fields = [...readingsOf(column)].filter(fits)
  const sure = fields.length > 1 ? fields.filter((field) => telling.has(field)) : fields
  return sure.length === 1 ? sure[0] : undefined
}

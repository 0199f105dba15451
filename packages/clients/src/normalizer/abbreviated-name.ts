import { type ClientField, memoized } from '@chancery/core'
import { isAddressField, qualifiable } from './column-name.ts'
import {
  addressKinds,
  addressWords,
  another,
  clientWords,
  identityWords,
  joints,
  likeOurs,
  lineWords,
  nameWords,
  qualifiers,
  wrappers,
} from './column-words.ts'
import { halvesOf } from './compound-words.ts'
import { wordsOf } from './fold.ts'
import { isClippedTelephone } from './clipped-telephone.ts'
import { fieldNamed, knownNames } from './known-columns.ts'
import { beginningOf, spell, type Word, wordOf } from './spelled-name.ts'

/** Longer names of columns are sentences. */
const maxWords = 5
const maxLength = 40
/** Ways to take the compounds of one name apart. */
const maxWays = 8

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
    // "N.º" and "N. o" are a number, "E-Mail" is one word.
    if (letters === 'no') words.push(wordOf(letters))
    if (letters === 'no') letters = ''
    words.push(wordOf(letters + word, cut.has(word) && !(isLetter && letters !== '')))
    letters = ''
  }
  return letters === '' ? words : [...words, wordOf(letters)]
}

interface Name {
  readonly words: readonly Word[]
  readonly field: ClientField
}

const written: readonly Name[] = knownNames.map(([name, field]) => ({ words: parsed(name), field }))

/** "Office telephone number" is also called "office telephone", and "Festnetz" "Festnetznr.". */
const callable: readonly Name[] = written
  .filter(({ field }) => field === 'phone')
  .map(({ words, field }) => {
    const raw = words.map((word) => word.text).join(' ')
    const other = raw.endsWith('#') ? raw.slice(0, -1).trim() : `${raw}nr`
    return { words: other.split(' ').map((word) => wordOf(word)), field }
  })
  .filter(({ words }) => words.every(({ raw }) => raw.length >= 3))

const names: readonly Name[] = [...written, ...callable]
/** Names by the first letters of their first word: of fewer words than what they are compared with, or as many. */
const namesByStart = Map.groupBy(names, ({ words }) => words[0]?.text.slice(0, 2) ?? '')
const namesFrom = (words: readonly Word[]): readonly Name[] =>
  (namesByStart.get(words[0]?.text.slice(0, 2) ?? '') ?? []).filter(
    (name) => name.words.length <= words.length && name.words.length * 2 >= words.length,
  )
const wordsOfNames: ReadonlySet<string> = new Set(names.flatMap(({ words }) => words.map(({ text }) => text)))

const isWhole = (text: string): boolean =>
  wordsOfNames.has(text) || wrappers.has(text) || qualifiers.has(text) || addressWords.has(text)

const isWrapper = beginningOf(wrappers)
const isQualifier = beginningOf(qualifiers)
const isAddressWord = beginningOf(addressWords)
const isOfWork = beginningOf(addressKinds.find(([kind]) => kind === 'work')?.[1] ?? [])
const isAnother = beginningOf(another)
const isClient = beginningOf(clientWords)
/** Words that make something else of a name that begins with them. A telefax is called "Fax". */
const isElsewhere = beginningOf([...another, ...likeOurs].filter((word) => !word.startsWith('tele')))

/** A beginning tells a word from others by four letters, or by three and a point; a sign of Chinese counts for two. */
function tellsEnough(words: readonly Word[]): boolean {
  return words.some(({ raw, text, isCut }) => {
    const letters = raw.length + (raw.match(/\p{Script=Han}/gu)?.length ?? 0)
    return letters >= 4 || (letters === 3 && (isCut || words.length > 1 || wordsOfNames.has(text)))
  })
}

const misleads = (word: Word): boolean => !isWhole(word.text) && isElsewhere(word)

/** The number of a client, in one word or in two: "Mitgl.-Nr.", "Patientennr.", "Cod. paz.". */
function isNumberOfClient(words: readonly Word[]): boolean {
  const [first, second] = words
  if (first === undefined || words.length > 2) return false
  if (second === undefined) return first.text.endsWith('#') && clientWords.has(first.text.slice(0, -1))
  const isNumber = ({ text }: Word): boolean => text === '#' || identityWords.has(text)
  return (isNumber(first) && isClient(second)) || (isNumber(second) && isClient(first))
}

/** The fields of which the words are a name, whole or cut off. */
function fieldsSpelled(words: readonly Word[]): ReadonlySet<ClientField> {
  const [first] = words
  if (first !== undefined && words.length === 1 && isClippedTelephone(first.raw)) return new Set(['phone'])
  if (first === undefined || !tellsEnough(words) || (words.length === 1 && misleads(first))) return new Set()
  // "Bostad" beside another word says which address it is, and is no beginning of "Bostadsort".
  if (words.length === 1 && qualifiers.has(first.raw) && !wordsOfNames.has(first.text)) return new Set()
  const joined = wordOf(words.map(({ raw }) => raw).join(''), words.at(-1)?.isCut)
  const fields = new Set(
    [
      ...namesFrom(words).filter((name) => spell(words, name.words)),
      ...namesFrom([joined]).filter((name) => spell([joined], name.words)),
    ].map(({ field }) => field),
  )
  const whole = fieldNamed(joined.raw)
  if (whole !== undefined) fields.add(whole)
  if (isNumberOfClient(words)) fields.add('externalId')
  return fields
}

/** Names of the same field side by side: "Tél. port.", "Město/obec". */
function fieldSaidTwice(words: readonly Word[]): readonly ClientField[] {
  const [first, ...others] = words.map((word) => fieldsSpelled([word]))
  if (first === undefined || others.length === 0) return []
  return [...first].filter((field) => qualifiable.has(field) && others.every((each) => each.has(field)))
}

/** What has a name of its own: "Street name" is the street, "Country code" the country. */
const named: ReadonlySet<string> = new Set<ClientField>(['organization', 'street', 'locality', 'region', 'country'])

/** What has a code that says as much as its name. */
const coded: ReadonlySet<string> = new Set<ClientField>(['region', 'country'])

/** What is called by a number: "Landline no.", "Btw-nummer", and a street with that of its house. */
const numbered: ReadonlySet<string> = new Set<ClientField>(['phone', 'taxId', 'street'])

/** Whether a word may be left out of the name of a field: it says whose it is, or which of several. */
function isAside(word: Word, field: ClientField): boolean {
  // "Company contact name" is not the company's.
  const mayBeAnother = !isWhole(word.text) && isAnother(word)
  if (field !== 'organization' && isWrapper(word) && !mayBeAnother) return true
  if (isAddressField(field) && isAddressWord(word)) return true
  // "Firma (geschäftlich)": where somebody works is of their work.
  if (field === 'organization' || field === 'jobTitle') return isOfWork(word)
  if (!qualifiable.has(field)) return false
  if (numbered.has(field) && word.text === '#') return true
  if (field === 'taxId' && /^ident(?:if|nr|$)/.test(word.raw)) return true
  return /^\d{1,2}$/.test(word.raw) || (isQualifier(word) && !mayBeAnother)
}

/** The fields that the words mean with some of them left out. */
function readWithout(words: readonly Word[], left: number): readonly ClientField[] {
  const out = words.filter((_, place) => (left >> place) % 2 === 1)
  const kept = words.filter((_, place) => (left >> place) % 2 === 0)
  const isItsName = ({ raw }: Word, field: ClientField): boolean =>
    (named.has(field) && nameWords.has(raw) && (coded.has(field) || !identityWords.has(raw))) ||
    (field === 'street' && lineWords.has(raw))
  return [...fieldsSpelled(kept), ...fieldSaidTwice(kept)].filter((field) =>
    // A number of an address is one in a list of them, that of a street is a house's.
    field === 'street' && kept.every(isAddressWord) && out.some(({ text }) => text === '#')
      ? false
      : out.every((word) => isItsName(word, field) || isAside(word, field)),
  )
}

/** How to leave out none of some words, then one of them and so on, but never all: the places as bits. */
const omissions = (count: number): readonly (readonly number[])[] => {
  const bits = (left: number): number => [...left.toString(2)].filter((bit) => bit === '1').length
  const all = Array.from({ length: 2 ** count - 1 }, (_, left) => left)
  return Array.from({ length: count }, (_, out) => all.filter((left) => bits(left) === out))
}
const omissionsOf = Array.from({ length: maxWords + 1 + maxWays }, (_, count) => (count > 8 ? [] : omissions(count)))

const endings = 's es n en er ar or a e ja je i ı u si su sı а у я'.split(' ')

/**
 * The endings of more than one, and of what is somebody's in Finnish, Hungarian, Turkish and Slavic languages:
 * "Telefonnummern", "Kommentarer"; "Vevő adószáma", "Ev adresi", "Numer telefonu".
 */
const singular = (raw: string): Word | undefined =>
  endings
    .filter((end) => raw.endsWith(end) && raw.length >= end.length + 4)
    .flatMap((end) =>
      [raw.slice(0, -end.length), raw.slice(0, -end.length).replace(/g$/, 'k')].map((stem) => wordOf(stem)),
    )
    .find((stem) => wordsOfNames.has(stem.text))

/** What says which of several it is, or what a name is of, in the first half of a compound; and its second half. */
const isCompound = (first: string, head: Word): boolean =>
  isWhole(first) &&
  (first.length >= 3 || /\p{Script=Han}/u.test(first) || nameWords.has(head.raw)) &&
  (qualifiers.has(first) || wrappers.has(first)
    ? fieldsSpelled([head]).size > 0 || addressWords.has(head.raw)
    : nameWords.has(head.raw) || lineWords.has(head.raw))

/** A word as it stands, or what it is made of. */
function ways(word: Word): readonly (readonly Word[])[] {
  const one = word.isCut ? undefined : singular(word.raw)
  if (isWhole(word.text)) return one === undefined ? [[word]] : [[word], [one]]
  if (one !== undefined) return [[one]]
  const compounds = halvesOf(word, isCompound)
  return compounds.length === 0 ? [[word]] : compounds
}

const readingsOf = memoized((column: string): ReadonlySet<ClientField> => {
  const words = parsed(column)
  if (words.length > maxWords || words.some(({ raw, text }) => another.has(raw) && !wordsOfNames.has(text))) {
    return new Set()
  }
  const all = words.reduce<readonly (readonly Word[])[]>(
    (lists, word) => lists.flatMap((list) => ways(word).map((way) => [...list, ...way])).slice(0, maxWays),
    [[]],
  )
  // The fewer words are left out, the surer: "Postal addr." is the street and not its postcode.
  for (let out = 0; out < maxWords; out++) {
    const fields = all.flatMap((way) =>
      (omissionsOf[way.length]?.[out] ?? []).flatMap((left) => readWithout(way, left)),
    )
    if (fields.length > 0) return new Set(fields)
  }
  return new Set()
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

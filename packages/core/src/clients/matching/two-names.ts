import { memoized } from '../../memoized.ts'
import { nameWords } from '../name-words.ts'

/** A name and the same with another ending are mostly those of a man and a woman: "Jan" and "Jana", "Paul" and "Pauline". */
const ending =
  /^(?:[aeiouyns]?|us|as|sa|er|ra|ia|io|ie|le|la|ne|na|te|ta|ke|[iy]na|ja|ine|ino|ita|ito|ette|etta|otta|elle|ella|iska|ique|que|an)$/

/** Below this many letters, one letter more or another makes another name: "Tim" and "Tom", "Lena" and "Lea". */
const longEnough = 5

/**
 * Whether two given names have one stem and other endings, as those of couples and twins do: no slip of the keyboard
 * explains that better. Folded words; an initial is of any name.
 */
export function haveOtherEndings(a: string, b: string): boolean {
  if (a === b || a.length < 2 || b.length < 2) return false
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  return same > 2 && ending.test(a.slice(same)) && ending.test(b.slice(same))
}

/**
 * Spellings of one sound, first to last: "Frederic" and "Frederik", "Rainer" and "Reiner", "Edeltraud" and "Edeltraut"; and of one
 * letter of another alphabet: "Wladimir" and "Vladimir", "Natascha" and "Natasha", "Tatjana" and "Tatyana", "Jewgeni" and "Evgeny".
 */
const sounds: readonly (readonly [spelling: RegExp, sound: string])[] = [
  [/^[jy](?=e)/, ''],
  [/tsch/g, 'ch'],
  [/sch|zh/g, 'sh'],
  [/kh/g, 'ch'],
  [/w/g, 'v'],
  [/^[jy](?=[aeou])/, 'j'],
  [/(?<!^)j/g, 'i'],
  [/ks/g, 'x'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/ck|c(?![eihy])/g, 'k'],
  [/[ae][iy]/g, 'ai'],
  [/y/g, 'i'],
  [/(?<=[aeiou])h(?![aeiou])/g, ''],
  [/d$/, 't'],
  [/(.)\1+/g, '$1'],
]
const asHeard = memoized((name) => sounds.reduce((heard, [spelling, sound]) => heard.replace(spelling, sound), name))

/** Whether two given names of four letters and more begin alike and are heard alike. Folded words. */
export const soundAlike = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) > 3 && mayBeginAlike(a, b) && asHeard(a) === asHeard(b)

/** Also with several letters that stand for one: "Tschornowol" and "Chornovol", "Schanna" and "Zhanna". "Jella" and "Ella" are two. */
const mayBeginAlike = (a: string, b: string): boolean =>
  beginAlike(a, b) || (Math.min(a.length, b.length) >= longEnough && inSeveral.has([a[0], b[0]].toSorted().join('')))
const inSeveral: ReadonlySet<string> = new Set(['ct', 'sz', 'ej', 'ey'])

const beginAlike = (a: string, b: string): boolean => a[0] === b[0] || transcribed.has([a[0], b[0]].toSorted().join(''))

/** Letters that are heard alike: "Frederic" and "Frederik", "Yulia" and "Julia". */
const heardAlike: ReadonlySet<string> = new Set(['ck', 'iy', 'jy', 'gj', 'sz', 'vw'])

/**
 * Whether two names are the same but for one letter that is another: "Mila" and "Mira", "Jonas" and "Jonah". Parents of twins
 * choose such names; a slip of the keyboard mostly leaves a letter out, doubles one, or changes the order of two.
 */
export function haveAnotherLetter(a: string, b: string): boolean {
  if (a.length !== b.length || a === b) return false
  let at = 0
  while (a[at] === b[at]) at++
  const letters = [a[at], b[at]].toSorted().join('')
  // "Sara" and "Zara" are two.
  const isOneSound = heardAlike.has(letters) && (at > 0 || letters !== 'sz')
  return a.slice(at + 1) === b.slice(at + 1) && !isOneSound
}

/** Whether a word of one name is with another letter in the other, and no slip: "Notar Dubosc" and "Notar Dubost". */
export const haveAnotherWord = (
  a: readonly string[],
  b: readonly string[],
  isSlip: (one: string, other: string) => boolean = () => false,
): boolean => {
  const own = b.filter((word) => !a.includes(word))
  return a.some(
    (word) => !b.includes(word) && own.some((other) => haveAnotherLetter(word, other) && !isSlip(word, other)),
  )
}

/** Whether two names that resemble each other are so short that they may as well be two. */
export const areShort = (a: string, b: string): boolean =>
  a !== b && !a.startsWith(b) && !b.startsWith(a) && Math.min(a.length, b.length) < longEnough

/**
 * Whether two names that resemble each other begin with another letter, and are not long: few slips are in the first one.
 * "Carla" and "Karla" are two; "Yulia" and "Julia" are one name of another alphabet.
 */
export const beginOtherwise = (a: string, b: string): boolean =>
  !beginAlike(a, b) && Math.min(a.length, b.length) < longEnoughFromTheFirst

/** Letters that stand for one of another alphabet. */
const transcribed: ReadonlySet<string> = new Set(['iy', 'jy', 'gj', 'vw'])
const longEnoughFromTheFirst = 7

/** Letters that are an abbreviation rather than a name, and those by which a slip may make a word longer. */
const [mostOfShortForm, mostOfSlip] = [2, 1]

/**
 * Whether one word begins another that goes on: "Jan" and "Jannis", "Philip" and "Philippa", "Stadt" and "Stadtwerke". Who has
 * a short form of a name is told by `areFormsOfOneName`.
 */
export function goesOn(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return short.length > mostOfShortForm && long.length > short.length + mostOfSlip && long.startsWith(short)
}

/** Trades that are written short: "Meier Bau" may be "Meier Bauunternehmen". */
const trades: ReadonlySet<string> = new Set('bau immo tech elektro sped int intl solar metall'.split(' '))

/** Whether a word of one company's name goes on in the other's: a town and its works, a bank and its house. */
export const haveWordThatGoesOn = (a: readonly string[], b: readonly string[]): boolean => {
  const [own, others] = [a.filter((word) => !b.includes(word)), b.filter((word) => !a.includes(word))]
  const isTrade = (word: string, other: string): boolean => trades.has(word.length < other.length ? word : other)
  return own.some((word) => others.some((other) => goesOn(word, other) && !isTrade(word, other)))
}

const generations: ReadonlyMap<string, string> = new Map(
  'jr:jr jun:jr junior:jr sr:sr sen:sr senior:sr ii:ii iii:iii iv:iv'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** What stands behind a name to tell father and son apart; `''` where nothing does. */
export const generationOf = (name: string): string => generations.get(nameWords(name).at(-1) ?? '') ?? ''

import { unicodeLabel } from './punycode.ts'

/** A name that is read as another one. */
export interface LookAlike {
  /** The label or word, in Unicode. */
  readonly word: string
  /** As what it is read, as far as it is known. */
  readonly reads: string
  /** Of letters of several alphabets, as no word of any language is; else of one alphabet alone whose letters all look Latin. */
  readonly isMixed: boolean
}

/**
 * Letters that look like Latin ones, each followed by that one: of Unicode's confusables (UTS 39, section 4) those that are alike in
 * the fonts of mail programs.
 */
const pairs =
  // Cyrillic
  'аaвbгrеeёeіiїiјjкkӏlмmнhоoпnрpсcтtуyүyхxьbъbԁdԍgһhԛqѕsԝwѵvѡwҽeԗpғf' +
  // Greek
  'αaβbγyεeηnιiκkνvοoρpσoςsτtυuχxωw' +
  // Armenian
  'աwգqզqէtհhյjոnսuւlօoցgքp' +
  // Latin letters of phonetics, and without their dot
  'ɑaɡgɩiʟlʀrɴnɪiʏyʜhıi'
const latinOf: ReadonlyMap<string, string> = new Map(
  Array.from(pairs.matchAll(/(.)(.)/gsu), ([, letter = '', latin = '']) => [letter, latin] as const),
)

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]
const isPhonetic = /[ɑɡɩʟʀɴɪʏʜ]/u
/** Where names in one alphabet, or with a dotless i, are at home. */
const homes = /\.(?:\P{ASCII}+|xn--[a-z0-9-]+|am|az|bg|by|cy|gr|kg|kz|md|me|mk|mn|rs|ru|su|tj|tr|ua|uz|eu)$/u

const readAs = (word: string): string => Array.from(word, (letter) => latinOf.get(letter) ?? letter).join('')
const isMixedWord = (word: string): boolean =>
  scripts.filter((script) => script.test(word)).length > 1 || (isPhonetic.test(word) && /[a-z]/.test(word))
/** Every letter that is not plain Latin is read as one that is. */
const readsLatin = (word: string): boolean => /\P{ASCII}/u.test(word) && /^[a-z\d-]+$/.test(readAs(word))

/**
 * A label of a domain that looks like another (UTS 39, 5): of mixed alphabets that are taken for each other, or all of letters that
 * look Latin, under an ending where such names are not at home. Labels in code (`xn--…`) are read. Latin with Han, kana or
 * Hangul is how such names are written, and no look-alike.
 */
export function lookAlikeDomain(domain: string): LookAlike | undefined {
  const isAtHome = homes.test(domain.toLowerCase())
  for (const label of domain.toLowerCase().split('.')) {
    const word = unicodeLabel(label).normalize('NFC')
    if (!/\P{ASCII}/u.test(word)) continue
    // Wide and other letters for compatibility, which a link may hold, become plain ones on the way (UTS 46).
    const plain = word.normalize('NFKC')
    if (/^[a-z\d-]+$/.test(plain)) return { word, reads: plain, isMixed: true }
    const isMixed = isMixedWord(word)
    if (isMixed || (!isAtHome && readsLatin(word))) return { word, reads: readAs(word), isMixed }
  }
  return undefined
}

/** The same of a whole address; before its `@`, only what mixes alphabets so that it is read as Latin. */
export function lookAlikeAddress(address: string): LookAlike | undefined {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(0, at)).toLowerCase()
  for (const [word] of local.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
    if (isMixedWord(word) && readsLatin(word)) return { word, reads: readAs(word), isMixed: true }
  return lookAlikeDomain(address.slice(at + 1))
}

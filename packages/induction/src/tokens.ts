import type { FieldType } from '@chancery/core'
import { numberInWordsEnd } from './number-words.ts'

/** A value that is known to be a field: a caller's example, or what the identifier found. */
export interface Mark {
  readonly text: string
  /** Its name; empty where what stands around it is to name it. */
  readonly field: string
  readonly type?: FieldType
}

export type TokenKind =
  | 'word'
  | 'space'
  | 'punctuation'
  | 'integer'
  | 'number'
  | 'code'
  | 'time'
  | 'month'
  | 'mark'
  | 'numeral'
  | FieldType

export interface Token {
  readonly kind: TokenKind
  readonly text: string
  readonly start: number
  readonly end: number
  /** The field that a mark belongs to. */
  readonly field?: string
}

const monthLocales = 'en de fr es it nl pt pl cs sk sv da nb fi hu ro hr sl tr el ru uk bg et lv lt ca th'.split(' ')

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

const monthNames = (): string => {
  const names = new Set<string>()
  for (const locale of monthLocales) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: style, year: 'numeric', timeZone: 'UTC' })
      for (let month = 0; month < 12; month += 1) {
        const part = format.formatToParts(Date.UTC(2024, month, 5)).find(({ type }) => type === 'month')?.value
        const name = part?.replace(/\.$/, '')
        if (name !== undefined && /^[\p{L}\p{M}]{3,}$/u.test(name)) names.add(name)
      }
    }
  }
  return [...names]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map(escapeRegExp)
    .join('|')
}

let knownMonths: string | undefined
/** The names of months and their short forms in many languages, as a part of a pattern. */
export const monthPattern = (): string => (knownMonths ??= `(?:${monthNames()})\\.?(?![\\p{L}\\p{N}])`)
const gap = '[ \\u00a0\\u202f]'
/** Scripts without spaces whose characters say something each: one token each. */
const ideographs = ['Han', 'Hiragana', 'Katakana']
/** Scripts without spaces whose words are found by a dictionary. */
const unparted = ['Thai', 'Lao', 'Khmer', 'Myanmar']
const scripts = (names: readonly string[]): string => names.map((name) => `\\p{Script=${name}}`).join('')
/** Their letters, and those of Korean, stand right beside a number and are no part of it: 12,000원입니다. */
const besideNumbers = scripts([...ideographs, ...unparted, 'Hangul'])
const ownLetter = `(?:(?![${besideNumbers}])\\p{L})`
/** 1,20,000, as India groups. */
const lakhs = `\\d{1,2}(?:,\\d{2})+,\\d{3}(?:\\.\\d{1,2})?(?!\\d)`
const digits = `${lakhs}|\\d{1,3}(?:[.,'’\\u00a0\\u202f ]\\d{3})+(?:[.,]\\d{1,2})?(?!\\d)|\\d{1,15}(?:[.,]\\d{1,4})?(?!\\d)`
const plain = `${lakhs}|\\d{1,3}(?:[.,'’\\u00a0\\u202f]\\d{3})+(?:[.,]\\d{1,2})?(?!\\d)|\\d{1,15}(?:[.,]\\d{1,4})?(?!\\d)`
const currency =
  '(?:(?:US|CA|AU|A|C|HK|NZ|S|R)?\\$|[€£¥₹₽₩₺₴฿円元원]|(?:USD|EUR|GBP|CHF|JPY|CNY|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|INR|BRL|MXN|ZAR|SGD|HKD|KRW|ILS|RUB|UAH|AED|kr|zł|Kč|Ft|Fr|lei|Euro|руб|грн|บาท|ريال|ש["״]ח)(?![\\p{L}\\p{N}]))'
/** `£2.4 million`, `2,4 Mio. €`. */
const scale =
  '(?:thousand|million|billion|trillion|[Mm]illion(?:en|s)|Milliarden?|milliards?|mill(?:ones|ón|oni|ion[ei])|miljoen|mln|mld|Mio\\.?|Mrd\\.?|Tsd\\.?|bn|m|k)(?![\\p{L}\\p{N}])'
const wordEnd = `(?!${ownLetter}|\\p{N})`

interface Rule {
  readonly kind: TokenKind
  readonly pattern: RegExp
}

/** Its pattern is made at the first text: it would take a good part of a process's start. */
const rule = (kind: TokenKind, source: string | (() => string)): Rule => {
  let made: RegExp | undefined
  return {
    kind,
    get pattern() {
      return (made ??= new RegExp(typeof source === 'string' ? source : source(), 'uy'))
    },
  }
}

const email = rule('email', '[\\p{L}\\p{N}._%+-]{1,64}@[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63}){1,6}')
const startsWithDigit = [
  rule('date', `\\d{4}-\\d{2}-\\d{2}${wordEnd}`),
  rule('date', '\\d{4}[年년]\\s?\\d{1,2}[月월]\\s?\\d{1,2}[日일]'),
  rule('date', `(?:\\d{1,2}\\.\\d{1,2}\\.|\\d{1,2}/\\d{1,2}/|\\d{1,2}-\\d{1,2}-)(?:\\d{4}|\\d{2})${wordEnd}`),
  rule('date', `\\d{4}[/.]\\d{1,2}[/.]\\d{1,2}${wordEnd}`),
  rule(
    'date',
    () =>
      `\\d{1,2}(?:\\.|st|nd|rd|th|er|[º°])?${gap}(?:de${gap})?${monthPattern()},?${gap}(?:de${gap})?\\d{4}${wordEnd}`,
  ),
  rule('percent', `(?:${plain})${gap}?%`),
  rule('money', `(?:${digits})${gap}?(?:${scale}${gap}?)?${currency}`),
  rule('phone', `0\\d{1,5}[ /-]\\d[\\d -]{3,12}\\d${wordEnd}`),
  rule('phone', `\\d{3}[-.]\\d{3}[-.]\\d{4}${wordEnd}`),
  rule('time', `\\d{1,2}${gap}?h${gap}?[0-5]\\d${wordEnd}`),
  rule('time', `\\d{1,2}:\\d{2}(?::\\d{2})?(?:${gap}?[AaPp]\\.?[Mm]\\b\\.?)?${wordEnd}`),
  email,
]
const codePart = `(?:${ownLetter}|\\p{N}){1,40}`
const code = rule('code', `${codePart}(?:[-/_]${codePart}){0,8}`)
const number = rule('number', `(?:${plain})${wordEnd}`)
const startsWithLetter = [
  rule('url', '(?:https?://|www\\.)[^\\s<>"]{1,2000}'),
  rule('date', () => `${monthPattern()}${gap}\\d{1,2}(?:st|nd|rd|th)?,?${gap}\\d{4}${wordEnd}`),
  // A year that all samples share is no reason to part it from its month.
  rule('month', () => `${monthPattern()}${gap}(?:de${gap})?(?:19|20)\\d{2}${wordEnd}`),
  rule('iban', `[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?${wordEnd}`),
  rule('money', `${currency}${gap}?(?:${digits})(?:${gap}?${scale})?`),
  // Plates of cars, whose groups are one thing: `KT19 RLO`, `FX 123 ZT`, `HL-KO 421`.
  rule(
    'code',
    `(?:\\p{Lu}{1,2}\\d{2}${gap}\\p{Lu}{3}|\\p{Lu}{2}${gap}\\d{3}${gap}\\p{Lu}{2}|\\p{Lu}{1,3}-\\p{Lu}{1,2}${gap}\\d{1,4})${wordEnd}`,
  ),
  // Legal forms with dots: one word.
  rule(
    'word',
    `(?:S\\.(?:[Rr]\\.[Ll]|[Pp]\\.[Aa]|[Nn]\\.[Cc]|A|L|C)|B\\.V|N\\.V|e\\.V|[sd]\\.[ro]\\.o|L\\.L\\.C|p\\.l\\.c)\\.?${wordEnd}`,
  ),
  email,
]
const startsWithSign = [
  rule('phone', `\\+\\d[\\d ()/.-]{5,18}\\d${wordEnd}`),
  rule('phone', `\\(\\d{2,5}\\)${gap}?\\d[\\d -]{3,10}\\d${wordEnd}`),
  rule('money', `[-−]?${currency}${gap}?(?:${digits})(?:${gap}?${scale})?`),
]
const ideograph = rule('word', `[${scripts(ideographs)}]\\p{M}*`)
const run = rule('word', `(?!\\p{N})[${scripts(unparted)}](?:(?!\\p{N})[${scripts(unparted)}\\p{M}]){0,63}`)
let dictionary: Intl.Segmenter | undefined
const word = rule(
  'word',
  `\\p{Script=Hangul}+|(?:\\p{Nd}|(?![${besideNumbers}])[\\p{L}\\p{M}\\p{N}])+(?:['’-][\\p{L}\\p{M}\\p{N}]+)*`,
)
const space = rule('space', '[^\\S\\n\\t\\r]+')
const letter = /\p{L}/u
const lettersBehindDigits = new RegExp(`^(?:${ownLetter}|\\p{N}){0,40}[-/_]?${ownLetter}`, 'u')
const digit = /\d/
const wordCharacter = /[\p{L}\p{M}\p{N}]/u
const wordsTouch = new RegExp(`[${besideNumbers}]`, 'u')

const matchAt = ({ kind, pattern }: Rule, text: string, at: number): Token | undefined => {
  pattern.lastIndex = at
  const found = pattern.exec(text)?.[0]
  if (found === undefined || found === '') return undefined
  const kept = kind === 'url' ? found.replace(/[.,;:!?)\]]{1,4}$/, '') : found
  return { kind, text: kept, start: at, end: at + kept.length }
}

const firstMatch = (rules: readonly Rule[], text: string, at: number): Token | undefined => {
  for (const one of rules) {
    const token = matchAt(one, text, at)
    if (token) return token
  }
  return undefined
}

/** @param lower the same text in lower case */
const numeralAt = (text: string, lower: string, at: number): Token | undefined => {
  const end = numberInWordsEnd(lower, at)
  return end === undefined ? undefined : { kind: 'numeral', text: text.slice(at, end), start: at, end }
}

/** With every character where it was: the few that would become two or three stay as they are. */
const lowerCase = (text: string): string => {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

const wordOrCode = (text: string, at: number): Token | undefined => {
  const long = matchAt(code, text, at)
  if (long && long.text.length > 3 && digit.test(long.text) && /[\p{L}/_-]/u.test(long.text)) return long
  return matchAt(ideograph, text, at) ?? firstOfRun(text, at) ?? matchAt(word, text, at)
}

const firstOfRun = (text: string, at: number): Token | undefined => {
  const found = matchAt(run, text, at)
  if (found === undefined) return undefined
  dictionary ??= new Intl.Segmenter('th', { granularity: 'word' })
  const [first] = dictionary.segment(found.text)
  return first && { kind: 'word', text: first.segment, start: at, end: at + first.segment.length }
}

/** Marks by their first character, longest first. */
export type MarkIndex = ReadonlyMap<string, readonly Mark[]>

export const indexMarks = (marks: readonly Mark[]): MarkIndex => {
  const index = new Map<string, Mark[]>()
  for (const mark of marks) {
    const first = mark.text[0]
    if (first === undefined) continue
    const list = index.get(first)
    if (list) list.push(mark)
    else index.set(first, [mark])
  }
  for (const list of index.values()) list.sort((a, b) => b.text.length - a.text.length)
  return index
}

/** The same index with some marks more, of a text that is read with it. */
export const withMarks = (index: MarkIndex, more: readonly Mark[]): MarkIndex => {
  if (more.length === 0) return index
  const all = new Map(index)
  for (const [first, list] of indexMarks(more)) {
    const joined = [...(index.get(first) ?? []), ...list]
    all.set(
      first,
      joined.sort((a, b) => b.text.length - a.text.length),
    )
  }
  return all
}

/** Whether no word ends between two characters; where words are not parted, one may end anywhere. */
const areOneWord = (left = ' ', right = ' '): boolean =>
  wordCharacter.test(left) && wordCharacter.test(right) && !wordsTouch.test(left) && !wordsTouch.test(right)

const markAt = (marks: MarkIndex, text: string, at: number): Token | undefined => {
  for (const mark of marks.get(text[at]!) ?? []) {
    const end = at + mark.text.length
    if (!text.startsWith(mark.text, at)) continue
    // A mark stands alone: "Ann" is not found in "Annex".
    if (areOneWord(mark.text.at(-1)!, text[end]) || areOneWord(text[at - 1], mark.text[0]!)) continue
    return { kind: 'mark', text: mark.text, start: at, end, field: mark.field }
  }
  return undefined
}

/**
 * Splits text into tokens without loss. Dates, amounts, addresses of all kinds, numbers and marked values are one
 * token each, so that no placeholder cuts through them.
 */
export const tokenize = (text: string, marks: MarkIndex = new Map()): Token[] => {
  const tokens: Token[] = []
  const lower = lowerCase(text)
  for (let at = 0; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at)!)
    const token = (marks.size > 0 ? markAt(marks, text, at) : undefined) ??
      matchAt(space, text, at) ??
      (digit.test(character)
        ? (firstMatch(startsWithDigit, text, at) ??
          (lettersBehindDigits.test(text.slice(at, at + 44)) ? wordOrCode(text, at) : undefined) ??
          longCode(text, at) ??
          matchAt(number, text, at) ??
          wordOrCode(text, at))
        : letter.test(character)
          ? (firstMatch(startsWithLetter, text, at) ?? numeralAt(text, lower, at) ?? wordOrCode(text, at))
          : firstMatch(startsWithSign, text, at)) ??
      matchAt(word, text, at) ?? { kind: 'punctuation', text: character, start: at, end: at + character.length }
    tokens.push(token.kind === 'number' && /^\d+$/.test(token.text) ? { ...token, kind: 'integer' } : token)
    at = token.end
  }
  return tokens
}

/** The ending of a file's name is no part of what the file is called by. */
const addressPart =
  /[^\s/?&=#:;,|%]+?(?=\.(?:png|jpe?g|gif|svg|webp|pdf|html?|ics)(?![\p{L}\p{N}.-]))|(?:[^\s/?&=#:;,|%]|%(?![2-7][\dA-F]))+|%[2-7][\dA-F]|[\s\S]/giu
const [mostCodeParts, isAddressSign] = [9, /^[^\p{L}\p{N}]/u]

/**
 * Splits an address without loss: the parts between its marks are one token each, so that a placeholder stands for a part
 * (`https://pay.example/{invoice}`) and not for all of it.
 * @param codes numbers of several parts that the documents say elsewhere: `MR/4471/26` is one token in an address, too
 */
export const tokenizeAddress = (
  text: string,
  marks: MarkIndex = new Map(),
  codes: ReadonlySet<string> = new Set(),
): Token[] => {
  const parts = Array.from(text.matchAll(addressPart), ({ 0: part, index }) => ({ part, index }))
  const tokens: Token[] = []
  for (let at = 0; at < parts.length;) {
    const { part, index: start } = parts[at]!
    const length = codes.size === 0 ? 1 : codeLength(parts, at, codes)
    const whole = length === 1 ? part : parts.slice(at, at + length).reduce((sum, one) => sum + one.part, '')
    const mark = marks.get(part[0]!)?.find((one) => one.text === part)
    const kind: TokenKind =
      length > 1
        ? 'code'
        : mark !== undefined
          ? 'mark'
          : isAddressSign.test(part) || !wordCharacter.test(part)
            ? 'punctuation'
            : /^\d+$/.test(part)
              ? 'integer'
              : part.includes('@')
                ? 'email'
                : digit.test(part)
                  ? 'code'
                  : 'word'
    const field = length === 1 && mark !== undefined ? { field: mark.field } : {}
    tokens.push({ kind, text: whole, start, end: start + whole.length, ...field })
    at += length
  }
  return tokens
}

/** Of how many parts of an address, from one on, a known number is made; 1 where none is. */
const codeLength = (parts: readonly { readonly part: string }[], from: number, codes: ReadonlySet<string>): number => {
  let [code, length] = [parts[from]!.part, 1]
  for (
    let at = from + 2;
    at < Math.min(parts.length, from + mostCodeParts * 2) && parts[at - 1]!.part === '/';
    at += 2
  ) {
    code += `/${parts[at]!.part}`
    if (codes.has(code)) length = at - from + 1
  }
  return length
}

/** A number of parts such as `2024/0117`: more than a number, so that it is kept whole. */
const longCode = (text: string, at: number): Token | undefined => {
  const token = matchAt(code, text, at)
  return token && /[-/_]/.test(token.text) ? token : undefined
}

/** Kinds that are recognized by their form, and so stand for one another between samples. */
const strongKinds: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'date',
  'money',
  'email',
  'url',
  'phone',
  'iban',
  'percent',
  'code',
  'time',
  'month',
  'mark',
  'numeral',
])

/** The class within which tokens of different text may be one field. */
/** Kinds of value that differ from one document to the next, so that a text that is seen once shows them as fields. */
export const tellingKinds: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'date',
  'money',
  'email',
  'phone',
  'iban',
  'code',
  'time',
])

/** What is a value in a part that one of several samples has: a rate, too, which in a single sample may be that of a tax. */
export const loneKinds: ReadonlySet<TokenKind> = new Set<TokenKind>([...tellingKinds, 'percent'])

export const classOf = (token: Token): string | undefined =>
  token.kind === 'mark' ? `mark:${token.field}` : strongKinds.has(token.kind) ? token.kind : undefined

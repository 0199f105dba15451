import { findFormatter } from '../formatters/registry.ts'
import { mainPath } from '../data/reads.ts'
import type { Expression } from '../syntax/expression.ts'

/** A text with the place of a tag in it, with its delimiters. */
export interface TextAround {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** What a tag writes. */
export interface WrittenText {
  readonly text: string
  /** What its path leads to, before any formatter. */
  readonly value: unknown
  readonly expression: Expression
  /** The locale of the call. */
  readonly locale: string
}

/** What can be written, and is hardly what somebody wants to read. */
export interface OddText {
  readonly code: 'odd_value' | 'doubled_text' | 'glued_text'
  readonly message: string
  readonly hint: string
}

/** Longest stretch beside a tag, and of a value, that is looked at. */
const maxLook = 2000
const maxBeside = 40

const odd = (message: string, hint: string): OddText => ({ code: 'odd_value', message, hint })

/** What programs write where they have nothing, and spreadsheets where they cannot calculate. */
const ofPrograms =
  /^(?:(?:undefined|null)(?: (?:undefined|null)){0,5}|NaN|\[object \p{L}{1,20}\]|Invalid Date|#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!))$/u
/** The same beside other words: `Mr undefined`. */
const besideWords = /\[object \p{Lu}\p{Ll}{1,20}\]|^(?:\p{Lu}[\p{L}.]{0,20} ){0,3}undefined$|^undefined \p{Lu}/u
/** What people write where they do not know yet. */
const placeholder = /^(?:\?{2,}|[xX]{3,}|_{3,}|TB[ACD]|TODO|tb[acd])$/
const tagOfTemplate = /\{\{?\s?[#^/]?[\p{L}_][\p{L}\p{N}_.]{0,100}\s?\}/u
const element = /<\/?(?:p|br|b|i|u|strong|em|ul|ol|li|div|span|table|tr|td|th|h[1-6]|a)(?:\s[^<>]{0,200})?\/?>/i
const entity = /&(?:amp|lt|gt|quot|apos|nbsp|[aou]uml|szlig|#\d{1,6}|#x[\da-f]{1,5});/i
/** UTF-8 that was read as Windows-1252, and letters that were lost. */
const broken = /Ã[\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ]|â€[\u0080-\u00BF™œžŸ˜“”¦]|Â[\u00A0-\u00BF]|\uFFFD/u
const isoDate = /^\d{4}-\d{2}-\d{2}$/
const isoInstant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/

/**
 * Notations of programs: JSON, a number with its exponent, an encoded address, an escaped letter or line; bytes, an
 * element of XML, a formula, a path of a disk, a field that was not merged, an id.
 */
const notations: readonly RegExp[] = [
  /^\s*(?:\{\s{0,5}"[^"]{1,100}"\s{0,5}:|\[\s{0,5}["{])/,
  /^[+-]?\d(?:[.,]\d{1,20})?E[+-]?\d{1,3}$/,
  /(?:%[\dA-F]{2}){2}|\p{L}%20\p{L}/u,
  /^data:[a-z]{1,20}\/[a-z+.-]{1,40};base64,/,
  /<([a-z][\w:-]{0,30})>[^<>]{0,200}<\/\1>/i,
  /^=[A-Z]{2,20}\(/,
  /^[A-Z]:\\\S/,
  /^«[^«»\s]{1,60}»$/,
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  /\\[nrt](?=\p{Lu}|\s|$)|\\u[\da-f]{4}/u,
]
const markdown = /\*\*[^\s*](?:[^*]{0,200}[^\s*])?\*\*/
/** Milliseconds of 2001 to 2033: thirteen digits that no code of goods begins with. */
const instant = /^1\d{12}$/

/** What a tag calls its value. */
const named = (expression: Expression): string => mainPath(expression)?.segments.join('.') ?? 'path'

/** What is odd in the text that a tag writes from data, whatever stands beside it. */
export function oddValue({ text, value, expression, locale }: WrittenText): OddText | undefined {
  const said = text.slice(0, maxLook)
  if (text !== '' && said.trim() === '')
    return odd('The value is nothing but space.', 'Give the value, or null for none.')
  if (placeholder.test(said.trim()))
    return odd('The value stands for one that nobody knew.', 'Give the value, or null for none.')
  if (expression.kind === 'path' && markdown.test(said))
    return odd(
      'The value is Markdown, and its signs are written as text.',
      `Write {~${named(expression)}}, or give plain text.`,
    )
  if (ofPrograms.test(said.trim()) || besideWords.test(said.trim()))
    return odd('A program wrote this text where it had no value, or an error.', 'Give the value, or null for none.')
  if (tagOfTemplate.test(said))
    return odd('The value has a tag in it, which is written as it stands.', 'Give the value that the tag stands for.')
  if (broken.test(said))
    return odd('Letters of the value are broken: it was read in another encoding.', 'Read its source as UTF-8.')
  if (expression.kind === 'path' && element.test(said))
    return odd(
      'The value is HTML, and its elements are written as text.',
      `Write {~${named(expression)}}, or give plain text.`,
    )
  if (entity.test(said))
    return odd(
      'The value has signs as HTML writes them, such as &amp;.',
      `Give plain text, or write {~${named(expression)}}.`,
    )
  if (notations.some((each) => each.test(said)))
    return odd('The value is written as programs have it, and not as text.', 'Give the text that is to be read.')
  return expression.kind === 'pipe'
    ? oddForFormatter(expression.formatter.name, value)
    : unformatted(said, value, locale, expression.kind === 'path' ? expression.segments.join('.') : 'value')
}

function unformatted(text: string, value: unknown, locale: string, path: string): OddText | undefined {
  if (typeof value === 'boolean')
    return odd(
      `The word "${text}" is written.`,
      `Write {${path} ? "yes" : "no"}, or put text into {#if ${path}}…{/if}.`,
    )
  if (typeof value === 'number' && instant.test(text))
    return odd('The number is a date in milliseconds, written in digits.', `Write {${path} | date:"long"}.`)
  if (typeof value === 'number' && /\.\d{10}/.test(text))
    return odd(
      'The number is written with all its decimals.',
      `Write {${path} | round:2}, {${path} | number:2} or {${path} | currency}.`,
    )
  if (typeof value !== 'string') return undefined
  const isDay = isoDate.test(text) && !writesIso(locale)
  return isDay || isoInstant.test(text)
    ? odd('The date is written as programs have it.', `Write {${path} | date:"long"}.`)
    : undefined
}

/** Whether dates of a locale are year, month, day with hyphens. */
const writesIso = (locale: string): boolean => {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone: 'UTC' }).format(Date.UTC(2026, 2, 5)) === '2026-03-05'
  } catch {
    return true
  }
}

/** Milliseconds of April 1970: what is less is a day of a month, of a spreadsheet, or seconds. */
const leastInstant = 1e10

function oddForFormatter(name: string, value: unknown): OddText | undefined {
  const number = typeof value === 'number' ? value : undefined
  if (number === undefined) return undefined
  const formatter = findFormatter(name)
  if (formatter?.name === 'percent' && Math.abs(number) >= 2)
    return odd(
      `A share of ${number} is a percentage a hundred times as large.`,
      'Give 0.19 for 19 %, or write {x} % without the formatter.',
    )
  if (formatter?.takes === 'date' && Math.abs(number) < leastInstant && number !== 0)
    return odd('A number this small is no date in milliseconds.', 'Give the date as a text, such as "2026-03-05".')
  return undefined
}

/** Signs that end a sentence or a part of it, and stand once. */
const closing = /[.,;:!?]$/
const sign = /^[^\p{L}\p{N}\s]$/u
/** What stands in pairs around a text, of which it may have its own. */
const pairs: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '"': '"',
  '“': '”',
  '„': '“',
  '«': '»',
  '»': '«',
  '‘': '’',
}

/** What an amount, a date or a number in words runs into: `{day | ordinal}th`. */
export const runsOn = (written: string, { text, end }: TextAround): OddText | undefined =>
  /\p{L}$/u.test(written.slice(-2)) && /^\p{L}/u.test(text.slice(end, end + 2))
    ? {
        code: 'glued_text',
        message: 'What the tag writes ends in a letter, and the text goes on with another.',
        hint: 'Put a space between, or take the ending out of the text.',
      }
    : undefined

/** Words that stand before or behind a tag, and that its text has once more: `€ €5.00`, `Mr Mr Smith`, `Ltd..`. */
export function oddBeside(
  written: string,
  { text: around, start, end }: TextAround,
  expression: Expression,
): OddText | undefined {
  const text = written.slice(0, maxLook).trim()
  if (text === '') return undefined
  const before = around.slice(Math.max(0, start - maxBeside), start)
  const behind = around.slice(end, end + maxBeside)
  const twice = (what: string): OddText => ({
    code: 'doubled_text',
    message: `"${what}" stands beside the tag, and what the tag writes has it too.`,
    hint: 'Take it out of the text, or out of the value.',
  })
  const last = /\S{1,40}$/.exec(before.trimEnd())?.[0] ?? ''
  const next = /^\S+/.exec(behind.trimStart())?.[0] ?? ''
  if (isSaid(last) && (sign.test(last) ? text.startsWith(last) : isFirst(text, last))) return twice(last)
  const code = codeOfAmount(expression)
  if (code !== undefined && isCurrency(last, code)) return twice(last)
  const nextWord = next.replace(/[.,;:!?)]{1,5}$/, '')
  if (isSaid(nextWord) && (sign.test(nextWord) ? text.endsWith(nextWord) : isLast(text, nextWord)))
    return twice(nextWord)
  if (code !== undefined && isCurrency(nextWord, code)) return twice(nextWord)
  const [outer, inner] = [before.at(-1) ?? '', text[0] ?? '']
  if (outer === inner && pairs[outer] !== undefined && text.endsWith(pairs[outer]) && behind.startsWith(pairs[outer]))
    return twice(outer)
  const mark = closing.exec(written)?.[0]
  return mark !== undefined && behind.startsWith(mark) && !/[.…]{2}$/.test(written) && behind[1] !== mark
    ? twice(mark)
    : undefined
}

/** The code of the currency that a formatter writes, "" where the call says it. */
function codeOfAmount(expression: Expression): string | undefined {
  if (expression.kind !== 'pipe' || findFormatter(expression.formatter.name)?.name !== 'currency') return undefined
  const [code] = expression.args
  return code === undefined ? '' : code.kind === 'literal' ? String(code.value) : undefined
}

const isCurrency = (word: string, code: string): boolean =>
  /^[€$£¥₹]$/u.test(word) || (code !== '' && word === code) || (code === '' && /^(?:EUR|USD|GBP|CHF)$/.test(word))

/** A sign of a currency or of a percentage, or a word of letters; a long number such as a year; no bracket and no tag. */
const isSaid = (word: string): boolean =>
  /^[€$£¥₹%‰]$|^\d{4,}$|^\p{L}[\p{L}\p{M}.]*\p{L}?[²³]?\.?$/u.test(word) && word.length < maxBeside

const isFirst = (text: string, word: string): boolean =>
  word.length > 1 && text.toLowerCase().startsWith(`${word.toLowerCase()} `)
const isLast = (text: string, word: string): boolean =>
  word.length > 1 && /\s/.test(text.at(-1 - word.length) ?? '') && text.toLowerCase().endsWith(word.toLowerCase())

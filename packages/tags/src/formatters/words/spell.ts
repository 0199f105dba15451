import { roundTo } from '../decimal.ts'
import { FormatterFault } from '../formatter.ts'
import { numberFormat } from '../intl-cache.ts'
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { indonesian } from './indonesian.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import { largest, type NumberLanguage } from './number-language.ts'
import { polish } from './polish.ts'
import { portuguese } from './portuguese.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'
import { turkish } from './turkish.ts'

const languages: Readonly<Record<string, (region: string) => NumberLanguage>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  id: indonesian,
  it: italian,
  ja: japanese,
  nl: dutch,
  pl: polish,
  pt: portuguese,
  ru: russian,
  tr: turkish,
}

/** Whether numbers are spelled out in a language. */
export const isSpelled = (locale: string): boolean => languages[new Intl.Locale(locale).language] !== undefined

/** The languages that are known. */
export const spelledLanguages = Object.keys(languages)

/** Decimals that are read out. */
const maxDecimals = 12

const known = new Map<string, NumberLanguage>()

function languageOf(locale: string): NumberLanguage {
  const { language, region = '' } = new Intl.Locale(locale).maximize()
  const key = `${language}-${region}`
  const made = known.get(key) ?? languages[language]?.(region)
  if (made === undefined) {
    throw new FormatterFault(
      'wrong_argument',
      `"words" does not know the language "${language}".`,
      `It knows ${Object.keys(languages).join(', ')}; name one: {total | words:"EUR":"en-GB"}.`,
    )
  }
  known.set(key, made)
  return made
}

interface Digits {
  readonly isNegative: boolean
  readonly whole: number
  readonly decimals: string
}

function digitsOf(decimal: string): Digits {
  const [whole = '', decimals = ''] = decimal.replace(/^-/, '').split('.')
  if (Number(whole) > largest || (Number(whole) === largest && /[1-9]/.test(decimals)) || whole.length > 30) {
    throw new FormatterFault('wrong_kind', '"words" writes numbers up to 1,000,000,000,000,000.')
  }
  const isNegative = decimal.startsWith('-') && /[1-9]/.test(decimal)
  return { isNegative, whole: Number(whole), decimals }
}

const signed = ({ isNegative }: Digits, language: NumberLanguage, text: string): string =>
  isNegative ? said(language, [language.minus, text]) : text

const said = ({ isRunOn }: NumberLanguage, words: readonly string[]): string =>
  words.filter((word) => word !== '').join(isRunOn ? '' : ' ')

/** A number in words, its decimals digit by digit. */
export function spellNumber(decimal: string, locale: string): string {
  const language = languageOf(locale)
  const digits = digitsOf(decimal)
  const decimals = digits.decimals.replace(/0+$/, '')
  if (decimals.length > maxDecimals)
    throw new FormatterFault(
      'wrong_kind',
      `"words" reads at most ${maxDecimals} decimals.`,
      'Round it first: | round:2.',
    )
  const whole = language.cardinal(digits.whole)
  if (decimals === '') return signed(digits, language, whole)
  const read = Array.from(decimals, (digit) => language.cardinal(Number(digit)))
  return signed(digits, language, said(language, [whole, language.point, ...read]))
}

/**
 * An amount of money in words, rounded to the currency's own decimals: `one euro and fifty cents`. Of a currency without
 * known names the code, and the cents as a fraction: `one and 50/100 XAG`. No cents are named where there are none.
 */
export function spellMoney(decimal: string, currency: string, locale: string): string {
  const language = languageOf(locale)
  const code = currency.toUpperCase()
  const places = numberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2
  const digits = digitsOf(roundTo(decimal, places))
  const cents = Number(digits.decimals.padEnd(places, '0') || 0)
  const names = language.currencies[code]
  if (names === undefined || (names.minor === undefined && cents > 0)) {
    const fraction = cents === 0 ? [] : [language.and, `${String(cents).padStart(places, '0')}/${10 ** places}`]
    return signed(digits, language, [language.cardinal(digits.whole), ...fraction, code].filter(Boolean).join(' '))
  }
  const major = language.counted(digits.whole, names.major)
  if (cents === 0 || names.minor === undefined) return signed(digits, language, major)
  const minor = language.counted(cents, names.minor)
  return signed(digits, language, digits.whole === 0 ? minor : said(language, [major, language.and, minor]))
}

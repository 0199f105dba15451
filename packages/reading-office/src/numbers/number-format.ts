import { renderDate } from './date-format.ts'
import { localeOf } from './format-locale.ts'
import { renderFraction } from './fraction-format.ts'
import { codeOf, generalNumber, renderNumber } from './numeral-format.ts'
import { isoDate, isoDuration, isoTime, serialDate } from './serial-date.ts'

/** One piece of a format section: text as it stands, or letters and signs that mean something. */
export interface FormatToken {
  readonly type: 'literal' | 'code' | 'elapsed' | 'text'
  readonly text: string
}

export type FormatKind = 'general' | 'number' | 'fraction' | 'date' | 'time' | 'date-time' | 'duration' | 'text'

export interface FormatSection {
  readonly kind: FormatKind
  readonly tokens: readonly FormatToken[]
  readonly condition?: { readonly operator: string; readonly than: number }
  /** The language of the names of months and days, where it is not English. */
  readonly locale?: string
}

export interface NumberFormat {
  readonly sections: readonly FormatSection[]
  /** All of them as one code, without what is of no use for numbers. */
  readonly code: string
}

/** Builtin formats by id (ECMA-376 part 1, 18.8.30). Those that follow the reader's country are written as ISO has it. */
const builtin: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  27: 'yyyy-mm-dd',
  28: 'yyyy-mm-dd',
  29: 'yyyy-mm-dd',
  30: 'yyyy-mm-dd',
  31: 'yyyy-mm-dd',
  32: 'h:mm',
  33: 'h:mm:ss',
  34: 'yyyy-mm-dd',
  35: 'yyyy-mm-dd',
  36: 'yyyy-mm-dd',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  41: '#,##0;-#,##0;"-"',
  42: '#,##0;-#,##0;"-"',
  43: '#,##0.00;-#,##0.00;"-"',
  44: '#,##0.00;-#,##0.00;"-"',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
  50: 'yyyy-mm-dd',
  51: 'yyyy-mm-dd',
  52: 'yyyy-mm-dd',
  53: 'yyyy-mm-dd',
  54: 'yyyy-mm-dd',
  55: 'yyyy-mm-dd',
  56: 'yyyy-mm-dd',
  57: 'yyyy-mm-dd',
  58: 'yyyy-mm-dd',
}

export const builtinFormat = (id: number): string => builtin[id] ?? 'General'

/** Longer than any that Excel takes. */
const maxFormatLength = 1000

export function parseNumberFormat(code: string): NumberFormat {
  if (code.length > maxFormatLength) return parseNumberFormat('General')
  const sections = splitSections(code).slice(0, 4).map(parseSection)
  return { sections, code: codeOf(sections) }
}

/** Sections are parted by semicolons outside quotes and brackets. */
function splitSections(code: string): string[] {
  const sections: string[] = []
  let from = 0
  for (let at = 0; at < code.length; at++) {
    const character = code[at]
    if (character === '\\' || character === '_' || character === '*') at++
    else if (character === '"' || character === '[') {
      const end = code.indexOf(character === '"' ? '"' : ']', at + 1)
      at = end === -1 ? code.length : end
    } else if (character === ';') {
      sections.push(code.slice(from, at))
      from = at + 1
    }
  }
  sections.push(code.slice(from))
  return sections
}

/** In turn: quoted, escaped, space as wide as a letter, fill, bracket, General, AM/PM, era and year, one sign. */
const piece =
  /"([^"]*)"?|\\(.?)|_(.?)|\*.?|\[([^\]]*)\]?|(general)|(am\/pm|a\/p)|(yyyy|yy|y|m+|d+|h+|s+|e\+|e-|g{1,3}|ee?|[0#?]+|[.,%/@])|(.)/giu

/** Era and year of Japan; "e" alone is the year. In a number they are letters. */
const eraCode = /^(?:g+|ee?)$/

function parseSection(section: string): FormatSection {
  const tokens: FormatToken[] = []
  const push = (type: FormatToken['type'], text: string): void => void tokens.push({ type, text })
  let condition: FormatSection['condition']
  let locale: string | undefined
  for (const [, quoted, escaped, space, bracket, general, noon, code, sign] of section.matchAll(piece)) {
    if (quoted !== undefined) push('literal', quoted)
    else if (escaped !== undefined) push('literal', escaped)
    else if (space !== undefined) push('literal', ' ')
    else if (bracket !== undefined) {
      const compared = /^(<=|>=|<>|<|>|=)(-?\d{1,15}(?:\.\d{1,15})?)$/.exec(bracket)
      if (compared !== null) condition = { operator: compared[1] ?? '', than: Number(compared[2]) }
      else if (/^(?:h+|m+|s+)$/i.test(bracket)) push('elapsed', bracket.toLowerCase())
      else if (bracket.startsWith('$')) {
        const [currency = '', ...said] = bracket.slice(1).split('-')
        push('literal', currency)
        locale ??= localeOf(said.join('-'))
      }
    } else if (general !== undefined) push('text', 'general')
    else if (noon !== undefined) push('code', noon.toUpperCase())
    else if (code !== undefined) push('code', code.toLowerCase())
    else if (sign !== undefined) push('literal', sign)
  }
  const kind = kindOf(tokens)
  const isEra = ({ type, text }: FormatToken): boolean => type === 'code' && eraCode.test(text)
  const known = kind.startsWith('date')
    ? tokens
    : tokens.map((token) => (isEra(token) ? { type: 'literal' as const, text: token.text } : token))
  return {
    kind,
    tokens: known,
    ...(condition === undefined ? {} : { condition }),
    ...(locale === undefined ? {} : { locale }),
  }
}

function kindOf(tokens: readonly FormatToken[]): FormatKind {
  const codes = tokens.filter(({ type }) => type === 'code').map(({ text }) => text)
  if (tokens.some(({ type }) => type === 'elapsed')) return 'duration'
  if (tokens.some(({ type }) => type === 'text')) return 'general'
  const has = (pattern: RegExp): boolean => codes.some((code) => pattern.test(code))
  if (has(/^[0#?]/) && !has(/^[ydhs]/)) return has(/^\/$/) ? 'fraction' : 'number'
  const isTime = has(/^(?:h|s|AM|A\/P)/)
  // Months and minutes share a letter: alone, it is a month.
  const isDate = has(/^[yd]/) || has(eraCode) || (has(/^m/) && !isTime) || has(/^m{3,}/)
  if (isDate) return isTime ? 'date-time' : 'date'
  if (isTime) return 'time'
  return has(/^@/) ? 'text' : 'number'
}

export interface ShownNumber {
  readonly text: string
  /** Dates, times and durations as ISO 8601. */
  readonly value: string | number
}

/** A number as its cell shows it, in no country's way: a point before decimals, commas between thousands. */
export function showNumber(number: number, format: NumberFormat, date1904: boolean): ShownNumber {
  const section = sectionFor(number, format)
  if (section === undefined) return { text: generalNumber(number), value: number }
  const { kind } = section
  if (kind === 'text') return { text: generalNumber(number), value: number }
  if (kind === 'general') {
    const sign = number < 0 && !saysNegative(section, format) ? '-' : ''
    const shown = ({ type, text }: FormatToken): string => (type === 'text' ? generalNumber(Math.abs(number)) : text)
    return { text: sign + section.tokens.map(shown).join(''), value: number }
  }
  if (kind === 'duration') return { text: renderDate(section, number, date1904), value: isoDuration(number) }
  if (kind === 'date' || kind === 'time' || kind === 'date-time') {
    const moment = serialDate(number, date1904, 1)
    const rounded = serialDate(number, date1904)
    if (moment === undefined || rounded === undefined) return { text: generalNumber(number), value: number }
    const hasTime = number % 1 !== 0
    // What an empty date comes to, "00.01.1900", is on no calendar.
    if (rounded.day === 0 && kind !== 'time' && !hasTime) {
      return { text: renderDate(section, number, date1904), value: number }
    }
    const value =
      rounded.day === 0 || (kind === 'time' && number < 1)
        ? isoTime(rounded)
        : hasTime || kind === 'date-time'
          ? `${isoDate(rounded)}T${isoTime(rounded)}`
          : isoDate(rounded)
    return { text: renderDate(section, number, date1904), value }
  }
  const sign = saysNegative(section, format) ? 1 : Math.sign(number)
  const text = kind === 'fraction' ? renderFraction(section, sign * Math.abs(number)) : renderNumber(format, number)
  return { text, value: number }
}

/** A text as its cell shows it: the fourth section, or one that says "@". */
export function showText(text: string, { sections }: NumberFormat): string {
  const section = sections[3] ?? (sections.at(-1)?.kind === 'text' ? sections.at(-1) : undefined)
  return section === undefined || section.tokens.length === 0 ? text : textThrough(section, text)
}

const textThrough = ({ tokens }: FormatSection, text: string): string =>
  tokens.map((token) => (token.type === 'code' ? (token.text === '@' ? text : '') : token.text)).join('')

/** By their conditions, else by the sign; a third section is for zero. */
function sectionFor(number: number, { sections }: NumberFormat): FormatSection | undefined {
  const numeric = sections.slice(0, 3)
  if (numeric.some(({ condition }) => condition !== undefined)) {
    return numeric.find(({ condition }) => condition === undefined || holds(number, condition))
  }
  const [positive, negative, zero] = numeric
  if (number < 0 && negative !== undefined) return negative
  return number === 0 && zero !== undefined && zero.kind !== 'text' ? zero : positive
}

/** Whether a section is for negative numbers alone, so that it writes their sign or leaves it out. */
function saysNegative(section: FormatSection, { sections }: NumberFormat): boolean {
  if (section.condition === undefined) {
    return section === sections[1] && sections.every(({ condition }) => condition === undefined)
  }
  return (
    section.condition.operator.startsWith('<') && section.condition.operator !== '<>' && section.condition.than <= 0
  )
}

function holds(number: number, { operator, than }: NonNullable<FormatSection['condition']>): boolean {
  switch (operator) {
    case '<':
      return number < than
    case '<=':
      return number <= than
    case '>':
      return number > than
    case '>=':
      return number >= than
    case '=':
      return number === than
    default:
      return number !== than
  }
}

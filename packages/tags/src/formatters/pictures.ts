import { kindOf, plainText } from '../data/plain-text.ts'
import { decimalOf, exact } from './decimal.ts'
import { writtenDecimal } from './written-decimal.ts'
import { type Formatter, type FormatterArgument, FormatterFault } from './formatter.ts'
import { numberFormat } from './intl-cache.ts'
import { numeric } from './numbers.ts'

/** Places of digits that a picture may have. */
const maxPlaces = 20

interface Picture {
  readonly before: string
  readonly after: string
  readonly grouping: boolean
  /** Digits that are always written, before and behind the decimal sign. */
  readonly whole: number
  readonly decimals: number
  readonly maxDecimals: number
}

/** The parts of a picture for positive numbers, negative ones and zero; quoted semicolons are text. */
const sectionsOf = (picture: string): readonly string[] =>
  (picture.match(/(?:'[^']*'|[^;'])+|'|;(?=;|$)/g) ?? []).map((part) => (part === ';' ? '' : part))

/** Which sign of a picture parts off decimals: pictures are written with the signs of their author's language. */
function decimalSign(digits: string): number {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last === -1) return -1
  const sign = digits[last] ?? ''
  const isAlone = digits.indexOf(sign) === last
  // Before all places a comma asks for groups, as in `$,0.00`, and a dot parts off decimals.
  if (last === 0) return sign === '.' ? 0 : -1
  const hasOther = digits.includes(sign === '.' ? ',' : '.')
  return isAlone && (hasOther || digits.length - last - 1 !== 3) ? last : -1
}

function readPicture(text: string): Picture | undefined {
  const plain = text.replaceAll(/'[^']*'/g, (quoted) => ' '.repeat(quoted.length))
  const from = plain.search(/[.,]?[#0x]/)
  if (from === -1) return undefined
  const until = from + (/^[#0x.,]*[#0x]/.exec(plain.slice(from))?.[0].length ?? 0)
  const digits = plain.slice(from, until)
  const at = decimalSign(digits)
  const whole = (at === -1 ? digits : digits.slice(0, at)).replaceAll(/[.,]/g, '')
  const behind = at === -1 ? '' : digits.slice(at + 1)
  if (whole.length > maxPlaces || behind.length > maxPlaces) return undefined
  const unquoted = (part: string): string => part.replaceAll("'", '')
  return {
    before: unquoted(text.slice(0, from)),
    after: unquoted(text.slice(until)),
    grouping: /[.,]/.test(at === -1 ? digits : digits.slice(0, at)),
    whole: whole.replaceAll(/[^0]/g, '').length,
    decimals: behind.lastIndexOf('0') + 1,
    maxDecimals: behind.length,
  }
}

/** Groups that spaces or apostrophes part, as in `# ##0,00`, with the sign for groups that the rest does not use. */
const withUsualGroups = (picture: string): string =>
  picture.replaceAll(/#[ \u00a0\u202f'’](?=(?:###[ \u00a0\u202f'’])*##0(?![#0]))/g, picture.includes(',') ? '#.' : '#,')

/** Places of digits that other signs part, with these signs: `(###) ###-####`, `00-00-00`. */
const partedPlaces = /[#0][^\p{L}#0.,;'%]+[#0]/u

/** Digits from the right into places that other signs part; those that are too many stand before the first. */
function inPlaces(section: string, decimal: string): string | undefined {
  if (!partedPlaces.test(section) || /[.,]/.test(section)) return undefined
  const digits = [
    ...numberFormat('en', { useGrouping: false, maximumFractionDigits: 0 }).format(exact(decimal.replace('-', ''))),
  ]
  const first = section.search(/[#0]/)
  const written: string[] = []
  for (let at = section.length - 1; at >= 0; at--) {
    const char = section[at] ?? ''
    if (char !== '#' && char !== '0') written.push(char)
    else
      written.push(
        at === first
          ? digits.splice(0).join('') || (char === '0' ? '0' : '')
          : (digits.pop() ?? (char === '0' ? '0' : '')),
      )
  }
  return (decimal.startsWith('-') && !section.startsWith('-') ? '-' : '') + written.toReversed().join('')
}

/** Writes a number by a picture as Word's `\#` switch has them (ECMA-376 part 1, 17.16.4.2), with the locale's signs. */
function byPicture(value: unknown, picture: string, locale: string): string {
  // As Word reads what a merge gives it: texts, often written for people.
  const decimal = (typeof value === 'string' ? writtenDecimal(value, locale) : undefined) ?? decimalOf(value, 'picture')
  const isNegative = decimal.startsWith('-')
  const isZero = /^-?0*\.?0*$/.test(decimal)
  const sections = sectionsOf(withUsualGroups(picture))
  const own = isZero ? (sections[2] ?? sections[0]) : isNegative ? (sections[1] ?? sections[0]) : sections[0]
  const parted = inPlaces(own ?? '', decimal)
  if (parted !== undefined) return parted
  const read = readPicture(own ?? '')
  if (read === undefined) return (own ?? '').replaceAll("'", '')
  const { before, after, grouping, whole, decimals, maxDecimals } = read
  let digits = numberFormat(locale, {
    useGrouping: grouping,
    minimumIntegerDigits: Math.max(1, whole),
    minimumFractionDigits: decimals,
    maximumFractionDigits: maxDecimals,
  }).format(exact(decimal.replace('-', '')))
  if (whole === 0 && maxDecimals > 0) digits = digits.replace(/^0(?=\D)/, '')
  const hasSign = /[+-]/.test(before + after)
  const signed = (text: string): string =>
    text.replaceAll(/[+-]/g, (sign) => (isNegative && !isZero ? '-' : sign === '+' ? '+' : ''))
  const minus = isNegative && !isZero && !hasSign && sections[1] === undefined ? '-' : ''
  return sections[1] === undefined ? minus + signed(before) + digits + signed(after) : before + digits + after
}

/** `0.00,00`: two signs, of which the first parts off no group. */
const oddGroup = /(?<![#0x.,'])[#0]{1,3}(?:\.[#0]{1,2},|,[#0]{1,2}\.)([#0]{1,4})(?![#0x.,'])/

const picture: Formatter = {
  name: 'picture',
  summary:
    'A number by a picture as Word and Excel have them: 0 is a digit always shown, # one where there is one; a part for negative numbers and one for zero may follow after semicolons. The signs between digits become those of the locale.',
  example: '{total | picture:"#,##0.00 €"}',
  takes: 'number',
  gives: 'text',
  args: [
    {
      name: 'picture',
      kind: 'text',
      sample: '#,##0.00',
      fault: (given) =>
        /[#0x]/.test(String(given).replaceAll(/'[^']*'/g, ''))
          ? undefined
          : 'Must have a place for a digit: 0 or #, such as "#,##0.00".',
      doubt: (given) =>
        oddGroup.test(String(given))
          ? 'Has a group of digits that is not of three before its decimals, such as "#,##0.00".'
          : undefined,
      meant: (given) => (oddGroup.test(String(given)) ? String(given).replace(oddGroup, '#,##0.$1') : undefined),
    },
  ],
  schema: numeric,
  format: (value, [given], { locale }) => byPicture(value, String(given), locale),
}

const affix = (name: string, optional?: true): FormatterArgument => ({
  name,
  kind: 'text',
  sample: '-',
  ...(optional === undefined ? {} : { optional }),
})

const textOf = (value: unknown, formatter: string): string => {
  const text = plainText(value)
  if (text === undefined) throw new FormatterFault('wrong_kind', `"${formatter}" wants text and got ${kindOf(value)}.`)
  return text
}

const wrap: Formatter = {
  name: 'wrap',
  summary: 'The text with others before and after it; an empty one stays empty.',
  example: '{title | wrap:"":" "}',
  takes: 'text',
  gives: 'text',
  args: [affix('before'), affix('after', true)],
  schema: { type: ['string', 'number'] },
  format(value, [before = '', after = '']) {
    const text = textOf(value, 'wrap')
    return text === '' ? '' : `${before}${text}${after}`
  },
}

const like: Formatter = {
  name: 'like',
  summary: 'Whether a text fits a pattern in which * is any text and ? any one character.',
  example: '{#if code | like:"A*"}…{/if}',
  takes: 'text',
  gives: 'any',
  args: [{ name: 'pattern', kind: 'text', sample: '*' }],
  schema: { type: ['string', 'number'] },
  format: (value, [pattern]) => fits(textOf(value, 'like'), String(pattern)),
}

/** Matches with one place to go back to, the last `*`: time is bounded by the product of both lengths, memory by none. */
function fits(text: string, pattern: string): boolean {
  let [at, next, star, mark] = [0, 0, -1, 0]
  while (at < text.length) {
    if (next < pattern.length && (pattern[next] === '?' || (pattern[next] !== '*' && pattern[next] === text[at]))) {
      at++
      next++
    } else if (pattern[next] === '*') {
      star = next++
      mark = at
    } else if (star !== -1) {
      next = star + 1
      at = ++mark
    } else return false
  }
  while (pattern[next] === '*') next++
  return next === pattern.length
}

export const pictureFormatters = [picture, wrap, like]

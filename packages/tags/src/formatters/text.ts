import { kindOf, plainText } from '../data/plain-text.ts'
import { groupedIban } from './iban.ts'
import { groupedPhone } from './phone-number.ts'
import { type Formatter, type FormatterArgument, FormatterFault, maxText, tooLarge, wholeNumber } from './formatter.ts'

const textOf = (value: unknown, formatter: string): string => {
  const text = plainText(value)
  if (text === undefined) throw new FormatterFault('wrong_kind', `"${formatter}" wants text and got ${kindOf(value)}.`)
  return text
}

const textFormatter = (
  name: string,
  summary: string,
  example: string,
  format: (text: string, args: readonly (string | number)[], locale: string) => string,
  args: readonly FormatterArgument[] = [],
): Formatter => ({
  name,
  summary,
  example,
  takes: 'text',
  gives: 'text',
  args,
  schema: { type: ['string', 'number'] },
  format: (value, given, { locale }) => format(textOf(value, name), given, locale),
})

/** Letters in a row, with the marks and apostrophes within. */
const word = /\p{L}[\p{L}\p{M}\p{N}'’]*/gu

const capital = (text: string, locale: string): string => {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0x20)
  return first.toLocaleUpperCase(locale) + text.slice(first.length)
}

const length: FormatterArgument = { name: 'length', kind: 'number', sample: 20, fault: wholeNumber(1, 10_000) }
const filler: FormatterArgument = { name: 'filler', kind: 'text', optional: true, sample: '0' }

/** No sign of several characters is as long. */
const longestSign = 100
let signs: Intl.Segmenter | undefined

/** The beginning of a text, up to `end` or the sign before it: no emoji is cut in two, and no letter loses its accent. */
function wholeSigns(text: string, end: number): string {
  const from = Math.max(0, end - longestSign)
  signs ??= new Intl.Segmenter()
  const sign = signs.segment(text.slice(from, end + longestSign)).containing(end - from)
  return text.slice(0, from + (sign?.index ?? end - from))
}

const padding = (size: string | number | undefined, text: string, fill: string | number | undefined): string =>
  (String(fill ?? ' ') || ' ')
    .repeat(Math.max(0, Number(size) - text.length))
    .slice(0, Math.max(0, Number(size) - text.length))

export const textFormatters = [
  textFormatter('upper', 'All letters large, by the rules of the locale.', '{name | upper}', (text, _, locale) =>
    text.toLocaleUpperCase(locale),
  ),
  textFormatter('lower', 'All letters small.', '{email | lower}', (text, _, locale) => text.toLocaleLowerCase(locale)),
  textFormatter(
    'title',
    'Every word with a large first letter; a word in capitals becomes small after it, so JOHN is John and McDonald stays.',
    '{name | title}',
    (text, _, locale) =>
      text.replaceAll(word, (each) =>
        capital(
          each.length > 1 && each === each.toLocaleUpperCase(locale) ? each.toLocaleLowerCase(locale) : each,
          locale,
        ),
      ),
  ),
  textFormatter(
    'capitalize',
    'The first letter large, the rest as it is.',
    '{reason | capitalize}',
    (text, _, locale) => (text === '' ? '' : capital(text, locale)),
  ),
  textFormatter('trim', 'Without space at both ends.', '{note | trim}', (text) => text.trim()),
  textFormatter(
    'truncate',
    'At most so many characters, closed by "…" (or the second argument) where something was cut off.',
    '{note | truncate:80}',
    (text, [most, ending = '…']) => {
      const characters = Array.from(text)
      if (characters.length <= Number(most)) return text
      const close = Array.from(String(ending))
      const kept = characters.slice(0, Math.max(0, Number(most) - close.length)).join('')
      return wholeSigns(text, kept.length) + close.slice(0, Number(most)).join('')
    },
    [length, { name: 'ending', kind: 'text', optional: true, sample: '…' }],
  ),
  textFormatter(
    'padStart',
    'Filled up at the start, with spaces or the second argument: 7 becomes 007.',
    '{number | padStart:6:"0"}',
    (text, [size, fill]) => padding(size, text, fill) + text,
    [length, filler],
  ),
  textFormatter(
    'pad',
    'As padStart, with zeros unless said.',
    '{number | pad:6}',
    (text, [size, fill = '0']) => padding(size, text, fill) + text,
    [length, filler],
  ),
  textFormatter(
    'padEnd',
    'Filled up at the end.',
    '{code | padEnd:10:"."}',
    (text, [size, fill]) => text + padding(size, text, fill),
    [length, filler],
  ),
  textFormatter(
    'replace',
    'Every occurrence of one text by another; plain text, no pattern.',
    '{phone | replace:" ":"-"}',
    (text, [from, to = '']) => {
      if (String(from) === '') return text
      const pieces = text.split(String(from))
      if (pieces.length * String(to).length > maxText)
        throw tooLarge('replace', 'output', maxText, pieces.length * String(to).length)
      return pieces.join(String(to))
    },
    [
      { name: 'from', kind: 'any', sample: 'a' },
      { name: 'to', kind: 'any', optional: true, sample: 'b' },
    ],
  ),
  {
    ...textFormatter(
      'iban',
      'An IBAN in capitals and groups of four; its check digits must be right.',
      '{account | iban}',
      groupedIban,
    ),
    wantsContent: true,
    schema: { type: 'string', examples: ['DE89370400440532013000'] },
  },
  {
    ...textFormatter(
      'phone',
      'A telephone number in groups, "international" (+49 30 901820) or "national" (030 901820), by the customs of its country where they are known. Without a country code: of the region of the locale, or of the second argument.',
      '{mobile | phone:"national"}',
      (text, [style = 'international', region], locale) =>
        groupedPhone(
          text,
          style === 'national' ? 'national' : 'international',
          String(region ?? new Intl.Locale(locale).maximize().region ?? '').toUpperCase(),
        ),
      [
        {
          name: 'style',
          kind: 'text',
          optional: true,
          sample: 'international',
          fault: (value) =>
            value === 'international' || value === 'national' ? undefined : 'Must be "international" or "national".',
        },
        {
          name: 'region',
          kind: 'text',
          optional: true,
          sample: 'DE',
          fault: (value) => (/^[A-Za-z]{2}$/.test(String(value)) ? undefined : 'Must be a country code, such as "DE".'),
        },
      ],
    ),
    wantsContent: true,
    schema: { type: 'string', examples: ['+4930901820'] },
  },
]

export const defaultFormatter: Formatter = {
  name: 'default',
  summary: 'The argument, where the value is missing or empty.',
  example: '{title | default:"Sir or Madam"}',
  takes: 'any',
  gives: 'any',
  args: [{ name: 'value', kind: 'any', sample: 'none' }],
  schema: {},
  fillsMissing: true,
  format: (value, [other]) => (value === undefined || value === null || value === '' ? other : value),
}

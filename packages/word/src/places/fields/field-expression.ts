import { plainDatePicture } from '@chancery/tags'
import type { Expression } from '@chancery/tags'
import type { FieldCode } from './field-code.ts'

type Path = Extract<Expression, { kind: 'path' }>
type Literal = Extract<Expression, { kind: 'literal' }>

export const binary = (
  operator: Extract<Expression, { kind: 'binary' }>['operator'],
  left: Expression,
  right: Expression,
): Expression => ({ kind: 'binary', operator, left, right, start: 0, end: 0 })

export const literal = (value: string | number | boolean): Literal => ({ kind: 'literal', value, start: 0, end: 0 })

/** The data path of a field's name: dots lead into objects, and case, spaces and underscores may differ. */
export const pathOf = (name: string, absent?: string | true): Path => ({
  kind: 'path',
  segments: name
    .split('.')
    .map((segment) => segment.trim())
    .filter((segment) => segment !== ''),
  own: false,
  loose: true,
  ...(absent === undefined ? {} : { absent }),
  start: 0,
  end: name.length,
})

export const piped = (input: Expression, name: string, ...args: readonly (string | number)[]): Expression => ({
  kind: 'pipe',
  input,
  formatter: { name, start: 0, end: 0 },
  args: args.map(literal),
  start: 0,
  end: 0,
})

/** What Word's `\*` switches are in the tag language; the others there are do not change text. */
const textFormats: Readonly<Record<string, readonly [string, ...string[]]>> = {
  UPPER: ['upper'],
  LOWER: ['lower'],
  FIRSTCAP: ['capitalize'],
  CAPS: ['title'],
  ORDINAL: ['ordinal'],
  CARDTEXT: ['words', ''],
  ORDTEXT: ['ordinalWords'],
  DOLLARTEXT: ['dollarText'],
  ROMAN: ['roman'],
  ALPHABETIC: ['letters'],
}
/** Numerals that are written small where the name of their switch is. */
const byCase = new Set(['roman', 'alphabetic'])
const withoutEffect = new Set(['MERGEFORMAT', 'CHARFORMAT', 'ARABIC', 'MERGEFORMATINET'])

/** A value written as the switches of its field say; `ignored`: those that nothing here is like. */
export function formatted(
  value: Expression,
  { switches }: FieldCode,
): { readonly expression: Expression; readonly ignored: readonly string[] } {
  const ignored: string[] = []
  let expression = value
  const date = switches.get('@')?.[0]
  const number = switches.get('#')?.[0]
  if (date !== undefined) {
    const pattern = datePattern(date)
    if (pattern === undefined) ignored.push(`\\@ "${date}"`)
    else
      expression = piped(expression, /[hHms]/.test(pattern.replaceAll(/'[^']*'/g, '')) ? 'datetime' : 'date', pattern)
  }
  if (number !== undefined) expression = piped(expression, 'picture', number)
  for (const given of switches.get('*') ?? []) {
    const format = textFormats[given.toUpperCase()]
    if (format !== undefined) {
      const [name, ...args] = format
      expression = piped(expression, name, ...args)
      if (byCase.has(given)) expression = piped(expression, 'lower')
    } else if (!withoutEffect.has(given.toUpperCase())) ignored.push(`\\* ${given}`)
  }
  for (const letter of ['@', '#', '*']) if (switches.get(letter)?.length === 0) ignored.push(`\\${letter}`)
  const before = switches.get('b')?.[0]
  const after = switches.get('f')?.[0]
  if (before !== undefined || after !== undefined) expression = piped(expression, 'wrap', before ?? '', after ?? '')
  return { expression, ignored }
}

/** Letters that mean something in a date picture, as many as Word knows (ECMA-376 part 1, 17.16.4.1). */
const dateFields = /^(?:am\/pm|d{1,4}|M{1,4}|y{4}|yy|h{1,2}|m{1,2}|s{1,2})/i

const isOfFields = (word: string): boolean => /^(?:[dMhms]|yy)+$/i.test(word)

/** Words of a date picture outside of apostrophes, in the letters that fields have. */
const bareWords = (picture: string): readonly string[] =>
  picture.replaceAll(/'[^']*'?|am\/pm/gi, ' ').match(/[A-Za-z]+/g) ?? []

/** A word some letters of which are taken for a date's, such as "de" in `d de MMMM`. */
export const mixedWord = (given: string): string | undefined =>
  bareWords(plainDatePicture(given)).find(
    (word) => /[dMyhms]/i.test(word) && !isOfFields(word) && new Set(word.toLowerCase()).size > 1,
  )

/** A date picture of Word's as a pattern of the tag language; `undefined` where it has no field. */
export function datePattern(given: string): string | undefined {
  const picture = plainDatePicture(given)
  if (mixedWord(given) !== undefined && !bareWords(picture).some(isOfFields)) return undefined
  let [pattern, text, at, hasField] = ['', '', 0, false]
  const flush = (): void => {
    if (text !== '') pattern += /\p{L}/u.test(text) ? `'${text.replaceAll("'", "''")}'` : text.replaceAll("'", "''")
    text = ''
  }
  while (at < picture.length) {
    if (picture[at] === "'") {
      const end = picture.indexOf("'", at + 1)
      const until = end === -1 ? picture.length : end
      text += picture.slice(at + 1, until)
      at = until + 1
      continue
    }
    const found = dateFields.exec(picture.slice(at, at + 8))?.[0]
    if (found === undefined) {
      text += picture[at] ?? ''
      at++
      continue
    }
    flush()
    hasField = true
    at += found.length
    if (found.includes('/')) pattern += found === found.toLowerCase() ? 'a' : 'A'
    // Only months and minutes, and the two kinds of hours, are told apart by case.
    else if (/^[mh]/i.test(found)) pattern += found
    else pattern += found.toLowerCase()
  }
  flush()
  return hasField ? pattern : undefined
}

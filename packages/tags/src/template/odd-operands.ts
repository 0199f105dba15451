import { writtenDate } from '../formatters/written-date.ts'
import { type Expression, partsOf } from '../syntax/expression.ts'
import { dayNearBy } from './days-near-by.ts'
import { numberInWords } from './number-in-words.ts'
import { stepNamed } from './spans-of-time.ts'

/** What stands beside a sign and is no value for it. */
interface OddOperand {
  readonly message: string
  readonly hint: string
  /** The name that is looked for in the data. */
  readonly path?: string
}

type Binary = Expression & { readonly kind: 'binary' }

const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])
const numeric: ReadonlySet<string> = new Set(['*', '/', '-', '+'])

/**
 * Sides of a comparison or a calculation that cannot be what they stand for: numbers, days and spans in words or in
 * quotation marks, a text where there is an order, nothing. What a sign wants decides, not how the tag is written otherwise.
 */
export function oddOperands(
  expression: Expression,
  tag: string,
  isReadElsewhere: (name: string) => boolean,
): readonly OddOperand[] {
  const inner = partsOf(expression).flatMap((part) => oddOperands(part, tag, isReadElsewhere))
  if (expression.kind !== 'binary') return inner
  const { operator, left, right } = expression
  if (!orders.has(operator) && !numeric.has(operator) && operator !== '==' && operator !== '!=') return inner
  const own =
    byZero(expression, tag) ??
    nothingInOrder(expression, tag) ??
    spanOfTime(expression, tag) ??
    wordFor(right, operator, tag, isReadElsewhere) ??
    wordFor(left, operator, tag, isReadElsewhere) ??
    textBeside(expression, tag)
  return own === undefined ? inner : [...inner, own]
}

/** The name alone that a side is. */
const nameOf = (side: Expression): string =>
  side.kind === 'path' && side.up === undefined && !side.own && side.segments.length === 1
    ? (side.written ?? side.segments[0] ?? '')
    : ''

const textOf = (side: Expression): string =>
  side.kind === 'literal' && typeof side.value === 'string' ? side.value.trim() : ''

/** The tag with something else behind its sign, where it stands there once. */
function instead(tag: string, written: string, right: string): string {
  const at = tag.lastIndexOf(written)
  return at === -1 ? `{… ${right}}` : tag.slice(0, at) + right + tag.slice(at + written.length)
}

function byZero({ operator, right }: Binary, tag: string): OddOperand | undefined {
  if (operator !== '/' || right.kind !== 'literal' || right.value !== 0) return undefined
  return {
    message: 'Nothing can be divided by 0.',
    hint: `Write another number or the name of a value behind "/" in ${tag}.`,
  }
}

function nothingInOrder({ operator, left, right }: Binary, tag: string): OddOperand | undefined {
  if (!orders.has(operator) || right.kind !== 'literal' || (right.value !== null && typeof right.value !== 'boolean'))
    return undefined
  const word = String(right.value)
  const name = left.kind === 'path' ? left.segments.join('.') : 'x'
  return {
    message: `"${word}" has no place in an order: "${operator}" compares numbers and dates.`,
    hint: `Write {#if ${name}} to test whether there is a value, or ${instead(tag, word, '0')}.`,
  }
}

/** `due + "1 year"`: a span in quotation marks is a text, and is put behind the date as one. */
function spanOfTime({ operator, left, right }: Binary, tag: string): OddOperand | undefined {
  const [, count = '', unit = ''] = /^(\p{L}{2,20}|\d{1,4})\s?(\p{L}{2,20})$/u.exec(textOf(right)) ?? []
  const step = stepNamed(unit)
  const number = /^\d/.test(count) ? count : numberInWords(count)?.toString()
  if ((operator !== '+' && operator !== '-') || step === undefined || number === undefined || left.kind !== 'path')
    return undefined
  const path = left.segments.join('.')
  const later = `${path} | ${step}:${operator === '-' ? '-' : ''}${number}`
  const isWhole = /^\{+\s?[^#^|?<>=()]*\}+$/.test(tag)
  return {
    message: `"${textOf(right)}" is a text, and no span of time is added by its sign.`,
    hint: `Write {${later}}${isWhole ? '' : `; for a test give it a name above: {= last: ${later}}`}.`,
  }
}

/** `zero` of `total >= zero`, `tomorrow` of `due < tomorrow`: a word that is looked for in the data. */
function wordFor(
  side: Expression,
  operator: string,
  tag: string,
  isReadElsewhere: (name: string) => boolean,
): OddOperand | undefined {
  const name = nameOf(side)
  if (name === '' || isReadElsewhere(name)) return undefined
  const number = numberInWords(name)
  const day = dayNearBy(name)
  if (number === undefined && day === undefined) return undefined
  const right = number === undefined ? `(${day})` : String(number)
  return {
    message: `"${name}" is looked for in the data: behind "${operator}" stands a number, a day or the name of a value.`,
    hint: `Write ${instead(tag, name, right)}.`,
    path: name,
  }
}

/** Texts that have an order: a day, a month, a time, a letter or two as grades and classes have them, a number. */
const ordered =
  /^(?:\d{4}(?:-\d{2}){0,2}(?:T.*)?|\d{1,2}:\d{2}(?::\d{2})?|\p{L}{1,2}\d{0,3}[-+]?|[-+]?\d+(?:\.\d+)?|)$/u
/** Told elsewhere: a day or a number as a country writes it. */
const ofLocale =
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|^\d{1,3}(?:[.,'’ ]\d{3})+(?:[.,]\d+)?$|^\d+,\d+$|^\d{4}-\d{2}-\d{2}$/

/** `total > "100 EUR"`, `due < "tomorrow"`, `status > "open"`: a text where an order or a number is wanted. */
function textBeside({ operator, left, right }: Binary, tag: string): OddOperand | undefined {
  const text = textOf(right)
  if (left.kind === 'literal' || text === '' || operator === '+' || ofLocale.test(text)) return undefined
  const isOrder = orders.has(operator)
  if ((!isOrder && !numeric.has(operator)) || ordered.test(text)) return undefined
  const [, digits, share] = /^([-+]?\d+(?:\.\d+)?)\s?(?:(%)|\p{L}{1,12}|[€$£¥])$/u.exec(text) ?? []
  const number = digits === undefined ? numberInWords(text) : share === undefined ? digits : Number(digits) / 100
  const quoted = tag.includes(`"${text}"`) ? `"${text}"` : text
  const message = `"${text}" is a text, and "${operator}" wants a number${isOrder ? ' or a day' : ''}.`
  if (number !== undefined) return { message, hint: `Write ${instead(tag, quoted, String(number))}.` }
  const written = isOrder ? writtenDate(text, 'en-GB') : undefined
  if (written !== undefined) return { message, hint: `Write ${instead(tag, quoted, `"${written}"`)}.` }
  const day = dayNearBy(text)
  if (day !== undefined && isOrder) return { message, hint: `Write ${instead(tag, quoted, `(${day})`)}.` }
  return {
    message,
    hint: isOrder
      ? `Write ${tag.replace(new RegExp(String.raw`\s*${operator}\s*(?=["'“„])`, 'u'), ' == ')} where this text is meant, or a number without quotation marks.`
      : `Write a number without quotation marks, or the name of a value: ${instead(tag, quoted, '2')}.`,
  }
}

import type * as z from 'zod'
import { suggest } from './suggest.ts'

/**
 * What zod finds, as a plain sentence. Given to a parse as its `error`; a message that a schema brings itself
 * goes before.
 */
export const issueMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return mustBe([issue.expected], issue.input)
    case 'invalid_value':
      return `Must be ${oneOf(issue.values)}.`
    case 'too_big':
      return sizeMessage('at most', issue.maximum, issue)
    case 'too_small':
      return sizeMessage('at least', issue.minimum, issue)
    case 'invalid_format':
      return formatMessage(issue)
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`
    case 'invalid_union':
      // Of a discriminated union: the words of its discriminator.
      return Array.isArray(issue.options) ? `Must be ${oneOf(issue.options)}.` : 'Has none of the wanted forms.'
    default:
      return 'Is not valid.'
  }
}

/** How input is parsed whose faults are told by `violationsOf`. */
export const toldPlainly = { reportInput: true, error: issueMessage } as const

/** What to do about an issue, where its message leaves that open. */
export function issueHint(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'invalid_type') return typeHint([issue.expected], issue.input)
  // A schema that has a message of its own says there how it is written.
  if (issue.code === 'invalid_format')
    return issue.message === formatMessage(issue) ? formatHints[issue.format] : undefined
  if (issue.code !== 'invalid_value' || typeof issue.input !== 'string') return undefined
  const near = suggest(issue.input, issue.values.map(String))
  return near === undefined ? undefined : `Did you mean ${JSON.stringify(near)}?`
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
}

/** Which types are wanted, and which one came. @param expected as zod names them */
export function mustBe(expected: readonly string[], input: unknown): string {
  const wanted = [...new Set(expected.map((type) => typeNames[type] ?? type))]
  const came = typeOf(input)
  // "A whole number, not a number": what came is told by what it lacks.
  const isTold = came !== 'number' || !expected.includes('int')
  return `Must be ${listed(wanted)}${isTold ? `, not ${typeNames[came] ?? came}` : ''}.`
}

const typeOf = (input: unknown): string => (input === null ? 'null' : Array.isArray(input) ? 'array' : typeof input)

/** How a value becomes one of a type that is wanted. @param expected as zod names them */
export function typeHint(expected: readonly string[], input: unknown): string | undefined {
  const wants = (...types: readonly string[]): boolean => types.some((type) => expected.includes(type))
  switch (typeOf(input)) {
    case 'string':
      if (wants('object', 'record') && /^\s*\{/.test(input as string)) return 'Give the object itself, not as a string.'
      if (wants('array')) return 'Put it into a list, also where it is the only one.'
      if (wants('number', 'int') && isNumber(input as string)) return 'Write it without quotation marks.'
      return wants('boolean') && /^(?:true|false)$/.test(input as string)
        ? 'Write it without quotation marks.'
        : undefined
    case 'number':
    case 'boolean':
      return wants('string') ? 'Write it in quotation marks.' : undefined
    case 'object':
      return wants('array') ? 'Put it into a list, also where it is the only one.' : undefined
    case 'null':
      return 'Leave the field out where there is nothing to say.'
    default:
      return undefined
  }
}

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

/** Words of a list: "a, b or c". */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const oneOf = (values: readonly unknown[]): string =>
  listed(values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : String(value))))

/** What is counted in a value of a type, one and several of it; absent: it is measured itself. */
const counted: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['field', 'fields'],
  record: ['field', 'fields'],
  object: ['field', 'fields'],
}

type Sized = z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>

function sizeMessage(bound: 'at least' | 'at most', limit: number | bigint, issue: Sized): string {
  const units = counted[issue.origin]
  if (units === undefined) {
    if (issue.exact === true) return `Must be ${limit}.`
    const open = bound === 'at least' ? 'more than' : 'less than'
    return `Must be ${issue.inclusive === false ? open : bound} ${limit}.`
  }
  const size = sizeOf(issue.input)
  if (size === 0) return 'Must not be empty.'
  const [one, several] = units
  const wanted = `${issue.exact === true ? 'exactly' : bound} ${limit} ${Number(limit) === 1 ? one : several}`
  return `Must have ${wanted}${size === undefined ? '' : `, not ${size}`}.`
}

function sizeOf(input: unknown): number | undefined {
  if (typeof input === 'string' || Array.isArray(input)) return input.length
  return typeof input === 'object' && input !== null ? Object.keys(input).length : undefined
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'a date and time',
  date: 'a date',
  time: 'a time of day',
  url: 'an address (URL)',
  email: 'an e-mail address',
}

const formatHints: Readonly<Record<string, string>> = {
  datetime: 'Write it as "2026-11-24T09:00:00Z", or with an offset: "2026-11-24T10:00:00+01:00".',
  date: 'Write it as "2026-11-24".',
  time: 'Write it as "09:00:00".',
  url: 'Write the whole of it, with "https://".',
}

function formatMessage(issue: Pick<z.core.$ZodIssueInvalidStringFormat, 'format' | 'pattern'>): string {
  const form = formats[issue.format]
  if (form !== undefined) return `Must be ${form}.`
  return issue.pattern === undefined ? `Must be of the form "${issue.format}".` : `Must match ${issue.pattern}.`
}

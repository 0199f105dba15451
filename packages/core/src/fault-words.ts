import type * as z from 'zod'

/** What is said of a value that is not there. */
export const absent = 'This field is required.'

/** zod's names of types, as JSON has them. */
const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const examples: Readonly<Record<string, string>> = {
  datetime: 'a date and time with a time zone, such as "2026-03-01T09:30:00Z"',
  date: 'a date, such as "2026-03-01"',
  email: 'an e-mail address, such as "name@example.com"',
  url: 'an address, such as "https://example.com/file"',
}

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item', record: 'entry' }

/**
 * What is wrong with a value, in the words of somebody who writes JSON and knows no zod: an error map for its parsers.
 * @returns `undefined` where zod's own words have to do
 */
export const faultWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return absent
      return `Must be ${typeName(issue.expected)}, not ${nameOfType(issue.input)}.`
    case 'invalid_value':
      return issue.input === undefined ? absent : wanted(issue.values.map(valueName), undefined)
    case 'too_big':
      return bounded('most', issue.maximum, issue)
    case 'too_small':
      return bounded('least', issue.minimum, issue)
    case 'invalid_format': {
      const example = examples[issue.format]
      return example === undefined ? undefined : `Must be ${example}.`
    }
    default:
      return undefined
  }
}

/** What a value may be, where it is of none of several forms: `Must be \`auto\` or an object.` @param value what came instead */
export function choiceWords(branches: readonly (readonly z.core.$ZodIssue[])[], value: unknown): string {
  if (value === undefined) return absent
  const choices = choicesOf(branches)
  const words = choices.map((choice) =>
    choice.code === 'invalid_type' ? typeName(choice.expected) : choice.values.map(valueName),
  )
  return wanted([...new Set(words.flat())], choices.some(({ code }) => code === 'invalid_value') ? undefined : value)
}

/** The words among which a value may choose, of all branches. */
export const valuesOf = (branches: readonly (readonly z.core.$ZodIssue[])[]): string[] =>
  choicesOf(branches).flatMap((choice) => (choice.code === 'invalid_value' ? stringsIn(choice.values) : []))

/** The types that a value may have, of all branches, as zod names them. */
export const typesOf = (branches: readonly (readonly z.core.$ZodIssue[])[]): string[] =>
  choicesOf(branches).flatMap((choice) => (choice.code === 'invalid_type' ? choice.expected : []))

export const stringsIn = (values: readonly z.core.util.Primitive[]): string[] =>
  values.filter((value) => typeof value === 'string')

type Choice = z.core.$ZodIssueInvalidType | z.core.$ZodIssueInvalidValue

/** What each branch wants of the value itself; nothing where a branch looks at what is in it. */
const choicesOf = (branches: readonly (readonly z.core.$ZodIssue[])[]): Choice[] =>
  branches.flat().flatMap((issue) => {
    if (issue.path.length > 0) return []
    if (issue.code === 'invalid_union') return choicesOf(issue.errors)
    return issue.code === 'invalid_type' || issue.code === 'invalid_value' ? [issue] : []
  })

/** @param value what came instead, where its type is what is wrong */
function wanted(names: readonly string[], value: unknown): string {
  const others = names.slice(0, -1).join(', ')
  const choice = others === '' ? names.join('') : `${others} or ${names.at(-1)}`
  return value === undefined ? `Must be ${choice}.` : `Must be ${choice}, not ${nameOfType(value)}.`
}

const typeName = (expected: string): string => types[expected] ?? expected

const valueName = (value: z.core.util.Primitive): string => (typeof value === 'string' ? `\`${value}\`` : String(value))

function nameOfType(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a fraction'
  return types[Array.isArray(value) ? 'array' : typeof value] ?? typeof value
}

function bounded(
  side: 'most' | 'least',
  bound: number | bigint,
  { origin, inclusive, exact }: { origin?: string; inclusive?: boolean; exact?: boolean },
): string {
  const unit = units[origin ?? '']
  if (unit === undefined) {
    if (inclusive !== false) return `Must be at ${side} ${bound}.`
    return `Must be ${side === 'most' ? 'less' : 'more'} than ${bound}.`
  }
  if (side === 'least' && exact !== true && Number(bound) === 1) return 'Must not be empty.'
  const plural = unit === 'entry' ? 'entries' : `${unit}s`
  return `Must have ${exact === true ? 'exactly' : `at ${side}`} ${bound} ${Number(bound) === 1 ? unit : plural}.`
}

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { toldPlainly } from './issue-messages.ts'
import { violationsOf } from './violations.ts'

/** What is told of an input, and what to do. */
const told = (schema: z.ZodType, input: unknown): readonly (string | undefined)[] => {
  const { error } = schema.safeParse(input, toldPlainly)
  const [{ message, hint } = { message: '' }] = violationsOf(schema, error?.issues ?? [])
  return hint === undefined ? [message] : [message, hint]
}

const inQuotes = 'Write it in quotation marks.'
const withoutQuotes = 'Write it without quotation marks.'
const asList = 'Put it into a list, also where it is the only one.'
const leftOut = 'Leave the field out where there is nothing to say.'

describe('a value of another type', () => {
  it.each<readonly [z.ZodType, unknown, readonly string[]]>([
    [z.string(), 5, ['Must be a string, not a number.', inQuotes]],
    [z.string(), true, ['Must be a string, not true or false.', inQuotes]],
    [z.string(), {}, ['Must be a string, not an object.']],
    [z.string(), null, ['Must be a string, not null.', leftOut]],
    [z.number(), '5', ['Must be a number, not a string.', withoutQuotes]],
    [z.number(), 'five', ['Must be a number, not a string.']],
    [z.number(), ' ', ['Must be a number, not a string.']],
    [z.int(), 1.5, ['Must be a whole number.']],
    [z.int(), '7', ['Must be a number, not a string.', withoutQuotes]],
    [z.boolean(), 'true', ['Must be true or false, not a string.', withoutQuotes]],
    [z.boolean(), 'yes', ['Must be true or false, not a string.']],
    [z.boolean(), 1, ['Must be true or false, not a number.']],
    [z.array(z.int()), 'a', ['Must be a list, not a string.', asList]],
    [z.array(z.int()), {}, ['Must be a list, not an object.', asList]],
    [z.object({}), '{"a":1}', ['Must be an object, not a string.', 'Give the object itself, not as a string.']],
    [z.object({}), 'a', ['Must be an object, not a string.']],
    [z.record(z.string(), z.int()), [], ['Must be an object, not a list.']],
    [z.union([z.string(), z.int()]), [], ['Must be a string or a number, not a list.']],
    [
      z.union([z.string(), z.array(z.int()), z.object({})]),
      5,
      ['Must be a string, a list or an object, not a number.', inQuotes],
    ],
  ])('%# is told what is wanted, and how to write it', (schema, input, expected) => {
    expect(told(schema, input)).toEqual(expected)
  })
})

describe('a value of another size', () => {
  it.each<readonly [z.ZodType, unknown, string]>([
    [z.string().min(1), '', 'Must not be empty.'],
    [z.string().min(3), 'ab', 'Must have at least 3 characters, not 2.'],
    [z.string().max(3), 'abcde', 'Must have at most 3 characters, not 5.'],
    [z.string().max(1), 'ab', 'Must have at most 1 character, not 2.'],
    [z.string().length(2), 'abc', 'Must have exactly 2 characters, not 3.'],
    [z.array(z.int()).min(1), [], 'Must not be empty.'],
    [z.array(z.int()).max(1), [1, 2], 'Must have at most 1 entry, not 2.'],
    [z.array(z.int()).min(2), [1], 'Must have at least 2 entries, not 1.'],
    [z.number().min(0), -1, 'Must be at least 0.'],
    [z.number().max(1), 2, 'Must be at most 1.'],
    [z.number().positive(), 0, 'Must be more than 0.'],
    [z.number().lt(1), 1, 'Must be less than 1.'],
    [z.number().multipleOf(5), 7, 'Must be a multiple of 5.'],
  ])('%# is told how large it may be, and how large it is', (schema, input, expected) => {
    expect(told(schema, input)).toEqual([expected])
  })
})

describe('a value of another form', () => {
  it.each<readonly [z.ZodType, unknown, readonly string[]]>([
    [
      z.enum(['fail', 'overwrite', 'rename']),
      'overwrit',
      ['Must be "fail", "overwrite" or "rename".', 'Did you mean "overwrite"?'],
    ],
    [z.enum(['fail', 'overwrite']), 'xyz', ['Must be "fail" or "overwrite".']],
    [z.enum(['fail', 'overwrite']), 5, ['Must be "fail" or "overwrite".']],
    [z.literal(1), 2, ['Must be 1.']],
    [
      z.iso.datetime({ offset: true }),
      '2027-01-01 10:00',
      [
        'Must be a date and time.',
        'Write it as "2026-11-24T09:00:00Z", or with an offset: "2026-11-24T10:00:00+01:00".',
      ],
    ],
    [z.iso.date(), '1.2.2026', ['Must be a date.', 'Write it as "2026-11-24".']],
    [z.url(), 'x', ['Must be an address (URL).', 'Write the whole of it, with "https://".']],
    [z.url('Must be ours.'), 'x', ['Must be ours.']],
    [z.string().regex(/^a$/), 'b', ['Must match /^a$/.']],
    [z.string().regex(/^a$/, 'Must be a.'), 'b', ['Must be a.']],
    [
      z.discriminatedUnion('is', [z.object({ is: z.literal('a') }), z.object({ is: z.literal('b') })]),
      { is: 'c' },
      ['Must be "a" or "b".'],
    ],
  ])('%# is told the form', (schema, input, expected) => {
    expect(told(schema, input)).toEqual(expected)
  })
})

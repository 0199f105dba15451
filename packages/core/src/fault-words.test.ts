import { expect, it } from 'vitest'
import * as z from 'zod'
import { faultWords } from './fault-words.ts'
import { violationsOf } from './violations.ts'

const told = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input, { reportInput: true, error: faultWords })
  return violationsOf(schema, error?.issues ?? []).map(({ code, message, hint }) => [code, message, hint])
}

const sides = z.enum(['left', 'right'])
const side = z.union([z.literal('auto'), z.enum(['left', 'right']), z.strictObject({ at: z.number() })])

const inQuotes = 'Write it in quotation marks.'
const asList = 'Put it into an array, also where it is the only one.'

it.each<[z.ZodType, unknown, string, string, string?]>([
  [z.string(), 5, 'invalid_type', 'Must be a string, not a number.', inQuotes],
  [z.array(z.string()), 'a', 'invalid_type', 'Must be an array, not a string.', asList],
  [z.record(z.string(), z.string()), null, 'invalid_type', 'Must be an object, not null.'],
  [z.boolean(), [], 'invalid_type', 'Must be a boolean, not an array.'],
  [z.int(), 1.5, 'invalid_type', 'Must be a whole number, not a fraction.'],
  [z.string(), undefined, 'invalid_type', 'This field is required.'],
  [sides, undefined, 'invalid_type', 'This field is required.'],
  [sides, 'rigth', 'invalid_value', 'Must be `left` or `right`.', 'Did you mean `right`?'],
  [sides, 'north', 'invalid_value', 'Must be `left` or `right`.'],
  [sides, 5, 'invalid_value', 'Must be `left` or `right`.'],
  [z.literal('auto'), 'Auto', 'invalid_value', 'Must be `auto`.', 'Did you mean `auto`?'],
  [side, 'lefd', 'invalid_value', 'Must be `auto`, `left`, `right` or an object.', 'Did you mean `left`?'],
  [side, 7, 'invalid_value', 'Must be `auto`, `left`, `right` or an object.'],
  [side, undefined, 'invalid_type', 'This field is required.'],
  [
    z.union([z.string(), z.array(z.string())]),
    7,
    'invalid_type',
    'Must be a string or an array, not a number.',
    inQuotes,
  ],
  [z.string().min(1), '', 'too_small', 'Must not be empty.'],
  [z.string().min(2), 'a', 'too_small', 'Must have at least 2 characters.'],
  [z.string().length(1), '', 'too_small', 'Must have exactly 1 character.'],
  [z.string().max(1), 'ab', 'too_big', 'Must have at most 1 character.'],
  [z.array(z.string()).min(1), [], 'too_small', 'Must not be empty.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'too_big', 'Must have at most 1 item.'],
  [z.number().min(1), 0, 'too_small', 'Must be at least 1.'],
  [z.number().max(9), 10, 'too_big', 'Must be at most 9.'],
  [z.number().positive(), 0, 'too_small', 'Must be more than 0.'],
  [z.number().lt(9), 9, 'too_big', 'Must be less than 9.'],
  [
    z.iso.datetime(),
    'now',
    'invalid_format',
    'Must be a date and time with a time zone, such as "2026-03-01T09:30:00Z".',
  ],
  [z.iso.date(), 'now', 'invalid_format', 'Must be a date, such as "2026-03-01".'],
  [z.string('Own words.'), 5, 'invalid_type', 'Own words.', inQuotes],
])('%# says what is right', (schema, input, ...words) => {
  expect(told(schema, input)).toEqual([[words[0], words[1], words[2]]])
})

import { expect, it } from 'vitest'
import * as z from 'zod'
import { faultWords } from './fault-words.ts'
import { violationsOf } from './violations.ts'

const hintFor = (schema: z.ZodType, input: unknown): string | undefined => {
  const { error } = schema.safeParse(input, { reportInput: true, error: faultWords })
  return violationsOf(schema, error?.issues ?? [])[0]?.hint
}

const inQuotes = 'Write it in quotation marks.'
const withoutQuotes = 'Write it without quotation marks.'
const asList = 'Put it into an array, also where it is the only one.'

it.each<readonly [z.ZodType, unknown, string | undefined]>([
  [z.string(), 5, inQuotes],
  [z.string(), true, inQuotes],
  [z.string(), {}, undefined],
  [z.string(), null, undefined],
  [z.boolean(), 5, undefined],
  [z.number(), '5', withoutQuotes],
  [z.int(), '5.0', withoutQuotes],
  [z.number(), 'five', undefined],
  [z.number(), ' ', undefined],
  [z.boolean(), 'true', withoutQuotes],
  [z.boolean(), 'yes', undefined],
  [z.array(z.int()), 'a', asList],
  [z.array(z.int()), {}, asList],
  [z.array(z.int()), null, undefined],
  [z.array(z.int()), 5, undefined],
  [z.object({}), ' {"a": 1}', 'Give the object itself, not as a string.'],
  [z.record(z.string(), z.int()), '{}', 'Give the object itself, not as a string.'],
  [z.object({}), 'a', undefined],
  [z.object({}), [], undefined],
  [z.union([z.int(), z.array(z.int())]), '7', withoutQuotes],
  [z.union([z.string(), z.array(z.string())]), 7, inQuotes],
])('%# says how to write a value that is nearly of the wanted type', (schema, input, hint) => {
  expect(hintFor(schema, input)).toBe(hint)
})

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { faultWords } from './fault-words.ts'
import { violationsOf } from './violations.ts'

const told = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input, { reportInput: true, error: faultWords })
  return violationsOf(schema, error?.issues ?? [])
}
const places = (schema: z.ZodType, input: unknown) => told(schema, input).map(({ pointer, code }) => [pointer, code])

describe('a field', () => {
  const schema = z.strictObject({ name: z.string().max(3), tags: z.array(z.string()).max(2).optional() })

  it('that is absent is told so', () => {
    expect(told(schema, {})).toEqual([{ pointer: '/name', code: 'invalid_type', message: 'This field is required.' }])
  })

  it('that is absent is told so where one of some words is wanted', () => {
    const choice = z.strictObject({ decision: z.enum(['same', 'different']) })
    expect(places(choice, {})).toEqual([['/decision', 'invalid_type']])
    expect(places(choice, { decision: null })).toEqual([['/decision', 'invalid_value']])
  })

  it('of another type is told so once', () => {
    expect(places(schema, { name: 5, tags: 'abc' })).toEqual([
      ['/name', 'invalid_type'],
      ['/tags', 'invalid_type'],
    ])
  })

  it('that is too long, or too many, is told so', () => {
    expect(places(schema, { name: 'abcd', tags: ['a', 'b', 'c'] })).toEqual([
      ['/name', 'too_big'],
      ['/tags', 'too_big'],
    ])
  })

  it('that is not known has a hint: the one that was meant, or those that there are', () => {
    expect(told(schema, { name: 'a', tgas: [], odd: 1 })).toEqual([
      { pointer: '/tgas', code: 'unknown_field', message: 'There is no such field.', hint: 'Did you mean `tags`?' },
      {
        pointer: '/odd',
        code: 'unknown_field',
        message: 'There is no such field.',
        hint: 'The fields are name, tags.',
      },
    ])
  })

  it('with a code and a hint of its own is told by these', () => {
    const own = z.string().refine(() => false, { message: 'No.', params: { code: 'own', hint: 'Do.' } })
    expect(told(z.object({ own }), { own: '' })).toEqual([
      { pointer: '/own', code: 'own', message: 'No.', hint: 'Do.' },
    ])
    expect(
      told(
        z.string().refine(() => false, 'No.'),
        '',
      ),
    ).toEqual([{ pointer: '', code: 'custom', message: 'No.' }])
  })

  it('of a record is told by what is wrong with its name', () => {
    const record = z.record(z.string().regex(/^a$/, 'Must be a.'), z.string())
    expect(told(record, { b: '' })).toEqual([{ pointer: '/b', code: 'invalid_key', message: 'Must be a.' }])
    expect(told(record, 5)[0]?.message).toBe('Must be an object, not a number.')
  })
})

describe('one of several forms', () => {
  const schema = z.strictObject({
    value: z.union([
      z.enum(['a', 'b']),
      z.strictObject({ paths: z.record(z.string(), z.enum(['a', 'b'])), more: z.string().optional() }),
      z.strictObject({ path: z.string(), size: z.number(), kind: z.string() }),
    ]),
  })

  it('is told by the form that was meant', () => {
    expect(places(schema, { value: { paths: { x: 'c' } } })).toEqual([['/value/paths/x', 'invalid_value']])
    expect(places(schema, { value: { path: 'x', size: 'large', kind: 'x' } })).toEqual([
      ['/value/size', 'invalid_type'],
    ])
    expect(places(schema, { value: { path: 'x', size: 1, kind: 'x', odd1: 1, odd2: 1 } })).toEqual([
      ['/value/odd1', 'unknown_field'],
      ['/value/odd2', 'unknown_field'],
    ])
    expect(places(schema, { value: { paths: {}, mroe: '' } })).toEqual([['/value/mroe', 'unknown_field']])
  })

  it('is told by the words where it is one', () => {
    expect(places(schema, { value: 'c' })).toEqual([['/value', 'invalid_value']])
  })

  it('of no form at all is told what forms there are', () => {
    const plain = z.object({ value: z.union([z.string(), z.array(z.number()), z.strictObject({ a: z.string() })]) })
    expect(told(plain, { value: 5 })).toEqual([
      {
        pointer: '/value',
        code: 'invalid_type',
        message: 'Must be a string, an array or an object, not a number.',
        hint: 'Write it in quotation marks.',
      },
    ])
    expect(told(plain, {})).toEqual([{ pointer: '/value', code: 'invalid_type', message: 'This field is required.' }])
    const twice = z.union([z.string(), z.string().max(3), z.number()])
    expect(told(twice, null)[0]?.message).toBe('Must be a string or a number, not null.')
  })

  it('in a form is told by the nearest of these', () => {
    const inner = z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string(), c: z.string() })])
    const outer = z.union([
      z.union([inner, z.number()]),
      z.strictObject({ x: z.string(), y: z.string(), z: z.string() }),
    ])
    expect(places(outer, { a: 5 })).toEqual([['/a', 'invalid_type']])
    expect(places(outer, { x: 'x', y: 'y', z: 5 })).toEqual([['/z', 'invalid_type']])
  })
})

it('tells a hundred faults, and no more', () => {
  const list = (count: number) => Array.from({ length: count }, () => 5)
  const many = z.array(z.string())
  expect(told(many, list(100))).toHaveLength(100)
  expect(told(many, list(101))).toHaveLength(100)
  const unknown = Object.fromEntries(list(150).map((value, index) => [`k${index}`, value]))
  expect(told(z.strictObject({}), unknown)).toHaveLength(100)
  expect(told(z.strictObject({ a: z.string() }), unknown)).toHaveLength(100)
})

it('does not measure what is of another type', () => {
  const issues = [
    { code: 'invalid_type', path: ['a'], message: 'Invalid input', expected: 'array' },
    { code: 'too_big', path: ['a'], message: 'Too big', maximum: 1, origin: 'array' },
    { code: 'too_small', path: ['a'], message: 'Too small', minimum: 1, origin: 'array' },
    { code: 'too_small', path: ['b'], message: 'Too small', minimum: 1, origin: 'array' },
  ] as unknown as z.core.$ZodIssue[]
  expect(violationsOf(z.object({}), issues).map(({ pointer, code }) => [pointer, code])).toEqual([
    ['/a', 'invalid_type'],
    ['/b', 'too_small'],
  ])
})

it('tells places below a base', () => {
  const { error } = z.object({ a: z.string() }).safeParse({ a: 5 })
  expect(violationsOf(z.object({}), error?.issues ?? [], ['x', 0])[0]?.pointer).toBe('/x/0/a')
})

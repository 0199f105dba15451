import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Context } from './context.ts'
import { ChanceryError } from './errors.ts'
import { defineOperation, execute, parseInput } from './operation.ts'

const operation = defineOperation({
  name: 'echo',
  area: 'documents',
  summary: '',
  description: '',
  effect: false,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.strictObject({
    text: z.string().min(1),
    count: z.int().default(1),
    target: z
      .union([z.strictObject({ path: z.string() }), z.strictObject({ content: z.string(), name: z.string() })])
      .optional(),
  }),
  output: z.object({ text: z.string() }),
  needs: [],
  problems: [],
  examples: [],
  run: async (input, _ports, { signal }) => {
    if (input.text === 'fail') throw new TypeError('secret text')
    if (input.text === 'hang') await new Promise(() => {})
    signal.throwIfAborted()
    return { data: { text: input.text.repeat(input.count) } }
  },
})

const context = (overrides: Partial<Context> = {}): Context => ({
  principal: { id: 'test', operations: '*' },
  requestId: '1',
  signal: new AbortController().signal,
  deadline: Number.POSITIVE_INFINITY,
  ...overrides,
})

const errorOf = async (work: Promise<unknown>): Promise<ChanceryError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!ChanceryError.is(error)) throw new Error('expected a ChanceryError', { cause: error })
  return error
}

describe('execute', () => {
  it('checks, defaults and runs', async () => {
    expect(await execute(operation, { text: 'a' }, {}, context())).toEqual({ data: { text: 'a' } })
  })

  it('says of what is absent that it is required, and of a wrong type only that', () => {
    const schema = z.strictObject({
      name: z.string(),
      place: z.union([z.string(), z.int()]),
      list: z.array(z.int()).max(1),
      data: z.record(z.string(), z.int()).optional(),
    })
    const violations = (input: unknown): unknown => {
      try {
        return parseInput(schema, input)
      } catch (error) {
        return (error as ChanceryError).violations.map(({ pointer, message }) => [pointer, message])
      }
    }
    expect(violations({ list: 'long' })).toEqual([
      ['/name', 'This field is required.'],
      ['/place', 'This field is required.'],
      ['/list', 'Must be an array, not a string.'],
    ])
    expect(violations({ name: null, place: null, list: [1, 2], data: [] })).toEqual([
      ['/name', 'Must be a string, not null.'],
      ['/place', 'Must be a string or a number, not null.'],
      ['/list', 'Must have at most 1 item.'],
      ['/data', 'Must be an object, not an array.'],
    ])
  })

  it('tells all violations with their pointers', async () => {
    const error = await errorOf(execute(operation, { text: '', count: 'x', 'o/dd': 1 }, {}, context()))
    expect(error.code).toBe('invalid_request')
    expect(error.violations.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/text', 'too_small'],
      ['/count', 'invalid_type'],
      ['/o~1dd', 'unknown_field'],
    ])
  })

  it('names the field that was meant, or all that there are', () => {
    const person = z.strictObject({
      firstName: z.string(),
      get friends() {
        return z.array(person).optional()
      },
    })
    const contract = z.lazy(() =>
      z.strictObject({
        people: z.array(person).default([]),
        place: z.union([z.string(), z.strictObject({ town: z.string().optional() })]).optional(),
        byName: z.record(z.string(), person.nullable()).optional(),
      }),
    )
    const hints = (input: unknown): unknown => {
      try {
        return parseInput(contract, input)
      } catch (error) {
        return (error as ChanceryError).violations.map(({ pointer, hint }) => [pointer, hint])
      }
    }
    expect(hints({ peple: [], place: { twon: 'Graz' } })).toEqual([
      ['/place/twon', 'Did you mean `town`?'],
      ['/peple', 'Did you mean `people`?'],
    ])
    expect(hints({ people: [{ firstName: 'A', friends: [{ firstName: 'B', first_name: 'C' }] }] })).toEqual([
      ['/people/0/friends/0/first_name', 'Did you mean `firstName`?'],
    ])
    expect(hints({ byName: { A: { firstName: 'A', age: 3 } } })).toEqual([
      ['/byName/A/age', 'The fields are firstName, friends.'],
    ])
  })

  it('takes the branch of a union that was meant', async () => {
    const error = await errorOf(execute(operation, { text: 'a', target: { content: 'x' } }, {}, context()))
    expect(error.violations.map(({ pointer }) => pointer)).toEqual(['/target/name'])
  })

  it('refuses an operation that the principal may not call', async () => {
    const principal = { id: 'test', operations: ['other'] }
    expect((await errorOf(execute(operation, {}, {}, context({ principal })))).code).toBe('operation_not_allowed')
  })

  it('hides what goes wrong inside', async () => {
    const error = await errorOf(execute(operation, { text: 'fail' }, {}, context()))
    expect(error.code).toBe('internal')
    expect(error.message).not.toContain('secret')
    expect(error.cause).toBeInstanceOf(TypeError)
  })

  it('ends at the deadline even where the work does not listen', async () => {
    const controller = new AbortController()
    const work = errorOf(execute(operation, { text: 'hang' }, {}, context({ signal: controller.signal })))
    controller.abort(new ChanceryError('deadline_exceeded', 'Too long.'))
    expect((await work).code).toBe('deadline_exceeded')
  })

  it('names a caller who went away', async () => {
    const error = await errorOf(execute(operation, { text: 'hang' }, {}, context({ signal: AbortSignal.abort() })))
    expect(error.code).toBe('cancelled')
  })
})

describe('parseInput', () => {
  it('refuses nesting that would overflow the stack', () => {
    let deep: unknown = 1
    for (let level = 0; level < 200_000; level++) deep = [deep]
    expect(() => parseInput(z.json(), deep)).toThrowError(expect.objectContaining({ code: 'unsafe_input' }) as Error)
  })

  it('says what is wrong with a key', () => {
    const schema = z.object({ metadata: z.record(z.string().regex(/^\w+$/, 'Only letters.'), z.string()) })
    expect(() => parseInput(schema, { metadata: { 'ä b': 'x' } })).toThrowError(
      expect.objectContaining({
        violations: [{ pointer: '/metadata/ä b', code: 'invalid_key', message: 'Only letters.' }],
      }) as Error,
    )
  })

  it('lists at most 100 violations', () => {
    const schema = z.array(z.string())
    const input = Array.from({ length: 1000 }, () => 1)
    try {
      parseInput(schema, input)
      expect.unreachable()
    } catch (error) {
      expect((error as ChanceryError).violations).toHaveLength(100)
    }
  })
})

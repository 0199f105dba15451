import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { sendEmail } from './email/send-email/index.ts'
import { ChanceryError, type Violation } from './errors.ts'
import { faultsInLongContainers } from './long-containers.ts'
import { parseInput } from './operation.ts'
import { faultWords } from './fault-words.ts'
import { violationsOf } from './violations.ts'

const contract = z.strictObject({
  title: z.string(),
  tags: z.array(z.string().min(1).max(3)).max(4).optional(),
  counts: z.record(z.string().max(2), z.int()).optional(),
  rows: z
    .array(z.strictObject({ id: z.int(), cells: z.array(z.union([z.string(), z.null()])).default([]) }))
    .min(1)
    .optional(),
  data: z.record(z.string(), z.json()).optional(),
})

const scalar = fc.oneof(fc.string({ maxLength: 4 }), fc.integer({ min: -2, max: 2 }), fc.constant(null))
const inputs = fc.record(
  {
    title: scalar,
    tags: fc.oneof(fc.array(scalar, { maxLength: 6 }), scalar),
    counts: fc.oneof(fc.dictionary(fc.string({ maxLength: 3 }), scalar, { maxKeys: 4, noNullPrototype: true }), scalar),
    rows: fc.array(
      fc.oneof(
        fc.record({ id: scalar, cells: fc.array(scalar, { maxLength: 3 }), more: scalar }, { requiredKeys: [] }),
        scalar,
      ),
      { maxLength: 4 },
    ),
    data: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true }),
  },
  { requiredKeys: [] },
)

const allFaults = (schema: z.ZodType, input: unknown): Violation[] =>
  violationsOf(schema, schema.safeParse(input, { reportInput: true, error: faultWords }).error?.issues ?? [])

describe('faults in long containers', () => {
  it('are those that the whole contract finds in lists and records', () => {
    fc.assert(
      fc.property(inputs, fc.nat(6), (input, size) => {
        const all = allFaults(contract, input)
        const found = faultsInLongContainers(contract, input, size)
        expect(all).toEqual(expect.arrayContaining(found))
        if (size > 0) return
        // With every container long, only what concerns a container or a field as a whole is left.
        const left = all.filter(({ pointer }) => !found.some((each) => each.pointer === pointer))
        for (const { pointer } of left) expect(pointer).toMatch(/^\/(?:title|tags|counts|rows|rows\/\d+(?:\/\w+)?)$/)
      }),
      { numRuns: 500 },
    )
  })

  it('leave the answers to inputs as they are', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const all = allFaults(contract, input)
        let told: readonly Violation[] = []
        try {
          parseInput(contract, input)
        } catch (error) {
          if (!ChanceryError.is(error)) throw error
          told = error.violations
        }
        expect(told).toEqual(all)
      }),
    )
  })

  it.each<readonly [string, (item: z.ZodType) => z.ZodType, (count: number) => unknown]>([
    ['a list', (item) => z.object({ a: z.array(item) }), (count) => ({ a: Array(count).fill(0) })],
    [
      'a list or one',
      (item) => z.object({ a: z.union([z.string(), z.array(item)]) }),
      (count) => ({ a: Array(count).fill(0) }),
    ],
    [
      'two sorts of lists',
      (item) => z.union([z.object({ a: z.array(item) }), z.object({ a: z.array(z.string()) })]),
      (count) => ({ a: Array(count).fill(0) }),
    ],
    [
      'a record',
      (item) => z.record(z.string(), item),
      (count) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 0])),
    ],
    [
      'lists in a list',
      (item) => z.array(z.array(item)),
      (count) => Array.from({ length: count / 100 }, () => Array(100).fill(0)),
    ],
    ['a list in objects', (item) => z.array(z.object({ a: z.array(item) })), (count) => [{ a: Array(count).fill(0) }]],
  ])('are looked for in %s no further than they are told', (_, schemaOf, inputOf) => {
    let looks = 0
    const schema = schemaOf(z.number().refine(() => ++looks < 0))
    const told = (): unknown => parseInput(schema, inputOf(50_000))
    expect(told).toThrow(expect.objectContaining({ message: 'At least 100 fields of the request are not valid.' }))
    expect(looks).toBeLessThanOrEqual(200)
  })

  it('name the place of each', () => {
    const to = Array.from({ length: 50_000 }, (_, index) => index)
    const violations = faultsInLongContainers(sendEmail.input, { to, subject: 'x', text: 'y' })
    expect(violations).toHaveLength(100)
    expect(violations[99]).toMatchObject({ pointer: '/to/99', code: 'invalid_type' })
  })

  it('are none where a whole list is right, or may be', () => {
    const other = z.union([z.array(z.string()), z.object({}), z.custom<number[]>(Array.isArray)])
    const numbers = Array.from({ length: 5000 }, (_, index) => index)
    expect(parseInput(z.object({ a: other }), { a: numbers })).toEqual({ a: numbers })
    expect(parseInput(z.object({ a: z.json() }), { a: numbers })).toEqual({ a: numbers })
  })
})

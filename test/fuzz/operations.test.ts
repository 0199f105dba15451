import { calls, ChanceryError, type Operation, type CallName } from '@chancery/core'
import { createHarness, type Harness } from '@chancery/harness'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { letterDocument } from '../fixtures/letter.ts'
import { createMemoryService, type MemoryService } from '../fixtures/memory-service.ts'
import { declares, expectProblem, lostPointers } from '../fixtures/problem-answer.ts'
import { jsonSchemaArbitrary } from './json-schema-arbitrary.ts'
import { nearMisses } from './near-misses.ts'
import { plausible } from './plausible-inputs.ts'

/** The same runs every time; another seed or more runs by hand: `FUZZ_SEED=7 FUZZ_RUNS=5000 vitest run test/fuzz`. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_301)
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 12)

function inputsOf(operation: Operation): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
  const valid = jsonSchemaArbitrary(schema, plausible(operation.name))
  return fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 4, arbitrary: nearMisses(valid) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  )
}

const welcome = letterDocument({ name: '{name}', number: '{number}', total: '{total}' })
const stored = {
  document: { content: Buffer.from(welcome).toString('base64'), filename: 'welcome.docx' },
  path: 'templates/welcome.docx',
}

/** Without the faults of data, of what a record lacks or has of the data that all share: that is at no place of the input. */
const ofTheInput = <Fault extends { readonly pointer: string }>(code: string, faults: readonly Fault[]): Fault[] =>
  code === 'data_incomplete' || code === 'template_invalid'
    ? faults.filter(({ pointer }) => !/(?:^|\/)data(?:\/|$)/.test(pointer))
    : [...faults]

const operations: readonly Operation[] = calls
const cases = operations.map((operation) => [operation.name, operation] as const)

describe('the harness answers anything, and has no fault of its own', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = createHarness({ now: Date.UTC(2026, 2, 3) })
    await harness.call('store-document', stored)
  })
  afterAll(() => harness.close())

  it.each(cases)('%s', async (name, operation) => {
    await fc.assert(
      fc.asyncProperty(inputsOf(operation), async (input) => {
        try {
          await harness.call(name as never, input as never)
        } catch (error) {
          // Anything but a ChanceryError is a fault of ours, and so is an answer that does not fit its contract.
          if (!ChanceryError.is(error) || error.code === 'internal') throw error
          expect(declares(operation, error.code), error.code).toBe(true)
          expect(lostPointers(input, ofTheInput(error.code, error.violations))).toEqual([])
        }
      }),
      { seed, numRuns },
    )
  })
})

describe('the HTTP app answers anything, and never with a fault of its own', () => {
  let service: MemoryService
  beforeAll(async () => {
    service = await createMemoryService()
    expect((await service.call('store-document', stored)).status).toBe(200)
  })
  afterAll(() => service.close())

  it.each(cases)('%s', async (name, operation) => {
    await fc.assert(
      fc.asyncProperty(inputsOf(operation), async (input) => {
        const response = await service.call(operation.name as CallName, input)
        if (response.status === 200) {
          const answer = (await response.json()) as { meta: unknown }
          expect(answer.meta).toMatchObject({ operation: name })
          return
        }
        const problem = await expectProblem(response)
        expect(response.status, problem.detail).toBeLessThan(500)
        expect(declares(operation, problem.code), problem.code).toBe(true)
        const faults = ofTheInput(problem.code, problem.errors ?? [])
        expect(lostPointers(JSON.parse(JSON.stringify(input)), faults)).toEqual([])
      }),
      { seed, numRuns },
    )
  })
})

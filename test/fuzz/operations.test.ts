import type { CallName } from '@chancery/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryService, type MemoryService } from '../fixtures/memory-service.ts'
import { declares, expectProblem, lostPointers } from '../fixtures/problem-answer.ts'
import { cases, inputsOf, numRuns, ofTheInput, seed, stored } from './fuzzed-inputs.ts'

// The same operations without HTTP: `operations.deep.test.ts`.
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

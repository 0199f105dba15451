import { ChanceryError } from '@chancery/core'
import { createHarness, type Harness } from '@chancery/harness'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declares, lostPointers } from '../fixtures/problem-answer.ts'
import { cases, inputsOf, numRuns, ofTheInput, seed, stored } from './fuzzed-inputs.ts'

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

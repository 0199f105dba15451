import { calls, type Operation } from '@chancery/core'
import fc from 'fast-check'
import * as z from 'zod'
import { letterDocument } from '../fixtures/letter.ts'
import { jsonSchemaArbitrary } from './json-schema-arbitrary.ts'
import { nearMisses } from './near-misses.ts'
import { plausible } from './plausible-inputs.ts'

/** The same runs every time; another seed or more runs by hand: `FUZZ_SEED=7 FUZZ_RUNS=5000 vitest run test/fuzz`. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_301)
export const numRuns = Number(process.env['FUZZ_RUNS'] ?? 12)

/** Inputs of an operation: valid ones, near misses, and anything. */
export function inputsOf(operation: Operation): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
  const valid = jsonSchemaArbitrary(schema, plausible(operation.name))
  return fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 4, arbitrary: nearMisses(valid) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  )
}

const welcome = letterDocument({ name: '{name}', number: '{number}', total: '{total}' })
/** A call of `store-document`, for what operations find. */
export const stored = {
  document: { content: Buffer.from(welcome).toString('base64'), filename: 'welcome.docx' },
  path: 'templates/welcome.docx',
}

/** Without the faults of data, of what a record lacks or has of the data that all share: that is at no place of the input. */
export const ofTheInput = <Fault extends { readonly pointer: string }>(
  code: string,
  faults: readonly Fault[],
): Fault[] =>
  code === 'data_incomplete' || code === 'template_invalid'
    ? faults.filter(({ pointer }) => !/(?:^|\/)data(?:\/|$)/.test(pointer))
    : [...faults]

const operations: readonly Operation[] = calls
/** Each operation by its name. */
export const cases = operations.map((operation) => [operation.name, operation] as const)

import { calls, type Operation } from '@chancery/core'
import { createHarness, type Harness } from '@chancery/harness'
import { exampleAnswers, operationFields } from '@chancery/http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answersOfExamples, type ExampleAnswers } from './fixtures/example-answers.ts'
import { exampleDocuments } from './fixtures/example-documents.ts'
import { createMemoryService, type MemoryService } from './fixtures/memory-service.ts'

const operations: readonly Operation[] = calls
const examples = operations.flatMap(({ name, examples: shown }) =>
  shown.map(({ title, input }) => [name, title, input] as const),
)

it('every operation has an example', () => {
  expect(operations.filter((operation) => operation.examples.length === 0).map(({ name }) => name)).toEqual([])
})

describe('each example of the contracts', () => {
  let harness: Harness
  let service: MemoryService
  beforeAll(async () => {
    harness = createHarness()
    service = await createMemoryService()
    for (const document of exampleDocuments) {
      await harness.call('store-document', document)
      expect((await service.call('store-document', document)).status).toBe(200)
    }
  })
  afterAll(async () => {
    await harness.close()
    await service.close()
  })

  it.each(examples)('works as it stands: %s, %s', async (name, _title, input) => {
    const { data } = await harness.call(name as never, input as never)
    const response = await service.call(name as never, input)
    expect(response.status, await response.clone().text()).toBe(200)
    const answer = (await response.json()) as { data: object }
    // Both faces answer the same fields.
    expect(Object.keys(answer.data).sort()).toEqual(Object.keys(data).sort())
    expect(JSON.stringify(answer.data)).not.toContain('"status":"failed"')
  })
})

describe('the answers that the documents show', () => {
  let answers: ExampleAnswers
  beforeAll(async () => {
    answers = await answersOfExamples()
  })

  it.each(examples)('are what comes: %s, %s; `npm run docs` writes them', (name, title) => {
    expect(steady(exampleAnswers[name]?.[title])).toEqual(steady(answers[name]?.[title]))
  })

  it.each(operations)('$name: each field stands in the tables of its page', (operation) => {
    const { input, output } = operationFields(operation)
    expect(output.length).toBeGreaterThan(0)
    expect(input.length).toBeGreaterThan(0)
    const documented = new Set(output.map(({ path }) => path))
    const shown = new Set(
      Object.values(answers[operation.name] ?? {}).flatMap((answer) =>
        Object.keys((answer as { readonly data: object }).data),
      ),
    )
    expect(shown.size).toBeGreaterThan(0)
    expect([...shown].filter((field) => !documented.has(field))).toEqual([])
  })
})

/** What is packed differs with the zip library of a machine: of such documents only the kinds of these values are kept. */
const ofPacked = new Set(['size', 'sha256', 'crc32c', 'content', 'totalSize'])
const steady = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { contentType } = value as { readonly contentType?: unknown }
    if (typeof contentType === 'string' && !contentType.includes('officedocument')) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, ofPacked.has(name) ? typeof entry : (entry as unknown)]),
    )
  })

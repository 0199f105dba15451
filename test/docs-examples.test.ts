import { catalog, type Operation } from '@chancery/core'
import { createHarness, type Harness } from '@chancery/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleDocuments } from './fixtures/example-documents.ts'
import { createMemoryService, type MemoryService } from './fixtures/memory-service.ts'

const operations: readonly Operation[] = catalog
const examples = operations.flatMap(({ name, examples: shown }) =>
  shown.map(({ title, input }) => [name, title, input] as const),
)

it('every operation has an example', () => {
  expect(operations.filter((operation) => operation.examples.length === 0).map(({ name }) => name)).toEqual([])
})

describe('each example of the catalog', () => {
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

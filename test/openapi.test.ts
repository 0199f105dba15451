import { describe, expect, it } from 'vitest'
import { document, lint } from './openapi.ts'

// A client that is made of it, and faults that are told: `openapi.deep.test.ts`.
describe('the OpenAPI document before Redocly', () => {
  it('has no error and no warning', async () => expect(await lint(document)).toEqual([]))
})

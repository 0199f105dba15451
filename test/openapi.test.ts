import { describe, expect, it } from 'vitest'
import { document, generatedClient, lint } from './openapi.ts'

describe('the OpenAPI document before Redocly', () => {
  it('has no error and no warning', async () => expect(await lint(document)).toEqual([]))
})

generatedClient('TypeScript 7')

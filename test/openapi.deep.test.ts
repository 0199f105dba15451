import { exampleAnswers } from '@chancery/http'
import { describe, expect, it } from 'vitest'
import { document, generatedClient, lint } from './openapi.ts'

describe('an OpenAPI document with faults, before Redocly', () => {
  it('has them told', async () => {
    const { license: _license, ...about } = document.info
    expect((await lint({ ...document, info: about })).join('\n')).toContain('info-license')
    // Examples of answers are held against the schemas of answers.
    const answer = { ...(exampleAnswers['store-document']?.['Store a text'] as object), data: { created: 'perhaps' } }
    const wrong = JSON.parse(JSON.stringify(document)) as typeof document
    const { post } = wrong.paths['/store-document'] as unknown as {
      post: {
        responses: { 200: { content: { 'application/json': { examples: Record<string, { value: unknown }> } } } }
      }
    }
    post.responses[200].content['application/json'].examples['store-a-text'] = { value: answer }
    expect((await lint(wrong)).join('\n')).toContain('no-invalid-media-type-examples')
  })
})

generatedClient('TypeScript 7')
generatedClient('TypeScript 5.9')

import { inlineJobs } from '@chancery/sandbox'
import { expect, it } from 'vitest'
import { readConfiguration } from '../settings/configuration.ts'
import { documentAiExtractor } from './configured-document-ai.ts'

it('puts the embedded reader behind it only where that is asked for', () => {
  let asked = 0
  const make = (fallback: string) =>
    documentAiExtractor(
      readConfiguration({ CHANCERY_EXTRACTORS: 'embedded', CHANCERY_DOCUMENT_AI_FALLBACK: fallback }),
      inlineJobs(),
      () => {
        asked++
        return { id: 'embedded', types: ['pdf'], extract: () => Promise.reject(new Error('not asked')) }
      },
    )
  expect(make('').id).toBe('document-ai')
  expect(asked).toBe(0)
  expect(make('embedded-and-quota').id).toBe('document-ai')
  expect(asked).toBe(1)
})

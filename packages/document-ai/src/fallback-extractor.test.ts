import { ChanceryError, plainReading, type TextExtractor } from '@chancery/core'
import { expectModelInvariants } from '@chancery/port-contracts/text-extractor'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { describe, expect, it } from 'vitest'
import { createEmbeddedExtractor } from '@chancery/reading'
import { pdfReaders } from '@chancery/reading-pdf'
import { pdfOf } from '../../reading-pdf/src/pdf-fixture.ts'
import { createDocumentAiExtractor } from './document-ai-extractor.ts'
import { withToken } from './document-ai-for-test.ts'
import { withFallback } from './fallback-extractor.ts'

const document = vettedForTest(pdfOf({ pages: [[{ x: 60, y: 700, text: 'read all the same' }]] }), 'pdf')
const extract = (extractor: TextExtractor) =>
  extractor.extract(document, plainReading, { signal: new AbortController().signal })

const failing = (error: ChanceryError): TextExtractor => ({
  id: 'document-ai',
  types: ['pdf'],
  extract: () => Promise.reject(error),
})
const fallback = createEmbeddedExtractor({ readers: pdfReaders })

describe('an extractor with a fallback', () => {
  it('says so where the other one answered', async () => {
    const nowhere = createDocumentAiExtractor({
      projectId: 'p',
      location: 'eu',
      processorId: 'x',
      apiEndpoint: 'http://127.0.0.1:1',
      attempts: 1,
      clientOptions: withToken(),
    })
    const model = await extract(withFallback(nowhere, { fallback }))
    expectModelInvariants(model)
    expect(model).toMatchObject({ text: 'read all the same', extractor: 'embedded' })
    expect(model.warnings[0]).toMatchObject({ code: 'degraded', severity: 'warning' })
    expect(model.warnings[0]?.message).toContain('cannot be reached')
  })

  it('takes over for a used-up quota only where that is wanted', async () => {
    const quota = failing(new ChanceryError('provider_unavailable', 'Used up.', { details: { reason: 'quota' } }))
    await expect(extract(withFallback(quota, { fallback }))).rejects.toMatchObject({ code: 'provider_unavailable' })
    const model = await extract(withFallback(quota, { fallback, onQuota: true }))
    expect(model.warnings[0]).toMatchObject({ code: 'degraded', message: 'Used up. The document was read without it.' })
  })

  it.each(['provider_failed', 'provider_timeout', 'document_encrypted', 'cancelled', 'payload_too_large'] as const)(
    'leaves %s as it is',
    async (code) => {
      const failure = failing(new ChanceryError(code, 'No.'))
      await expect(extract(withFallback(failure, { fallback, onQuota: true }))).rejects.toMatchObject({ code })
    },
  )
})

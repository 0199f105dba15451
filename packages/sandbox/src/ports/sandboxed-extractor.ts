import type { DocumentModel, TextExtractor } from '@chancery/core'
import type { OcrEngine } from '@chancery/reading'
import { embeddedTypes } from '@chancery/reading/types'
import type { JobPayloads, RecognizePayload } from '../jobs/payloads.ts'
import { jobBudget } from './job-budget.ts'
import type { JobRunner, JobSettings } from './job-runner.ts'

/**
 * The embedded extractor, at work in a job. Pictures are read by an engine of the service (or of a pool of its own), which
 * the job only calls; its time is not charged to the document's budget.
 */
export const sandboxedExtractor = (
  runner: JobRunner,
  { maxMs, ocr, ...settings }: JobSettings & { readonly ocr?: OcrEngine },
): TextExtractor => ({
  id: 'embedded',
  types: embeddedTypes,
  extract(document, request, { signal }) {
    const payload: JobPayloads['extract'] = { document, request, settings, ocr: ocr !== undefined }
    return runner.run<DocumentModel>('extract', payload, {
      budget: jobBudget([document], maxMs),
      contents: [document.bytes],
      signal,
      services: {
        recognize: async ({ picture, ...wanted }: RecognizePayload, options) =>
          ocr?.recognize(picture, { ...wanted, ...options }),
      },
    })
  },
})

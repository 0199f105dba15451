import type { DocumentModel, TextExtractor } from '@chancery/core'
import type { OcrEngine } from '@chancery/reading'
import { embeddedTypes } from '@chancery/reading/types'
import type { Sandbox } from '@chancery/safety/sandbox'
import { jobBudget } from './job-budget.ts'
import type { JobSettings } from './job-settings.ts'
import type { JobPayloads, RecognizePayload } from './jobs.ts'
import { receivedModel, type SentModel } from './sent-model.ts'

/**
 * The embedded extractor, at work in a child process. Pictures are read by an engine of this process (or of a pool of
 * its own), which a child only calls; its time is not charged to the document's budget.
 */
export const sandboxedExtractor = (
  sandbox: Pick<Sandbox, 'run'>,
  { maxMs, ocr, ...settings }: JobSettings & { readonly ocr?: OcrEngine },
): TextExtractor => ({
  id: 'embedded',
  types: embeddedTypes,
  extract(document, request, { signal }) {
    const payload: JobPayloads['extract'] = { document, request, settings, ocr: ocr !== undefined }
    const recognize = ({ picture, ...wanted }: RecognizePayload, options: { readonly signal: AbortSignal }) =>
      ocr?.recognize(picture, { ...wanted, ...options })
    return sandbox.run<DocumentModel>('extract', payload, {
      budget: jobBudget([document], maxMs),
      signal,
      services: { recognize: async (wanted: RecognizePayload, options) => recognize(wanted, options) },
      receive: (sent: SentModel) => receivedModel(sent),
    })
  },
})

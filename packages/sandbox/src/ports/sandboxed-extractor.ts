import { hash } from 'node:crypto'
import { type DocumentModel, partOf, present, type Progress, type TextExtractor, turnsEvery } from '@chancery/core'
import type { OcrEngine } from '@chancery/reading'
import { embeddedTypes } from '@chancery/reading/types'
import type { MammothSettings } from '@chancery/reading-mammoth'
import { mammothTypes } from '@chancery/reading-mammoth/types'
import type { JobPayloads, RecognizePayload } from '../jobs/payloads.ts'
import { type PackedModel, unpackedModel } from '../messages/packed-tables.ts'
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
  async extract(document, request, { signal, work }) {
    const about = { ocr: ocr !== undefined, progress: work !== undefined }
    const payload: JobPayloads['extract'] = { document, request, settings, ...about }
    const model = await runner.run<PackedModel>('extract', payload, {
      budget: jobBudget([document], maxMs),
      contents: [document.bytes],
      signal,
      services: {
        // A page that was read is not read again when the call is cut off.
        recognize: async ({ picture, ...wanted }: RecognizePayload, options) =>
          partOf(present({ work }), `page-${digestOf(picture, wanted)}`, async () =>
            ocr?.recognize(picture, { ...wanted, ...options }),
          ),
        progress: async (told: unknown) => {
          if (isProgress(told)) work?.progress(told)
        },
      },
    })
    return await unpackedInTurns(model, signal)
  },
})

/** Word documents by mammoth, at work in a job. */
export const sandboxedMammoth = (
  runner: JobRunner,
  { maxMs, mammoth, ...settings }: JobSettings & { readonly mammoth: MammothSettings },
): TextExtractor => ({
  id: 'mammoth',
  types: mammothTypes,
  async extract(document, request, { signal }) {
    const payload: JobPayloads['extract'] = { document, request, settings, mammoth, ocr: false, progress: false }
    const options = { budget: jobBudget([document], maxMs), contents: [document.bytes], signal }
    return await unpackedInTurns(await runner.run<PackedModel>('extract', payload, options), signal)
  },
})

/** ms after which others have their turn. */
const heldMs = 10

const unpackedInTurns = (model: PackedModel, signal: AbortSignal): Promise<DocumentModel> =>
  unpackedModel(
    model,
    turnsEvery(heldMs, () => performance.now(), signal),
  )

const digestOf = ({ bytes }: RecognizePayload['picture'], { languages }: Pick<RecognizePayload, 'languages'>): string =>
  hash('sha256', `${hash('sha256', bytes, 'hex')} ${languages.join(' ')}`, 'hex')

/** What a child says may be anything. */
const isProgress = (told: unknown): told is Progress =>
  typeof told === 'object' &&
  told !== null &&
  ['done', 'total'].every((name) => Number.isInteger((told as Record<string, unknown>)[name]))

import type { CutPdf, PdfCutter } from '@chancery/document-ai'
import type { JobPayloads } from '../jobs/payloads.ts'
import { vettingBudget } from './job-budget.ts'
import type { JobRunner } from './job-runner.ts'

/** PDFs are counted and cut in a job, as they are read in one. */
export const sandboxedCutter =
  (runner: JobRunner, maxMs: number): PdfCutter =>
  (bytes, request, { signal }) => {
    const payload: JobPayloads['cutPdf'] = { bytes, request }
    return runner.run<CutPdf>('cutPdf', payload, { budget: vettingBudget(bytes, maxMs), contents: [bytes], signal })
  }

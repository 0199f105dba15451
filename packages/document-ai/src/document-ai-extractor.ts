import {
  type DocumentModel,
  type ExtractRequest,
  type Finding,
  type TextExtractor,
  throwIfCancelled,
  type VettedDocument,
} from '@chancery/core'
import { ChanceryError } from '@chancery/core'
import { tiffPages } from '@chancery/reading/tiff-pages'
import { languagesOf } from '@chancery/reading/language/language'
import { pageSelection } from '@chancery/reading/page-selection'
import { defaultReadingLimits } from '@chancery/reading/reader'
import type { DocumentAiSettings } from './calls/document-ai-settings.ts'
import { modelOfRecordings, type RecordedPart } from './recording/model-of-recording.ts'
import { chunksOf, type CutPdf, cutPdf } from './calls/pdf-pieces.ts'
import { processInBatch } from './calls/process-batch.ts'
import { type OnlinePiece, pagesWithPictures, processOnline } from './calls/process-online.ts'
import { ServiceCalls, withinTime } from './calls/service-calls.ts'
import { documentAiTypes } from './types.ts'

const defaultMaxBytes = 20 * 1024 * 1024
/** Of one file of a batch: what PDFium can write here, well below the service's own 1 GB. */
const maxFileBytes = 200 * 1024 * 1024

/** What is sent: the document or parts of it. */
interface Plan extends Omit<CutPdf, 'pieces'> {
  readonly pieces: readonly OnlinePiece[]
}

/**
 * Reads documents with a processor of Google Document AI: OCR, form parser, layout parser, invoices and other entities.
 * PDFs that are too long for one call are cut here and put together again, very long ones go through a bucket.
 */
export function createDocumentAiExtractor(settings: DocumentAiSettings): TextExtractor {
  const { timeoutMs = 120_000, batch, limits } = settings
  const calls = new ServiceCalls(settings)
  const bounds = { ...defaultReadingLimits, ...limits }

  const answers = (plan: Plan, document: VettedDocument, request: ExtractRequest, signal: AbortSignal) =>
    plan.long && batch !== undefined
      ? withinTime(signal, batch.timeoutMs ?? 900_000, (within) =>
          processInBatch(plan.pieces, document, request, calls, { ...settings, batch }, within),
        )
      : withinTime(signal, timeoutMs, (within) =>
          processOnline(plan.pieces, document, request, calls, settings, within),
        )

  return {
    id: 'document-ai',
    types: documentAiTypes,
    async extract(document, request, { signal }): Promise<DocumentModel> {
      throwIfCancelled(signal)
      checkRequest(document, request)
      const plan = await planFor(document, request, settings, signal)
      const recorded = await answers(plan, document, request, signal)
      const read = understood(() =>
        modelOfRecordings(recorded, bounds, {
          pageSizes: new Map(plan.sizes.map(({ number, ...size }) => [number, size])),
          words: request.words,
        }),
      )
      return {
        ...read,
        ...(await languagesOf(read.text, read.blocks, read.language)),
        contentType: document.contentType,
        extractor: 'document-ai',
        warnings: [...plan.warnings, ...read.warnings, ...missingPages(recorded)],
      }
    },
  }
}

/** @throws `provider_failed` where the answer is not of the documented form */
function understood<Model>(make: () => Model): Model {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ChanceryError('provider_failed', 'Document AI gave an answer that cannot be understood.', {
      cause: error,
      details: { provider: 'document-ai', reason: 'malformed' },
      retryable: false,
    })
  }
}

function checkRequest(document: VettedDocument, request: ExtractRequest): void {
  if (!documentAiTypes.some((type) => type === document.type)) {
    throw new ChanceryError('unsupported_document', `Document AI does not read the type ${document.type}.`, {
      details: { supported: documentAiTypes },
    })
  }
  if (request.ocr === 'never') {
    throw new ChanceryError('unsupported_option', 'Document AI always reads pictures of text.', {
      details: { option: 'ocr', value: 'never' },
    })
  }
}

async function planFor(
  document: VettedDocument,
  { pages, password }: ExtractRequest,
  settings: DocumentAiSettings,
  signal: AbortSignal,
): Promise<Plan> {
  const {
    maxBytes = defaultMaxBytes,
    pagesPerCall = pagesWithPictures,
    maxPages = defaultReadingLimits.pages,
    batch,
  } = settings
  const { bytes, type } = document
  if (type === 'pdf') {
    const longPiece = {
      above: batch?.abovePages ?? 150,
      pages: batch?.pagesPerFile ?? 100,
      bytes: maxFileBytes,
    }
    return (settings.cutPdf ?? cutPdf)(
      bytes,
      {
        ...(password === undefined ? {} : { password }),
        ...(pages === undefined ? {} : { pages }),
        maxPages,
        piece: { pages: pagesPerCall, bytes: maxBytes },
        ...(batch === undefined ? {} : { longPiece }),
      },
      { signal },
    )
  }
  if (bytes.length > maxBytes) {
    throw new ChanceryError('payload_too_large', 'The document is larger than Document AI takes.', {
      details: { provider: 'document-ai', what: 'document bytes', limit: maxBytes, actual: bytes.length },
    })
  }
  const warnings: Finding[] = []
  const count = type === 'tiff' ? tiffPages(bytes).length : 1
  const wanted = pageSelection(count, pages, maxPages, warnings)
  // A picture stays whole: which of its pages to read is said with each call.
  const selected = wanted.length < count || count > pagesPerCall
  const pieces = chunksOf(wanted, pagesPerCall).map((chunk) => ({ bytes, pages: chunk, selected }))
  return { pieces, long: false, sizes: [], warnings }
}

/** Blank pages are answered too; one that is not there was not read. */
const missingPages = (recorded: readonly RecordedPart[]): Finding[] =>
  recorded.some(({ document, pageNumbers }) => {
    const answered = document.pages?.length ?? 0
    return answered > 0 && pageNumbers !== undefined && answered < pageNumbers.length
  })
    ? [
        {
          code: 'page_not_read',
          severity: 'warning',
          message: 'Document AI answered fewer pages than it was given.',
        },
      ]
    : []

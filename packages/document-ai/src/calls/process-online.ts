import { ChanceryError, type ExtractRequest, type VettedDocument } from '@chancery/core'
import { documentAiError } from './document-ai-error.ts'
import type { DocumentAiSettings } from './document-ai-settings.ts'
import type { RecordedPart } from '../recording/model-of-recording.ts'
import type { Piece } from './pdf-pieces.ts'
import { fieldMask, processOptions } from './process-options.ts'
import type { RecordedDocument } from '../recording/recorded-document.ts'
import type { ServiceCalls } from './service-calls.ts'

/** What one call takes as it makes pictures of the pages. */
export const pagesWithPictures = 15

/** A piece to be sent, and which of its pages are to be read where that is not all. */
export interface OnlinePiece extends Piece {
  readonly selected?: boolean
}

/** Sends each piece by itself, some at once; the first that fails ends the others. Answers in the order of the pieces. */
export async function processOnline(
  pieces: readonly OnlinePiece[],
  document: VettedDocument,
  request: ExtractRequest,
  calls: ServiceCalls,
  settings: DocumentAiSettings,
  signal: AbortSignal,
): Promise<RecordedPart[]> {
  const { callsAtOnce = 4, pagesPerCall = pagesWithPictures, processorKind } = settings
  const parts: RecordedPart[] = []
  const others = new AbortController()
  const running = AbortSignal.any([signal, others.signal])
  const left = pieces.entries()
  const work = async (): Promise<void> => {
    for (const [index, { bytes, pages, selected = false }] of left) {
      const answer = await calls.call<{ readonly document?: RecordedDocument | null }>(
        'processDocument',
        {
          name: processorName(settings),
          // Not as a plain array: the client's JSON takes one from the start of the memory that it is a view of.
          rawDocument: { content: exactly(bytes), mimeType: document.contentType },
          fieldMask: fieldMask(request, calls.isRest),
          skipHumanReview: true,
          ...(pagesPerCall > pagesWithPictures ? { imagelessMode: true } : {}),
          ...processOptions(request, document.type, processorKind, selected ? pages : undefined),
        } as { readonly name: string },
        running,
        () => parts.some((part) => part !== undefined),
      )
      const recorded = checked(answer.document)
      parts[index] = { document: recorded, ...(pages === undefined ? {} : { pageNumbers: pages }) }
    }
  }
  const workers = Array.from({ length: Math.min(callsAtOnce, pieces.length) }, work)
  try {
    await Promise.all(workers)
  } catch (error) {
    others.abort(error)
    await Promise.allSettled(workers)
    throw error
  }
  return parts
}

const exactly = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length)

export const processorName = ({ projectId, location, processorId }: DocumentAiSettings): string =>
  `projects/${projectId}/locations/${location}/processors/${processorId}`

/** A document may hold the error that kept it from being read. */
export function checked(document: RecordedDocument | null | undefined): RecordedDocument {
  if (!document) {
    throw new ChanceryError('provider_failed', 'Document AI answered without a document.', {
      details: { provider: 'document-ai', reason: 'empty' },
    })
  }
  if (document.error?.code) throw documentAiError(document.error)
  return document
}

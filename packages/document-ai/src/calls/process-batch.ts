import { randomUUID } from 'node:crypto'
import { ChanceryError, type ExtractRequest, throwIfCancelled, type VettedDocument } from '@chancery/core'
import { type BatchBucket, openBatchBucket } from './batch-bucket.ts'
import { documentAiError } from './document-ai-error.ts'
import type { BatchSettings, DocumentAiSettings } from './document-ai-settings.ts'
import type { RecordedPart } from '../recording/model-of-recording.ts'
import type { Piece } from './pdf-pieces.ts'
import { checked, processorName } from './process-online.ts'
import { fieldMask, processOptions } from './process-options.ts'
import type { RecordedDocument } from '../recording/recorded-document.ts'
import { type BatchOperation, pause, type ServiceCalls } from './service-calls.ts'
import { partsOfShards } from './shards.ts'

const maxPollMs = 20_000

/**
 * Puts the pieces into the bucket, has them read there as one batch, and reads the answers' files. All of it is deleted
 * again, however it ends; an operation that is given up is cancelled.
 */
export async function processInBatch(
  pieces: readonly Piece[],
  document: VettedDocument,
  request: ExtractRequest,
  calls: ServiceCalls,
  settings: DocumentAiSettings & { readonly batch: BatchSettings },
  signal: AbortSignal,
): Promise<RecordedPart[]> {
  const bucket = await openBatchBucket(settings.batch, settings.projectId, randomUUID(), signal, settings)
  let running: string | undefined
  try {
    const documents: { readonly gcsUri: string; readonly mimeType: string }[] = []
    for (const [index, { bytes }] of pieces.entries()) {
      throwIfCancelled(signal)
      const name = `input/${String(index + 1).padStart(5, '0')}.pdf`
      documents.push({
        gcsUri: await bucket.write(name, bytes, document.contentType),
        mimeType: document.contentType,
      })
    }
    const started = await calls.call<{ readonly name?: string | null }>(
      'batchProcessDocuments',
      {
        name: processorName(settings),
        inputDocuments: { gcsDocuments: { documents } },
        documentOutputConfig: {
          gcsOutputConfig: { gcsUri: bucket.address('output/'), fieldMask: fieldMask(request, calls.isRest) },
        },
        skipHumanReview: true,
        ...processOptions(request, document.type, settings.processorKind),
      } as { readonly name: string },
      signal,
    )
    running = started.name ?? ''
    const done = await finished(running, calls, settings.batch, signal)
    running = undefined
    const parts: RecordedPart[] = []
    for (const [index, { gcsUri }] of documents.entries()) {
      const files = await answersFor(gcsUri, done, bucket)
      for (const item of partsOfShards(files, pieces[index]?.pages)) parts.push(item)
    }
    return parts
  } finally {
    // Neither may hide how it ended.
    if (running !== undefined) await calls.cancelOperation(running).catch(() => undefined)
    await bucket.clear().catch(() => undefined)
  }
}

/** Looks until the operation is done, ever more seldom. */
async function finished(
  name: string,
  calls: ServiceCalls,
  { pollMs = 2000 }: BatchSettings,
  signal: AbortSignal,
): Promise<BatchOperation> {
  for (let wait = pollMs; ; wait = Math.min(wait * 2, maxPollMs)) {
    await pause(wait, signal)
    const operation = await calls.operation(name, signal)
    if (operation.done) return operation
  }
}

/** Which folder holds the answer for a document, its own status says; without one, the operation's error does. */
async function answersFor(
  input: string,
  { error, metadata }: BatchOperation,
  bucket: BatchBucket,
): Promise<RecordedDocument[]> {
  const own = metadata?.individualProcessStatuses?.find(({ inputGcsSource }) => inputGcsSource === input)
  const failure = own?.status?.code ? own.status : error
  if (failure?.code) throw documentAiError(failure)
  const folder = own?.outputGcsDestination
  if (!folder?.startsWith(bucket.address('output/'))) throw unreadable('Document AI does not say where its answer is.')
  const files = await bucket.read(folder.endsWith('/') ? folder : `${folder}/`)
  if (files.length === 0) throw unreadable('The answer of Document AI is not in the bucket.')
  return files.map(checked)
}

const unreadable = (message: string): ChanceryError =>
  new ChanceryError('provider_failed', message, {
    details: { provider: 'document-ai', reason: 'incomplete' },
    retryable: true,
  })

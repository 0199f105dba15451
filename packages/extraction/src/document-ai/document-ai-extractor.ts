import type { DocumentProcessorServiceClient } from '@google-cloud/documentai'
import type { ExtractRequest, TextExtractor, VettedDocument } from '@chancery/core'
import { ChanceryError } from '@chancery/core'
import { defaultReadingLimits } from '../reader.ts'
import { stopIfAborted, stopReason } from '../reading-errors.ts'
import { documentAiTypes } from '../types.ts'
import { documentAiError } from './document-ai-error.ts'
import { languagesOf } from '../language.ts'
import { modelOfRecording } from './model-of-recording.ts'
import type { RecordedDocument } from './recorded-document.ts'

export interface DocumentAiSettings {
  readonly projectId: string
  /** `us`, `eu`, or another region of the processor. */
  readonly location: string
  readonly processorId: string
  /** Absent: the location's own. With `http://` or `https://`, the REST protocol at that address. */
  readonly apiEndpoint?: string
  /** How long one call may take, ms. Default 120,000. */
  readonly timeoutMs?: number
  /** Bytes of a document that the service takes in one call. Default 20 MB. */
  readonly maxBytes?: number
  /** Handed on to Google's client: `authClient`, `credentials`, `keyFilename`. Absent: application default credentials. */
  readonly clientOptions?: NonNullable<ConstructorParameters<typeof DocumentProcessorServiceClient>[0]>
}

/** What is answered; the page images, which make an answer huge, are not asked for. */
const fieldMask = [
  'text',
  'pages.pageNumber',
  'pages.dimension',
  'pages.layout',
  'pages.detectedLanguages',
  'pages.paragraphs',
  'pages.blocks',
  'pages.lines',
  'pages.tables',
  'pages.formFields',
  'documentLayout',
]

/** Reads documents with a processor of Google Document AI: OCR, form parser or layout parser, one call a document. */
export function createDocumentAiExtractor(settings: DocumentAiSettings): TextExtractor {
  const { projectId, location, processorId, timeoutMs = 120_000, maxBytes = 20 * 1024 * 1024 } = settings
  let client: Promise<DocumentProcessorServiceClient> | undefined
  const clientOnce = (): Promise<DocumentProcessorServiceClient> => (client ??= createClient(settings))
  return {
    id: 'document-ai',
    types: documentAiTypes,
    async extract(document, request, { signal }) {
      stopIfAborted(signal)
      checkRequest(document, request, maxBytes)
      const recorded = await bounded(signal, timeoutMs, async () => {
        const [answer] = await (
          await clientOnce()
        ).processDocument(
          {
            name: `projects/${projectId}/locations/${location}/processors/${processorId}`,
            rawDocument: { content: document.bytes, mimeType: document.contentType },
            fieldMask: { paths: fieldMask },
            skipHumanReview: true,
            ...processOptions(request),
          },
          // Whether to call again is decided by who calls us.
          { timeout: timeoutMs, retry: { retryCodes: [], backoffSettings: backoff(timeoutMs) } },
        )
        return answer.document as RecordedDocument | null | undefined
      })
      if (!recorded) {
        throw new ChanceryError('provider_failed', 'Document AI answered without a document.', {
          details: { provider: 'document-ai' },
        })
      }
      const read = modelOfRecording(recorded, defaultReadingLimits)
      return {
        ...read,
        ...(await languagesOf(read.text, read.blocks, read.language)),
        contentType: document.contentType,
        extractor: 'document-ai',
      }
    },
  }
}

function checkRequest(document: VettedDocument, request: ExtractRequest, maxBytes: number): void {
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
  if (document.bytes.length > maxBytes) {
    throw new ChanceryError('payload_too_large', 'The document is larger than Document AI takes.', {
      details: { provider: 'document-ai', what: 'document bytes', limit: maxBytes, actual: document.bytes.length },
    })
  }
}

async function createClient({
  location,
  apiEndpoint,
  clientOptions,
}: DocumentAiSettings): Promise<DocumentProcessorServiceClient> {
  const { DocumentProcessorServiceClient } = await import('@google-cloud/documentai')
  const url = apiEndpoint?.startsWith('http') === true ? new URL(apiEndpoint) : undefined
  return new DocumentProcessorServiceClient({
    ...(url === undefined
      ? { apiEndpoint: apiEndpoint ?? `${location}-documentai.googleapis.com` }
      : {
          fallback: true,
          protocol: url.protocol.slice(0, -1),
          apiEndpoint: url.hostname,
          port: Number(url.port) || (url.protocol === 'http:' ? 80 : 443),
        }),
    ...clientOptions,
  })
}

const processOptions = ({ pages, languages }: ExtractRequest): { readonly processOptions?: object } =>
  pages === undefined && languages.length === 0
    ? {}
    : {
        processOptions: {
          ...(pages === undefined ? {} : { individualPageSelector: { pages: [...pages] } }),
          ...(languages.length === 0 ? {} : { ocrConfig: { hints: { languageHints: [...languages] } } }),
        },
      }

const backoff = (timeoutMs: number): BackoffSettings => ({
  initialRetryDelayMillis: 1000,
  retryDelayMultiplier: 1,
  maxRetryDelayMillis: 1000,
  initialRpcTimeoutMillis: timeoutMs,
  rpcTimeoutMultiplier: 1,
  maxRpcTimeoutMillis: timeoutMs,
  totalTimeoutMillis: timeoutMs,
})

interface BackoffSettings {
  initialRetryDelayMillis: number
  retryDelayMultiplier: number
  maxRetryDelayMillis: number
  initialRpcTimeoutMillis: number
  rpcTimeoutMultiplier: number
  maxRpcTimeoutMillis: number
  totalTimeoutMillis: number
}

/** The call, left behind when the signal says so or its time is over; its failures as errors of ours. */
async function bounded<T>(signal: AbortSignal, timeoutMs: number, call: () => Promise<T>): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(stopReason(signal))
  signal.addEventListener('abort', stop, { once: true })
  // The client does not hold to its own time-out while it waits for an answer over REST.
  const timer = setTimeout(() => {
    reject(
      new ChanceryError('provider_timeout', 'Document AI took too long.', {
        details: { provider: 'document-ai' },
        retryable: true,
      }),
    )
  }, timeoutMs)
  try {
    return await Promise.race([call(), stopped])
  } catch (error) {
    throw documentAiError(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

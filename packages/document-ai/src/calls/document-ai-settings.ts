import type { DocumentProcessorServiceClient } from '@google-cloud/documentai'
import type { ReadingLimits } from '@chancery/reading/reader'
import type { PdfCutter } from './pdf-pieces.ts'

/** What the processor does; it tells which options it takes. */
export type ProcessorKind = 'ocr' | 'form' | 'layout' | 'entities'

/** Long PDFs go through a bucket: cut there too, where a file would be longer than the processor takes. */
export interface BatchSettings {
  /** Google Cloud Storage bucket that this account and Document AI's service agent may read and write. */
  readonly bucket: string
  /** Folder in it. Default `document-ai`. */
  readonly prefix?: string
  /** Longer documents go this way. Default 150. */
  readonly abovePages?: number
  /** Pages of one file. Default 100, which every processor takes; OCR and layout parser take 500. */
  readonly pagesPerFile?: number
  /** For a batch, ms. Default 900,000. */
  readonly timeoutMs?: number
  /** First wait between two looks at a batch, ms; it doubles up to 20 s. Default 2,000. */
  readonly pollMs?: number
  /** Another address of the storage API, such as an emulator; it is called without credentials. */
  readonly apiEndpoint?: string
}

/** One processor of Google Document AI, and how much it is asked at once. */
export interface DocumentAiSettings {
  readonly projectId: string
  /** `us`, `eu`, or another region of the processor. */
  readonly location: string
  readonly processorId: string
  /** Absent: only the options that all processors take are sent. */
  readonly processorKind?: ProcessorKind
  /** Default `grpc`. */
  readonly transport?: 'grpc' | 'rest'
  /** Absent: the location's own. With `http://` or `https://`, the REST protocol at that address. */
  readonly apiEndpoint?: string
  /** How long the calls for one document may take, repetitions included, ms. Default 120,000. */
  readonly timeoutMs?: number
  /** How often a call is made at the most where the service is not there. Default 3. */
  readonly attempts?: number
  /** Wait before the first repetition, ms; it doubles. Default 1,000. */
  readonly backoffMs?: number
  /** Bytes of a document that the service takes in one call. Default 20 MB. */
  readonly maxBytes?: number
  /** Pages that the service takes in one call; above 15, it is asked not to make pictures of them. Default 15. */
  readonly pagesPerCall?: number
  /** Calls at once for one document. Default 4. */
  readonly callsAtOnce?: number
  /** Pages of one document that are paid for at the most. Default 500. */
  readonly maxPages?: number
  readonly batch?: BatchSettings
  readonly limits?: Partial<ReadingLimits>
  /** Counts and cuts PDFs. Absent: PDFium in this process. */
  readonly cutPdf?: PdfCutter
  /** A client of Google's that is there already, for `transport`; absent: one is made at the first document. */
  readonly client?: DocumentProcessorServiceClient
  /** Handed on to Google's client: `authClient`, `credentials`, `keyFilename`. Absent: application default credentials. */
  readonly clientOptions?: NonNullable<ConstructorParameters<typeof DocumentProcessorServiceClient>[0]>
}

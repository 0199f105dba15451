import type {
  DocumentGuard,
  ExtractRequest,
  FilledTemplate,
  FillRequest,
  IdentifyRequest,
  InduceRequest,
  InspectRequest,
  VettedDocument,
} from '@chancery/core'
import type { CutRequest } from '@chancery/document-ai'
import type { OcrPicture } from '@chancery/reading'
import type { RuleIdentifierSettings } from '@chancery/identification'

/** The operator's limits that readers hold to, in whichever process they run. */
export interface ReadingSettings {
  readonly pages: number
  readonly documentBytes: number
}

/** What each job of a child is given. */
export interface JobPayloads {
  readonly vet: {
    readonly bytes: Uint8Array
    readonly options: Omit<Parameters<DocumentGuard['vet']>[1], 'signal'>
    readonly settings: ReadingSettings
  }
  readonly extract: {
    readonly document: VettedDocument
    readonly request: ExtractRequest
    readonly settings: ReadingSettings
    /** Whether the parent has an engine that reads pictures: the service `recognize`. */
    readonly ocr: boolean
  }
  /** Parts of a PDF for a service that takes so many pages and no more. */
  readonly cutPdf: { readonly bytes: Uint8Array; readonly request: CutRequest }
  readonly fill: JobOnTemplates & { readonly template: VettedDocument; readonly request: SentFillRequest }
  readonly fillMany: JobOnTemplates & {
    readonly template: VettedDocument
    readonly requests: readonly SentFillRequest[]
  }
  readonly merge: JobOnTemplates & { readonly documents: readonly Uint8Array[] }
  readonly inspect: JobOnTemplates & { readonly template: VettedDocument; readonly request: InspectRequest }
  readonly identify: { readonly request: IdentifyRequest; readonly settings: RuleIdentifierSettings }
  /** Facts are found in the parent: the service `identify`, which gets the text. */
  readonly induce: JobOnTemplates & {
    readonly samples: readonly VettedDocument[]
    readonly request: Omit<InduceRequest, 'identify'>
  }
}

interface JobOnTemplates {
  readonly settings: ReadingSettings
}

/** What values refer to is read by the parent: the service `open`, which gives bytes that the child vets itself. */
export interface SentFillRequest extends Omit<FillRequest, 'open'> {
  readonly opens: boolean
}

export interface SentFilledTemplate extends Omit<FilledTemplate, 'content'> {
  readonly content: Pick<FilledTemplate['content'], 'chunks'>
}

export interface RecognizePayload {
  readonly picture: OcrPicture
  readonly languages: readonly string[]
  /** See `OcrEngine`. */
  readonly doubtMs?: number
}

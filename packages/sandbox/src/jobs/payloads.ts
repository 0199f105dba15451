import type {
  ClientNormalizer,
  ClientSource,
  DocumentGuard,
  EmailContent,
  ExtractRequest,
  Finding,
  FilledTemplate,
  FillRequest,
  FoundField,
  IdentifyRequest,
  InduceRequest,
  InspectRequest,
  ReadClientsRequest,
  SourceRow,
  TagDelimiters,
  VettedDocument,
} from '@chancery/core'
import type { CutRequest } from '@chancery/document-ai'
import type { RuleIdentifierSettings } from '@chancery/identification'
import type { OcrPicture } from '@chancery/reading'
import type { MammothSettings } from '@chancery/reading-mammoth'

/** The operator's limits that readers hold to. */
export interface ReadingSettings {
  readonly pages: number
  /** Of the tables of one document. */
  readonly cells: number
  readonly documentBytes: number
}

/** What each job is given. */
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
    /** Whether the service has an engine that reads pictures: its service `recognize`. */
    readonly ocr: boolean
    /** By mammoth, and how; absent: by our own readers. */
    readonly mammoth?: MammothSettings
    /** Whether somebody wants to know of pages that are done: the service `progress`. */
    readonly progress: boolean
  }
  /** Parts of a PDF for a provider that takes so many pages and no more. */
  readonly cutPdf: { readonly bytes: Uint8Array; readonly request: CutRequest }
  readonly identify: { readonly request: IdentifyRequest; readonly settings: RuleIdentifierSettings }

  readonly fill: { readonly template: SentTemplate; readonly request: SentFillRequest } & WithSettings
  readonly fillMany: { readonly template: SentTemplate; readonly requests: readonly SentFillRequest[] } & WithSettings
  readonly takesRecords: { readonly template: VettedDocument; readonly delimiters?: TagDelimiters } & WithSettings
  readonly merge: { readonly documents: readonly Uint8Array[] } & WithSettings
  readonly inspect: { readonly template: VettedDocument; readonly request: InspectRequest } & WithSettings
  readonly induce: { readonly samples: readonly VettedDocument[]; readonly request: SentInduceRequest } & WithSettings

  readonly fillEmail: { readonly template: EmailContent; readonly request: SentFillRequest }
  readonly inspectEmail: { readonly template: EmailContent; readonly request: InspectRequest }
  readonly induceEmail: { readonly samples: readonly EmailContent[]; readonly request: SentInduceRequest }
  readonly readEmail: { readonly document: VettedDocument }

  readonly readClients: {
    readonly source: FileSourceName
    readonly request: ReadClientsRequest
  } & WithSettings
  readonly mapColumns: { readonly given: Parameters<ClientNormalizer['map']> }
  readonly normalizeRows: { readonly given: Parameters<ClientNormalizer['normalize']> }
}

interface WithSettings {
  readonly settings: ReadingSettings
}

/** What vetting came to; bytes only where they are others than those that were sent. */
export interface Vetted {
  readonly document: Omit<VettedDocument, 'bytes'>
  readonly mended?: Uint8Array
}

/** A template, or what stands for it: the child that lacks its bytes asks for them, by the service `template`. */
export type SentTemplate = VettedDocument | (Omit<VettedDocument, 'bytes'> & { readonly sha256: string })

/** A filled template, with places in the template's bytes instead of long pieces that are the same. */
export interface SentFilled extends Omit<FilledTemplate, 'content'> {
  readonly pieces: readonly SentPiece[]
}
export type SentPiece = Uint8Array | { readonly from: number; readonly until: number }

/** What values refer to is read by the service: its service `open`, which gives bytes that the child vets itself. */
export interface SentFillRequest extends Omit<FillRequest, 'open'> {
  readonly opens: boolean
}

/** With what the identifier says of each text, as far as it is known. */
export interface SentInduceRequest extends Omit<InduceRequest, 'identify'> {
  readonly facts: readonly KnownFacts[]
}

export interface KnownFacts {
  readonly text: string
  readonly fields: readonly FoundField[]
}

/**
 * What comes of making a template: the template, or the texts whose facts are wanted first. A job holds a child, and who
 * finds facts may need another one, so the job ends, and is run again with them.
 */
export type Induced<Template> = { readonly template: Template } | { readonly wanted: readonly string[] }

export const fileSourceNames = [
  'csv',
  'tsv',
  'xlsx',
  'xls',
  'ods',
  'json',
  'ndjson',
  'vcard',
  'jcard',
  'jscontact',
  'ldif',
] as const
/** Sources of client records that are files. */
export type FileSourceName = (typeof fileSourceNames)[number]

/** Some rows of a source; with `more`, there are others after the last one's cursor. */
export interface ReadRows extends Pick<Awaited<ReturnType<ClientSource['read']>>, 'fields'> {
  readonly columns: readonly string[]
  readonly findings: readonly Finding[]
  readonly rows: readonly SourceRow[]
  /** All that there are from the start or the cursor on; after a cursor only as far as they were read. */
  readonly total: number
  readonly more: boolean
}

export interface RecognizePayload {
  readonly picture: OcrPicture
  readonly languages: readonly string[]
  /** See `OcrEngine`. */
  readonly doubtMs?: number
}

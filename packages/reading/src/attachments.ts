import {
  type Attachment,
  ChanceryError,
  type DocumentGuard,
  type DocumentModel,
  type VettedDocument,
} from '@chancery/core'
import type { AttachedFile, PackedFile, ReadingLimits } from './reader.ts'

export interface AttachmentSettings {
  /** Vets what is inside as what is outside was vetted; without one, attachments are listed and not read. */
  readonly guard: DocumentGuard | undefined
  readonly wanted: boolean
  readonly limits: ReadingLimits
  readonly signal: AbortSignal
  /** Reads a document that stands `depth` levels deep. */
  read(document: VettedDocument, depth: number): Promise<DocumentModel>
}

/** The attachments of one document that came in, those of its attachments too: they share one count. */
export class Attachments {
  private readonly settings: AttachmentSettings
  private left: number

  constructor(settings: AttachmentSettings) {
    this.settings = settings
    this.left = settings.limits.attachments
  }

  /** Lists a file found `depth` levels deep (from 1), and reads it if that is wanted, allowed and possible. */
  async attach(file: AttachedFile | PackedFile, depth: number): Promise<Attachment> {
    const { guard, wanted, limits, signal } = this.settings
    const listed = {
      filename: file.filename,
      contentType: file.contentType ?? 'application/octet-stream',
      size: file.bytes.length,
      ...(file.contentId === undefined ? {} : { contentId: file.contentId }),
    }
    if (!wanted || guard === undefined) return listed
    if (depth > limits.attachmentDepth || this.left === 0) return { ...listed, problem: 'payload_too_large' }
    this.left--
    try {
      const bytes = file.bytes instanceof Uint8Array ? file.bytes : file.bytes.unpacked()
      const document = await guard.vet(bytes, {
        filename: file.filename,
        ...(file.contentType === undefined ? {} : { contentType: file.contentType }),
        signal,
      })
      const model = await this.settings.read(document, depth)
      return { ...listed, contentType: document.contentType, document: model }
    } catch (error) {
      // The whole call ends where it was cancelled; any other fault is that of this one attachment.
      if (signal.aborted || !ChanceryError.is(error)) throw error
      return { ...listed, problem: error.code }
    }
  }
}

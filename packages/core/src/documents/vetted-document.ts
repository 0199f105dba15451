import type { Finding } from '../shapes/finding.ts'
import type { DocumentType } from './document-type.ts'

declare const vetted: unique symbol

/**
 * A document whose bytes were checked: its type was decided from them, and its structure is within bounds.
 * Only a `DocumentGuard` makes one, and parsers take nothing else, so unguarded bytes cannot reach a parser by mistake.
 */
export interface VettedDocument {
  readonly [vetted]: true
  readonly bytes: Uint8Array
  readonly type: DocumentType
  /** The media type of `type`. */
  readonly contentType: string
  /** For text types, the encoding that was decided on, as `TextDecoder` names it. */
  readonly charset?: string
  /** As given by the caller, without folders; a label, never trusted. */
  readonly filename?: string
  /** What was noticed and mended or tolerated: a name that claims another type, for instance. */
  readonly findings: readonly Finding[]
}

import type { Finding } from './finding.ts'
import type { DocumentType } from './document-type.ts'

declare const vetted: unique symbol

/** What keeps an XML part of a package from being well-formed (XML 1.0, section 2). */
export type PartFaultReason =
  | 'not_xml'
  | 'wrong_encoding'
  | 'no_root'
  | 'several_roots'
  | 'unclosed_element'
  | 'mismatched_end_tag'
  | 'unopened_end_tag'
  | 'stray_bracket'
  | 'unclosed_tag'
  | 'unclosed_attribute'
  | 'unclosed_markup'

/**
 * An XML part of a package that is not well-formed. The vetted bytes have it up to the fault, with an end tag for each
 * element that is open there, so that no parser gets the fault itself.
 */
export interface PartFault {
  /** As the package names it: `word/header1.xml`. */
  readonly part: string
  readonly reason: PartFaultReason
  /** UTF-16 offset in the text of the part. */
  readonly start: number
  /** Exclusive. */
  readonly end: number
  /** The XML around it; `start` and `end` are in `text`. */
  readonly excerpt: { readonly text: string; readonly start: number; readonly end: number }
}

/**
 * A document whose bytes were checked: its type was decided from them, and its structure is within bounds.
 * Only a `DocumentGuard` makes one, and parsers take nothing else, so unguarded bytes cannot reach a parser by mistake.
 */
export interface VettedDocument {
  readonly [vetted]: true
  readonly bytes: Uint8Array
  /** Of `bytes`, in hexadecimal, where the guard knows it. */
  readonly sha256?: string
  /** Of packages: the start and end tags of all XML parts, as the guard counted them. Their bytes tell little, as they are deflated. */
  readonly tags?: number
  /** Of pictures: width times height, as they state it. */
  readonly pixels?: number
  readonly type: DocumentType
  /** The media type of `type`. */
  readonly contentType: string
  /** For text types, the encoding that was decided on, as `TextDecoder` names it. */
  readonly charset?: string
  /** As given by the caller, without folders; a label, never trusted. */
  readonly filename?: string
  /** What was noticed and mended or tolerated: a name that claims another type, for instance. */
  readonly findings: readonly Finding[]
  /** XML parts that are not well-formed, one fault each; only where the guard was asked to tell them, and there are any. */
  readonly faults?: readonly PartFault[]
}

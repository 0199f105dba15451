import type { Content } from '../model/content.ts'
import type { IncomingBytes } from '../model/incoming-bytes.ts'
import type { VettedDocument } from '../model/vetted-document.ts'
import type { ChanceryError } from '../errors.ts'
import type { JsonObject, JsonSchema } from '../json.ts'
import type { DocumentSource } from '../model/document-source.ts'
import type { Finding } from '../model/finding.ts'
import type { FieldType, FoundField } from './field-identifier.ts'

/** What stands where the data has no value: refuse, nothing, the tag itself, or its path marked in yellow. */
export type MissingPolicy = 'error' | 'blank' | 'keep' | 'highlight'

/** Such as `{` and `}`; the two differ. `tagDelimiters` has the signs that are allowed. */
export interface TagDelimiters {
  readonly open: string
  readonly close: string
}

/** Texts by language tag and key: `{"de": {"Due date": "Fällig am"}}`. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * All that a fill depends on besides the template: locale, zone, currency and time are never taken from the machine.
 */
export interface FillRequest {
  /** `null` counts as missing. */
  readonly data: JsonObject
  readonly missing: MissingPolicy
  /** Policies of single data paths, dotted; they go before `missing`, and a tag's own (`| missing:"blank"`) before both. */
  readonly missingPaths?: Readonly<Record<string, MissingPolicy>>
  /** What stands around tags; absent: decided from the template. */
  readonly delimiters?: TagDelimiters
  /** Whether values may bring WordprocessingML of their own (`{@xml}`). */
  readonly rawXml?: boolean
  /** BCP 47. */
  readonly locale: string
  /** IANA name. */
  readonly timeZone: string
  /** ISO 4217; used by `currency` where the tag names none. */
  readonly currency: string
  /** Milliseconds since the epoch; what `today` is. */
  readonly now: number
  /** What `{t "key"}` and `| t` write, in the language of the locale. */
  readonly translations?: Translations
  /**
   * Reads what a value refers to: a stored file, or an address. Who fills vets the bytes before a parser sees them. Absent:
   * only what comes along in the data itself can be put in. @throws as `fetchBytes`, with pointers below the source
   */
  open?(source: DocumentSource): Promise<IncomingBytes>
}

/** Data paths, dotted, as the template writes them (`items.price` for a tag in a loop over `items`). */
export interface FillOutcome {
  readonly filled: readonly string[]
  readonly missing: readonly string[]
  /** Paths of the data that no tag reads. */
  readonly unused: readonly string[]
  readonly findings: readonly Finding[]
}

/** How much there is of what in a template; copies that drawings keep for old programs are not counted. */
export interface TemplateStatistics {
  readonly parts: number
  readonly paragraphs: number
  readonly tables: number
  /** UTF-16 units of text. */
  readonly characters: number
  readonly tags: number
  readonly values: number
  readonly loops: number
  readonly conditions: number
  /** Sections in sections. */
  readonly depth: number
  /** Distinct data paths. */
  readonly paths: number
  /** By name. */
  readonly formatters: Readonly<Record<string, number>>
}

/** One tag, loop or condition of a template, as a tree. */
export interface TagNode {
  readonly kind: 'value' | 'loop' | 'condition' | 'inverted' | 'image' | 'rich' | 'raw'
  /** Data path, dotted, relative to the enclosing loop. */
  readonly path: string
  /** As written. */
  readonly tag: string
  readonly formatters: readonly string[]
  /** How often it occurs in this scope. */
  readonly occurrences: number
  readonly children: readonly TagNode[]
}

/** What a validation finds, of Word and e-mail templates alike. */
export interface TemplateReport {
  readonly findings: readonly Finding[]
  readonly tags: readonly TagNode[]
  /** JSON Schema 2020-12 of the data that the template wants. */
  readonly schema: JsonSchema
  /** Data that fills the template without a fault. */
  readonly sampleData: JsonObject
}

/** What is found in a Word template. */
export interface DocumentTemplateReport extends TemplateReport {
  readonly delimiters: TagDelimiters
  readonly statistics: TemplateStatistics
  /** The template with a comment at each finding, its text unchanged; absent where it was not asked for. */
  readonly annotated?: { readonly bytes: Uint8Array; readonly contentType: string }
}

/** What a template is checked against; locale, zone, currency and time as in `FillRequest`. */
export interface InspectRequest {
  /** Checked against the tags: what is missing, unused, of the wrong kind. */
  readonly data?: JsonObject
  /** Checked against the tags in the same way. */
  readonly schema?: JsonSchema
  /** What stands around tags; absent: decided from the template. */
  readonly delimiters?: TagDelimiters
  /** Whether the answer has the annotated copy. */
  readonly annotate?: boolean
  /** Checked against the keys that the template writes. */
  readonly translations?: Translations
  readonly locale: string
  readonly timeZone: string
  readonly currency: string
  readonly now: number
}

/** A field to look for when a template is made from samples. */
export interface InductionField {
  readonly name: string
  /** Values that it has in the samples; wherever one stands, it is this field. */
  readonly examples?: readonly string[]
}

/** What is known of the samples beforehand; `fields` may be empty. The locale is BCP 47. */
export interface InduceRequest {
  readonly fields: readonly InductionField[]
  readonly locale: string
  /** Pages that each sample may have, of some thirty paragraphs, of an e-mail fifty lines or tags; all together twice as many. */
  readonly pages: number
  /** Finds facts in a sample's text; used to name fields, to type them, and alone where there is only one sample. */
  identify(text: string): Promise<readonly FoundField[]>
}

/** A field of the made template; `occurrences` counts the tags that write it. */
export interface InducedField {
  /** Data path, dotted. */
  readonly name: string
  readonly type: FieldType
  readonly occurrences: number
  /** 0 to 1. */
  readonly confidence: number
  /** Its value in each sample that has it, as written there. */
  readonly values: readonly string[]
}

/** A template from samples, and the proof: each sample's data was filled back in and compared with it. */
export interface InducedTemplate<Template> {
  readonly template: Template
  readonly schema: JsonSchema
  readonly fields: readonly InducedField[]
  /** In the order given: the data of the sample, and whether it fills the template to that sample's text exactly. */
  readonly samples: readonly { readonly data: JsonObject; readonly exact: boolean }[]
  readonly findings: readonly Finding[]
}

/** A filled document, and what went where. */
export interface FilledTemplate extends FillOutcome {
  /** May hold views into the template's bytes, and into bytes of the data. */
  readonly content: Content
  readonly contentType: string
  /** What was taken as tags: the delimiters given, or those that the template has. */
  readonly delimiters: TagDelimiters
}

/** Word templates: filled, checked, and made from filled documents. */
export interface DocumentTemplates {
  readonly id: string
  /**
   * @throws `template_invalid`, `data_incomplete` (policy `error`, or data of the wrong kind), `unsupported_document`,
   *   `payload_too_large` (too much output).
   */
  fill(
    template: VettedDocument,
    request: FillRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<FilledTemplate>
  /**
   * Fills the template once for each request, in their order; one that fails has its error in its place, with the codes of
   * `fill`, and never stops the others.
   * @throws what is no fault of a single request: a cancelled call, a fault of the service.
   */
  fillMany(
    template: VettedDocument,
    requests: readonly FillRequest[],
    options: { readonly signal: AbortSignal },
  ): Promise<readonly (FilledTemplate | ChanceryError)[]>
  /**
   * Whether the template goes on to the next record within itself, as a sheet of labels does (Word's NEXT). Then `fill`
   * wants all records at once, as the list `records` of its data, and makes one document of as many copies as they take.
   * @throws as `fill`
   */
  takesRecords(
    template: VettedDocument,
    options: { readonly signal: AbortSignal; readonly delimiters?: TagDelimiters },
  ): Promise<boolean>
  /**
   * One document of several that were filled from one template: each begins on a page of its own, with its own headers
   * and footers, and with page numbers, lists and notes that start anew.
   * @throws `document_corrupt`, `payload_too_large`
   */
  merge(
    documents: readonly Uint8Array[],
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly bytes: Uint8Array; readonly contentType: string }>
  /** Fills one line of plain text, such as a file name, in the same tag language. Same errors as `fill`. */
  fillText(text: string, request: FillRequest): Promise<{ readonly text: string; readonly missing: readonly string[] }>
  /**
   * Every fault at once, those that keep the document from being opened too: `faults` of the template, a part that is not
   * there. What is no document at all throws as `fill` does.
   */
  inspect(
    template: VettedDocument,
    request: InspectRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<DocumentTemplateReport>
  /**
   * A template from one or more filled documents.
   * @throws `unsupported_document`, `invalid_request` when the samples have nothing in common.
   */
  induce(
    samples: readonly VettedDocument[],
    request: InduceRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<InducedTemplate<{ readonly bytes: Uint8Array; readonly contentType: string }>>
}

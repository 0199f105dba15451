import type { DocumentModel } from '../model/document-model.ts'
import type { Json } from '../json.ts'
import type { Finding } from '../model/finding.ts'
import type { Span } from '../model/span.ts'

/** What of a document is looked at to find facts; what `runs` say is struck out is none. */
export type SearchedModel = Pick<DocumentModel, 'text' | 'pages' | 'tables' | 'keyValues' | 'formFields' | 'runs'>

/** The kinds of value; `value` of a found field is shaped by it, see `/identify-key-fields`. */
export const fieldTypes = [
  'text',
  'date',
  'datetime',
  'money',
  'number',
  'percent',
  'integer',
  'boolean',
  'email',
  'phone',
  'url',
  'iban',
  'person',
  'organization',
  'party',
  'address',
  'country',
  'identifier',
  'duration',
  'record',
] as const
/** How each is normalized: see `FoundValue.value`. */
export type FieldType = (typeof fieldTypes)[number]

/** Kinds of paper; each has fields that are expected of it. `auto`: chosen by the text. */
export const fieldProfiles = ['auto', 'invoice', 'receipt', 'contract', 'letter', 'identity', 'form'] as const
/** What is asked for; an answer names the one that was used, or `other` where none fits. */
export type FieldProfile = (typeof fieldProfiles)[number]

/**
 * A field to look for; a type and labels that are absent are told from the name, where it is a common one (`total`,
 * `invoiceNumber`).
 */
export interface WantedField {
  readonly name: string
  readonly type?: FieldType
  readonly description?: string
  /** The words that stand before it in the document. */
  readonly labels?: readonly string[]
  /** A regular expression that the raw value must match whole. It is run with bounds, never on the raw engine alone. */
  readonly pattern?: string
  readonly required?: boolean
  /** All occurrences are wanted; of type `record` always, unless it is `false`. */
  readonly many?: boolean
  /** Of type `record`: the columns of its rows. Absent: those of line items (`description`, `quantity`, `unitPrice`, `amount`, …). */
  readonly fields?: readonly Pick<WantedField, 'name' | 'type' | 'description' | 'labels'>[]
}

/** One search in one document; `fields`, or else the profile, decide what can be `missing`. */
export interface IdentifyRequest {
  /** What is read: `model.text` is what every span points into. */
  readonly model: SearchedModel
  /** Absent: what the profile expects, and whatever labels and values there are. */
  readonly fields?: readonly WantedField[]
  readonly profile: FieldProfile
  /** BCP 47; decides `03/04/2026` and `1.234` where the text does not. */
  readonly locale?: string
  /** BCP 47, as the document says of itself, which is often that of whose computer made it: what its text shows goes before. */
  readonly language?: string
  /** 0 to 1; what is less certain is left out. */
  readonly minConfidence: number
}

/** One value, and the stretch of text that says it. */
export interface FoundValue {
  /** Normalized by type: ISO 8601 dates, decimal strings, E.164 phones, `{amount, currency}`, `{name, role}`; a record by the names of its columns. */
  readonly value: Json
  /** As written: `text.slice(span.start, span.end)`. */
  readonly raw: string
  /** 0 to 1. */
  readonly confidence: number
  /** Into the text of the request's model. */
  readonly span: Span
}

/** The best value for a field; `alternatives` are other readings of it and other places. */
export interface FoundField extends FoundValue {
  readonly name: string
  readonly type: FieldType
  /** How it was found, in a word: `label`, `pattern`, `type`, `position`, `preamble`, `table`. */
  readonly method: string
  readonly alternatives: readonly FoundValue[]
}

/** A value by itself, whether or not a field has it. */
export interface FoundEntity extends FoundValue {
  readonly type: FieldType
}

/** The three lists overlap: one stretch of text may be in each of them. */
export interface Identification {
  readonly fields: readonly FoundField[]
  readonly keyValues: readonly {
    readonly key: string
    readonly value: string
    readonly keySpan: Span
    readonly valueSpan: Span
    readonly confidence: number
  }[]
  readonly entities: readonly FoundEntity[]
  /** Names of wanted (or by the profile required) fields that were not found. */
  readonly missing: readonly string[]
  readonly profile: Exclude<FieldProfile, 'auto'> | 'other'
  /** What was left out: the lists are bounded. */
  readonly warnings: readonly Finding[]
}

/** Finds facts in text. Nothing is returned that the text does not say. */
export interface FieldIdentifier {
  readonly id: string
  /** @throws `invalid_request` (a pattern that cannot be run safely), `provider_*`. */
  identify(request: IdentifyRequest, options: { readonly signal: AbortSignal }): Promise<Identification>
}

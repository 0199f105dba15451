import type { Finding } from '../shapes/finding.ts'
import type { Box, Span } from '../shapes/span.ts'

/**
 * The one model of a read document, whichever extractor made it. Invariants, held by property tests over every reader:
 * every span lies inside `text`; leaf blocks (all but `table`) do not overlap, come in reading order, and cover all of
 * `text` but line breaks and tabs between them; the cells of a table tile its grid; boxes are within 0 and 1; the same
 * bytes give the same model.
 */
export interface DocumentModel {
  /** All text in reading order; blocks are separated by `\n`, table cells of a row by `\t`. */
  readonly text: string
  readonly pages: readonly DocumentPage[]
  readonly blocks: readonly Block[]
  readonly tables: readonly Table[]
  readonly keyValues: readonly KeyValue[]
  readonly formFields: readonly FormField[]
  readonly images: readonly ImageReference[]
  readonly metadata: Readonly<Record<string, string>>
  /** BCP 47, or `null` where it was not determined. */
  readonly language: string | null
  /** Media type of the document that was read. */
  readonly contentType: string
  /** Id of the extractor. */
  readonly extractor: string
  readonly warnings: readonly Finding[]
}

export interface DocumentPage {
  /** From 1. */
  readonly number: number
  /** Points (1/72 inch), where known. */
  readonly width?: number
  readonly height?: number
  readonly span: Span
}

export type BlockType =
  | 'heading'
  | 'paragraph'
  | 'list-item'
  | 'table'
  | 'caption'
  | 'header'
  | 'footer'
  | 'footnote'
  | 'comment'
  | 'text-box'
  | 'code'

export interface Block {
  readonly type: BlockType
  readonly span: Span
  /** Of a heading (1 to 6) or list item (from 1, its depth). */
  readonly level?: number
  /** Of a list item: as it reads, "1." or "•". */
  readonly marker?: string
  /** Of a `table` block: index into `tables`. A table's text belongs to this one block. */
  readonly table?: number
}

export interface Table {
  readonly span: Span
  readonly rows: number
  readonly columns: number
  /** How many of the first rows are headers. */
  readonly headerRows: number
  readonly cells: readonly TableCell[]
}

export interface TableCell {
  /** From 0. */
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
  readonly span: Span
  readonly text: string
}

/** A label and the value beside it. */
export interface KeyValue {
  readonly key: string
  readonly value: string
  readonly keySpan: Span
  readonly valueSpan: Span
  /** 0 to 1. */
  readonly confidence: number
}

/** A field that one fills in: AcroForm, content control. */
export interface FormField {
  readonly name: string
  readonly type: 'text' | 'checkbox' | 'radio' | 'choice' | 'date' | 'signature' | 'button'
  readonly value: string | boolean | readonly string[] | null
  readonly options?: readonly string[]
  readonly page?: number
  readonly box?: Box
}

export interface ImageReference {
  readonly contentType: string
  readonly altText?: string
  /** Pixels. */
  readonly width?: number
  readonly height?: number
  readonly page?: number
  readonly box?: Box
}

/**
 * What is read of Document AI's `Document` (google.cloud.documentai.v1), as JSON has it and as the client hands it out:
 * 64-bit numbers come as strings, zeros and empty lists may be left out, enums are names or numbers.
 */
export type Integer = number | string | { toString(): string } | null | undefined

export const numberOf = (integer: Integer): number => {
  const number = Number(integer?.toString() ?? 0)
  return Number.isFinite(number) ? number : 0
}

export interface TextAnchor {
  /** Offsets count Unicode characters, not UTF-16 units. */
  readonly textSegments?: readonly { readonly startIndex?: Integer; readonly endIndex?: Integer }[] | null
}

interface Vertex {
  readonly x?: number | null
  readonly y?: number | null
}

export interface BoundingPoly {
  readonly normalizedVertices?: readonly Vertex[] | null
  readonly vertices?: readonly Vertex[] | null
}

export interface Layout {
  readonly textAnchor?: TextAnchor | null
  readonly confidence?: number | null
  readonly boundingPoly?: BoundingPoly | null
  /** `PAGE_UP`, `PAGE_RIGHT`, `PAGE_DOWN`, `PAGE_LEFT`: 1 to 4. */
  readonly orientation?: string | number | null
}

export interface HasLayout {
  readonly layout?: Layout | null
}

interface TableRow {
  readonly cells?:
    | readonly (HasLayout & { readonly rowSpan?: number | null; readonly colSpan?: number | null })[]
    | null
}

export interface RecordedTable extends HasLayout {
  readonly headerRows?: readonly TableRow[] | null
  readonly bodyRows?: readonly TableRow[] | null
}

export interface RecordedFormField {
  readonly fieldName?: Layout | null
  readonly fieldValue?: Layout | null
  /** `filled_checkbox`, `unfilled_checkbox`; empty for text. */
  readonly valueType?: string | null
}

/** `Document.Page.Token.StyleInfo`, as far as it is looked at. */
export interface TokenStyle {
  readonly bold?: boolean | null
  readonly italic?: boolean | null
  readonly underlined?: boolean | null
  readonly strikeout?: boolean | null
  readonly superscript?: boolean | null
  readonly subscript?: boolean | null
}

export interface RecordedPage extends HasLayout {
  readonly pageNumber?: number | null
  readonly dimension?: {
    readonly width?: number | null
    readonly height?: number | null
    readonly unit?: string | null
  } | null
  readonly detectedLanguages?:
    | readonly { readonly languageCode?: string | null; readonly confidence?: number | null }[]
    | null
  readonly blocks?: readonly HasLayout[] | null
  readonly paragraphs?: readonly HasLayout[] | null
  readonly lines?: readonly HasLayout[] | null
  readonly tokens?: readonly (HasLayout & { readonly styleInfo?: TokenStyle | null })[] | null
  readonly tables?: readonly RecordedTable[] | null
  readonly formFields?: readonly RecordedFormField[] | null
  /** `type`: `filled_checkbox`, `unfilled_checkbox`, `signature`, `image` … */
  readonly visualElements?: readonly (HasLayout & { readonly type?: string | null })[] | null
  readonly detectedBarcodes?:
    | readonly (HasLayout & {
        readonly barcode?: {
          readonly format?: string | null
          readonly valueFormat?: string | null
          readonly rawValue?: string | null
        } | null
      })[]
    | null
}

interface CalendarDate {
  readonly year?: number | null
  readonly month?: number | null
  readonly day?: number | null
}

export interface NormalizedValue {
  readonly text?: string | null
  readonly moneyValue?: {
    readonly currencyCode?: string | null
    readonly units?: Integer
    readonly nanos?: number | null
  } | null
  readonly dateValue?: CalendarDate | null
  readonly datetimeValue?:
    | (CalendarDate & {
        readonly hours?: number | null
        readonly minutes?: number | null
        readonly seconds?: number | null
      })
    | null
  readonly addressValue?: {
    readonly addressLines?: readonly string[] | null
    readonly postalCode?: string | null
    readonly locality?: string | null
    readonly administrativeArea?: string | null
    readonly regionCode?: string | null
  } | null
  readonly booleanValue?: boolean | null
  readonly integerValue?: number | null
  readonly floatValue?: number | null
  readonly signatureValue?: boolean | null
}

export interface RecordedEntity {
  readonly type?: string | null
  readonly mentionText?: string | null
  readonly textAnchor?: TextAnchor | null
  readonly confidence?: number | null
  readonly pageAnchor?: {
    /** `page` is an index into `pages`; absent: 0. */
    readonly pageRefs?: readonly { readonly page?: Integer; readonly boundingPoly?: BoundingPoly | null }[] | null
  } | null
  readonly normalizedValue?: NormalizedValue | null
  readonly properties?: readonly RecordedEntity[] | null
}

/** A block of the layout parser's tree, which has no offsets. */
export interface LayoutBlock {
  readonly textBlock?: {
    readonly text?: string | null
    /** `paragraph`, `heading-1` …, `title`, `subtitle`, `header`, `footer`. */
    readonly type?: string | null
    readonly blocks?: readonly LayoutBlock[] | null
  } | null
  readonly tableBlock?: {
    readonly headerRows?: readonly LayoutRow[] | null
    readonly bodyRows?: readonly LayoutRow[] | null
    readonly caption?: string | null
  } | null
  readonly listBlock?: {
    readonly listEntries?: readonly { readonly blocks?: readonly LayoutBlock[] | null }[] | null
    /** `unordered` or `ordered`. */
    readonly type?: string | null
  } | null
  readonly imageBlock?: { readonly mimeType?: string | null; readonly imageText?: string | null } | null
  /** From 1. */
  readonly pageSpan?: { readonly pageStart?: number | null; readonly pageEnd?: number | null } | null
  readonly boundingBox?: BoundingPoly | null
}

export interface LayoutRow {
  readonly cells?:
    | readonly {
        readonly blocks?: readonly LayoutBlock[] | null
        readonly rowSpan?: number | null
        readonly colSpan?: number | null
      }[]
    | null
}

export interface RecordedDocument {
  readonly text?: string | null
  readonly pages?: readonly RecordedPage[] | null
  readonly entities?: readonly RecordedEntity[] | null
  readonly documentLayout?: { readonly blocks?: readonly LayoutBlock[] | null } | null
  /** Of an answer in several files. */
  readonly shardInfo?: {
    readonly shardIndex?: Integer
    readonly shardCount?: Integer
    readonly textOffset?: Integer
  } | null
  readonly error?: { readonly code?: number | null; readonly message?: string | null } | null
}

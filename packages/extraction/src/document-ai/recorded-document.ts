/**
 * What is read of Document AI's `Document` (google.cloud.documentai.v1), as JSON has it and as the client hands it out:
 * 64-bit numbers come as strings, zeros and empty lists may be left out, enums may be numbers.
 */
type Integer = number | string | { toString(): string } | null | undefined

export interface TextAnchor {
  /** Offsets count Unicode characters, not UTF-16 units. */
  readonly textSegments?: readonly { readonly startIndex?: Integer; readonly endIndex?: Integer }[] | null
}

export interface Layout {
  readonly textAnchor?: TextAnchor | null
  readonly confidence?: number | null
  readonly boundingPoly?: {
    readonly normalizedVertices?: readonly { readonly x?: number | null; readonly y?: number | null }[] | null
    readonly vertices?: readonly { readonly x?: number | null; readonly y?: number | null }[] | null
  } | null
}

interface HasLayout {
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
  readonly paragraphs?: readonly HasLayout[] | null
  readonly blocks?: readonly HasLayout[] | null
  readonly lines?: readonly HasLayout[] | null
  readonly tables?: readonly RecordedTable[] | null
  readonly formFields?: readonly RecordedFormField[] | null
}

export interface RecordedFormField {
  readonly fieldName?: Layout | null
  readonly fieldValue?: Layout | null
  /** `filled_checkbox`, `unfilled_checkbox`; empty for text. */
  readonly valueType?: string | null
}

/** A block of the layout parser's tree, which has no offsets. */
export interface LayoutBlock {
  readonly textBlock?: {
    readonly text?: string | null
    /** `paragraph`, `heading-1` …, `subtitle`, `header`, `footer`. */
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
  readonly pageSpan?: { readonly pageStart?: number | null; readonly pageEnd?: number | null } | null
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
  readonly documentLayout?: { readonly blocks?: readonly LayoutBlock[] | null } | null
}

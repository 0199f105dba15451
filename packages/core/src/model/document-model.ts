import type { Finding } from './finding.ts'
import type { Box, Span } from './span.ts'

/**
 * The one model of a read document, whichever extractor made it. Invariants, held by property tests over every reader:
 * every span lies inside `text`; leaf blocks (all but `table`) do not overlap, come in reading order, and cover all of
 * `text` but line breaks and tabs between them; a block that has a marker begins with it; a parent stands before its
 * children; the cells of a table tile its grid; runs do not overlap; boxes are within 0 and 1; the same bytes give the
 * same model.
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
  /** In reading order, none of them inside another: only what differs from the plain text of its block. */
  readonly runs: readonly Run[]
  /** In reading order. Comments are not among them: see `Block.about`. */
  readonly notes: readonly NoteReference[]
  /** In reading order, none of them inside another. */
  readonly formulas: readonly Formula[]
  readonly links: readonly Link[]
  readonly outline: readonly OutlineEntry[]
  readonly revisions: readonly Revision[]
  readonly attachments: readonly Attachment[]
  /** Facts that a provider names by itself; the embedded readers leave that to the identifier. */
  readonly entities: readonly Entity[]
  /** In reading order; there only where they were asked for. */
  readonly words?: readonly Word[]
  readonly metadata: Readonly<Record<string, string>>
  /** BCP 47, or `null` where it was not determined. */
  readonly language: string | null
  /** The languages of its blocks, the one with the most text first. */
  readonly languages: readonly LanguageShare[]
  /** Media type of the document that was read. */
  readonly contentType: string
  /** Id of the extractor. */
  readonly extractor: string
  readonly warnings: readonly Finding[]
}

/** How the text of a page came about: written in the document, read from its picture, or both. */
export type PageMethod = 'digital' | 'ocr' | 'hybrid'

/** One page, sheet or slide; a document that has none of these counts as one page. */
export interface DocumentPage {
  /** From 1. */
  readonly number: number
  /** Points (1/72 inch), where known. */
  readonly width?: number
  readonly height?: number
  /** Degrees clockwise by which the page is shown turned: 90, 180 or 270; boxes are those of the page as shown. */
  readonly rotation?: number
  readonly method?: PageMethod
  /** 0 to 1, of a page that was read from its picture. */
  readonly confidence?: number
  /** Of a sheet or slide. */
  readonly name?: string
  /** The document has no fixed pages; this is where its program last broke them. */
  readonly approximate?: boolean
  /** The text of the page. */
  readonly span: Span
}

/**
 * The form of a block; what it is to the document says its layer. Every type but `table` is a leaf. A `figure` is the
 * place of a picture and has no text: its span is empty. `term` and `definition` are those of a definition list.
 */
export const blockTypes = [
  'title',
  'heading',
  'paragraph',
  'list-item',
  'table',
  'term',
  'definition',
  'figure',
  'caption',
  'header',
  'footer',
  'footnote',
  'comment',
  'text-box',
  'code',
  'formula',
] as const
/** It decides which of `level`, `marker`, `table` and `image` a block may have. */
export type BlockType = (typeof blockTypes)[number]

/** What a block is to the document: its text, what repeats around it, notes, remarks, or what nobody sees. */
export const blockLayers = ['body', 'furniture', 'note', 'annotation', 'hidden'] as const
/**
 * Each type has a usual one (`footer`: `furniture`, `comment`: `annotation`); a reader that knows better says
 * otherwise.
 */
export type BlockLayer = (typeof blockLayers)[number]

/** A stretch of `DocumentModel.text`, and what it is. */
export interface Block {
  readonly type: BlockType
  readonly layer: BlockLayer
  /** `span.box` is that of its first region. */
  readonly span: Span
  /** Of a heading (1 to 6) or list item (from 1, its depth). */
  readonly level?: number
  /**
   * Of a list item, a numbered heading or a note: as it reads, "1.", "§ 4" or "•". It is part of the text: the span begins
   * with it, and a space parts it from what follows.
   */
  readonly marker?: string
  /** Of a list item that is a task: whether it is done. */
  readonly checked?: boolean
  /** How many block quotes it stands in, from 1. */
  readonly quote?: number
  /** Of a `table` block: index into `tables`. A table's text belongs to this one block. */
  readonly table?: number
  /** Of a `figure`: index into `images`. */
  readonly image?: number
  /**
   * Index of the block that it belongs to: of a list item the item above it; of a caption its table or figure, or the other
   * way round where the caption stands first; of a note the block that refers to it, and of its further paragraphs the first.
   */
  readonly parent?: number
  /** Of a comment: who wrote it. */
  readonly author?: string
  /** Of a comment: when, ISO 8601. */
  readonly date?: string
  /** Of a comment: what it is about. */
  readonly about?: Span
  /** Name of the style, as the document gives it. */
  readonly style?: string
  /** All the places where it stands, if more than one: a paragraph over two columns or pages. */
  readonly regions?: readonly Region[]
  /** BCP 47, where the text is long enough to tell. */
  readonly language?: string
  /** 0 to 1, of text that was read from a picture. */
  readonly confidence?: number
}

/** How characters look; each is there only where it is so. */
export interface Look {
  readonly bold?: true
  readonly italic?: true
  readonly underline?: true
  readonly strike?: true
  /** In a typeface for code, inside a text that is none. */
  readonly code?: true
  readonly script?: 'super' | 'sub'
}

/** A stretch of text that looks other than the text around it; what the style of its whole block does is no run. */
export interface Run extends Look {
  readonly span: Span
}

/** A formula, alone (a block of that type) or in a line. */
export interface Formula {
  /** Where the text has it on one line: `(a)/(b)`. */
  readonly span: Span
  /** Of LaTeX with amsmath and amssymb, for math mode, without the dollars around it: `\frac{a}{b}`. */
  readonly latex: string
}

/** A place where the text refers to a footnote or endnote. */
export interface NoteReference {
  /** The mark, such as a raised "1", where that is text of the document; else empty: its program draws the mark. */
  readonly span: Span
  /** Index of the note's first block. */
  readonly block: number
}

/** A place on a page. */
export interface Region {
  readonly page: number
  readonly box: Box
}

/** One word and where it stands; `span.page` and `span.box` are there where the document has pages. */
export interface Word {
  readonly span: Span
  /** 0 to 1, of a word that was read from a picture. */
  readonly confidence?: number
}

/** A grid. `text` holds it too: one line a row, cells parted by tabs. */
export interface Table {
  readonly span: Span
  /** Of the whole grid, headers included. */
  readonly rows: number
  readonly columns: number
  /** How many of the first rows are headers; 0 for none. */
  readonly headerRows: number
  /** Row by row, and the empty ones too; a merged cell is there once. */
  readonly cells: readonly TableCell[]
}

/** One cell, or several that are merged into one. */
export interface TableCell {
  /** From 0; of a merged cell its first row, as `column` is its first column. */
  readonly row: number
  readonly column: number
  /** Rows that it covers, from 1. */
  readonly rowSpan: number
  /** Columns that it covers, from 1. */
  readonly columnSpan: number
  readonly span: Span
  /** What `span` has in the text of the document. */
  readonly text: string
  /** Of a spreadsheet: the value behind the text; dates as ISO 8601. */
  readonly value?: string | number | boolean
  /** Of a spreadsheet: without the equals sign. */
  readonly formula?: string
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

/**
 * `choice` is a list to choose from. In a PDF the `radio` buttons of one name are one field, whose value is the chosen
 * one.
 */
export const formFieldTypes = ['text', 'checkbox', 'radio', 'choice', 'date', 'signature', 'button'] as const

/** A field that one fills in: AcroForm, content control, a box in the text, a form's box that a provider saw. */
export interface FormField {
  readonly name: string
  readonly type: (typeof formFieldTypes)[number]
  readonly value: string | boolean | readonly string[] | null
  readonly options?: readonly string[]
  readonly page?: number
  readonly box?: Box
}

/** A picture in the document. Where its place in the text is known, a `figure` block has it. */
export interface ImageReference {
  /** `image/*` where it is not known. */
  readonly contentType: string
  /** As the document holds it; only where it was asked for. Pictures that the document has once share it. */
  readonly content?: Uint8Array
  readonly altText?: string
  /** Pixels. */
  readonly width?: number
  readonly height?: number
  readonly page?: number
  readonly box?: Box
}

/** Text that leads somewhere: to an address, or to a place in the document itself. */
export interface Link {
  readonly span: Span
  /** As the document gives it; an address that a browser would run (`javascript:`) is left out. */
  readonly url?: string
  /** Name of a bookmark in the document. */
  readonly anchor?: string
  /** The page it leads to, from 1. */
  readonly page?: number
}

/** One line of the document's own table of contents: bookmarks of a PDF, headings of a text. */
export interface OutlineEntry {
  readonly title: string
  /** From 1. */
  readonly level: number
  readonly page?: number
  /** Where in `text` it leads to, as a UTF-16 offset, where known. */
  readonly start?: number
}

/** A tracked change. */
export interface Revision {
  readonly type: 'insertion' | 'deletion' | 'move-from' | 'move-to' | 'format'
  readonly author?: string
  /** ISO 8601. */
  readonly date?: string
  /** What was put in or taken out. */
  readonly text: string
  /** Where it stands in `text`; absent where the text was left out. */
  readonly span?: Span
}

/** A document inside the document: of a mail, a PDF, a package. */
export interface Attachment {
  readonly filename: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  /** Of a part of a mail that its HTML shows. */
  readonly contentId?: string
  /** What it says, where its type can be read. */
  readonly document?: DocumentModel
  /** Code of the reason why it was not read. */
  readonly problem?: string
}

/** One fact by the provider's own scheme, with its parts (a line of an invoice, its price) as `properties`. */
export interface Entity {
  /** As the provider names it. */
  readonly type: string
  readonly text: string
  readonly span?: Span
  /** 0 to 1. */
  readonly confidence: number
  /** As the provider normalized it. */
  readonly value?: string
  readonly properties: readonly Entity[]
}

/** Blocks too short to tell their language count for none. */
export interface LanguageShare {
  /** BCP 47. */
  readonly language: string
  /** 0 to 1, of the letters whose language was told. */
  readonly share: number
}

import type { Span } from '../../model/span.ts'

/** A piece of a document, for an index to search in: small enough, of one section, and with its place. */
export interface Chunk {
  /** The headings that it stands under, the outermost first; its own text begins with the last, where the section does. */
  readonly headings: readonly string[]
  /** Its `spans`, a line each. */
  readonly text: string
  readonly spans: readonly Span[]
  /** From 1, in order; none where the document has no pages. */
  readonly pages: readonly number[]
  /** Of a table, or of some rows of one: index into `tables`. */
  readonly table?: number
}

/** How large chunks are. */
export interface ChunkSizes {
  /** UTF-16 units of `text`, at the most. */
  readonly maxCharacters: number
  /** UTF-16 units at the end of a chunk with which the next one of the same section begins once more: half a chunk at the most. */
  readonly overlap: number
}

/** Some 500 tokens of English. */
export const usualChunks: ChunkSizes = { maxCharacters: 2000, overlap: 0 }

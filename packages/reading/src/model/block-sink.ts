import type {
  BlockLayer,
  BlockType,
  Box,
  Formula,
  ImageReference,
  Link,
  Look,
  Region,
  Revision,
  Span,
  Word,
} from '@chancery/core'

/** A stretch of a text that is about to be added, as UTF-16 offsets into that text. */
interface Stretch {
  readonly start: number
  readonly end: number
}

/** What is said of parts of a text: where they lead, how they look, how they changed, where its words stand on the page. */
export interface TextMarks {
  /** In order of their starts. */
  readonly links?: readonly (Omit<Link, 'span'> & Stretch)[]
  /** In order, none inside another. */
  readonly runs?: readonly (Look & Stretch)[]
  /** Where it refers to notes and comments, by their `BlockTraits.note`; empty stretches are places between characters. */
  readonly references?: readonly (Stretch & { readonly to: string })[]
  /** In order, none inside another. */
  readonly formulas?: readonly (Omit<Formula, 'span'> & Stretch)[]
  readonly revisions?: readonly (Omit<Revision, 'span' | 'text'> & Stretch)[]
  /** In order, their spans those within this text; that has to be clean, so that they stay true. */
  readonly words?: readonly Word[]
}

export interface BlockTraits extends TextMarks {
  readonly level?: number
  /** It is written before the text, with a space. */
  readonly marker?: string
  /** The text begins with its marker already, as it does where it is read from a page. */
  readonly marked?: boolean
  /** One line of code: lines of one style that follow each other, also empty ones between them, are one block. */
  readonly line?: boolean
  readonly checked?: boolean
  readonly quote?: number
  /** Of the first block of a note or comment: the name by which `TextMarks.references` refer to it. */
  readonly note?: string
  readonly author?: string
  readonly date?: string
  /** What a comment is about, where no reference says it. */
  readonly about?: Span
  readonly box?: Box
  /** Absent: what its type usually is. */
  readonly layer?: BlockLayer
  readonly style?: string
  /** Index of the block that it belongs to, as `block` answered it. */
  readonly parent?: number
  readonly regions?: readonly Region[]
  readonly confidence?: number
}

/** One cell as a source gives it, before it has its place in the grid. */
export interface CellContent extends TextMarks {
  readonly text: string
  readonly rowSpan?: number
  readonly columnSpan?: number
  readonly value?: string | number | boolean
  readonly formula?: string
  readonly box?: Box
  /** Pictures in it; their figures follow the table. */
  readonly figures?: readonly ImageReference[]
}

export type TableTraits = Pick<BlockTraits, 'box' | 'layer' | 'parent' | 'quote' | 'style'>

/** Blocks that are written as text. */
export type TextType = Exclude<BlockType, 'table' | 'figure'>

export type TableRows = readonly (readonly CellContent[])[]

/** Where a walker puts what it reads, in reading order: the model itself, or the text of one table cell. */
export interface BlockSink {
  /** The index of the block; blocks without text are passed over. */
  block(type: TextType, text: string, traits?: BlockTraits): number | undefined
  /** A picture, and the place where it stands. */
  figure(image: ImageReference, traits?: TableTraits): number | undefined
  /** Rows of cells; what spans leave open is filled, what overlaps is cut, so that the cells tile. */
  table(rows: TableRows, headerRows: number, traits?: TableTraits): number | undefined
}

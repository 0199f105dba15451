import type { BlockLayer, BlockType, Box, Link, Region, Revision, Word } from '@chancery/core'

/** A stretch of a text that is about to be added, as UTF-16 offsets into that text. */
interface Stretch {
  readonly start: number
  readonly end: number
}

/** What is said of parts of a text: where they lead, how they changed, and where its words stand on the page. */
export interface TextMarks {
  /** In order of their starts. */
  readonly links?: readonly (Omit<Link, 'span'> & Stretch)[]
  readonly revisions?: readonly (Omit<Revision, 'span' | 'text'> & Stretch)[]
  /** In order, their spans those within this text; that has to be clean, so that they stay true. */
  readonly words?: readonly Word[]
}

export interface BlockTraits extends TextMarks {
  readonly level?: number
  readonly marker?: string
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
}

export type TableTraits = Pick<BlockTraits, 'box' | 'layer' | 'parent' | 'style'>

export type TableRows = readonly (readonly CellContent[])[]

/** Where a walker puts what it reads, in reading order: the model itself, or the text of one table cell. */
export interface BlockSink {
  /** The index of the block; blocks without text are passed over. */
  block(type: Exclude<BlockType, 'table'>, text: string, traits?: BlockTraits): number | undefined
  /** Rows of cells; what spans leave open is filled, what overlaps is cut, so that the cells tile. */
  table(rows: TableRows, headerRows: number, traits?: TableTraits): void
}

import type { BlockType, Box } from '@chancery/core'

export interface BlockTraits {
  readonly level?: number
  readonly marker?: string
  readonly box?: Box
}

/** One cell as a source gives it, before it has its place in the grid. */
export interface CellContent {
  readonly text: string
  readonly rowSpan?: number
  readonly columnSpan?: number
}

export type TableRows = readonly (readonly CellContent[])[]

/** Where a walker puts what it reads, in reading order: the model itself, or the text of one table cell. */
export interface BlockSink {
  /** Blocks without text are passed over. */
  block(type: Exclude<BlockType, 'table'>, text: string, traits?: BlockTraits): void
  /** Rows of cells; what spans leave open is filled, what overlaps is cut, so that the cells tile. */
  table(rows: TableRows, headerRows: number, traits?: Pick<BlockTraits, 'box'>): void
}

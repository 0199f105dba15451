import type { BlockLayer, BlockType, Box, Region } from '@chancery/core'

export interface BlockTraits {
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
export interface CellContent {
  readonly text: string
  readonly rowSpan?: number
  readonly columnSpan?: number
  readonly value?: string | number | boolean
  readonly formula?: string
  readonly box?: Box
}

export type TableRows = readonly (readonly CellContent[])[]

/** Where a walker puts what it reads, in reading order: the model itself, or the text of one table cell. */
export interface BlockSink {
  /** The index of the block; blocks without text are passed over. */
  block(type: Exclude<BlockType, 'table'>, text: string, traits?: BlockTraits): number | undefined
  /** Rows of cells; what spans leave open is filled, what overlaps is cut, so that the cells tile. */
  table(rows: TableRows, headerRows: number, traits?: Pick<BlockTraits, 'box'>): void
}

import type { ImageReference } from '@chancery/core'
import type { TextMarks } from '@chancery/reading/model/block-sink'
import type { CellRange } from './cell-reference.ts'

/** One cell that says something, whichever format it comes from. */
export interface SheetCell {
  /** From 0. */
  readonly row: number
  readonly column: number
  rowSpan: number
  columnSpan: number
  /** As it is shown. */
  readonly text: string
  readonly value?: string | number | boolean
  /** Without the equals sign. */
  readonly formula?: string
  /** Whether it was entered as text: no number, date, truth value or error. */
  readonly isText: boolean
  readonly bold?: boolean
  links?: TextMarks['links']
  readonly runs?: TextMarks['runs']
}

/** A range that the document itself calls a table. */
export interface DeclaredTable extends CellRange {
  readonly headerRows: number
}

export interface SheetNote {
  /** The cell that it is about: "B3". */
  readonly reference: string
  readonly text: string
  readonly author?: string
  /** ISO 8601. */
  readonly date?: string
}

/** What stands on one sheet. */
export interface SheetContent {
  readonly name: string
  readonly hidden: boolean
  readonly cells: readonly SheetCell[]
  readonly tables: readonly DeclaredTable[]
  /** Ranges whose first row filters the others. */
  readonly filters: readonly CellRange[]
  readonly comments: readonly SheetNote[]
  readonly captions: readonly string[]
  readonly textBoxes: readonly string[]
  readonly images: readonly ImageReference[]
}

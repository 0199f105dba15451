/** Rows of cells, as wide as the widest or narrower. */
export type SheetTable = readonly (readonly string[])[]

/** Cells that touch each other, which empty rows and columns part from the others of their sheet. */
export interface SheetIsland {
  readonly sheet: number
  /** Where its first cell would stand, from 0. */
  readonly top: number
  readonly left: number
  readonly rows: SheetTable
}

/** Of a cell that touches no other one. */
export const isAlone = ({ rows }: SheetIsland): boolean => rows.length === 1 && rows[0]?.length === 1

export const bottomOf = ({ top, rows }: SheetIsland): number => top + rows.length - 1

export const widthOf = ({ rows }: SheetIsland): number => rows.reduce((most, { length }) => Math.max(most, length), 0)

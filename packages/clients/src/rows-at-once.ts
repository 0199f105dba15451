/** Rows that are read before others have their turn. */
export const rowsAtOnce = 256

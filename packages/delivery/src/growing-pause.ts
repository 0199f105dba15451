/** The first pause after a failure, and the longest, in ms. */
const firstMs = 100
const longestMs = 10_000

/** How long to wait after so many failures in a row, in ms: between half and all of a time that doubles. */
export const growingPause = (failures: number): number =>
  Math.min(firstMs * 2 ** Math.min(failures - 1, 20), longestMs) * (0.5 + Math.random() / 2)

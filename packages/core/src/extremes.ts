/** The largest of any number of numbers; -Infinity of none. Handed to `Math.max` one by one, too many overflow the stack. */
export function largestOf(numbers: Iterable<number>): number {
  let largest = -Infinity
  for (const number of numbers) largest = Math.max(largest, number)
  return largest
}

/** The least of any number of numbers; Infinity of none. */
export function leastOf(numbers: Iterable<number>): number {
  let least = Infinity
  for (const number of numbers) least = Math.min(least, number)
  return least
}

/** The most cells of one dynamic-programming table; beyond it, only unique common elements are used. */
const maxCells = 2_000_000

/** How good it is to lay `left[i]` over `right[j]`; 0 or less forbids it. */
export type Score = (i: number, j: number) => number

export interface MatchOptions {
  /** Added when the elements before were laid over each other too. */
  readonly bonus: number
  /** Elements of equal keys are the same; used to find anchors in long sequences. */
  readonly leftKey: (i: number) => string | number
  readonly rightKey: (j: number) => string | number
  /** Told how many cells are about to be computed. */
  readonly spend: (cells: number) => void
}

/** Longest increasing subsequence of `pairs` (sorted by `[0]`) in `[1]`. */
const increasing = (pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] => {
  const tails: number[] = []
  const before = new Int32Array(pairs.length).fill(-1)
  for (let index = 0; index < pairs.length; index += 1) {
    const value = pairs[index]![1]
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[tails[middle]!]![1] < value) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? tails[low - 1]! : -1
    tails[low] = index
  }
  const chain: (readonly [number, number])[] = []
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index]!) chain.push(pairs[index]!)
  return chain.toReversed()
}

interface Window {
  readonly left: number
  readonly leftEnd: number
  readonly right: number
  readonly rightEnd: number
}

/** Elements that occur once on either side, in the same order (patience diff). */
const uniqueAnchors = (window: Window, { leftKey, rightKey }: MatchOptions): (readonly [number, number])[] => {
  const seen = new Map<string | number, number>()
  for (let i = window.left; i < window.leftEnd; i += 1) seen.set(leftKey(i), seen.has(leftKey(i)) ? -1 : i)
  const places = new Map<string | number, number>()
  for (let j = window.right; j < window.rightEnd; j += 1) places.set(rightKey(j), places.has(rightKey(j)) ? -1 : j)
  const pairs: (readonly [number, number])[] = []
  for (const [key, i] of seen) {
    const j = places.get(key)
    if (i >= 0 && j !== undefined && j >= 0) pairs.push([i, j])
  }
  return increasing(pairs.sort((a, b) => a[0] - b[0]))
}

/** Heaviest common subsequence with a bonus for contiguity, by dynamic programming over the whole window. */
const heaviest = (window: Window, score: Score, bonus: number): (readonly [number, number])[] => {
  const rows = window.leftEnd - window.left
  const columns = window.rightEnd - window.right
  const width = columns + 1
  const best = new Float32Array((rows + 1) * width)
  const joined = new Float32Array((rows + 1) * width).fill(-1)
  for (let i = 1; i <= rows; i += 1) {
    for (let j = 1; j <= columns; j += 1) {
      const at = i * width + j
      const gain = score(window.left + i - 1, window.right + j - 1)
      let value = Math.max(best[at - width]!, best[at - 1]!)
      if (gain > 0) {
        const previous = at - width - 1
        const run = joined[previous]! >= 0 ? joined[previous]! + bonus : -1
        joined[at] = gain + Math.max(best[previous]!, run)
        if (joined[at]! > value) value = joined[at]!
      }
      best[at] = value
    }
  }
  const pairs: (readonly [number, number])[] = []
  let i = rows
  let j = columns
  let mustJoin = false
  while (i > 0 && j > 0) {
    const at = i * width + j
    if (mustJoin || (joined[at]! >= 0 && joined[at]! >= best[at]!)) {
      pairs.push([window.left + i - 1, window.right + j - 1])
      const previous = at - width - 1
      mustJoin = joined[previous]! >= 0 && joined[previous]! + bonus >= best[previous]!
      i -= 1
      j -= 1
    } else if (best[at - width]! >= best[at - 1]!) i -= 1
    else j -= 1
  }
  return pairs.toReversed()
}

/**
 * Lays two sequences over each other: pairs of positions, rising on both sides, of the greatest total score.
 * Bounded: windows beyond `maxCells` are cut at unique common elements, and what is then still too large stays unmatched.
 */
export const matchSequences = (
  leftLength: number,
  rightLength: number,
  score: Score,
  options: MatchOptions,
): (readonly [number, number])[] => {
  const solve = (window: Window): (readonly [number, number])[] => {
    const cells = (window.leftEnd - window.left) * (window.rightEnd - window.right)
    if (cells === 0) return []
    options.spend(Math.min(cells, maxCells))
    return cells <= maxCells ? heaviest(window, score, options.bonus) : []
  }
  const whole = { left: 0, leftEnd: leftLength, right: 0, rightEnd: rightLength }
  if (leftLength * rightLength <= maxCells) return solve(whole)
  const pairs: (readonly [number, number])[] = []
  let left = 0
  let right = 0
  for (const [i, j] of [...uniqueAnchors(whole, options), [leftLength, rightLength] as const]) {
    for (const pair of solve({ left, leftEnd: i, right, rightEnd: j })) pairs.push(pair)
    if (i < leftLength) pairs.push([i, j])
    left = i + 1
    right = j + 1
  }
  return pairs
}

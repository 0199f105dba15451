/** The most cells of one dynamic-programming table; beyond it, only unique common elements are used. */
const maxCells = 2_000_000

/** How good it is to lay `left[i]` over `right[j]`; 0 or less forbids it. */
export type Score = (i: number, j: number) => number

/** A way to tell elements by: those of equal keys are the same. */
export interface MatchKey {
  left(i: number): string | number
  right(j: number): string | number
}

export interface MatchOptions {
  /** Added when the elements before were laid over each other too. */
  readonly bonus: number
  /** To find anchors in long sequences: the strictest first, of which each next one serves between those before. */
  readonly keys: readonly MatchKey[]
  /** Whether a table of so many cells may be computed; it is, if so. */
  afford(cells: number): boolean
  /** Told when elements were left without being compared. */
  leave(): void
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
const uniqueAnchors = (window: Window, key: MatchKey): (readonly [number, number])[] => {
  const seen = new Map<string | number, number>()
  for (let i = window.left; i < window.leftEnd; i += 1) {
    const left = key.left(i)
    seen.set(left, seen.has(left) ? -1 : i)
  }
  const places = new Map<string | number, number>()
  for (let j = window.right; j < window.rightEnd; j += 1) {
    const right = key.right(j)
    places.set(right, places.has(right) ? -1 : j)
  }
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
 * Bounded: windows beyond `maxCells`, or beyond what is afforded, are cut at unique common elements, and what is then still
 * too large stays unmatched.
 */
export const matchSequences = (
  leftLength: number,
  rightLength: number,
  score: Score,
  { bonus, keys, afford, leave }: MatchOptions,
): (readonly [number, number])[] => {
  const pairs: (readonly [number, number])[] = []
  const solve = (window: Window, depth: number): void => {
    const cells = (window.leftEnd - window.left) * (window.rightEnd - window.right)
    if (cells === 0) return
    if (cells <= maxCells && afford(cells)) {
      for (const pair of heaviest(window, score, bonus)) pairs.push(pair)
      return
    }
    const key = keys[depth]
    if (key === undefined) {
      leave()
      return
    }
    let { left, right } = window
    for (const [i, j] of uniqueAnchors(window, key)) {
      solve({ left, leftEnd: i, right, rightEnd: j }, depth + 1)
      pairs.push([i, j])
      left = i + 1
      right = j + 1
    }
    solve({ ...window, left, right }, depth + 1)
  }
  solve({ left: 0, leftEnd: leftLength, right: 0, rightEnd: rightLength }, 0)
  return pairs
}

/** Case, underscores, hyphens, spaces and accents put aside: `Customer_Name` and `customerName` fold to the same. */
export const fold = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\s_-]+/gu, '')
    .toLowerCase()

/** Longest names that are compared letter by letter. */
const maxLength = 128

/**
 * Damerau–Levenshtein distance in its optimal string alignment form: insertions, deletions, substitutions, and swaps of
 * neighbours. Stops at `limit` and then answers `limit + 1`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || a.length > maxLength || b.length > maxLength)
    return a === b ? 0 : limit + 1
  let older: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let value = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, (older[j - 2] ?? 0) + 1)
      row.push(value)
      least = Math.min(least, value)
    }
    if (least > limit) return limit + 1
    older = previous
    previous = row
  }
  return previous[b.length] ?? limit + 1
}

/** The candidate that was most likely meant, if one is near enough: same but for case and joints, or a few letters off. */
export function suggest(name: string, candidates: Iterable<string>): string | undefined {
  // Folding halves a name at the most, but for joints and accents that nobody writes by the hundred.
  if (name.length > 4 * maxLength) return undefined
  const wanted = fold(name)
  const limit = wanted.length <= 3 ? 1 : wanted.length <= 8 ? 2 : 3
  let best: string | undefined
  let bestDistance = limit + 1
  for (const candidate of candidates) {
    if (candidate === name) continue
    const distance = editDistance(wanted, fold(candidate), limit)
    // At least half of the letters must be right.
    if (distance < bestDistance && distance * 2 <= wanted.length) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

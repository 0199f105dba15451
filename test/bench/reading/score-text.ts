/** How well a text agrees with the true one, over NFKC-lowercased words of letters and digits. */
export interface TextScore {
  /** F1 over the words as a bag. */
  readonly words: number
  /** 2·LCS/(|a|+|b|) over the words in order: reading order counts. */
  readonly sequence: number
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

export function scoreText(truth: string, found: string): TextScore {
  const [a, b] = [wordsOf(truth), wordsOf(found)]
  if (a.length + b.length === 0) return { words: 1, sequence: 1 }
  const bag = new Map<string, number>()
  for (const word of a) bag.set(word, (bag.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of b) {
    const left = bag.get(word) ?? 0
    if (left > 0) {
      shared++
      bag.set(word, left - 1)
    }
  }
  return { words: (2 * shared) / (a.length + b.length), sequence: (2 * commonLength(a, b)) / (a.length + b.length) }
}

/** Length of the longest common subsequence. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = new Uint32Array(b.length + 1)
  for (const word of a) {
    const next = new Uint32Array(b.length + 1)
    for (let at = 0; at < b.length; at++) {
      next[at + 1] = word === b[at] ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0)
    }
    row = next
  }
  return row[b.length] ?? 0
}

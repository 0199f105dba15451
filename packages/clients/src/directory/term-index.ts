/** Who has which terms, and which terms begin how. */
export class TermIndex {
  readonly #holders = new Map<string, Set<string>>()
  /** Of the terms, in order; made when it is asked for. */
  #sorted: readonly string[] | undefined

  add(id: string, terms: readonly string[]): void {
    for (const term of terms) {
      const holders = this.#holders.get(term)
      if (holders !== undefined) {
        holders.add(id)
        continue
      }
      this.#holders.set(term, new Set([id]))
      this.#sorted = undefined
    }
  }

  remove(id: string, terms: readonly string[]): void {
    for (const term of terms) this.#holders.get(term)?.delete(id)
  }

  /** Ids of all that have a term with one of these beginnings. */
  beginningWith(beginnings: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>()
    const sorted = (this.#sorted ??= [...this.#holders.keys()].sort())
    for (const begin of beginnings) {
      for (let at = firstNotBefore(sorted, begin); sorted[at]?.startsWith(begin) === true; at++) {
        for (const id of this.#holders.get(sorted[at] ?? '') ?? []) found.add(id)
      }
    }
    return found
  }
}

/** Where a text stands in a sorted list, or would. */
function firstNotBefore(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

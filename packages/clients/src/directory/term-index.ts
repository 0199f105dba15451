/** Who has which terms, and which terms begin how. Brought up to date when it is asked: an import asks nothing. */
export class TermIndex {
  readonly #termsOf: (id: string) => readonly string[]
  readonly #holders = new Map<string, Set<string>>()
  readonly #known = new Map<string, readonly string[]>()
  readonly #changed = new Set<string>()
  /** Of the terms, in order. */
  #sorted: readonly string[] = []

  /** @param termsOf of a client as it is now; of one that is no more, none */
  constructor(termsOf: (id: string) => readonly string[]) {
    this.#termsOf = termsOf
  }

  /** Takes note that a client came, changed or went. */
  changed(id: string): void {
    this.#changed.add(id)
  }

  #bringUpToDate(): void {
    if (this.#changed.size === 0) return
    for (const id of this.#changed) {
      for (const term of this.#known.get(id) ?? []) this.#holders.get(term)?.delete(id)
      const terms = this.#termsOf(id)
      if (terms.length === 0) this.#known.delete(id)
      else this.#known.set(id, terms)
      for (const term of terms) {
        const holders = this.#holders.get(term)
        if (holders === undefined) this.#holders.set(term, new Set([id]))
        else holders.add(id)
      }
    }
    this.#changed.clear()
    this.#sorted = [...this.#holders.keys()].sort()
  }

  /** Ids of all that have a term with one of these beginnings. */
  beginningWith(beginnings: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>()
    this.#bringUpToDate()
    const sorted = this.#sorted
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

/** Which clients have a key, in the order in which they came. Most keys are one client's, who needs no set. */
export class IdsByKey {
  readonly #ids = new Map<string, string | Set<string>>()

  add(key: string, id: string): void {
    const before = this.#ids.get(key)
    if (before === undefined) this.#ids.set(key, id)
    else if (typeof before !== 'string') before.add(id)
    else if (before !== id) this.#ids.set(key, new Set([before, id]))
  }

  remove(key: string, id: string): void {
    const before = this.#ids.get(key)
    if (before === id) this.#ids.delete(key)
    else if (typeof before === 'object' && before.delete(id) && before.size === 0) this.#ids.delete(key)
  }

  /** The first ones. */
  first(key: string, most: number): readonly string[] {
    const ids = this.#ids.get(key)
    if (ids === undefined) return []
    if (typeof ids === 'string') return [ids]
    const first: string[] = []
    for (const id of ids) {
      if (first.length >= most) break
      first.push(id)
    }
    return first
  }
}

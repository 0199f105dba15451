/** Of the slots, so many eighths are taken at most: then a free one is near. */
const mostTaken = 5
const fewestSlots = 16

/**
 * A map from digests (`shortDigest`) that takes half of what a `Map` does, which keeps each of them as an object. Open
 * addressing with linear probing (Knuth, The Art of Computer Programming, vol. 3, 6.4); where a digest stands, each map
 * decides for itself, so that no file can have its digests stand in one place.
 */
export class DigestMap<T extends {}> {
  readonly #seed = Math.floor(Math.random() * 2 ** 32) | 1
  #digests = new Float64Array(fewestSlots)
  /** `undefined`: a free slot; `null`: one whose value was deleted. */
  #values: (T | null | undefined)[] = freeSlots(fewestSlots)
  /** Slots that are not free. */
  #taken = 0

  get(digest: number): T | undefined {
    return this.#values[this.#slotOf(digest)] ?? undefined
  }

  set(digest: number, value: T): void {
    const slot = this.#slotOf(digest)
    if (this.#values[slot] === undefined) {
      this.#digests[slot] = digest
      this.#taken++
    }
    this.#values[slot] = value
    if (this.#taken * 8 > this.#values.length * mostTaken) this.#makeRoom()
  }

  delete(digest: number): void {
    const slot = this.#slotOf(digest)
    // Those behind it are still found: it is not free.
    if (this.#values[slot] !== undefined) this.#values[slot] = null
  }

  /** Where a digest stands, or may be put. */
  #slotOf(digest: number): number {
    const last = this.#values.length - 1
    const high = Math.floor(digest / 2 ** 32)
    const mixed = Math.imul((digest >>> 0) + Math.imul(high, this.#seed), this.#seed)
    let slot = (mixed ^ (mixed >>> 15)) & last
    while (this.#values[slot] !== undefined && this.#digests[slot] !== digest) slot = (slot + 1) & last
    return slot
  }

  #makeRoom(): void {
    const [digests, values] = [this.#digests, this.#values]
    const kept = values.reduce<number>((count, value) => (value == null ? count : count + 1), 0)
    // Where many were deleted, there is room enough without them.
    const slots = kept * 8 > (values.length * mostTaken) / 2 ? values.length * 2 : values.length
    this.#digests = new Float64Array(slots)
    this.#values = freeSlots(slots)
    this.#taken = 0
    for (const [slot, value] of values.entries()) if (value != null) this.set(digests[slot] ?? 0, value)
  }
}

const freeSlots = (count: number): undefined[] => Array.from({ length: count })

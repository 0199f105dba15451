/** Items that wait by key: keys take turns, and the items of one key keep their order. */
export interface FairQueue<Item> {
  /** Items of all keys. */
  size(): number
  /** Items of one key. */
  sizeOf(key: string): number
  add(key: string, item: Item): void
  /** Takes the oldest item of the key that has used least, among those that may go on; of equals, of the one whose turn it is. */
  next(
    mayGoOn: (key: string) => boolean,
    usedBy: (key: string) => number,
  ): { readonly key: string; readonly item: Item } | undefined
  /** Takes out one item. */
  remove(key: string, item: Item): void
  /** Whether some key has more items than the given number. */
  hasLonger(above: number): boolean
  /** Takes out the newest item of the key that has most, where those are more than the given number. */
  cutLongest(above: number): Item | undefined
}

/**
 * Keys that have used less go first, and equals take turns. Where there is no room, the longest line is cut: "longest queue drop" of stochastic fair
 * queueing (P. McKenney, 1990), which no single key can turn against the others.
 */
export function createFairQueue<Item>(): FairQueue<Item> {
  /** In order of turn; no line is empty. */
  const lines = new Map<string, Item[]>()
  let size = 0

  function without(key: string, line: Item[], at: number): Item {
    const [item] = line.splice(at, 1)
    size--
    if (line.length === 0) lines.delete(key)
    return item as Item
  }

  return {
    size: () => size,
    sizeOf: (key) => lines.get(key)?.length ?? 0,
    add(key, item) {
      const line = lines.get(key)
      if (line === undefined) lines.set(key, [item])
      else line.push(item)
      size++
    },
    next(mayGoOn, usedBy) {
      let first: { readonly key: string; readonly line: Item[]; readonly used: number } | undefined
      for (const [key, line] of lines) {
        if (!mayGoOn(key)) continue
        const used = usedBy(key)
        if (first === undefined || used < first.used) first = { key, line, used }
      }
      if (first === undefined) return undefined
      const { key, line } = first
      lines.delete(key)
      // At the end: its next turn comes after that of all others.
      lines.set(key, line)
      return { key, item: without(key, line, 0) }
    },
    remove(key, item) {
      const line = lines.get(key)
      const at = line?.indexOf(item) ?? -1
      if (line !== undefined && at >= 0) without(key, line, at)
    },
    hasLonger: (above) => [...lines.values()].some((line) => line.length > above),
    cutLongest(above) {
      let longest: [string, Item[]] | undefined
      for (const entry of lines) if (entry[1].length > (longest?.[1].length ?? above)) longest = entry
      return longest === undefined ? undefined : without(longest[0], longest[1], longest[1].length - 1)
    },
  }
}

/** Who may use how much memory: entries are made before it is used, and taken back after. Bytes everywhere. */
export interface MemoryLedger {
  /** What is reserved, by one key or by all. */
  reserved(key?: string): number
  /** Changes what a key has reserved; with a negative number it gives back. */
  change(key: string, bytes: number): void
}

/** Counts, and no more: the rules are in the admission. Keys without a reservation are forgotten. */
export function createMemoryLedger(): MemoryLedger {
  const byKey = new Map<string, number>()
  let total = 0
  return {
    reserved: (key) => (key === undefined ? total : (byKey.get(key) ?? 0)),
    change(key, bytes) {
      const left = (byKey.get(key) ?? 0) + bytes
      total += bytes
      if (left > 0) byKey.set(key, left)
      else byKey.delete(key)
    },
  }
}

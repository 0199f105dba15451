/** Remembers the last answers of a function of one short text, for work that costs and is asked for again and again. */
export function memoized<T>(work: (text: string) => T, capacity = 10_000): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined || known.has(text)) return found as T
    if (known.size >= capacity) known.clear()
    const value = work(text)
    known.set(text, value)
    return value
  }
}

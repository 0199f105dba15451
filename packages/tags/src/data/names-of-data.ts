import type { JsonObject } from '@chancery/core'

/** Names that are looked at, and how deep. */
const limits = { names: 2000, depth: 6 }

/** What tags may call the values of data by: their paths, and for items of lists those within an item (the first twenty). */
export function namesOfData(data: JsonObject): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (value: unknown, prefix: string, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > limits.depth) return
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 20)) visit(item, '', depth + 1)
      return
    }
    for (const [key, inner] of Object.entries(value)) {
      if (names.size >= limits.names) return
      const path = prefix === '' ? key : `${prefix}.${key}`
      names.add(path)
      visit(inner, path, depth + 1)
    }
  }
  visit(data, '', 0)
  return names
}

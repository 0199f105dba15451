/** An array of more items is sent and written in pieces of so many: cells of a table take a ms or two. */
export const pieceItems = 2000

/** What is looked through for long arrays: those of an attachment lie deepest, and looking must cost nothing beside sending. */
export const longArrayReach = { depth: 7, branches: 500 } as const

/** Whether a value of plain objects and arrays holds a long array. Most have none, and are looked through without anything being made. */
export function hasLongArray(part: unknown, depth = 0): boolean {
  if (typeof part !== 'object' || part === null || depth > longArrayReach.depth) return false
  if (Array.isArray(part)) {
    if (part.length > pieceItems) return true
    return part.length <= longArrayReach.branches && part.some((item) => hasLongArray(item, depth + 1))
  }
  // Bytes and the like are no trees.
  if (Object.getPrototypeOf(part) !== Object.prototype) return false
  for (const key in part) {
    const item = (part as Record<string, unknown>)[key]
    if (typeof item === 'object' && hasLongArray(item, depth + 1)) return true
  }
  return false
}

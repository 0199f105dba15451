/** An array of more items is sent and written in pieces of so many: cells of a table take a ms or two. */
export const pieceItems = 2000

/** A text of more UTF-16 units is written in pieces of so many. */
export const pieceUnits = 128 * 1024

/** What is looked through for long parts: those of an attachment lie deepest, and looking must cost nothing beside sending. */
const longPartReach = { depth: 7, branches: 500 } as const

/**
 * Whether a value of plain objects and arrays holds an array or a text that is too long for one piece. Most have none, and
 * are looked through without anything being made.
 */
export function hasLongPart(part: unknown, depth = 0): boolean {
  if (typeof part === 'string') return part.length > pieceUnits
  if (typeof part !== 'object' || part === null || depth > longPartReach.depth) return false
  if (Array.isArray(part)) {
    if (part.length > pieceItems) return true
    return part.length <= longPartReach.branches && part.some((item) => hasLongPart(item, depth + 1))
  }
  // Bytes and the like are no trees.
  if (Object.getPrototypeOf(part) !== Object.prototype) return false
  for (const key in part) {
    if (hasLongPart((part as Record<string, unknown>)[key], depth + 1)) return true
  }
  return false
}

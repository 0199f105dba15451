import { hasLongPart, longPartReach, pieceItems } from '@chancery/core'
import { type Path, valueAt } from './own-path.ts'

/** Where an array was taken out of a value, and how many pieces there are of it. */
export interface PartedArray {
  readonly path: Path
  readonly pieces: number
}

export interface PartedAnswer {
  /** The value with an empty array in the place of each long one. */
  readonly value: unknown
  readonly arrays: readonly PartedArray[]
  /** All pieces, those of the first array first. */
  readonly pieces: readonly (readonly unknown[])[]
}

/**
 * Takes the long arrays out of an answer, in pieces: whoever receives it can do other work between them, where one message
 * of a million objects would hold it up. The value itself stays as it is.
 */
export function partAnswer(value: unknown): PartedAnswer {
  const arrays: PartedArray[] = []
  const pieces: unknown[][] = []

  function without(part: unknown, path: Path): unknown {
    if (typeof part !== 'object' || part === null || path.length > longPartReach.depth) return part
    if (Array.isArray(part)) {
      if (part.length > pieceItems) return take(part, path)
      if (part.length > longPartReach.branches) return part
      const items = part.map((item, index) => without(item, [...path, index]))
      return items.some((item, index) => item !== part[index]) ? items : part
    }
    // Bytes and the like are no trees.
    if (Object.getPrototypeOf(part) !== Object.prototype) return part
    const entries = Object.entries(part)
    const changed = entries.flatMap(([key, item]) => {
      const rest = without(item, [...path, key])
      return rest === item ? [] : [[key, rest]]
    })
    return changed.length === 0 ? part : { ...part, ...Object.fromEntries(changed) }
  }

  function take(items: readonly unknown[], path: Path): [] {
    const before = pieces.length
    for (let at = 0; at < items.length; at += pieceItems) pieces.push(items.slice(at, at + pieceItems))
    arrays.push({ path, pieces: pieces.length - before })
    return []
  }

  return { value: hasLongPart(value) ? without(value, []) : value, arrays, pieces }
}

/** Puts the pieces back into the value, which is changed. @throws TypeError where a place is not there */
export function joinAnswer({ value, arrays, pieces }: PartedAnswer): unknown {
  let next = 0
  for (const { path, pieces: count } of arrays) {
    const place = valueAt(value, path)
    if (!Array.isArray(place)) throw new TypeError('An answer has no place for a piece of it.')
    for (const end = next + count; next < end; next++) for (const item of pieces[next] ?? []) place.push(item)
  }
  return value
}

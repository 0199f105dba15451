import type { PathExpression } from '../syntax/expression.ts'
import { Lookup, ownValue, type Scope } from './scope.ts'
import { fold } from '@chancery/core'

/** Keys of one object, and objects inside one another, that are compared. */
const limits = { keys: 2000, depth: 8 }

/**
 * Finds a name as people write it beside a mail merge: as a key of its own with its dots, else with case, space,
 * hyphens and underscores left aside, where `Client_Name` is `client.name` too. `undefined` where nothing is like it.
 */
export function looseLookup(path: PathExpression, scope: Scope): Lookup | undefined {
  const whole = path.segments.join('.')
  const wanted = fold(whole).replaceAll('.', '')
  for (let at: Scope | undefined = scope; at !== undefined; at = path.own ? undefined : at.parent) {
    const exact = ownValue(at.value, whole).value ?? undefined
    const found =
      exact === undefined ? (wanted === '' ? undefined : search(at.value, wanted, 0)) : { keys: [whole], value: exact }
    if (found === undefined) continue
    return new Lookup(true, found.value, at, found.keys)
  }
  return undefined
}

interface Found {
  readonly keys: readonly string[]
  readonly value: unknown
}

function search(value: unknown, wanted: string, depth: number): Found | undefined {
  if (typeof value !== 'object' || value === null || depth > limits.depth) return undefined
  if (Array.isArray(value)) return inList(value, wanted, depth)
  for (const key of Object.keys(value).slice(0, limits.keys)) {
    const folded = fold(key)
    if (folded === '' || !wanted.startsWith(folded)) continue
    const inner = ownValue(value, key).value ?? undefined
    if (folded === wanted) {
      if (inner !== undefined) return { keys: [key], value: inner }
      continue
    }
    const below = search(inner, wanted.slice(folded.length), depth + 1)
    if (below !== undefined) return { keys: [key, ...below.keys], value: below.value }
  }
  return undefined
}

/** An item by its index, and what is wanted of it: `records.1.Last Name`. */
function inList(items: readonly unknown[], wanted: string, depth: number): Found | undefined {
  const index = /^\d{1,6}/.exec(wanted)?.[0]
  if (index === undefined) return undefined
  const below = search(items[Number(index)], wanted.slice(index.length), depth + 1)
  return below === undefined ? undefined : { keys: [index, ...below.keys], value: below.value }
}

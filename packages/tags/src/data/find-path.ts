import type { PathExpression } from '../syntax/expression.ts'
import { looseLookup } from './loose-lookup.ts'
import { aroundLoops, labelledScope, lookup, Lookup, outerScope, ownValue, type Scope } from './scope.ts'

/** Keys that are tried for one path: more are not what anybody writes. */
const maxTries = 64

/** One array for one name: whoever follows a fill tells paths apart by it. */
const known = new WeakMap<PathExpression, readonly string[]>()

/**
 * What a path leads to: as a name of the data where it may be one as it is written (`Tel. Nr`); else step by step; else by
 * keys that hold dots of their own (`{"client.name": …}`), unless the path is stepwise, and with the other apostrophe.
 */
export function findPath(path: PathExpression, scope: Scope): Lookup {
  const { segments, own, loose, written } = path
  const from = startOf(path, scope)
  if (written !== undefined) {
    const whole = lookup(from, [written], own)
    if (whole.found) return kept(path, whole)
  }
  const exact = lookup(from, segments, own)
  if (exact.found) return exact
  const other = loose === undefined ? flatLookup(path, from) : looseLookup(path, from)
  return other === undefined ? exact : kept(path, other)
}

/** The scope in which a path is looked for first. */
export function startOf({ up, label, loopsUp }: PathExpression, scope: Scope): Scope {
  if (label !== undefined) return labelledScope(scope, label)
  if (loopsUp !== undefined) return aroundLoops(scope, loopsUp)
  return up === undefined ? scope : outerScope(scope, up)
}

/** The same lookup with the segments that this path had before, where they are the same. */
function kept(path: PathExpression, found: Lookup): Lookup {
  const before = known.get(path)
  if (before !== undefined && isSame(before, found.segments))
    return new Lookup(true, found.value, found.scope, before, found.builtIn)
  known.set(path, found.segments)
  return found
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index])

/** A path whose keys are spelled otherwise: several in one with their dots, or with a typographic apostrophe. */
function flatLookup({ segments, own, stepwise }: PathExpression, scope: Scope): Lookup | undefined {
  if (stepwise === true) return undefined
  if (segments.length < 2 && segments[0]?.includes("'") !== true) return undefined
  for (let at: Scope | undefined = scope; at !== undefined; at = own ? undefined : at.parent) {
    const tries = { left: maxTries }
    const found = below(at.value, segments, tries)
    // Step by step it was looked for already: an outer name that an inner one hides is not meant.
    if (found !== undefined && !isSame(found.keys, segments)) return new Lookup(true, found.value, at, found.keys)
  }
  return undefined
}

interface Found {
  readonly keys: readonly string[]
  readonly value: unknown
}

/** What the segments lead to, as few in one key as can be. */
function below(value: unknown, segments: readonly string[], tries: { left: number }): Found | undefined {
  if (segments.length === 0) return { keys: [], value }
  for (let count = 1; count <= segments.length; count++) {
    const plain = segments.slice(0, count).join('.')
    for (const key of plain.includes("'") ? [plain, plain.replaceAll("'", '’')] : [plain]) {
      if (tries.left-- <= 0) return undefined
      const own = ownValue(value, key)
      if (!own.found) continue
      const rest = below(own.value, segments.slice(count), tries)
      if (rest !== undefined) return { keys: [key, ...rest.keys], value: rest.value }
    }
  }
  return undefined
}

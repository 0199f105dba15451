import { lookup, type Scope } from './scope.ts'

/** The list that a path leads through as if it were an object: `partners` of `partners.name`. */
export function listOnTheWay(segments: readonly string[], scope: Scope): string | undefined {
  for (let end = 1; end < segments.length; end++) {
    const at = lookup(scope, segments.slice(0, end), false)
    if (!at.found) return undefined
    if (Array.isArray(at.value))
      return /^-?\d+$/.test(segments[end] ?? '') ? undefined : segments.slice(0, end).join('.')
  }
  return undefined
}

/** How the items of that list are read. */
export function hintForList(list: string, segments: readonly string[]): string {
  const field = segments.slice(list.split('.').length).join('.')
  return `"${list}" is a list: write {#${list}}{${field}}{/${list}} for all of it, {${list}[0].${field}} for the first.`
}

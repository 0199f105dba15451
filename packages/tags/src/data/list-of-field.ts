import { lookup, ownValue, type Scope } from './scope.ts'

/** Values of one scope that are looked at. */
const maxValues = 1000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The list of the data whose items have a field that was looked for outside of it: `items` of `description`. */
export function listOfField(segments: readonly string[], scope: Scope): string | undefined {
  const [field = '', ...others] = segments
  if (others.length > 0) return undefined
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    if (!isRecord(at.value)) continue
    for (const name of Object.keys(at.value).slice(0, maxValues)) {
      const { value } = ownValue(at.value, name)
      const first: unknown = Array.isArray(value) ? value[0] : undefined
      if (isRecord(first) && ownValue(first, field).found) return name
    }
  }
  return undefined
}

/** Says how many items a list has, of which a path reads one behind the last. */
export function hintForIndex(segments: readonly string[], scope: Scope): string | undefined {
  const index = segments.findIndex((segment) => /^-?\d+$/.test(segment))
  if (index <= 0) return undefined
  const list = segments.slice(0, index)
  const { value } = lookup(scope, list, false)
  if (!Array.isArray(value) || Number(segments[index]) < value.length) return undefined
  const name = list.join('.')
  return `The list "${name}" has ${value.length} item${value.length === 1 ? '' : 's'}, and its first is {${name}[0]}: write {#if ${name}[${segments[index]}]}…{/if} around what it may lack.`
}

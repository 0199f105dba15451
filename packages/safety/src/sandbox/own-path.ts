/** Keys from the outside in. */
export type Path = readonly (string | number)[]

/**
 * What stands at a path, by own keys alone: one that a child names must not lead to a prototype.
 * @returns `undefined` where there is nothing
 */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value
  for (const key of path) at = Object.hasOwn(Object(at), key) ? Object(at)[key] : undefined
  return at
}

/** The object without the keys whose value is `undefined`, which exact optional types tell apart from absent ones. */
export function present<T extends object>(object: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const found: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(object)) if (value !== undefined) found[key] = value
  return found as never
}

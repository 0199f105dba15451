/** The object without the keys whose value is `undefined`, which exact optional types tell apart from absent ones. */
export function present<T extends object>(object: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as never
}

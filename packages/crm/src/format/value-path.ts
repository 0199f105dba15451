const parsed = new Map<string, readonly string[]>()

/** The names of a path; `[]` is one of its own. Paths come out of connectors, so there are few. */
export function pathNames(path: string): readonly string[] {
  const known = parsed.get(path)
  if (known !== undefined) return known
  const names = path
    .split(/(?<!\\)\./)
    .flatMap((name) => (name.endsWith('[]') ? [name.slice(0, -2), '[]'] : [name]))
    .filter((name) => name !== '')
    .map((name) => name.replaceAll('\\.', '.'))
  parsed.set(path, names)
  return names
}

/** All values at a path; none where something on the way is not there. `[]` alone is the value itself, as a list. */
export function valuesAt(value: unknown, path: string): readonly unknown[] {
  let found: readonly unknown[] = [value]
  for (const name of pathNames(path)) {
    found = found.flatMap((each) => {
      if (name === '[]') return Array.isArray(each) ? each : []
      if (!isObject(each) || !Object.hasOwn(each, name)) return []
      return [each[name]]
    })
  }
  return found.filter((each) => each !== undefined && each !== null)
}

export const valueAt = (value: unknown, path: string): unknown => valuesAt(value, path)[0]

/** A word or a number as text. */
export function textAt(value: unknown, path: string): string | undefined {
  const found = valueAt(value, path)
  if (typeof found === 'number' || typeof found === 'bigint') return String(found)
  return typeof found === 'string' && found !== '' ? found : undefined
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Most names or values that a hint lists, and the longest that it writes. */
const limits = { listed: 8, length: 40 }

/** `The schema has: name, city.` */
export function hintOfNames(names: Iterable<unknown>): string | undefined {
  const listed: string[] = []
  for (const name of names) {
    if (listed.length === limits.listed) break
    const text = String(name)
    if (text !== '' && text.length <= limits.length) listed.push(text)
  }
  return listed.length === 0 ? undefined : `The schema has: ${listed.join(', ')}.`
}

/** What to write where a template wants a value of these types at a path, and the schema has others. */
export function hintOfTypes(
  wanted: ReadonlySet<string>,
  given: ReadonlySet<string>,
  path: string,
  fields: Iterable<string>,
): string {
  const [field] = fields
  if (wanted.has('array')) return `Write {#if ${path}}…{/if} where it is a condition, or make it a list in the schema.`
  if (given.has('array')) return `Write {#${path}}…{/${path}} for all of it, {${path}[0]} for the first.`
  if (given.has('object') && field !== undefined) return `Write one of its values: {${path}.${field}}.`
  if (wanted.has('object')) return `Write {${path}} alone, or make it an object in the schema.`
  return 'Change its type in the schema, or what the tag does with it.'
}

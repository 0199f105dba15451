/** Plurals of English that end otherwise. */
const irregular: Readonly<Record<string, string>> = { children: 'child', people: 'person', men: 'man', women: 'woman' }

/** What one of a list is called by people who give it a name: `item` of `items`, `party` of `parties`, `child` of `children`. */
export function singularOf(name: string): readonly string[] {
  const own = irregular[name]
  if (own !== undefined) return [own]
  if (name.endsWith('ies')) return [`${name.slice(0, -3)}y`]
  if (/(?:ss|x|ch|sh)es$/.test(name)) return [name.slice(0, -2)]
  return name.length > 2 && name.endsWith('s') ? [name.slice(0, -1)] : []
}

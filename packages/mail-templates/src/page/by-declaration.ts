import type { Declaration, Meaning } from './read-css.ts'

/** What a work makes of a declaration, by its name and value alone: made once for all that are written alike. */
export function byDeclaration<T>(work: (name: string, value: string) => T): (declaration: Declaration) => T {
  const kept = new Map<Meaning, { readonly made: T }>()
  return ({ meaning }) => {
    const known = kept.get(meaning)
    if (known !== undefined) return known.made
    const made = work(meaning.name, meaning.value)
    kept.set(meaning, { made })
    return made
  }
}

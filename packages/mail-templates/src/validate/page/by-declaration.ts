import type { Declaration } from './read-css.ts'

/** Declarations that are remembered with what was made of them. */
const most = 5000

/**
 * What a work makes of a declaration, by its name and value alone: an inlined style sheet says the same of a hundred cells,
 * and it is made once.
 */
export function byDeclaration<T>(work: (name: string, value: string) => T): (declaration: Declaration) => T {
  const kept = new Map<string, { readonly made: T }>()
  return ({ name, value, text }) => {
    const known = kept.get(text)
    if (known !== undefined) return known.made
    const made = work(name, value)
    if (kept.size < most) kept.set(text, { made })
    return made
  }
}

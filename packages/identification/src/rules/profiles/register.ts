import type { Finder } from './finding.ts'

/** A number of the German commercial register shows by its letters: `HRB 4711`. */
export const findGermanRegister: Finder = ({ index: { text }, values }) =>
  values
    .of('identifier')
    .filter(({ start, end }) => /^HR[AB] ?\d/u.test(text.slice(start, end)))
    .slice(0, 3)
    .map((value, at) => ({ value, score: 0.75 - at * 0.1, method: 'position' }))

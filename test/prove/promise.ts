/** One line of `docs/promises.md`. */
export interface Finding {
  /** What is promised, in a sentence. */
  readonly promise: string
  /** How it was tried: what was done, how often, with what. */
  readonly tried: string
  /** What came of it. */
  readonly figure: string
  /** `untried`: this machine does not have what the trial needs; the figure says what. */
  readonly holds: boolean | 'untried'
}

/** Counts of a trial: the whole ones, or those of `--quick`, which show that it runs and little more. */
export type Scale = (whole: number, quick: number) => number

/** One promise, or a few that are tried at once. */
export interface Proof {
  /** As on the command line: `npm run prove -- overload`. */
  readonly name: string
  prove(scale: Scale): Promise<readonly Finding[]>
}

export const wholeScale: Scale = (whole) => whole
export const quickScale: Scale = (_, quick) => quick

/** `3 of 10`, with what went wrong behind it, the first few alone. */
export function faultsIn(faults: readonly string[], shown = 3): string {
  if (faults.length === 0) return '0'
  const some = faults.slice(0, shown).join('; ')
  return `${faults.length} (${some}${faults.length > shown ? '; …' : ''})`
}

/** How often each value is there, the most frequent first: `200: 90, 503: 10`. */
export function tally(values: Iterable<string | number>): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([value, count]) => `${value}: ${count}`)
    .join(', ')
}

/** The value below which such a part of all values lies; NaN of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

import type { Identification } from '@chancery/core'
import type { CanonicalName } from '../labels/lexicon.ts'

/** Scores, rising, each with the share of values of that score that were right. */
type Shares = readonly (readonly [score: number, right: number])[]

/** What a value was found by, and how often such values were right. What is left out may be any. */
interface Measure {
  readonly profile?: Identification['profile']
  readonly fields?: readonly CanonicalName[]
  readonly method?: string
  readonly shares: Shares
}

/**
 * The first that fits counts. Receipts (SROIE) and agreements (Kleister) were measured on the tuning half of public data;
 * `node packages/identification/bench/score.ts` tells how far they are off on the other half. The last is of 587 values that
 * were found in 54 papers of all kinds before any rule had seen them.
 */
const measures: readonly Measure[] = [
  {
    profile: 'receipt',
    fields: ['merchant', 'company'],
    shares: [
      [0.3, 0.3],
      [0.55, 0.76],
      [0.65, 0.8],
      [0.77, 0.94],
      [0.83, 0.98],
    ],
  },
  {
    profile: 'receipt',
    fields: ['date'],
    shares: [
      [0.3, 0.9],
      [0.5, 0.96],
      [0.7, 0.98],
      [0.97, 0.99],
    ],
  },
  {
    profile: 'receipt',
    fields: ['address'],
    shares: [
      [0.3, 0.3],
      [0.6, 0.56],
      [0.85, 0.84],
    ],
  },
  {
    profile: 'receipt',
    fields: ['total'],
    shares: [
      [0.3, 0.3],
      [0.4, 0.59],
      [0.55, 0.66],
      [0.65, 0.79],
      [0.72, 0.93],
      [0.78, 0.97],
      [0.97, 0.99],
    ],
  },
  {
    profile: 'contract',
    fields: ['parties'],
    shares: [
      [0.3, 0.3],
      [0.65, 0.43],
      [0.78, 0.45],
      [0.9, 0.82],
      [0.97, 0.88],
    ],
  },
  {
    profile: 'contract',
    fields: ['effectiveDate'],
    shares: [
      [0.3, 0.55],
      [0.72, 0.65],
      [0.82, 0.87],
      [0.9, 0.98],
    ],
  },
  {
    profile: 'contract',
    fields: ['term'],
    method: 'label',
    shares: [
      [0.3, 0.3],
      [0.72, 0.35],
      [0.8, 0.8],
      [1, 0.9],
    ],
  },
  {
    profile: 'contract',
    fields: ['term'],
    method: 'clause',
    shares: [
      [0.3, 0.05],
      [0.48, 0.1],
      [0.53, 0.45],
      [0.65, 0.5],
      [0.72, 0.7],
      [0.8, 0.85],
    ],
  },
  {
    profile: 'contract',
    fields: ['governingLaw'],
    shares: [
      [0.5, 0.6],
      [0.7, 0.8],
      [0.8, 0.95],
      [0.95, 0.98],
    ],
  },
  {
    shares: [
      [0.3, 0.3],
      [0.35, 0.5],
      [0.42, 0.8],
      [0.5, 0.89],
      [0.6, 0.91],
      [0.7, 0.94],
      [0.8, 0.96],
      [0.9, 0.98],
      [1, 0.99],
    ],
  },
]

/** How likely a value is right that was found by a method with a score. */
export type Certainty = (score: number, method: string) => number

/** For values of a field in papers of a kind: between two measured scores on the line between them. */
export function certaintyOf(profile: Identification['profile'], field: CanonicalName | undefined): Certainty {
  const fitting = measures.filter(
    (measure) =>
      (measure.profile ?? profile) === profile &&
      (measure.fields === undefined || (field !== undefined && measure.fields.includes(field))),
  )
  return (score, method) => {
    const shares = fitting.find((measure) => (measure.method ?? method) === method)?.shares ?? []
    const above = shares.findIndex(([at]) => at >= score)
    if (above === -1) return shares.at(-1)?.[1] ?? score
    const [from, low] = shares[above - 1] ?? [0, 0]
    const [to, high] = shares[above] ?? [1, 1]
    return low + ((high - low) * (score - from)) / (to - from)
  }
}

import type { Identification } from '@chancery/core'
import type { CanonicalName } from '../labels/lexicon.ts'

/** Scores, rising, each with the share of values of that score that were right. */
type Measured = readonly (readonly [score: number, right: number])[]

/** The merchant of a receipt, however the field is called. */
const merchant: Measured = [
  [0.3, 0.3],
  [0.55, 0.76],
  [0.65, 0.8],
  [0.77, 0.94],
  [0.83, 0.98],
]

/**
 * Measured on the tuning half of public receipts (SROIE) and agreements (Kleister), and told for the other half by
 * `node packages/identification/bench/score.ts`. Scores of other fields are their confidence: too few were measured.
 */
const measured: Partial<Record<Identification['profile'], Partial<Record<CanonicalName, Measured>>>> = {
  receipt: {
    merchant,
    company: merchant,
    date: [
      [0.3, 0.9],
      [0.5, 0.96],
      [0.7, 0.98],
      [0.97, 0.99],
    ],
    total: [
      [0.3, 0.3],
      [0.4, 0.59],
      [0.55, 0.66],
      [0.65, 0.79],
      [0.72, 0.93],
      [0.78, 0.97],
      [0.97, 0.99],
    ],
  },
  contract: {
    parties: [
      [0.3, 0.3],
      [0.65, 0.43],
      [0.78, 0.45],
      [0.9, 0.82],
      [0.97, 0.88],
    ],
    term: [
      [0.2, 0.2],
      [0.4, 0.3],
      [0.55, 0.33],
      [0.65, 0.38],
      [0.72, 0.6],
      [0.8, 0.85],
    ],
    governingLaw: [
      [0.5, 0.6],
      [0.7, 0.8],
      [0.8, 0.95],
      [0.95, 0.98],
    ],
  },
}

/** How likely a value of a score is right, in papers of a kind: between two measured scores on the line between them. */
export function certaintyOf(
  profile: Identification['profile'],
  field: CanonicalName | undefined,
): (score: number) => number {
  const points = field === undefined ? undefined : measured[profile]?.[field]
  if (points === undefined) return (score) => score
  return (score) => {
    const above = points.findIndex(([at]) => at >= score)
    if (above === -1) return points.at(-1)?.[1] ?? score
    const [from, low] = points[above - 1] ?? [0, 0]
    const [to, high] = points[above] ?? [1, 1]
    return low + ((high - low) * (score - from)) / (to - from)
  }
}

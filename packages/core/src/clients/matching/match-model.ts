/** What is compared of two clients. */
export const comparedFields = [
  'given',
  'family',
  'title',
  'birthDate',
  'email',
  'phone',
  'place',
  'street',
  'taxId',
] as const
export type ComparedField = (typeof comparedFields)[number]

/** How far two values agree, from the same to others; `absent` where one of the two has none. */
export type Agreement = 'same' | 'similar' | 'different' | 'absent'
const levels = ['same', 'similar', 'different'] as const

/** How two clients agree, field by field. */
export type Agreements = Readonly<Record<ComparedField, Agreement>>

type Shares = Readonly<Record<(typeof levels)[number], number>>
/** How often the values of one client agree so far, and those of two. */
export interface FieldOdds {
  readonly match: Shares
  readonly other: Shares
}
export type MatchModel = Readonly<Record<ComparedField, FieldOdds>>

const odds = (match: readonly [number, number, number], other: readonly [number, number, number]): FieldOdds => ({
  match: { same: match[0], similar: match[1], different: match[2] },
  other: { same: other[0], similar: other[1], different: other[2] },
})

/**
 * What is expected before any file was seen (Fellegi and Sunter, "A Theory for Record Linkage", 1969: m and u).
 * `title` is the name of an organization.
 */
export const expectedModel: MatchModel = {
  given: odds([0.86, 0.11, 0.03], [0.006, 0.01, 0.984]),
  family: odds([0.85, 0.1, 0.05], [0.002, 0.004, 0.994]),
  title: odds([0.72, 0.22, 0.06], [0.001, 0.012, 0.987]),
  birthDate: odds([0.86, 0.11, 0.03], [0.000_05, 0.003, 0.996_95]),
  email: odds([0.6, 0.15, 0.25], [0.000_01, 0.000_3, 0.999_69]),
  phone: odds([0.6, 0.05, 0.35], [0.000_03, 0.000_3, 0.999_67]),
  place: odds([0.8, 0.08, 0.12], [0.01, 0.01, 0.98]),
  street: odds([0.72, 0.16, 0.12], [0.000_3, 0.004, 0.995_7]),
  taxId: odds([0.95, 0.03, 0.02], [0.000_01, 0.000_1, 0.999_89]),
}

/** Of pairs that are compared, those that are one client, as bits: of some thousand clients one is it. */
export const priorBits = -13

/** Bits that an agreement speaks for one client, below 0 for two. */
export const bitsOf = (model: MatchModel, field: ComparedField, agreement: Agreement): number => {
  if (agreement === 'absent') return 0
  const { match, other } = model[field]
  return Math.log2(match[agreement] / other[agreement])
}

const totalBits = (model: MatchModel, pair: Agreements): number =>
  comparedFields.reduce((sum, field) => sum + bitsOf(model, field, pair[field]), priorBits)

export const probabilityOf = (bits: number): number => 1 / (1 + 2 ** -bits)

/** What is expected of a level of agreement counts as much as pairs that show it this many times. */
const expectedTimes = 4
const rounds = 8

/**
 * The model of one file, learnt from its own pairs without anybody's word on which of them are one client: what others
 * agree in is counted in pairs taken at random, what one client's records agree in by expectation and maximization over
 * likely pairs. Both begin with what is expected, and few pairs change little of it.
 */
export function learnModel(likely: readonly Agreements[], random: readonly Agreements[]): MatchModel {
  const counted = (pairs: readonly Agreements[], weights: readonly number[], side: 'match' | 'other'): MatchModel => {
    const fields = comparedFields.map((field) => {
      const expected = expectedModel[field][side]
      const sums = { same: 0, similar: 0, different: 0 }
      let total = 0
      for (const [index, pair] of pairs.entries()) {
        const agreement = pair[field]
        const weight = weights[index] ?? 1
        if (agreement === 'absent') continue
        sums[agreement] += weight
        total += weight
      }
      // Of what is rare, few pairs teach nothing: that none of a thousand was born on the same day was to be expected.
      const share = (level: (typeof levels)[number]): number =>
        (sums[level] + expectedTimes) / (total + expectedTimes / expected[level])
      const shares = { same: share('same'), similar: share('similar'), different: share('different') }
      return [field, { ...expectedModel[field], [side]: shares }] as const
    })
    return Object.fromEntries(fields) as Record<ComparedField, FieldOdds>
  }
  // Some of them are one client by chance.
  const doubtful = random.map((pair) => 1 - probabilityOf(totalBits(expectedModel, pair)))
  const others = counted(random, doubtful, 'other')
  let model: MatchModel = expectedModel
  for (let round = 0; round < rounds; round++) {
    const weights = likely.map((pair) => probabilityOf(totalBits(model, pair)))
    const matches = counted(likely, weights, 'match')
    model = Object.fromEntries(
      comparedFields.map((field) => [field, { match: matches[field].match, other: others[field].other }]),
    ) as Record<ComparedField, FieldOdds>
  }
  return model
}

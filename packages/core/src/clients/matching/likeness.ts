import { maxOfKey } from './block-keys.ts'
import { compareClients, type Profile } from './compare-clients.ts'
import type { Features } from './features.ts'
import { haveInitials, isNoKey, type Judgement, judgePair } from './judge-pair.ts'
import { expectedModel, learnModel, type MatchModel } from './match-model.ts'
import type { KnownNames } from './names-in-place.ts'
import { type NamedClient, WordCounts } from './word-counts.ts'

/** Pairs of a file's first rows from which its model is learnt. */
const learntPairs = 4000

/** Judges how alike clients are, in one import: by what its file taught, and how usual names are in it. */
export class Likeness {
  readonly #counts = new WordCounts()
  #model: MatchModel | undefined
  #compared = 0

  /** The names that were read. */
  get names(): KnownNames {
    return this.#counts
  }

  /** What was learnt. */
  get model(): MatchModel | undefined {
    return this.#model
  }

  /** Pairs of a row and a client that were judged. */
  get compared(): number {
    return this.#compared
  }

  /** Goes on behind rows that were read, and pairs that were judged, before the call was cut off. */
  goOnAfter({
    names,
    compared,
    model,
  }: {
    readonly names: readonly NamedClient[]
    readonly compared: number
    readonly model: MatchModel | undefined
  }): void {
    for (const each of names) this.#counts.add(each)
    this.#compared += compared
    this.#model ??= model
  }

  /** Reads the names of a batch. */
  readNames(rows: readonly Features[]): void {
    for (const { profile } of rows) this.#counts.add(profile)
  }

  /** Learns from the rows of the first batch how clients are judged. */
  learn(rows: readonly Features[]): void {
    this.#model ??= modelOf(rows)
  }

  /** The keys by which clients are looked for that may be a row's: all, or all but its name. */
  keysOf({ profile, keys }: Features): readonly number[] {
    return isNoKey(profile, this.#counts) ? keys.slice(1) : keys
  }

  /** How alike a row and a client are. @param said the client as it is now, and as its rows said */
  judge(row: Profile, said: readonly Profile[]): Judgement {
    this.#compared++
    const judged = said.map((each) => ({
      said: each,
      judgement: judgePair(row, each, this.#model ?? expectedModel, this.#counts),
    }))
    const { said: closest, judgement: best } = judged.reduce((closest, each) =>
      isCloser(each.judgement, closest.judgement) ? each : closest,
    )
    const { birthDate, given, title, taxId } = best.agreements
    // What one of its rows lacked, another said: a son is like the row that has no birthday of his father's, a twin like the
    // one that has no given name, or an initial. Slips of two rows differ from each other more than from what is meant.
    const lacksDay = birthDate === 'absent'
    const lacksName =
      title === 'absent' &&
      (given === 'absent' ||
        (given === 'similar' && haveInitials(row, closest)) ||
        // "Knut" is like "Knut Roland" and "Knut Ludger".
        (given === 'same' && row.given.length !== closest.given.length))
    const isOfTwo = judged.some(
      ({ judgement: { agreements } }) =>
        (lacksDay && agreements.birthDate === 'different') || (lacksName && agreements.given === 'different'),
    )
    return best.verdict === 'same' && isOfTwo && taxId !== 'same' ? { ...best, verdict: 'doubt' } : best
  }
}

const order = { same: 2, doubt: 1, other: 0 }

export const isCloser = (a: Judgement, b: Judgement): boolean =>
  order[a.verdict] === order[b.verdict] ? a.probability > b.probability : order[a.verdict] > order[b.verdict]

/** Learns from the pairs of rows that have a key in common, and from as many that are neighbours by chance. */
function modelOf(rows: readonly Features[]): MatchModel {
  const blocks = new Map<number, number[]>()
  for (const [index, { keys }] of rows.entries()) {
    for (const key of keys) {
      const members = blocks.get(key)
      if (members === undefined) blocks.set(key, [index])
      else if (members.length < maxOfKey) members.push(index)
    }
  }
  const pairs = new Set<number>()
  for (const members of blocks.values()) {
    for (const [at, one] of members.entries()) {
      for (const other of members.slice(at + 1)) if (pairs.size < learntPairs) pairs.add(one * rows.length + other)
    }
  }
  const agree = (one: number, other: number) => {
    const [a, b] = [rows[one]?.profile, rows[other]?.profile]
    return a === undefined || b === undefined ? [] : [compareClients(a, b)]
  }
  const likely = [...pairs].flatMap((pair) => agree(Math.floor(pair / rows.length), pair % rows.length))
  // Steps that share nothing with the order of a file.
  const random = rows.flatMap((_, index) => [7, 61, 139].flatMap((step) => agree(index, (index + step) % rows.length)))
  return learnModel(likely, rows.length < 200 ? [] : random)
}

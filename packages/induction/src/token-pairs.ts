import type { SampleLeaf } from './sample.ts'
import { endOfSlot, startOfSlot, type TokenWeigher } from './weighed-tokens.ts'

const pairBase = 2 ** 24

/**
 * In how many samples each pair of neighbouring tokens stands: a token is part of a template only together with its
 * context (Arasu and Garcia-Molina, EXALG, 2003).
 */
export class TokenPairs {
  readonly #tokens: TokenWeigher
  readonly #samples: number
  readonly #ids = new Map<number, number>()
  readonly #ofLeaf = new Map<SampleLeaf, Int32Array>()
  readonly #weights: number[] = []
  /** By pair: the samples that have it, and the last of them. */
  readonly #counts: number[] = []
  readonly #last: number[] = []

  /** @param samples how many there are in all */
  constructor(tokens: TokenWeigher, samples: number) {
    this.#tokens = tokens
    this.#samples = samples
  }

  /** The pairs of a leaf in their order, spaces left out. */
  of(leaf: SampleLeaf): Int32Array {
    const known = this.#ofLeaf.get(leaf)
    if (known !== undefined) return known
    const found: number[] = []
    for (const tokens of this.#tokens.slotTokens(leaf)) {
      let before = startOfSlot
      for (const token of tokens) {
        if (token.kind === 'space') continue
        const id = this.#tokens.contextId(token)
        found.push(this.#idOf(before, id))
        before = id
      }
      if (before !== startOfSlot) found.push(this.#idOf(before, endOfSlot))
    }
    const pairs = Int32Array.from(found)
    this.#ofLeaf.set(leaf, pairs)
    return pairs
  }

  /** Counts the pairs of a leaf of that sample; those of one sample come one after the other. */
  count(sample: number, leaf: SampleLeaf): void {
    for (const pair of this.of(leaf)) {
      if (this.#last[pair] === sample) continue
      this.#last[pair] = sample
      this.#counts[pair] = this.samplesWith(pair) + 1
    }
  }

  samplesWith = (pair: number): number => this.#counts[pair] ?? 0

  weightOf = (pair: number): number => this.#weights[pair] ?? 0

  /** What it counts for when two nodes are compared. */
  worthOf(pair: number): number {
    const count = this.samplesWith(pair)
    return this.weightOf(pair) * (count > 1 ? 0.5 + (0.5 * count) / this.#samples : 0.08)
  }

  /** How much of the weight of these pairs other samples have too, 0 to 1. */
  shareOfOthers(pairs: Int32Array): number {
    let all = 0
    let shared = 0
    for (const pair of pairs) {
      const weight = this.weightOf(pair)
      const count = this.samplesWith(pair)
      all += weight
      // Two of ten samples may well say the same word by chance.
      if (count > 1) shared += weight * Math.min(1, (2 * count) / this.#samples)
    }
    return all > 0 ? shared / all : 0
  }

  #idOf(before: number, id: number): number {
    const key = before * pairBase + id
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const pair = this.#ids.size
    this.#ids.set(key, pair)
    this.#weights[pair] = this.#tokens.weightOfPair(before, id)
    return pair
  }
}

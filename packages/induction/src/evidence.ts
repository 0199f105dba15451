import type { Pace } from './pace.ts'
import { familyOfNode, leavesOf, type SampleLeaf, type SampleNode } from './sample.ts'
import { TokenPairs } from './token-pairs.ts'
import type { MarkIndex } from './tokens.ts'
import { TokenWeigher, type WeighedToken } from './weighed-tokens.ts'

/** What a node says, as a set of pairs of neighbouring tokens, for comparing it with others. */
export interface Profile {
  readonly text: string
  /** In ascending order. */
  readonly pairs: Int32Array
  readonly total: number
  /** Share of the node that other samples say too; below a quarter, the node is likely all value. */
  readonly evidence: number
  /** The kinds of its tokens in order: `word`, `integer word`. */
  readonly signature: string
  readonly words: number
  /** As `familyOfNode` has it. */
  readonly family: string
  /** The family, and the first word near its beginning. */
  readonly opening: string
}

const firstWord = /\p{L}{2,}/u

/** Pairs after which no more leaves of a node are looked at, and kinds that are listed of a node. */
const [maxPairs, maxKinds] = [4000, 12]

/** Reads and counts the tokens of all samples. */
export async function gatherEvidence(samples: readonly SampleNode[], marks: MarkIndex, pace: Pace): Promise<Evidence> {
  const tokens = new TokenWeigher(marks)
  const pairs = new TokenPairs(tokens, samples.length)
  for (const root of samples) {
    for (const leaf of leavesOf(root)) {
      for (const [slot, text] of leaf.slots.entries())
        if ((leaf.purposes?.[slot] ?? 'text') === 'text') tokens.weigh(text)
      await pace.breathe()
    }
  }
  for (const [sample, root] of samples.entries()) {
    for (const leaf of leavesOf(root)) {
      pace.spend(100 + pairs.of(leaf).length * 20)
      await pace.breathe()
      pairs.count(sample, leaf)
    }
  }
  return new Evidence(tokens, pairs)
}

/** What the samples say, and how much of it they say alike. */
export class Evidence {
  readonly #tokens: TokenWeigher
  readonly #pairs: TokenPairs
  readonly #profiles = new Map<SampleNode, Profile>()
  readonly #sharedKeys = new Map<SampleNode, string>()

  constructor(tokens: TokenWeigher, pairs: TokenPairs) {
    this.#tokens = tokens
    this.#pairs = pairs
  }

  slotTokens = (leaf: SampleLeaf): readonly (readonly WeighedToken[])[] => this.#tokens.slotTokens(leaf)

  weigh = (text: string): readonly WeighedToken[] => this.#tokens.weigh(text)

  weighAddress = (text: string, isPlain = false): readonly WeighedToken[] => this.#tokens.weighAddress(text, isPlain)

  profile(node: SampleNode): Profile {
    const known = this.#profiles.get(node)
    if (known !== undefined) return known
    const made = this.#profileOf(node)
    this.#profiles.set(node, made)
    return made
  }

  /** What other samples say too, without the values: a key by which nodes are found again, empty where there is nothing. */
  sharedKey(node: SampleNode): string {
    const known = this.#sharedKeys.get(node)
    if (known !== undefined) return known
    const key = this.profile(node)
      .pairs.filter((pair) => this.#pairs.samplesWith(pair) > 1)
      .join(' ')
    this.#sharedKeys.set(node, key)
    return key
  }

  /** Weighted Dice coefficient of what two nodes say, 0 to 1. */
  likeness(a: Profile, b: Profile): number {
    let shared = 0
    for (let i = 0, j = 0; i < a.pairs.length && j < b.pairs.length;) {
      const left = a.pairs[i]!
      const right = b.pairs[j]!
      if (left === right) {
        shared += this.#pairs.worthOf(left)
        i += 1
        j += 1
      } else if (left < right) i += 1
      else j += 1
    }
    return a.total + b.total > 0 ? (2 * shared) / (a.total + b.total) : 0
  }

  #profileOf(node: SampleNode): Profile {
    const leaves = leavesOf(node)
    const found = new Set<number>()
    const kinds: string[] = []
    let words = 0
    for (const leaf of leaves) {
      if (found.size > maxPairs) break
      for (const pair of this.#pairs.of(leaf)) found.add(pair)
      for (const token of this.slotTokens(leaf).flat()) {
        if (token.kind === 'word') words += 1
        if (token.kind !== 'space' && kinds.length < maxKinds && kinds.at(-1) !== token.kind) kinds.push(token.kind)
      }
      kinds.push('|')
    }
    const pairs = Int32Array.from(found).sort()
    const text = leaves.map((leaf) => leaf.slots.join('\u0001')).join('\u0002')
    const family = familyOfNode(node)
    return {
      text,
      pairs,
      total: pairs.reduce((sum, pair) => sum + this.#pairs.worthOf(pair), 0),
      evidence: this.#pairs.shareOfOthers(pairs),
      signature: kinds.join(' '),
      words,
      family,
      opening: `${family} ${firstWord.exec(text.slice(0, 80))?.[0] ?? ''}`,
    }
  }
}

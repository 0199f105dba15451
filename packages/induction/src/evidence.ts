import type { Pace } from './pace.ts'
import { familyOfNode, leavesOf, type SampleLeaf, type SampleNode } from './sample.ts'
import { classOf, tokenize, tokenizeAddress, type MarkIndex, type Token } from './tokens.ts'

/** A token with its numbers: equal `id`, equal text; equal `group` (not -1), the same kind of value. */
export interface WeighedToken extends Token {
  readonly id: number
  readonly group: number
  readonly weight: number
  /** The formatting changes before it. */
  readonly isBreak?: true
}

/** What a node says, as a set of pairs of neighbouring tokens, for comparing it with others. */
export interface Profile {
  readonly text: string
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

export interface Evidence {
  slotTokens(leaf: SampleLeaf): readonly (readonly WeighedToken[])[]
  weigh(text: string): readonly WeighedToken[]
  profile(node: SampleNode): Profile
  /** What other samples say too, without the values: a key by which nodes are found again, empty where there is nothing. */
  sharedKey(node: SampleNode): string
  /** Weighted Dice coefficient of what two nodes say, 0 to 1. */
  likeness(a: Profile, b: Profile): number
}

/** Tells the tokens at which the formatting changes; a change within a token says nothing. */
const withBreaks = (
  tokens: readonly WeighedToken[],
  breaks: readonly number[] | undefined,
): readonly WeighedToken[] => {
  if (breaks === undefined || breaks.length === 0) return tokens
  const places = new Set(breaks)
  return tokens.map((token) => (places.has(token.start) ? { ...token, isBreak: true } : token))
}

const firstWord = /\p{L}{2,}/u

const maxPairs = 4000
const pairBase = 2 ** 24
const startOfLeaf = 1
const endOfLeaf = 2

const tokenWeight = (token: Token, group: number): number => {
  if (group >= 0) return 3
  switch (token.kind) {
    case 'word':
      return token.text.length > 3 ? 2 : 1.4
    case 'integer':
    case 'number':
      return 1.2
    case 'space':
      return 0.1
    default:
      return token.text === '\n' || token.text === '\t' ? 1 : 0.5
  }
}

/**
 * Counts in how many samples each pair of neighbouring tokens stands: a token is part of a template only together with
 * its context (Arasu and Garcia-Molina, EXALG, 2003).
 */
export const gatherEvidence = async (
  samples: readonly SampleNode[],
  marks: MarkIndex,
  pace: Pace,
): Promise<Evidence> => {
  const ids = new Map<string, number>([
    ['\u0000start', startOfLeaf],
    ['\u0000end', endOfLeaf],
  ])
  const weights: number[] = [0, 0.4, 0.4]
  const tokensOf = new Map<SampleLeaf, readonly (readonly WeighedToken[])[]>()
  const pairsOfLeaf = new Map<SampleLeaf, Int32Array>()
  const sharedKeys = new Map<SampleNode, string>()
  const profiles = new Map<SampleNode, Profile>()
  const pairIds = new Map<number, number>()
  const pairSamples: number[] = []
  const lastSample: number[] = []
  const pairWeight: number[] = []

  const intern = (key: string, weight: number): number => {
    const known = ids.get(key)
    if (known !== undefined) return known
    const id = ids.size + 1
    ids.set(key, id)
    weights[id] = weight
    return id
  }

  const weighedTexts = new Map<string, readonly WeighedToken[]>()
  /** Most of a template stands in all its samples alike. */
  const weigh = (text: string): readonly WeighedToken[] => {
    const known = weighedTexts.get(text)
    if (known !== undefined) return known
    const tokens = weighed(tokenize(text, marks))
    weighedTexts.set(text, tokens)
    return tokens
  }

  const weighed = (tokens: readonly Token[]): readonly WeighedToken[] =>
    tokens.map((token) => {
      const name = classOf(token)
      const group = name === undefined ? -1 : intern(`\u0000${name}`, 1)
      const weight = tokenWeight(token, group)
      const key = token.kind === 'mark' ? `\u0000${token.field}\u0000${token.text}` : token.text
      return { ...token, group, weight, id: intern(key, token.kind === 'word' ? weight / 2 : weight / 4) }
    })

  const slotTokens = (leaf: SampleLeaf): readonly (readonly WeighedToken[])[] => {
    let tokens = tokensOf.get(leaf)
    if (!tokens)
      tokensOf.set(
        leaf,
        (tokens = leaf.slots.map((text, slot) =>
          (leaf.purposes?.[slot] ?? 'text') === 'text'
            ? withBreaks(weigh(text), leaf.breaks?.[slot])
            : weighed(tokenizeAddress(text, marks)),
        )),
      )
    return tokens
  }

  const number = intern('\u0000number', 0.3)
  const contextId = (token: WeighedToken): number =>
    token.group >= 0 ? token.group : token.kind === 'integer' || token.kind === 'number' ? number : token.id

  const pairsOf = (leaf: SampleLeaf): Int32Array => {
    const known = pairsOfLeaf.get(leaf)
    if (known !== undefined) return known
    const pairs: number[] = []
    for (const tokens of slotTokens(leaf)) {
      let before = startOfLeaf
      const add = (id: number): void => {
        const key = before * pairBase + id
        let pair = pairIds.get(key)
        if (pair === undefined) {
          pair = pairIds.size
          pairIds.set(key, pair)
          pairWeight[pair] = (weights[before]! + weights[id]!) / 2
        }
        pairs.push(pair)
        before = id
      }
      for (const token of tokens) if (token.kind !== 'space') add(contextId(token))
      if (before !== startOfLeaf) add(endOfLeaf)
    }
    const kept = Int32Array.from(pairs)
    pairsOfLeaf.set(leaf, kept)
    return kept
  }

  for (const [sample, root] of samples.entries()) {
    for (const leaf of leavesOf(root)) {
      const pairs = pairsOf(leaf)
      pace.spend(100 + pairs.length * 20)
      await pace.breathe()
      for (const pair of pairs) {
        if (lastSample[pair] === sample) continue
        lastSample[pair] = sample
        pairSamples[pair] = (pairSamples[pair] ?? 0) + 1
      }
    }
  }

  const profile = (node: SampleNode): Profile => {
    const known = profiles.get(node)
    if (known) return known
    const leaves = leavesOf(node)
    const found = new Set<number>()
    const kinds: string[] = []
    let words = 0
    for (const leaf of leaves) {
      if (found.size > maxPairs) break
      for (const pair of pairsOf(leaf)) found.add(pair)
      for (const token of slotTokens(leaf).flat()) {
        if (token.kind === 'word') words += 1
        if (token.kind !== 'space' && kinds.length < 12 && kinds.at(-1) !== token.kind) kinds.push(token.kind)
      }
      kinds.push('|')
    }
    const pairs = Int32Array.from(found).sort()
    let total = 0
    let all = 0
    let shared = 0
    for (const pair of pairs) {
      all += pairWeight[pair]!
      total += pairWorth(pair)
      const count = pairSamples[pair] ?? 0
      // Two of ten samples may well say the same word by chance.
      if (count > 1) shared += pairWeight[pair]! * Math.min(1, (2 * count) / samples.length)
    }
    const text = leaves.map((leaf) => leaf.slots.join('\u0001')).join('\u0002')
    const family = familyOfNode(node)
    const opening = `${family} ${firstWord.exec(text.slice(0, 80))?.[0] ?? ''}`
    const made = {
      text,
      pairs,
      total,
      evidence: all > 0 ? shared / all : 0,
      signature: kinds.join(' '),
      words,
      family,
      opening,
    }
    profiles.set(node, made)
    return made
  }

  const sharedKey = (node: SampleNode): string => {
    const known = sharedKeys.get(node)
    if (known !== undefined) return known
    const shared = profile(node).pairs.filter((pair) => (pairSamples[pair] ?? 0) > 1)
    const key = shared.join(' ')
    sharedKeys.set(node, key)
    return key
  }

  const pairWorth = (pair: number): number => {
    const count = pairSamples[pair] ?? 0
    return pairWeight[pair]! * (count > 1 ? 0.5 + (0.5 * count) / samples.length : 0.08)
  }

  const likeness = (a: Profile, b: Profile): number => {
    let shared = 0
    for (let i = 0, j = 0; i < a.pairs.length && j < b.pairs.length;) {
      const left = a.pairs[i]!
      const right = b.pairs[j]!
      if (left === right) {
        shared += pairWorth(left)
        i += 1
        j += 1
      } else if (left < right) i += 1
      else j += 1
    }
    return a.total + b.total > 0 ? (2 * shared) / (a.total + b.total) : 0
  }

  return { slotTokens, weigh, profile, sharedKey, likeness }
}

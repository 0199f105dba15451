import type { SampleLeaf } from './sample.ts'
import { classOf, type MarkIndex, type Token, tokenize, tokenizeAddress } from './tokens.ts'

/** A token with its numbers: equal `id`, equal text; equal `group` (not -1), the same kind of value. */
export interface WeighedToken extends Token {
  readonly id: number
  readonly group: number
  readonly weight: number
  /** The formatting changes before it. */
  readonly isBreak?: true
}

/** Ids of what no token is: where a slot of a leaf begins, and where it ends. */
export const [startOfSlot, endOfSlot] = [1, 2]

const weightOf = (token: Token, group: number): number => {
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

/** Tells the tokens at which the formatting changes; a change within a token says nothing. */
const withBreaks = (
  tokens: readonly WeighedToken[],
  breaks: readonly number[] | undefined,
): readonly WeighedToken[] => {
  if (breaks === undefined || breaks.length === 0) return tokens
  const places = new Set(breaks)
  return tokens.map((token) => (places.has(token.start) ? { ...token, isBreak: true } : token))
}

/** The tokens of the samples of one induction, numbered and weighed. */
export class TokenWeigher {
  readonly #marks: MarkIndex
  readonly #ids = new Map<string, number>([
    ['\u0000start', startOfSlot],
    ['\u0000end', endOfSlot],
  ])
  /** What an id weighs in a pair. */
  readonly #weights: number[] = [0, 0.4, 0.4]
  readonly #texts = new Map<string, readonly WeighedToken[]>()
  readonly #addresses = new Map<string, readonly WeighedToken[]>()
  readonly #slots = new Map<SampleLeaf, readonly (readonly WeighedToken[])[]>()
  /** Numbers with strokes, `MR/4471/26`: in an address each would be several parts. */
  readonly #codes = new Set<string>()
  /** Any number of a kind that has no name of its own. */
  readonly #anyNumber: number

  constructor(marks: MarkIndex) {
    this.#marks = marks
    this.#anyNumber = this.#idOf('\u0000number', 0.3)
  }

  /** Most of a template stands in all its samples alike, and is read once. */
  weigh(text: string): readonly WeighedToken[] {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const tokens = this.#weighed(tokenize(text, this.#marks))
    this.#texts.set(text, tokens)
    for (const token of tokens) if (token.kind === 'code' && token.text.includes('/')) this.#codes.add(token.text)
    return tokens
  }

  /**
   * The parts of an address. What the documents say in their text is to be read before.
   * @param isPlain numbers of several parts are several
   */
  weighAddress(text: string, isPlain = false): readonly WeighedToken[] {
    if (isPlain) return this.#weighed(tokenizeAddress(text, this.#marks))
    const known = this.#addresses.get(text)
    if (known !== undefined) return known
    const tokens = this.#weighed(tokenizeAddress(text, this.#marks, this.#codes))
    this.#addresses.set(text, tokens)
    return tokens
  }

  /** The tokens of each slot of a leaf. */
  slotTokens(leaf: SampleLeaf): readonly (readonly WeighedToken[])[] {
    const known = this.#slots.get(leaf)
    if (known !== undefined) return known
    const slots = leaf.slots.map((text, slot) =>
      (leaf.purposes?.[slot] ?? 'text') === 'text'
        ? withBreaks(this.weigh(text), leaf.breaks?.[slot])
        : this.weighAddress(text),
    )
    this.#slots.set(leaf, slots)
    return slots
  }

  /** As what a token stands beside others: values of a kind are one, whatever they say. */
  contextId({ group, kind, id }: WeighedToken): number {
    return group >= 0 ? group : kind === 'integer' || kind === 'number' ? this.#anyNumber : id
  }

  weightOfPair(before: number, id: number): number {
    return ((this.#weights[before] ?? 0) + (this.#weights[id] ?? 0)) / 2
  }

  #weighed(tokens: readonly Token[]): readonly WeighedToken[] {
    return tokens.map((token) => {
      const name = classOf(token)
      const group = name === undefined ? -1 : this.#idOf(`\u0000${name}`, 1)
      const weight = weightOf(token, group)
      const key = token.kind === 'mark' ? `\u0000${token.field}\u0000${token.text}` : token.text
      return { ...token, group, weight, id: this.#idOf(key, token.kind === 'word' ? weight / 2 : weight / 4) }
    })
  }

  /** The number of a key, given to it when it is met for the first time. */
  #idOf(key: string, weight: number): number {
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const id = this.#ids.size + 1
    this.#ids.set(key, id)
    this.#weights[id] = weight
    return id
  }
}

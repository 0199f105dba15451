import { alignSlot, type SlotPart, wholeSlot } from './align-text.ts'
import { slotBits } from './description-length.ts'
import type { Evidence } from './evidence.ts'
import type { WeighedToken } from './weighed-tokens.ts'
import type { Pace } from './pace.ts'
import type { Piece, Scope } from './template.ts'

/** Texts of one slot, by instance; absent where an instance lacks it. */
export type SlotTexts = readonly (readonly WeighedToken[] | undefined)[]

/** How a slot may be read: with inline options, without, or as one value that is always exact. */
export type SlotReading = 'options' | 'plain' | 'whole'

/** What a slot says, and how long that is to tell, in bits. */
export interface ReadSlotParts {
  readonly parts: readonly SlotPart[]
  readonly bits: number
}

/** Lays texts of slots over each other. */
export type ReadSlot = (texts: SlotTexts, reading: SlotReading) => ReadSlotParts

/** Words, spaces and signs of one paragraph, which has 20 pages then: what is longer in one of several samples is one value. */
const mostTokens = 20_000

const isTooLong = (texts: SlotTexts): boolean =>
  texts.length > 1 && texts.some((tokens) => (tokens?.length ?? 0) > mostTokens)

/**
 * Reads slots, each set of texts once: the same texts are laid over each other again and again, in each way of telling what
 * stands around them that is weighed.
 */
export const createSlotReader = (evidence: Evidence, pace: Pace): ReadSlot => {
  const numbers = new WeakMap<readonly WeighedToken[], number>()
  let count = 0
  const numberOf = (tokens: readonly WeighedToken[] | undefined): number => {
    if (tokens === undefined) return 0
    let number = numbers.get(tokens)
    if (number === undefined) numbers.set(tokens, (number = ++count))
    return number
  }
  const isAffordable = (): boolean => {
    if (pace.left() > 0) return true
    pace.leave()
    return false
  }
  const known = new Map<string, ReadSlotParts>()
  return (texts, reading) => {
    const key = `${reading} ${texts.map(numberOf).join(' ')}`
    let read = known.get(key)
    if (read === undefined) {
      const parts =
        reading === 'whole' || isTooLong(texts) || !isAffordable()
          ? wholeSlot(texts)
          : alignSlot(texts, { evidence, pace, options: reading === 'options' })
      known.set(key, (read = { parts, bits: slotBits(parts) }))
    }
    return read
  }
}

/** Parts of a slot as pieces of a template, which are named later: each place has its own. */
export const piecesOf = (parts: readonly SlotPart[], scope: Scope): Piece[] =>
  parts.map((part): Piece => {
    if (part.kind === 'constant') return part
    if (part.kind === 'option') {
      const condition = { name: '', inverted: false, scope, present: part.present }
      return { kind: 'option', condition, pieces: piecesOf(part.parts, scope) }
    }
    const { values, field } = part
    const given = field === undefined ? {} : { given: field }
    return { kind: 'variable', variable: { name: '', type: 'text', scope, values: [...values], ...given } }
  })

import { absorbShared } from './absorb-shared.ts'
import { chanceOf, countWords, mostByChance } from './chance.ts'
import type { Evidence } from './evidence.ts'
import type { WeighedToken } from './weighed-tokens.ts'
import { type Pace, withinBounds } from './pace.ts'
import { partedValues } from './parted-values.ts'
import { slideOptions } from './slide-options.ts'
import { matchSequences } from './sequence-match.ts'
import { breaksLine, type Constant, type Element, isFree, joined, textOfTokens, type Varying } from './text-elements.ts'
import { loneKinds } from './tokens.ts'

/** What stands in a place of a template, wherever that place is: fixed text, a value by instance, or what only some have. */
export type SlotPart =
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'varying'; readonly values: (string | undefined)[]; readonly field?: string }
  | { readonly kind: 'option'; readonly present: readonly boolean[]; readonly parts: readonly SlotPart[] }

export interface TextAlignment {
  readonly evidence: Evidence
  readonly pace: Pace
  /** Inline options may be made. */
  readonly options: boolean
  /** What is laid over each other are the parts of addresses already. */
  readonly isOfAddresses?: boolean
}

/** Tokens that all sequences share in the same order, as positions in each sequence. */
const commonTokens = (sequences: readonly (readonly WeighedToken[])[], pace: Pace): number[][] => {
  const order = sequences.map((_, index) => index).sort((a, b) => sequences[a]!.length - sequences[b]!.length || a - b)
  const first = order[order.length >> 1]!
  let kept = sequences[first]!.map((token, position) => {
    const places = sequences.map(() => -1)
    places[first] = position
    return { token, places }
  })
  for (const index of order) {
    if (index === first) continue
    const sequence = sequences[index]!
    const consensus = kept
    const pairs = matchSequences(
      consensus.length,
      sequence.length,
      (i, j) => {
        const left = consensus[i]!.token
        const right = sequence[j]!
        if (left.id === right.id) return left.weight
        return left.group >= 0 && left.group === right.group ? left.weight * 0.6 : 0
      },
      {
        bonus: 0.3,
        keys: [{ left: (i) => consensus[i]!.token.id, right: (j) => sequence[j]!.id }],
        ...withinBounds(pace, 1),
      },
    )
    kept = pairs.map(([i, j]) => {
      const entry = consensus[i]!
      entry.places[index] = j
      return entry
    })
  }
  return kept.map(({ places }) => places)
}

/** Lays the texts over each other; `sequenceOf[instance]` is the index of the instance's text, -1 where absent. */
const elementsOf = (
  sequences: readonly (readonly WeighedToken[])[],
  sequenceOf: readonly number[],
  pace: Pace,
): Element[] => {
  // Words that one of several samples has are taken to be fixed; a date or a sum of money among them is not.
  const isSeenOnce = sequenceOf.length > 1 && sequenceOf.filter((index) => index >= 0).length === 1
  const elements: Element[] = []
  /** The tokens of the constant at the end of `elements`. */
  let open: WeighedToken[] = []
  let isBreak = false
  const ends = sequences.map(() => 0)
  const byInstance = (texts: readonly string[]): (string | undefined)[] =>
    sequenceOf.map((index) => (index < 0 ? undefined : texts[index]!))
  const gapUntil = (places: readonly number[]): void => {
    if (places.every((place, index) => place === ends[index])) return
    const gaps = sequences.map((tokens, index) => tokens.slice(ends[index], places[index]))
    for (const [at, part] of partsOf(gaps).entries()) {
      const texts = part.map(textOfTokens)
      if (texts.every((text) => text === '')) continue
      const begins = at > 0 || part.every(([token]) => token?.isBreak === true)
      elements.push({ kind: 'varying', values: byInstance(texts), typed: false, isBreak: begins })
    }
  }
  for (const places of commonTokens(sequences, pace)) {
    gapUntil(places)
    const tokens = places.map((place, index) => sequences[index]![place]!)
    const [token] = tokens as [WeighedToken, ...WeighedToken[]]
    const begins = tokens.every((one) => one.isBreak === true)
    const isValue = token.kind === 'mark' || (isSeenOnce && loneKinds.has(token.kind))
    if (isValue || tokens.some(({ id }) => id !== token.id)) {
      const values = byInstance(tokens.map(({ text }) => text))
      elements.push({
        kind: 'varying',
        values,
        typed: true,
        isBreak: begins,
        ...(token.field === undefined || token.field === '' ? {} : { field: token.field }),
      })
    } else {
      if (elements.at(-1)?.kind === 'constant') {
        open.push(token)
        isBreak ||= begins
        if (isBreak) elements[elements.length - 1] = { kind: 'constant', tokens: open, isBreak }
      } else {
        open = [token]
        isBreak = begins
        elements.push({ kind: 'constant', tokens: open, isBreak })
      }
    }
    for (const [index, place] of places.entries()) ends[index] = place + 1
  }
  gapUntil(sequences.map((tokens) => tokens.length))
  return elements
}

/** A stretch that varies, cut where the formatting changes as often in every instance: there one value ends. */
const partsOf = (gaps: readonly (readonly WeighedToken[])[]): readonly (readonly (readonly WeighedToken[])[])[] => {
  const cuts = gaps.map((tokens) => tokens.flatMap((token, at) => (at > 0 && token.isBreak === true ? [at] : [])))
  const [first = []] = cuts
  if (first.length === 0 || cuts.some(({ length }) => length !== first.length)) return [gaps]
  return Array.from({ length: first.length + 1 }, (_, part) =>
    gaps.map((tokens, index) => tokens.slice(part === 0 ? 0 : cuts[index]![part - 1], cuts[index]![part])),
  )
}

/** Where all have the same line breaks, as the lines of an address have, each line is for itself. */
const collapseLines = (elements: readonly Element[]): Element[] => {
  if (elements.some((element) => element.kind === 'varying' && breaksLine(element))) return collapseChance(elements)
  const result: Element[] = []
  let line: Element[] = []
  for (const element of elements) {
    if (!breaksLine(element)) {
      line.push(element)
      continue
    }
    for (const item of collapseChance(line)) result.push(item)
    result.push(element)
    line = []
  }
  return [...result, ...collapseChance(line)]
}

/**
 * Chance matches within free text (`… of … the …`) are no template: what stands on both sides of one is one value. Where
 * more than a few words are the same, nothing is taken for chance.
 */
const collapseChance = (elements: readonly Element[]): Element[] => {
  const free = elements.flatMap((element, index) => (isFree(element) ? [index] : []))
  const first = free[0]
  const last = free.at(-1)
  if (free.length < 3 || first === undefined || last === undefined) return [...elements]
  const inner = elements.slice(first, last + 1)
  let constant = 0
  let longest = 0
  let varying = 0
  for (const element of inner) {
    if (element.kind === 'constant') {
      const words = countWords(textOfTokens(element.tokens))
      constant += words
      longest = Math.max(longest, words)
    } else {
      const present = element.values.filter((value) => value !== undefined)
      varying += present.reduce((sum, value) => sum + countWords(value), 0) / Math.max(1, present.length)
    }
  }
  if (longest > 2 || inner.slice(1).some(({ isBreak }) => isBreak === true) || constant / (constant + varying) > 0.4)
    return [...elements]
  return [...elements.slice(0, first), ...withoutChance(inner), ...elements.slice(last + 1)]
}

const withoutChance = (inner: readonly Element[]): Element[] => {
  const result: Element[] = []
  for (const [index, element] of inner.entries()) {
    const between = result.at(-1)
    const before = result.at(-2)
    if (
      isFree(element) &&
      between?.kind === 'constant' &&
      isFree(before) &&
      isChance(inner[index - 2], between, element)
    )
      result.splice(-2, 2, joined([before, between, element]))
    else result.push(element)
  }
  return result
}

const isChance = (before: Element | undefined, between: Constant, after: Varying): boolean => {
  const around = after.values.flatMap((value, instance): (readonly [string, string])[] => {
    const earlier = before?.kind === 'varying' ? before.values[instance] : undefined
    return value === undefined ? [] : [[earlier ?? '', value]]
  })
  return chanceOf(between.tokens, around) > mostByChance
}

const isAbbreviated = ([first, second, ...others]: readonly Element[]): boolean =>
  isFree(first) && second?.kind === 'constant' && textOfTokens(second.tokens) === '.' && others.length === 0

/**
 * Values that touch, of which the first is not in all samples, are one: `3 May` and `1 May – 3 May`. A full stop that is all the fixed
 * text there is belongs to a value, too: `14 Std.`
 */
const joinTouching = (elements: readonly Element[]): readonly Element[] => {
  if (isAbbreviated(elements)) return [joined(elements)]
  const result: Element[] = []
  for (const element of elements) {
    const before = result.at(-1)
    const touches = isFree(before) && element.kind === 'varying' && element.field === undefined
    if (touches && element.isBreak !== true && before.values.includes('') && /\d/.test(before.values.join('')))
      result.splice(-1, 1, joined([before, element]))
    else result.push(element)
  }
  return result
}

const optionOf = (
  values: readonly (string | undefined)[],
  alignment: TextAlignment,
  depth: number,
): SlotPart | undefined => {
  const filled = values.map((value) => (value === undefined || value === '' ? undefined : value))
  const texts = filled.filter((value) => value !== undefined)
  if (texts.length === 0 || texts.length === values.filter((value) => value !== undefined).length) return undefined
  const parts = alignSlot(
    filled.map((text) => (text === undefined ? undefined : alignment.evidence.weigh(text))),
    alignment,
    depth + 1,
  )
  const words = parts.reduce((sum, part) => sum + (part.kind === 'constant' ? countWords(part.text) : 0), 0)
  if (words < (texts.length > 1 ? 2 : 4)) return undefined
  return { kind: 'option', present: filled.map((value) => value !== undefined), parts }
}

/** Values that stand beside each other, each for itself. */
const partsOfValues = (values: (string | undefined)[]): readonly SlotPart[] => {
  const parted = partedValues(values)
  if (parted === undefined) return [{ kind: 'varying', values }]
  const { before, separator, after } = parted
  return [...partsOfValues([...before]), { kind: 'constant', text: separator }, ...partsOfValues([...after])]
}

const longestAddress = 2000
const isWebAddress = (value: string): boolean =>
  value.length <= longestAddress && /^(?:https?:\/\/|www\.)\S+$/.test(value)
/** What all addresses have in common is at least where they lead. */
const host = /^(?:https?:\/\/|www\.)[^/?#]+[/?#]/

/** Addresses that are written out in a text: what varies is a part of them, as it is where a link leads. */
const partsOfAddresses = (values: (string | undefined)[], { evidence, pace }: TextAlignment): readonly SlotPart[] => {
  const tokens = values.map((value) => (value === undefined ? undefined : evidence.weighAddress(value)))
  const parts = alignSlot(tokens, { evidence, pace, options: false, isOfAddresses: true })
  const [first] = parts
  return first?.kind === 'constant' && host.test(first.text) ? parts : [{ kind: 'varying', values }]
}

/**
 * Lays one slot's texts over each other: what all share stays, the rest becomes values and inline options.
 * Whatever the parts, joining them for an instance gives that instance's text again.
 */
export const alignSlot = (
  texts: readonly (readonly WeighedToken[] | undefined)[],
  alignment: TextAlignment,
  depth = 0,
): readonly SlotPart[] => {
  const known = new Map<string, number>()
  const sequences: (readonly WeighedToken[])[] = []
  const sequenceOf = texts.map((tokens) => {
    if (!tokens) return -1
    const text = textOfTokens(tokens)
    const index = known.get(text) ?? sequences.push(tokens) - 1
    known.set(text, index)
    return index
  })
  if (sequences.length === 0) return []
  const read = elementsOf(sequences, sequenceOf, alignment.pace)
  const elements = joinTouching(collapseLines(absorbShared(read)))
  const parts = elements.flatMap((element): readonly SlotPart[] => {
    if (element.kind === 'constant') return [{ kind: 'constant', text: textOfTokens(element.tokens) }]
    const { values, field } = element
    const option = alignment.options && depth < 3 ? optionOf(values, alignment, depth) : undefined
    if (option !== undefined) return [option]
    const areAddresses = field === undefined && values.every((value) => value === undefined || isWebAddress(value))
    if (areAddresses && alignment.isOfAddresses !== true) return partsOfAddresses(values, alignment)
    return isFree(element)
      ? partsOfValues(values)
      : [{ kind: 'varying', values, ...(field === undefined ? {} : { field }) }]
  })
  return slideOptions(parts)
}

/** The whole slot as one value: the last resort that is always exact. */
export const wholeSlot = (texts: readonly (readonly WeighedToken[] | undefined)[]): readonly SlotPart[] => {
  const values = texts.map((tokens) => (tokens ? textOfTokens(tokens) : undefined))
  const present = values.filter((value) => value !== undefined)
  if (present.every((value) => value === present[0])) {
    return present[0] === undefined || present[0] === '' ? [] : [{ kind: 'constant', text: present[0] }]
  }
  return [{ kind: 'varying', values }]
}

import { areAddresses, kindOfStreetBefore, longestAddress } from './absorb-addresses.ts'
import { townAround } from './absorb-towns.ts'
import { chanceOf, countWords, mostByChance } from './chance.ts'
import type { Evidence } from './evidence.ts'
import type { WeighedToken } from './weighed-tokens.ts'
import { type Pace, withinBounds } from './pace.ts'
import { partedValues } from './parted-values.ts'
import { matchSequences } from './sequence-match.ts'
import { tellingKinds } from './tokens.ts'

/** Values that belong to one place of a text, by instance; `typed` ones were recognized by their form. */
interface Varying {
  readonly kind: 'varying'
  readonly values: (string | undefined)[]
  readonly typed: boolean
  readonly field?: string
  /** In every instance the formatting changes where it begins. */
  readonly isBreak?: boolean
}
interface Constant {
  readonly kind: 'constant'
  readonly tokens: readonly WeighedToken[]
  /** In every instance the formatting changes where it begins, or within it. */
  readonly isBreak?: boolean
}
type Element = Varying | Constant

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
}

const legalSuffix =
  /^(?:GmbH|AG|KG|OHG|UG|mbH|SE|e\.?V|Ltd|LLC|LLP|Inc|Corp|Co|Limited|PLC|plc|SA|SARL|SAS|SASU|EURL|SNC|SpA|Srl|SRL|SL|BV|NV|AB|AS|ApS|Oy|Lda|sro|Kft|Zrt)$/
const weakPunctuation = /^[.,\-–&'’/·]$/
const textOfTokens = (tokens: readonly WeighedToken[]): string => tokens.map(({ text }) => text).join('')

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
    const isValue = token.kind === 'mark' || (isSeenOnce && tellingKinds.has(token.kind))
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

const joined = (parts: readonly Element[]): Varying => {
  const width = parts.find((part) => part.kind === 'varying')!.values.length
  const values = Array.from({ length: width }, (_, instance) => {
    let text = ''
    for (const part of parts) {
      if (part.kind === 'constant') text += textOfTokens(part.tokens)
      else if (part.values[instance] === undefined) return undefined
      else text += part.values[instance]
    }
    return text
  })
  return { kind: 'varying', values, typed: false, isBreak: parts[0]?.isBreak === true }
}

const isFree = (element: Element | undefined): element is Varying => element?.kind === 'varying' && !element.typed

const isWeak = ({ tokens }: Constant): boolean =>
  tokens.every(({ kind, text }) => kind === 'space' || (weakPunctuation.test(text) && text !== '\n'))

/** Takes spaces and lone punctuation between two free values into one value: `Anna Meyer`, `Smith & Sons`. */
const absorbWeak = (elements: readonly Element[]): Element[] => {
  const result: Element[] = []
  for (const element of elements) {
    const between = result.at(-1)
    const before = result.at(-2)
    // A value ends where the formatting of all samples changes.
    if (element.isBreak === true) result.push(element)
    else if (isFree(element) && isFree(between)) result.splice(-1, 1, joined([between, element]))
    else if (
      isFree(element) &&
      between?.kind === 'constant' &&
      between.isBreak !== true &&
      isWeak(between) &&
      isFree(before)
    ) {
      result.splice(-2, 2, joined([before, between, element]))
    } else result.push(element)
  }
  return result
}

/** Moves a legal form that all samples share into the name before it: `Acme Ltd`. */
const absorbLegalForms = (elements: readonly Element[]): Element[] => {
  const result: Element[] = []
  for (const element of elements) {
    const before = result.at(-1)
    if (element.kind === 'constant' && element.isBreak !== true && isFree(before)) {
      const [gap, form] = element.tokens
      if (gap?.kind === 'space' && form && legalSuffix.test(form.text.replaceAll('.', ''))) {
        result.splice(-1, 1, joined([before, { kind: 'constant', tokens: element.tokens.slice(0, 2) }]))
        if (element.tokens.length > 2) result.push({ kind: 'constant', tokens: element.tokens.slice(2) })
        continue
      }
    }
    result.push(element)
  }
  return result
}

const isNewLine = ({ text }: WeighedToken): boolean => text === '\n'

/** Of so many elements an address has at most: its lines, and what all samples have between them. */
const mostOfAddress = 9

/** Takes what parts of addresses have in common by chance, such as a postcode's first half, into one value. */
const absorbAddresses = (elements: readonly Element[]): Element[] => {
  const result: Element[] = []
  for (let at = 0; at < elements.length; at += 1) {
    const span = addressAt(elements, at)
    if (span.length === 1) {
      result.push(elements[at]!)
      continue
    }
    const ahead = result.at(-1)
    const tokens = ahead?.kind === 'constant' ? ahead.tokens : []
    const taken = kindOfStreetBefore(tokens)
    const kind: Element[] = taken === 0 ? [] : [{ kind: 'constant', tokens: tokens.slice(-taken) }]
    if (ahead?.kind === 'constant' && taken > 0)
      result.splice(-1, 1, ...(taken < tokens.length ? [{ ...ahead, tokens: tokens.slice(0, -taken) }] : []))
    result.push(joined([...kind, ...span]))
    at += span.length - 1
  }
  return result
}

/** The elements that are one address, from one of them on; that one alone where none is. */
const addressAt = (elements: readonly Element[], from: number): readonly Element[] => {
  const first = elements[from]!
  let best: readonly Element[] = [first]
  if (first.kind === 'constant' || first.field !== undefined) return best
  let values: readonly (string | undefined)[] = first.values
  for (let to = from + 1; to < Math.min(elements.length, from + mostOfAddress); to += 1) {
    const element = elements[to]!
    if (element.isBreak === true || breaksLine(element)) break
    if (element.kind === 'varying' && element.field !== undefined) break
    const text = element.kind === 'constant' ? textOfTokens(element.tokens) : ''
    values = values.map((value, instance) =>
      value === undefined ? undefined : value + (element.kind === 'constant' ? text : (element.values[instance] ?? '')),
    )
    if (values.some((value) => (value?.length ?? 0) > longestAddress)) break
    const behind = elements[to + 1]
    const isLine = behind === undefined || (behind.kind === 'constant' && behind.tokens[0]?.text === '\n')
    const texts = values.filter((value) => value !== undefined)
    if (element.kind === 'varying' && areAddresses(texts, isLine)) best = elements.slice(from, to + 1)
  }
  return best
}

/** Takes the town that the clients of all samples live in into their addresses. */
const absorbTowns = (elements: readonly Element[]): Element[] => {
  const result: Element[] = []
  for (let at = 0; at < elements.length; at += 1) {
    const element = elements[at]!
    const ahead = result.at(-1)
    const behind = elements[at + 1]
    if (element.kind === 'constant' || element.isBreak === true) {
      result.push(element)
      continue
    }
    const head = ahead?.kind === 'constant' && ahead.isBreak !== true ? ahead.tokens : []
    const tail = behind?.kind === 'constant' && behind.isBreak !== true ? behind.tokens : []
    const newLine = head.findLastIndex(isNewLine)
    const lineEnd = tail.findIndex(isNewLine)
    const before = head.slice(newLine + 1)
    const after = lineEnd === -1 ? tail : tail.slice(0, lineEnd)
    const taken = townAround(
      element.values.filter((value) => value !== undefined),
      { before, after },
      {
        begins: newLine >= 0 || result.length === (head.length > 0 ? 1 : 0),
        ends: lineEnd >= 0 || at + (tail.length > 0 ? 2 : 1) === elements.length,
      },
    )
    if (taken.before + taken.after === 0) {
      result.push(element)
      continue
    }
    const rest = head.slice(0, head.length - taken.before)
    if (taken.before > 0)
      result.splice(-1, 1, ...(rest.length > 0 ? [{ kind: 'constant', tokens: rest } as const] : []))
    const parts: Element[] = [
      ...(taken.before > 0 ? [{ kind: 'constant', tokens: head.slice(-taken.before) } as const] : []),
      element,
      ...(taken.after > 0 ? [{ kind: 'constant', tokens: tail.slice(0, taken.after) } as const] : []),
    ]
    result.push(joined(parts))
    if (taken.after === 0) continue
    if (tail.length > taken.after) result.push({ kind: 'constant', tokens: tail.slice(taken.after) })
    at += 1
  }
  return result
}

const breaksLine = (element: Element): boolean =>
  element.kind === 'constant'
    ? element.tokens.some(({ text }) => text === '\n')
    : element.values.some((value) => value?.includes('\n') === true)

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
  const elements = joinTouching(collapseLines(absorbTowns(absorbAddresses(absorbLegalForms(absorbWeak(read))))))
  return elements.flatMap((element): readonly SlotPart[] => {
    if (element.kind === 'constant') return [{ kind: 'constant', text: textOfTokens(element.tokens) }]
    const { values, field } = element
    const option = alignment.options && depth < 3 ? optionOf(values, alignment, depth) : undefined
    if (option !== undefined) return [option]
    return isFree(element)
      ? partsOfValues(values)
      : [{ kind: 'varying', values, ...(field === undefined ? {} : { field }) }]
  })
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

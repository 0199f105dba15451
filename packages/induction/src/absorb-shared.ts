import { areAddresses, kindOfStreetBefore, longestAddress, mayBeOfAddress } from './absorb-addresses.ts'
import { lineAround } from './absorb-lines.ts'
import { numberAround } from './absorb-numbers.ts'
import { personAround } from './absorb-persons.ts'
import { absorbPhrases } from './absorb-phrases.ts'
import { articleBefore } from './absorb-articles.ts'
import { restAround } from './absorb-rest.ts'
import { townAround } from './absorb-towns.ts'
import { breaksLine, type Constant, type Element, isFree, joined, textOfTokens, type Varying } from './text-elements.ts'
import { widenValues } from './widen-values.ts'

/**
 * Takes fixed text into the values beside it that all samples have by chance, and another client would not: what joins two
 * names, legal forms, parts of addresses, the town, the beginning of a number, half of somebody's name.
 */
export const absorbShared = (elements: readonly Element[]): Element[] =>
  [townAround, numberAround, personAround, restAround, articleBefore, lineAround].reduce(
    widenValues,
    absorbPhrases(absorbAddresses(absorbLegalForms(absorbWeak(elements)))),
  )

const legalSuffix =
  /^(?:GmbH|AG|KG|OHG|UG|mbH|SE|e\.?V|Ltd|LLC|LLP|Inc|Corp|Co|Limited|PLC|plc|SA|SARL|SAS|SASU|EURL|SNC|SpA|Srl|SRL|SL|BV|NV|AB|AS|ApS|Oy|Lda|sro|Kft|Zrt)$/
const weakPunctuation = /^[.,\-–&'’/·]$/

const isWeak = ({ tokens }: Constant): boolean =>
  tokens.every(({ kind, text }) => kind === 'space' || (weakPunctuation.test(text) && text !== '\n'))

const spacedDash = /^ [–-] $/
const lengthsOf = ({ values }: Varying): readonly number[] =>
  values.map((value) => (value !== undefined && /^\d+$/.test(value) ? value.length : 0))

/** Numbers around a dash that are no range, as one has more figures: `20411 – 1`. */
const areTwoNumbers = (before: Varying, between: Constant, after: Varying): boolean => {
  const [left, right] = [lengthsOf(before), lengthsOf(after)]
  return (
    spacedDash.test(textOfTokens(between.tokens)) &&
    [...left, ...right].every((length) => length > 0) &&
    left.every((length, index) => Math.abs(length - right[index]!) > 1)
  )
}

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
      isFree(before) &&
      !areTwoNumbers(before, between, element)
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
    if (!mayBeOfAddress(text)) break
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

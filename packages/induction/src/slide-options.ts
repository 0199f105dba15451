import type { SlotPart } from './align-text.ts'

const startsWithWord = /^[,\s]*\s\p{L}/u

/**
 * An optional stretch that begins with a value and stands before another value begins with its words instead: `from 1 May[ until
 * 30 June]` and not `from [1 May until ]30 June`. Both give the same texts; only then the first value is the same thing in all.
 */
export const slideOptions = (parts: readonly SlotPart[]): readonly SlotPart[] => {
  const result: SlotPart[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const slid = slidAt(parts, at)
    if (slid === undefined) result.push(parts[at]!)
    else {
      for (const part of slid) result.push(part)
      at += 2
    }
  }
  return result
}

/** The option at a place with the gap and the value behind it, turned round; absent where it is none of that form. */
function slidAt(parts: readonly SlotPart[], at: number): readonly [SlotPart, SlotPart, SlotPart] | undefined {
  const [option, gap, last] = parts.slice(at, at + 3)
  if (option?.kind !== 'option' || gap?.kind !== 'constant' || last?.kind !== 'varying') return undefined
  const [ownGap, first, words, ...others] = option.parts
  if (ownGap?.kind !== 'constant' || first?.kind !== 'varying' || words?.kind !== 'constant') return undefined
  if (others.length > 0 || ownGap.text !== gap.text || gap.text.trim() !== '' || !startsWithWord.test(words.text))
    return undefined
  const inOption = (value: string | undefined, instance: number) => (option.present[instance] ? value : undefined)
  return [
    gap,
    {
      kind: 'varying',
      values: last.values.map((value, instance) => inOption(first.values[instance], instance) ?? value),
    },
    {
      kind: 'option',
      present: option.present,
      parts: [words, gap, { kind: 'varying', values: last.values.map(inOption) }],
    },
  ]
}

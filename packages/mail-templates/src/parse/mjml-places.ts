import { htmlTokens, valueRange, wordsPlace } from './html-tokens.ts'
import { type Origin, sourceField } from './source-field.ts'
import { templateTokens } from './template-tokens.ts'

/** A stretch of a source that MJML takes over as it is written. */
interface Unit {
  readonly text: string
  readonly start: number
  readonly end: number
  /** How many are written alike before it. */
  readonly nth: number
}

/** Stretches of one kind, in their order, and by what is written there. */
interface Units {
  readonly list: readonly Unit[]
  readonly byText: ReadonlyMap<string, readonly Unit[]>
}

/** How html lines up with the MJML that it was made of. */
export function mjmlOrigin(mjml: string, html: string): Origin {
  const field = sourceField('mjml', mjml)
  let known: { readonly made: readonly Units[]; readonly written: readonly Units[] } | undefined
  return {
    field,
    placeOf(start, end) {
      // What is told of the whole.
      if (start === 0 && end === 0) return [0, 0]
      known ??= { made: unitsOf(html), written: unitsOf(mjml) }
      const { made, written } = known
      for (const [kind, { list, byText }] of made.entries()) {
        const unit = list[countBefore(list, start) - 1]
        if (unit === undefined || unit.end <= start) continue
        const original = counterpart(unit, byText, written[kind])
        if (original !== undefined)
          return [original.start + start - unit.start, original.start + Math.min(end, unit.end) - unit.start]
      }
      // An element or attribute that MJML wrote: what it stands around.
      for (const [kind, { list, byText }] of made.entries()) {
        const unit = list[countBefore(list, start)]
        if (unit === undefined || !/^[\s/>]*$/.test(html.slice(end, unit.start))) continue
        const original = counterpart(unit, byText, written[kind])
        if (original !== undefined) return [original.start, original.end]
      }
      return undefined
    },
  }
}

/** The same stretch of the MJML: where it is written as often there, in the same order; or once for all copies. */
function counterpart(unit: Unit, made: Units['byText'], written: Units | undefined): Unit | undefined {
  const copies = made.get(unit.text) ?? []
  const originals = written?.byText.get(unit.text) ?? []
  if (originals.length === 1) return originals[0]
  return originals.length === copies.length ? originals[unit.nth] : undefined
}

/** From small to large: tags of the template, values of attributes, start tags, texts. */
function unitsOf(source: string): readonly Units[] {
  const { tokens } = htmlTokens(source)
  const tags = templateTokens(source).tags.map(({ start, end }) => [start, end] as const)
  const values = tokens.flatMap((token) =>
    token.kind === 'start' ? [...token.attributes.values()].map((value) => valueRange(source, value)) : [],
  )
  const starts = tokens.flatMap((token) => (token.kind === 'start' ? [[token.start, token.end] as const] : []))
  const texts = tokens.flatMap((token) => {
    if (token.kind !== 'text') return []
    const { start, end } = wordsPlace(source, token)
    return [[start, end] as const]
  })
  return [tags, values, starts, texts].map((ranges) => {
    const list: Unit[] = []
    const byText = new Map<string, Unit[]>()
    for (const [start, end] of ranges) {
      const text = source.slice(start, end)
      if (text.trim() === '') continue
      const alike = byText.get(text) ?? []
      const unit = { text, start, end, nth: alike.length }
      list.push(unit)
      alike.push(unit)
      byText.set(text, alike)
    }
    return { list, byText }
  })
}

/** How many units begin at an offset or before it, by binary search. */
function countBefore(list: readonly Unit[], offset: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** What of a run's properties readers see; spelling marks, languages and revisions are none of it. */
const visible =
  /<(w:(?:b|i|u|color|sz|rFonts|highlight|strike|dstrike|caps|smallCaps|vertAlign|rStyle|shd|vanish))\b([^<>]*?)\/?>/g
const hidden = /\s(?:w:hint|w:cs|w:eastAsia\w*|w:rsid\w*|w:themeColor|w:themeShade|w:themeTint)="[^"]*"/g

/** The visible formatting of a run, as a text that is equal for equal formatting. @param properties the XML within `w:rPr` */
export const runFormat = (properties: string): string =>
  [...properties.replace(/<w:rPrChange\b[\s\S]*?<\/w:rPrChange>/g, '').matchAll(visible)]
    .map(([, name = '', attributes = '']) => `${name}${attributes.replaceAll(hidden, '').trim()}`)
    .sort()
    .join(' ')

/** A stretch of a slot's text and its formatting. */
export interface FormattedText {
  readonly slot: number
  readonly start: number
  readonly end: number
  readonly format: string
}

/** Stretches without those of white space alone, whose formatting nobody sees. */
const seen = (stretches: readonly FormattedText[], slots: readonly string[]): FormattedText[] =>
  stretches.filter(({ slot, start, end }) => slots[slot]!.slice(start, end).trim() !== '')

/** For each slot the offsets at which its formatting changes. */
export function formatBreaks(
  stretches: readonly FormattedText[],
  slots: readonly string[],
): readonly (readonly number[])[] | undefined {
  const breaks: number[][] = slots.map(() => [])
  let last: FormattedText | undefined
  for (const one of seen(stretches, slots)) {
    if (last && last.slot === one.slot && last.format !== one.format) breaks[one.slot]!.push(one.start)
    last = one
  }
  return breaks.some(({ length }) => length > 0) ? breaks : undefined
}

/**
 * The formats that stretches of slots have, in their order, each once where it goes on.
 * @param ranges in the order of the text, as `stretches` are, and none within another: the work is that of both together
 */
export function formatsWithin(
  stretches: readonly FormattedText[],
  slots: readonly string[],
  ranges: readonly { readonly slot: number; readonly start: number; readonly end: number }[],
): readonly (readonly string[])[] {
  let first = 0
  return ranges.map(({ slot, start, end }) => {
    const formats: string[] = []
    const isPast = (one: FormattedText): boolean => one.slot < slot || (one.slot === slot && one.end <= start)
    while (first < stretches.length && isPast(stretches[first]!)) first += 1
    for (let at = first; at < stretches.length; at += 1) {
      const one = stretches[at]!
      if (one.slot !== slot || one.start >= end) break
      const shown = slots[slot]!.slice(Math.max(start, one.start), Math.min(end, one.end))
      if (shown.trim() !== '' && formats.at(-1) !== one.format) formats.push(one.format)
    }
    return formats
  })
}

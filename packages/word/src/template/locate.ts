import type { Location } from '@chancery/core'
import { excerptOf, paragraphLocation } from '@chancery/tags'
import type { Paragraph } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'
import { shownRange } from './shown-text.ts'

export { excerptOf } from '@chancery/tags'

interface Range {
  readonly start: number
  readonly end: number
}

/** A place in a Word template, as findings tell it: offsets are into the text as people see it. */
export function locate(
  { part, paragraph, start, end }: { readonly part: WordPart; readonly paragraph: Paragraph } & Range,
  tag?: string,
): Location {
  const { text, field, ...range } = shownRange(paragraph, { start, end }, tag)
  return {
    ...locateParagraph(part, paragraph),
    ...(tag === undefined ? {} : { tag }),
    ...(field === undefined ? {} : { field }),
    ...range,
    ...excerptOf(text, range),
  }
}

/** A paragraph as a whole. */
export function locateParagraph(part: WordPart, paragraph: Paragraph | undefined): Location {
  if (paragraph === undefined) return { part: part.label }
  return paragraphLocation(part.label, paragraph)
}

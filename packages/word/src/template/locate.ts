import type { Location } from '@chancery/core'
import type { Paragraph } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'

/** Characters of a paragraph shown on both sides of a tag. */
const excerptSides = 40

/** A place in a Word template, as findings tell it. */
export function locate(
  place: { readonly part: WordPart; readonly paragraph: Paragraph; readonly start: number; readonly end: number },
  tag?: string,
): Location {
  const { part, paragraph, start, end } = place
  const { number, text, table, row, column, heading } = paragraph
  const from = Math.max(0, start - excerptSides)
  const until = Math.min(text.length, end + excerptSides)
  return {
    part: part.label,
    paragraph: number,
    ...(table === undefined ? {} : { table }),
    ...(row === undefined ? {} : { row }),
    ...(column === undefined ? {} : { column }),
    ...(heading === undefined ? {} : { heading }),
    ...(tag === undefined ? {} : { tag }),
    start,
    end,
    text: `${from > 0 ? '…' : ''}${text.slice(from, until)}${until < text.length ? '…' : ''}`,
  }
}

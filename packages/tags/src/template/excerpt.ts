import type { Location } from '@chancery/core'

/** Characters of a paragraph shown on both sides of a tag. */
const excerptSides = 40
/** Longest range that is shown whole. */
const maxRange = 200

interface Range {
  readonly start: number
  readonly end: number
}

/** What stands around a range of a text, and carets below it. */
export function excerptOf(text: string, { start, end }: Range): Pick<Location, 'text' | 'excerpt' | 'caret'> {
  const shown = Math.min(end, start + maxRange)
  const from = wholeCharacter(text, Math.max(0, start - excerptSides))
  const until = wholeCharacter(text, Math.min(text.length, shown + excerptSides))
  const before = `${from > 0 ? '…' : ''}${text.slice(from, start)}`
  const within = text.slice(start, shown)
  const excerpt = `${before}${within}${text.slice(shown, until)}${until < text.length ? '…' : ''}`
  return {
    text: excerpt,
    excerpt: { text: excerpt, start: before.length, end: before.length + within.length },
    caret: `${excerpt.replaceAll(/[^\S ]/g, ' ')}\n${' '.repeat(width(before))}${'^'.repeat(Math.max(1, width(within)))}`,
  }
}

/** A paragraph as a place of a document: its part in words, its number, and where it stands in a table. */
export const paragraphLocation = (
  part: string,
  {
    number,
    table,
    row,
    column,
    heading,
  }: Pick<Location, 'table' | 'row' | 'column' | 'heading'> & { readonly number: number },
): Location => ({
  part,
  paragraph: number,
  ...(table === undefined ? {} : { table }),
  ...(row === undefined ? {} : { row }),
  ...(column === undefined ? {} : { column }),
  ...(heading === undefined ? {} : { heading }),
})

/** Not between the two halves of a character beyond the basic plane. */
const wholeCharacter = (text: string, at: number): number => (/[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at)

/** Characters that take a place of their own on a line. */
const width = (text: string): number =>
  /^[\s!-~…]*$/.test(text) ? text.length : [...text.replaceAll(/\p{M}/gu, '')].length

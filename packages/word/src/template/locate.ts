import type { Location } from '@chancery/core'
import type { Paragraph } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'
import { shownRange } from './shown-text.ts'

/** Characters of a paragraph shown on both sides of a tag. */
const excerptSides = 40
/** Longest range that is shown whole. */
const maxRange = 200

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
  const { number, table, row, column, heading } = paragraph
  return {
    part: part.label,
    paragraph: number,
    ...(table === undefined ? {} : { table }),
    ...(row === undefined ? {} : { row }),
    ...(column === undefined ? {} : { column }),
    ...(heading === undefined ? {} : { heading }),
  }
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
    caret: `${excerpt.replaceAll(/\s/g, ' ')}\n${' '.repeat(width(before))}${'^'.repeat(Math.max(1, width(within)))}`,
  }
}

/** Not between the two halves of a character beyond the basic plane. */
const wholeCharacter = (text: string, at: number): number => (/[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at)

/** Characters that take a place of their own on a line. */
const width = (text: string): number => [...text.replaceAll(/\p{M}/gu, '')].length

import { type Delimiters, isGuid, type ParsedTag, type RawTag, scanText, type TagFault } from '@chancery/tags'
import type { Paragraph } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'
import { type CarriedTag, tagMarks } from './carried-tags.ts'
import { withoutFormulas } from './formula-braces.ts'

/** A tag that is written in a paragraph or carried by a mark in it, parsed or not. */
export interface ScannedTag extends RawTag {
  readonly parsed: ParsedTag
  readonly carrier?: CarriedTag
}

export interface ScannedParagraph {
  readonly part: WordPart
  readonly paragraph: Paragraph
  /** In the order of the text. */
  readonly tags: readonly ScannedTag[]
  /** Delimiters without their other half. */
  readonly strays: readonly TagFault[]
}

/** The tags of fields and content controls, which are marks in the text. */
const carriedIn = (text: string, carried: readonly CarriedTag[]): readonly ScannedTag[] =>
  [...text.matchAll(tagMarks)].flatMap(({ 0: mark, 1: number, index }): ScannedTag[] => {
    const carrier = carried[Number(number)]
    if (carrier === undefined) return []
    return [{ start: index, end: index + mark.length, source: '', parsed: { ok: true, tag: carrier.parsed }, carrier }]
  })

/** The tags of a paragraph, those in delimiters and those that its fields and content controls carry. */
export function scanParagraph(
  part: WordPart,
  paragraph: Paragraph,
  delimiters: Delimiters,
  parse: (source: string) => ParsedTag,
  carried: readonly CarriedTag[],
): ScannedParagraph {
  const text = delimiters.open.startsWith('{') ? withoutFormulas(paragraph.text) : paragraph.text
  const { tags, faults } = scanText(text, delimiters)
  const parsed = tags.flatMap((tag): ScannedTag[] =>
    isGuid(tag.source) ? [] : [{ ...tag, parsed: parse(tag.source) }],
  )
  const others = carried.length === 0 ? [] : carriedIn(paragraph.text, carried)
  if (others.length === 0) return { part, paragraph, strays: faults, tags: parsed }
  const written = new Map(parsed.map((tag) => [tag.start, tag]))
  const whole = others.map((other): ScannedTag => {
    const own = other.carrier?.isWritten === true ? written.get(other.end) : undefined
    if (own !== undefined) written.delete(own.start)
    return own === undefined ? other : { ...other, end: own.end }
  })
  return { part, paragraph, strays: faults, tags: [...written.values(), ...whole].sort((a, b) => a.start - b.start) }
}

import type { TagFault } from '@chancery/tags'
import type { Paragraph } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'

/** A whole field between two runs: its beginning, and its end. */
const wholeField = /<w:fldSimple\b|fldCharType="begin"[^]*fldCharType="end"/

/** What is to be said of a tag with a field of Word's within it, such as a page number: what the field shows is read as a part of the tag. */
export function fieldWithin(
  { xml }: WordPart,
  { segments }: Paragraph,
  { start, end }: { readonly start: number; readonly end: number },
): TagFault | undefined {
  const first = segments.findIndex((segment) => segment.end > start)
  const last = segments.findLastIndex((segment) => segment.start < end)
  const [from, until] = [segments[first], segments[last]]
  if (from === undefined || until === undefined || first >= last) return undefined
  if (!wholeField.test(xml.slice(from.xmlEnd, until.xmlStart))) return undefined
  return {
    code: 'field_in_tag',
    message: 'A field of Word stands within the tag, and what it shows is read as a part of the tag.',
    hint: 'Write the tag anew in one piece, and the field before or behind it.',
    start,
    end,
  }
}

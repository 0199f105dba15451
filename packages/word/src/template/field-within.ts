import type { TagFault } from '@chancery/tags'
import type { Paragraph } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'
import { segmentAt } from './text-run.ts'

/** What is to be said of a tag with a field of Word's within it, such as a page number: what the field shows is read as a part of the tag. */
export function fieldWithin(
  { xml }: WordPart,
  { segments }: Paragraph,
  { start, end }: { readonly start: number; readonly end: number },
): TagFault | undefined {
  const [from, until] = [segments[segmentAt(segments, start)], segments[segmentAt(segments, end - 1)]]
  if (from === undefined || until === undefined || from === until) return undefined
  if (!holdsField(xml.slice(from.xmlEnd, until.xmlStart))) return undefined
  return {
    code: 'field_in_tag',
    message: 'A field of Word stands within the tag, and what it shows is read as a part of the tag.',
    hint: 'Write the tag anew in one piece, and the field before or behind it.',
    start,
    end,
  }
}

/** A whole field, with its beginning and its end. */
function holdsField(between: string): boolean {
  if (between.includes('<w:fldSimple')) return true
  const begin = between.indexOf('fldCharType="begin"')
  return begin >= 0 && between.includes('fldCharType="end"', begin)
}

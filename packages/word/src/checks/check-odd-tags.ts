import type { Finding } from '@chancery/core'
import { oddTagFindings, type SectionNode } from '@chancery/tags'
import { locate } from '../template/locate.ts'
import type { WordPlace, WordTemplate } from '../template/word-template.ts'

/** Tags that can be filled, and hardly say what was meant. */
export const checkOddTags = ({ nodes, delimiters }: WordTemplate): readonly Finding[] =>
  oddTagFindings(nodes, delimiters, isEmpty, locate)

/** What is seen without being text. */
const seen =
  /<(?:w:(?:drawing|pict|object|br|tab|sym|fldChar|fldSimple|instrText|footnoteReference|endnoteReference|sdt|tbl)|m:oMath)\b/

/** Nothing stands between the two tags, in one paragraph or in two that follow each other: no text, picture, field. */
function isEmpty({ children, otherwise, place, closePlace }: SectionNode<WordPlace>): boolean {
  if (children.length > 0 || otherwise.length > 0 || place === closePlace) return false
  if (place.carried !== undefined || closePlace.carried !== undefined) return false
  const [first, last] = [place.paragraph, closePlace.paragraph]
  const text =
    first === last
      ? first.text.slice(place.end, closePlace.start)
      : last.number === first.number + 1
        ? first.text.slice(place.end) + last.text.slice(0, closePlace.start)
        : 'others'
  const from = first.segments.find(({ end }) => end >= place.end)?.xmlEnd ?? 0
  const until = last.segments.find(({ end }) => end > closePlace.start)?.xmlStart ?? 0
  return text.trim() === '' && !seen.test(place.part.xml.slice(from, until))
}

import type { Finding } from '@chancery/core'
import { oddTagFindings } from '@chancery/tags'
import { locate, type OdtNode, type OdtSection, type OdtTemplate } from '../template/odt-template.ts'

/** Tags that can be filled, and hardly say what was meant. */
export const checkOddTags = (nodes: readonly OdtNode[], { delimiters }: OdtTemplate): readonly Finding[] =>
  oddTagFindings(nodes, delimiters, isEmpty, locate)

/** What is seen without being text. */
const seen = /<(?:draw:|text:(?:note|line-break|tab|table-of-content)|table:table[ >])/

/** Nothing stands between the two tags, in one paragraph or in two that follow each other. */
function isEmpty({ children, otherwise, place, closePlace }: OdtSection): boolean {
  if (children.length > 0 || otherwise.length > 0 || place === closePlace || place.part !== closePlace.part)
    return false
  const [first, last] = [place.paragraph, closePlace.paragraph]
  if (first !== last && last.number !== first.number + 1) return false
  const text =
    first === last
      ? first.text.slice(place.end, closePlace.start)
      : first.text.slice(place.end) + last.text.slice(0, closePlace.start)
  return text.trim() === '' && !seen.test(place.part.xml.slice(first.element.start, last.element.end))
}

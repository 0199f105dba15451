import type { Finding } from '@chancery/core'
import { locate } from '../template/locate.ts'
import type { WordTag, WordTemplate } from '../template/word-template.ts'

/** How people name the number of a page, and that of all pages. */
const ofPage = /^(?:page|page_?(?:no|nr|num|number)|curr(?:ent)?_?page|seite|seitenzahl|p[aá]gina|num_?page)$/i
const ofPages =
  /^(?:pages|num_?pages|(?:total|count|sum)_?(?:of_?)?pages|pages?_?(?:total|count)|seiten|p[aá]ginas|gesamtseiten)$/i

/**
 * Values that are named like numbers of pages where those stand: in a header or footer, or beside the number of all pages. Data
 * does not know them: a document has fields for them, which Word counts.
 */
export function checkPageNumbers({ tags }: WordTemplate): readonly Finding[] {
  const named = tags.filter((tag) => ofPage.test(nameOf(tag)) || ofPages.test(nameOf(tag)))
  const beside = new Set(named.filter((tag) => ofPages.test(nameOf(tag))).map(({ place }) => place.paragraph))
  const [first] = named.filter(
    ({ place }) => /^(?:Header|Footer)/.test(place.part.label) || beside.has(place.paragraph),
  )
  if (first === undefined) return []
  const name = nameOf(first)
  return [
    {
      code: 'page_number',
      severity: 'warning',
      message: `"${name}" is a value of the data here, and the same on every page.`,
      hint: 'Insert > Page Number puts a field there that Word counts; Insert > Quick Parts > Field has NumPages for all pages.',
      location: { ...locate(first.place, first.tag), path: name },
    },
  ]
}

/** The name alone that a tag writes. */
function nameOf({ parsed, place }: WordTag): string {
  if (parsed.kind !== 'value' || place.carried !== undefined || parsed.expression.kind !== 'path') return ''
  const { segments, up, own } = parsed.expression
  return segments.length === 1 && up === undefined && !own ? (segments[0] ?? '') : ''
}

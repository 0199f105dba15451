import type { TagFault } from '@chancery/tags'
import type { Paragraph } from '../package/text-map.ts'
import type { WordTag } from './word-template.ts'

/** How a section parts the document at one of its tags, where the tag alone does not say. */
export interface Division {
  /** A paragraph of its own, before that of the tag, holds where what was before ends, or where the section does. */
  readonly inOwnParagraph?: true
  /** The spaces beside the tag go with it: the paragraph is there for the tag alone. */
  readonly withoutSpace?: true
  /** Each side is whole rows. */
  readonly repeats?: 'w:tr'
  /** Where in the XML of the part one side ends or the other begins, if not at the tag. */
  readonly closeAt?: number
  readonly openAt?: number
}

interface Divisions {
  /** By the ids of tags. */
  readonly divisions: ReadonlyMap<number, Division>
  readonly faults: readonly { readonly tag: WordTag; readonly fault: Omit<TagFault, 'start' | 'end'> }[]
}

/**
 * Finds for every `else` of a part what its two sides are: each must be what a section could be. And for sections over
 * paragraphs which of their tags stands at the end of a section of pages, which must not go with the tag's paragraph.
 */
export function divisionsOf(xml: string, paragraphs: readonly Paragraph[], tags: readonly WordTag[]): Divisions {
  const divisions = new Map<number, Division>()
  const faults: { tag: WordTag; fault: Omit<TagFault, 'start' | 'end'> }[] = []
  const open: WordTag[][] = []
  const rows = new Map<string, Paragraph[]>()
  const rowOf = ({ table, row, containers }: Paragraph, shift = 0): readonly Paragraph[] => {
    if (rows.size === 0) {
      for (const paragraph of paragraphs) {
        const key = rowKey(paragraph, 0)
        const known = rows.get(key)
        if (known === undefined) rows.set(key, [paragraph])
        else known.push(paragraph)
      }
    }
    return rows.get(rowKey({ table, row, containers } as Paragraph, shift)) ?? []
  }
  for (const tag of tags) {
    if (tag.parsed.kind === 'open') open.push([tag])
    else if (tag.parsed.kind === 'else') open.at(-1)?.push(tag)
    else if (tag.parsed.kind === 'close') {
      const points = open.pop() ?? []
      const [opener, ...elses] = points
      if (opener === undefined) continue
      if (opener.place.paragraph !== tag.place.paragraph && isAlone(xml, opener) && isAlone(xml, tag)) {
        for (const each of [opener, tag]) {
          if (endsPages(xml, each)) divisions.set(each.place.id, { inOwnParagraph: true })
          else if (isSpaced(each) && isInOneCell(opener, tag)) divisions.set(each.place.id, { withoutSpace: true })
        }
      }
      if (elses.length === 0) continue
      const fail = (each: WordTag, message: string, hint: string): void => {
        faults.push({ tag: each, fault: { code: 'loop_position_invalid', message, hint } })
      }
      const places = [...points, tag].map(({ place }) => place.paragraph)
      const [first] = places as [Paragraph, ...Paragraph[]]
      if (
        opener.place.carried !== undefined ||
        (opener.parsed.kind === 'open' && opener.parsed.repeats === 'columns')
      ) {
        for (const each of elses)
          fail(each, 'Columns that are repeated have no else.', 'Close the section, and open the opposite one.')
      } else if (places.some((each) => rowKey(each, 0) !== rowKey(first, 0))) {
        if (places.some((each) => each.table !== first.table || each.containers.join() !== first.containers.join())) {
          // Ends that do not belong together are told of all sections; here only the else is elsewhere.
          if (places.at(-1)?.containers.join() === first.containers.join())
            for (const each of elses)
              fail(
                each,
                `${each.tag} stands in another table, box or note than its section.`,
                'Put it between the two tags of its section.',
              )
          continue
        }
        divisions.set(opener.place.id, { repeats: 'w:tr' })
        for (const [index, each] of elses.entries()) {
          const division = betweenRows(each, places[index] as Paragraph, places[index + 2] as Paragraph, rowOf)
          if (division === undefined) {
            fail(
              each,
              `${each.tag} stands amid a row, and its section is one over rows.`,
              'Put it at the end of a row, or at the beginning of one.',
            )
          } else divisions.set(each.place.id, division)
        }
      } else if (first.table !== undefined && places.some(({ column }) => column !== first.column)) {
        for (const each of elses)
          fail(
            each,
            `${each.tag} stands in another cell of the row than its section begins or ends in.`,
            'Put all three tags into one cell, or each part into rows of its own.',
          )
      } else {
        for (const each of elses) if (isAlone(xml, each)) divisions.set(each.place.id, { inOwnParagraph: true })
      }
    }
  }
  return { divisions, faults }
}

/** It is all the text of a paragraph of Word's. */
const isAlone = (xml: string, { place: { paragraph, start, end } }: WordTag): boolean =>
  /^[\s\u200b\u2060]*$/.test(paragraph.text.slice(0, start)) &&
  /^[\s\u200b\u2060]*$/.test(paragraph.text.slice(end)) &&
  xml.startsWith('<w:p', paragraph.xmlStart)

const isInOneCell = ({ place: { paragraph: a } }: WordTag, { place: { paragraph: b } }: WordTag): boolean =>
  rowKey(a, 0) === rowKey(b, 0) && a.column === b.column

/** There are spaces beside it that nobody sees; not a tab, a line break or a page break. */
const isSpaced = ({ place: { paragraph, start, end } }: WordTag): boolean =>
  /^[ \u00a0\u200b\u2060\ufeff]+$/.test(paragraph.text.slice(0, start) + paragraph.text.slice(end))

/** Its paragraph is the last of a section of pages: headers and the paper's size hang on it. */
const endsPages = (xml: string, { place: { paragraph } }: WordTag): boolean =>
  xml.slice(paragraph.xmlStart, paragraph.segments[0]?.xmlStart).includes('<w:sectPr')

const rowKey = ({ table, row = 0, containers }: Paragraph, shift: number): string =>
  `${table ?? ''} ${table === undefined ? '' : row + shift} ${table === undefined ? '' : containers.join()}`

/** An else at the end or at the beginning of a row. */
function betweenRows(
  { place }: WordTag,
  before: Paragraph,
  after: Paragraph,
  rowOf: (paragraph: Paragraph, shift?: number) => readonly Paragraph[],
): Division | undefined {
  const { paragraph, start, end } = place
  const own = rowOf(paragraph)
  const at = own.indexOf(paragraph)
  const isBlank = (text: string, others: readonly Paragraph[]): boolean =>
    text.trim() === '' && others.every((each) => each.text.trim() === '')
  const [row, last, next] = [paragraph.row ?? 0, before.row ?? 0, after.row ?? 0]
  if (next > row && isBlank(paragraph.text.slice(end), own.slice(at + 1))) {
    const openAt = rowOf(paragraph, 1)
      .flatMap(({ segments }) => segments)
      .at(0)?.xmlStart
    if (openAt !== undefined) return { repeats: 'w:tr', openAt }
  }
  if (last < row && isBlank(paragraph.text.slice(0, start), own.slice(0, at))) {
    const closeAt = rowOf(paragraph, -1)
      .flatMap(({ segments }) => segments)
      .at(-1)?.xmlEnd
    if (closeAt !== undefined) return { repeats: 'w:tr', closeAt }
  }
  return undefined
}

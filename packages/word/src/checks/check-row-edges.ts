import type { Finding } from '@chancery/core'
import type { SectionNode, TemplateNode } from '@chancery/tags'
import type { Paragraph } from '../package/text-map.ts'
import { locate } from '../template/locate.ts'
import type { WordPlace, WordTemplate } from '../template/word-template.ts'

/** The first and the last of the paragraphs of a row that have text. */
interface RowText {
  readonly first: Paragraph
  last: Paragraph
}

/**
 * Sections over rows of which a tag stands behind all the text of its row, or before it: that row is shown, hidden or
 * repeated as a whole with the others, and hardly meant. Linear in the paragraphs and tags.
 */
export function checkRowEdges({ nodes, parts }: WordTemplate): readonly Finding[] {
  const sections = sectionsOverRows(nodes)
  if (sections.length === 0) return []
  const rows = new Map(parts.map(({ part, paragraphs }) => [part, rowTexts(paragraphs)]))
  const rowAt = ({ part, paragraph }: WordPlace): RowText | undefined => rows.get(part)?.get(rowOf(paragraph))
  const told = new Set<WordPlace>()
  return sections.flatMap(({ tag, place, closePlace }): readonly Finding[] => {
    const [opening, closing] = [rowAt(place), rowAt(closePlace)]
    const found: Finding[] = []
    if (opening !== undefined && isLast(place, opening) && !isFirst(place, opening))
      found.push(atEdge(tag, place, 'behind', 'the first cell of the row below'))
    if (
      closing !== undefined &&
      isFirst(closePlace, closing) &&
      !isLast(closePlace, closing) &&
      !told.has(closePlace)
    ) {
      const { paragraph, start, end } = closePlace
      found.push(atEdge(paragraph.text.slice(start, end), closePlace, 'before', 'the last cell of the row above'))
    }
    // Each "else if" ends where its section does.
    told.add(closePlace)
    return found
  })
}

const sectionsOverRows = (nodes: readonly TemplateNode<WordPlace>[]): readonly SectionNode<WordPlace>[] =>
  nodes.flatMap((node) => {
    if (node.kind !== 'section') return []
    const inner = [...sectionsOverRows(node.children), ...sectionsOverRows(node.otherwise)]
    const [from, until] = [node.place.paragraph, node.closePlace.paragraph]
    const isWritten = node.place.carried === undefined && node.closePlace.carried === undefined
    return isWritten && from.table !== undefined && from.table === until.table && from.row !== until.row
      ? [node, ...inner]
      : inner
  })

const rowOf = ({ table, row }: Paragraph): string => `${table} ${row}`

function rowTexts(paragraphs: readonly Paragraph[]): ReadonlyMap<string, RowText> {
  const rows = new Map<string, RowText>()
  for (const paragraph of paragraphs) {
    if (paragraph.table === undefined || paragraph.text.trim() === '') continue
    const known = rows.get(rowOf(paragraph))
    if (known === undefined) rows.set(rowOf(paragraph), { first: paragraph, last: paragraph })
    else known.last = paragraph
  }
  return rows
}

const isFirst = ({ paragraph, start }: WordPlace, { first }: RowText): boolean =>
  first === paragraph && paragraph.text.slice(0, start).trim() === ''

const isLast = ({ paragraph, end }: WordPlace, { last }: RowText): boolean =>
  last === paragraph && paragraph.text.slice(end).trim() === ''

const atEdge = (tag: string, place: WordPlace, side: 'before' | 'behind', cell: string): Finding => ({
  code: 'loop_position_invalid',
  severity: 'warning',
  message: `${tag} stands ${side} all the text of its row: the whole row belongs to the section.`,
  hint: `Put ${tag} into ${cell}.`,
  location: locate(place, tag),
})

import type { TemplateNode, ValueNode } from '@chancery/tags'
import { type Edit, editsOf } from '../template/rewrite-tags.ts'
import { isInRun } from '../template/text-run.ts'
import type { Paragraph } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'
import type { WordPlace, WordTag } from '../template/word-template.ts'
import { textStart, type ValueStep } from './program.ts'

/**
 * A stretch of a part in which nothing is repeated or left out, and nothing can become empty that must not: there,
 * docxtemplater only puts values in. It need not parse what is compiled without it, which is most of most documents.
 */
export interface PlainStretch {
  /** Offsets in the XML of the part. */
  readonly from: number
  readonly until: number
}

/** Shorter ones are not worth a stand-in. */
const minLength = 300
/** What docxtemplater looks at beyond the text: containers that it mends, sections of pages, pictures beside tags. */
const notPlain =
  /<w:(?:p|tbl|sdt|sdtContent|txbxContent|drawing|pict|object|sectPr|ins|del|moveFrom|moveTo|customXml|br)[ >/]|<(?:mc|v|a|m|wp|wps):/

/** The plain stretches of a part: its whole XML where it has no sections, or runs of paragraphs that lie side by side. */
export function plainStretches(
  { xml }: WordPart,
  paragraphs: readonly Paragraph[],
  tags: readonly WordTag[],
): readonly PlainStretch[] {
  const sections = new Set(tags.filter(({ parsed }) => parsed.kind !== 'value').map(({ place }) => place.paragraph))
  if (sections.size === 0) return [{ from: 0, until: xml.length }]
  const stretches: { from: number; until: number }[] = []
  for (const paragraph of paragraphs) {
    if (sections.has(paragraph) || paragraph.containers.length > 0) continue
    const { xmlStart: from } = paragraph
    const opened = xml.indexOf('>', from)
    // An empty element has no end of its own: looking for one would go through the whole part each time.
    if (!xml.startsWith('<w:p', from) || xml[opened - 1] === '/') continue
    const until = xml.indexOf('</w:p>', opened) + '</w:p>'.length
    if (notPlain.test(xml.slice(opened, until))) continue
    const last = stretches.at(-1)
    if (last !== undefined && xml.slice(last.until, from).trim() === '') last.until = until
    else stretches.push({ from, until })
  }
  return stretches.filter(({ from, until }) => until - from >= minLength)
}

/** The tags of each stretch, and those that stand in none. `stretches` are in the order of the part. */
export function tagsByStretch(
  stretches: readonly PlainStretch[],
  tags: readonly WordTag[],
): { readonly within: readonly (readonly WordTag[])[]; readonly outside: readonly WordTag[] } {
  const within = stretches.map((): WordTag[] => [])
  const outside: WordTag[] = []
  for (const tag of tags) {
    let [low, high] = [0, stretches.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((stretches[middle]?.until ?? 0) <= tag.offset) low = middle + 1
      else high = middle
    }
    if (tag.offset >= (stretches[low]?.from ?? Infinity)) within[low]?.push(tag)
    else outside.push(tag)
  }
  return { within, outside }
}

export type PlainDraft = { readonly kind: 'pieces'; readonly list: readonly string[] } | ValueStep

/** What a stretch is in a program: its text as it stands, and the values of its tags between. */
export function plainDrafts(
  { xml }: WordPart,
  { from, until }: PlainStretch,
  tags: readonly WordTag[],
  nodes: ReadonlyMap<number, TemplateNode<WordPlace>>,
): readonly PlainDraft[] {
  const edits = tags
    .flatMap((tag) => editsOf(tag, 'value').map((edit): Edit & { tag: WordTag } => ({ ...edit, tag })))
    .sort((a, b) => a.from - b.from)
  const drafts: PlainDraft[] = []
  let literal = ''
  let at = from
  for (const edit of edits) {
    literal += xml.slice(at, edit.from)
    at = edit.until
    if (edit.text === '') continue
    drafts.push({ kind: 'pieces', list: [written(preserving(literal))] })
    literal = ''
    const node = nodes.get(edit.tag.place.id)
    if (node === undefined || node.kind === 'section' || node.kind === 'literal') continue
    drafts.push({ kind: 'value', node: node as ValueNode<WordPlace>, isInRun: isInRun(edit.tag.place) })
  }
  drafts.push({ kind: 'pieces', list: [written(literal + xml.slice(at, until))] })
  return drafts
}

/** A text without any, as docxtemplater writes it. */
const written = (xml: string): string => xml.replaceAll(`${textStart}</w:t>`, '<w:t/>')

/** The text in which a value follows keeps its white space. */
function preserving(xml: string): string {
  const start = Math.max(xml.lastIndexOf('<w:t>'), xml.lastIndexOf('<w:t '))
  if (start === -1 || xml.indexOf('</w:t>', start) !== -1) return xml
  const end = xml.indexOf('>', start)
  if (xml.slice(start, end).includes('xml:space="preserve"')) return xml
  return `${xml.slice(0, end)} xml:space="preserve"${xml.slice(end)}`
}

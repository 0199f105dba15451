import type { Finding, TagDelimiters } from '@chancery/core'
import {
  chooseDelimiters,
  type ChosenDelimiters,
  type Delimiters,
  type FaultyOpening,
  isGuid,
  type NestingFault,
  nestTags,
  type PlacedTag,
  refuseDelimiters,
  singleBraces,
  type Tag,
  tagParser,
  type TemplateNode,
} from '@chancery/tags'
import { type CarriedTag, signs } from './carried-tags.ts'
import type { WordPackage } from '../package/open-package.ts'
import { type Paragraph, type TextMap, textMap } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'
import { headingStyles, wordParts } from '../package/word-parts.ts'
import { locate } from './locate.ts'
import { type Division, divisionsOf } from './divisions.ts'
import { elseSections } from './else-sections.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import { readTags } from './read-tags.ts'
import { holdsColumns, repeatColumns } from './repeat-columns.ts'
import { scanParagraph } from './scan-paragraph.ts'
import { mixed, tagFinding, withOtherParts } from './tag-findings.ts'
import { refuseTagBomb } from './tag-limits.ts'

/** Where a tag stands: its part and paragraph, and its offsets in the paragraph's text, with the delimiters. */
export interface WordPlace {
  readonly part: WordPart
  readonly paragraph: Paragraph
  readonly start: number
  readonly end: number
  /** Number of the tag in the template. */
  readonly id: number
  /** What carries the tag, where it is not written in braces. */
  readonly carried?: CarriedTag
}

/** A tag in the order of the text, parsed. */
export interface WordTag extends PlacedTag<WordPlace> {
  readonly parsed: Tag
}

/** A tag with a fault of its own, where others show that the document is a template. */
export interface FaultyTag {
  readonly paragraph: Paragraph
  readonly start: number
  readonly end: number
  readonly tag: string
}

export interface WordTemplate {
  readonly delimiters: Delimiters
  readonly parts: readonly ({ readonly part: WordPart } & TextMap)[]
  /** All tags that a fill replaces; the index is the id. */
  readonly tags: readonly WordTag[]
  /** Tags that cannot be read. */
  readonly faulty: readonly FaultyTag[]
  /** Their tree, without the copies that drawings keep for old programs. */
  readonly nodes: readonly TemplateNode<WordPlace>[]
  /** The nodes of all tags, those of the copies too, by the id of the tag (of a section: of its opening tag). */
  readonly nodesById: ReadonlyMap<number, TemplateNode<WordPlace>>
  /** How sections part the document, by the ids of their tags, where the tags alone do not say. */
  readonly divisions: ReadonlyMap<number, Division>
  /** What is wrong with the tags themselves. */
  readonly findings: readonly Finding[]
}

/**
 * Reads the tags of a Word file from its XML, paragraph by paragraph, on its own and independent of what fills it.
 * @throws `payload_too_large` for more tags than any template has, `invalid_request` for delimiters of no use.
 */
export function readTemplate(
  file: WordPackage,
  given?: TagDelimiters,
  carried: readonly CarriedTag[] = [],
): WordTemplate {
  if (given !== undefined) refuseDelimiters(given)
  const headings = headingStyles(file)
  const read = readParts(wordParts(file), headings, given, carried)
  if (!holdsColumns(read.tags)) return read
  const all = [...carried]
  const repeated = read.parts.map(({ part }) => {
    const own = read.tags.filter(({ place }) => place.part === part)
    if (!holdsColumns(own)) return { part, findings: [] }
    const { xml, findings } = repeatColumns(part, own, (tag) => all.push(tag) - 1)
    return { part: { ...part, xml }, findings }
  })
  const again = readParts(
    repeated.map(({ part }) => part),
    headings,
    given,
    all,
    read,
  )
  return { ...again, findings: [...again.findings, ...repeated.flatMap(({ findings }) => findings)] }
}

function readParts(
  wanted: readonly WordPart[],
  headings: ReadonlySet<string>,
  given: TagDelimiters | undefined,
  carried: readonly CarriedTag[],
  chosen?: ChosenDelimiters,
): WordTemplate & ChosenDelimiters {
  const sign = escapeXml((given ?? singleBraces).open[0] ?? '')
  const parts = wanted.map((part) => ({ part, ...textMap(part.xml, headings, sign) }))
  const marks = [...(given === undefined ? ['{', '}'] : [given.open, given.close]), signs.tag]
  const marked = parts.flatMap(({ part, paragraphs }) =>
    paragraphs
      .filter(({ text }) => marks.some((each) => text.includes(each)))
      .map((paragraph) => ({ part, paragraph })),
  )
  const texts = marked.map(({ paragraph }) => paragraph.text)
  refuseTagBomb(texts, given)
  const parse = tagParser()
  const { delimiters, strays } =
    chosen ??
    (given === undefined
      ? chooseDelimiters(texts, (source) => parse(source).ok && !isGuid(source))
      : { delimiters: given, strays: 0 })
  const scanned = marked.map(({ part, paragraph }) => scanParagraph(part, paragraph, delimiters, parse, carried))
  const read = readTags(scanned, delimiters)
  const tree = nestParts(parts, read.tags, read.openings)
  const findings = [
    ...(strays > 0 ? marked.flatMap(({ part, paragraph }) => mixed(part, paragraph, parse)) : []),
    ...read.findings,
    ...tree.findings,
  ]
  const { tags, faulty } = read
  return { ...tree, delimiters, strays, parts, tags, faulty, findings: withOtherParts(findings) }
}

/** The sections of each part, the copies of its drawings apart, and what is wrong with how they nest. */
function nestParts(
  parts: WordTemplate['parts'],
  tags: readonly WordTag[],
  openings: readonly FaultyOpening<WordPlace>[],
): Pick<WordTemplate, 'nodes' | 'nodesById' | 'divisions' | 'findings'> {
  const nodes: TemplateNode<WordPlace>[] = []
  const nodesById = new Map<number, TemplateNode<WordPlace>>()
  const divisions = new Map<number, Division>()
  const findings: Finding[] = []
  const faulty = Map.groupBy(openings, ({ place }) => place.part)
  for (const row of Map.groupBy(tags, ({ place }) => `${place.part.name} ${place.paragraph.isFallback}`).values()) {
    const { part, paragraph } = (row[0] as WordTag).place
    const others = faulty.get(part)?.filter(({ place }) => place.paragraph.isFallback === paragraph.isFallback) ?? []
    const nested = nestTags(others.length === 0 ? row : [...row, ...others].sort((a, b) => a.offset - b.offset))
    if (row.some(({ parsed }) => parsed.kind === 'open')) {
      const divided = divisionsOf(part.xml, parts.find((each) => each.part === part)?.paragraphs ?? [], row)
      for (const [id, division] of divided.divisions) divisions.set(id, division)
      for (const { tag, fault } of divided.faults) {
        const { place } = tag
        if (!place.paragraph.isFallback)
          findings.push(tagFinding({ ...fault, ...place }, part, place.paragraph, tag.tag, 'error'))
      }
    }
    for (const item of withoutCopies(nested.nodes)) nodes.push(item)
    addById(nested.nodes, nodesById)
    for (const fault of nested.faults) if (!fault.place.paragraph.isFallback) findings.push(nestingFinding(fault))
  }
  return { nodes, nodesById, divisions, findings }
}

function nestingFinding({ code, message, hint, place, tag, related }: NestingFault<WordPlace>): Finding {
  const other = related === undefined ? {} : { related: inWords(related.tag, related.place) }
  return { code, severity: 'error', message, hint, location: { ...locate(place, tag), ...other } }
}

function addById(nodes: readonly TemplateNode<WordPlace>[], byId: Map<number, TemplateNode<WordPlace>>): void {
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    if (node.kind !== 'section') {
      byId.set(node.place.id, node)
      continue
    }
    // The section of an `else if` has the id of its tag too, where it is known with all that must not be shown before.
    if (!byId.has(node.place.id)) byId.set(node.place.id, node)
    for (const [id, section] of elseSections(node)) if (!byId.has(id)) byId.set(id, section)
    addById(node.children, byId)
    addById(node.otherwise, byId)
  }
}

const inWords = (tag: string, { part, paragraph }: WordPlace): string =>
  `${tag} in ${part.label}, paragraph ${paragraph.number}`

/** The tree without the tags of fallback drawings, which only repeat others. */
const withoutCopies = (nodes: readonly TemplateNode<WordPlace>[]): readonly TemplateNode<WordPlace>[] =>
  nodes.flatMap((node): readonly TemplateNode<WordPlace>[] => {
    if (node.kind === 'literal') return [node]
    if (node.place.paragraph.isFallback) return []
    if (node.kind !== 'section') return [node]
    return [{ ...node, children: withoutCopies(node.children), otherwise: withoutCopies(node.otherwise) }]
  })

import type { Finding, TagDelimiters } from '@chancery/core'
import {
  chooseDelimiters,
  type ChosenDelimiters,
  type Delimiters,
  isCodeLike,
  isGuid,
  isHardlyText,
  isLiteral,
  meantCodes,
  nestTags,
  notTag,
  type ParsedTag,
  type PlacedTag,
  parseTag,
  type RawTag,
  refuseDelimiters,
  scanText,
  singleBraces,
  type Tag,
  type TagFault,
  type TemplateNode,
  typographicQuotes,
} from '@chancery/tags'
import { type CarriedTag, signs, tagMarks } from './carried-tags.ts'
import type { WordPackage } from '../package/open-package.ts'
import { type Paragraph, type TextMap, textMap } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'
import { headingStyles, wordParts } from '../package/word-parts.ts'
import { withoutFormulas } from './formula-braces.ts'
import { locate } from './locate.ts'
import { trackedChange, withDeletedHalf } from './tracked-tags.ts'
import { type Division, divisionsOf } from './divisions.ts'
import { elseSections } from './else-sections.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import { holdsColumns, repeatColumns } from './repeat-columns.ts'
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

export interface WordTemplate {
  readonly delimiters: Delimiters
  readonly parts: readonly ({ readonly part: WordPart } & TextMap)[]
  /** All tags that a fill replaces; the index is the id. */
  readonly tags: readonly WordTag[]
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
  const parse = parser()
  const { delimiters, strays } =
    chosen ??
    (given === undefined
      ? chooseDelimiters(texts, (source) => parse(source).ok && !isGuid(source))
      : { delimiters: given, strays: 0 })
  const scans = marked.map(({ part, paragraph }) => scanParagraph(part, paragraph, delimiters, parse, carried))
  const hasTags = scans.some(({ tags }) => tags.some(({ parsed }) => parsed.ok))

  const findings: Finding[] = []
  if (strays > 0)
    for (const item of marked.flatMap(({ part, paragraph }) => mixed(part, paragraph, parse))) findings.push(item)
  const tags: WordTag[] = []
  const byPart = new Map<WordPart, WordTag[]>()
  let literals = 0
  // Braces that make no tag are never errors where nothing else shows that the document is a template.
  const unsure = hasTags ? 'error' : 'warning'
  for (const { part, paragraph, tags: scanned, strays } of scans) {
    const note = (fault: TagFault, tag?: string, severity: Finding['severity'] = 'error'): void => {
      if (!paragraph.isFallback) findings.push(tagFinding(fault, part, paragraph, tag, severity))
    }
    for (const stray of strays) {
      if (isLiteral(stray, paragraph.text, delimiters.open.length, hasTags)) literals++
      else note(withDeletedHalf(stray, paragraph, delimiters.open, delimiters.close), undefined, unsure)
    }
    for (const { parsed, start, end, source, carrier } of scanned) {
      const tag = carrier?.tag ?? paragraph.text.slice(start, end)
      if (!parsed.ok) {
        const isText = parsed.faults.some(({ code }) => code === 'empty_tag')
          ? !hasTags
          : (isCodeLike(source) && !/^\{\s*[#^/%~@&]?[\p{L}_][\p{L}\p{N}_.]*\s*$/u.test(source)) ||
            (!hasTags &&
              (!/^[#^/]?[\p{L}_]/u.test(source) || parsed.faults.some(({ code }) => code === 'unexpected_character')))
        const from = start + delimiters.open.length
        if (isText) {
          literals++
          if (hasTags && isHardlyText(source)) note({ ...notTag, start, end }, tag, 'warning')
        } else
          for (const fault of parsed.faults) {
            const range =
              fault.code === 'empty_tag'
                ? { start, end }
                : { start: fault.start + from, end: Math.max(fault.end, fault.start + 1) + from }
            note({ ...fault, ...range }, tag, meantCodes.has(fault.code) ? 'error' : unsure)
          }
        continue
      }
      const change = trackedChange(paragraph, { start, end })
      if (change !== undefined) note(change, tag, 'warning')
      const quotes = typographicQuotes(source, start + delimiters.open.length)
      if (quotes !== undefined) note(quotes, tag, quotes.code === 'unlike_quotes' ? 'warning' : 'info')
      const place = {
        part,
        paragraph,
        start,
        end,
        id: tags.length,
        ...(carrier === undefined ? {} : { carried: carrier }),
      }
      const word: WordTag = { kind: 'tag', parsed: parsed.tag, tag, place, offset: paragraph.xmlStart + start }
      tags.push(word)
      const row = byPart.get(part)
      if (row === undefined) byPart.set(part, [word])
      else row.push(word)
    }
  }
  if (literals > 0 && !hasTags) {
    findings.push({
      code: 'literal_braces',
      severity: 'info',
      message: 'Braces that are no tags stay as they are.',
    })
  }
  const nodes: TemplateNode<WordPlace>[] = []
  const nodesById = new Map<number, TemplateNode<WordPlace>>()
  const divisions = new Map<number, Division>()
  for (const [part, row] of byPart) {
    const nested = nestTags(row)
    if (row.some(({ parsed }) => parsed.kind === 'open')) {
      const divided = divisionsOf(part.xml, parts.find((each) => each.part === part)?.paragraphs ?? [], row)
      for (const [id, division] of divided.divisions) divisions.set(id, division)
      for (const {
        tag: { tag, place },
        fault,
      } of divided.faults)
        if (!place.paragraph.isFallback)
          findings.push(tagFinding({ ...fault, ...place }, part, place.paragraph, tag, 'error'))
    }
    for (const item of withoutCopies(nested.nodes)) nodes.push(item)
    addById(nested.nodes, nodesById)
    for (const fault of nested.faults) {
      if (fault.place.paragraph.isFallback) continue
      const { related } = fault
      findings.push({
        code: fault.code,
        severity: 'error',
        message: fault.message,
        hint: fault.hint,
        location: {
          ...locate(fault.place, fault.tag),
          ...(related === undefined ? {} : { related: inWords(related.tag, related.place) }),
        },
      })
    }
  }
  return { delimiters, strays, parts, tags, nodes, nodesById, divisions, findings: withOtherParts(findings) }
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

interface ScannedTag extends RawTag {
  readonly parsed: ParsedTag
  readonly carrier?: CarriedTag
}

/** The tags of fields and content controls, which are marks in the text. */
const carriedIn = (text: string, carried: readonly CarriedTag[]): readonly ScannedTag[] =>
  [...text.matchAll(tagMarks)].flatMap(({ 0: mark, 1: number, index }): ScannedTag[] => {
    const carrier = carried[Number(number)]
    if (carrier === undefined) return []
    return [{ start: index, end: index + mark.length, source: '', parsed: { ok: true, tag: carrier.parsed }, carrier }]
  })

/** Parses each tag once, however often it stands in the template. */
function parser(): (source: string) => ParsedTag {
  const known = new Map<string, ParsedTag>()
  return (source) => {
    let parsed = known.get(source)
    if (parsed === undefined) known.set(source, (parsed = parseTag(source)))
    return parsed
  }
}

function scanParagraph(
  part: WordPart,
  paragraph: Paragraph,
  delimiters: Delimiters,
  parse: (source: string) => ParsedTag,
  carried: readonly CarriedTag[],
) {
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

import type { Finding, TagDelimiters } from '@chancery/core'
import {
  type Delimiters,
  doubleBraces,
  nestTags,
  type ParsedTag,
  type PlacedTag,
  parseTag,
  type RawTag,
  scanText,
  singleBraces,
  type Tag,
  type TagFault,
  type TemplateNode,
} from '@chancery/tags'
import { type CarriedTag, signs, tagMarks } from '../fields/carried-tags.ts'
import type { WordPackage } from '../package/open-package.ts'
import { type Paragraph, type TextMap, textMap } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'
import { headingStyles, wordParts } from '../package/word-parts.ts'
import { chooseDelimiters, outside, refuseDelimiters } from './choose-delimiters.ts'
import { isCodeLike, isGuid, isLiteral, meantCodes } from './literal-braces.ts'
import type { XmlFault } from '../package/scan-xml.ts'
import { locate, locateParagraph } from './locate.ts'
import { trackedChange, withDeletedHalf } from './tracked-tags.ts'
import { escapeXml } from '../fill/escape-xml.ts'
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
  const sign = escapeXml((given ?? singleBraces).open[0] ?? '')
  const parts = wordParts(file).map((part) => ({ part, ...textMap(part.xml, headings, sign) }))
  const wanted = [...(given === undefined ? ['{', '}'] : [given.open, given.close]), signs.tag]
  const marked = parts.flatMap(({ part, paragraphs }) =>
    paragraphs
      .filter(({ text }) => wanted.some((each) => text.includes(each)))
      .map((paragraph) => ({ part, paragraph })),
  )
  const texts = marked.map(({ paragraph }) => paragraph.text)
  refuseTagBomb(texts, given)
  const parse = parser()
  const { delimiters, strays } =
    given === undefined
      ? chooseDelimiters(texts, (source) => parse(source).ok && !isGuid(source))
      : { delimiters: given, strays: 0 }
  const scans = marked.map(({ part, paragraph }) => scanParagraph(part, paragraph, delimiters, parse, carried))
  const hasTags = scans.some(({ tags }) => tags.some(({ parsed }) => parsed.ok))

  const findings: Finding[] = parts.flatMap(({ part, paragraphs, fault }) =>
    fault === undefined ? [] : [malformed(part, paragraphs, fault)],
  )
  if (strays > 0) findings.push(...marked.flatMap(({ part, paragraph }) => mixed(part, paragraph, parse)))
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
          : isCodeLike(source) ||
            (!hasTags &&
              (!/^[#^/]?[\p{L}_]/u.test(source) || parsed.faults.some(({ code }) => code === 'unexpected_character')))
        const from = start + delimiters.open.length
        if (isText) literals++
        else
          for (const fault of parsed.faults) {
            const range =
              fault.code === 'empty_tag'
                ? { start, end }
                : { start: fault.start + from, end: Math.max(fault.end, fault.start + 1) + from }
            note({ ...fault, ...range }, tag, meantCodes.has(fault.code) ? 'error' : unsure)
          }
        continue
      }
      const unsupported = carrier === undefined ? unsupportedTag(parsed.tag, start, end) : undefined
      if (unsupported !== undefined) {
        note(unsupported, tag)
        continue
      }
      const change = trackedChange(paragraph, { start, end })
      if (change !== undefined) note(change, tag, 'warning')
      const quotes = typographicQuotes(source, start + delimiters.open.length)
      if (quotes !== undefined) note(quotes, tag, 'info')
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
  for (const row of byPart.values()) {
    const nested = nestTags(row)
    nodes.push(...withoutCopies(nested.nodes))
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
  return { delimiters, parts, tags, nodes, nodesById, findings: withOtherParts(findings) }
}

/** Sections that are opened in one part and closed in another: each end tells where the other is. */
function withOtherParts(findings: readonly Finding[]): readonly Finding[] {
  const nameOf = (tag = ''): string => tag.replaceAll(/[^\p{L}\p{N}_.]/gu, '')
  const unopened = new Map<string, Finding>()
  const unclosed = new Map<string, Finding>()
  for (const finding of findings) {
    const ends =
      finding.code === 'unopened_section' ? unopened : finding.code === 'unclosed_section' ? unclosed : undefined
    if (ends !== undefined && !ends.has(nameOf(finding.location?.tag))) ends.set(nameOf(finding.location?.tag), finding)
  }
  return findings.map((finding) => {
    const ends =
      finding.code === 'unopened_section' ? unclosed : finding.code === 'unclosed_section' ? unopened : undefined
    const other = ends?.get(nameOf(finding.location?.tag))?.location
    if (other === undefined || other.part === finding.location?.part) return finding
    return {
      ...finding,
      hint: 'Put both ends of the section into the same part of the document.',
      location: { ...finding.location, related: `${other.tag} in ${other.part}, paragraph ${other.paragraph}` },
    }
  })
}

function addById(nodes: readonly TemplateNode<WordPlace>[], byId: Map<number, TemplateNode<WordPlace>>): void {
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    byId.set(node.place.id, node)
    if (node.kind === 'section') addById(node.children, byId)
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
  const { tags, faults } = scanText(paragraph.text, delimiters)
  const parsed = tags.flatMap((tag): ScannedTag[] =>
    isGuid(tag.source) ? [] : [{ ...tag, parsed: parse(tag.source) }],
  )
  const others = carried.length === 0 ? [] : carriedIn(paragraph.text, carried)
  if (others.length === 0) return { part, paragraph, strays: faults, tags: parsed }
  return { part, paragraph, strays: faults, tags: [...parsed, ...others].sort((a, b) => a.start - b.start) }
}

/** Tags in single braces, which a template of double ones leaves as text. */
function mixed(part: WordPart, paragraph: Paragraph, parse: (source: string) => ParsedTag): readonly Finding[] {
  const { text } = paragraph
  if (paragraph.isFallback || !text.includes('{')) return []
  const rest = outside(text, scanText(text, doubleBraces).tags)
  return scanText(rest, singleBraces).tags.flatMap(({ start, end, source }): readonly Finding[] => {
    if (!parse(source).ok || isGuid(source)) return []
    return [
      {
        code: 'mixed_delimiters',
        severity: 'warning',
        message: 'A tag in single braces is not filled, since this template has double ones.',
        hint: `Write {${text.slice(start, end)}}.`,
        location: locate({ part, paragraph, start, end }, text.slice(start, end)),
      },
    ]
  })
}

const inWords = (tag: string, { part, paragraph }: WordPlace): string =>
  `${tag} in ${part.label}, paragraph ${paragraph.number}`

/** Word's autocorrect makes them while one types; they are read as plain ones here, and by few other programs. */
function typographicQuotes(source: string, offset: number): TagFault | undefined {
  const found = /[“”„‟«»]/.exec(source.replaceAll(/"[^"]*"/g, (text) => ' '.repeat(text.length)))
  if (found === null) return undefined
  return {
    code: 'typographic_quotes',
    message: 'The tag has typographic quotation marks; they are read as plain ones.',
    hint: 'Write " for texts in tags.',
    start: offset + found.index,
    end: offset + found.index + 1,
  }
}

/** What the language knows, and Word templates cannot do. */
function unsupportedTag(tag: Tag, start: number, end: number): TagFault | undefined {
  const fault = (message: string, hint: string): TagFault => ({ code: 'unsupported_tag', message, hint, start, end })
  switch (tag.kind) {
    case 'else':
      return fault('Word templates have no else.', 'Close the section and open the opposite one: {/}{^condition}…{/}.')
    default:
      return undefined
  }
}

/** Where XML stops being such: in the paragraph that was read last before it. */
function malformed(part: WordPart, paragraphs: readonly Paragraph[], { reason, offset }: XmlFault): Finding {
  const last = paragraphs.findLast(({ xmlStart }) => xmlStart <= offset)
  return {
    code: 'malformed_xml',
    severity: 'error',
    message:
      reason === 'doctype'
        ? 'A part of the document declares entities.'
        : 'A part of the document is no well-formed XML.',
    hint: 'Open the document in Word and save it anew.',
    location: locateParagraph(part, last),
  }
}

function tagFinding(
  { code, message, hint, start, end }: TagFault,
  part: WordPart,
  paragraph: Paragraph,
  tag: string | undefined,
  severity: Finding['severity'],
): Finding {
  return {
    code,
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
    location: locate({ part, paragraph, start, end }, tag ?? paragraph.text.slice(start, end)),
  }
}

/** The tree without the tags of fallback drawings, which only repeat others. */
const withoutCopies = (nodes: readonly TemplateNode<WordPlace>[]): readonly TemplateNode<WordPlace>[] =>
  nodes.flatMap((node): readonly TemplateNode<WordPlace>[] => {
    if (node.kind === 'literal') return [node]
    if (node.place.paragraph.isFallback) return []
    return node.kind === 'section' ? [{ ...node, children: withoutCopies(node.children) }] : [node]
  })

import type { Finding, Location, TagDelimiters } from '@chancery/core'
import { ChanceryError } from '@chancery/core'
import {
  chooseDelimiters,
  type Delimiters,
  excerptOf,
  type FaultyOpening,
  isCodeLike,
  isGuid,
  isHardlyText,
  isLiteral,
  meantCodes,
  nestTags,
  notTag,
  paragraphLocation,
  type ParsedTag,
  type PlacedTag,
  tagParser,
  refuseDelimiters,
  scanText,
  type SectionNode,
  type TagFault,
  type TemplateNode,
  typographicQuotes,
} from '@chancery/tags'
import { type Paragraph, stretchesOf, textMap } from './text-map.ts'

/** A part whose text is filled, with its name in words. */
export interface OdtPart {
  readonly name: string
  /** "Body", "Headers and footers", "Document properties". */
  readonly label: string
  readonly xml: string
  readonly paragraphs: readonly Paragraph[]
  readonly addresses: readonly Paragraph[]
}

/** Where a tag stands: its part and paragraph, and its offsets in the paragraph's text, with the delimiters. */
export interface OdtPlace {
  readonly part: OdtPart
  readonly paragraph: Paragraph
  readonly start: number
  readonly end: number
}

export type OdtTag = PlacedTag<OdtPlace>
export type OdtNode = TemplateNode<OdtPlace>
export type OdtSection = SectionNode<OdtPlace>

export interface OdtTemplate {
  readonly parts: readonly OdtPart[]
  readonly delimiters: Delimiters
  readonly tags: readonly OdtTag[]
  readonly nodes: ReadonlyMap<OdtPart, readonly OdtNode[]>
  /** What is wrong with the tags themselves. */
  readonly findings: readonly Finding[]
}

/** Tags in one template. */
const maxTags = 20_000

/** What the parts are called in findings. */
export const partLabels: Readonly<Record<string, string>> = {
  'content.xml': 'Body',
  'styles.xml': 'Headers and footers',
  'meta.xml': 'Document properties',
}

/**
 * Reads the tags of a document's parts, paragraph by paragraph, however many spans the editor split them over.
 * @throws `document_corrupt` for parts that are no XML, `payload_too_large` for more tags than any template has
 */
export function readTemplate(given: ReadonlyMap<string, string>, asked?: TagDelimiters): OdtTemplate {
  if (asked !== undefined) refuseDelimiters(asked)
  const parts = [...given].map(([name, xml]): OdtPart => {
    const texts = textMap(xml)
    if (texts !== undefined) {
      const { paragraphs, addresses } = texts
      return { name, label: partLabels[name] ?? name, xml, paragraphs, addresses }
    }
    throw new ChanceryError('document_corrupt', 'A part of the document is no well-formed XML.')
  })
  const parse = tagParser()
  const marked = parts.flatMap((part) =>
    [...part.paragraphs, ...part.addresses]
      .filter(({ text, isDeleted }) => !isDeleted && text.includes(asked?.open ?? '{'))
      .map((paragraph) => ({ part, paragraph })),
  )
  const delimiters =
    asked ??
    chooseDelimiters(
      marked.map(({ paragraph }) => paragraph.text),
      (source) => parse(source).ok && !isGuid(source),
    ).delimiters
  const scans = marked.map(({ part, paragraph }) => {
    const { tags, faults } = scanText(paragraph.text, delimiters)
    const own = tags.filter(({ source }) => !isGuid(source)).map((tag) => ({ ...tag, parsed: parse(tag.source) }))
    return { part, paragraph, tags: own, strays: faults }
  })
  const count = scans.reduce((sum, { tags }) => sum + tags.length, 0)
  if (count > maxTags) {
    throw new ChanceryError('payload_too_large', 'The template has too many tags.', {
      details: { what: 'tags', limit: maxTags, actual: count },
    })
  }
  return nested(parts, delimiters, scans)
}

interface Scan {
  readonly part: OdtPart
  readonly paragraph: Paragraph
  readonly tags: readonly {
    readonly start: number
    readonly end: number
    readonly source: string
    readonly parsed: ParsedTag
  }[]
  readonly strays: readonly TagFault[]
}

function nested(parts: readonly OdtPart[], delimiters: Delimiters, scans: readonly Scan[]): OdtTemplate {
  const hasTags = scans.some(({ tags }) => tags.some(({ parsed }) => parsed.ok))
  const findings: Finding[] = []
  // Braces that make no tag are never errors where nothing else shows that the document is a template.
  const unsure = hasTags ? 'error' : 'warning'
  const byPart = new Map<OdtPart, OdtTag[]>()
  const openings: FaultyOpening<OdtTag['place']>[] = []
  for (const { part, paragraph, tags, strays } of scans) {
    const note = ({ code, message, hint, start, end }: TagFault, severity: Finding['severity']): void => {
      findings.push({
        code,
        severity,
        message,
        ...(hint === undefined ? {} : { hint }),
        location: locate({ part, paragraph, start, end }),
      })
    }
    for (const stray of strays)
      if (!isLiteral(stray, paragraph.text, delimiters.open.length, hasTags)) note(stray, unsure)
    for (const { start, end, source, parsed } of tags) {
      if (parsed.ok) {
        const row = byPart.get(part) ?? []
        byPart.set(part, row)
        const tag = paragraph.text.slice(start, end)
        const quotes = typographicQuotes(source, start + delimiters.open.length)
        if (quotes !== undefined) note(quotes, quotes.code === 'unlike_quotes' ? 'warning' : 'info')
        const offset = stretchesOf(paragraph, start, end)[0]?.from ?? paragraph.element.start
        row.push({ kind: 'tag', parsed: parsed.tag, tag, place: { part, paragraph, start, end }, offset })
      } else if (!isText(source, parsed.faults, hasTags)) {
        if (parsed.opens !== undefined) {
          const place = { part, paragraph, start, end }
          const offset = stretchesOf(paragraph, start, end)[0]?.from ?? paragraph.element.start
          openings.push({ kind: 'faulty', opens: parsed.opens, tag: paragraph.text.slice(start, end), place, offset })
        }
        const from = start + delimiters.open.length
        for (const fault of parsed.faults) {
          const range =
            fault.code === 'empty_tag'
              ? { start, end }
              : { start: fault.start + from, end: Math.max(fault.end, fault.start + 1) + from }
          note({ ...fault, ...range }, meantCodes.has(fault.code) ? 'error' : unsure)
        }
      } else if (hasTags && isHardlyText(source)) note({ ...notTag(source), start, end }, 'warning')
    }
  }
  const nodes = new Map<OdtPart, readonly OdtNode[]>()
  for (const [part, found] of byPart) {
    // A frame stands within the paragraph that it is anchored in.
    const row = found.toSorted((a, b) => a.offset - b.offset)
    byPart.set(part, row)
    const faulty = openings.filter(({ place }) => place.part === part)
    const own = nestTags(faulty.length === 0 ? row : [...row, ...faulty].sort((a, b) => a.offset - b.offset))
    nodes.set(part, own.nodes)
    for (const { code, message, hint, tag, place, related } of own.faults) {
      findings.push({
        code,
        severity: 'error',
        message,
        hint,
        location: {
          ...locate(place, tag),
          ...(related === undefined
            ? {}
            : {
                related: `${related.tag} in ${related.place.part.label}, paragraph ${related.place.paragraph.number}`,
              }),
        },
      })
    }
  }
  return { parts, delimiters, tags: [...byPart.values()].flat(), nodes, findings }
}

/** What stands in braces by chance, and is no tag with a fault. */
const isText = (source: string, faults: readonly TagFault[], hasTags: boolean): boolean =>
  faults.some(({ code }) => code === 'empty_tag')
    ? !hasTags
    : isCodeLike(source) ||
      (!hasTags && (!/^[#^/]?[\p{L}_]/u.test(source) || faults.some(({ code }) => code === 'unexpected_character')))

/** A place, as findings tell it. */
export function locate({ part, paragraph, start, end }: OdtPlace, tag?: string): Location {
  const { text } = paragraph
  return {
    ...paragraphLocation(part.label, paragraph),
    tag: tag ?? text.slice(start, end),
    start,
    end,
    ...excerptOf(text, { start, end }),
  }
}

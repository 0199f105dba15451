import type { Finding } from '@chancery/core'
import {
  type Delimiters,
  nestTags,
  type PlacedTag,
  parseTag,
  scanText,
  type Tag,
  type TagFault,
  type TemplateNode,
} from '@chancery/tags'
import type { WordPackage } from '../package/open-package.ts'
import type { Paragraph } from '../package/text-map.ts'
import { textMap } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'
import { headingStyles, wordParts } from '../package/word-parts.ts'
import { chooseDelimiters } from './choose-delimiters.ts'
import { isCodeLike, isLiteral } from './literal-braces.ts'
import { locate } from './locate.ts'
import { refuseTagBomb } from './tag-limits.ts'

/** Where a tag stands: its part and paragraph, and its offsets in the paragraph's text, with the delimiters. */
export interface WordPlace {
  readonly part: WordPart
  readonly paragraph: Paragraph
  readonly start: number
  readonly end: number
  /** Number of the tag in the template. */
  readonly id: number
}

/** A tag in the order of the text, parsed. */
export interface WordTag extends PlacedTag<WordPlace> {
  readonly parsed: Tag
}

export interface WordTemplate {
  readonly delimiters: Delimiters
  readonly parts: readonly { readonly part: WordPart; readonly paragraphs: readonly Paragraph[] }[]
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
 * @throws `payload_too_large` for more tags than any template has.
 */
export function readTemplate(file: WordPackage): WordTemplate {
  const headings = headingStyles(file)
  const parts = wordParts(file).map((part) => ({ part, ...textMap(part.xml, headings) }))
  const texts = parts.flatMap(({ paragraphs }) =>
    paragraphs.map(({ text }) => text).filter((text) => /[{}]/.test(text)),
  )
  refuseTagBomb(texts)
  const delimiters = chooseDelimiters(texts)
  const scans = parts.flatMap(({ part, paragraphs }) =>
    paragraphs.filter(({ text }) => /[{}]/.test(text)).map((paragraph) => scanParagraph(part, paragraph, delimiters)),
  )
  const hasTags = scans.some(({ tags }) => tags.some(({ parsed }) => parsed.ok))

  const findings: Finding[] = parts.flatMap(({ part, fault }) =>
    fault === undefined ? [] : [malformed(part, fault.reason === 'doctype')],
  )
  const tags: WordTag[] = []
  const byPart = new Map<WordPart, WordTag[]>()
  let literals = 0
  for (const { part, paragraph, tags: scanned, strays } of scans) {
    const note = (fault: TagFault, tag?: string): void => {
      if (!paragraph.isFallback) findings.push(tagFinding(fault, part, paragraph, tag))
    }
    for (const stray of strays) {
      if (isLiteral(stray, paragraph.text, delimiters.open.length, hasTags)) literals++
      else note(stray)
    }
    for (const { parsed, start, end, source } of scanned) {
      const tag = paragraph.text.slice(start, end)
      if (!parsed.ok) {
        const isText = parsed.faults.some(({ code }) => code === 'empty_tag')
          ? !hasTags
          : isCodeLike(source) ||
            (!hasTags &&
              (!/^[#^/]?[\p{L}_]/u.test(source) || parsed.faults.some(({ code }) => code === 'unexpected_character')))
        const from = start + delimiters.open.length
        if (isText) literals++
        else
          for (const fault of parsed.faults)
            note({ ...fault, start: fault.start + from, end: Math.max(fault.end, fault.start + 1) + from }, tag)
        continue
      }
      const unsupported = unsupportedTag(parsed.tag, start, end)
      if (unsupported !== undefined) {
        note(unsupported, tag)
        continue
      }
      const place = { part, paragraph, start, end, id: tags.length }
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
  return { delimiters, parts, tags, nodes, nodesById, findings }
}

function addById(nodes: readonly TemplateNode<WordPlace>[], byId: Map<number, TemplateNode<WordPlace>>): void {
  for (const node of nodes) {
    if (node.kind === 'literal') continue
    byId.set(node.place.id, node)
    if (node.kind === 'section') addById(node.children, byId)
  }
}

function scanParagraph(part: WordPart, paragraph: Paragraph, delimiters: Delimiters) {
  const { tags, faults } = scanText(paragraph.text, delimiters)
  return { part, paragraph, strays: faults, tags: tags.map((tag) => ({ ...tag, parsed: parseTag(tag.source) })) }
}

const inWords = (tag: string, { part, paragraph }: WordPlace): string =>
  `${tag} in ${part.label}, paragraph ${paragraph.number}`

/** What the language knows, and Word templates cannot do. */
function unsupportedTag(tag: Tag, start: number, end: number): TagFault | undefined {
  const fault = (message: string, hint: string): TagFault => ({ code: 'unsupported_tag', message, hint, start, end })
  switch (tag.kind) {
    case 'image':
      return fault(
        'Images cannot be filled into Word templates yet.',
        'Put the image into the template, or remove the tag.',
      )
    case 'rich':
      return fault('Formatted text cannot be filled into Word templates yet.', 'Write the path alone for plain text.')
    case 'else':
      return fault('Word templates have no else.', 'Close the section and open the opposite one: {/}{^condition}…{/}.')
    default:
      return undefined
  }
}

const malformed = ({ label }: WordPart, isDoctype: boolean): Finding => ({
  code: 'malformed_xml',
  severity: 'error',
  message: isDoctype ? 'A part of the document declares entities.' : 'A part of the document is no well-formed XML.',
  hint: 'Open the document in Word and save it anew.',
  location: { part: label },
})

function tagFinding(
  { code, message, hint, start, end }: TagFault,
  part: WordPart,
  paragraph: Paragraph,
  tag?: string,
): Finding {
  return {
    code,
    severity: 'error',
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

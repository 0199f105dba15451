import type { RepeatedElement } from '@chancery/tags'
import { xmlOffset } from '../package/segment.ts'
import type { WordPart } from '../package/word-parts.ts'
import type { Division } from './divisions.ts'
import { isListEntry } from './list-entry.ts'
import { segmentAt } from './text-run.ts'
import type { WordTag } from './word-template.ts'

/** Signs that no part of the document has: delimiters for docxtemplater, and what stands for a line break in values. */
export interface PrivateSigns {
  readonly start: string
  readonly end: string
  readonly lineBreak: string
  /** Before the number of what is left out and put back later. */
  readonly standIn: string
}

/** Characters of the private use area that occur in none of the parts. */
export function privateSigns(parts: readonly WordPart[]): PrivateSigns {
  const free: string[] = []
  for (let code = 0xe000; code <= 0xf8ff && free.length < 4; code++) {
    const char = String.fromCharCode(code)
    if (parts.every(({ xml }) => !xml.includes(char))) free.push(char)
  }
  const [start = '\ue000\ue000', end = '\ue001\ue001', lineBreak = '\ue002\ue002', standIn = '\ue003\ue003'] = free
  return { start, end, lineBreak, standIn }
}

/** What the tags of a part are rewritten with. */
interface Rewriting {
  /** The section that a tag closes, by ids. */
  readonly openers: ReadonlyMap<number, number>
  readonly divisions: ReadonlyMap<number, Division>
  readonly signs: PrivateSigns
  /** Stretches for each of which an empty paragraph with its number stands in. */
  readonly leftOut: readonly { readonly from: number; readonly until: number }[]
}

/**
 * The XML of a part with its tags rewritten for docxtemplater: each becomes its number between private delimiters, in the
 * run where it begins. What is no tag stays as it is, and docxtemplater never sees a brace.
 */
export function rewriteTags(part: WordPart, tags: readonly WordTag[], rewriting: Rewriting): string {
  const entries = repeatedEntries(part, tags, rewriting.openers)
  const edits = [
    ...tags.flatMap((tag) => tagEdits(tag, entries, rewriting)),
    ...rewriting.leftOut.map(({ from, until }, index): Edit => {
      return { from, until, text: `<w:p>${rewriting.signs.standIn}${index}</w:p>` }
    }),
  ].sort((a, b) => a.from - b.from)
  const pieces: string[] = []
  let at = 0
  for (const { from, until, text } of edits) {
    pieces.push(part.xml.slice(at, from), text)
    at = until
  }
  pieces.push(part.xml.slice(at))
  return pieces.join('')
}

/**
 * `12` for a value, `#12` where section 12 begins (`-w:p 12` if it repeats its paragraph, or another element) and `/12`
 * where it ends. An else ends one and begins another: in one place, in two paragraphs, or in two rows.
 */
function tagEdits(
  tag: WordTag,
  entries: ReadonlySet<number>,
  { openers, divisions, signs: { start, end } }: Rewriting,
): readonly Edit[] {
  const { parsed, place } = tag
  const division: Division = divisions.get(place.id) ?? {}
  const { repeats = repeatedBy(tag, entries), inOwnParagraph, closeAt, openAt } = division
  const begins = `${start}${repeats === undefined ? `#${place.id}` : `-${repeats} ${place.id}`}${end}`
  const ends = `${start}/${openers.get(place.id) ?? place.id}${end}`
  const insert = (at: number, text: string): Edit => ({ from: at, until: at, text })
  const before = (text: string): Edit => insert(place.paragraph.xmlStart, `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)
  if (parsed.kind === 'open' || parsed.kind === 'close') {
    const own = parsed.kind === 'open' ? begins : ends
    if (inOwnParagraph === true) return [before(own), ...editsOf(tag, '')]
    const { text } = place.paragraph
    return editsOf(
      division.withoutSpace === true ? { ...tag, place: { ...place, start: 0, end: text.length } } : tag,
      own,
    )
  }
  if (parsed.kind !== 'else') return editsOf(tag, `${start}${place.id}${end}`)
  if (inOwnParagraph === true) return [before(ends), ...editsOf(tag, begins)]
  if (closeAt !== undefined) return [insert(closeAt, ends), ...editsOf(tag, begins)]
  if (openAt !== undefined) return [...editsOf(tag, ends), insert(openAt, begins)]
  return editsOf(tag, ends + begins)
}

/** The element that a section repeats, where it is not the one that docxtemplater would choose. */
const repeatedBy = ({ parsed, place }: WordTag, entries: ReadonlySet<number>): string | undefined =>
  parsed.kind !== 'open'
    ? undefined
    : (place.carried?.repeats ??
      (parsed.repeats === undefined ? undefined : elements[parsed.repeats]) ??
      (entries.has(place.id) ? 'w:p' : undefined))

/** What sections that name their element repeat. */
const elements: Readonly<Record<RepeatedElement, string>> = {
  paragraph: 'w:p',
  row: 'w:tr',
  columns: 'w:tc',
  table: 'w:tbl',
}

/** Sections that are the whole of a list entry: each turn is an entry with its own bullet, and no turn leaves none. */
function repeatedEntries(
  part: WordPart,
  tags: readonly WordTag[],
  openers: ReadonlyMap<number, number>,
): ReadonlySet<number> {
  const opened = new Map(tags.map(({ place }) => [place.id, place]))
  const entries = new Set<number>()
  for (const { parsed, place } of tags) {
    const opener = parsed.kind === 'close' ? opened.get(openers.get(place.id) ?? place.id) : undefined
    if (opener === undefined || opener.paragraph !== place.paragraph) continue
    const { text, xmlStart } = place.paragraph
    const isWhole = text.slice(0, opener.start).trim() === '' && text.slice(place.end).trim() === ''
    if (isWhole && isListEntry(part.xml, xmlStart)) entries.add(opener.id)
  }
  return entries
}

/** A stretch of a part's XML that is to become another text. */
export interface Edit {
  readonly from: number
  readonly until: number
  readonly text: string
}

/** A tag may be split over many runs: the first takes the new text, the others lose their share. */
export function editsOf({ place: { paragraph, start, end } }: WordTag, text: string): readonly Edit[] {
  const { segments } = paragraph
  const edits: Edit[] = []
  for (let index = segmentAt(segments, start); index < segments.length; index++) {
    const segment = segments[index]
    if (segment === undefined || segment.start >= end) break
    const from = xmlOffset(segment, Math.max(start, segment.start))
    const until = xmlOffset(segment, Math.min(end, segment.end))
    if (until > from) edits.push({ from, until, text: edits.length === 0 ? text : '' })
  }
  return edits
}

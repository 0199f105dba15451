import { xmlOffset } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'
import type { WordTag } from '../template/word-template.ts'

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

/**
 * The XML of a part with its tags rewritten for docxtemplater: each becomes its number between private delimiters, in the
 * run where it begins. What is no tag stays as it is, and docxtemplater never sees a brace. For each of `leftOut` an
 * empty paragraph with its number stands in.
 */
export function rewriteTags(
  part: WordPart,
  tags: readonly WordTag[],
  openers: ReadonlyMap<number, number>,
  { start, end, standIn }: PrivateSigns,
  leftOut: readonly { readonly from: number; readonly until: number }[] = [],
): string {
  const entries = repeatedEntries(part, tags, openers)
  const edits = [
    ...tags.flatMap((tag) => editsOf(tag, start + privateTag(tag, openers, entries) + end)),
    ...leftOut.map(({ from, until }, index): Edit => ({ from, until, text: `<w:p>${standIn}${index}</w:p>` })),
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

/** `12` for a value, `#12` where section 12 begins (`-w:p 12` if it repeats its paragraph, or another element) and `/12` where it ends. */
function privateTag(
  { parsed, place }: WordTag,
  openers: ReadonlyMap<number, number>,
  entries: ReadonlySet<number>,
): string {
  if (parsed.kind === 'open') {
    const repeats = place.carried?.repeats ?? (entries.has(place.id) ? 'w:p' : undefined)
    return repeats === undefined ? `#${place.id}` : `-${repeats} ${place.id}`
  }
  return parsed.kind === 'close' ? `/${openers.get(place.id) ?? place.id}` : String(place.id)
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
    if (isWhole && isListEntry(part.xml.slice(xmlStart, xmlStart + maxHead))) entries.add(opener.id)
  }
  return entries
}

/** The numbering stands near the beginning of a paragraph's properties, which come first. */
const maxHead = 1000

function isListEntry(head: string): boolean {
  const properties = head.slice(0, head.indexOf('</w:pPr>') + 1)
  return /<w:numPr[ >]|<w:pStyle w:val="List(?:Bullet|Number)\d?"/.test(properties)
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
  let [low, high] = [0, segments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.end ?? 0) <= start) low = middle + 1
    else high = middle
  }
  const edits: Edit[] = []
  for (let index = low; index < segments.length; index++) {
    const segment = segments[index]
    if (segment === undefined || segment.start >= end) break
    const from = xmlOffset(segment, Math.max(start, segment.start))
    const until = xmlOffset(segment, Math.min(end, segment.end))
    if (until > from) edits.push({ from, until, text: edits.length === 0 ? text : '' })
  }
  return edits
}

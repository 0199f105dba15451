import { xmlOffset } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'
import type { WordTag } from '../template/word-template.ts'

/** Signs that no part of the document has: delimiters for docxtemplater, and what stands for a line break in values. */
export interface PrivateSigns {
  readonly start: string
  readonly end: string
  readonly lineBreak: string
}

/** Characters of the private use area that occur in none of the parts. */
export function privateSigns(parts: readonly WordPart[]): PrivateSigns {
  const free: string[] = []
  for (let code = 0xe000; code <= 0xf8ff && free.length < 3; code++) {
    const char = String.fromCharCode(code)
    if (parts.every(({ xml }) => !xml.includes(char))) free.push(char)
  }
  const [start = '\ue000\ue000', end = '\ue001\ue001', lineBreak = '\ue002\ue002'] = free
  return { start, end, lineBreak }
}

/**
 * The XML of a part with its tags rewritten for docxtemplater: each becomes its number between private delimiters, in the
 * run where it begins. What is no tag stays as it is, and docxtemplater never sees a brace.
 */
export function rewriteTags(
  part: WordPart,
  tags: readonly WordTag[],
  openers: ReadonlyMap<number, number>,
  { start, end }: PrivateSigns,
): string {
  const edits = tags
    .flatMap((tag) => editsOf(tag, start + privateTag(tag, openers) + end))
    .sort((a, b) => a.from - b.from)
  const pieces: string[] = []
  let at = 0
  for (const { from, until, text } of edits) {
    pieces.push(part.xml.slice(at, from), text)
    at = until
  }
  pieces.push(part.xml.slice(at))
  return pieces.join('')
}

/** `12` for a value, `#12` where section 12 begins and `/12` where it ends. */
function privateTag({ parsed, place }: WordTag, openers: ReadonlyMap<number, number>): string {
  if (parsed.kind === 'open') return `#${place.id}`
  return parsed.kind === 'close' ? `/${openers.get(place.id) ?? place.id}` : String(place.id)
}

interface Edit {
  readonly from: number
  readonly until: number
  readonly text: string
}

/** A tag may be split over many runs: the first takes the new text, the others lose their share. */
function editsOf({ place: { paragraph, start, end } }: WordTag, text: string): readonly Edit[] {
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

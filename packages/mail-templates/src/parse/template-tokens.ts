import { maxTagLength } from '@chancery/tags'

/** What a tag is, by the sign that it begins with. */
type TagKind = 'value' | 'raw' | 'open' | 'inverted' | 'close' | 'else' | 'comment' | 'partial' | 'delimiters'

export interface TagToken {
  readonly kind: TagKind
  /** What stands between the delimiters, after the sign, trimmed. */
  readonly body: string
  /** Offset of `body` in the source. */
  readonly bodyStart: number
  readonly start: number
  readonly end: number
  /** What the tag takes with it from the text around: its line, where it stands alone, or white space at a `~`. */
  readonly cutStart: number
  readonly cutEnd: number
}

export interface TokenFault {
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly start: number
  readonly end: number
}

const signs: Readonly<Record<string, TagKind>> = {
  '#': 'open',
  '^': 'inverted',
  '/': 'close',
  '!': 'comment',
  '&': 'raw',
  '>': 'partial',
  '=': 'delimiters',
}
/** A tag of these kinds that stands alone on its line takes the line with it (Mustache spec, "standalone"). */
const standalone = new Set<TagKind>(['open', 'inverted', 'close', 'else', 'comment'])

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'
const isSpace = (character: string | undefined): boolean => character !== undefined && /\s/.test(character)

/** The line around a tag that stands alone on it, with its line break. */
function aloneOnLine(source: string, start: number, end: number): readonly [number, number] | undefined {
  let before = start
  while (before > 0 && isBlank(source[before - 1])) before -= 1
  if (before > 0 && source[before - 1] !== '\n') return undefined
  let after = end
  while (isBlank(source[after])) after += 1
  if (after === source.length) return [before, after]
  if (source[after] === '\r' && source[after + 1] === '\n') return [before, after + 2]
  return source[after] === '\n' ? [before, after + 1] : undefined
}

/** Finds the next occurrence of a text at or after ever later offsets; each stretch of the source is searched once. */
function finder(source: string, wanted: string): (from: number) => number {
  let known = -2
  return (from) => {
    if (known !== -1 && known < from) known = source.indexOf(wanted, from)
    return known
  }
}

interface Extent {
  readonly inner: readonly [number, number]
  readonly end: number
}

/** Where the tag that begins at `start` ends, and what is between; a comment may hold `}}` between its `--`. */
function extentOf(
  source: string,
  start: number,
  { braces, comment }: { readonly braces: (from: number) => number; readonly comment: (from: number) => number },
): Extent | undefined {
  if (/^\{\{~?!--/.test(source.slice(start, start + 6))) {
    const close = comment(start + 5)
    return close === -1 ? undefined : { inner: [start + 2, close + 2], end: close + 4 }
  }
  const triple = source[start + 2] === '{'
  const close = braces(start + 2)
  if (close === -1) return undefined
  if (!triple) return { inner: [start + 2, close], end: close + 2 }
  return source[close + 2] === '}' ? { inner: [start + 3, close], end: close + 3 } : undefined
}

function tagToken(source: string, start: number, inner: readonly [number, number], end: number): TagToken {
  let [from, to] = inner
  const triple = source[start + 2] === '{'
  const trimBefore = source[from] === '~'
  if (trimBefore) from += 1
  const trimAfter = to > from && source[to - 1] === '~'
  if (trimAfter) to -= 1
  const sign = triple ? undefined : signs[source[from] ?? '']
  if (sign !== undefined) from += 1
  while (from < to && isSpace(source[from])) from += 1
  while (to > from && isSpace(source[to - 1])) to -= 1
  const body = source.slice(from, to)
  let kind: TagKind = triple ? 'raw' : (sign ?? 'value')
  // Handlebars: `{{else}}`, `{{else if x}}`, and `{{^}}` for it.
  if ((kind === 'value' && /^else(?:\s|$)/.test(body)) || (kind === 'inverted' && body === '')) kind = 'else'

  let [cutStart, cutEnd] = (standalone.has(kind) ? aloneOnLine(source, start, end) : undefined) ?? [start, end]
  if (trimBefore) while (cutStart > 0 && isSpace(source[cutStart - 1])) cutStart -= 1
  if (trimAfter) while (isSpace(source[cutEnd])) cutEnd += 1
  return { kind, body, bodyStart: from, start, end, cutStart, cutEnd }
}

/**
 * Cuts a template into its tags; what lies between their cuts is text. Goes on after a fault, so that all are found.
 * Linear in the source.
 */
export function templateTokens(source: string): {
  readonly tags: readonly TagToken[]
  readonly faults: readonly TokenFault[]
} {
  const tags: TagToken[] = []
  const faults: TokenFault[] = []
  const find = { braces: finder(source, '}}'), comment: finder(source, '--}}') }
  const lineEnds = finder(source, '\n')
  let at = source.indexOf('{{')
  while (at !== -1) {
    const extent = extentOf(source, at, find)
    const next = source.indexOf('{{', at + (source[at + 2] === '{' ? 3 : 2))
    const isComment = /^\{\{~?!/.test(source.slice(at, at + 4))
    const cutShort = extent !== undefined && next !== -1 && next < extent.end - 2 && !isComment
    if (extent === undefined || cutShort || extent.end - at > maxTagLength + 8) {
      const lineEnd = lineEnds(at)
      const end = Math.min(lineEnd === -1 ? source.length : lineEnd, next === -1 ? source.length : next)
      const hint =
        source[at + 2] === '{' ? 'A tag that begins with {{{ ends with }}}.' : 'A tag that begins with {{ ends with }}.'
      faults.push({
        code: 'unclosed_tag',
        message: 'A tag is not closed.',
        hint,
        start: at,
        end: Math.max(end, at + 2),
      })
      if (next === -1) break
      at = next
      continue
    }
    tags.push(tagToken(source, at, extent.inner, extent.end))
    at = source.indexOf('{{', extent.end)
  }
  return { tags, faults }
}

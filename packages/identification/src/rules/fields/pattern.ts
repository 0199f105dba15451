import { invalidRequest } from '@chancery/core'
import { RE2JS } from 're2js'

/** A caller's regular expression, run in linear time by RE2's algorithm. */
export interface Pattern {
  /** As it is looked for in a text. */
  readonly source: string
  matches(raw: string): boolean
  /** Where it occurs in the text, not inside a longer word; the first few thousand. */
  occurrences(text: string): { readonly start: number; readonly end: number }[]
}

const maxLength = 512
const maxOccurrences = 2000
const wordSign = /[\p{L}\p{N}]/u

/** `^…$` speak of the whole value, which in a text is a part. */
const unanchored = (source: string): string =>
  source.replace(/^(?:\^|\\A)/, '').replace(/(?<=(?:^|[^\\])(?:\\\\)*)(?:\$|\\z)$/, '')

/**
 * UTF-16 units in which a match may begin that is looked for at once, and those behind them in which it may end. Where the
 * exact search begins, it reads on to the match; to read a long text so takes twenty times as long as to see that there is one.
 */
const [stride, margin] = [250, 250]

/** Whether there is a match in a stretch of a text. The sign before it says whether a word begins there. */
const isWithin = (pattern: RE2JS, text: string, start: number, end: number): boolean =>
  pattern.test(text.slice(Math.max(0, start - 1), end))

const inPair = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text[at] ?? '')

/** Where the next short match begins. Behind what is cut off there may be something by which it is none. */
function shortMatch(pattern: RE2JS, text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at += stride) {
    if (at > from && inPair(text, at)) at -= 1
    const end = at + stride + margin
    if (!isWithin(pattern, text, at, end)) continue
    const before = Math.max(0, at - 1)
    const matcher = pattern.matcher(text.slice(before, end))
    if (matcher.find(at - before) && before + matcher.start() < at + stride) return before + matcher.start()
  }
  return undefined
}

/** Tells from places of a text, each behind the last, where the exact search for the next match may begin. */
function searchedFrom(pattern: RE2JS, text: string): (from: number) => number | undefined {
  let short: number | undefined = -1
  return (from) => {
    // Each stretch is looked at once for short ones, however many long ones it has.
    if (short !== undefined && short < from) short = shortMatch(pattern, text, from)
    const end = short ?? text.length
    return end - from > stride && isWithin(pattern, text, from, end) ? from : short
  }
}

/**
 * @throws `invalid_request` where it is no regular expression, is longer than 512, or has what cannot be run in linear
 *   time (look-around, back-references).
 */
export function compilePattern(source: string, field: number): Pattern {
  const pointer = `/fields/${field}/pattern`
  if (source.length > maxLength) {
    throw invalidRequest(pointer, 'pattern_too_long', `A pattern has at most ${maxLength} characters.`)
  }
  let whole: RE2JS
  let part: RE2JS
  try {
    whole = RE2JS.compile(source)
    part = RE2JS.compile(unanchored(source))
  } catch {
    throw invalidRequest(
      pointer,
      'invalid_pattern',
      'The pattern is not a regular expression that can be run safely.',
      'Use RE2 syntax: no look-around and no back-references.',
    )
  }
  return {
    source: unanchored(source),
    matches: (raw) => whole.matcher(raw).matches(),
    occurrences(text) {
      const found: { start: number; end: number }[] = []
      const matcher = part.matcher(text)
      const nextFrom = searchedFrom(part, text)
      let next = isWithin(part, text, 0, text.length) ? nextFrom(0) : undefined
      while (next !== undefined && found.length < maxOccurrences && matcher.find(next)) {
        const start = matcher.start()
        const end = matcher.end()
        next = nextFrom(Math.max(end, start + 1))
        if (end === start) continue
        const raw = text.slice(start, end)
        const inWord =
          (wordSign.test(text[start - 1] ?? '') && wordSign.test(raw[0] ?? '')) ||
          (wordSign.test(text[end] ?? '') && wordSign.test(raw.at(-1) ?? ''))
        if (!inWord && whole.matcher(raw).matches()) found.push({ start, end })
      }
      return found
    },
  }
}

/** Patterns that are looked for as one: in most texts few occur, and more at once have too many states to be remembered. */
const patternsTogether = 10

/** Those of the patterns that may occur in a text: ten that do not are told by reading it once. */
export function occurringIn(text: string, patterns: readonly Pattern[]): ReadonlySet<Pattern> {
  const occurring = new Set<Pattern>()
  for (let at = 0; at < patterns.length; at += patternsTogether) {
    const group = patterns.slice(at, at + patternsTogether)
    if (group.length === 1 || mayOccur(text, group)) for (const each of group) occurring.add(each)
  }
  return occurring
}

function mayOccur(text: string, group: readonly Pattern[]): boolean {
  let any: RE2JS
  try {
    any = RE2JS.compile(group.map(({ source }) => `(?:${source})`).join('|'))
  } catch {
    // Together they are longer than one may be.
    return true
  }
  return any.test(text)
}

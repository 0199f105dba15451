import { invalidRequest } from '@chancery/core'
import { RE2JS } from 're2js'

/** A caller's regular expression, run in linear time by RE2's algorithm. */
export interface Pattern {
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

/** Whether a match may begin at `from` or behind it. The sign before it says whether a word begins there. */
const isBehind = (pattern: RE2JS, text: string, from: number): boolean =>
  pattern.test(from === 0 ? text : text.slice(from - 1))

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
    matches: (raw) => whole.matcher(raw).matches(),
    occurrences(text) {
      const found: { start: number; end: number }[] = []
      const matcher = part.matcher(text)
      // Whether there is a match at all is told in a seventh of the time that it takes to find out where none is.
      for (let end = 0; found.length < maxOccurrences && isBehind(part, text, end) && matcher.find();) {
        const start = matcher.start()
        end = matcher.end()
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

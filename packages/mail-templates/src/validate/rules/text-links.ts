import type { AdviceCode } from '../advice.ts'
import { fieldOf, type Rule } from '../rule.ts'
import { verdictsOn } from './link-address.ts'

/** What stands for a value in an address: no such character may stand in one. */
const hole = '\uFFFC'

const address = /(?<![\p{L}\p{N}])h?t?tps?:\/\/[^\s<>"]{1,2000}/giu
/** A scheme that a space has parted from its host. */
const parted = /(?<![\p{L}\p{N}])https?:\/\/ {1,4}(?=[\p{L}\p{N}])/giu
/** Slips in the beginning of an address, which no program makes a link of. */
const slipped =
  /(?<![\p{L}\p{N}:/.])(?:https?(?:[;,.]?\/\/|:\/(?![/\s])|:\\{1,2})|(?:(?!https?:)h[htps]{2,6}|https?:):\/\/|www[,;:])(?=[\p{L}\p{N}])[^\s<>"]{1,200}/giu
/** Signs behind an address that belong to the sentence. */
const ofSentence = /(?<![).,;:!?\]}'’*_])[).,;:!?\]}'’*_]+$/u

/** What makes a link wrong wherever it stands; the rest is a matter of html, or told of the same link there. */
const told: ReadonlySet<AdviceCode> = new Set([
  'placeholder_domain',
  'test_host',
  'insecure_link',
  'malformed_link',
  'ip_link',
  'lookalike_domain',
  'credentials_in_link',
  'shortened_link',
])

/** Addresses in the text part, which programs make links of. */
export const textLinks: Rule = (input) => {
  const parsed = fieldOf(input, 'text')
  if (parsed === undefined) return
  const { field, tags } = parsed
  const pieces: string[] = []
  let at = 0
  for (const { start, end, kind } of tags) {
    // A section right behind an address goes on with it.
    const isInAddress = kind === 'value' || kind === 'raw' || /[=/?&#]/.test(field.source[start - 1] ?? '')
    const sign = isInAddress ? hole : ' '
    pieces.push(field.source.slice(at, start), sign.repeat(Math.max(0, end - Math.max(start, at))))
    at = Math.max(at, end)
  }
  const words = pieces.join('') + field.source.slice(at)
  for (const { 0: found, index } of words.matchAll(parted))
    input.tell('malformed_link', field, [index, index + found.length], {
      message: 'A space stands in an address.',
      hint: 'Take it out.',
    })
  for (const { 0: found, index } of words.matchAll(slipped))
    input.tell('malformed_link', field, [index, index + found.length], {
      message: 'The beginning of an address has a slip; no program makes a link of it.',
    })
  for (const { 0: found, index } of words.matchAll(address)) {
    const url = found.replace(ofSentence, '')
    for (const { code, message } of verdictsOn(url, hole))
      if (told.has(code)) input.tell(code, field, [index, index + url.length], message === undefined ? {} : { message })
  }
}

import { pathsOf } from '../data/reads.ts'
import type { TagFault } from '../syntax/fault.ts'
import { parseTag } from './tag.ts'

/** The last token of a text: a word or number, a text in quotation marks, a sign. */
const lastToken = /(?:[\p{L}_$][\p{L}\p{N}_$.]*|\d[\d.]*|"[^"]*"|[^\s\p{L}\p{N}_"]{1,3})\s*$/u

/**
 * The hint of a tag that cannot be read, by its grammar alone: without the token at the fault, without the one before it, or
 * as far as it can be read. What names several words as one value then is no answer.
 */
export function repaired(source: string, { start, end }: Pick<TagFault, 'start' | 'end'>): string | undefined {
  const [before, at, after] = [source.slice(0, start), source.slice(start, end), source.slice(end)]
  const previous = lastToken.exec(before)?.[0] ?? ''
  const candidates: readonly (readonly [left: string, whole: string])[] = [
    [at, before + after],
    [previous, before.slice(0, before.length - previous.length) + at + after],
    [source.slice(start), before],
  ]
  for (const [left, whole] of candidates) {
    // Two words that a sign parts are no one word without it.
    const isJoined = whole === before + after && /[\p{L}\p{N}_]$/u.test(before) && /^[\p{L}\p{N}_]/u.test(after)
    if (isJoined) continue
    const text = whole.replaceAll(/\s+/g, ' ').trim()
    if (!/^\|?$/.test(left.trim()) && text !== '' && isTag(text)) return `Leave out "${left.trim()}": {${text}}.`
  }
  return undefined
}

/** Words of sections, which no value is called by. */
const ofSections = /^(?:if|each|unless|else|columns)$/

/** It ends a section, or reads a value and no name of several words. */
function isTag(text: string): boolean {
  const parsed = parseTag(text)
  if (parsed.ok && parsed.tag.kind === 'close') return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(parsed.tag.name)
  if (!parsed.ok || (parsed.tag.kind !== 'value' && parsed.tag.kind !== 'open')) return false
  const paths = pathsOf(parsed.tag.expression)
  return (
    paths.length > 0 &&
    paths.every(({ segments, written }) => {
      const name = written ?? segments.join('.')
      return !/[\s,;:]/.test(name) && !ofSections.test(name)
    })
  )
}

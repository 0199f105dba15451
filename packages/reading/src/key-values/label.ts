import type { KeyValue, Span } from '@chancery/core'

/** UTF-16 units. */
export const longestKey = 60
export const longestValue = 300
/** UTF-16 units; what is longer is prose. */
export const longestLine = 1000

/** From and to, in UTF-16 units of the document's text. */
export type Stretch = readonly [start: number, end: number]

/** What may stand before the colon: starts with a letter, a few words, no sentence but a question. */
const keyPattern = /^[\p{L}\p{N}№#*¿][\p{L}\p{M}\p{N}\s.,/&'’()#№°%_-]*\??$/u

export const isKey = (text: string): boolean => {
  const key = text.trim().replace(/[:：]$/, '')
  return key.length <= longestKey && keyPattern.test(key) && /\p{L}/u.test(key) && key.split(/\s+/).length <= 6
}

/** A label without a colon: no figures but a number before it, no end of a sentence. */
export const isBareLabel = (text: string): boolean => {
  const label = text.trim().replace(/^\d{1,2}[.)]?\s+(?=\p{L})/u, '')
  return isKey(label) && !/[\d:：]|[.]\s*$/u.test(label.replace(/\b(?:no|nr)\.\s*$/i, ''))
}

/** Labels are numbered all or none: where some lines begin with a number, as "3 Church Row", they are addresses. */
export const areNumberedAlike = (labels: readonly string[]): boolean => {
  const numbered = labels.filter((label) => /^\s*\d/.test(label)).length
  return numbered === 0 || numbered === labels.length
}

/** A label without a colon, which may stand in brackets: "(signature)". */
export const isCaption = (text: string): boolean =>
  isBareLabel(
    text
      .trim()
      .replace(/^\((.*)\)$/u, '$1')
      .replace(/\s*[:：]$/, ''),
  )

/** A number with a currency or share, and nothing else; "VAT 21%" is none. */
export const isAmount = (text: string): boolean =>
  text.length < 40 &&
  /^\s*[-–(]?\s*(?:\p{Sc}|[A-Z]{2,3}[$€£]?)?\s*[-–(]?\d[\d.,'’\s]{0,20}\)?\s*(?:%|\p{Sc}|[A-Z]{3})?\s*$/u.test(text) &&
  !/^\s*[A-Z].*%/.test(text)

export const hasFigure = (text: string): boolean => /\d/.test(text)

/** A line to be filled in: dots and strokes alone. */
const blank = /[^\s_.…·/-]/

/** What such a line is drawn with, and how much of it is no ellipsis. */
const stroke = /[\s._…]/
const drawn = /__|\.{4}|……/

/** The pair, unless the key is no label, or nothing is filled in. */
export function* pair(
  text: string,
  [keyStart, keyEnd]: Stretch,
  [valueStart, valueEnd]: Stretch,
  place: Span,
  confidence: number,
): Generator<KeyValue> {
  const keySpan = bare(text, trimmed(text, keyStart, keyEnd, /[:：\s]/))
  const valueSpan = withoutLine(text, trimmed(text, valueStart, valueEnd, /\s/))
  const key = text.slice(keySpan.start, keySpan.end)
  const value = text.slice(valueSpan.start, valueSpan.end)
  if (!isKey(key) || value.length > longestValue || !blank.test(value)) return
  const page = place.page === undefined ? {} : { page: place.page }
  yield { key, value, keySpan: { ...keySpan, ...page }, valueSpan: { ...valueSpan, ...page }, confidence }
}

function trimmed(text: string, from: number, to: number, edge: RegExp): { start: number; end: number } {
  let [start, end] = [from, to]
  while (start < end && /\s/.test(text[start] ?? '')) start++
  while (end > start && edge.test(text[end - 1] ?? '')) end--
  return { start, end }
}

/** "(signature)" without its brackets. */
function bare(text: string, { start, end }: { start: number; end: number }): { start: number; end: number } {
  const isBracketed = text[start] === '(' && text.indexOf(')', start) === end - 1
  return isBracketed ? { start: start + 1, end: end - 1 } : { start, end }
}

/** "____ Ada ____" is written on a line, which is no part of it. */
function withoutLine(text: string, { start, end }: { start: number; end: number }): { start: number; end: number } {
  let [from, to] = [start, end]
  while (from < to && stroke.test(text[from] ?? '')) from++
  while (to > from && stroke.test(text[to - 1] ?? '')) to--
  if (from === to) return { start, end }
  return {
    start: drawn.test(text.slice(start, from)) ? from : start,
    end: drawn.test(text.slice(to, end)) ? to : end,
  }
}

/** The lines of a stretch that is not too long, as stretches. */
export function linesOf(text: string, [from, to]: Stretch): Stretch[] {
  if (to - from > longestLine) return []
  let start = from
  return text
    .slice(from, to)
    .split('\n')
    .map((line): Stretch => {
      const own: Stretch = [start, start + line.length]
      start += line.length + 1
      return own
    })
}

/** The end of a sentence, with the quotation marks and brackets that close with it. */
const sentenceEnd = /[.!?…]["”'’»)\]]{0,3}(?=\s)|[。！？｡]["”’」』）]{0,3}/gu
/** Scripts that are written without spaces between words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}。、！？「」]/u
/** What belongs to the character before it. */
const joins = /^(?:\p{M}|\u200d|\ufe0f|[\udc00-\udfff])/u
/** Characters that hang together are cut after so many. */
const maxJoined = 32

/**
 * Where to cut a text that is longer than `max` from `start`: behind the last sentence of the second half, else at the end of
 * a line there, else between words, else between characters of scripts without spaces. A word is cut only where it is longer
 * than `max` by itself.
 * @returns the end of the piece, after `start`
 */
export function cutAfter(text: string, start: number, end: number, max: number): number {
  if (end - start <= max) return end
  const last = start + max
  const half = start + Math.ceil(max / 2)
  const second = text.slice(half, last + 1)
  let sentence = -1
  for (const { 0: mark, index } of second.matchAll(sentenceEnd)) sentence = index + mark.length
  if (sentence > 0 && half + sentence <= last) return half + sentence
  const line = second.lastIndexOf('\n')
  if (line > 0) return half + line
  for (let at = last; at > start; at--) if (isSpaceAt(text, at)) return at
  for (let at = last; at > half; at--) {
    if (spaceless.test(characterBefore(text, at)) && !joins.test(text.slice(at, at + 1))) return at
  }
  for (let at = last; at > Math.max(start, last - maxJoined); at--) if (!joins.test(text.slice(at, at + 1))) return at
  return last
}

/** Where the next piece begins: behind spaces. */
export function afterSpace(text: string, start: number, end: number): number {
  let at = start
  while (at < end && isSpaceAt(text, at)) at++
  return at
}

/** Where the longest tail of whole words begins that is no longer than `length`. */
export function tailStart(text: string, start: number, end: number, length: number): number {
  let at = Math.max(start, end - length)
  const isInWord = at > start && !isSpaceAt(text, at - 1) && !spaceless.test(characterBefore(text, at))
  if (isInWord) while (at < end && !isSpaceAt(text, at)) at++
  return afterSpace(text, at, end)
}

const isSpaceAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code <= 0x20 || (code >= 0xa0 && /\s/.test(text.charAt(at)))
}

const characterBefore = (text: string, at: number): string =>
  /[\udc00-\udfff]/.test(text.charAt(at - 1)) ? text.slice(at - 2, at) : text.charAt(at - 1)

import { decodeHTMLAttribute } from 'entities'

/** What a link or image of an e-mail may point to. */
const schemes = new Set(['http', 'https', 'mailto', 'tel', 'cid'])

/** The scheme of an address, in small letters, whether an e-mail may have it or not. */
export const schemeOf = (url: string): string | undefined => /^([^/?#:]*):/.exec(url)?.[1]?.toLowerCase()

export const isSafeScheme = (scheme: string | undefined): boolean => scheme === undefined || schemes.has(scheme)

/** Where a value stands in the filled html. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** As readers take it: with its character references, without white space and control characters. */
const readable = (source: string): string => decodeHTMLAttribute(source).replace(/[\s\p{Cc}]/gu, '')

/** A comma parts the addresses of `srcset`, and no scheme has one. */
const endsUrl = (character: string | undefined): boolean =>
  character === '"' || character === "'" || character === ',' || character === undefined

/**
 * Puts `#` in the place of the values that begin an address, or stand in its first letters, and become an unsafe scheme
 * with what is around them: `java` in `href="{{x}}script:…"`. Linear in the html: each address is read once.
 * @param html filled, in which quotation marks of values are escaped
 * @param values in its order
 */
export function withoutUnsafeSchemes<Value extends Stretch>(
  html: string,
  values: readonly Value[],
): { readonly html: string; readonly unsafe: readonly Value[] } {
  const pieces: string[] = []
  const unsafe: Value[] = []
  let written = 0
  let known = 0
  for (const value of values) {
    const { start, end } = value
    if (start < known) continue
    let begin = start
    while (begin > known && !endsUrl(html[begin - 1])) begin--
    known = end
    while (!endsUrl(html[known])) known++
    const isLater = /[/?#:]/.test(readable(html.slice(begin, start)))
    if (isLater || isSafeScheme(schemeOf(readable(html.slice(begin, known))))) continue
    pieces.push(html.slice(written, start), '#')
    written = end
    unsafe.push(value)
  }
  return { html: pieces.join('') + html.slice(written), unsafe }
}

import { decodeHTMLAttribute } from 'entities'

/** What a link or image of an e-mail may point to. */
const schemes = new Set(['http', 'https', 'mailto', 'tel', 'cid'])

/** The scheme of an address, in small letters, whether an e-mail may have it or not. */
export function schemeOf(url: string): string | undefined {
  for (let at = 0; at < url.length; at++) {
    const sign = url[at]
    if (sign === ':') return url.slice(0, at).toLowerCase()
    if (sign === '/' || sign === '?' || sign === '#') return undefined
  }
  return undefined
}

export const isSafeScheme = (scheme: string | undefined): boolean => scheme === undefined || schemes.has(scheme)

/** Where a value stands in the address that it begins, or stands further on in. */
export interface Stretch {
  readonly start: number
  readonly end: number
  /** It stands where the scheme is written. */
  readonly isLeading: boolean
  /** What it is in an address for mail, where a value may name no parameters. */
  readonly asMail: () => string
}

/**
 * Whether a value that was found safe says by itself where its address leads, and that this is no mail: nothing that
 * stands behind it in the html can make another of it. Of what is written as a character reference it says nothing.
 */
export const isSettled = (written: string): boolean =>
  /^(?:https?|tel|cid):/i.test(written) || /^[^&:/?#]*[/?#]/.test(written)

/** As readers take it: with its character references, without white space and control characters. */
const readable = (source: string): string => decodeHTMLAttribute(source).replace(/[\s\p{Cc}]/gu, '')

/** A comma parts the addresses of `srcset`, and no scheme has one. */
const endsUrl = (character: string | undefined): boolean =>
  character === '"' || character === "'" || character === ',' || character === undefined

/**
 * Looks at the addresses whose scheme values write, as they have become. Puts `#` in the place of the values that make an
 * unsafe scheme with what is around them (`java` in `href="{{x}}script:…"`), and takes the parameters out of those behind a
 * `mailto:`. Linear in the html: each address is read once.
 * @param html filled, in which quotation marks of values are escaped
 * @param values in its order
 */
export function withSafeSchemes<Value extends Stretch>(
  html: string,
  values: readonly Value[],
): { readonly html: string; readonly unsafe: readonly Value[] } {
  const pieces: string[] = []
  const unsafe: Value[] = []
  let written = 0
  let known = 0
  /** Up to the end of the attribute: commas part the addresses of `srcset`, and recipients. */
  let isMail = false
  let mailEnd = 0
  const replace = (value: Value, text: string): void => {
    pieces.push(html.slice(written, value.start), text)
    written = value.end
    unsafe.push(value)
  }
  for (const value of values) {
    const { start, end } = value
    if (start >= mailEnd) isMail = false
    if (start >= known && value.isLeading) {
      let begin = start
      while (begin > known && !endsUrl(html[begin - 1])) begin--
      known = end
      while (!endsUrl(html[known])) known++
      const isLater = /[/?#:]/.test(readable(html.slice(begin, start)))
      const scheme = isLater ? undefined : schemeOf(readable(html.slice(begin, known)))
      if (scheme === 'mailto') {
        isMail = true
        mailEnd = Math.max(mailEnd, known)
        while (mailEnd < html.length && html[mailEnd] !== '"' && html[mailEnd] !== "'") mailEnd++
      } else if (!isSafeScheme(scheme)) replace(value, '#')
    }
    const asMail = isMail ? value.asMail() : undefined
    if (asMail !== undefined && html.slice(start, end) !== asMail) replace(value, asMail)
  }
  return { html: pieces.join('') + html.slice(written), unsafe }
}

import type { ValueContext } from '../parse/value-context.ts'
import { isSafeScheme, schemeOf } from './url-scheme.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text and quoted attributes; NUL is no character of HTML. */
export const escapeHtml = (text: string): string =>
  /[&<>"'\0]/.test(text)
    ? text.replace(/[&<>"']/g, (character) => entities[character] ?? '').replaceAll('\0', '\uFFFD')
    : text

const percent = (character: string): string =>
  character.codePointAt(0)! < 0x80
    ? `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
    : encodeURIComponent(character.toWellFormed())

/** Escapes what no URL may hold, and keeps what is escaped already (Go's html/template "normalize"). */
const normalized = (url: string): string =>
  url.replace(/%(?![0-9a-fA-F]{2})|[^!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]/gu, percent)

/** A sign of an address as text twice escaped, so that no reader takes it for more. */
const refused = (sign: string): string => encodeURIComponent(sign.startsWith('%') ? sign : percent(sign))

/** Without what readers of URLs leave out: white space around it, line breaks, tabs and other control characters. */
const cleaned = (url: string): string => url.replace(/\p{Cc}/gu, '').trim()

/** The value as it stands in its context, not yet escaped for html; `safe: false` where it had to be left out. */
function inUrl(kind: ValueContext['kind'], value: string): { readonly text: string; readonly safe: boolean } {
  const url = cleaned(value)
  switch (kind) {
    case 'url-start': {
      const scheme = schemeOf(url)
      if (!isSafeScheme(scheme)) return { text: '#', safe: false }
      // What a value may name is the address: parameters such as `bcc` are the template's to write.
      const parameters = scheme === 'mailto' ? url.indexOf('?') : -1
      if (parameters !== -1) return { text: normalized(url.slice(0, parameters)), safe: false }
      return { text: normalized(url), safe: true }
    }
    case 'url-scheme': {
      // What was before might be the beginning of a scheme, so no colon may complete it.
      const end = /[/?#]/.exec(url)?.index ?? url.length
      return { text: normalized(url.slice(0, end).replaceAll(':', '%3A') + url.slice(end)), safe: true }
    }
    case 'mail-address':
      // Behind `?` a value could name further recipients; a comma or semicolon would part two.
      return { text: normalized(url).replace(/[?&#,;]|%(?:3[fFbB]|26|23|2[cC])/g, refused), safe: true }
    case 'url-query':
      return { text: encodeURIComponent(value.toWellFormed()), safe: true }
    default:
      return { text: normalized(url), safe: true }
  }
}

/** RFC 3986's "unreserved": no place of an address escapes these, and they begin no scheme. */
const unreserved = /^[\w.~-]*$/
/** An address of the web that has nothing to escape. */
const plainWebAddress = /^https?:[\w.~/:?=#@!$()*+,;[\]-]*$/

/** Escapes a value for its context; `safe: false` where a URL was replaced because of its scheme. */
export function escaped({ kind }: ValueContext, value: string): { readonly text: string; readonly safe: boolean } {
  switch (kind) {
    case 'plain':
      return { text: value, safe: true }
    case 'text':
    case 'html':
      return { text: escapeHtml(value), safe: true }
    case 'json':
      return {
        text: JSON.stringify(value)
          .slice(1, -1)
          .replace(/[<>&\u2028\u2029]/g, unicodeEscape),
        safe: true,
      }
    case 'refused':
      return { text: '', safe: false }
    default: {
      if (unreserved.test(value) || (kind === 'url-start' && plainWebAddress.test(value)))
        return { text: value, safe: true }
      const { text, safe } = inUrl(kind, value)
      return { text: escapeHtml(text), safe }
    }
  }
}

const unicodeEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The value as it stands in that place of an address, should that be one for mail: one that may begin it stays one. */
export const inMailAddress = ({ kind }: ValueContext, value: string): string =>
  kind === 'url-start' ? escaped({ kind }, value).text : escaped({ kind: 'mail-address' }, value).text

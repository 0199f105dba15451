import { decodeHTMLAttribute } from 'entities'
import type { HtmlState } from './html-context.ts'

/** What a value in that place is: how it is escaped, or why it may not stand there. */
export type ValueContext =
  | {
      /** `html`: written as it is, sanitized. `url-rest`: further on in a URL whose scheme a value may give. */
      readonly kind:
        | 'plain'
        | 'html'
        | 'text'
        | 'url-start'
        | 'url-scheme'
        | 'url-rest'
        | 'url-path'
        | 'url-query'
        | 'mail-address'
        | 'json'
    }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly hint: string }

const urlAttributes = new Set(
  'href src action formaction background cite poster data longdesc usemap xlink:href codebase classid archive icon manifest profile ping srcset lowsrc dynsrc'.split(
    ' ',
  ),
)
const animations = new Set(['animate', 'set', 'animatetransform', 'animatemotion'])

const refused = (code: string, message: string, hint: string): ValueContext => ({
  kind: 'refused',
  code,
  message,
  hint,
})
const inScript = refused(
  'variable_in_script',
  'A value stands inside a script, where it could become code.',
  'Mail programs run no scripts; take it out. In JSON-LD, put the tag between quotation marks.',
)
const inStyle = refused(
  'variable_in_style',
  'A value stands inside a style, where it could change the whole message or load from elsewhere.',
  'Choose between fixed styles with {{#if}}.',
)

/** Schemes that run what follows, and those that only lead to another scheme. */
const running = /^(?:javascript|vbscript|livescript|mocha|data|jar|feed|view-source|blob|filesystem):/

/** UTF-16 units before a value: servers need not take longer addresses (8,000 octets: RFC 9110, section 4.1). */
const longestUrl = 8000
const inLongUrl = refused(
  'variable_in_url',
  'A value stands behind 8,000 characters of an address, which no server need take.',
  'Make the address shorter.',
)

/** How far a URL is that begins with `before`, as it stands in the source. */
function urlContext(before: string): ValueContext {
  if (before.length > longestUrl) return inLongUrl
  // Readers leave out white space and control characters, so `java&#10;script:` is one too.
  const unfinished = /&#?\w{0,40}$/.exec(before)?.index
  const url = decodeHTMLAttribute(before.slice(0, unfinished))
    .replace(/[\s\p{Cc}]/gu, '')
    .toLowerCase()
  if (running.test(url)) return inScript
  if (/[?#]/.test(url)) return { kind: 'url-query' }
  if (url.startsWith('mailto:')) return { kind: 'mail-address' }
  const delimiter = url.search(/[:/]/)
  if (delimiter !== -1) return { kind: url.slice(0, delimiter).includes('\uFFFC') ? 'url-rest' : 'url-path' }
  if (unfinished !== undefined) return inReference
  return { kind: url === '' ? 'url-start' : 'url-scheme' }
}

const inReference = refused(
  'variable_in_url',
  'A value stands behind an unfinished character reference, which it could complete.',
  'Write &amp; for the sign, or take it out.',
)
/** Elements that load what runs or restyles the message from the address in these attributes. */
const loading: Readonly<Record<string, readonly string[]>> = {
  script: ['src', 'href', 'xlink:href'],
  link: ['href'],
  base: ['href'],
  object: ['data', 'codebase', 'classid', 'archive'],
  embed: ['src'],
  applet: ['code', 'codebase', 'archive', 'object'],
}
const loaded = refused(
  'variable_in_loaded_address',
  'A value decides what the message loads or runs.',
  'Write the whole address into the template, or take the element out. Marks for Gmail may be JSON-LD, which takes values.',
)
/** What such an element does (`refresh`) depends on its other attributes, which may follow. */
const inMeta = refused(
  'variable_in_meta',
  'A value stands in a meta element, which could send the reader elsewhere.',
  'Write its text into the template.',
)

function attributeContext({ element, attribute, before, quote }: HtmlState): ValueContext {
  if (attribute.startsWith('on')) {
    return refused(
      'variable_in_event_handler',
      'A value stands inside an event handler.',
      'Mail programs run none; take it out.',
    )
  }
  if (attribute === 'style') return inStyle
  if (attribute === 'srcdoc' || animations.has(element.toLowerCase())) return inScript
  if (quote === '') {
    return refused(
      'unquoted_attribute',
      'A value stands in an attribute without quotation marks.',
      'Write attribute="{{…}}".',
    )
  }
  const name = element.toLowerCase()
  if (loading[name]?.includes(attribute) === true) return loaded
  if (name === 'meta') return inMeta
  if (urlAttributes.has(attribute))
    return urlContext(attribute === 'srcset' ? (before.split(',').at(-1) ?? '') : before)
  return { kind: 'text' }
}

/** The context of a value in html at a place in that state. */
export function valueContext(state: HtmlState): ValueContext {
  switch (state.state) {
    case 'text':
      return { kind: 'text' }
    case 'element-text':
      if (state.element === 'title' || state.element === 'textarea') return { kind: 'text' }
      if (state.json && state.quote === '"') return { kind: 'json' }
      return state.element === 'style' ? inStyle : inScript
    case 'value':
      return attributeContext(state)
    case 'before-value':
      return attributeContext({ ...state, quote: '' })
    case 'unclear':
      return refused(
        'variable_in_unclear_html',
        'A value stands where programs read the html in two ways: after a "<" in the text of an element of svg or math.',
        'Write &lt; there, or take the svg or math out.',
      )
    case 'comment':
    case 'bogus-comment':
      return refused(
        'variable_in_comment',
        'A value stands inside a comment of the html.',
        'Write {{! … }} for remarks that are not sent.',
      )
    default:
      return refused(
        'variable_in_tag',
        'A value stands inside a tag, where it could add attributes.',
        'Put it into text or a quoted attribute, or choose with {{#if}}.',
      )
  }
}

import type { HtmlState } from './html-context.ts'

/** What a value in that place is: how it is escaped, or why it may not stand there. */
export type ValueContext =
  | { readonly kind: 'plain' | 'text' | 'url-start' | 'url-scheme' | 'url-path' | 'url-query' | 'json' }
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

/** How far a URL is that begins with `before`. */
function urlContext(before: string): ValueContext {
  // Readers leave out white space and control characters, so `java&#10;script:` is one too.
  const url = before.replace(/[\s\p{Cc}]/gu, '').toLowerCase()
  if (/^(?:javascript|vbscript|data):/.test(url)) return inScript
  if (url === '') return { kind: 'url-start' }
  if (/[?#]/.test(url)) return { kind: 'url-query' }
  return { kind: /[:/]/.test(url) ? 'url-path' : 'url-scheme' }
}

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
  if (urlAttributes.has(attribute))
    return urlContext(attribute === 'srcset' ? (before.split(',').at(-1) ?? '') : before)
  const refresh = element.toLowerCase() === 'meta' && attribute === 'content' ? /url\s*=\s*['"]?/i.exec(before) : null
  return refresh === null ? { kind: 'text' } : urlContext(before.slice(refresh.index + refresh[0].length))
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

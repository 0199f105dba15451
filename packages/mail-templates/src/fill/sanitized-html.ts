import sanitize from 'sanitize-html'
import { isSafeScheme, schemeOf } from './url-scheme.ts'

/** Elements that format text, and say nothing about the message around them. */
const allowedTags =
  'a abbr b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var'.split(
    ' ',
  )

const size = /^\d{1,4}(?:\.\d{1,3})?(?:px|em|rem|pt|%)?$/
const color = /^(?:#[\da-f]{3,8}|[a-z]{3,20}|rgba?\([\d.,%\s]{1,40}\))$/i
const word = /^[a-z-]{1,20}$/i
/** Of styles those that colour and align; none loads, hides or places anything. */
const allowedStyles = {
  '*': {
    color: [color],
    'background-color': [color],
    'text-align': [/^(?:left|right|center|justify|start|end)$/],
    'text-decoration': [word],
    'font-weight': [/^(?:\d{3}|[a-z]{4,7})$/],
    'font-style': [word],
    'font-size': [size],
    'vertical-align': [word],
    width: [size],
    'max-width': [size],
  },
}

/** What a reader makes of an address: without white space and control characters. */
const readable = (address: string): string => address.replace(/[\s\p{Cc}]/gu, '')

/** An address without the parameters that a value may not give one (`mailto:…?bcc=`); nothing where its scheme may run. */
function address(value: string): string | undefined {
  const scheme = schemeOf(readable(value))
  if (!isSafeScheme(scheme)) return undefined
  return scheme === 'mailto' ? readable(value).split(/[?&#]/)[0] : value
}

const withAddress =
  (name: 'href' | 'src'): sanitize.Transformer =>
  (tagName, { [name]: given, ...others }) => {
    const known = given === undefined ? undefined : address(given)
    return { tagName, attribs: known === undefined ? others : { ...others, [name]: known } }
  }

/** The html of a value with what formats it, and nothing that could run, load, hide, or reach out of its place. */
export const sanitizedHtml = (html: string): string =>
  sanitize(html, {
    allowedTags,
    allowedAttributes: {
      '*': ['style', 'align', 'dir', 'lang', 'title'],
      a: ['href'],
      img: ['src', 'alt', 'width', 'height'],
      table: ['width', 'border', 'cellpadding', 'cellspacing', 'bgcolor', 'role'],
      td: ['width', 'height', 'colspan', 'rowspan', 'valign', 'bgcolor'],
      th: ['width', 'height', 'colspan', 'rowspan', 'valign', 'bgcolor', 'scope'],
      tr: ['valign', 'bgcolor'],
      col: ['width', 'span'],
      font: ['color', 'size', 'face'],
      ol: ['start', 'type'],
    },
    allowedStyles,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'cid'] },
    nestingLimit: 100,
    transformTags: { a: withAddress('href'), img: withAddress('src') },
  }).replaceAll('\0', '\uFFFD')

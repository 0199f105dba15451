import { compile } from 'html-to-text'
import { shownHtml } from '../page/shown-html.ts'

/** What is hidden with all that it holds, images too. */
const hidden = [
  '[hidden]',
  '[style*="display:none" i]',
  '[style*="display: none" i]',
  '[aria-hidden="true"]',
  'template',
]
/** Elements that begin on a line of their own (HTML standard, 15.3), beside those that the library knows. */
const blocks =
  'address caption center details dialog dir fieldset figcaption figure hgroup legend li menu optgroup option search summary'
const line = { leadingLineBreaks: 1, trailingLineBreaks: 1 }
const cell = { format: 'inlineSurround', options: { suffix: ' ' } }

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 200 },
  formatters: {
    alternative: ({ attribs: { alt = '' } }, _walk, builder) => {
      if (alt !== '') builder.addInline(alt)
    },
  },
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    {
      selector: 'a',
      options: {
        hideLinkHrefIfSameAsText: true,
        linkBrackets: ['(', ')'],
        noAnchorUrl: true,
        pathRewrite: (url: string) => url.trim(),
      },
    },
    { selector: 'img', format: 'alternative' },
    // E-mails are laid out by tables: a row is a line.
    ...['tr', 'dt', 'dd', ...blocks.split(' ')].map((selector) => ({ selector, format: 'block', options: line })),
    { selector: 'td', ...cell },
    { selector: 'th', ...cell },
    { selector: 'title', format: 'skip' },
    ...hidden.map((selector) => ({ selector, format: 'skip' })),
  ],
})

/** The text part of an e-mail that has html alone: its words in their order, with the addresses of links. */
export const textOfHtml = (html: string): string =>
  convert(shownHtml(html))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    // A list that it begins with is indented as its other lines are.
    .replace(/^\n+/, '')
    .trimEnd()

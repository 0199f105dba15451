import { compile } from 'html-to-text'

/** What is hidden is for other readers: preheaders, and parts for mail programs of one kind. */
const hidden = ['[hidden]', '[style*="display:none" i]', '[style*="display: none" i]', '[aria-hidden="true"]']
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
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'], noAnchorUrl: true } },
    { selector: 'img', format: 'alternative' },
    // E-mails are laid out by tables: a row is a line.
    ...['tr', 'dt', 'dd'].map((selector) => ({ selector, format: 'block', options: line })),
    { selector: 'td', ...cell },
    { selector: 'th', ...cell },
    { selector: 'title', format: 'skip' },
    ...hidden.map((selector) => ({ selector, format: 'skip' })),
  ],
})

/** The text part of an e-mail that has html alone: its words in their order, with the addresses of links. */
export const textOfHtml = (html: string): string =>
  convert(html)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

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

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 200 },
  formatters: {
    alternative: ({ attribs: { alt = '' } }, _walk, builder) => {
      if (alt !== '') builder.addInline(alt)
    },
    // A space that vanishes where a line ends: behind a block in the cell, or the last cell of a row.
    cell: (element, walk, builder) => {
      walk(element.children, builder)
      builder.addInline(' ')
    },
    // What a button of a form says.
    pressed: ({ attribs: { type = '', value = '' } }, _walk, builder) => {
      if (/^(?:submit|button|reset)$/i.test(type)) builder.addInline(value)
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
        // Programs end an address at a space.
        pathRewrite: (url: string) => url.trim().replaceAll(/\s/g, '%20'),
      },
    },
    { selector: 'img', format: 'alternative' },
    // E-mails are laid out by tables: a row is a line.
    ...['tr', 'dt', 'dd', ...blocks.split(' ')].map((selector) => ({ selector, format: 'block', options: line })),
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    { selector: 'input', format: 'pressed' },
    { selector: 'q', format: 'inlineSurround', options: { prefix: '“', suffix: '”' } },
    { selector: 'title', format: 'skip' },
    ...hidden.map((selector) => ({ selector, format: 'skip' })),
  ],
})

/** Hyphens that may be, and what fills up the line that inboxes show. */
const unseen = /\u034F|[\u00AD\u200B\u2060\uFEFF]/gu
/** Joiners that join nothing. */
const looseJoiner = /[\u200C\u200D](?![\p{L}\p{M}\p{Emoji}])|(?<![\p{L}\p{M}\p{Emoji}\uFE0F])[\u200C\u200D]/gu
/** A number, and the telephone link that leads to it. */
const sameNumber = /(\+?\d[\d\s()/.-]{3,30}\d) \((?:tel|sms):([+\d().-]{3,30})\)/g
const withoutSame = (found: string, shown: string, target: string): string =>
  digits(target).endsWith(digits(shown).replace(/^0+/, '')) ? shown : found
const digits = (text: string): string => text.replaceAll(/\D/g, '')

/** The text part of an e-mail that has html alone: its words in their order, with the addresses of links. */
export const textOfHtml = (html: string): string =>
  convert(shownHtml(html))
    .split('\n')
    .map((line) =>
      line.replaceAll(unseen, '').replaceAll(looseJoiner, '').replaceAll(sameNumber, withoutSame).trimEnd(),
    )
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    // A list that it begins with is indented as its other lines are.
    .replace(/^\n+/, '')
    .trimEnd()

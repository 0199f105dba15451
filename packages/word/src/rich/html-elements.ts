import { type HtmlNode, isElement } from '@chancery/formats/html'
import type { TextFormat } from './flow.ts'

/** What is not shown, or is no text. */
export const dropped = new Set(
  'script style template head title object embed iframe frame frameset noframes canvas audio video map area base link meta param source track datalist svg math applet dialog'.split(
    ' ',
  ),
)
export const blockNames = new Set(
  'address article aside blockquote body center dd details dir div dl dt fieldset figure figcaption footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary table ul'.split(
    ' ',
  ),
)

/** What an element says of its text by its name. */
export const formats: Readonly<Record<string, TextFormat>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  dfn: { italic: true },
  var: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  sub: { raised: 'subscript' },
  sup: { raised: 'superscript' },
  code: { isCode: true },
  kbd: { isCode: true },
  samp: { isCode: true },
  tt: { isCode: true },
  mark: { background: 'FFFF00' },
  th: { bold: true },
  dt: { bold: true },
  legend: { bold: true },
  summary: { bold: true },
}

/** Whether any of it is more than a piece of a line. */
export const hasBlock = (nodes: readonly HtmlNode[]): boolean =>
  nodes.some(
    (node) =>
      isElement(node) && !dropped.has(node.tagName) && (blockNames.has(node.tagName) || hasBlock(node.childNodes)),
  )

import { type HtmlNode, isElement, lookOfTag } from '@chancery/formats/html'
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

/** What Word writes otherwise than other text, besides what HTML itself says of a look. */
const ownFormats: ReadonlyMap<string, TextFormat> = new Map<string, TextFormat>([
  ['mark', { background: 'FFFF00' }],
  ['th', { bold: true }],
  ['dt', { bold: true }],
  ['legend', { bold: true }],
  ['summary', { bold: true }],
])

/** What an element says of its text by its name. */
export function formatOfTag(name: string): TextFormat | undefined {
  const look = lookOfTag(name)
  if (look === undefined) return ownFormats.get(name)
  const { code, script, ...format } = look
  if (code) return { ...format, isCode: true }
  return script === undefined ? format : { ...format, raised: script === 'super' ? 'superscript' : 'subscript' }
}

/** Whether any of it is more than a piece of a line. */
export const hasBlock = (nodes: readonly HtmlNode[]): boolean =>
  nodes.some(
    (node) =>
      isElement(node) && !dropped.has(node.tagName) && (blockNames.has(node.tagName) || hasBlock(node.childNodes)),
  )

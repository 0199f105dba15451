import type { Flow } from './flow.ts'
import { markdownPieces } from './markdown-pieces.ts'
import { readHtml } from './read-html.ts'
import { RichFault } from './rich-fault.ts'

const maxLength = 1_000_000
/** Signs of emphasis, code and links: the parser compares each with all before it in its paragraph. */
const signs = /[*_~]+|`+|[[\]<>]/g
const maxComparisons = 25_000_000
/** Columns by which all list entries together are indented: each line enters all lists around it anew. */
const maxIndentation = 50_000
const entry = /^[ \t]+(?=[-+*]|\d+[.)])/gm
const maxLevels = 200
const maxEnds = 30_000
/** The parser moves what it has for a piece at each end in it, and a little at each line. */
const maxMoves = 10_000_000
const maxCells = 50_000

/**
 * CommonMark with GitHub's tables, strikethrough and task lists, HTML in it too. What is one plain paragraph is inline.
 * @throws RichFault
 */
export async function readMarkdown(markdown: string): Promise<Flow> {
  if (markdown.length > maxLength)
    throw new RichFault('The formatted text is too long.', 'Part it into several values.')
  let comparisons = 0
  for (const paragraph of markdown.split(/\n[ \t]*\r?\n/)) comparisons += (paragraph.match(signs)?.length ?? 0) ** 2
  const indentation = (markdown.match(entry) ?? []).reduce((sum, { length }) => sum + length, 0)
  const pieces = markdownPieces(markdown)
  const deepest = pieces.reduce((most, { depth }) => Math.max(most, depth), 0)
  const ends = pieces.reduce((sum, piece) => sum + piece.ends, 0)
  const moves = pieces.reduce((sum, { ends, lines }) => sum + (ends + lines / 8) ** 2, 0)
  if (ends > maxEnds || moves > maxMoves)
    throw new RichFault('The markdown has too many lists, quotations or lines.', 'Part it into several values.')
  if (deepest > maxLevels || indentation > maxIndentation || (markdown.match(/\|/g)?.length ?? 0) > maxCells) {
    throw new RichFault('The markdown is nested too deeply, or its tables are too large.')
  }
  if (comparisons > maxComparisons) {
    throw new RichFault('The markdown has too many signs in one paragraph.', 'Part it by empty lines.')
  }
  const [{ micromark }, { gfm, gfmHtml }] = await Promise.all([import('micromark'), import('micromark-extension-gfm')])
  const options = {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  }
  const html = pieces.map(({ text }) => micromark(text, options)).join('\n')
  const flow = await readHtml(html)
  const [only] = flow.kind === 'blocks' ? flow.blocks : []
  const isInline =
    flow.kind === 'blocks' &&
    flow.blocks.length === 1 &&
    only?.kind === 'paragraph' &&
    only.role === 'text' &&
    only.list === undefined &&
    only.align === undefined &&
    only.quotes + only.indent === 0
  return isInline ? { kind: 'inline', inlines: only.inlines } : flow
}

import { largestOf } from '../extremes.ts'
import { withoutLeaders } from './block-content.ts'
import type { DocumentModel, Link, Look } from '../model/document-model.ts'
import { inlinePieces } from './inline-pieces.ts'
import { linkable } from './link-view.ts'

interface InlineSettings {
  /** Names of the notes by the index of their first block. */
  readonly labels: ReadonlyMap<number, string>
  /** Whether the text stands where a line of Markdown begins. */
  readonly isLineStart: boolean
  /** Headings are bold by themselves. */
  readonly isHeading: boolean
  /** Formulas stand by themselves, and not in a line. */
  readonly isDisplay: boolean
}

/** Text with its links, its looks, its formulas as `$LaTeX$`, and its references to notes. */
export function inlineMarkdown(
  model: DocumentModel,
  start: number,
  end: number,
  { labels, isLineStart, isHeading, isDisplay }: InlineSettings,
): string {
  const { text } = model
  const parts: string[] = []
  let open: { readonly link: Link; readonly label: string[] } | undefined
  const closeLink = (): void => {
    if (open !== undefined) parts.push(`[${open.label.join('')}](<${open.link.url}>)`)
    open = undefined
  }
  let before = ''
  for (const piece of inlinePieces(model, start, end, isFollowed)) {
    if ('note' in piece) {
      closeLink()
      const label = labels.get(piece.note.block)
      before = label === undefined ? before : `[^${label}]`
      if (label !== undefined) parts.push(before)
      continue
    }
    if (open?.link !== piece.link) closeLink()
    if (piece.link !== undefined) open ??= { link: piece.link, label: [] }
    const isStart = isLineStart && (parts.length === 0 || before.endsWith('\n')) && open === undefined
    const look = isHeading ? { ...piece.look, bold: undefined } : piece.look
    const sign = isDisplay ? '$$' : '$'
    const plain = withoutLeaders(text.slice(piece.start, piece.end))
    const written =
      piece.formula === undefined
        ? styled(plain, look, isStart, before, text[piece.end] ?? '')
        : `${sign}${piece.formula.latex}${sign}`
    ;(open?.label ?? parts).push(written)
    before = written
  }
  closeLink()
  return parts.join('')
}

const isFollowed = ({ url }: Link, label: string): boolean =>
  url !== undefined && linkable.test(url) && !/[<>\s\\]/.test(url) && label.trim() !== '' && !label.includes('\n')

type Shown = { readonly [Name in keyof Look]: Look[Name] | undefined }

/** Signs stand at the words and not at the spaces around them, on each line anew. */
function styled(text: string, look: Shown | undefined, isLineStart: boolean, before: string, after: string): string {
  const { bold, italic, strike, code, script } = look ?? {}
  if (!bold && !italic && !strike && !code && !script) return escapeText(text, isLineStart)
  const written: string[] = []
  const lines = text.split('\n')
  for (const [at, line] of lines.entries()) {
    const inner = line.trim()
    const from = line.length - line.trimStart().length
    const [space, rest] = inner === '' ? [line, ''] : [line.slice(0, from), line.slice(from + inner.length)]
    const previous = space.at(-1) ?? (at === 0 ? (before.at(-1) ?? '') : '')
    const next = rest[0] ?? (at === lines.length - 1 ? after : '')
    written.push(at === 0 ? '' : '\n', space)
    if (inner !== '') {
      const plain = escapeText(inner, isLineStart && at === 0)
      // Right behind another, a code span would go on with that.
      let content = !code ? plain : previous === '`' ? `<code>${plain}</code>` : codeSpan(inner)
      if (script !== undefined) content = raised[script](content)
      if (italic) content = marked(content, '*', 'em', previous, next)
      if (bold) content = marked(content, '**', 'strong', previous, next)
      written.push(strike ? marked(content, '~~', 'del', previous, next) : content)
    }
    written.push(rest)
  }
  return written.join('')
}

const raised = {
  super: (text: string): string => `<sup>${text}</sup>`,
  sub: (text: string): string => `<sub>${text}</sub>`,
}

/** A sign of Markdown where it is one there (CommonMark 0.31, 6.2), else the element of HTML. */
function marked(inner: string, sign: string, element: string, previous: string, next: string): string {
  const opens = canFlank(previous, inner[0] ?? '') && !sign.includes(previous || ' ')
  const closes = canFlank(next, inner.at(-1) ?? '') && !sign.includes(next || ' ')
  return opens && closes ? `${sign}${inner}${sign}` : `<${element}>${inner}</${element}>`
}

/** Beside a sign of punctuation, a delimiter is one only with a space or punctuation on its other side. */
const canFlank = (outside: string, inside: string): boolean =>
  !/[\p{P}\p{S}]/u.test(inside) || outside === '' || /[\s\p{P}\p{S}]/u.test(outside)

function codeSpan(text: string): string {
  const longest = Math.max(0, largestOf(Array.from(text.matchAll(/`+/g), ([run]) => run.length)))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`
}

/** A line without any of these holds no markup, as most cells of a table do. */
const maybeMarkup = /[\\`*_~[\]<>&\n\r\u2028\u2029]|^[ \t]*(?:[#+\-=:|]|\d{1,9}[.)])/

/** Keeps what Markdown would read as markup: signs, entities, and what would begin a line as a heading, item, rule or table. */
function escapeText(text: string, isLineStart: boolean): string {
  if (!maybeMarkup.test(text)) return text
  const signs = text.replaceAll(/[\\`*_~[\]<>]|&(?=#?[\da-z]{1,31};)/gi, '\\$&')
  const firstBreak = isLineStart ? 0 : signs.search(/[\n\r\u2028\u2029]/)
  if (firstBreak === -1) return signs
  return (
    signs.slice(0, firstBreak) +
    signs
      .slice(firstBreak)
      .replaceAll(/^[ \t]*(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|\d{1,9}(?=[.)](?:\s|$))|[-=:|][-=:| \t]*$)/gm, (mark) =>
        /\d$/.test(mark) ? `${mark}\\` : mark.replace(/[#+=-]/, '\\$&'),
      )
  )
}

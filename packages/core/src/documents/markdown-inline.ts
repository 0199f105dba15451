import type { DocumentModel, Link, Look } from '../model/document-model.ts'
import { inlinePieces } from './inline-pieces.ts'
import { withoutLeaders } from './leaders.ts'
import { escapedText, escapeText } from './markdown-escape.ts'
import { linkable } from './link-view.ts'
import { slicesOf, within } from './text-pieces.ts'
import { isLong } from './text-stretches.ts'

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

/** Text with its links, its looks, its formulas as `$LaTeX$`, and its references to notes; what is long in stretches. */
export function* inlineMarkdown(
  model: DocumentModel,
  start: number,
  end: number,
  { labels, isLineStart, isHeading, isDisplay }: InlineSettings,
): Generator<string> {
  const { text } = model
  let open: Link | undefined
  let before: string | undefined
  for (const piece of inlinePieces(model, start, end, isFollowed)) {
    const link = 'note' in piece ? undefined : piece.link
    if (open !== undefined && open !== link) yield `](<${open.url}>)`
    if (link !== undefined && open !== link) yield '['
    open = link
    if ('note' in piece) {
      const label = labels.get(piece.note.block)
      if (label === undefined) continue
      before = `[^${label}]`
      yield before
      continue
    }
    const isStart = isLineStart && (before?.endsWith('\n') ?? true) && open === undefined
    const look = isHeading ? { ...piece.look, bold: undefined } : piece.look
    const sign = isDisplay ? '$$' : '$'
    const written =
      piece.formula === undefined
        ? styled(text.slice(piece.start, piece.end), look, isStart, before ?? '', text[piece.end] ?? '')
        : within(sign, slicesOf(piece.formula.latex), sign)
    for (const part of written) {
      yield part
      if (part !== '') before = part
    }
  }
  if (open !== undefined) yield `](<${open.url}>)`
}

/** Text that is no more than that. */
export const bareMarkdown = (text: string, isLineStart: boolean): string =>
  escapeText(withoutLeaders(text), isLineStart)

const isFollowed = ({ url }: Link, label: string): boolean =>
  url !== undefined && linkable.test(url) && !/[<>\s\\]/.test(url) && label.trim() !== '' && !label.includes('\n')

type Shown = { readonly [Name in keyof Look]: Look[Name] | undefined }

function styled(
  text: string,
  look: Shown | undefined,
  isLineStart: boolean,
  before: string,
  after: string,
): Iterable<string> {
  const { bold, italic, strike, code, script } = look ?? {}
  if (bold || italic || strike || code || script) return styledLines(text, look ?? {}, isLineStart, before, after)
  return isLong(text) ? escapedText(text, isLineStart) : [bareMarkdown(text, isLineStart)]
}

/** Signs stand at the words and not at the spaces around them, on each line anew. */
function* styledLines(
  text: string,
  look: Shown,
  isLineStart: boolean,
  before: string,
  after: string,
): Generator<string> {
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    yield* styledLine(text.slice(start, end), look, isLineStart && start === 0, before.at(-1) ?? '', '')
    yield '\n'
    before = ''
    start = end + 1
  }
  yield* styledLine(text.slice(start), look, isLineStart && start === 0, before.at(-1) ?? '', after)
}

/** @param before, after characters beside the line; `''` at its own beginning and end */
function styledLine(text: string, look: Shown, isLineStart: boolean, before: string, after: string): Iterable<string> {
  const line = withoutLeaders(text)
  const inner = line.trim()
  if (inner === '') return [line]
  const from = line.length - line.trimStart().length
  const [space, rest] = [line.slice(0, from), line.slice(from + inner.length)]
  const [previous, next] = [space.at(-1) ?? before, rest[0] ?? after]
  // Right behind another, a code span would go on with that.
  const isSpan = look.code === true && previous !== '`'
  const signs = (head: string): readonly [string, string] =>
    signsOf(look, isSpan, isSpan ? '``' : head.charAt(0) + inner.charAt(inner.length - 1), previous, next)
  if (isSpan || isLong(inner)) {
    const content = isSpan ? codeSpan(inner) : escapedText(inner, isLineStart)
    const { value: head = '' } = content.next()
    const [opening, closing] = signs(head)
    return within(space + opening + head, content, closing + rest)
  }
  // As a word of a letter is: stretches of each of half a million would take longer than all else.
  const content = escapeText(inner, isLineStart)
  const [opening, closing] = signs(content)
  return [space + opening + content + closing + rest]
}

/**
 * What stands before and behind a text, for how it looks: a sign of Markdown where it is one there (CommonMark 0.31, 6.2), else
 * the element of HTML.
 * @param ends the first and the last character of the text as it is written
 */
function signsOf(
  look: Shown,
  isSpan: boolean,
  ends: string,
  previous: string,
  next: string,
): readonly [opening: string, closing: string] {
  let [opening, closing] = ['', '']
  const add = (sign: string | undefined, element: string): void => {
    const [first, last] = [opening + ends, ends + closing]
    const isSign =
      sign !== undefined &&
      canFlank(previous, first.charAt(0)) &&
      !sign.includes(previous || ' ') &&
      canFlank(next, last.at(-1) ?? '') &&
      !sign.includes(next || ' ')
    opening = (isSign ? sign : `<${element}>`) + opening
    closing += isSign ? sign : `</${element}>`
  }
  if (look.code && !isSpan) add(undefined, 'code')
  if (look.script !== undefined) add(undefined, look.script === 'super' ? 'sup' : 'sub')
  if (look.italic) add('*', 'em')
  if (look.bold) add('**', 'strong')
  if (look.strike) add('~~', 'del')
  return [opening, closing]
}

/** Beside a sign of punctuation, a delimiter is one only with a space or punctuation on its other side. */
const canFlank = (outside: string, inside: string): boolean =>
  !/[\p{P}\p{S}]/u.test(inside) || outside === '' || /[\s\p{P}\p{S}]/u.test(outside)

function codeSpan(text: string): Generator<string> {
  const longest = longestRun(text, '`')
  const fence = '`'.repeat(longest + 1)
  const [opening, closing] = longest === 0 ? [fence, fence] : [`${fence} `, ` ${fence}`]
  return within(opening, slicesOf(text), closing)
}

/** How often a character stands side by side at the most. */
export function longestRun(text: string, character: string): number {
  let longest = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at)) {
    const start = at
    while (text[at] === character) at++
    longest = Math.max(longest, at - start)
  }
  return longest
}

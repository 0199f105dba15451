import { largestOf } from '../extremes.ts'
import type { Block, DocumentModel, Table, TableCell } from './document-model.ts'
import { linkable, linksWithin } from './link-view.ts'

/** The model as CommonMark with GitHub's tables. A pure view: every extractor's documents read the same. */
export const toMarkdown = (model: DocumentModel): string => [...markdownPieces(model)].join('')

/** The same block by block, and a table row by row. */
export function* markdownPieces(model: DocumentModel): Generator<string> {
  let previous: Block | undefined
  for (const block of model.blocks) {
    const tight = previous?.type === 'list-item' && block.type === 'list-item'
    let isFirst = true
    for (const piece of write(block, model)) {
      if (piece === '') continue
      if (isFirst && previous !== undefined) yield tight ? '\n' : '\n\n'
      isFirst = false
      yield piece
    }
    if (!isFirst) previous = block
  }
  if (previous !== undefined) yield '\n'
}

function write(block: Block, model: DocumentModel): Iterable<string> {
  const table = block.table === undefined ? undefined : model.tables[block.table]
  return block.type === 'table' && table !== undefined ? writeTable(table, model) : [writeText(block, model)]
}

function writeText(block: Block, model: DocumentModel): string {
  const line = inline(model, block.span.start, block.span.end).trim()
  switch (block.type) {
    case 'title':
    case 'heading':
      return line === ''
        ? ''
        : `${'#'.repeat(Math.min(block.level ?? 1, 6))} ${numbered(block)}${line.replaceAll('\n', ' ')}`
    case 'list-item': {
      const indent = '   '.repeat((block.level ?? 1) - 1)
      // Markdown counts in figures alone: any other number is part of the text.
      const marker = /^\d{1,9}[.)]$/.test(block.marker ?? '') ? (block.marker ?? '-') : `- ${numbered(block)}`.trimEnd()
      return `${indent}${marker} ${line.replaceAll('\n', `\n${indent}   `)}`
    }
    case 'code': {
      const text = model.text.slice(block.span.start, block.span.end)
      const fence = '`'.repeat(Math.max(3, largestOf(Array.from(text.matchAll(/`{3,}/g), ([run]) => run.length + 1))))
      return `${fence}\n${text}\n${fence}`
    }
    default:
      return line
  }
}

/** A merged cell's text stands in its first place; the others are empty, since Markdown has no spans. */
function* writeTable(table: Table, model: DocumentModel): Generator<string> {
  const rows: TableCell[][] = Array.from({ length: table.rows }, () => [])
  for (const cell of table.cells) rows[cell.row]?.push(cell)
  for (const [index, cells] of rows.entries()) {
    const texts = Array.from({ length: table.columns }, () => '')
    for (const { column, span } of cells) {
      texts[column] = inline(model, span.start, span.end).trim().replaceAll('|', '\\|').replaceAll('\n', '<br>')
    }
    yield index === 0 ? `${line(texts)}\n${line(texts.map(() => '---'))}` : `\n${line(texts)}`
  }
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The number that stands before a heading or item, with a space; none of what is a bullet. */
const numbered = ({ marker = '' }: Block): string => (/[\p{L}\p{N}]/u.test(marker) ? `${escapeText(marker)} ` : '')

/** Text with its links. */
function inline({ text, links }: DocumentModel, start: number, end: number): string {
  const parts: string[] = []
  let at = start
  for (const { span, url } of linksWithin(links, start, end)) {
    const isSafe = url !== undefined && linkable.test(url) && !/[<>\s\\]/.test(url)
    const label = text.slice(span.start, span.end)
    if (!isSafe || span.start < at || label.trim() === '' || label.includes('\n')) continue
    parts.push(escapeText(text.slice(at, span.start)), `[${escapeText(label)}](<${url}>)`)
    at = span.end
  }
  parts.push(escapeText(text.slice(at, end)))
  return parts.join('')
}

/** A line without any of these holds no markup, as most cells of a table do. */
const maybeMarkup = /[\\`*_~[\]<>&\n\r\u2028\u2029]|^[ \t]*(?:[#+\-=:|]|\d{1,9}[.)])/

/** Keeps what Markdown would read as markup: signs, entities, and what would begin a line as a heading, item, rule or table. */
function escapeText(text: string): string {
  if (!maybeMarkup.test(text)) return text
  return text
    .replaceAll(/[\\`*_~[\]<>]|&(?=#?[\da-z]{1,31};)/gi, '\\$&')
    .replaceAll(/^[ \t]*(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|\d{1,9}(?=[.)](?:\s|$))|[-=:|][-=:| \t]*$)/gm, (mark) =>
      /\d$/.test(mark) ? `${mark}\\` : mark.replace(/[#+=-]/, '\\$&'),
    )
}

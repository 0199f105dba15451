import type { Block, DocumentModel, Table, TableCell } from './document-model.ts'
import { linkable, linksWithin } from './link-view.ts'

/**
 * The model as an HTML fragment. A pure view, as `toMarkdown`: every extractor's documents read the same. It holds no
 * script, style or picture, and no address but those of links to the web, to mail and to telephones.
 */
export const toHtml = (model: DocumentModel): string => [...htmlPieces(model)].join('')

/** The same block by block, and a table row by row. */
export function* htmlPieces(model: DocumentModel): Generator<string> {
  /** The open lists, and the number that each would give to its next item. */
  const lists: { readonly kind: 'ol' | 'ul'; next: number }[] = []
  function* closeLists(depth: number): Generator<string> {
    while (lists.length > depth) yield `</li></${lists.pop()?.kind}>`
  }
  for (const block of model.blocks) {
    if (block.type !== 'list-item') {
      yield* closeLists(0)
      yield* write(block, model)
      continue
    }
    // A level may be left out on the way down; its list is opened all the same.
    const depth = Math.min(Math.max(block.level ?? 1, 1), maxListDepth)
    const figures = /^\(?(\d{1,9})[.)]?$/.exec(block.marker ?? '')?.[1]
    const kind = figures === undefined ? 'ul' : 'ol'
    yield* closeLists(depth)
    if (lists.length === depth && lists.at(-1)?.kind !== kind) yield* closeLists(depth - 1)
    else if (lists.length === depth) yield '</li>'
    while (lists.length < depth) {
      const between = lists.length < depth - 1
      lists.push({ kind, next: 1 })
      yield between ? `<${kind}><li>` : `<${kind}>`
    }
    const list = lists[depth - 1] as (typeof lists)[number]
    const number = figures === undefined ? list.next : Number(figures)
    yield number === list.next ? '<li>' : `<li value="${number}">`
    list.next = number + 1
    // Lists count in figures alone here: any other number is part of the text.
    if (figures === undefined) yield numberText(block)
    yield inline(model, block.span.start, block.span.end)
  }
  yield* closeLists(0)
}

/** The number that stands before a heading or item, with a space; none of what is a bullet. */
const numberText = ({ marker = '' }: Block): string => (/[\p{L}\p{N}]/u.test(marker) ? `${escape(marker)} ` : '')

const maxListDepth = 32

function write(block: Block, model: DocumentModel): Iterable<string> {
  const table = block.table === undefined ? undefined : model.tables[block.table]
  return block.type === 'table' && table !== undefined ? writeTable(table, model) : [writeText(block, model)]
}

function writeText(block: Block, model: DocumentModel): string {
  const { start, end } = block.span
  const content = inline(model, start, end)
  switch (block.type) {
    case 'title':
      return `<h1>${content}</h1>`
    case 'heading': {
      const level = Math.min(Math.max(block.level ?? 1, 1), 6)
      return `<h${level}>${numberText(block)}${content}</h${level}>`
    }
    case 'code':
      return `<pre><code>${escape(model.text.slice(start, end))}</code></pre>`
    case 'header':
    case 'footer':
      return `<${block.type}>${content}</${block.type}>`
    case 'footnote':
    case 'comment':
    case 'text-box':
      return `<aside class="${block.type}">${content}</aside>`
    case 'caption':
    case 'formula':
      return `<p class="${block.type}">${content}</p>`
    default:
      return `<p>${content}</p>`
  }
}

function* writeTable(table: Table, model: DocumentModel): Generator<string> {
  const rows: TableCell[][] = Array.from({ length: table.rows }, () => [])
  for (const cell of table.cells) rows[cell.row]?.push(cell)
  const heads = Math.min(table.headerRows, rows.length)
  yield heads === 0 ? '<table><tbody>' : '<table><thead>'
  for (const [index, cells] of rows.entries()) {
    const name = index < heads ? 'th' : 'td'
    yield `<tr>${cells.map((cell) => writeCell(cell, name, model)).join('')}</tr>`
    if (index === heads - 1) yield '</thead><tbody>'
  }
  yield '</tbody></table>'
}

function writeCell(cell: TableCell, name: 'td' | 'th', model: DocumentModel): string {
  const spans =
    (cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : '') +
    (cell.columnSpan > 1 ? ` colspan="${cell.columnSpan}"` : '')
  return `<${name}${spans}>${inline(model, cell.span.start, cell.span.end)}</${name}>`
}

/** Text with its links; lines are kept. */
function inline({ text, links }: DocumentModel, start: number, end: number): string {
  const parts: string[] = []
  let at = start
  for (const { span, url } of linksWithin(links, start, end)) {
    if (url === undefined || !linkable.test(url) || span.start < at) continue
    parts.push(
      escape(text.slice(at, span.start)),
      `<a href="${escape(url)}">`,
      escape(text.slice(span.start, span.end)),
    )
    parts.push('</a>')
    at = span.end
  }
  parts.push(escape(text.slice(at, end)))
  return parts.join('').replaceAll('\n', '<br>')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')

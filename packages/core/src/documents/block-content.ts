import type { Block, DocumentModel } from '../model/document-model.ts'

/** Where the text of a block begins behind its marker, and behind the box of a task. */
export function contentStart({ span, marker, checked }: Block, text: string): number {
  let at = span.start
  if (marker !== undefined && text.startsWith(marker, at)) at = afterSpaces(text, at + marker.length, span.end)
  if (checked !== undefined && /[☐☑☒]/.test(text[at] ?? '')) at = afterSpaces(text, at + 1, span.end)
  return at
}

const goOn: ReadonlySet<Block['type']> = new Set(['paragraph', 'code', 'formula'])

/** The item of a list that a paragraph, a listing or a formula goes on with. */
export function itemOf({ type, layer, parent }: Block, { blocks }: Pick<DocumentModel, 'blocks'>): Block | undefined {
  const item = goOn.has(type) && layer === 'body' ? blocks[parent ?? -1] : undefined
  return item?.type === 'list-item' ? item : undefined
}

function afterSpaces(text: string, from: number, end: number): number {
  const rest = text.slice(from, end)
  return end - rest.trimStart().length
}

/** Whether the document has a title, which stands above its headings: views then write these one level down. */
export const hasTitle = ({ blocks }: Pick<DocumentModel, 'blocks'>): boolean =>
  blocks.some(({ type, layer }) => type === 'title' && layer === 'body')

/** The number that a list gives to its items by itself, "3" in "3." or "(3)"; lists of Markdown and HTML count in figures alone. */
export const countedNumber = ({ marker = '' }: Block): string | undefined => /^\(?(\d{1,9})[.)]?$/.exec(marker)?.[1]

/** Whether a marker says something, as numbers do and bullets do not. */
export const isNumber = (marker: string): boolean => /[\p{L}\p{N}]/u.test(marker)

/** Names of the notes that the text refers to, by the index of their first block: their own numbers, each once. */
export function noteLabels({ notes, blocks }: Pick<DocumentModel, 'notes' | 'blocks'>): ReadonlyMap<number, string> {
  const labels = new Map<number, string>()
  const taken = new Set<string>()
  let next = 1
  for (const { block } of notes) {
    if (labels.has(block)) continue
    let label = blocks[block]?.marker?.replaceAll(/^[[(]|[\]).]$/g, '') ?? ''
    while (!/^[\w-]{1,40}$/.test(label) || taken.has(label)) label = String(next++)
    taken.add(label)
    labels.set(block, label)
  }
  return labels
}

/** What pages of this document are called. */
const pageKind = (contentType: string): string =>
  /sheet|excel/.test(contentType) ? 'sheet' : /presentation|powerpoint/.test(contentType) ? 'slide' : 'page'

/** A page begins: its number, and its name where it has one. */
export interface PageMark {
  readonly kind: string
  readonly number: number
  readonly name?: string
}

/** Tells, block by block, which pages begin before it; a document of one page has no marks. */
export function pageMarks({
  pages,
  contentType,
}: Pick<DocumentModel, 'pages' | 'contentType'>): (block?: Block) => PageMark[] {
  const kind = pageKind(contentType)
  let next = 0
  return (block) => {
    const begun: PageMark[] = []
    if (pages.length < 2) return begun
    for (let page = pages[next]; page !== undefined; page = pages[++next]) {
      if (block !== undefined && page.span.start > block.span.start) break
      if (block !== undefined && block.span.page !== undefined && page.number > block.span.page) break
      begun.push({ kind, number: page.number, ...(page.name === undefined ? {} : { name: page.name }) })
    }
    return begun
  }
}

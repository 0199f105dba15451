/** Blocks that part a paragraph, with what ends the elements around them and begins those anew. */
export interface ParagraphPiece {
  readonly close: string
  /** Whole paragraphs and tables. */
  readonly blocks: string
  readonly reopen: string
}

/** Marks of ranges may stand between paragraphs just as in them. */
const rangeMarks =
  /<w:(?:bookmarkStart|bookmarkEnd|commentRangeStart|commentRangeEnd|permStart|permEnd)\b[^>]*?(?:\/>|><\/w:\w+>)/g
const invisible =
  /<w:rPr>[^]*?<\/w:rPr>|<w:(?:proofErr|lastRenderedPageBreak|rPr)\b[^>]*>|<\/?w:(?:r|t|hyperlink|ins|moveTo|smartTag|bdo|dir)(?:\s[^>]*)?\/?>/g

const isBlank = (piece: string): boolean => piece.replaceAll(rangeMarks, '').replaceAll(invisible, '').trim() === ''

/**
 * A paragraph with blocks put between its pieces: what was before and after stays in paragraphs of its own, with the
 * same properties; where nothing was, no empty paragraph is left. The last one keeps the end of a section of pages.
 */
export function partParagraph(
  startTag: string,
  properties: string,
  pieces: readonly string[],
  blocks: readonly string[],
): string {
  const endsSection = properties.includes('<w:sectPr')
  const control = endsSection ? undefined : controlAlone(pieces)
  if (control !== undefined) {
    const content = blocks.join('')
    return `${control}${content}${content.endsWith('</w:tbl>') ? '<w:p/>' : ''}</w:sdtContent></w:sdt>`
  }
  const head = properties.replace(/<w:sectPr\b(?:[^>]*\/>|[^]*?<\/w:sectPr>)/, '')
  const later = head.replace(/<w:pageBreakBefore\b[^>]*\/>/, '')
  let out = ''
  let isFirst = true
  const append = (xml: string): void => {
    out += xml.startsWith('<w:tbl>') && out.endsWith('</w:tbl>') ? `<w:p/>${xml}` : xml
  }
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1
    if (isBlank(piece) && !(isLast && endsSection)) append((piece.match(rangeMarks) ?? []).join(''))
    else {
      const own = isLast && endsSection ? properties : isFirst ? head : later
      append(`${isFirst ? startTag : startTag.replaceAll(/ w14:(?:paraId|textId)="[^"]*"/g, '')}${own}${piece}</w:p>`)
      isFirst = false
    }
    append(blocks[index] ?? '')
  }
  return out
}

/** The start of a content control that is all there is in a paragraph, and is empty: blocks stand in it instead. */
function controlAlone(pieces: readonly string[]): string | undefined {
  const [first = '', ...rest] = pieces
  if (!first.startsWith('<w:sdt>') || !rest.every(isBlank)) return undefined
  const content = first.indexOf('<w:sdtContent>') + '<w:sdtContent>'.length
  const end = first.indexOf('</w:sdtContent></w:sdt>')
  const isAlone = isBlank(first.slice(end).replace('</w:sdtContent></w:sdt>', ''))
  return end >= content && isAlone && isBlank(first.slice(content, end)) ? first.slice(0, content) : undefined
}

/** What has to stand behind a table that ends at the offset: a paragraph, unless one is there. */
export const followingTable = (xml: string, offset: number): string =>
  /^(?:\s|<w:bookmarkEnd\b[^>]*>)*<w:p[ >/]/.test(xml.slice(offset, offset + 400)) ? '' : '<w:p/>'

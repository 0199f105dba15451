import { escapeXml, run } from './docx-builder.ts'

const character = (kind: string, inner = ''): string =>
  `<w:r w:rsidR="00A1"><w:rPr><w:b/></w:rPr><w:fldChar w:fldCharType="${kind}">${inner}</w:fldChar></w:r>`

/**
 * A field as Word writes one that was edited: its code split over runs of other sessions, with marks of the spelling
 * checker between. What begins with `<` is a field within it.
 */
export const field = (code: string | readonly string[], result = 'old', data = ''): string =>
  `${character('begin', data)}${[code]
    .flat()
    .map((piece, index) =>
      piece.startsWith('<')
        ? piece
        : `<w:proofErr w:type="${index % 2 === 0 ? 'spellStart' : 'spellEnd'}"/><w:r w:rsidR="00B${index}"><w:instrText xml:space="preserve">${escapeXml(piece)}</w:instrText></w:r>`,
    )
    .join('')}${character('separate')}${run(result, '<w:rPr><w:i/><w:noProof/></w:rPr>')}${character('end')}`

/** A field of a merge whose code is split within its words. */
export const mergeField = (name: string, switches = ''): string =>
  field([' MERGE', 'FIELD ', name, ` ${switches} `], `«${name}»`)

/** A content control: properties and content as XML. */
export const control = (properties: string, content: string): string =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`

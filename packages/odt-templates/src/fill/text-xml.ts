import { escapeXml } from '@chancery/formats/xml'

/**
 * Text as the content of a paragraph (ODF 1.3 part 3, 6.1.2): spaces that follow each other count as one, so that all but
 * one of them are an element, as are tabs and line breaks.
 */
export const textXml = (text: string): string =>
  text
    .split(/(\t|\n|^ +| {2,}| +$)/)
    .map((piece, index) => {
      if (index % 2 === 0) return escapeXml(piece)
      if (piece === '\t') return '<text:tab/>'
      if (piece === '\n') return '<text:line-break/>'
      return `<text:s text:c="${piece.length}"/>`
    })
    .join('')

import { docxPackage } from '../docx-package.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const vocabulary =
  'agreement parties supplier customer delivery invoice payment term notice liability warranty goods services price currency schedule annex clause party court law written consent breach remedy period months confidential information property rights licence software support maintenance fee tax insurance claim damage loss employee staff office premises data protection personal transfer third country security measure audit record report annual review'.split(
    ' ',
  )

/** Words without any order, the same for the same seed. */
export function prose(seed: number, length: number): string {
  let state = seed * 7919 + 17
  const words = Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return vocabulary[(state >>> 8) % vocabulary.length] ?? ''
  })
  return `${words.join(' ')}.`
}

export interface SourceDocument {
  readonly name: string
  /** What the document says, in order: headings, paragraphs, entries of lists, rows of a table. */
  readonly content: readonly (
    | { readonly kind: 'heading'; readonly text: string }
    | { readonly kind: 'paragraph'; readonly text: string }
    | { readonly kind: 'entry'; readonly text: string }
    | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  )[]
}

/** A document of so many sections, each with a heading, paragraphs, a list, and now and then a table. */
export function sourceDocument(seed: number, sections: number): SourceDocument {
  const content: SourceDocument['content'][number][] = []
  for (let section = 0; section < sections; section++) {
    const base = seed * 1000 + section * 20
    content.push({ kind: 'heading', text: `${section + 1} ${prose(base, 4).slice(0, -1)}` })
    for (let index = 1; index <= 4; index++) content.push({ kind: 'paragraph', text: prose(base + index, 45) })
    for (let index = 5; index <= 8; index++) content.push({ kind: 'entry', text: prose(base + index, 9) })
    if (section % 3 !== 0) continue
    const rows = Array.from({ length: 6 }, (_, row) => [prose(base + row + 9, 2), String(base + row), `${row * 17}.50`])
    content.push({ kind: 'table', rows: [['Description', 'Number', 'Amount'], ...rows] })
  }
  return { name: `document-${seed}-${sections}`, content }
}

export const textOfSource = ({ content }: SourceDocument): string =>
  content
    .map((block) => (block.kind === 'table' ? block.rows.map((row) => row.join('\t')).join('\n') : block.text))
    .join('\n')

export const htmlOf = ({ content }: SourceDocument): string =>
  `<html><body>${content
    .map((block) => {
      if (block.kind === 'heading') return `<h2>${block.text}</h2>`
      if (block.kind === 'entry') return `<ul><li>${block.text}</li></ul>`
      if (block.kind === 'paragraph') return `<p>${block.text}</p>`
      return `<table border="1">${block.rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`
    })
    .join('')}</body></html>`

const run = (text: string, properties = ''): string => `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`

/** The document as Word writes it, text in runs of a few words; `columns` to a page. */
export function docxOf({ content }: SourceDocument, columns = 1): Uint8Array {
  const paragraph = (text: string, properties: string): string =>
    `<w:p w:rsidR="00A77427"><w:pPr>${properties}</w:pPr>${text
      .split(/(?<=(?:\S+ ){6})/)
      .map((piece, index) => run(piece, index % 3 === 1 ? '<w:rPr><w:b/></w:rPr>' : ''))
      .join('')}</w:p>`
  const body = content
    .map((block) => {
      if (block.kind === 'heading') return paragraph(block.text, '<w:pStyle w:val="Heading2"/>')
      if (block.kind === 'paragraph') return paragraph(block.text, '<w:spacing w:after="120"/>')
      if (block.kind === 'entry')
        return paragraph(block.text, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')
      return `<w:tbl><w:tblPr/><w:tblGrid>${'<w:gridCol w:w="2000"/>'.repeat(3)}</w:tblGrid>${block.rows
        .map((row) => `<w:tr>${row.map((cell) => `<w:tc><w:tcPr/>${paragraph(cell, '')}</w:tc>`).join('')}</w:tr>`)
        .join('')}</w:tbl>`
    })
    .join('')
  return docxPackage({
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${word}.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="${word}.numbering+xml"/></Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${office}/numbering" Target="numbering.xml"/></Relationships>`,
    'word/styles.xml': `${declaration}<w:styles ${namespaces}><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:rPr><w:b/><w:sz w:val="28"/></w:rPr></w:style></w:styles>`,
    'word/numbering.xml': `${declaration}<w:numbering ${namespaces}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'word/document.xml': `${declaration}<w:document ${namespaces}><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1000" w:right="1000" w:bottom="1000" w:left="1000"/><w:cols w:num="${columns}" w:space="500"/></w:sectPr></w:body></w:document>`,
  })
}

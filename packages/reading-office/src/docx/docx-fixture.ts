import { strToU8, zipSync } from 'fflate'

const w = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const officeRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const namespaces =
  `xmlns:w="${w}" xmlns:r="${officeRelationships}"` +
  ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"' +
  ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"' +
  ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"' +
  ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"' +
  ' xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"' +
  ' xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"' +
  ' xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"' +
  ' xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"' +
  ' xmlns:w16se="http://schemas.microsoft.com/office/word/2015/wordml/symex"' +
  ' xmlns:o="urn:schemas-microsoft-com:office:office"' +
  ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml"'

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const run = (text: string): string => `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`

/** @param properties XML inside `w:pPr` */
export const paragraph = (content: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`

export const styled = (style: string, text: string): string => paragraph(run(text), `<w:pStyle w:val="${style}"/>`)

export interface DocxFixture {
  readonly body: string
  /** Content of further parts by relationship type: `styles`, `numbering`, `footnotes`, `header` … */
  readonly parts?: Readonly<Record<string, string>>
  /** `dc:` and `dcterms:` elements. */
  readonly core?: string
  /** Further files by their names, as they are. */
  readonly files?: Readonly<Record<string, string>>
  /** Further relationships of the main part: id, type, target; external where the type is `hyperlink`. */
  readonly related?: readonly (readonly [id: string, type: string, target: string])[]
}

const roots: Readonly<Record<string, string>> = { header: 'hdr', footer: 'ftr' }

/** A Word document of our own; part `header` is related as `rIdheader`, and so on. */
export function docxOf({ body, parts = {}, core = '', files: more = {}, related = [] }: DocxFixture): Uint8Array {
  const relationship = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${officeRelationships}/${type}" Target="${escapeXml(target)}"${type === 'hyperlink' ? ' TargetMode="External"' : ''}/>`
  const relationships = (content: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`
  const files: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': relationships(
      relationship('rId1', 'officeDocument', 'word/document.xml') +
        '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>',
    ),
    'docProps/core.xml':
      '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"' +
      ` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">${core}</cp:coreProperties>`,
    'word/document.xml': `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    ...more,
    'word/_rels/document.xml.rels': relationships(
      Object.keys(parts)
        .map((type) => relationship(`rId${type}`, type, `${type}.xml`))
        .join('') +
        relationship('rIdimage', 'image', 'media/logo.png') +
        related.map((each) => relationship(...each)).join(''),
    ),
  }
  for (const [type, content] of Object.entries(parts)) {
    const root = roots[type] ?? type
    files[`word/${type}.xml`] = `<w:${root} ${namespaces}>${content}</w:${root}>`
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])))
}

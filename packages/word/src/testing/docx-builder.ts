import PizZip from 'pizzip'

/** What a test puts into a paragraph: a text, or texts that stand in runs of their own, as Word splits them. */
export type ParagraphText = string | readonly string[]

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"'

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const run = (text: string, properties = ''): string =>
  `<w:r>${properties}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`

/** A paragraph; `style` is a style id. */
export const p = (text: ParagraphText, style?: string): string =>
  `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${[text]
    .flat()
    .map((each) => run(each))
    .join('')}</w:p>`

export const table = (...rows: readonly (readonly ParagraphText[])[]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${p(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`

/** A text box as Word writes it: a drawing, and its copy for old programs. */
export const textBox = (...paragraphs: readonly string[]): string =>
  `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:docPr id="1" name="Box 1"/><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${paragraphs.join('')}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${paragraphs.join('')}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`

export interface DocxParts {
  readonly body: string
  readonly header?: string
  readonly firstHeader?: string
  readonly footer?: string
  readonly footnotes?: string
  readonly endnotes?: string
  readonly comments?: string
  readonly title?: string
  /** Targets of links. */
  readonly links?: readonly string[]
  /** More entries, as they are. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A Word file made of parts. */
export function docx(parts: DocxParts | string): Uint8Array {
  const { body, title, links = [], files = {}, ...rest } = typeof parts === 'string' ? { body: parts } : parts
  const zip = new PizZip()
  const others = [
    ['header', 'hdr', rest.header, 'header1', ''],
    ['header', 'hdr', rest.firstHeader, 'header2', 'first'],
    ['footer', 'ftr', rest.footer, 'footer1', ''],
    ['footnotes', 'footnotes', rest.footnotes, 'footnotes', ''],
    ['endnotes', 'endnotes', rest.endnotes, 'endnotes', ''],
    ['comments', 'comments', rest.comments, 'comments', ''],
  ] as const
  const used = others.filter(([, , content]) => content !== undefined)
  const overrides = used.map(
    ([kind, , , file]) => `<Override PartName="/word/${file}.xml" ContentType="${word}.${kind}+xml"/>`,
  )
  const references = used
    .filter(([kind]) => kind === 'header' || kind === 'footer')
    .map(([kind, , , file, type]) => `<w:${kind}Reference w:type="${type || 'default'}" r:id="${file}"/>`)
  const relations = used.map(
    ([kind, , , file]) => `<Relationship Id="${file}" Type="${relation}/${kind}" Target="${file}.xml"/>`,
  )
  const hyperlinks = links.map(
    (to, index) =>
      `<Relationship Id="link${index}" Type="${relation}/hyperlink" Target="${escapeXml(to)}" TargetMode="External"/>`,
  )
  const xml = (content: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`
  const put = (name: string, content: string): void => void zip.file(name, xml(content))
  put(
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${word}.styles+xml"/>${title === undefined ? '' : '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>'}${overrides.join('')}</Types>`,
  )
  put(
    '_rels/.rels',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="main" Type="${relation}/officeDocument" Target="word/document.xml"/></Relationships>`,
  )
  put(
    'word/_rels/document.xml.rels',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="styles" Type="${relation}/styles" Target="styles.xml"/>${relations.join('')}${hyperlinks.join('')}</Relationships>`,
  )
  put(
    'word/document.xml',
    `<w:document ${namespaces}><w:body>${body}<w:sectPr>${references.join('')}</w:sectPr></w:body></w:document>`,
  )
  put(
    'word/styles.xml',
    `<w:styles ${namespaces}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
  )
  for (const [, element, content, file] of used)
    put(`word/${file}.xml`, `<w:${element} ${namespaces}>${content ?? ''}</w:${element}>`)
  if (title !== undefined) {
    put(
      'docProps/core.xml',
      `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title></cp:coreProperties>`,
    )
  }
  for (const [name, content] of Object.entries(files)) zip.file(name, content)
  return zip.generate({ type: 'uint8array', compression: 'DEFLATE' })
}

/** The text of a part, a line for each paragraph, tabs between cells; read independently of the code under test. */
export function textOf(bytes: Uint8Array, part = 'word/document.xml'): string {
  const xml = new TextDecoder().decode(new PizZip(bytes).file(part)?.asUint8Array())
  return xml
    .replaceAll(/<mc:Fallback>.*?<\/mc:Fallback>/gs, '')
    .replaceAll(/<w:br\/>/g, '\n')
    .replaceAll(/<\/w:p>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .trim()
}

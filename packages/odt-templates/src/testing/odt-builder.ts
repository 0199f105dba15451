import { deflated, stored, zipArchive, contentOf, readZip } from '@chancery/formats/zip'

const oasis = 'urn:oasis:names:tc:opendocument:xmlns'
const namespaces = `xmlns:office="${oasis}:office:1.0" xmlns:text="${oasis}:text:1.0" xmlns:table="${oasis}:table:1.0" xmlns:style="${oasis}:style:1.0" xmlns:draw="${oasis}:drawing:1.0" xmlns:fo="${oasis}:xsl-fo-compatible:1.0" xmlns:svg="${oasis}:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="${oasis}:meta:1.0" office:version="1.3"`

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const p = (text: string): string => `<text:p>${escapeXml(text)}</text:p>`
export const span = (text: string, style = 'T1'): string =>
  `<text:span text:style-name="${style}">${escapeXml(text)}</text:span>`
const item = (content: string): string => `<text:list-item>${content}</text:list-item>`
export const list = (...items: readonly string[]): string => `<text:list>${items.map(item).join('')}</text:list>`
/** A table of rows of texts. */
export const table = (...rows: readonly (readonly string[])[]): string =>
  `<table:table table:name="T"><table:table-column table:number-columns-repeated="${rows[0]?.length ?? 1}"/>${rows
    .map(
      (cells) =>
        `<table:table-row>${cells.map((cell) => `<table:table-cell>${p(cell)}</table:table-cell>`).join('')}</table:table-row>`,
    )
    .join('')}</table:table>`

export interface OdtParts {
  readonly body: string
  readonly header?: string
  readonly title?: string
  readonly files?: Readonly<Record<string, string>>
}

/** An OpenDocument text made of parts. */
export function odt(given: OdtParts | string): Uint8Array {
  const { body, header = '', title, files = {} } = typeof given === 'string' ? { body: given } : given
  const xml = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${content}`
  const parts: Record<string, string> = {
    'content.xml': xml(
      `<office:document-content ${namespaces}><office:automatic-styles/><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ),
    'styles.xml': xml(
      `<office:document-styles ${namespaces}><office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties fo:page-width="210mm" fo:page-height="297mm" fo:margin="20mm"/><style:header-style/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L">${header === '' ? '' : `<style:header>${header}</style:header>`}</style:master-page></office:master-styles></office:document-styles>`,
    ),
    ...(title === undefined
      ? {}
      : {
          'meta.xml': xml(
            `<office:document-meta ${namespaces}><office:meta><dc:title>${escapeXml(title)}</dc:title></office:meta></office:document-meta>`,
          ),
        }),
    ...files,
  }
  const type = 'application/vnd.oasis.opendocument.text'
  const entries = Object.keys(parts).map(
    (name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`,
  )
  const manifest = xml(
    `<manifest:manifest xmlns:manifest="${oasis}:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>${entries.join('')}</manifest:manifest>`,
  )
  return zipArchive([
    stored('mimetype', Buffer.from(type)),
    ...Object.entries({ ...parts, 'META-INF/manifest.xml': manifest }).map(([name, text]) =>
      deflated(name, Buffer.from(text)),
    ),
  ]).bytes
}

export const partOf = (bytes: Uint8Array, name = 'content.xml'): string => {
  const entry = readZip(bytes).get(name)
  return entry === undefined ? '' : new TextDecoder().decode(contentOf(entry))
}

/** The texts of the paragraphs of a part, read independently of the code under test. */
export const textsOf = (bytes: Uint8Array, name = 'content.xml'): readonly string[] =>
  [...partOf(bytes, name).matchAll(/<text:(?:p|h)\b[^>]*?(?:\/>|>([^]*?)<\/text:(?:p|h)>)/g)].map(([, inner = '']) =>
    inner
      .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count = '1') => ' '.repeat(Number(count)))
      .replaceAll('<text:tab/>', '\t')
      .replaceAll('<text:line-break/>', '\n')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&'),
  )

import { strToU8, zipSync } from 'fflate'

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A package of our own: XML or bytes by the names of the parts. */
export const packageOf = (parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  )

const officeRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface RelationshipFixture {
  readonly type: string
  readonly target: string
  readonly external?: boolean
}

/** A part of relationships; each has its key as id. */
export const relationshipsOf = (relationships: Readonly<Record<string, RelationshipFixture>>): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(relationships)
    .map(
      ([id, { type, target, external = false }]) =>
        `<Relationship Id="${id}" Type="${officeRelationships}/${type}" Target="${escapeXml(target)}"${
          external ? ' TargetMode="External"' : ''
        }/>`,
    )
    .join('')}</Relationships>`

/** The namespaces of Office Open XML in their usual prefixes, with `main` as the default one. */
export const officeNamespaces = (main: string): string =>
  `xmlns="http://schemas.openxmlformats.org/${main}" xmlns:r="${officeRelationships}"` +
  ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"' +
  ' xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"' +
  ' xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"' +
  ' xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"' +
  ' xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"'

const openDocument = 'urn:oasis:names:tc:opendocument:xmlns'

/** The namespaces of OpenDocument in their usual prefixes. */
export const odfNamespaces =
  ['office', 'text', 'table', 'style', 'meta', 'presentation', 'form', 'chart']
    .map((area) => `xmlns:${area}="${openDocument}:${area}:1.0"`)
    .join(' ') +
  ` xmlns:draw="${openDocument}:drawing:1.0" xmlns:fo="${openDocument}:xsl-fo-compatible:1.0"` +
  ` xmlns:svg="${openDocument}:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"` +
  ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:math="http://www.w3.org/1998/Math/MathML"'

export interface OdfFixture {
  /** Inside `office:text`, `office:spreadsheet` or `office:presentation`. */
  readonly body: string
  readonly automaticStyles?: string
  /** Inside `office:document-styles`. */
  readonly styles?: string
  readonly meta?: string
  readonly parts?: Readonly<Record<string, string | Uint8Array>>
}

/** An OpenDocument package of our own. */
export const odfOf = (
  kind: 'text' | 'spreadsheet' | 'presentation',
  { body, automaticStyles = '', styles = '', meta = '', parts = {} }: OdfFixture,
): Uint8Array =>
  packageOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml':
      `<office:document-content ${odfNamespaces}><office:automatic-styles>${automaticStyles}</office:automatic-styles>` +
      `<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${odfNamespaces}>${styles}</office:document-styles>`,
    'meta.xml': `<office:document-meta ${odfNamespaces}><office:meta>${meta}</office:meta></office:document-meta>`,
    ...parts,
  })

import { crc32, deflateSync } from 'node:zlib'
import { buildZip, type ZipItem } from './zip-builder.ts'

/** Small whole documents, made in code, for tests of every package. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openXml = 'http://schemas.openxmlformats.org'
const relationships = `${openXml}/officeDocument/2006/relationships`

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const encoder = new TextEncoder()

function openXmlParts(mainPart: string, contentType: string, parts: Readonly<Record<string, string>>): ZipItem[] {
  return [
    {
      name: '[Content_Types].xml',
      content: `${declaration}<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${mainPart}" ContentType="${contentType}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${declaration}<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="${mainPart}"/></Relationships>`,
    },
    ...Object.entries(parts).map(([name, content]) => ({ name, content: declaration + content })),
  ]
}

/** The content type of a docx's main part. */
export const wordContentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** The parts of a docx around the content of its body, to be changed before they are packed. */
export const docxParts = (body: string, contentType = wordContentType): ZipItem[] =>
  openXmlParts('word/document.xml', contentType, {
    'word/document.xml': `<w:document xmlns:w="${openXml}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  })

/** Paragraphs as the body of a docx. */
export const docxBody = (paragraphs: readonly string[]): string =>
  paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`).join('')

export const docxOf = (paragraphs: readonly string[]): Uint8Array => buildZip(docxParts(docxBody(paragraphs)))

/** A workbook of one sheet with the texts inline. */
export function xlsxOf(rows: readonly (readonly string[])[]): Uint8Array {
  const cells = rows
    .map((row) => `<row>${row.map((text) => `<c t="inlineStr"><is><t>${escape(text)}</t></is></c>`).join('')}</row>`)
    .join('')
  return buildZip(
    openXmlParts('xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml', {
      'xl/workbook.xml': `<workbook xmlns="${openXml}/spreadsheetml/2006/main" xmlns:r="${relationships}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${openXml}/spreadsheetml/2006/main"><sheetData>${cells}</sheetData></worksheet>`,
    }),
  )
}

/** A show of one slide with one text. */
export const pptxOf = (text: string): Uint8Array =>
  buildZip(
    openXmlParts(
      'ppt/presentation.xml',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
      {
        'ppt/presentation.xml': `<p:presentation xmlns:p="${openXml}/presentationml/2006/main" xmlns:r="${relationships}"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>`,
        'ppt/_rels/presentation.xml.rels': `<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/slide" Target="slides/slide1.xml"/></Relationships>`,
        'ppt/slides/slide1.xml': `<p:sld xmlns:p="${openXml}/presentationml/2006/main" xmlns:a="${openXml}/drawingml/2006/main"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${escape(text)}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
      },
    ),
  )

const odfType = 'application/vnd.oasis.opendocument'
const odfNames = 'urn:oasis:names:tc:opendocument:xmlns'

/** An OpenDocument package of the given kind; `content` stands inside `office:<kind>`. */
export function openDocumentOf(kind: 'text' | 'spreadsheet' | 'presentation', content: string): Uint8Array {
  const type = `${odfType}.${kind}`
  return buildZip([
    { name: 'mimetype', content: type, method: 0 },
    {
      name: 'content.xml',
      content: `${declaration}<office:document-content xmlns:office="${odfNames}:office:1.0" xmlns:text="${odfNames}:text:1.0" xmlns:table="${odfNames}:table:1.0" office:version="1.3"><office:body><office:${kind}>${content}</office:${kind}></office:body></office:document-content>`,
    },
    {
      name: 'META-INF/manifest.xml',
      content: `${declaration}<manifest:manifest xmlns:manifest="${odfNames}:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    },
  ])
}

export const odtOf = (paragraphs: readonly string[]): Uint8Array =>
  openDocumentOf('text', paragraphs.map((text) => `<text:p>${escape(text)}</text:p>`).join(''))

/** A PDF from its objects, the first of which is object 1 and the catalog; with a right cross-reference table. */
export function pdfFrom(objects: readonly string[], trailer = ''): Uint8Array {
  let text = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(text, 'latin1'))
}

/** A page of lines in Helvetica; characters of windows-1252. */
export const pdfOf = (lines: readonly string[]): Uint8Array => pdfOfPages([lines])

/** As `pdfOf`, of several pages. */
export function pdfOfPages(pages: readonly (readonly string[])[]): Uint8Array {
  const font = 3 + 2 * pages.length
  const kids = pages.map((_, index) => `${3 + 2 * index} 0 R`).join(' ')
  return pdfFrom([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.flatMap((lines, index) => {
      const shown = lines.map((line) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`).join(' ')
      const content = `BT /F1 12 Tf 14 TL 72 770 Td ${shown} ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${4 + 2 * index} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ])
}

/** A message with a text and a text attachment. */
export const emlOf = (subject: string, text: string): Uint8Array =>
  encoder.encode(
    [
      'From: Office <office@example.com>',
      'To: Client <client@example.org>',
      `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
      'Date: Tue, 03 Mar 2026 09:00:00 +0100',
      'Message-ID: <1@example.com>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b1"',
      '',
      '--b1',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      text,
      '--b1',
      'Content-Type: text/plain; name="note.txt"',
      'Content-Disposition: attachment; filename="note.txt"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('A note.').toString('base64'),
      '--b1--',
      '',
    ].join('\r\n'),
  )

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

/** A grey image. `stated` is what its header says where that is to be untrue. */
export function pngOf(width: number, height: number, stated = { width, height }): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(stated.width, 0)
  header.writeUInt32BE(stated.height, 4)
  header[8] = 8
  const pixels = deflateSync(Buffer.alloc(height * (width + 1), 0x80).fill(0, 0, 1))
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', pixels), pngChunk('IEND', new Uint8Array())]
  return new Uint8Array(Buffer.concat([signature, ...chunks]))
}

/** A Compound File ([MS-CFB], version 3) whose root holds the named streams, each of 4,096 bytes of zeros or as given. */
export function compoundFileOf(
  streams: readonly { readonly name: string; readonly content?: Uint8Array }[],
): Uint8Array {
  const sector = 512
  const perStream = 8
  const directorySectors = Math.ceil((streams.length + 1) / 4)
  const total = 1 + directorySectors + streams.length * perStream
  const bytes = Buffer.alloc((total + 1) * sector)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  bytes.writeUInt16LE(0x3e, 24)
  bytes.writeUInt16LE(3, 26)
  bytes.writeUInt16LE(0xfffe, 28)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt16LE(6, 32)
  bytes.writeUInt32LE(1, 44)
  bytes.writeUInt32LE(1, 48)
  bytes.writeUInt32LE(4096, 56)
  bytes.writeUInt32LE(0xfffffffe, 60)
  bytes.writeUInt32LE(0xfffffffe, 68)
  bytes.fill(0xff, 76, sector)
  bytes.writeUInt32LE(0, 76)
  // The table of sectors is sector 0, the directory follows, then the streams.
  bytes.fill(0xff, sector, 2 * sector)
  const link = (at: number, value: number): number => bytes.writeUInt32LE(value >>> 0, sector + at * 4)
  const chain = (start: number, length: number): void => {
    for (let index = 0; index < length; index++)
      link(start + index, index + 1 < length ? start + index + 1 : 0xfffffffe)
  }
  link(0, 0xfffffffd)
  chain(1, directorySectors)
  const entry = (id: number, name: string, type: number, child: number, right: number, start: number): void => {
    const at = 2 * sector + id * 128
    bytes.write(`${name}\u0000`, at, 'utf16le')
    bytes.writeUInt16LE((name.length + 1) * 2, at + 64)
    bytes[at + 66] = type
    bytes[at + 67] = 1
    for (const [offset, value] of [
      [68, 0xffffffff],
      [72, right],
      [76, child],
      [116, start],
    ] as const) {
      bytes.writeUInt32LE(value >>> 0, at + offset)
    }
    bytes.writeUInt32LE(type === 2 ? perStream * sector : 0, at + 120)
  }
  entry(0, 'Root Entry', 5, streams.length === 0 ? -1 : 1, -1, 0xfffffffe)
  for (const [index, { name, content }] of streams.entries()) {
    const start = 1 + directorySectors + index * perStream
    entry(index + 1, name, 2, -1, index + 1 < streams.length ? index + 2 : -1, start)
    chain(start, perStream)
    if (content !== undefined) bytes.set(content.subarray(0, perStream * sector), (start + 1) * sector)
  }
  return new Uint8Array(bytes)
}

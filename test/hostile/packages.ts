import { rawZip, type RawEnd, type RawEntry } from './raw-zip.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The content types and first relationships of an Office package with one main part. */
const frame = (mainPart: string, mainType: string): RawEntry[] => [
  {
    name: '[Content_Types].xml',
    content: `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${mainPart}" ContentType="application/vnd.openxmlformats-officedocument.${mainType}.main+xml"/></Types>`,
  },
  {
    name: '_rels/.rels',
    content: `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="${mainPart}"/></Relationships>`,
  },
]

export const wordFrame = (): RawEntry[] => frame('word/document.xml', 'wordprocessingml.document')
export const wordMain = (body: string): string =>
  `${declaration}<w:document xmlns:w="${word}" xmlns:r="${relationships}"><w:body>${body}</w:body></w:document>`
export const wordText = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

/** A Word package with the given main part, and whatever else belongs to the attack. */
export const wordWith = (main: string | Uint8Array, more: readonly RawEntry[] = [], end: RawEnd = {}): Buffer =>
  rawZip([...wordFrame(), { name: 'word/document.xml', content: main }, ...more], end)

/** A Word package with paragraphs. */
export const wordBody = (body: string, more: readonly RawEntry[] = []): Buffer => wordWith(wordMain(body), more)

/** A workbook of one sheet around the sheet's content. */
export const workbook = (content: string, sharedStrings = ''): Buffer =>
  rawZip([
    ...frame('xl/workbook.xml', 'spreadsheetml.sheet'),
    {
      name: 'xl/workbook.xml',
      content: `${declaration}<workbook xmlns="${sheet}" xmlns:r="${relationships}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationships}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${declaration}<worksheet xmlns="${sheet}">${content}</worksheet>`,
    },
    { name: 'xl/sharedStrings.xml', content: `${declaration}<sst xmlns="${sheet}">${sharedStrings}</sst>` },
  ])

const workbookFrame = (sheets: string, relations: string): RawEntry[] => [
  ...frame('xl/workbook.xml', 'spreadsheetml.sheet'),
  {
    name: 'xl/workbook.xml',
    content: `${declaration}<workbook xmlns="${sheet}" xmlns:r="${relationships}"><sheets>${sheets}</sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/>${relations}</Relationships>`,
  },
]

/** A workbook whose cells have number formats, each in so many rows. */
export const formattedWorkbook = (formats: readonly string[], rows: number): Buffer =>
  rawZip([
    ...workbookFrame(
      '<sheet name="One" sheetId="1" r:id="rId1"/>',
      `<Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/>`,
    ),
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${declaration}<worksheet xmlns="${sheet}"><sheetData>${formats.map((_, n) => `<row><c s="${n + 1}"><v>45000.5</v></c></row>`.repeat(rows)).join('')}</sheetData></worksheet>`,
    },
    {
      name: 'xl/styles.xml',
      content: `${declaration}<styleSheet xmlns="${sheet}"><numFmts>${formats.map((format, n) => `<numFmt numFmtId="${n + 170}" formatCode="${format}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, n) => `<xf numFmtId="${n + 170}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    },
  ])

/** The relations of a part to so many others, `rId0` and on. */
export const relationsOf = (kind: string, count: number, target: (n: number) => string): string =>
  `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Array.from({ length: count }, (_, n) => `<Relationship Id="rId${n}" Type="${relationships}/${kind}" Target="${target(n)}"/>`).join('')}</Relationships>`

/** A workbook of many sheets, each a part of its own. */
export const sheetsOfTheirOwn = (count: number, content: (n: number) => string): Buffer =>
  rawZip([
    ...frame('xl/workbook.xml', 'spreadsheetml.sheet'),
    {
      name: 'xl/workbook.xml',
      content: `${declaration}<workbook xmlns="${sheet}" xmlns:r="${relationships}"><sheets>${Array.from({ length: count }, (_, n) => `<sheet name="S${n}" sheetId="${n + 1}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: relationsOf('worksheet', count, (n) => `worksheets/s${n}.xml`) },
    ...Array.from({ length: count }, (_, n) => ({
      name: `xl/worksheets/s${n}.xml`,
      content: `${declaration}<worksheet xmlns="${sheet}">${content(n)}</worksheet>`,
    })),
  ])

/** A workbook of many sheets, all of which are the same part of 100 rows. */
export const sheetsOfOnePart = (count: number): Buffer =>
  rawZip([
    ...workbookFrame(
      Array.from({ length: count }, (_, n) => `<sheet name="S${n}" sheetId="${n + 1}" r:id="rId1"/>`).join(''),
      '',
    ),
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${declaration}<worksheet xmlns="${sheet}"><sheetData>${'<row><c><v>1</v></c></row>'.repeat(100)}</sheetData></worksheet>`,
    },
  ])

/** A presentation of slides around their shapes. */
export const presentation = (...slides: readonly string[]): Buffer =>
  rawZip([
    ...frame('ppt/presentation.xml', 'presentationml.presentation'),
    {
      name: 'ppt/presentation.xml',
      content: `${declaration}<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${relationships}"><p:sldIdLst>${slides.map((_, n) => `<p:sldId id="${256 + n}" r:id="rId${n}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: relationsOf('slide', slides.length, (n) => `slides/slide${n + 1}.xml`),
    },
    ...slides.map((shapes, n) => ({
      name: `ppt/slides/slide${n + 1}.xml`,
      content: `${declaration}<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    })),
  ])

const office = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0'

/** An OpenDocument of a kind (`text`, `spreadsheet`, `presentation`) around its body. */
export const openDocument = (kind: 'text' | 'spreadsheet' | 'presentation', body: string): Buffer =>
  rawZip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}`, method: 0 },
    {
      name: 'META-INF/manifest.xml',
      content: `${declaration}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.${kind}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    },
    {
      name: 'content.xml',
      content: `${declaration}<office:document-content xmlns:office="${office}" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" office:version="1.3"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
  ])

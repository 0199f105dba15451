import { deflateSync } from 'node:zlib'
import { type Attack, latin1 } from './attack.ts'
import { catalog, drawing, helvetica, onePage, page, pages, pdf, stream } from './raw-pdf.ts'

export function nestedForms(levels: number, each: number): Buffer {
  const form = (level: number): Buffer => {
    const isLast = level === levels
    return stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${isLast ? '/Font << /F1 4 0 R >>' : `/XObject << /X ${6 + level} 0 R >>`} >>`,
      isLast ? 'BT /F1 9 Tf (ha) Tj ET' : '/X Do '.repeat(each),
    )
  }
  const forms = Array.from({ length: levels }, (_, index) => form(index + 1))
  return pdf([
    catalog,
    pages,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Resources << /XObject << /X 6 0 R >> >> /Contents 5 0 R >>`,
    helvetica,
    stream('', '/X Do '.repeat(each)),
    ...forms,
  ])
}

function tripleFlate(megabytes: number): Buffer {
  const once = deflateSync(Buffer.alloc(megabytes * 1024 * 1024, ' '))
  return stream('/Filter [/FlateDecode /FlateDecode /FlateDecode]', deflateSync(deflateSync(once)))
}

const composite = (map: string): Buffer =>
  pdf([
    catalog,
    pages,
    page('/Font << /F1 5 0 R >>'),
    stream('', 'BT /F1 9 Tf <00410042> Tj ET'),
    '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
    stream(
      '',
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange ${map} endcmap end end`,
    ),
  ])

/** PDF files that make readers loop, allocate or recurse. */
export function* pdfAttacks(): Generator<Attack> {
  const attack = (name: string, bytes: Uint8Array, expect?: Attack['expect']): Attack => ({
    name: `pdf: ${name}`,
    bytes,
    filename: 'a.pdf',
    ...(expect === undefined ? {} : { expect }),
  })
  yield attack('forms in forms, 9 levels of 10', nestedForms(9, 10))
  yield attack('forms in forms, 100 levels of 1', nestedForms(100, 1))
  yield attack(
    'a form that draws itself',
    pdf([
      catalog,
      pages,
      page('/XObject << /X 5 0 R >>'),
      stream('', '/X Do'),
      stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>', '/X Do /X Do'),
    ]),
  )
  yield attack('flate of flate of flate, 64 MB', onePage(tripleFlate(64)))
  yield attack(
    'a billion pages by the count',
    pdf([catalog, pages.replace('/Count 1', '/Count 1000000000'), page(''), stream('', '')]),
  )
  yield attack('less than no pages', pdf([catalog, pages.replace('/Count 1', '/Count -5'), page(''), stream('', '')]))
  yield attack(
    '2,000 references to one page',
    pdf([catalog, `<< /Type /Pages /Kids [${'3 0 R '.repeat(2000)}] /Count 2000 >>`, page(''), stream('', '')]),
  )
  yield attack('kids that are their own parents', pdf([catalog, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>']))
  yield attack(
    'kids in a circle',
    pdf([catalog, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']),
  )
  yield attack('an object that is itself', pdf([catalog, pages, '3 0 R']))
  yield attack(
    'a length that is its own stream',
    pdf([catalog, pages, page(''), '<< /Length 4 0 R >>\nstream\nq\nendstream']),
  )
  yield attack('a size of 2^31', pdf([catalog, pages, page(''), stream('', '')], '/Root 1 0 R /Size 2147483648'))
  yield attack(
    'tables that go back to themselves',
    pdf([catalog, pages, page(''), stream('', '')], '/Root 1 0 R /Prev 9'),
  )
  yield attack(
    'a table at the end of the world',
    pdf([catalog, pages, page(''), stream('', '')], '/Root 1 0 R', 2 ** 40),
  )
  yield attack('half a million arrays in each other', drawing('['.repeat(500_000)))
  yield attack('an object of 200,000 arrays', pdf([catalog, pages, '['.repeat(200_000)]))
  yield attack('an object of 200,000 dictionaries', pdf([catalog, pages, '<< /A '.repeat(200_000)]))
  yield attack('half a million "q"', drawing('q '.repeat(500_000)))
  yield attack('half a million "Q"', drawing('Q '.repeat(500_000)))
  yield attack('a string that is not closed', drawing(`BT (${'('.repeat(300_000)} Tj ET`))
  yield attack('200,000 pieces of text', drawing(`BT /F1 9 Tf [${'(a) -300 '.repeat(200_000)}] TJ ET`))
  yield attack(
    'text at places that are no numbers',
    drawing('BT /F1 1e99 Tf 1e308 0 0 1e308 1e308 1e308 Tm (a) Tj 99999999999999999999 Td (b) Tj ET'),
  )
  yield attack('a page of no size', onePage(stream('', 'BT /F1 9 Tf (a) Tj ET'), helvetica, '0 0 0 0'))
  yield attack('a page of all sizes', onePage(stream('', 'BT /F1 9 Tf (a) Tj ET'), helvetica, '-1e30 -1e30 1e30 1e30'))
  yield attack('a stream that is shorter than stated', onePage(stream('', 'q', 99_999_999)))
  yield attack('a stream of less than nothing', onePage(stream('', 'q', -1)))
  yield attack(
    'a predictor of a billion columns',
    onePage(
      stream(
        '/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 1000000000 /Colors 32 >>',
        deflateSync(Buffer.alloc(1000)),
      ),
    ),
  )
  yield attack('a filter that nobody knows', onePage(stream('/Filter /KlingonDecode', 'q')))
  yield attack('a hundred filters', onePage(stream(`/Filter [${'/ASCIIHexDecode '.repeat(100)}]`, '>')))
  yield attack(
    'a font matrix that is code',
    onePage(
      stream('', 'BT /F1 9 Tf (a) Tj ET'),
      '<< /Type /Font /Subtype /Type1 /BaseFont /A /FontMatrix [1 0 0 1 0 (0\\); process.exit\\(\\)//)] >>',
    ),
  )
  yield attack(
    'widths of a billion glyphs',
    onePage(
      stream('', 'BT /F1 9 Tf (a) Tj ET'),
      '<< /Type /Font /Subtype /TrueType /BaseFont /A /FirstChar 0 /LastChar 1000000000 /Widths [500] >>',
    ),
  )
  yield attack('a map of four billion characters', composite('1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange'))
  yield attack('a map of 50,000 ranges', composite(`${'1 beginbfrange <0000> <FFFF> <0041> endbfrange '.repeat(200)}`))
  yield attack(
    'a program that runs when opened',
    pdf([
      catalog.replace(' >>', ' /OpenAction << /S /JavaScript /JS (process.exit\\(\\)) >> >>'),
      pages,
      page(''),
      stream('', ''),
    ]),
  )
  yield attack(
    'a form field that is its own parent',
    pdf([
      catalog.replace(' >>', ' /AcroForm << /Fields [5 0 R] >> >>'),
      pages,
      page(''),
      stream('', ''),
      '<< /T (a) /FT /Tx /Parent 5 0 R /Kids [5 0 R] >>',
    ]),
  )
  yield attack(
    'an outline in a circle',
    pdf([
      catalog.replace(' >>', ' /Outlines 5 0 R >>'),
      pages,
      page(''),
      stream('', ''),
      '<< /First 5 0 R /Last 5 0 R /Next 5 0 R /Title (a) >>',
    ]),
  )
  yield attack(
    'a page tree of names in a circle',
    pdf([
      catalog.replace(' >>', ' /PageLabels << /Kids [5 0 R] >> /StructTreeRoot 5 0 R >>'),
      pages,
      page(''),
      stream('', ''),
      '<< /Kids [5 0 R] /K [5 0 R] >>',
    ]),
  )
  yield attack(
    'encryption of no kind',
    pdf(
      [catalog, pages, page(''), stream('', '')],
      '/Root 1 0 R /Encrypt << /Filter /Standard /V 99 /R 99 /Length 1e9 /O () /U () /P 0 >>',
    ),
  )
  yield attack(
    'objects in a stream that holds itself',
    pdf([catalog, pages, page(''), stream('/Type /ObjStm /N 1000000000 /First 1000000000 /Extends 4 0 R', '1 0 2 0')]),
  )
  yield attack(
    'a picture of 4e9 pixels',
    pdf([
      catalog,
      pages,
      page('/XObject << /X 5 0 R >>'),
      stream('', '/X Do'),
      stream(
        '/Type /XObject /Subtype /Image /Width 65535 /Height 65535 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode',
        deflateSync(Buffer.alloc(10)),
      ),
    ]),
  )
  yield attack('only a header', latin1('%PDF-1.7\n'), 'document_corrupt')
  yield attack(
    'a header and noise',
    Buffer.concat([latin1('%PDF-1.7\n'), Buffer.from(Array.from({ length: 9999 }, (_, i) => (i * 73) & 255))]),
    'document_corrupt',
  )
  yield attack(
    'a million "obj"',
    Buffer.concat([latin1('%PDF-1.7\n'), Buffer.alloc(3_000_000, '1 0 obj\n'), latin1('%%EOF')]),
  )
  yield attack(
    'a million "endobj"',
    Buffer.concat([latin1('%PDF-1.7\n1 0 obj\n'), Buffer.alloc(3_000_000, 'endobj\n'), latin1('%%EOF')]),
  )
  yield attack(
    'a million "startxref"',
    Buffer.concat([latin1('%PDF-1.7\n1 0 obj\n'), Buffer.alloc(3_000_000, 'startxref\n0\n')]),
  )
  yield attack(
    'a million "("',
    Buffer.concat([latin1('%PDF-1.7\n1 0 obj\n'), Buffer.alloc(1_000_000, '('), latin1('\n%%EOF')]),
  )
  yield attack(
    'cut off in the middle',
    pdf([catalog, pages, page('/Font << /F1 5 0 R >>'), stream('', 'BT (a) Tj ET'.repeat(99)), helvetica]).subarray(
      0,
      700,
    ),
  )
}

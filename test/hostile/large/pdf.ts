import { deflateSync } from 'node:zlib'
import { latin1 } from '../attack.ts'
import { catalog, helvetica, page, pages, pdf, stream } from '../raw-pdf.ts'
import { type LargeAttack, of } from './large-attack.ts'

const manyPages = (count: number, kids: (n: number) => string): string =>
  `<< /Type /Pages /Kids [${of(count, kids, ' ')}] /Count ${count} >>`
const words = (n: number): string => `BT /F1 10 Tf ${(n * 37) % 595} ${(n * 91) % 842} Td (w${n}) Tj ET `
const packed = (text: string): Buffer => stream('/Filter /FlateDecode', deflateSync(latin1(text)))

/** So many fields, shown by so many on each page, or by none of them. */
function formOf(fields: number, onPage: number, name: (n: number) => string): Buffer {
  const pageCount = Math.max(1, Math.ceil(fields / onPage))
  const first = 4 + pageCount
  const listed = (from: number, count: number): string =>
    of(Math.min(count, fields - from), (n) => `${first + from + n} 0 R`, ' ')
  return pdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${listed(0, fields)}] >> >>`,
    manyPages(pageCount, (n) => `${n + 3} 0 R`),
    ...Array.from(
      { length: pageCount },
      (_, n) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [${onPage === Infinity ? listed(0, 1) : listed(n * onPage, onPage)}] >>`,
    ),
    stream('', ''),
    ...Array.from(
      { length: fields },
      (_, n) => `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name(n)}) /V (v${n}) /Rect [0 0 9 9] >>`,
    ),
  ])
}

/** A page on which a picture `/I` is drawn over all of it. */
const drawn = (drawing: string, picture: string, bytes: Buffer): Buffer =>
  pdf([
    catalog,
    pages,
    page('/XObject << /I 5 0 R >>'),
    stream('', `595 0 0 842 0 0 cm ${drawing}`),
    stream(`/Subtype /Image ${picture}`, bytes),
  ])

export const pdfAttacks: readonly LargeAttack<Buffer>[] = [
  [
    '100,000 objects',
    () =>
      pdf([
        catalog,
        pages,
        page('/Font << /F1 5 0 R >>'),
        stream('', words(1)),
        helvetica,
        ...Array.from({ length: 100_000 }, (_, n) => `<< /A ${n} /B [${n + 7} 0 R] >>`),
      ]),
  ],
  [
    'a tree of pages 20,000 deep',
    () =>
      pdf([
        catalog,
        ...Array.from(
          { length: 20_000 },
          (_, n) => `<< /Type /Pages /Kids [${n + 3} 0 R] /Count 1 /Parent ${n + 1} 0 R >>`,
        ),
        page(''),
      ]),
  ],
  [
    'one page 5,000 times',
    () =>
      pdf([
        catalog,
        manyPages(5000, () => '3 0 R'),
        page('/Font << /F1 5 0 R >>'),
        stream('', of(50, words)),
        helvetica,
      ]),
  ],
  [
    '200,000 words, packed',
    () => pdf([catalog, pages, page('/Font << /F1 5 0 R >>'), packed(of(200_000, words)), helvetica]),
  ],
  [
    '30,000 annotations and fields',
    () =>
      pdf([
        `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${of(30_000, (n) => `${n + 5} 0 R`, ' ')}] >> >>`,
        pages,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [${of(30_000, (n) => `${n + 5} 0 R`, ' ')}] >>`,
        stream('', ''),
        ...Array.from(
          { length: 30_000 },
          (_, n) => `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${n}) /V (v${n}) /Rect [0 0 9 9] >>`,
        ),
      ]),
  ],
  ['30,000 fields on 100 pages', () => formOf(30_000, 300, (n) => `f${n}`)],
  ['30,000 fields of which one is shown', () => formOf(30_000, Infinity, (n) => `f${n}`)],
  ['7,800 fields of long names', () => formOf(7800, 390, (n) => `${'x'.repeat(1000)}${n}`)],
  [
    '50,000 entries of an outline',
    () =>
      pdf([
        `<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R >>`,
        pages,
        page(''),
        stream('', ''),
        '<< /First 6 0 R /Last 50005 0 R /Count 50000 >>',
        ...Array.from(
          { length: 50_000 },
          (_, n) => `<< /Title (t${n}) /Parent 5 0 R /Next ${n + 7} 0 R /Dest [3 0 R /Fit] >>`,
        ),
      ]),
  ],
  [
    'a list of 50,000 options',
    () =>
      pdf([
        '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] >> >>',
        pages,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [5 0 R] >>',
        stream('', ''),
        `<< /Type /Annot /Subtype /Widget /FT /Ch /T (city) /V (c49999) /Opt [${of(50_000, (n) => `(c${n})`)}] /Rect [0 0 90 9] >>`,
      ]),
  ],
  [
    'a picture in the fax code of 20,000 by 20,000',
    () =>
      drawn(
        '/I Do',
        '/Width 20000 /Height 20000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 20000 /Rows 20000 >>',
        Buffer.alloc(60_000, 0xff),
      ),
  ],
  [
    'a JBIG2 picture that says 60,000 by 60,000',
    () =>
      drawn(
        '/I Do',
        '/Width 60000 /Height 60000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode',
        Buffer.from('00000000300001000000130000ea600000ea60000000000000000000000000', 'hex'),
      ),
  ],
  [
    '500 pictures of a page',
    () =>
      drawn(
        '/I Do '.repeat(500),
        '/Width 2000 /Height 2000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
        deflateSync(Buffer.alloc(12_000_000)),
      ),
  ],
  [
    'a font with 65,535 widths and a map of as many',
    () =>
      pdf([
        catalog,
        pages,
        page('/Font << /F1 5 0 R >>'),
        stream('', of(2000, words)),
        `<< /Type /Font /Subtype /TrueType /BaseFont /A /FirstChar 0 /LastChar 65535 /Widths [${'500 '.repeat(65_536)}] /ToUnicode 6 0 R >>`,
        packed(
          `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${of(65_000, (n) => `1 beginbfchar <${(n % 256).toString(16).padStart(2, '0')}> <00410042> endbfchar `)}endcmap`,
        ),
      ]),
  ],
  [
    '2,000 pages of 60 words',
    () =>
      pdf([
        catalog,
        manyPages(2000, (n) => `${n + 5} 0 R`),
        stream('', of(60, words)),
        helvetica,
        ...Array.from(
          { length: 2000 },
          () =>
            '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 3 0 R >>',
        ),
      ]),
  ],
  [
    '50,000 lines that are drawn',
    () =>
      pdf([
        catalog,
        pages,
        page('/Font << /F1 5 0 R >>'),
        packed(
          `${of(25_000, (n) => `${n % 595} 0 m ${n % 595} 842 l S 0 ${n % 842} m 595 ${n % 842} l S `)}${of(2000, words)}`,
        ),
        helvetica,
      ]),
  ],
  [
    '20,000 words that lean each another way',
    () =>
      pdf([
        catalog,
        pages,
        page('/Font << /F1 5 0 R >>'),
        packed(
          of(
            20_000,
            (n) =>
              `BT /F1 9 Tf ${Math.cos(n).toFixed(3)} ${Math.sin(n).toFixed(3)} ${(-Math.sin(n)).toFixed(3)} ${Math.cos(n).toFixed(3)} ${(n * 37) % 595} ${(n * 91) % 842} Tm (w${n}) Tj ET `,
          ),
        ),
        helvetica,
      ]),
  ],
  [
    '50,000 words in a column',
    () =>
      pdf([
        catalog,
        pages,
        page('/Font << /F1 5 0 R >>', '0 0 595 14400'),
        packed(
          of(50_000, (n) => `BT /F1 1 Tf ${(n % 10) * 50} ${14_000 - Math.floor(n / 10) * 2.5} Td (w${n}) Tj ET `),
        ),
        helvetica,
      ]),
  ],
  [
    'a table of 40,000 cells that are ruled',
    () =>
      pdf([
        catalog,
        pages,
        page('/Font << /F1 5 0 R >>', '0 0 2000 14400'),
        packed(
          of(
            40_000,
            (n) =>
              `${(n % 20) * 99} ${Math.floor(n / 20) * 7} 99 7 re S BT /F1 5 Tf ${(n % 20) * 99 + 2} ${Math.floor(n / 20) * 7 + 2} Td (c${n}) Tj ET `,
          ),
        ),
        helvetica,
      ]),
  ],
  [
    '2,000 fonts',
    () =>
      pdf([
        catalog,
        pages,
        page(`/Font << ${of(2000, (n) => `/F${n} ${n + 5} 0 R `)}>>`),
        packed(of(20_000, (n) => `BT /F${n % 2000} 10 Tf ${(n * 37) % 595} ${(n * 91) % 842} Td (w${n}) Tj ET `)),
        ...Array.from({ length: 2000 }, (_, n) => `<< /Type /Font /Subtype /Type1 /BaseFont /F${n} >>`),
      ]),
  ],
  [
    '30,000 tagged paragraphs',
    () =>
      pdf([
        '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>',
        pages,
        page('/Font << /F1 5 0 R >>').replace('>> /Contents', '>> /StructParents 0 /Contents'),
        packed(
          of(
            30_000,
            (n) => `/P << /MCID ${n} >> BDC BT /F1 5 Tf ${(n * 37) % 595} ${(n * 91) % 842} Td (w${n}) Tj ET EMC `,
          ),
        ),
        helvetica,
        `<< /Type /StructTreeRoot /K [${of(30_000, (n) => `${n + 8} 0 R `)}] /ParentTree 7 0 R >>`,
        `<< /Nums [0 [${of(30_000, (n) => `${n + 8} 0 R `)}]] >>`,
        ...Array.from({ length: 30_000 }, (_, n) => `<< /Type /StructElem /S /P /P 6 0 R /Pg 3 0 R /K ${n} >>`),
      ]),
  ],
  [
    '500 pages of one word',
    () =>
      pdf([
        catalog,
        manyPages(500, (n) => `${2 * n + 4} 0 R`),
        helvetica,
        ...Array.from({ length: 500 }, (_, n) => [
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${2 * n + 5} 0 R >>`,
          stream('', words(n)),
        ]).flat(),
      ]),
  ],
  [
    '60,000 words on each of three pages',
    () =>
      pdf([
        catalog,
        manyPages(3, (n) => `${n + 5} 0 R`),
        packed(of(60_000, words)),
        helvetica,
        ...Array.from(
          { length: 3 },
          () =>
            '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 3 0 R >>',
        ),
      ]),
  ],
  [
    '20,000 notes, marks and links over words',
    () =>
      pdf([
        catalog,
        pages,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R /Annots [${of(20_000, (n) => `${n + 6} 0 R`, ' ')}] >>`,
        stream('', of(2000, words)),
        helvetica,
        ...Array.from({ length: 20_000 }, (_, n) => {
          const [x, y] = [(n * 37) % 595, (n * 91) % 842]
          const kind = ['Text', 'StrikeOut', 'Highlight', 'Link'][n % 4]
          const own = kind === 'Link' ? `/A << /S /URI /URI (https://x.example/${n}) >>` : `/Contents (note ${n})`
          return `<< /Type /Annot /Subtype /${kind} /Rect [${x} ${y} ${x + 20} ${y + 10}] /QuadPoints [${x} ${y + 10} ${x + 20} ${y + 10} ${x} ${y} ${x + 20} ${y}] ${own} >>`
        }),
      ]),
  ],
]

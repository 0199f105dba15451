import { deflateSync } from 'node:zlib'
import { type Attack, latin1, utf8 } from './attack.ts'
import { openDocument, presentation, workbook, wordBody, wordMain, wordText, wordWith } from './packages.ts'
import { catalog, helvetica, page, pages, pdf, stream } from './raw-pdf.ts'

const of = (count: number, each: (n: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, n) => each(n)).join(between)
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A Word document with one more part, as its relationships name it. */
const wordPart = (kind: string, part: string, body: string): Buffer =>
  wordWith(wordMain(body), [
    { name: `word/${kind}.xml`, content: `<?xml version="1.0"?>${part}` },
    {
      name: 'word/_rels/document.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/${kind}" Target="${kind}.xml"/></Relationships>`,
    },
  ])

const inWord = (name: string, content: string): string => `<w:${name} xmlns:w="${word}">${content}</w:${name}>`
const noteReference = (n: number): string => `<w:p><w:r><w:footnoteReference w:id="${n}"/></w:r></w:p>`
const revised = (n: number, kind: 'ins' | 'del'): string =>
  `<w:${kind} w:id="${n}" w:author="a${n % 97}" w:date="2026-01-01T00:00:00Z"><w:r><w:${kind === 'ins' ? 't' : 'delText'}>b${n}</w:${kind === 'ins' ? 't' : 'delText'}></w:r></w:${kind}>`
const nestedTable = (depth: number): string =>
  depth === 0 ? wordText('x') : `<w:tbl><w:tr><w:tc>${nestedTable(depth - 1)}${wordText('a')}</w:tc></w:tr></w:tbl>`

const wordDocuments: readonly (readonly [string, () => Buffer])[] = [
  [
    '100,000 bookmarks',
    () =>
      wordBody(
        of(
          100_000,
          (n) =>
            `<w:p><w:bookmarkStart w:id="${n}" w:name="b${n}"/><w:r><w:t>a</w:t></w:r><w:bookmarkEnd w:id="${n}"/></w:p>`,
        ),
      ),
  ],
  [
    '100,000 bookmarks that all stay open',
    () => wordBody(`<w:p>${of(100_000, (n) => `<w:bookmarkStart w:id="${n}" w:name="b${n}"/>`)}</w:p>${wordText('a')}`),
  ],
  [
    '60,000 whole fields',
    () =>
      wordBody(
        of(
          60_000,
          (n) =>
            `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> MERGEFIELD f${n} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
        ),
      ),
  ],
  [
    '20,000 formula fields',
    () =>
      wordBody(
        of(
          20_000,
          () =>
            `<w:p><w:fldSimple w:instr=" = ${'(1+'.repeat(20)}1${')'.repeat(20)} "><w:r><w:t>a</w:t></w:r></w:fldSimple></w:p>`,
        ),
      ),
  ],
  ['2,000 tables, each in 20 others', () => wordBody(nestedTable(20).repeat(2000))],
  [
    '100,000 footnotes',
    () =>
      wordPart(
        'footnotes',
        inWord(
          'footnotes',
          of(100_000, (n) => `<w:footnote w:id="${n}"><w:p><w:r><w:t>n${n}</w:t></w:r></w:p></w:footnote>`),
        ),
        of(100_000, noteReference),
      ),
  ],
  [
    'one footnote 100,000 times',
    () =>
      wordPart(
        'footnotes',
        inWord('footnotes', `<w:footnote w:id="1">${wordText('note '.repeat(2000))}</w:footnote>`),
        of(100_000, () => noteReference(1)),
      ),
  ],
  [
    '100,000 comments',
    () =>
      wordPart(
        'comments',
        inWord(
          'comments',
          of(100_000, (n) => `<w:comment w:id="${n}" w:author="a"><w:p><w:r><w:t>c</w:t></w:r></w:p></w:comment>`),
        ),
        of(50_000, (n) => `<w:p><w:commentRangeStart w:id="${n}"/><w:r><w:t>a</w:t></w:r></w:p>`),
      ),
  ],
  [
    '200,000 revisions',
    () => wordBody(of(2000, (p) => `<w:p>${of(100, (n) => revised(p * 100 + n, n % 2 === 0 ? 'ins' : 'del'))}</w:p>`)),
  ],
  [
    '20,000 styles, each based on the one before',
    () =>
      wordPart(
        'styles',
        inWord(
          'styles',
          of(
            20_000,
            (n) =>
              `<w:style w:type="paragraph" w:styleId="s${n}"><w:name w:val="s${n}"/><w:basedOn w:val="s${n - 1}"/></w:style>`,
          ),
        ),
        of(20_000, (n) => `<w:p><w:pPr><w:pStyle w:val="s${n}"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`),
      ),
  ],
  [
    '20,000 lists of nine levels',
    () =>
      wordPart(
        'numbering',
        inWord(
          'numbering',
          of(
            10_000,
            (n) =>
              `<w:abstractNum w:abstractNumId="${n}">${of(9, (level) => `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1.%2.%3.%4.%5.%6.%7.%8.%9"/></w:lvl>`)}</w:abstractNum>`,
          ) + of(10_000, (n) => `<w:num w:numId="${n + 1}"><w:abstractNumId w:val="${n}"/></w:num>`),
        ),
        of(
          40_000,
          (n) =>
            `<w:p><w:pPr><w:numPr><w:ilvl w:val="${n % 9}"/><w:numId w:val="${(n % 10_000) + 1}"/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`,
        ),
      ),
  ],
  [
    'a list of 60,000 entries',
    () =>
      wordBody(
        of(
          60_000,
          (n) =>
            `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>entry ${n}</w:t></w:r></w:p>`,
        ),
      ),
  ],
  ['100,000 tags in 50,000 paragraphs', () => wordBody(of(50_000, (n) => wordText(`{a${n}} {b${n} | upper}`)))],
  ['loops in loops, 60 deep', () => wordBody(wordText(`${'{#items}'.repeat(60)}{title}${'{/items}'.repeat(60)}`))],
  ['20,000 loops over what is there', () => wordBody(of(20_000, () => wordText('{#items}{title} {price}{/items}')))],
  [
    '20,000 conditions on expressions',
    () => wordBody(of(20_000, (n) => wordText(`{#total * ${n} + 1 > 2 && name == "Ada"}x{/}`))),
  ],
  ['30,000 loops that all stay open', () => wordBody(of(30_000, (n) => wordText(`{#a${n}}`)))],
  [
    'a table of 200,000 cells',
    () => wordBody(`<w:tbl>${`<w:tr>${`<w:tc>${wordText('a')}</w:tc>`.repeat(20)}</w:tr>`.repeat(10_000)}</w:tbl>`),
  ],
  [
    '50,000 hyperlinks',
    () => wordBody(of(50_000, (n) => `<w:p><w:hyperlink w:anchor="b${n}"><w:r><w:t>a</w:t></w:r></w:hyperlink></w:p>`)),
  ],
  [
    '50,000 equations',
    () =>
      wordBody(
        `<w:p xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${'<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>'.repeat(50_000)}</w:p>`,
      ),
  ],
  ['a million combining marks', () => wordBody(wordText(`a${'\u0301\u0323'.repeat(500_000)}`))],
]

const cellsAt = (count: number, at: (n: number) => string): string => of(count, (n) => at(n))
const sheets: readonly (readonly [string, () => Buffer])[] = [
  [
    '100,000 rows as far apart as can be',
    () =>
      workbook(
        `<sheetData>${cellsAt(100_000, (n) => `<row r="${n * 10 + 1}"><c r="A${n * 10 + 1}"><v>1</v></c><c r="XFD${n * 10 + 1}"><v>2</v></c></row>`)}</sheetData>`,
      ),
  ],
  [
    'a million shared strings',
    () =>
      workbook(
        `<sheetData>${of(50_000, (n) => `<row><c t="s"><v>${n * 20}</v></c></row>`)}</sheetData>`,
        of(1_000_000, (n) => `<si><t>${n}</t></si>`),
      ),
  ],
  [
    '200,000 rows of five',
    () =>
      workbook(
        `<sheetData>${'<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c><c><v>4</v></c><c><v>5</v></c></row>'.repeat(200_000)}</sheetData>`,
      ),
  ],
  [
    '50,000 merged blocks that overlap',
    () =>
      workbook(
        `<sheetData>${'<row><c><v>1</v></c></row>'.repeat(5000)}</sheetData><mergeCells>${of(50_000, (n) => `<mergeCell ref="A${(n % 5000) + 1}:${String.fromCharCode(66 + (n % 20))}${(n % 5000) + 40}"/>`)}</mergeCells>`,
      ),
  ],
  [
    '100,000 links and rules',
    () =>
      workbook(
        `<sheetData>${'<row><c><v>1</v></c></row>'.repeat(1000)}</sheetData>${of(20_000, (n) => `<conditionalFormatting sqref="A${n + 1}:Z1048576"><cfRule type="expression" priority="${n}"><formula>A1&gt;${n}</formula></cfRule></conditionalFormatting>`)}<hyperlinks>${of(80_000, (n) => `<hyperlink ref="A${(n % 1000) + 1}:C${(n % 1000) + 1}" location="B${n}"/>`)}</hyperlinks>`,
      ),
  ],
]

const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`
const openDocuments: readonly (readonly [string, string, () => Buffer])[] = [
  [
    'ods',
    '200,000 rows of three',
    () =>
      openDocument(
        'spreadsheet',
        `<table:table>${`<table:table-row>${cell('a')}${cell('1')}${cell('b')}</table:table-row>`.repeat(200_000)}</table:table>`,
      ),
  ],
  [
    'ods',
    '5,000 rows each repeated 200 times',
    () =>
      openDocument(
        'spreadsheet',
        `<table:table>${of(5000, (n) => `<table:table-row table:number-rows-repeated="200">${cell(`a${n}`)}</table:table-row>`)}</table:table>`,
      ),
  ],
  [
    'ods',
    '3,000 sheets',
    () =>
      openDocument(
        'spreadsheet',
        of(
          3000,
          (n) => `<table:table table:name="s${n}"><table:table-row>${cell('a')}</table:table-row></table:table>`,
        ),
      ),
  ],
  [
    'odt',
    '100,000 paragraphs',
    () => openDocument('text', '<text:p>Dear <text:span>Ada</text:span></text:p>'.repeat(100_000)),
  ],
  [
    'odt',
    '50,000 notes',
    () =>
      openDocument(
        'text',
        '<text:p>a<text:note><text:note-body><text:p>b</text:p></text:note-body></text:note></text:p>'.repeat(50_000),
      ),
  ],
  [
    'odt',
    '50,000 bookmarks and variables',
    () =>
      openDocument(
        'text',
        of(
          50_000,
          (n) =>
            `<text:p><text:bookmark text:name="b${n}"/><text:variable-set text:name="v${n}">1</text:variable-set></text:p>`,
        ),
      ),
  ],
  [
    'odp',
    '10,000 slides',
    () =>
      openDocument(
        'presentation',
        '<draw:page><draw:frame><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame></draw:page>'.repeat(
          10_000,
        ),
      ),
  ],
]

const table = (rows: number, columns: number): string =>
  `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblGrid>${'<a:gridCol w="1"/>'.repeat(columns)}</a:tblGrid>${`<a:tr h="1">${'<a:tc><a:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></a:txBody></a:tc>'.repeat(columns)}</a:tr>`.repeat(rows)}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
const shapesInGroups = `${'<p:grpSp>'.repeat(100)}<p:sp><p:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>${'</p:grpSp>'.repeat(100)}`

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

const portable: readonly (readonly [string, () => Buffer])[] = [
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
    'a picture in the fax code of 20,000 by 20,000',
    () =>
      pdf([
        catalog,
        pages,
        page('/XObject << /I 5 0 R >>'),
        stream('', '595 0 0 842 0 0 cm /I Do'),
        stream(
          '/Subtype /Image /Width 20000 /Height 20000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 20000 /Rows 20000 >>',
          Buffer.alloc(60_000, 0xff),
        ),
      ]),
  ],
  [
    'a JBIG2 picture that says 60,000 by 60,000',
    () =>
      pdf([
        catalog,
        pages,
        page('/XObject << /I 5 0 R >>'),
        stream('', '595 0 0 842 0 0 cm /I Do'),
        stream(
          '/Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode',
          Buffer.from('00000000300001000000130000ea600000ea60000000000000000000000000', 'hex'),
        ),
      ]),
  ],
  [
    '500 pictures of a page',
    () =>
      pdf([
        catalog,
        pages,
        page('/XObject << /I 5 0 R >>'),
        stream('', '595 0 0 842 0 0 cm '.concat('/I Do '.repeat(500))),
        stream(
          '/Subtype /Image /Width 2000 /Height 2000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
          deflateSync(Buffer.alloc(12_000_000)),
        ),
      ]),
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
]

const facts: readonly (readonly [string, () => string])[] = [
  ['digits of all lengths', () => of(300_000, (n) => '1234567890'.slice(0, (n % 10) + 1), ' ')],
  [
    'dates',
    () => of(90_000, (n) => `${(n % 28) + 1}.${(n % 12) + 1}.${1990 + (n % 40)} ${(n % 28) + 1} March 2026`, '; '),
  ],
  ['names', () => of(90_000, (n) => `Mr John A${n % 977} Smith-${n % 31}`, ', ')],
  ['account numbers', () => of(80_000, (n) => `DE${String((n % 90) + 10)} 3704 0044 0532 0130 00`, ' ')],
  ['addresses', () => of(80_000, (n) => `Hauptstraße ${n % 200}, 10${String(n % 1000).padStart(3, '0')} Berlin`, '\n')],
  ['amounts in all currencies', () => of(120_000, (n) => `${n},50 EUR USD ${n}.25 CHF ${n}.-`, ' ')],
  ['e-mail addresses and links', () => of(60_000, (n) => `a.b-${n}@mail.example https://x.example/${n}?a=b`, ' ')],
  ['labels', () => of(100_000, (n) => `Invoice number: A-${n}`, '\n')],
  [
    'parties of a contract',
    () => of(20_000, (n) => `This agreement is between Acme ${n} Ltd ("Seller") and Beta ${n} Inc ("Buyer").`, ' '),
  ],
  ['letters that are put together', () => 'ﷺ'.repeat(300_000)],
  ['marks of direction', () => '\u200f\u202bا\u202c '.repeat(200_000)],
  [
    'ten marks on each letter',
    () => `a${'\u0300\u0316\u0301\u0317\u0302\u0318\u0303\u0319\u0304\u031c'}`.repeat(90_000),
  ],
  ['Thai without spaces', () => 'ภาษาไทยง่ายนิดเดียว'.repeat(40_000)],
]

const deep = (count: number, open: string, close: string, inner = '1'): string =>
  open.repeat(count) + inner + close.repeat(count)
const mails: readonly (readonly [string, () => string])[] = [
  ['10,000 messages in each other', () => 'Subject: x\r\nContent-Type: message/rfc822\r\n\r\n'.repeat(10_000)],
  ['a million lines', () => `Subject: x\r\n\r\n${'hello\r\n'.repeat(1_000_000)}`],
  ['1,900,000 empty lines', () => `Subject: x\r\n\r\n${'\r\n'.repeat(1_900_000)}`],
  [
    'base64 in lines of one unit',
    () => `Subject: x\r\nContent-Transfer-Encoding: base64\r\n\r\n${'QUI=\r\n'.repeat(1_000_000)}`,
  ],
  ['one line of 20 MB', () => `Subject: x\r\n\r\n${'word '.repeat(4_000_000)}`],
  [
    '15,000 small parts',
    () =>
      `Subject: x\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\nContent-Type: text/html\r\n\r\n<p>x</p>\r\n'.repeat(15_000)}--a--`,
  ],
  [
    'a mailbox of 19,000 messages',
    () => 'From a@b Thu Jan  1 00:00:00 2026\r\nSubject: x\r\n\r\nhello\r\n\r\n'.repeat(19_000),
  ],
  [
    'a calendar of 50,000 events',
    () =>
      `Subject: x\r\nContent-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\nSUMMARY:x\r\nDTSTART:20260101T000000Z\r\nEND:VEVENT\r\n'.repeat(50_000)}END:VCALENDAR`,
  ],
  [
    'HTML of 100,000 paragraphs',
    () =>
      `Subject: x\r\nContent-Type: text/html\r\n\r\n${'<p style="color:red">Dear <b>Ada</b></p>\r\n'.repeat(100_000)}`,
  ],
]

const templates: readonly (readonly [string, () => string])[] = [
  ['100,000 sections', () => '{{#a}}x{{/a}}'.repeat(100_000)],
  ['5,000 sections in each other', () => deep(5000, '{{#a}}', '{{/a}}')],
  ['loops in loops over what is there', () => deep(40, '{{#each items}}', '{{/each}}', '{{title}}')],
  ['100,000 calls of a partial', () => '{{> a}}'.repeat(100_000)],
  ['expressions in expressions', () => `{{${deep(20_000, '(upper ', ')', 'name')}}}`],
  ['50,000 expressions', () => of(50_000, (n) => `{{#if (gt total ${n})}}a{{else}}b{{/if}}`)],
  ['100,000 tags of their own', () => of(100_000, (n) => `{{f${n}}} `)],
  [
    'a style sheet of 50,000 rules',
    () => `<style>${of(50_000, (n) => `.a${n}>p:not(.b)~a{color:red;width:${n}px}`)}</style><p class="a1">x</p>`,
  ],
  [
    '2,000 rules for 5,000 elements',
    () =>
      `<style>${of(2000, (n) => `div p.a${n} span,.b${n} *{color:red}`)}</style>${of(5000, (n) => `<div class="b${n}"><p class="a${n}"><span>x</span></p></div>`)}`,
  ],
  ['100,000 elements in unclosed ones', () => '<p><span><font color=red>a'.repeat(35_000)],
  ['100,000 attributes on many elements', () => `<p ${of(100, (n) => `a${n}="1"`, ' ')}>`.repeat(1000)],
  ['100,000 links', () => of(100_000, (n) => `<a href="https://x.example/${n}">a</a>`)],
  ['50,000 pictures', () => of(50_000, (n) => `<img src="https://x.example/${n}.png" alt="">`)],
  [
    'conditional comments',
    () => '<!--[if mso]><table><![endif]--><p>a</p><!--[if mso]></table><![endif]-->'.repeat(30_000),
  ],
  ['a table of 100,000 cells', () => `<table>${`<tr>${'<td>1</td>'.repeat(10)}</tr>`.repeat(10_000)}</table>`],
  [
    'spans over rows',
    () =>
      `<table>${of(3000, (n) => `<tr><td rowspan="${3000 - n}">a</td><td colspan="${(n % 900) + 1}">b</td></tr>`)}</table>`,
  ],
]

const clients: readonly (readonly [string, string, () => string])[] = [
  ['a.csv', '100,000 of one name', () => `name,email,phone\n${'Ada Byron,,\n'.repeat(100_000)}`],
  ['a.csv', '100,000 of one telephone', () => `name,email,phone\n${of(100_000, (n) => `Ada ${n},,+49 30 1234567\n`)}`],
  ['a.csv', '100,000 of one address', () => `name,email,phone\n${of(100_000, (n) => `Ada ${n},ada@example.com,\n`)}`],
  ['a.csv', '100,000 names that are alike', () => `name,email\n${of(100_000, (n) => `Anna${n.toString(2)} Byron,\n`)}`],
  ['a.csv', '1,000,000 short rows', () => `a,b\n${'1,2\n'.repeat(1_000_000)}`],
  [
    'a.csv',
    '2,000 rows of 400 columns',
    () => of(2000, (r) => of(400, (c) => (r === 0 ? `c${c}` : `${r}x${c}`), ','), '\n'),
  ],
  ['a.csv', 'a cell of many lines', () => `name,notes\n${`a,"${'b\n'.repeat(1000)}"\n`.repeat(200)}`],
  [
    'a.vcf',
    '100,000 of one name',
    () =>
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada Byron\r\nN:Byron;Ada;;;\r\nTEL:+49301234567\r\nEND:VCARD\r\n'.repeat(
        100_000,
      ),
  ],
  [
    'a.vcf',
    'one line of 20 MB',
    () => `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:a\r\nNOTE:${'word '.repeat(4_000_000)}\r\nEND:VCARD\r\n`,
  ],
  [
    'a.json',
    '100,000 of one name',
    () => `[${of(100_000, () => '{"name":"Ada Byron","phone":"+49 30 1234567"}', ',')}]`,
  ],
  ['a.json', 'objects 500 deep, 1,000 times', () => `[${of(1000, () => deep(500, '{"a":', '}'), ',')}]`],
  ['a.json', 'a million numbers', () => `{"a":[${'1,'.repeat(1_000_000)}1]}`],
  ['a.json', '300,000 keys, each another', () => `{${of(300_000, (n) => `"k${n}":"v"`, ',')}}`],
]

const rich: readonly (readonly [string, () => string])[] = [
  [
    '100,000 table rows',
    () => `{\\rtf1 ${'\\trowd\\cellx1000\\cellx2000\\intbl a\\cell b\\cell\\row '.repeat(100_000)}}`,
  ],
  [
    '200 groups deep, with fonts, 5,000 times',
    () => `{\\rtf1 ${`${'{\\b\\i '.repeat(200)}a${'}'.repeat(200)}`.repeat(5000)}}`,
  ],
  ['50,000 pieces of binary data', () => `{\\rtf1 ${'{\\pict\\bin4 abcd}'.repeat(50_000)}}`],
  ['100,000 revisions and notes', () => `{\\rtf1 ${'{\\revised\\revauth1 a}{\\footnote b}'.repeat(50_000)}}`],
]

const drawings: readonly (readonly [string, () => string])[] = [
  [
    'uses of uses, two to the 30th',
    () =>
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><g id="a0"><text>a</text></g>${of(30, (n) => `<g id="a${n + 1}"><use x:href="#a${n}"/><use x:href="#a${n}"/></g>`)}<use x:href="#a30"/></svg>`,
  ],
  [
    '100,000 texts',
    () => `<svg xmlns="http://www.w3.org/2000/svg">${of(100_000, (n) => `<text x="${n}" y="${n}">a</text>`)}</svg>`,
  ],
  [
    'a path of 5 MB',
    () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><path d="M0 0${'l1 1-1 2'.repeat(600_000)}"/></svg>`,
  ],
]

const notes: readonly (readonly [string, () => string])[] = [
  [
    '100,000 links by name',
    () => `${of(50_000, (n) => `[a${n}]: /u${n}`, '\n')}\n\n${of(50_000, (n) => `[a${n}]`, ' ')}`,
  ],
  ['a table of 50,000 rows', () => `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(50_000)}`],
  ['lists of lists', () => of(30_000, (n) => `${' '.repeat((n % 40) * 2)}- a`, '\n')],
]

/** A TIFF of so many pages, each of one point. */
function tiffPages(count: number): Buffer {
  const entry = (tag: number, type: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16LE(tag)
    bytes.writeUInt16LE(type, 2)
    bytes.writeUInt32LE(1, 4)
    bytes.writeUInt32LE(value, 8)
    return bytes
  }
  const entries = [entry(256, 3, 1), entry(257, 3, 1), entry(258, 3, 8), entry(259, 3, 1), entry(262, 3, 1), entry(273, 4, 8), entry(278, 3, 1), entry(279, 4, 1)] // prettier-ignore
  const length = 2 + entries.length * 12 + 4
  const start = 10
  const directories = Array.from({ length: count }, (_, n) => {
    const [head, next] = [Buffer.alloc(2), Buffer.alloc(4)]
    head.writeUInt16LE(entries.length)
    next.writeUInt32LE(n + 1 < count ? start + (n + 1) * length : 0)
    return Buffer.concat([head, ...entries, next])
  })
  const header = Buffer.from([0x49, 0x49, 42, 0, start, 0, 0, 0, 255, 0])
  return Buffer.concat([header, ...directories])
}

/** Sound documents, as a rule, that have more of one thing than anybody's have: what they cost may grow no faster than they do. */
export function* largeAttacks(): Generator<Attack> {
  const large = (filename: string, name: string, bytes: Uint8Array): Attack => ({
    name: `large ${filename.slice(2)}: ${name}`,
    filename,
    bytes,
  })
  for (const [name, make] of wordDocuments) yield large('a.docx', name, make())
  for (const [name, make] of sheets) yield large('a.xlsx', name, make())
  for (const [kind, name, make] of openDocuments) yield large(`a.${kind}`, name, make())
  yield large('a.pptx', 'a table of 100,000 cells', presentation(table(1000, 100)))
  yield large('a.pptx', '500 groups of groups', presentation(shapesInGroups.repeat(500)))
  for (const [name, make] of portable) yield large('a.pdf', name, make())
  for (const [name, make] of facts) yield large('a.txt', name, utf8(make()))
  for (const [name, make] of mails) yield large('a.eml', name, latin1(make()))
  for (const [name, make] of templates) yield large('a.html', name, utf8(make()))
  for (const [filename, name, make] of clients) yield large(filename, name, utf8(make()))
  for (const [name, make] of rich) yield large('a.rtf', name, latin1(make()))
  for (const [name, make] of drawings) yield large('a.svg', name, utf8(make()))
  for (const [name, make] of notes) yield large('a.md', name, utf8(make()))
  yield large('a.tif', '100,000 pages of one point', tiffPages(100_000))
}

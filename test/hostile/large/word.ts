import { relationsOf, wordBody, wordMain, wordText, wordWith } from '../packages.ts'
import { bitmap, deep, type LargeAttack, of } from './large-attack.ts'

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

const drawing = 'http://schemas.openxmlformats.org/drawingml/2006'
const picture = (n: number): string =>
  `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${drawing}/wordprocessingDrawing"><wp:extent cx="9" cy="9"/><wp:docPr id="${n + 1}" name="p${n}"/><a:graphic xmlns:a="${drawing}/main"><a:graphicData uri="${drawing}/picture"><pic:pic xmlns:pic="${drawing}/picture"><pic:blipFill><a:blip r:embed="rId${n}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

/** Each picture is a part of its own. */
const wordPictures = (count: number): Buffer =>
  wordWith(wordMain(of(count, picture)), [
    { name: 'word/_rels/document.xml.rels', content: relationsOf('image', count, (n) => `media/p${n}.bmp`) },
    ...Array.from({ length: count }, (_, n) => ({ name: `word/media/p${n}.bmp`, content: bitmap(n) })),
  ])

export const wordAttacks: readonly LargeAttack<Buffer>[] = [
  [
    '5,000 conditions of fifty terms',
    () =>
      wordBody(
        of(5000, (n) =>
          wordText(`{#if ${of(50, (term) => `a${n}.b${term} > ${term} and c${term} == 'x'`, ' or ')}}a{/if}`),
        ),
      ),
  ],
  [
    'a condition of 20,000 terms',
    () => wordBody(wordText(`{#if ${of(20_000, (term) => `(a${term} or not b${term})`, ' and ')}}a{/if}`)),
  ],
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
  [
    '50,000 content controls',
    () =>
      wordBody(
        of(
          50_000,
          (n) =>
            `<w:sdt><w:sdtPr><w:alias w:val="c${n}"/><w:tag w:val="t${n}"/><w:text/></w:sdtPr><w:sdtContent>${wordText('a')}</w:sdtContent></w:sdt>`,
        ),
      ),
  ],
  [
    '300 content controls in each other, 300 times',
    () => wordBody(deep(300, '<w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>', wordText('a')).repeat(300)),
  ],
  [
    'a paragraph of 300,000 runs',
    () =>
      wordBody(
        `<w:p>${of(300_000, (n) => `<w:r><w:rPr>${n % 2 === 0 ? '<w:b/>' : '<w:i/>'}</w:rPr><w:t>a</w:t></w:r>`)}</w:p>`,
      ),
  ],
  [
    'a tag in 200,000 runs',
    () =>
      wordBody(`<w:p><w:r><w:t>{</w:t></w:r>${'<w:r><w:t>a</w:t></w:r>'.repeat(200_000)}<w:r><w:t>}</w:t></w:r></w:p>`),
  ],
  [
    '10,000 sections of their own',
    () =>
      wordBody(
        of(
          10_000,
          (n) =>
            `<w:p><w:pPr><w:sectPr><w:type w:val="nextPage"/><w:pgSz w:w="${5000 + n}" w:h="9000"/><w:cols w:num="${(n % 9) + 1}"/></w:sectPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`,
        ),
      ),
  ],
  [
    '20,000 text boxes',
    () =>
      wordBody(
        of(
          20_000,
          () =>
            `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>${wordText('a')}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`,
        ),
      ),
  ],
  [
    'cells merged down 20,000 rows',
    () =>
      wordBody(
        `<w:tbl>${`<w:tr>${`<w:tc><w:tcPr><w:vMerge/></w:tcPr>${wordText('a')}</w:tc>`.repeat(4)}</w:tr>`.repeat(20_000)}</w:tbl>`,
      ),
  ],
  [
    '10,000 tables',
    () =>
      wordBody(
        of(
          10_000,
          (n) =>
            `<w:tbl><w:tr><w:tc>${wordText(`{a${n}}`)}</w:tc><w:tc>${wordText('b')}</w:tc></w:tr></w:tbl>${wordText('')}`,
        ),
      ),
  ],
  ['two million words', () => wordBody(of(4000, (n) => wordText(`The tenant ${n} pays the rent. `.repeat(80))))],
  [
    '15,000 fields and 15,000 content controls',
    () =>
      wordBody(
        of(
          15_000,
          (n) =>
            `<w:p><w:fldSimple w:instr=" MERGEFIELD f${n} "><w:r><w:t>a</w:t></w:r></w:fldSimple></w:p><w:sdt><w:sdtPr><w:tag w:val="t${n}"/><w:text/></w:sdtPr><w:sdtContent>${wordText('a')}</w:sdtContent></w:sdt>`,
        ),
      ),
  ],
  [
    'a cell of a megabyte',
    () => wordBody(`<w:tbl><w:tr><w:tc>${wordText('The tenant pays. '.repeat(60_000))}</w:tc></w:tr></w:tbl>`),
  ],
  ['1,900 pictures of a kilobyte', () => wordPictures(1900)],
  [
    '60,000 changed forms and moves by 10,000 authors',
    () =>
      wordBody(
        of(
          60_000,
          (n) =>
            `<w:p><w:moveFrom w:id="${n}" w:author="a${n % 10_000}"><w:r><w:rPr><w:b/><w:rPrChange w:id="${n + 100_000}" w:author="b${n % 9973}"><w:rPr/></w:rPrChange></w:rPr><w:t>m${n}</w:t></w:r></w:moveFrom></w:p>`,
        ),
      ),
  ],
  [
    '60,000 headings in nine levels',
    () =>
      wordBody(
        of(
          60_000,
          (n) => `<w:p><w:pPr><w:outlineLvl w:val="${n % 9}"/></w:pPr><w:r><w:t>Section ${n}</w:t></w:r></w:p>`,
        ),
      ),
  ],
  [
    'fields in fields, 500 deep, 100 times',
    () =>
      wordBody(
        `<w:p>${deep(500, '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> IF 1 = </w:instrText></w:r>', '<w:r><w:fldChar w:fldCharType="end"/></w:r>', '<w:r><w:t>a</w:t></w:r>')}</w:p>`.repeat(
          100,
        ),
      ),
  ],
]

import { type Attack, latin1, utf8 } from './attack.ts'
import { wordBody, wordMain, wordText, wordWith } from './packages.ts'

const many = 200_000
const laughs = (root: string, body: string): string =>
  `<?xml version="1.0"?><!DOCTYPE ${root} [<!ENTITY a "ha">${Array.from({ length: 12 }, (_, index) => {
    const name = String.fromCharCode(98 + index)
    const before = String.fromCharCode(97 + index)
    return `<!ENTITY ${name} "${`&${before};`.repeat(10)}">`
  }).join('')}]>${body}`

const withoutDeclaration = wordMain(wordText('&m;')).replace(/^<\?xml.*?\?>/, '')

/** Main parts whose XML is the attack; the package around them is sound. */
function* mainParts(): Generator<readonly [string, string | Uint8Array, Attack['expect']?]> {
  const bad = 'document_corrupt'
  const large = 'payload_too_large'
  yield ['billion laughs', laughs('w:document', withoutDeclaration), bad]
  yield [
    'quadratic entity',
    `<!DOCTYPE d [<!ENTITY m "${'x'.repeat(100_000)}">]>${withoutDeclaration.replace('&m;', '&m;'.repeat(50_000))}`,
    bad,
  ]
  yield ['an entity out of a file', `<!DOCTYPE d [<!ENTITY m SYSTEM "file:///etc/passwd">]>${withoutDeclaration}`, bad]
  yield ['an entity out of the net', `<!DOCTYPE d [<!ENTITY m SYSTEM "http://127.0.0.1/">]>${withoutDeclaration}`, bad]
  yield ['a parameter entity', `<!DOCTYPE d [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>${withoutDeclaration}`, bad]
  yield ['an external document type', `<!DOCTYPE d SYSTEM "http://127.0.0.1/d.dtd">${withoutDeclaration}`, bad]
  yield ['an undeclared entity', wordMain(wordText('&nothing;'))]
  yield ['character references of no characters', wordMain(wordText('&#0;&#xFFFFFFFF;&#xD800;'))]
  yield ['unclosed comments', wordMain('<!--'.repeat(many)), bad]
  yield ['unclosed CDATA sections', wordMain('<![CDATA['.repeat(many)), bad]
  yield ['unclosed processing instructions', wordMain('<?x '.repeat(many)), bad]
  yield ['a million "<"', wordMain('<'.repeat(1_000_000)), bad]
  yield ['a million "<a"', wordMain('<a '.repeat(1_000_000)), bad]
  yield ['300,000 "&"', wordMain(wordText('&'.repeat(300_000)))]
  yield ['unclosed attributes', wordMain('<w:p a="'.repeat(many)), bad]
  yield ['unclosed declarations', wordMain('<!ELEMENT '.repeat(many)), bad]
  yield ['depth of 100,000', wordMain('<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000)), large]
  yield [
    '1,000 tables in each other',
    wordMain('<w:tbl><w:tr><w:tc>'.repeat(1000) + '</w:tc></w:tr></w:tbl>'.repeat(1000)),
    large,
  ]
  yield ['two million tags', wordMain('<w:p/>'.repeat(2_000_000)), large]
  yield ['tags that are not closed', wordMain('<w:p>'.repeat(100)), bad]
  yield ['tags that cross', wordMain('<w:p><w:r></w:p></w:r>'), bad]
  yield ['two roots', `${wordMain('')}<again/>`, bad]
  yield ['text after the root', `${wordMain('')}text`]
  yield [
    '100,000 attributes',
    wordMain(`<w:p ${Array.from({ length: 100_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`),
    large,
  ]
  yield ['one attribute 900 times', wordMain(`<w:p ${'a="1" '.repeat(900)}/>`)]
  yield ['900 namespaces', wordMain(`<w:p ${Array.from({ length: 900 }, (_, i) => `xmlns:n${i}="u${i}"`).join(' ')}/>`)]
  yield ['an attribute of a megabyte', wordMain(`<w:p a="${'x'.repeat(1_000_000)}"/>`)]
  yield ['a name of a megabyte', wordMain(`<${'x'.repeat(1_000_000)}/>`)]
  yield ['UTF-16 that says UTF-8', Buffer.from(`\ufeff${wordMain(wordText('Dear Ada'))}`, 'utf16le')]
  yield ['UTF-8 that says UTF-16', wordMain(wordText('Dear Ada')).replace('UTF-8', 'UTF-16')]
  yield ['UTF-7', wordMain(wordText('+ADw-w:p/+AD4-')).replace('UTF-8', 'UTF-7'), bad]
  yield ['an encoding that nobody knows', wordMain('').replace('UTF-8', 'x-klingon'), bad]
  yield [
    'UTF-32',
    Buffer.concat([...'<?xml version="1.0"?><a/>'].map((c) => Buffer.from([0, 0, 0, c.charCodeAt(0)]))),
    bad,
  ]
  yield ['EBCDIC', Uint8Array.of(0x4c, 0x6f, 0xa7, 0x94, 0x93, 0x40, 0xa5, 0x85), bad]
  yield [
    'bytes that are no UTF-8',
    Buffer.concat([utf8('<?xml version="1.0"?><a>'), Uint8Array.of(0xff, 0xc0, 0x80), utf8('</a>')]),
    bad,
  ]
  yield ['NULs between tags', wordMain('\u0000'.repeat(1000))]
  yield ['no XML at all', 'Dear Ada', bad]
}

/** Sound XML whose meaning is the attack. */
function* wordBodies(): Generator<readonly [string, string]> {
  yield ['300,000 "{"', wordText('{'.repeat(300_000))]
  yield ['300,000 "}"', wordText('}'.repeat(300_000))]
  yield ['5,000 sections in each other', wordText('{#a}'.repeat(5000) + '{/a}'.repeat(5000))]
  yield ['5,000 sections that stay open', wordText('{#a}'.repeat(5000))]
  yield ['100,000 tags', wordText('{a}'.repeat(100_000))]
  yield ['a tag of a megabyte', wordText(`{${'a'.repeat(1_000_000)}}`)]
  yield ['a tag of 100,000 filters', wordText(`{a${' | b'.repeat(100_000)}}`)]
  yield ['a tag of 100,000 brackets', wordText(`{${'('.repeat(100_000)}}`)]
  yield ['a tag of blanks', wordText(`{${' '.repeat(500_000)}a}`)]
  yield ['a raw tag', wordText('{@raw}{constructor.constructor}{__proto__.x}')]
  yield ['changed delimiters', wordText('{=[[ ]]=}[[a]]')]
  yield ['50,000 paragraphs', wordText('x').repeat(50_000)]
  yield ['a tag over 50,000 runs', `<w:p>${'<w:r><w:t>{</w:t></w:r>'}${'<w:r><w:t>a</w:t></w:r>'.repeat(50_000)}</w:p>`]
  yield [
    '100,000 fields that stay open',
    `<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(100_000)}</w:p>`,
  ]
  yield ['100,000 fields that only end', `<w:p>${'<w:r><w:fldChar w:fldCharType="end"/></w:r>'.repeat(100_000)}</w:p>`]
  yield [
    'a cell over a billion columns',
    `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="1000000000"/></w:tcPr>${wordText('a')}</w:tc></w:tr></w:tbl>`,
  ]
  yield [
    'a row that begins after a billion columns',
    `<w:tbl><w:tr><w:trPr><w:gridBefore w:val="1000000000"/></w:trPr><w:tc>${wordText('a')}</w:tc></w:tr></w:tbl>`,
  ]
  yield ['60,000 columns', `<w:tbl><w:tr>${`<w:tc>${wordText('')}</w:tc>`.repeat(60_000)}</w:tr></w:tbl>`]
  yield [
    'a list of a billion levels',
    '<w:p><w:pPr><w:numPr><w:ilvl w:val="1000000000"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>',
  ]
  yield ['lengths that are no numbers', '<w:p><w:pPr><w:ind w:left="1e999"/><w:outlineLvl w:val="-5"/></w:pPr></w:p>']
  yield ['controls and lone surrogates', wordText('&#x1;&#xD83D;\u202e\u0008')]
  yield [
    '100 content controls in each other',
    '<w:sdt><w:sdtContent>'.repeat(100) + '</w:sdtContent></w:sdt>'.repeat(100),
  ]
}

const styles = (content: string): string =>
  `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${content}</w:styles>`
const partRelationships = (content: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`
const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Attacks by the XML inside of Office packages, and by what it means to a reader. */
export function* xmlAttacks(): Generator<Attack> {
  for (const [name, main, expect] of mainParts()) {
    yield {
      name: `xml: ${name}`,
      bytes: wordWith(main),
      filename: 'a.docx',
      ...(expect === undefined ? {} : { expect }),
    }
  }
  for (const [name, body] of wordBodies()) yield { name: `word: ${name}`, bytes: wordBody(body), filename: 'a.docx' }

  const hidden = laughs('x', '<x>&m;</x>')
  for (const part of ['word/styles.xml', 'customXml/item1.xml', 'docProps/core.xml', 'word/odd.bin', 'no-ending']) {
    yield {
      name: `xml: billion laughs in ${part}`,
      bytes: wordWith(wordMain(wordText('Dear')), [{ name: part, content: hidden }]),
      filename: 'a.docx',
      expect: 'document_corrupt',
    }
  }
  yield {
    name: 'word: styles that are based on each other',
    filename: 'a.docx',
    bytes: wordWith(wordMain('<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr></w:p>'), [
      {
        name: 'word/styles.xml',
        content: styles(
          '<w:style w:type="paragraph" w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="A"/></w:style>',
        ),
      },
      {
        name: 'word/_rels/document.xml.rels',
        content: partRelationships(`<Relationship Id="rId1" Type="${kinds}/styles" Target="styles.xml"/>`),
      },
    ]),
  }
  yield {
    name: 'word: relationships that lead outside',
    filename: 'a.docx',
    bytes: wordWith(wordMain(wordText('Dear')), [
      {
        name: 'word/_rels/document.xml.rels',
        content: partRelationships(
          `<Relationship Id="r1" Type="${kinds}/attachedTemplate" Target="http://127.0.0.1/a.dotm" TargetMode="External"/><Relationship Id="r2" Type="${kinds}/image" Target="file:///etc/passwd" TargetMode="External"/><Relationship Id="r3" Type="${kinds}/styles" Target="../../../../etc/passwd"/><Relationship Id="r4" Type="${kinds}/header" Target="document.xml"/>`,
        ),
      },
    ]),
  }
  yield {
    name: 'word: a header that is the document itself',
    filename: 'a.docx',
    bytes: wordWith(
      wordMain(`${wordText('Dear')}<w:sectPr><w:headerReference w:type="default" r:id="r4"/></w:sectPr>`),
      [
        {
          name: 'word/_rels/document.xml.rels',
          content: partRelationships(
            `<Relationship Id="r4" Type="${kinds}/header" Target="document.xml"/><Relationship Id="r5" Type="${kinds}/footnotes" Target="document.xml"/>`,
          ),
        },
      ],
    ),
  }

  yield {
    name: 'svg: billion laughs',
    bytes: utf8(laughs('svg', '<svg xmlns="http://www.w3.org/2000/svg">&m;</svg>')),
    filename: 'a.svg',
  }
  yield {
    name: 'svg: depth',
    bytes: utf8(`<svg>${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}</svg>`),
    filename: 'a.svg',
  }
  yield {
    name: 'xml: billion laughs in a file of its own',
    bytes: utf8(laughs('x', '<x>&m;</x>')),
    filename: 'a.xml',
    expect: 'document_corrupt',
  }
  yield { name: 'xml: a declaration without end', bytes: latin1(`<?xml ${' '.repeat(1_000_000)}`), filename: 'a.xml' }
}

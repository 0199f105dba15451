import { docxOf, escapeXml, paragraph, run } from '../../../packages/reading-office/src/docx/docx-fixture.ts'

/** A document, and what it says with the numbers that Word counts: in reading order, then notes, comments and footer. */
interface KnownDocument {
  readonly docx: Uint8Array
  readonly text: string
}

const vocabulary = (
  'agreement premises Kündigungsfrist Vergütung Maßnahme délai préavis bénéficiaire indemnización cláusula договор ' +
  'стоимость поставка umowa świadczenie smlouvě příloha σύμβαση 契約 支払期限 계약서 المستأجر תשלום ₹1,250.00 12.5% §14 №7 ' +
  'naïve ﬁnal “quoted” co-owner 𝒜 café e\u0301tude'
).split(' ')

const page = '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1000" w:right="1000" w:bottom="1000" w:left="1000"/>'
const level = (at: number, format: string, text: string): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const numbering =
  `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/>${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '•')}${level(1, 'bullet', '–')}</w:abstractNum>` +
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
const styles =
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
  [1, 2]
    .map(
      (at) =>
        `<w:style w:type="paragraph" w:styleId="Heading${at}"><w:name w:val="heading ${at}"/><w:pPr><w:outlineLvl w:val="${at - 1}"/></w:pPr></w:style>`,
    )
    .join('')

const by = 'w:id="90" w:author="Ann" w:date="2024-01-02T03:04:00Z"'
/** As Word has them: LibreOffice counts on them. */
const separators = ['separator', 'continuationSeparator']
  .map((type, at) => `<w:footnote w:type="${type}" w:id="${at - 1}"><w:p><w:r><w:${type}/></w:r></w:p></w:footnote>`)
  .join('')
const textBox = (content: string): string =>
  '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:extent cx="2000000" cy="800000"/><wp:docPr id="9" name="Box"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="800000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr>' +
  `<wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice></mc:AlternateContent></w:r>`
const cell = (content: string, properties = ''): string =>
  `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/>${properties}</w:tcPr>${content}</w:tc>`
const table = (columns: number, rows: readonly string[]): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${'<w:gridCol w:w="2000"/>'.repeat(columns)}</w:tblGrid>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`
const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

/**
 * A Word document of so many sections with headings, lists in lists, tables with merged cells and in each other, notes,
 * comments, text boxes, tracked changes, links and fields, header and footer. The same for the same seed.
 */
export function knownDocument(seed: number, sections: number): KnownDocument {
  let state = seed * 7919 + 17
  const said = { body: [] as string[], notes: [] as string[], comments: [] as string[] }
  const words = (count: number): string =>
    Array.from({ length: count }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return vocabulary[(state >>> 8) % vocabulary.length] ?? ''
    }).join(' ')
  const say = (count: number, into: string[] = said.body): string => {
    const text = words(count)
    into.push(text)
    return text
  }
  const body: string[] = []
  const notes: string[] = []
  const comments: string[] = []
  for (let section = 1; section <= sections; section++) {
    body.push(paragraph(run(say(4)), `<w:pStyle w:val="Heading${1 + (section % 2)}"/>`), paragraph(run(say(30))))
    body.push(
      paragraph(
        `${run(`${say(5)} `)}<w:ins ${by}>${run(`${say(2)} `)}</w:ins><w:del ${by}><w:r><w:delText>${escapeXml(words(2))}</w:delText></w:r></w:del>` +
          `${run(say(3))}${section === 1 ? '<w:r><w:footnoteReference w:id="1"/></w:r>' : ''}${run(` ${say(3)}`)}<w:r><w:commentReference w:id="${section}"/></w:r>`,
      ),
    )
    // LibreOffice 7.4 reads the text of one footnote only.
    if (section === 1) {
      said.notes.push('1')
      notes.push(
        `<w:footnote w:id="1">${paragraph(`<w:r><w:footnoteRef/></w:r>${run(` ${say(6, said.notes)}`)}`)}</w:footnote>`,
      )
    }
    comments.push(
      `<w:comment w:id="${section}" w:author="Cora" w:date="2024-01-02T03:04:00Z" w:initials="C">${paragraph(run(say(5, said.comments)))}</w:comment>`,
    )
    const count = 2 * section
    for (const [list, depth, number] of [
      [1, 0, `${count - 1}.`],
      [1, 1, `${count - 1}.a)`],
      [1, 0, `${count}.`],
      [2, 0, '•'],
      [2, 1, '–'],
    ] as const) {
      said.body.push(number)
      body.push(paragraph(run(say(7)), `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`))
    }
    const inner = (): string => table(2, [cell(paragraph(run(say(2)))) + cell(paragraph(run(say(2))))])
    body.push(
      table(3, [
        cell(paragraph(run(say(1)))) + cell(paragraph(run(say(1)))) + cell(paragraph(run(say(1)))),
        cell(paragraph(run(say(4))), '<w:gridSpan w:val="2"/>') +
          cell(paragraph(run(say(2))), '<w:vMerge w:val="restart"/>'),
        cell(paragraph(run(say(2)))) +
          cell(paragraph(run(say(2))) + inner() + paragraph(run(say(1)))) +
          cell('<w:p/>', '<w:vMerge/>'),
      ]),
      paragraph(
        `${run(`${say(4)} `)}<w:hyperlink w:anchor="x">${run(say(2))}</w:hyperlink>${run(' ')}${field('MERGEFIELD Name', say(2))}`,
      ),
      paragraph(run(say(6)), '<w:bidi/>'),
      paragraph(textBox(paragraph(run(say(8))))),
    )
  }
  const [header, footer] = [words(5), words(5)]
  return {
    docx: docxOf({
      body: `${body.join('')}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader"/><w:footerReference w:type="default" r:id="rIdfooter"/>${page}</w:sectPr>`,
      parts: {
        styles,
        numbering,
        footnotes: separators + notes.join(''),
        comments: comments.join(''),
        header: paragraph(run(header)),
        footer: paragraph(run(footer)),
      },
    }),
    text: [header, ...said.body, ...said.notes, ...said.comments, footer].join('\n'),
  }
}

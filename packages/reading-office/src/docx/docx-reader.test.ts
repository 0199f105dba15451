import * as fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { outline, readForTest } from '../reading-for-test.ts'
import { docxOf, paragraph, run, styled } from './docx-fixture.ts'

const read = (body: string, parts?: Readonly<Record<string, string>>) =>
  readForTest(docxOf({ body, ...(parts === undefined ? {} : { parts }) }), 'docx')

const style = (id: string, name: string, content = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${content}</w:style>`

const numbering = (levels: string, nums = '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>') =>
  `<w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum>${nums}`
const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
const item = (text: string, at = 0, numId = 1) =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${numId}"/></w:numPr>`)

const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(run(text))}</w:tc>`
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`

describe('paragraphs', () => {
  it('joins runs, tabs, breaks, hyphens, fields, links and smart tags', async () => {
    const body = paragraph(
      `${run('a')}<w:r><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/></w:r>` +
        `<w:hyperlink r:id="x">${run('link')}</w:hyperlink><w:smartTag>${run(' tag')}</w:smartTag>` +
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r>' +
        `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(' 7')}<w:r><w:fldChar w:fldCharType="end"/></w:r>` +
        `<w:fldSimple w:instr="DATE">${run(' today')}</w:fldSimple><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>` +
        '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>',
    )
    expect((await read(body)).text).toBe('a\tb\nc\u2011link tag 7 todayx=1☑')
  })

  it('joins a drop cap with the paragraph that it begins', async () => {
    const capital = paragraph(run('O'), '<w:framePr w:dropCap="drop" w:lines="3"/>')
    const body = `${capital}${styled('Heading1', 'nce')}${capital}`
    expect(outline(await read(body))).toEqual(['paragraph | Once', 'paragraph | O'])
  })

  it('takes changes as accepted, and joins what a deleted paragraph mark parted', async () => {
    const body =
      paragraph(`${run('kept ')}<w:ins>${run('new ')}</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>`) +
      `<w:moveFrom>${paragraph(run('from here'))}</w:moveFrom><w:moveTo>${paragraph(run('moved'))}</w:moveTo>` +
      paragraph(run('one '), '<w:rPr><w:del/></w:rPr>') +
      paragraph(run('paragraph'))
    expect(outline(await read(body))).toEqual([
      'paragraph | kept new ',
      'paragraph | moved',
      'paragraph | one paragraph',
    ])
  })

  it('tells headings by outline level, by style and by what the style is based on, whatever the ids are', async () => {
    const styles =
      style('berschrift1', 'heading 1') +
      style('Klausel', 'Klausel', '<w:basedOn w:val="berschrift1"/>') +
      style('Outlined', 'Mine', '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>') +
      style('Titel', 'Title') +
      style('Loop', 'Loop', '<w:basedOn w:val="Loop"/>') +
      style('Beschriftung', 'caption')
    const body =
      styled('Titel', 'Offer') +
      styled('Klausel', 'Scope') +
      styled('Outlined', 'Detail') +
      styled('Loop', 'Plain') +
      styled('Beschriftung', 'Figure 1') +
      paragraph(run('Direct'), '<w:outlineLvl w:val="8"/>') +
      paragraph(run('Not'), '<w:pStyle w:val="berschrift1"/><w:outlineLvl w:val="9"/>')
    expect(outline(await read(body, { styles }))).toEqual([
      'title | Offer',
      'heading 1 | Scope',
      'heading 3 | Detail',
      'paragraph | Plain',
      'caption | Figure 1',
      'heading 6 | Direct',
      'paragraph | Not',
    ])
  })
})

describe('lists', () => {
  it('computes the numbers that Word shows', async () => {
    const levels =
      level(0, 'decimal', '%1.') + level(1, 'lowerLetter', '(%2)') + level(2, 'upperRoman', '%1.%2.%3', '<w:isLgl/>')
    const body = [item('A'), item('a', 1), item('b', 1), item('deep', 2), item('B'), item('a again', 1)].join('')
    expect(outline(await read(body, { numbering: numbering(levels) }))).toEqual([
      'list-item 1 1. | A',
      'list-item 2 (a) | a',
      'list-item 2 (b) | b',
      'list-item 3 1.2.1 | deep',
      'list-item 1 2. | B',
      'list-item 2 (a) | a again',
    ])
  })

  it('counts from zero where no start is said, and through levels that are left out or have no number', async () => {
    const levels =
      level(0, 'ordinal', '%1').replace('<w:start w:val="1"/>', '') +
      level(1, 'lowerLetter', '%1.%2') +
      level(2, 'bullet', '\uF0B7') +
      level(3, 'upperRoman', '%1.%2.%3%4')
    const body = [item('a'), item('b'), item('c', 3), item('d', 1)].join('')
    const model = await read(body, { numbering: numbering(levels) })
    expect(outline(model)).toEqual([
      'list-item 1 0th | a',
      'list-item 1 1st | b',
      'list-item 4 1st.a.I | c',
      'list-item 2 1st.b | d',
    ])
    expect(model.text).toBe('0th a\n1st b\n1st.a.I c\n1st.b d')
  })

  it('goes on with the item above where a sign is blank', async () => {
    const levels = level(0, 'bullet', ' ') + level(1, 'bullet', '–')
    const body = [item('blank'), item('dash', 1), item('more', 1, 2), item('end')].join('')
    const nums =
      '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="1">' +
      `${level(1, 'bullet', '')}</w:lvlOverride></w:num>`
    const model = await read(body, { numbering: numbering(levels, nums) })
    expect(outline(model)).toEqual(['paragraph | blank', 'list-item 2 – | dash', 'paragraph | more', 'paragraph | end'])
    expect(model.blocks.map(({ parent }) => parent)).toEqual([undefined, undefined, 1, undefined])
  })

  it('knows the styles for lists that Word has, their levels and what goes on with an item', async () => {
    const numbered = (id: string, name: string, numId: number) =>
      style(id, name, `<w:pPr><w:numPr><w:numId w:val="${numId}"/></w:numPr></w:pPr>`)
    const styles =
      numbered('N', 'List Number', 1) +
      numbered('B', 'List Bullet 2', 2) +
      style('C', 'List Continue') +
      style('D', 'List Continue 2') +
      style('P', 'List Paragraph')
    const nums = [1, 2].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`).join('')
    const lists = `<w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1.')}</w:abstractNum><w:abstractNum w:abstractNumId="2">${level(0, 'bullet', '–')}</w:abstractNum>${nums}`
    const body =
      styled('P', 'before') +
      styled('N', 'one') +
      styled('C', 'more') +
      styled('B', 'dash') +
      styled('D', 'under') +
      styled('P', 'again') +
      styled('N', 'two')
    const model = await read(body, { styles, numbering: lists })
    expect(model.blocks.map(({ type, level: depth, parent }) => [type, depth, parent])).toEqual([
      ['paragraph', undefined, undefined],
      ['list-item', 1, undefined],
      ['paragraph', undefined, 1],
      ['list-item', 2, 1],
      ['paragraph', undefined, 3],
      ['paragraph', undefined, 1],
      ['list-item', 1, undefined],
    ])
  })

  it.each([
    ['hebrew1', 15, 'טו'],
    ['cardinalText', 21, 'Twenty-one'],
    ['ordinalText', 1, 'First'],
    ['ordinalText', 12, 'Twelfth'],
    ['ordinalText', 30, 'Thirtieth'],
    ['ordinalText', 42, 'Forty-second'],
    ['ordinalText', 100, '100'],
    ['hebrew1', 132, 'קלב'],
    ['chineseCounting', 12, '十二'],
  ])('counts in %s', async (format, start, marker) => {
    const levels = level(0, format, '%1').replace('<w:start w:val="1"/>', `<w:start w:val="${start}"/>`)
    expect(outline(await read(item('x'), { numbering: numbering(levels) }))).toEqual([`list-item 1 ${marker} | x`])
  })

  it('knows nine levels, whatever others a file defines', async () => {
    const styles = style('Deep', 'Deep', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')
    const deep = level(1e9, 'decimal', '%1)', '<w:pStyle w:val="Deep"/>')
    const nums =
      '<w:num w:numId="1"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="1000000000"><w:startOverride w:val="5"/></w:lvlOverride></w:num>'
    const body = paragraph(run('deep'), '<w:pStyle w:val="Deep"/>')
    const model = await read(body, { numbering: numbering(level(0, 'decimal', '%1.') + deep, nums), styles })
    expect(outline(model)).toEqual(['list-item 1 1. | deep'])
  })

  it('starts anew where a list says so, and knows bullets and lists that are switched off', async () => {
    const nums =
      '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>' +
      '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>'
    const levels = level(0, 'decimal', '%1)') + level(1, 'bullet', '\uF0B7')
    const body = [item('one'), item('five', 0, 2), item('six', 0, 2), item('dot', 1), item('none', 0, 0)].join('')
    expect(outline(await read(body, { numbering: numbering(levels, nums) }))).toEqual([
      'list-item 1 1) | one',
      'list-item 1 5) | five',
      'list-item 1 6) | six',
      'list-item 2 • | dot',
      'paragraph | none',
    ])
  })

  it('goes on counting behind a deeper list that starts all its levels anew', async () => {
    const anew = [0, 1].map((at) => `<w:lvlOverride w:ilvl="${at}"><w:startOverride w:val="1"/></w:lvlOverride>`)
    const nums = [1, 2].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="0"/>${anew.join('')}</w:num>`)
    const levels = level(0, 'decimal', '%1.') + level(1, 'decimal', '%2)')
    const body = [item('one'), item('two'), item('deep', 1, 2), item('three'), item('anew', 0, 2)].join('')
    expect(outline(await read(body, { numbering: numbering(levels, nums.join('')) }))).toEqual([
      'list-item 1 1. | one',
      'list-item 1 2. | two',
      'list-item 2 1) | deep',
      'list-item 1 3. | three',
      'list-item 1 1. | anew',
    ])
  })
})

it('shows what Word draws of fields of a form without a result', async () => {
  const field = (data: string): string =>
    `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
  const body =
    field('<w:name w:val="c"/><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>') +
    run(' agreed, paid by ') +
    field('<w:ddList><w:result w:val="1"/><w:listEntry w:val="card"/><w:listEntry w:val="cash"/></w:ddList>')
  const model = await read(paragraph(body))
  expect(model.text).toBe('☒ agreed, paid by cash')
  expect(model.formFields).toEqual([{ name: 'c', type: 'checkbox', value: true }])
})

describe('tables', () => {
  it('reads merged cells, header rows, nested tables and lists in cells', async () => {
    const inner = `<w:tbl>${row(cell('n1'), cell('n2'))}</w:tbl>`
    const body = `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('Head', '<w:gridSpan w:val="2"/>')}${cell('C')}</w:tr>
      ${row(cell('Down', '<w:vMerge w:val="restart"/>'), cell('b'), `<w:tc>${paragraph(run('x'))}${inner}</w:tc>`)}
      ${row(cell('', '<w:vMerge/>'), cell('d'), cell('e'))}
      <w:tr><w:trPr><w:del/></w:trPr>${cell('gone')}</w:tr></w:tbl>`
    const { tables, text } = await read(body)
    expect(tables[0]).toMatchObject({ rows: 3, columns: 3, headerRows: 1 })
    expect(
      tables[0]?.cells.map(({ row, column, rowSpan, columnSpan, text }) => [row, column, rowSpan, columnSpan, text]),
    ).toEqual([
      [0, 0, 1, 2, 'Head'],
      [0, 2, 1, 1, 'C'],
      [1, 0, 2, 1, 'Down'],
      [1, 1, 1, 1, 'b'],
      [1, 2, 1, 1, 'x\nn1\tn2'],
      [2, 1, 1, 1, 'd'],
      [2, 2, 1, 1, 'e'],
    ])
    expect(text).not.toContain('gone')
  })
})

describe('what stands beside the body', () => {
  const box = `<w:txbxContent>${paragraph(run('in the box'))}</w:txbxContent>`

  it('reads headers, footers, notes, comments and text boxes, each once', async () => {
    const body =
      paragraph(
        `${run('Body')}<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="0"/></w:r>` +
          `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box}</w:drawing></mc:Choice>` +
          `<mc:Fallback><w:pict>${box}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
      ) + '<w:sectPr><w:headerReference w:type="default" r:id="rIdheader"/></w:sectPr>'
    const model = await read(body, {
      header: paragraph(run('Top')),
      footer: paragraph(run('Bottom')),
      footnotes: `<w:footnote w:type="separator" w:id="-1">${paragraph(run('---'))}</w:footnote><w:footnote w:id="1">${paragraph(run('not referred to'))}</w:footnote><w:footnote w:id="2">${paragraph(run('note'))}</w:footnote>`,
      comments: `<w:comment w:id="0">${paragraph(run('remark'))}</w:comment>`,
    })
    expect(outline(model)).toEqual([
      'header | Top',
      'paragraph | Body',
      'text-box | in the box',
      'footnote 1 | note',
      'footnote 2 | not referred to',
      'comment | remark',
      'footer | Bottom',
    ])
  })

  it('reads content controls and form fields, images with their description, properties and language', async () => {
    const control = (properties: string, content: string) =>
      `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
    const body =
      paragraph(control('<w:alias w:val="Client"/>', run('Ada'))) +
      paragraph(control('<w:tag w:val="agreed"/><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>', run('☒'))) +
      paragraph(control('<w:tag w:val="goog_rdk_12"/>', run('Ada'))) +
      control('<w:alias w:val="Empty"/><w:showingPlcHdr/>', paragraph(run('Click here'))) +
      paragraph(
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="City"/><w:textInput/></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>' +
          run('Graz') +
          '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
      ) +
      paragraph(
        '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="Our logo"/><a:blip r:embed="rIdimage"/></wp:inline></w:drawing></w:r>',
      )
    const styles = '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="de-AT"/></w:rPr></w:rPrDefault></w:docDefaults>'
    const bytes = docxOf({ body, parts: { styles }, core: '<dc:title>Angebot</dc:title><dc:creator>Ada</dc:creator>' })
    const model = await readForTest(bytes, 'docx')
    expect(model.formFields).toEqual([
      { name: 'Client', type: 'text', value: 'Ada' },
      { name: 'agreed', type: 'checkbox', value: true },
      { name: 'Empty', type: 'text', value: null },
      { name: 'City', type: 'text', value: 'Graz' },
    ])
    expect(model.images).toEqual([{ contentType: 'image/png', altText: 'Our logo' }])
    expect(model.metadata).toEqual({ title: 'Angebot', author: 'Ada' })
    expect(model.language).toBe('de-AT')
  })
})

describe('any document', () => {
  const words = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => !/[\p{Cc}\p{Zl}\p{Zp}\p{Cn}]/u.test(text))
  const simple = fc.oneof(
    words.map((text) => paragraph(run(text))),
    words.map((text) => paragraph(`<w:ins>${run(text)}</w:ins>`)),
    words.map((text) => paragraph(`<w:sdt><w:sdtContent>${run(text)}</w:sdtContent></w:sdt>`)),
    words.map((text) => paragraph(`<w:unknown>${run(text)}</w:unknown>`, '<w:rPr><w:del/></w:rPr>')),
    words.map((text) =>
      paragraph(
        `<w:r><w:pict><v:shape><w:txbxContent>${paragraph(run(text))}</w:txbxContent></v:shape></w:pict></w:r>`,
      ),
    ),
  )
  const tables = fc
    .array(
      fc.array(
        fc.tuple(
          words,
          fc.integer({ min: 1, max: 4 }),
          fc.constantFrom('', '<w:vMerge w:val="restart"/>', '<w:vMerge/>'),
        ),
        { minLength: 1, maxLength: 4 },
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map(
      (rows) =>
        `<w:tbl>${rows.map((cells) => row(...cells.map(([text, span, merge]) => cell(text, `<w:gridSpan w:val="${span}"/>${merge}`)))).join('')}</w:tbl>`,
    )

  it('loses no accepted text and holds the invariants', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(simple, tables), { maxLength: 8 }), async (blocks) => {
        const body = blocks.join('')
        const { text } = await read(body)
        const there = [...body.matchAll(/<w:t [^>]*>([^<]*)</g)].map(([, found = '']) => found).join('')
        const bag = (of: string) => [...of.replaceAll(/\s/g, '')].sort().join('')
        const plain = there
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&amp;', '&')
        expect(bag(text)).toBe(bag(plain))
      }),
      { numRuns: 60 },
    )
  })

  it('answers hostile packages by code, in bounded time', async () => {
    const whole = (xml: string) => zipSync({ 'word/document.xml': strToU8(xml) })
    const ns = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    const deep = `<w:document ${ns}><w:body>${'<w:p>'.repeat(50_000)}`
    await expect(readForTest(whole(deep), 'docx')).rejects.toMatchObject({ code: 'payload_too_large' })
    await expect(readForTest(whole(`<!DOCTYPE a [<!ENTITY b "b">]><w:document ${ns}/>`), 'docx')).rejects.toMatchObject(
      { code: 'document_corrupt' },
    )
    await expect(readForTest(whole(`<w:document ${ns}><w:body><w:p>`), 'docx')).rejects.toMatchObject({
      code: 'document_corrupt',
    })
    await expect(readForTest(whole('<a/>'), 'docx')).rejects.toMatchObject({ code: 'document_corrupt' })
    const big = whole(`<w:document ${ns}><w:body>${' '.repeat(100_000)}</w:body></w:document>`)
    await expect(readForTest(big, 'docx', {}, { limits: { partBytes: 50_000 } })).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { limit: 50_000 },
    })
  })
})

describe('looks', () => {
  const runs = ({ runs, text }: Awaited<ReturnType<typeof read>>) =>
    runs.map(({ span, ...look }) => [text.slice(span.start, span.end), look])
  const looking = (text: string, properties: string) =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

  it('are what differs from the style of the paragraph, in words that programs cut into runs', async () => {
    const styles =
      style('Heading1', 'heading 1', '<w:rPr><w:b/></w:rPr>') +
      '<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>'
    const body =
      paragraph(looking('Own', '<w:b/>') + looking(' way', '<w:b/><w:i/>'), '<w:pStyle w:val="Heading1"/>') +
      paragraph(
        looking('bo', '<w:b/>') +
          looking('ld', '<w:b w:val="true"/>') +
          looking(' not', '<w:rStyle w:val="Strong"/><w:b w:val="0"/>') +
          looking('strong', '<w:rStyle w:val="Strong"/>') +
          looking('2', '<w:vertAlign w:val="superscript"/>') +
          looking('gone', '<w:strike/><w:u w:val="single"/>') +
          looking('x()', '<w:rFonts w:ascii="Courier New"/>'),
      )
    expect(runs(await read(body, { styles }))).toEqual([
      [' way', { italic: true }],
      ['bold', { bold: true }],
      ['strong', { bold: true }],
      ['2', { script: 'super' }],
      ['gone', { strike: true, underline: true }],
      ['x()', { code: true }],
    ])
  })

  it('take smaller text that is moved up or down for raised and lowered', async () => {
    const moved = (by: number, more = '') => `<w:position w:val="${by}"/>${more}`
    const body = paragraph(
      looking('mc', moved(0, '<w:sz w:val="19"/>')) +
        looking('2', moved(8, '<w:sz w:val="14"/>')) +
        looking(' H', moved(6)) +
        looking('0', moved(-4, '<w:sz w:val="14"/>')) +
        looking('x', moved(4, '<w:vertAlign w:val="subscript"/><w:sz w:val="14"/>')),
    )
    expect(runs(await read(body))).toEqual([
      ['2', { script: 'super' }],
      ['0x', { script: 'sub' }],
    ])
  })

  it('stay with their words behind a marker and in cells', async () => {
    const numbered = paragraph(
      `${run('a ')}${looking('b', '<w:b/>')}`,
      '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>',
    )
    const model = await read(`${numbered}<w:tbl>${row(`<w:tc>${numbered}</w:tc>`)}</w:tbl>`, {
      numbering: numbering(level(0, 'decimal', '%1.')),
    })
    expect(model.text).toBe('1. a b\n2. a b')
    expect(runs(model)).toEqual([
      ['b', { bold: true }],
      ['b', { bold: true }],
    ])
  })

  it('make code of lines that read like it, with their indentation, and of none that is only typewritten', async () => {
    const mono = (text: string) => paragraph(looking(text, '<w:rFonts w:ascii="Consolas"/>'))
    const body = mono('if (a) {') + mono('    b()') + paragraph('') + mono('}') + mono('Dear Ann') + paragraph(run('x'))
    expect(outline(await read(body))).toEqual(['code | if (a) {\n    b()\n\n}\nDear Ann', 'paragraph | x'])
    expect(outline(await read(mono('Dear Ann')))).toEqual(['paragraph | Dear Ann'])
    const styles = style('Normal', 'Normal', '<w:rPr><w:rFonts w:ascii="Courier"/></w:rPr>').replace(
      'w:type',
      'w:default="1" w:type',
    )
    expect(outline(await read(mono('if (a) {'), { styles }))).toEqual(['paragraph | if (a) {'])
  })
})

describe('notes, comments and figures', () => {
  it('tie the place in the text to the note, and the comment to what it is about', async () => {
    const model = await read(
      paragraph(`${run('Sum')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' due')}`) +
        `<w:tbl>${row(`<w:tc>${paragraph(`${run('cell')}<w:r><w:footnoteReference w:id="3"/></w:r>`)}</w:tc>`)}</w:tbl>` +
        paragraph(`${run('a ')}<w:commentRangeStart w:id="0"/>${run('b')}`) +
        paragraph(`${run('c')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>${run(' d')}`),
      {
        footnotes:
          `<w:footnote w:id="2">${paragraph(run('net'))}${paragraph(run('of tax'))}</w:footnote>` +
          `<w:footnote w:id="3">${paragraph(run('small'))}</w:footnote>`,
        comments: `<w:comment w:id="0" w:author="Ann" w:date="2026-03-01T10:00:00Z">${paragraph(run('why'))}</w:comment>`,
      },
    )
    const { blocks, notes, text } = model
    expect(notes.map(({ span, block }) => [span.start, span.end, blocks[block]?.marker])).toEqual([
      [3, 3, '1'],
      [12, 12, '2'],
    ])
    const [first, second, third] = blocks.filter(({ type }) => type === 'footnote')
    expect([first?.parent, second?.parent, third?.parent]).toEqual([0, blocks.indexOf(first as never), 1])
    const comment = blocks.find(({ type }) => type === 'comment')
    expect(comment).toMatchObject({ layer: 'annotation', author: 'Ann', date: '2026-03-01T10:00:00Z', parent: 3 })
    expect(text.slice(comment?.about?.start, comment?.about?.end)).toBe('b\nc')
  })

  it('have pictures where they stand, with their captions, and those of cells behind the table', async () => {
    const picture = (name: string) =>
      `<w:r><w:drawing><wp:inline><wp:docPr descr="${name}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="x"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
    const styles = style('Caption', 'caption')
    const model = await read(
      paragraph(picture('One')) +
        styled('Caption', 'Figure 1') +
        `<w:tbl>${row(`<w:tc>${paragraph(`${picture('Two')}${run('x')}`)}</w:tc>`)}</w:tbl>` +
        paragraph(run('between')) +
        styled('Caption', 'Figure 3') +
        paragraph(picture('Three')),
      { styles },
    )
    expect(model.images.map(({ altText }) => altText)).toEqual(['One', 'Two', 'Three'])
    expect(model.blocks.map(({ type, image, parent }) => [type, image, parent])).toEqual([
      ['figure', 0, undefined],
      ['caption', undefined, 0],
      ['table', undefined, undefined],
      ['figure', 1, 2],
      ['paragraph', undefined, undefined],
      ['caption', undefined, undefined],
      ['figure', 2, 5],
    ])
  })

  it('have quotes and definitions by their styles', async () => {
    const styles = style('Q', 'Intense Quote') + style('T', 'Definition Term') + style('D', 'Definition')
    const model = await read(styled('Q', 'so') + styled('T', 'Rent') + styled('D', 'what is paid'), { styles })
    expect(model.blocks.map(({ type, quote }) => [type, quote])).toEqual([
      ['paragraph', 1],
      ['term', undefined],
      ['definition', undefined],
    ])
  })
})

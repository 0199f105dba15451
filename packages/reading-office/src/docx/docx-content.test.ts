import { type ExtractRequest, plainReading } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import * as fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { createEmbeddedExtractor } from '@chancery/reading'
import { officeReaders } from '../office-readers.ts'
import { outline, readForTest } from '../reading-for-test.ts'
import { type DocxFixture, docxOf, namespaces, paragraph, run, styled } from './docx-fixture.ts'

const read = (body: string, fixture: Omit<DocxFixture, 'body'> = {}, request: Partial<ExtractRequest> = {}) =>
  readForTest(docxOf({ body, ...fixture }), 'docx', request)

const views = ['accept', 'reject', 'all'] as const
const by = 'w:author="Ada" w:date="2024-05-01T10:00:00Z"'
const deleted = (text: string): string =>
  `<w:del ${by}><w:r><w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`
const field = (instruction: string, result: string): string =>
  '<w:r><w:fldChar w:fldCharType="begin"/></w:r>' +
  `<w:r><w:instrText xml:space="preserve">${instruction}</w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

interface Wrapper {
  /** Views in which what is inside is not there. */
  readonly hiddenIn?: readonly (typeof views)[number][]
  readonly xml: (content: string) => string
}

/** What may stand around runs. */
const inline: Readonly<Record<string, Wrapper>> = {
  insertion: { hiddenIn: ['reject'], xml: (content) => `<w:ins ${by}>${content}</w:ins>` },
  deletion: {
    hiddenIn: ['accept'],
    xml: (content) => `<w:del ${by}>${content.replaceAll(/<(\/?)w:t\b/g, '<$1w:delText')}</w:del>`,
  },
  moveFrom: { hiddenIn: ['accept'], xml: (content) => `<w:moveFrom ${by}>${content}</w:moveFrom>` },
  moveTo: { hiddenIn: ['reject'], xml: (content) => `<w:moveTo ${by}>${content}</w:moveTo>` },
  link: { xml: (content) => `<w:hyperlink w:anchor="a">${content}</w:hyperlink>` },
  control: {
    xml: (content) => `<w:sdt><w:sdtPr><w:alias w:val="n"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`,
  },
  field: { xml: (content) => field(' REF a \\h ', content) },
  unknown: { xml: (content) => `<x:any xmlns:x="urn:x">${content}</x:any>` },
  hidden: { xml: (content) => `${content}<w:r><w:rPr><w:vanish/></w:rPr><w:t/></w:r>` },
  textBox: {
    xml: (content) =>
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${paragraph(content)}</w:txbxContent></wps:txbx></w:drawing></mc:Choice>` +
      `<mc:Fallback><w:pict><v:textbox><w:txbxContent>${paragraph(content)}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
  },
}

/** What may stand around paragraphs. */
const blocks: Readonly<Record<string, Wrapper>> = {
  paragraph: { xml: (content) => paragraph(content) },
  item: { xml: (content) => paragraph(content, '<w:numPr><w:numId w:val="1"/></w:numPr>') },
  joined: { xml: (content) => paragraph(content, `<w:rPr><w:del ${by}/></w:rPr>`) },
  control: { xml: (content) => `<w:sdt><w:sdtContent>${paragraph(content)}</w:sdtContent></w:sdt>` },
  table: { xml: (content) => `<w:tbl><w:tr><w:tc>${paragraph(content)}</w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>` },
  newRow: {
    hiddenIn: ['reject'],
    xml: (content) => `<w:tbl><w:tr><w:trPr><w:ins ${by}/></w:trPr><w:tc>${paragraph(content)}</w:tc></w:tr></w:tbl>`,
  },
  oldCell: {
    hiddenIn: ['accept'],
    xml: (content) =>
      `<w:tbl><w:tr><w:tc><w:tcPr><w:cellDel ${by}/></w:tcPr>${paragraph(content)}</w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>`,
  },
  moved: { hiddenIn: ['accept'], xml: (content) => `<w:moveFrom ${by}>${paragraph(content)}</w:moveFrom>` },
}

describe('tracked changes', () => {
  it('shows each view, and lists what was changed in all of them', async () => {
    const body =
      paragraph(
        `${run('The ')}<w:ins ${by}>${run('new ')}${run('big ')}</w:ins>${deleted('old ')}${run('house')}` +
          `<w:r><w:rPr><w:b/><w:rPrChange ${by}><w:rPr/></w:rPrChange></w:rPr><w:t> stands</w:t></w:r>`,
      ) + paragraph(`<w:moveFrom ${by}>${run('moved')}</w:moveFrom>${run('!')}`)
    const texts = await Promise.all(views.map((revisions) => read(body, {}, { revisions })))
    expect(texts.map(({ text }) => text)).toEqual([
      'The new big house stands\n!',
      'The old house stands\nmoved!',
      'The new big old house stands\nmoved!',
    ])
    const [accepted, rejected, all] = texts
    const ada = { author: 'Ada', date: '2024-05-01T10:00:00Z' }
    expect(accepted?.revisions).toEqual([
      { type: 'deletion', ...ada, text: 'old ' },
      { type: 'insertion', ...ada, text: 'new big ', span: { start: 4, end: 12 } },
      { type: 'format', ...ada, text: ' stands', span: { start: 17, end: 24 } },
      { type: 'move-from', ...ada, text: 'moved' },
    ])
    expect(rejected?.revisions.map(({ type, text, span }) => [type, text, span?.start])).toEqual([
      ['insertion', 'new big ', undefined],
      ['deletion', 'old ', 4],
      ['format', ' stands', 13],
      ['move-from', 'moved', 21],
    ])
    expect(all?.revisions.every(({ span }) => span !== undefined)).toBe(true)
  })

  it('joins paragraphs whose mark is not there, and leaves out rows that are not', async () => {
    const row = (text: string, change: string): string =>
      `<w:tr><w:trPr>${change}</w:trPr><w:tc>${paragraph(run(text))}</w:tc></w:tr>`
    const body =
      paragraph(run('one '), `<w:rPr><w:del ${by}/></w:rPr>`) +
      paragraph(run('two '), `<w:rPr><w:ins ${by}/></w:rPr>`) +
      paragraph(run('three')) +
      `<w:tbl>${row('stays', '')}${row('comes', `<w:ins ${by}/>`)}${row('goes', `<w:del ${by}/>`)}</w:tbl>`
    const texts = await Promise.all(views.map((revisions) => read(body, {}, { revisions })))
    expect(texts.map(({ text }) => text)).toEqual([
      'one two \nthree\nstays\ncomes',
      'one \ntwo three\nstays\ngoes',
      'one \ntwo \nthree\nstays\ncomes\ngoes',
    ])
    expect(texts[0]?.revisions.map(({ type, text }) => [type, text])).toEqual([
      ['deletion', '\n'],
      ['insertion', '\n'],
      ['deletion', 'goes'],
      ['insertion', 'comes'],
    ])
  })
})

describe('fields and links', () => {
  it('reads results and never instructions, and knows where they lead', async () => {
    const body =
      paragraph(
        field(' HYPERLINK "https://a.example/x" \\l "part" \\o "Tip" ', run('site')) +
          run(' ') +
          `<w:hyperlink r:id="rIdlink"><w:r><w:t>link</w:t></w:r></w:hyperlink>` +
          `<w:hyperlink r:id="rIdevil"><w:r><w:t> evil </w:t></w:r></w:hyperlink>` +
          `<w:hyperlink w:anchor="here">${run('see ')}${field(' PAGEREF here \\h ', run('7'))}</w:hyperlink>`,
      ) +
      paragraph(
        field(` IF ${field(' MERGEFIELD x ', run('hidden argument'))} = "1" "yes" `, run('yes')) +
          `<w:fldSimple w:instr=" REF here \\h ">${run(' there')}</w:fldSimple>`,
      ) +
      paragraph(`<w:bookmarkStart w:id="1" w:name="here"/>${run('target')}`)
    const { text, links } = await read(body, {
      related: [
        ['rIdlink', 'hyperlink', 'https://b.example/?q=1&r=2'],
        ['rIdevil', 'hyperlink', ' java\tscript:alert(1)'],
      ],
    })
    expect(text).toBe('site link evil see 7\nyes there\ntarget')
    expect(links.map(({ span, ...to }) => [text.slice(span.start, span.end), to])).toEqual([
      ['site', { url: 'https://a.example/x#part' }],
      ['link', { url: 'https://b.example/?q=1&r=2' }],
      ['see 7', { anchor: 'here' }],
      [' there', { anchor: 'here' }],
    ])
  })

  it('follows fields over paragraphs, and is not led astray by broken ones', async () => {
    const begin = '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText> TOC </w:instrText></w:r>'
    const toc =
      paragraph(
        `${begin}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${field('HYPERLINK \\l "a"', run('Scope 1'))}`,
      ) + paragraph(`${field('HYPERLINK \\l "b"', run('Term 2'))}<w:r><w:fldChar w:fldCharType="end"/></w:r>`)
    const { text, links } = await read(
      `${toc}${paragraph(`${begin}${run('never separated')}`)}${paragraph(field('PAGE', run('5')))}`,
    )
    expect(text).toBe('Scope 1\nTerm 2\nnever separated\n5')
    expect(links.map(({ anchor }) => anchor)).toEqual(['a', 'b'])
  })
})

describe('formulas', () => {
  const r = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`
  const e = (content: string): string => `<m:e>${content}</m:e>`
  it.each([
    [`<m:f><m:num>${r('a+b')}</m:num><m:den>${r('c')}</m:den></m:f>`, '(a+b)/(c)'],
    [`<m:sSup>${e(r('x'))}<m:sup>${r('2')}</m:sup></m:sSup>`, 'x^2'],
    [`<m:sSubSup>${e(r('x'))}<m:sub>${r('i')}</m:sub><m:sup>${r('n+1')}</m:sup></m:sSubSup>`, 'x_i^(n+1)'],
    [`<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(r('x'))}</m:rad>`, '√(x)'],
    [`<m:rad><m:deg>${r('3')}</m:deg>${e(r('x'))}</m:rad>`, '√[3](x)'],
    [
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>${e(r('i'))}</m:nary>`,
      '∑_(i=1)^n i',
    ],
    [`<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e(r('a'))}${e(r('b'))}</m:d>`, '[a|b]'],
    [`<m:m><m:mr>${e(r('a'))}${e(r('b'))}</m:mr><m:mr>${e(r('c'))}${e(r('d'))}</m:mr></m:m>`, '[a, b; c, d]'],
    [`<m:func><m:fName>${r('sin')}</m:fName>${e(r('x'))}</m:func>`, 'sin x'],
    [`<m:acc><m:accPr><m:chr m:val="\u0303"/></m:accPr>${e(r('n'))}</m:acc>`, 'n\u0303'],
  ])('reads %s', async (xml, text) => {
    const model = await read(
      paragraph(`${run('so ')}<m:oMath>${xml}</m:oMath>`) +
        paragraph(`<m:oMathPara><m:oMath>${xml}</m:oMath></m:oMathPara>`),
    )
    expect(outline(model)).toEqual([`paragraph | so ${text}`, `formula | ${text}`])
    expect(model.formulas.map(({ span }) => model.text.slice(span.start, span.end))).toEqual([text, text])
  })

  it('says them in LaTeX, too, and leaves out what a change takes out of them', async () => {
    const deleted = `<w:del w:author="A">${r('z')}</w:del>`
    const { formulas, text, revisions } = await read(
      paragraph(`<w:r><w:br w:type="page"/></w:r><m:oMath>${r('a≤')}${deleted}${r('b')}</m:oMath>`) +
        `<w:tbl><w:tr><w:tc>${paragraph(`${run('cell ')}<m:oMath><m:f><m:num>${r('1')}</m:num><m:den>${r('2')}</m:den></m:f></m:oMath>`)}</w:tc></w:tr></w:tbl>`,
    )
    expect(formulas.map(({ latex, span }) => [latex, text.slice(span.start, span.end)])).toEqual([
      ['a\\leq b', 'a≤b'],
      ['\\frac{1}{2}', '(1)/(2)'],
    ])
    expect(revisions).toMatchObject([{ type: 'deletion', text: 'z' }])
  })
})

describe('what is drawn', () => {
  it('reads charts, diagrams, pictures with their sizes, shapes and word art', async () => {
    const drawing = (content: string): string =>
      `<w:r><w:drawing><wp:inline><wp:extent cx="952500" cy="476250"/><wp:docPr id="1" name="n" descr="What it shows"/>${content}</wp:inline></w:drawing></w:r>`
    const point = (name: string, values: readonly string[]): string =>
      `<c:${name}>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:${name}>`
    const node = (id: string, text: string, type = 'node'): string =>
      `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`
    const model = await read(
      paragraph(
        `${run('Before')}${drawing('<c:chart r:id="rIdc"/>')}${drawing('<dgm:relIds r:dm="rIdd"/>')}${drawing('<pic:pic><a:blip r:embed="rIdimage"/></pic:pic>')}`,
      ) +
        paragraph(
          '<w:r><w:pict><v:shape style="width:72pt;height:36pt" alt="Old"><v:imagedata r:id="rIdimage"/><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>',
        ),
      {
        related: [
          ['rIdc', 'chart', 'charts/c.xml'],
          ['rIdd', 'diagramData', 'diagrams/d.xml'],
        ],
        files: {
          'word/charts/c.xml': `<c:chartSpace ${namespaces}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:ser>${point('tx', ['EUR'])}${point('cat', ['Q1', 'Q2'])}${point('val', ['1', '2'])}<c:dLbl><a:p><a:r><a:t>peak</a:t></a:r></a:p></c:dLbl></c:ser></c:chart></c:chartSpace>`,
          'word/diagrams/d.xml': `<dgm:dataModel ${namespaces}><dgm:ptLst><dgm:pt modelId="0" type="doc"/>${node('1', 'Plan')}${node('2', 'Build')}</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="2" srcOrd="1"/><dgm:cxn srcId="0" destId="1" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>`,
        },
      },
    )
    expect(outline(model)).toEqual([
      'paragraph | Before',
      'caption | Sales',
      'table | \tEUR\nQ1\t1\nQ2\t2',
      'text-box | peak',
      'list-item 1 • | Plan',
      'list-item 1 • | Build',
      'figure | ',
      'figure | ',
      'text-box | DRAFT',
    ])
    expect(model.images).toEqual([
      { contentType: 'image/png', altText: 'What it shows', width: 100, height: 50 },
      { contentType: 'image/png', altText: 'Old', width: 96, height: 48 },
    ])
  })

  it('reads alternative chunks of HTML and text in place, and attaches other documents', async () => {
    const model = await read(
      `${paragraph(run('a'))}<w:altChunk r:id="rIdh"/><w:altChunk r:id="rIdt"/><w:altChunk r:id="rIdr"/><w:altChunk r:id="rIdm"/><w:altChunk r:id="rIdb"/>${paragraph(run('z'))}`,
      {
        related: [
          ['rIdh', 'aFChunk', 'chunk.html'],
          ['rIdt', 'aFChunk', 'chunk.txt'],
          ['rIdr', 'aFChunk', 'chunk.rtf'],
          ['rIdm', 'aFChunk', 'chunk.mht'],
          ['rIdb', 'aFChunk', 'broken.mht'],
          ['rIdo', 'package', 'embeddings/Sheet1.xlsx'],
        ],
        files: {
          'word/chunk.html': '<h1>From HTML</h1><p>text</p>',
          'word/chunk.txt': 'line 1\r\nline 2',
          'word/chunk.rtf': '{\\rtf1 x}',
          'word/broken.mht': 'no archive',
          'word/chunk.mht':
            'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\n' +
            'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n' +
            '<p>from an archive =C3=A4</p>\r\n--b--\r\n',
          'word/embeddings/Sheet1.xlsx': 'PK',
        },
      },
    )
    expect(outline(model)).toEqual([
      'paragraph | a',
      'heading 1 | From HTML',
      'paragraph | text',
      'paragraph | line 1',
      'paragraph | line 2',
      'paragraph | from an archive ä',
      'paragraph | z',
    ])
    expect(model.attachments.map(({ filename, size }) => [filename, size])).toEqual([
      ['Sheet1.xlsx', 2],
      ['chunk.rtf', 9],
      ['broken.mht', 10],
    ])
  })
})

describe('pages', () => {
  it('begin where an author or Word broke them, and hold the blocks that start on them', async () => {
    const hint = '<w:r><w:lastRenderedPageBreak/></w:r>'
    const section = (type: string): string => `<w:sectPr><w:type w:val="${type}"/></w:sectPr>`
    const body =
      paragraph(`${run('one ')}${hint}${run('goes on')}`) +
      paragraph(`${run('two')}<w:r><w:br w:type="page"/></w:r>`) +
      paragraph(`${hint}<w:bookmarkStart w:id="1" w:name="three"/>${run('three')}`, section('nextPage')) +
      paragraph(run('three too'), section('continuous')) +
      paragraph(run('four'), '<w:pageBreakBefore/>') +
      paragraph(`<w:hyperlink w:anchor="three">${run('back')}</w:hyperlink>`) +
      section('nextPage')
    const model = await read(body, {
      parts: { footnotes: `<w:footnote w:id="1">${paragraph(run('note'))}</w:footnote>` },
    })
    expect(model.blocks.map(({ span }) => [model.text.slice(span.start, span.end), span.page])).toEqual([
      ['one goes on', 1],
      ['two', 2],
      ['three', 3],
      ['three too', 3],
      ['four', 4],
      ['back', 4],
      ['1 note', undefined],
    ])
    expect(model.pages.map(({ number, approximate }) => [number, approximate])).toEqual(
      [1, 2, 3, 4].map((number) => [number, true]),
    )
    expect(model.links).toMatchObject([{ anchor: 'three', page: 3 }])
  })
})

describe('what a paragraph is', () => {
  it('joins lines of code, ties captions to tables, and takes hidden text apart', async () => {
    const name = (id: string, of: string): string =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${of}"/></w:style>`
    const styles = name('T', 'Title') + name('C', 'caption') + name('S', 'Source Code') + name('H', 'heading 1')
    const vanish = '<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>'
    const cell = `<w:tc>${paragraph(run('cell') + vanish)}</w:tc>`
    const model = await read(
      styled('T', 'Report') +
        styled('H', 'First') +
        styled('S', 'let a') +
        styled('S', '  = 1') +
        `<w:tbl><w:tr>${cell}</w:tr></w:tbl>` +
        styled('C', 'Table 1') +
        paragraph(run('shown ') + vanish),
      { parts: { styles } },
    )
    expect(outline(model)).toEqual([
      'title | Report',
      'heading 1 | First',
      'code | let a\n  = 1',
      'table | cell',
      'paragraph | secret',
      'caption | Table 1',
      'paragraph | shown ',
      'paragraph | secret',
    ])
    expect(model.blocks.map(({ layer }) => layer).filter((layer) => layer === 'hidden')).toHaveLength(2)
    expect(model.blocks[0]?.style).toBe('Title')
    expect(model.outline.map(({ title, start }) => [title, start])).toEqual([
      ['Report', 0],
      ['First', 7],
    ])
  })

  it('reads fields that are drawn from their instructions, where they have no result', async () => {
    const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
    const field = (instruction: string, result = ''): string =>
      `${mark('begin')}<w:r><w:instrText xml:space="preserve">${instruction}</w:instrText></w:r>${result}${mark('end')}`
    const shown = `${mark('separate')}${run('result')}`
    const body = paragraph(
      `${field(' MACROBUTTON None [Click] ')}${run(' ')}${field('EQ \\f(1,2)')}${run(' ')}${field('SYMBOL 252 \\f Wingdings', shown)}${field('PAGE')}`,
    )
    expect((await readForTest(docxOf({ body }), 'docx')).text).toBe('[Click] (1)/(2) result')
  })

  it('maps symbol fonts, ruby and new signs to text', async () => {
    const { text } = await read(
      paragraph(
        '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Symbol" w:char="F061"/></w:r>' +
          '<w:r><w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr><w:t>\uF0B3a</w:t></w:r>' +
          '<w:r><w:rPr><w:rFonts w:ascii="Wingdings"/></w:rPr><w:t xml:space="preserve"> þ o</w:t></w:r>' +
          `<w:r><w:ruby><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>` +
          '<w:r><mc:AlternateContent><mc:Choice Requires="w16se"><w16se:symEx w16se:font="Segoe UI Emoji" w16se:char="1F60A"/></mc:Choice><mc:Fallback><w:t>!</w:t></mc:Fallback></mc:AlternateContent></w:r>',
      ),
    )
    expect(text).toBe('✓α≥α ☑ ☐東京(とうきょう)😊')
  })
})

describe('notes', () => {
  it('belong to the block that refers to them, and are numbered as Word does', async () => {
    const note = (kind: string, id: number, text: string): string =>
      `<w:${kind} w:id="${id}">${paragraph(run(text))}</w:${kind}>`
    const reference = (kind: string, id: number, more = ''): string =>
      `<w:r><w:${kind}Reference w:id="${id}"${more}/></w:r>`
    const model = await read(
      paragraph(run('first')) +
        paragraph(
          `${run('second')}${reference('endnote', 1)}${reference('footnote', 1, ' w:customMarkFollows="1"')}${reference('footnote', 2)}`,
        ) +
        `<w:tbl><w:tr><w:tc>${paragraph(`${run('cell')}${reference('comment', 0)}`)}</w:tc></w:tr></w:tbl>`,
      {
        parts: {
          footnotes: note('footnote', 1, '* custom') + note('footnote', 2, 'foot'),
          endnotes: note('endnote', 1, 'end'),
          comments: note('comment', 0, 'remark'),
        },
      },
    )
    expect(model.blocks.slice(3).map(({ type, marker, parent, layer }) => [type, marker, parent, layer])).toEqual([
      ['footnote', undefined, 1, 'note'],
      ['footnote', '1', 1, 'note'],
      ['footnote', 'i', 1, 'note'],
      ['comment', undefined, 2, 'annotation'],
    ])
  })
})

it('reads Strict documents, whatever their prefixes, and custom properties', async () => {
  const strict = 'http://purl.oclc.org/ooxml/wordprocessingml/main'
  const relation = (type: string, target: string): string =>
    `<Relationship Id="${target}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}" Target="${target}"/>`
  const bytes = zipSync({
    '_rels/.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('officeDocument', 'doc/main.xml')}${relation('customProperties', 'custom.xml')}</Relationships>`,
    ),
    'doc/main.xml': strToU8(
      `<z:document xmlns:z="${strict}"><z:body><z:p><z:r><z:t>Strict</z:t></z:r></z:p></z:body></z:document>`,
    ),
    'custom.xml': strToU8(
      '<Properties xmlns="http://purl.oclc.org/ooxml/officeDocument/customProperties" xmlns:vt="v"><property name="Matter"><vt:lpwstr>17/2024</vt:lpwstr></property></Properties>',
    ),
  })
  const model = await readForTest(bytes, 'docx', { words: true })
  expect(model.text).toBe('Strict')
  expect(model.words).toHaveLength(1)
  expect(model.metadata).toEqual({ Matter: '17/2024' })
})

it.each([
  ['paragraphs', paragraph(run('a b'))],
  ['deleted paragraphs', paragraph(run('a'), `<w:rPr><w:del ${by}/></w:rPr>`)],
  ['tables', `<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>${paragraph(run('c'))}</w:tc></w:tr></w:tbl>`],
])('takes time linear in the number of %s', async (_, piece) => {
  const extractor = createEmbeddedExtractor({ readers: officeReaders })
  const { signal } = new AbortController()
  await expectLinearTime(
    600,
    (count) => vettedForTest(docxOf({ body: piece.repeat(count) }), 'docx'),
    (document) => extractor.extract(document, plainReading, { signal }),
  )
})

describe('zero loss', () => {
  interface Piece {
    readonly kind: string
    readonly inside: readonly Piece[]
  }
  const kind = fc.constantFrom(...Object.keys(inline))
  const leaf = kind.map((each): Piece => ({ kind: each, inside: [] }))
  const branch = fc.record({ kind, inside: fc.array(leaf, { maxLength: 2 }) })
  const pieces = fc.record({ kind, inside: fc.array(branch, { maxLength: 2 }) })
  const body = fc.array(
    fc.record({ kind: fc.constantFrom(...Object.keys(blocks)), inside: fc.array(pieces, { maxLength: 3 }) }),
    { maxLength: 5 },
  )

  it('says each text that is there in the wanted view once, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom(...views), async (generated, view) => {
        const there = new Map<string, boolean>()
        const write = ({ kind, inside }: Piece, isBlock: boolean, shown: boolean): string => {
          const { hiddenIn = [], xml } = (isBlock ? blocks : inline)[kind] ?? { xml: String }
          const isShown = shown && !hiddenIn.includes(view)
          const token = `<${there.size}>`
          there.set(token, isShown)
          return xml(`${run(token)}${inside.map((each) => write(each, false, isShown)).join('')}`)
        }
        const { text } = await read(generated.map((each) => write(each, true, true)).join(''), {}, { revisions: view })
        const said = text.match(/<\d+>/g) ?? []
        expect(said.toSorted()).toEqual([...there].flatMap(([token, isShown]) => (isShown ? [token] : [])).sort())
      }),
      { numRuns: 25 },
    )
  })

  it('finds pictures on the page on which their paragraph begins', async () => {
    const picture =
      '<w:r><w:drawing><wp:inline><pic:pic><a:blip r:embed="rIdimage"/></pic:pic></wp:inline></w:drawing></w:r>'
    const model = await read(
      paragraph(run('one') + picture) + paragraph(`<w:pPr><w:pageBreakBefore/></w:pPr>${run('two')}${picture}`),
    )
    expect(model.images.map(({ page }) => page)).toEqual([1, 2])
  })
})

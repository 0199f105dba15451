import { ChanceryError, type FillRequest, type IncomingBytes, type JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { scanXml } from '../xml/scan-xml.ts'
import { createDocumentGuard } from '../../../guard/src/index.ts'
import { docx, type DocxParts, p, run, table, textBox, textOf } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'
import { writePng } from '@chancery/formats/raster'
import { readPictureHeader } from './picture-header.ts'

const templates = createWordTemplates({ guard: createDocumentGuard() })
const { signal } = new AbortController()

const request = (data: object, more: Partial<FillRequest> = {}): FillRequest => ({
  data: data as JsonObject,
  missing: 'error',
  locale: 'en-GB',
  timeZone: 'UTC',
  currency: 'EUR',
  now: 0,
  ...more,
})

async function fill(parts: DocxParts | string, data: object, more: Partial<FillRequest> = {}) {
  const {
    content: { bytes },
    findings,
  } = await templates.fill(vettedForTest(docx(parts), 'docx'), request(data, more), { signal })
  const zip = new PizZip(bytes)
  const xml = (name = 'word/document.xml'): string => zip.file(name)?.asText() ?? ''
  // Whatever is put in: every part stays well-formed, and no cell or box loses its last paragraph.
  for (const name of Object.keys(zip.files).filter((each) => /\.(?:xml|rels)$/.test(each))) {
    expect(scanXml(xml(name), { open() {}, close() {} }), name).toBeUndefined()
  }
  for (const end of ['tc', 'txbxContent', 'hdr', 'ftr']) {
    expect(xml()).not.toMatch(new RegExp(`(?:<w:${end}(?: [^>]*)?>|</w:tcPr>|</w:tbl>)</w:${end}>`))
  }
  const ids = [...xml().matchAll(/<wp:docPr id="(\d+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  return { bytes, findings, zip, xml, text: textOf(bytes) }
}

const violations = async (parts: DocxParts | string, data: object, more: Partial<FillRequest> = {}) => {
  const error: unknown = await fill(parts, data, more).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!ChanceryError.is(error)) throw error
  return { code: error.code, violations: error.violations }
}

const png = (width = 4, height = 2): Uint8Array => writePng(width, height, new Uint8Array(width * height * 4).fill(200))
const dataUri = (bytes: Uint8Array, type = 'image/png'): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const logo = dataUri(png())
const emu = (mm: number): number => mm * 36_000
const extents = (xml: string): readonly (readonly number[])[] =>
  [...xml.matchAll(/<wp:extent cx="(\d+)" cy="(\d+)"/g)].map(([, cx, cy]) => [Number(cx), Number(cy)])

/** JPEG's frame header alone, at some density. */
const jpeg = (width: number, height: number, dpi: number): Uint8Array =>
  Uint8Array.from(
    [
      [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 1, dpi >> 8, dpi & 255, dpi >> 8, dpi & 255],
      [0, 0, 0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0],
      [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xff, 0xd9],
    ].flat(),
  )
const gif = Uint8Array.from([...'GIF89a'].map((each) => each.charCodeAt(0)).concat([96, 0, 48, 0, 0, 0, 0, 0x3b]))

describe('images', () => {
  it('stand in every part with relations of that part, and share one part of the package', async () => {
    const { zip, xml, text } = await fill(
      {
        body: p('a {%logo} b') + table(['{%logo}']) + textBox(p('{%logo}')) + p('{#l}{%logo}{/l}'),
        header: p('{%logo}'),
        footnotes: `<w:footnote w:id="1">${p('{%logo}')}</w:footnote>`,
      },
      { logo, l: [1, 2] },
    )
    expect(text).toMatch(/^a {2}b/)
    expect(xml().split('<pic:pic>')).toHaveLength(7)
    expect(Object.keys(zip.files).filter((name) => name.startsWith('word/media/'))).toEqual(['word/media/image1.png'])
    expect(zip.file('word/media/image1.png')?.asUint8Array()).toEqual(Uint8Array.from(png()))
    for (const part of ['document', 'header1', 'footnotes']) {
      const [, id] = /r:embed="(\w+)"/.exec(xml(`word/${part}.xml`)) ?? []
      expect(xml(`word/_rels/${part}.xml.rels`)).toMatch(
        new RegExp(`Id="${id ?? '-'}" Type="[^"]*/image" Target="/word/media/image1.png"`),
      )
    }
    expect(xml('[Content_Types].xml').split('Extension="png"')).toHaveLength(2)
  })

  it('are as large as asked, or as they are, never wider than the line', async () => {
    const section =
      '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:left="1440" w:right="1440" w:top="1440" w:bottom="1440"/>'
    const body =
      '{%a}{%b}{%c}{%d}{%e}{%f}{%g}'.replaceAll(/\{[^}]*\}/g, (tag) => p(tag)) +
      `<w:p><w:pPr><w:sectPr>${section}</w:sectPr></w:pPr></w:p>`
    const { xml } = await fill(body, {
      a: { source: logo, width: '40mm' },
      b: { source: logo, height: '1in' },
      c: { source: logo, width: '10mm', height: '10mm' },
      d: { source: logo, width: '10mm', height: '10mm', fit: 'fill' },
      e: { source: logo, width: '10mm', height: '10mm', fit: 'cover' },
      f: dataUri(jpeg(300, 150, 300), 'image/jpeg'),
      g: { source: dataUri(png(4000, 20)), alt: 'A "wide" <one>' },
    })
    expect(extents(xml()).slice(0, 6)).toEqual([
      [emu(40), emu(20)],
      [914_400 * 2, 914_400],
      [emu(10), emu(5)],
      [emu(10), emu(10)],
      [emu(10), emu(10)],
      [914_400, 457_200],
    ])
    expect(extents(xml())[6]?.[0]).toBe(9026 * 635)
    expect(xml()).toContain('<a:srcRect l="25000" t="0" r="25000" b="0"/>')
    expect(xml()).toContain('descr="A &quot;wide&quot; &lt;one&gt;"')
  })

  it('measure a share of the line by the cell that they stand in', async () => {
    const cell = `<w:tbl><w:tblGrid><w:gridCol w:w="2216"/><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="2216" w:type="dxa"/></w:tcPr>${p('{%a}')}</w:tc><w:tc>${p('{%a}')}</w:tc></w:tr></w:tbl>`
    const { xml } = await fill(cell, { a: { source: logo, width: '50%' } })
    expect(extents(xml()).map(([width]) => width)).toEqual([1000 * 635, 1892 * 635])
  })

  it('are opened where the data refers to them, once', async () => {
    const asked: unknown[] = []
    const open = async (source: unknown): Promise<IncomingBytes> => {
      asked.push(source)
      return { bytes: gif }
    }
    const { xml, zip } = await fill(
      p('{%a}{%b}{%a}{c | image:"10mm"}'),
      { a: 'logos/a.gif', b: 'https://example.org/b', c: 'logos/a.gif' },
      { open },
    )
    expect(asked).toEqual([{ path: 'logos/a.gif' }, { url: 'https://example.org/b' }])
    expect(extents(xml())).toEqual([
      [914_400, 457_200],
      [914_400, 457_200],
      [914_400, 457_200],
      [emu(10), emu(5)],
    ])
    expect(zip.file('word/media/image1.gif')).not.toBeNull()
  })

  it('come as the service names files everywhere', async () => {
    const asked: unknown[] = []
    const open = async (source: unknown): Promise<IncomingBytes> => {
      asked.push(source)
      return { bytes: gif }
    }
    const content = Buffer.from(png()).toString('base64')
    const data = {
      a: { content },
      b: { source: { path: 'x.gif', provider: 'gcs' }, width: '5mm' },
      c: { url: 'https://x.example/y' },
    }
    const { xml } = await fill(p('{%a}{%b}{%c}{%b}'), data, { open })
    expect(asked).toEqual([{ path: 'x.gif', provider: 'gcs' }, { url: 'https://x.example/y' }])
    expect(extents(xml())[1]).toEqual([emu(5), emu(2.5)])
  })

  it('point to the data where they cannot be opened', async () => {
    const open = (): Promise<IncomingBytes> => Promise.reject(new ChanceryError('document_not_found', 'Not there.'))
    expect(await violations(p('{#l}{%a}{/l}'), { l: [{ a: 'x.png' }] }, { open })).toEqual({
      code: 'document_not_found',
      violations: [{ pointer: '/data/l/0/a', code: 'document_not_found', message: 'Not there.' }],
    })
    expect(await violations(p('{%a}'), { a: 'x.png' })).toMatchObject({
      code: 'data_incomplete',
      violations: [{ pointer: '/data/a', location: { part: 'Body', paragraph: 1, tag: '{%a}' } }],
    })
  })

  it('of svg have a frame of their shape for programs that cannot show them', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="#f00"/></svg>'
    const { xml, zip } = await fill(p('{%a}'), {
      a: { source: dataUri(Buffer.from(svg), 'image/svg+xml'), width: '20mm' },
    })
    expect(extents(xml())).toEqual([[emu(20), emu(10)]])
    expect(xml()).toMatch(/<a:blip r:embed="\w+"><a:extLst><a:ext uri="\{96DAC541[^"]*"><asvg:svgBlip /)
    expect(zip.file(/media\//).map(({ name }) => name)).toEqual(['word/media/image1.png', 'word/media/image2.svg'])
    expect(readPictureHeader(zip.file('word/media/image1.png')?.asUint8Array() ?? png())).toMatchObject({
      kind: 'png',
      width: 96 * 9525,
      height: 48 * 9525,
    })
    expect(xml('[Content_Types].xml')).toContain('Extension="svg" ContentType="image/svg+xml"')
  })

  it.each([
    ['cut off', dataUri(png().subarray(0, 40))],
    ['no image', dataUri(Buffer.from('hello world, this is text'))],
    ['50,000 pixels wide', dataUri(jpeg(50_000, 10, 72), 'image/jpeg')],
    ['webp', dataUri(Buffer.from('RIFF0000WEBPVP8 0000'), 'image/webp')],
    ['not well-formed', dataUri(Buffer.from('<svg viewBox="0 0 9 9"><g></svg>'), 'image/svg+xml')],
    ['a broken data URI', 'data:image/png;base64,@@@'],
  ])('that are %s are refused with their place in the data', async (_, a) => {
    expect(await violations(p('x') + p('{%a}{%a}'), { a })).toMatchObject({
      code: 'data_incomplete',
      violations: [
        { pointer: '/data/a', code: 'invalid_value', location: { paragraph: 2 } },
        { pointer: '/data/a', code: 'invalid_value' },
      ],
    })
  })
})

describe('formatted text', () => {
  it('stands in the line where it has no blocks, in the format of its run', async () => {
    const body = `<w:p>${run('a {~x} b', '<w:rPr><w:color w:val="FF0000"/></w:rPr>')}</w:p>`
    const { xml } = await fill(body, { x: 'n <b>bold</b> &amp; <i>it<sub>s</sub></i>' })
    expect(xml()).toContain(
      '<w:r><w:rPr><w:b/><w:bCs/><w:color w:val="FF0000"/></w:rPr><w:t xml:space="preserve">bold</w:t></w:r>',
    )
    expect(xml()).toContain('<w:rPr><w:i/><w:iCs/><w:color w:val="FF0000"/><w:vertAlign w:val="subscript"/></w:rPr>')
    expect(xml().split('<w:p>')).toHaveLength(2)
  })

  it('parts its paragraph where it has blocks, and leaves no empty one', async () => {
    const list = '<p>one</p><p>two</p>'
    expect((await fill(p('before {~x} after'), { x: list })).text).toBe('before \none\ntwo\n after')
    expect((await fill(p('{~x}') + p('end'), { x: list })).text).toBe('one\ntwo\nend')
    expect((await fill(p(['{~x', '}', ' ', '{~x}']), { x: list })).text).toBe('one\ntwo\none\ntwo')
    const linked = `<w:p><w:hyperlink w:anchor="a">${run('link {~x} rest')}</w:hyperlink>${run(' tail')}</w:p>`
    expect((await fill(linked, { x: list })).text).toBe('link \none\ntwo\n rest tail')
    const control = `<w:p>${run('x ')}<w:sdt><w:sdtPr/><w:sdtContent>${run('in {~x} side')}</w:sdtContent></w:sdt>${run('y')}</w:p>`
    expect((await fill(control, { x: list })).text).toBe('x in  side\none\ntwo\ny')
  })

  it('keeps the end of a section of pages, and the marks of a range', async () => {
    const { xml, text } = await fill(
      `<w:p><w:pPr><w:jc w:val="right"/><w:sectPr><w:pgSz w:w="9000" w:h="9000"/></w:sectPr></w:pPr><w:bookmarkStart w:id="1" w:name="b"/>${run('{~x}')}<w:bookmarkEnd w:id="1"/></w:p>${p('end')}`,
      { x: '<p>one</p>' },
    )
    expect(text).toBe('one\n\nend')
    expect(xml().split('<w:sectPr>')).toHaveLength(3)
    expect(xml()).toContain('<w:bookmarkStart w:id="1" w:name="b"/><w:p><w:pPr><w:jc w:val="right"/></w:pPr>')
  })

  it.each([{ x: [] }, { x: { rows: [] } }])('draws no table of nothing: %j', async (data) => {
    const { xml, text } = await fill(p('a{x | table}') + table(['{x | table:"header"}']), data)
    expect(xml().match(/<w:tbl>/g)).toHaveLength(1)
    expect(text).toBe('a')
  })

  it('never leaves a cell, box or header without a paragraph, or ending with a table', async () => {
    const x = '<table><tr><td>c<td></td></tr></table>'
    const { xml, text } = await fill(
      { body: table(['{~x}', '{~none}']) + textBox(p('{~x}')) + p('{~x}') + p('{~x}'), header: p('{~x}') },
      { x, none: '' },
    )
    expect(text.replaceAll(/\n+/g, '\n')).toBe('c\nc\nc\nc')
    expect(xml()).not.toMatch(/<\/w:tbl><w:(?:tbl|sectPr)/)
    expect(xml('word/header1.xml')).toMatch(/<\/w:tbl><w:p\/><\/w:hdr>$/)
  })

  it('uses the styles of the template by name, in every language, and adds what is missing', async () => {
    const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="T2"><w:name w:val="Titre 2"/></w:style><w:style w:type="table" w:styleId="Tabelle"><w:name w:val="Table Grid"/></w:style></w:styles>`
    const { xml } = await fill(
      { body: p('{~x}'), files: { 'word/styles.xml': styles } },
      {
        x: '<h1>a</h1><h2>b</h2><h3>c</h3><table><tr><td>d</table><p>see <a href="https://example.org/?a&amp;b">e</a></p>',
      },
    )
    expect([...xml().matchAll(/<w:(?:pStyle|tblStyle|rStyle) w:val="(\w+)"/g)].map(([, id]) => id)).toEqual([
      'berschrift1',
      'T2',
      'Heading3',
      'Tabelle',
      'Hyperlink',
    ])
    expect(xml('word/styles.xml')).toMatch(/w:styleId="Heading3"><w:name w:val="heading 3"\/>/)
    expect(xml('word/_rels/document.xml.rels')).toContain('Target="https://example.org/?a&amp;b" TargetMode="External"')
  })

  it('makes lists that count on their own', async () => {
    const { xml } = await fill(p('{~x}') + p('{~x}'), {
      x: '<ul><li>a<ol start="3"><li>b</ol></ul><ol type="I"><li>c<p>d</p></ol>',
    })
    const numbering = xml('word/numbering.xml')
    expect(
      [...xml().matchAll(/<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d)"/g)].map(([, level, id]) => [level, id]),
    ).toEqual([
      ['0', '1'],
      ['1', '2'],
      ['0', '3'],
      ['0', '4'],
      ['1', '5'],
      ['0', '6'],
    ])
    expect(numbering).toContain(
      '<w:num w:numId="2"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="1"><w:startOverride w:val="3"/>',
    )
    expect(numbering).toContain('<w:numFmt w:val="upperRoman"/>')
    expect(numbering.lastIndexOf('<w:abstractNum ')).toBeLessThan(numbering.indexOf('<w:num '))
    expect(xml('[Content_Types].xml')).toContain('"/word/numbering.xml"')
  })

  it('reads markdown with tables and tasks, one plain paragraph in the line', async () => {
    const x = '# T\n\ntext **b** ~~s~~\n\n- [x] done\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```\ncode\n  in\n```'
    const { text, xml } = await fill(p('{~x}') + p('a {~y} b'), { x, y: 'just *this*' })
    expect(text).toBe('T\ntext b s\n☒ done\na\nb\n1\n2\ncode\n  in\na just this b')
    expect(xml()).toContain('<w:jc w:val="right"/>')
    expect(xml()).toContain('<w:tblHeader/>')
  })

  it('lets nothing through that runs, loads or is no text', async () => {
    const x = `<p onclick="x()">a<script>alert(1)</script><style>p{}</style><a href="javascript:x">b</a><a href=" JaVa\tscript:x">c</a><img src="http://127.0.0.1/x.png" alt="d"><iframe src="x">e</iframe><unknown>f</unknown></p>`
    const { text, xml } = await fill(p('{~x}'), { x })
    expect(text).toBe('abcdf')
    expect(xml() + xml('word/_rels/document.xml.rels')).not.toMatch(/script|127\.0|alert|hyperlink/i)
  })

  it('spans cells, and keeps every row as long as the longest', async () => {
    const x = '<table><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<tr><td>d</table>'
    const { xml } = await fill(p('{~x}'), { x })
    const rows = xml().split('<w:tr>').slice(1)
    expect(rows.map((row) => row.split('<w:tc>').length - 1)).toEqual([2, 3, 3])
    expect(rows[1]).toContain('<w:vMerge/>')
    expect(rows[0]).toContain('<w:gridSpan w:val="2"/>')
  })

  it('puts pictures of the text itself in, and links around them', async () => {
    const { xml } = await fill(p('{~x}'), {
      x: `a <a href="https://example.org"><img src="${logo}" width="96" alt="pic"></a>`,
    })
    expect(extents(xml())).toEqual([[914_400, 457_200]])
    expect(xml()).toMatch(/<w:hyperlink [^>]*><w:r><w:drawing>/)
    expect(await violations(p('{~x}'), { x: '<img src="data:image/png;base64,AAAA">' })).toMatchObject({
      violations: [{ pointer: '/data/x' }],
    })
  })

  it.each([
    ['deep nesting', '<div>'.repeat(100_000)],
    ['deep formats', '<b><i a=1>'.repeat(20_000)],
    ['markdown of nothing but signs', '*a_ '.repeat(50_000)],
    [
      'markdown of ever deeper lists',
      Array.from({ length: 500 }, (_, level) => `${' '.repeat(level * 2)}- x`).join('\n'),
    ],
    ['markdown of lists in one another on one line', `${'- '.repeat(100_000)}x`],
    ['markdown of quotations in one another', `${'> - '.repeat(20_000)}x`],
    ['markdown of lists in lists', '- - x\n'.repeat(10_000)],
    ['markdown of a quotation that goes on and on', `> x\n${'y\n'.repeat(40_000)}`],
    ['markdown of headings underlined', 'x\n=\n'.repeat(10_000)],
    ['a flood of elements', '<p>x'.repeat(200_000)],
  ])('refuses %s', async (_, x) => {
    expect(await violations(p('{~x}'), { x })).toMatchObject({
      code: 'data_incomplete',
      violations: [{ pointer: '/data/x' }],
    })
  })

  it('is text where only text can stand, and says so', async () => {
    const { xml, findings } = await fill({ body: p('x'), title: '{~x}' }, { x: '<p>a &lt; <b>b</b></p>' })
    expect(xml('docProps/core.xml')).toContain('<dc:title>a &lt; b</dc:title>')
    expect(findings).toEqual([expect.objectContaining({ code: 'rich_value_as_text', severity: 'warning' })])
  })
})

describe('other values', () => {
  it('draws links, page breaks and tables', async () => {
    const { xml, text } = await fill(
      p('{url | link:"our site"}, {mail | link}') + p('a{pageBreak}b') + p('{rows | table}'),
      {
        url: 'https://example.org/x',
        mail: 'ann@example.org',
        rows: [
          { name: 'Ann', sum: 12 },
          { name: 'B & C', sum: 3 },
        ],
      },
    )
    expect(text.split('\n')).toEqual(['our site, ann@example.org', 'ab', 'name', 'sum', 'Ann', '12', 'B & C', '3'])
    expect(xml('word/_rels/document.xml.rels')).toContain('Target="mailto:ann@example.org" TargetMode="External"')
    expect(xml()).toContain('<w:br w:type="page"/>')
    expect(xml()).toContain('<w:jc w:val="right"/></w:pPr><w:r><w:t xml:space="preserve">12</w:t>')
  })

  it('draws QR and bar codes as vectors, with dots for other programs', async () => {
    const { zip, xml } = await fill(p('{a | qr:"25mm"}{a | barcode:"datamatrix"}{c | barcode:"ean13"}'), {
      a: 'Привет 1',
      c: '4006381333931',
    })
    expect(extents(xml())[0]).toEqual([emu(25), emu(25)])
    const svgs = zip.file(/\.svg$/)
    expect(svgs).toHaveLength(3)
    for (const svg of svgs) expect(svg.asText()).toMatch(/^<svg [^]*<path /)
    expect(zip.file(/\.png$/)).toHaveLength(svgs.length)
  })

  it('takes raw XML only where the caller allows it, and only what neither loads nor runs', async () => {
    const raw = (x: string, rawXml = true) => violations(p('{@x}'), { x }, { rawXml })
    const block = '<w:p><w:r><w:t>a</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>'
    const { text, xml } = await fill(
      p('x{@x}') + p('{@y}'),
      { x: block, y: '<w:r><w:t>b</w:t></w:r>' },
      { rawXml: true },
    )
    expect(text).toMatch(/^x\na\s+b$/)
    expect(xml()).toContain('</w:tbl><w:p>')
    expect(await raw(block, false)).toMatchObject({ code: 'data_incomplete' })
    for (const bad of [
      '<w:p>',
      'text',
      '<w:p><w:altChunk r:id="x"/></w:p>',
      '<w:p><w:r><w:drawing><a:blip r:embed="rId1"/></w:drawing></w:r></w:p>',
      '<w:r><w:instrText>INCLUDEPICTURE "http://x"</w:instrText></w:r>',
      '<w:r><w:instrText>HYPERLINK "javascript:x"</w:instrText></w:r>',
      '<w:p><w:fldSimple w:instr="HYPERLINK &quot;file:///c:/x&quot;"/></w:p>',
      '<w:r><w:instrText>INCL</w:instrText></w:r><w:r><w:instrText>UDETEXT "x"</w:instrText></w:r>',
      '<z:p xmlns:z="urn:z"/>',
      '<w:p xmlns:w="urn:other"/>',
      '<!DOCTYPE x><w:p/>',
      '<w:r><w:pict><v:shape><v:imagedata src="http://127.0.0.1/x"/></v:shape></w:pict></w:r>',
    ]) {
      expect(await raw(bad), bad).toMatchObject({ code: 'data_incomplete', violations: [{ pointer: '/data/x' }] })
    }
  })
})

describe('documents put into others', () => {
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const styles = `<w:styles xmlns:w="${word}"><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="Base"/></w:style><w:style w:type="paragraph" w:styleId="Base"><w:name w:val="Base"/><w:basedOn w:val="Normal"/></w:style></w:styles>`
  const related = (...types: readonly string[]): string =>
    types
      .map(
        (type) =>
          `<Relationship Id="${type}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${type}.xml"/>`,
      )
      .join('')
  const sub = docx({
    body:
      p('Title', 'H') +
      p('own', 'Own') +
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr></w:pPr>${run('entry')}</w:p>` +
      `<w:p><w:bookmarkStart w:id="0" w:name="mark"/>${run('note')}<w:r><w:footnoteReference w:id="4"/></w:r><w:bookmarkEnd w:id="0"/><w:hyperlink r:id="link0">${run('link')}</w:hyperlink></w:p>` +
      `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="x"/><a:graphic><a:graphicData><a:blip r:embed="pic"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r><w:pPr><w:sectPr/></w:pPr></w:p>` +
      `<w:altChunk r:id="x"/>`,
    header: p('never'),
    links: ['https://example.org/a'],
    files: {
      'word/styles.xml': styles,
      'word/media/pic.png': png(),
      'word/numbering.xml': `<w:numbering xmlns:w="${word}"><w:abstractNum w:abstractNumId="3"><w:nsid w:val="1"/><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="3"/></w:num></w:numbering>`,
      'word/footnotes.xml': `<w:footnotes xmlns:w="${word}"><w:footnote w:id="4">${p('the note')}</w:footnote></w:footnotes>`,
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related('styles', 'numbering', 'footnotes')}<Relationship Id="pic" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/pic.png"/><Relationship Id="link0" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://example.org/a" TargetMode="External"/></Relationships>`,
    },
  })
  const open = async () => ({ bytes: sub })

  it('bring their styles, lists, pictures, links and notes, under ids of their own', async () => {
    const body =
      `<w:p><w:bookmarkStart w:id="5" w:name="mark"/>${run('a {d | document} b')}<w:bookmarkEnd w:id="5"/></w:p>` +
      p('{d | document}')
    const { text, xml, zip } = await fill(body, { d: 'sub.docx' }, { open })
    expect(text.replaceAll(/\n+/g, '\n')).toBe('a \nTitle\nown\nentry\nnotelink\n b\nTitle\nown\nentry\nnotelink')
    // The template's own heading wins; what it does not have comes along with what it is based on.
    expect([...xml().matchAll(/<w:pStyle w:val="(\w+)"/g)].map(([, id]) => id)).toEqual([
      'Heading1',
      'Own',
      'Heading1',
      'Own',
    ])
    expect(xml('word/styles.xml')).toMatch(/w:styleId="Own"><w:name w:val="Own"\/><w:basedOn w:val="Base"\/>/)
    expect(xml('word/styles.xml')).toContain('w:styleId="Base"')
    expect([...xml().matchAll(/<w:numId w:val="(\d+)"/g)].map(([, id]) => id)).toEqual(['1', '2'])
    expect([...xml().matchAll(/<w:footnoteReference w:id="(\d+)"/g)].map(([, id]) => id)).toEqual(['1', '2'])
    expect(xml('word/footnotes.xml').split('the note')).toHaveLength(3)
    const names = [...xml().matchAll(/w:name="(mark\w*)"/g)].map(([, name]) => name)
    expect(new Set(names).size).toBe(3)
    expect(zip.file(/word\/media\//)).toHaveLength(1)
    expect(xml()).not.toMatch(/altChunk|never/)
    expect(xml().split('<w:sectPr')).toHaveLength(2)
  })

  it('leave their notes out of headers, and their relations to the part', async () => {
    const { xml } = await fill({ body: p('x'), header: p('{d | document}') }, { d: 'sub.docx' }, { open })
    expect(xml('word/header1.xml')).not.toContain('footnoteReference')
    const [, id] = /r:embed="(\w+)"/.exec(xml('word/header1.xml')) ?? []
    expect(xml('word/_rels/header1.xml.rels')).toContain(`Id="${id ?? '-'}"`)
  })

  it('are refused where they are none', async () => {
    expect(await violations(p('{d | document}'), { d: 'x' }, { open: async () => ({ bytes: png() }) })).toMatchObject({
      code: 'data_incomplete',
      violations: [{ pointer: '/data/d', code: 'invalid_value' }],
    })
  })
})

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { outline, readForTest } from '../reading-for-test.ts'

const head =
  '{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fcharset0 Times;}{\\f1\\fcharset204 Arial;}{\\f2\\fcharset2 Symbol;}' +
  '{\\f3\\fcharset128 Mincho;}{\\f4\\fcharset238 Arial CE;}}' +
  '{\\stylesheet{Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s2 Title;}{\\*\\cs10 Default;}}'
const rtf = (body: string): Buffer => Buffer.from(`${head}${body}}`, 'latin1')

it('reads the code page of each font, Unicode with its fallbacks, and special characters', async () => {
  const { text } = await readForTest(
    rtf(
      "\\pard Gr\\'f6\\'dfe {\\f1\\'cf\\'f0\\'e8\\'e2\\'e5\\'f2} {\\f3\\'93\\'fa\\'96\\'7b} {\\f4\\'b9\\'ea} " +
        "\\u8364\\'80 {\\uc2\\u26085\\'93\\'fa} \\u-10179?\\u-8704? a\\~b\\_c\\emdash\\lquote d\\rquote\\par",
    ),
    'rtf',
  )
  expect(text).toBe('Größe Привет 日本 ąę € 日 😀 a\u00a0b\u2011c—‘d’')
})

it('reads headings, lists as they are written or counted, links, and what stands around the text', async () => {
  const lists =
    "{\\*\\listtable{\\list{\\listlevel\\levelnfc0\\levelstartat3{\\leveltext\\'02\\'00.;}{\\levelnumbers\\'01;}}" +
    "{\\listlevel\\levelnfc4\\levelstartat1{\\leveltext\\'04\\'00.\\'01);}{\\levelnumbers;}}\\listid7}}" +
    '{\\*\\listoverridetable{\\listoverride\\listid7\\listoverridecount0\\ls1}}'
  const model = await readForTest(
    rtf(
      `{\\info{\\title Gr\\'fc\\'dfe}{\\author Ann}{\\creatim\\yr2024\\mo2\\dy3\\hr4\\min5}}${lists}` +
        '{\\header\\pard Top\\par}{\\footer\\pard Bottom\\par}\\pard\\s2 Letter\\par\\pard\\s1 One\\par' +
        "{\\pntext\\f2\\'b7\\tab}\\pard Dot\\par\\pard\\ls1 three\\par\\ls1\\ilvl1 inner\\par\\pard\\ls1 four\\par" +
        '\\pard See {\\field{\\*\\fldinst HYPERLINK "https://example.com/a"}{\\fldrslt{\\ul here}}} or ' +
        '{\\field{\\*\\fldinst HYPERLINK "javascript:x()"}{\\fldrslt there}}.{\\footnote\\pard\\chftn  Small\\par}' +
        '{\\*\\annotation\\pard Remark\\par}{\\v gone}\\par{\\*\\unknown lost}{\\xe index}',
    ),
    'rtf',
  )
  expect(outline(model)).toEqual([
    'header | Top',
    'title | Letter',
    'heading 1 | One',
    'list-item 1 • | Dot',
    'list-item 1 3. | three',
    'list-item 2 3.a) | inner',
    'list-item 1 4. | four',
    'paragraph | See here or there.',
    'paragraph | gone',
    'footnote 1 | Small',
    'comment | Remark',
    'footer | Bottom',
  ])
  expect(model.blocks.find(({ marker }) => marker === '3.a)')?.parent).toBe(4)
  expect(model.blocks.find(({ layer }) => layer === 'hidden')).toBeDefined()
  expect(model.links.map(({ url, span }) => [url, model.text.slice(span.start, span.end)])).toEqual([
    ['https://example.com/a', 'here'],
  ])
  expect(model.metadata).toEqual({ title: 'Grüße', author: 'Ann', created: '2024-02-03T04:05:00' })
  expect(model.outline.map(({ title }) => title)).toEqual(['Letter', 'One'])
})

it('reads items whose signs are typed before a tab, where their other lines are set in', async () => {
  const item = (left: number, text: string): string => `{\\pard \\li${left} \\fi-360 ${text}\\par}`
  const lists =
    item(360, '\\bullet \\tx360\\tab one') + item(720, '\\endash \\tx360\\tab inner') + item(360, '2.\\tab two')
  const model = await readForTest(
    rtf(`${lists}{\\pard \\li360 \\fi-360 Name\\tab Ann\\par}{\\pard 3.\\tab no room\\par}`),
    'rtf',
  )
  expect(outline(model)).toEqual([
    'list-item 1 • | one',
    'list-item 2 – | inner',
    'list-item 1 2. | two',
    'paragraph | Name\tAnn',
    'paragraph | 3.\tno room',
  ])
  expect(model.text).toContain('•\tone')
})

it('goes on with the item above where the sign of a list is blank', async () => {
  const list = (id: number, sign: string): string =>
    `{\\list{\\listlevel\\levelnfc23\\levelstartat1{\\leveltext\\'01${sign};}{\\levelnumbers;}}\\listid${id}}`
  const lists =
    `{\\*\\listtable${list(7, '-')}${list(8, ' ')}}` +
    '{\\*\\listoverridetable{\\listoverride\\listid7\\ls1}{\\listoverride\\listid8\\ls2}}'
  const model = await readForTest(rtf(`${lists}\\pard\\ls1 one\\par\\pard\\ls2 more\\par\\pard\\ls1 two\\par`), 'rtf')
  expect(outline(model)).toEqual(['list-item 1 - | one', 'paragraph | more', 'list-item 1 - | two'])
  expect(model.blocks.map(({ parent }) => parent)).toEqual([undefined, 0, undefined])
})

it('reads tables with merged cells, different edges, header rows, and tables in tables', async () => {
  const model = await readForTest(
    rtf(
      '\\trowd\\trhdr\\cellx1000\\cellx2000\\cellx3000\\pard\\intbl A\\cell B\\cell C\\cell\\row' +
        '\\trowd\\clvmgf\\cellx1000\\cellx3000\\pard\\intbl down\\cell across\\cell\\row' +
        '\\trowd\\clvmrg\\cellx1000\\cellx2000\\cellx3000\\pard\\intbl\\cell\\pard\\intbl\\itap2 in\\nestcell er\\nestcell' +
        '{\\*\\nesttableprops\\trowd\\cellx500\\cellx900\\nestrow}\\pard\\intbl outer\\cell x\\par y\\cell\\row\\pard after\\par',
    ),
    'rtf',
  )
  expect(model.tables).toHaveLength(1)
  expect(model.tables[0]).toMatchObject({ rows: 3, columns: 3, headerRows: 1 })
  expect(model.tables[0]?.cells.map(({ text, rowSpan, columnSpan }) => [text, rowSpan, columnSpan])).toEqual([
    ['A', 1, 1],
    ['B', 1, 1],
    ['C', 1, 1],
    ['down', 2, 1],
    ['across', 1, 2],
    ['in\ter\nouter', 1, 1],
    ['x\ny', 1, 1],
  ])
})

it('shows tracked changes as accepted, rejected or all, each listed', async () => {
  const body =
    '{\\*\\revtbl{Unknown;}{Ann;}}\\pard A {\\revised\\revauth1\\revdttm130160901 new}{\\deleted\\revauthdel1 old} z\\par'
  const read = async (revisions: 'accept' | 'reject' | 'all') => readForTest(rtf(body), 'rtf', { revisions })
  expect((await read('accept')).text).toBe('A new z')
  expect((await read('reject')).text).toBe('A old z')
  const all = await read('all')
  expect(all.text).toBe('A newold z')
  expect(all.revisions.map(({ type, author, text }) => [type, author, text])).toEqual([
    ['insertion', 'Ann', 'new'],
    ['deletion', 'Ann', 'old'],
  ])
  expect(all.revisions[0]?.date).toBe('2024-02-03T04:05:00')
  expect((await read('accept')).revisions.map(({ span }) => span !== undefined)).toEqual([true, false])
})

it('finds pictures, form fields, text boxes, pages and files inside', async () => {
  const file = Buffer.from('inner text')
  const text = (value: string): Buffer => Buffer.concat([u32(value.length + 1), Buffer.from(`${value}\0`)])
  const packed = Buffer.concat([
    Buffer.from([2, 0]),
    Buffer.from('a.txt\0C:\\x\\a.txt\0'),
    Buffer.from([0, 0, 3, 0]),
    text('C:\\t\\a.txt'),
    u32(file.length),
    file,
  ])
  const object = Buffer.concat([u32(0x501), u32(2), text('Package'), u32(0), u32(0), u32(packed.length), packed])
  const model = await readForTest(
    rtf(
      '\\pard One{\\pict{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv Logo}}}\\pngblip\\picw20\\pich10 89504e}' +
        '{\\shp{\\*\\shpinst{\\shptxt\\pard Boxed\\par}}{\\shprslt older}}' +
        '{\\field{\\*\\fldinst FORMTEXT{\\*\\formfield{\\fftype0{\\*\\ffname City}}}}{\\fldrslt Bonn}}' +
        '{\\field{\\*\\fldinst FORMCHECKBOX{\\*\\formfield{\\fftype1\\ffres1{\\*\\ffname Yes}}}}{\\fldrslt}}\\par' +
        `{\\object\\objemb{\\*\\objclass Package}{\\*\\objdata ${object.toString('hex')}}{\\result\\pard Icon\\par}}` +
        '\\page\\pard Two\\par{\\*\\blob\\bin4 {{{{}',
    ),
    'rtf',
  )
  expect(model.images).toEqual([{ contentType: 'image/png', altText: 'Logo', width: 20, height: 10, page: 1 }])
  expect(model.formFields).toEqual([
    { name: 'City', type: 'text', value: 'Bonn' },
    { name: 'Yes', type: 'checkbox', value: true },
  ])
  expect(outline(model)).toEqual([
    'paragraph | OneBonn',
    'text-box | Boxed',
    'figure | ',
    'paragraph | Icon',
    'paragraph | Two',
  ])
  expect(model.pages.map(({ number, approximate }) => [number, approximate])).toEqual([
    [1, true],
    [2, true],
  ])
  expect(model.attachments).toEqual([{ filename: 'a.txt', contentType: 'application/octet-stream', size: file.length }])
})

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

it('takes out the HTML that Outlook put in', async () => {
  const model = await readForTest(
    '{\\rtf1\\ansi\\ansicpg1251\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial;}}' +
      "{\\*\\htmltag64 <html>}{\\*\\htmltag96 <p>}\\htmlrtf {\\htmlrtf0 {\\f1 \\'cf\\'f0}\\htmlrtf\\par}\\htmlrtf0" +
      '{\\*\\htmltag84 &amp; }{\\*\\htmltag148 <a href="https://example.com">}link{\\*\\htmltag156 </a>}' +
      "{\\*\\htmltag104 </p>}{\\*\\mhtmltag64 <p>twice}\\u8364\\'88}",
    'rtf',
  )
  expect(outline(model)).toEqual(['paragraph | Пр& link', 'paragraph | €'])
  expect(model.links[0]?.url).toBe('https://example.com')
})

it('reads formulas, and fields that are drawn from their instructions', async () => {
  const formula =
    '{\\mmath{\\*\\moMath{\\mf{\\*\\mfPr{\\*\\mctrlPr\\i}}{\\mnum{\\mr\\mscr0 a}}{\\mden{\\mr b}}}{\\msSup{\\me{\\mr x}}{\\msup{\\mr 2}}}' +
    '{\\mnary{\\*\\mnaryPr{\\mchr \\u8721 ?}}{\\msub{\\mr i}}{\\msup{\\mr n}}{\\me{\\mr z}}}}}'
  const field = (instruction: string, result: string): string =>
    `{\\field{\\*\\fldinst ${instruction}}{\\fldrslt ${result}}}`
  const { text, formulas } = await readForTest(
    rtf(
      `\\pard f: ${formula}\\par ${field('EQ \\\\o\\\\ad(\\\\s\\\\up 9(reading),base)', '')}\\par ` +
        `${field('SYMBOL 252 \\\\f "Wingdings"', '')} ${field('SYMBOL 252 \\\\f "Wingdings"', 'shown')}\\par`,
    ),
    'rtf',
  )
  expect(text).toBe('f: (a)/(b)x^2∑_i^n z\nbase(reading)\n✓ shown')
  expect(formulas).toMatchObject([{ latex: '\\frac{a}{b}x^{2}\\sum\\nolimits_{i}^{n} z', span: { start: 3, end: 20 } }])
})

it('keeps the bytes of pictures where they are wanted, bitmaps as files', async () => {
  const dib = '28000000010000000100000001001800' + '00000000'.repeat(6) + 'ffffff00'
  const document = rtf(
    `\\pard {\\pict\\pngblip 8950\n4e47}{\\pict\\wmetafile8\\bin4 {}ab}{\\pict\\dibitmap ${dib}}\\par`,
  )
  const { images } = await readForTest(document, 'rtf', { figures: true })
  expect(images.map(({ content = [] }) => Buffer.from(content).toString('latin1').slice(0, 4))).toEqual([
    '\u0089PNG',
    '{}ab',
    'BM:\u0000',
  ])
  expect(Buffer.from(images[2]?.content ?? []).readUInt32LE(10)).toBe(54)
  expect((await readForTest(document, 'rtf')).images.every((image) => !('content' in image))).toBe(true)
})

it('reads WordArt, and endnotes as they are numbered', async () => {
  const model = await readForTest(
    rtf(
      '\\aftnnrlc\\pard a{\\footnote\\ftnalt\\pard one\\par}{\\footnote\\ftnalt\\pard two\\par}' +
        '{\\shp{\\*\\shpinst{\\sp{\\sn gtextUNICODE}{\\sv DRAFT}}}}\\par',
    ),
    'rtf',
  )
  expect(outline(model)).toEqual(['paragraph | a', 'text-box | DRAFT', 'footnote i | one', 'footnote ii | two'])
})

it('reads where pages begin, and tables as LibreOffice writes them', async () => {
  const row = (cells: string, definition = '\\trowd\\cellx100\\cellx200'): string =>
    `${definition}\\pard\\intbl ${cells}\\row`
  const inner = '\\pard\\intbl\\itap2 x\\nestcell{\\*\\nesttableprops\\trowd\\cellx50\\nestrow}\\pard\\intbl\\itap1 '
  const model = await readForTest(
    rtf(
      `{\\footer ${row('f\\cell g\\cell')}\\pard end\\par}\\pard one\\par\\pard\\pagebb two\\par ` +
        `${row('a\\cell b\\cell')}${row(`c\\cell ${inner}d\\cell\\trowd\\cellx100\\cellx200\\cell\\cell`)}` +
        '\\pard three{\\footnote\\pard n\\par more\\par}\\sect\\sectd\\pard four\\par\\sect\\sectd\\sbknone\\pard five\\par',
    ),
    'rtf',
  )
  expect(model.pages.map(({ span }) => model.text.slice(span.start, span.end).split('\n')[0])).toEqual([
    'one',
    'two',
    'four',
  ])
  expect(model.tables.map(({ columns, cells }) => [columns, cells.map(({ text }) => text)])).toEqual([
    [2, ['a', 'b', 'c', 'x\nd']],
    [2, ['f', 'g']],
  ])
  expect(model.blocks.filter(({ type }) => type === 'table').map(({ layer }) => layer)).toEqual(['body', 'furniture'])
  expect(model.blocks.filter(({ type }) => type === 'footnote').map(({ marker }) => marker)).toEqual(['1', undefined])
})

it('takes time and memory in proportion to hostile files, whatever is in them', async () => {
  const hostile = [
    '{'.repeat(50_000),
    `{\\rtf1${'{\\field{\\*\\fldinst HYPERLINK "'.repeat(4000)}`,
    `{\\rtf1${'\\trowd\\cellx1\\intbl a\\cell\\row'.repeat(4000)}`,
    `{\\rtf1${'\\itap20 x\\nestcell'.repeat(4000)}`,
    `{\\rtf1${'\\itap1000000000 x\\nestcell\\nestrow'.repeat(4000)}`,
    `{\\rtf1${'{\\pict\\pngblip 00}'.repeat(4000)}`,
    `{\\rtf1${'{\\shptxt x'.repeat(4000)}`,
    `{\\rtf1${"\\'".repeat(20_000)}`,
    `{\\rtf1 \\bin999999999999 x`,
    `{\\rtf1${'\\constructor\\toString1\\__proto__2{\\*\\valueOf x}'.repeat(5000)}`,
  ]
  for (const text of hostile) {
    await readForTest(text, 'rtf').catch((error: unknown) => expect(error).toMatchObject({ code: 'payload_too_large' }))
  }
}, 20_000)

it('holds the invariants for any soup of words', async () => {
  const words = fc.constantFrom(
    ...'{ } \\par \\cell \\row \\nestcell \\nestrow \\trowd\\cellx9 \\intbl \\itap2 \\pard \\v \\deleted \\revised \\page'.split(
      ' ',
    ),
    ...'{\\footnote {\\header {\\shptxt {\\field{\\*\\fldinst {\\fldrslt {\\listtext {\\pict {\\object \\u55357? \\u0 \\clvmrg'.split(
      ' ',
    ),
    "\\'e9",
    ' a ',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(words, { maxLength: 40 }), async (parts) => {
      await readForTest(`{\\rtf1 ${parts.join('')}`, 'rtf', { revisions: 'all' })
    }),
    { numRuns: 60 },
  )
})

it('parts rows that LibreOffice does not end behind a table in a table, and finds the cells covered from above', async () => {
  const row = (flag: string): string => `\\trowd${flag}\\cellx1000\\cellx2000\\pard\\intbl `
  const nested = '\\pard\\intbl\\itap2 in\\nestcell{\\*\\nesttableprops\\trowd\\cellx900\\nestrow}\\pard\\intbl\\cell'
  const { tables } = await readForTest(
    rtf(`${row('\\clvmgf')}tall\\cell ${nested}${row('\\clvmrg')}p\\cell\\cell\\row\\pard end\\par`),
    'rtf',
  )
  expect(tables[0]?.cells.map(({ row: at, column, rowSpan, text }) => [at, column, rowSpan, text])).toEqual([
    [0, 0, 2, 'tall'],
    [0, 1, 1, 'in'],
    [1, 1, 1, 'p'],
  ])
})

it('keeps looks but those of a style, notes, comments, figures, quotes and code', async () => {
  const model = await readForTest(
    String.raw`{\rtf1{\fonttbl{\f0 Arial;}{\f1\fmodern Courier New;}}{\stylesheet{\s0 Normal;}{\s1\b heading 1;}{\s2\i Quote;}}
{\pard\s1\b Top\par}{\pard\plain a {\b b}{\b c} {\super 2}{\ulnone\strike d}\chftn{\footnote\pard\plain net\par of tax} e{\*\atnid A}{\*\atnauthor Ann}\chatn{\*\annotation{\*\atndate 132319877}\pard why}\par}
{\pard\s2\i said\par}{\pard\plain\f1 if (a) \{\par}{\pard\plain\f1   b();\par}{\pard\plain{\pict\pngblip\picw9\pich9 00}\par}}`,
    'rtf',
  )
  const { text, blocks } = model
  expect(model.runs.map(({ span, ...look }) => [text.slice(span.start, span.end), look])).toEqual([
    ['bc', { bold: true }],
    ['2', { script: 'super' }],
    ['d', { strike: true }],
  ])
  expect(outline(model)).toEqual([
    'heading 1 | Top',
    'paragraph | a bc 2d e',
    'paragraph | said',
    'code | if (a) {\n  b();',
    'figure | ',
    'footnote 1 | net',
    'footnote | of tax',
    'comment | why',
  ])
  expect(model.notes.map(({ span, block }) => [text.slice(span.start - 1, span.end + 2), block])).toEqual([['d e', 5]])
  expect(blocks[2]).toMatchObject({ quote: 1 })
  expect(blocks[6]).toMatchObject({ parent: 5 })
  expect(blocks[7]).toMatchObject({ author: 'Ann', parent: 1, about: { start: text.indexOf(' e') + 2 } })
  expect(blocks[7]?.date).toBe('2026-03-01T10:05:00')
})

it('takes raised and lowered text for what it is, as LibreOffice writes it', async () => {
  const rtf = String.raw`{\rtf1{\pard E = mc{\up7 2} and H{\dn2 2}O, {\up7 a{\up0 b}}\par}}`
  const { text, runs } = await readForTest(rtf, 'rtf')
  expect(runs.map(({ span, script }) => [text.slice(span.start, span.end), script])).toEqual([
    ['2', 'super'],
    ['2', 'sub'],
    ['a', 'super'],
  ])
})

it('reads a picture once that a shape shows and is filled with, and one that only fills a shape', async () => {
  const blip = (name: string): string => `{\\sp{\\sn ${name}}{\\sv {\\pict\\pngblip\\picw20\\pich10 89504e}}}`
  const shape = (...names: readonly string[]): string => `{\\shp{\\*\\shpinst${names.map(blip).join('')}}}`
  const model = await readForTest(rtf(`\\pard One${shape('pib', 'fillBlip')} two${shape('fillBlip')}\\par`), 'rtf')
  expect(model.images).toHaveLength(2)
})

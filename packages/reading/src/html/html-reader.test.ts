import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DocumentModel } from '@chancery/core'
import { outline, readForTest } from '../reading-for-test.ts'

it('reads headings, paragraphs, lists, code and captions, and nothing that is not shown', async () => {
  const model = await readForTest(
    `<!doctype html><html lang="fr"><head><title>Une
      offre</title><meta name=author content=Ada><style>p{}</style></head><body>loose <b>text</b> &amp; more
      <h1>Head<span>ing</span></h1><p>One<br>two <a href=x>link</a><script>alert(1)</script></p>
      <ol start=3><li>c<ul><li>deep</ul><li value=9>i</ol><ol type=a><li><p>first</p><p>second</p></li></ol>
      <pre>
a
  b</pre><figure><img src="x.png" alt="Logo" width=10><figcaption>Fig. 1</figcaption></figure></body></html>`,
    'html',
  )
  expect(outline(model)).toEqual([
    'paragraph | loose text & more',
    'heading 1 | Heading',
    'paragraph | One\ntwo link',
    'list-item 1 3. | c',
    'list-item 2 • | deep',
    'list-item 1 9. | i',
    'list-item 1 a. | first',
    'paragraph | second',
    'code | a\n  b',
    'figure | ',
    'caption | Fig. 1',
  ])
  expect(model.metadata).toEqual({ title: 'Une offre', author: 'Ada' })
  expect(model.images).toEqual([{ contentType: 'image/png', altText: 'Logo', width: 10 }])
})

it('reads what stands above words in parentheses behind them, once', async () => {
  const model = await readForTest(
    '<p><ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby> and <ruby>東<rp>（</rp><rt>tō</rt><rp>）</rp></ruby><ruby>京<rt>kyō</rt></ruby></p>',
    'html',
  )
  expect(outline(model)).toEqual(['paragraph | 漢(kan)字(ji) and 東（tō）京(kyō)'])
})

it('reads tables with spans and headers; tables that only lay out are walked through', async () => {
  const model = await readForTest(
    `<table role=presentation><tr><td>Left<td><table><caption>Prices</caption><thead><tr><th>A<th>B<th>C</thead>
     <tr><td rowspan=2>x<td colspan=9>y</tr><tr><td>z<td><ul><li>1<li>2</ul></tr></table></table>`,
    'html',
  )
  expect(outline(model).slice(0, 2)).toEqual(['paragraph | Left', 'caption | Prices'])
  expect(model.tables[0]).toMatchObject({ rows: 3, columns: 10, headerRows: 1 })
  expect(
    model.tables[0]?.cells
      .filter(({ text }) => text !== '')
      .map(({ text, rowSpan, columnSpan }) => [text, rowSpan, columnSpan]),
  ).toEqual([
    ['A', 1, 1],
    ['B', 1, 1],
    ['C', 1, 1],
    ['x', 2, 1],
    ['y', 1, 9],
    ['z', 1, 1],
    ['• 1\n• 2', 1, 1],
  ])
})

it('walks through tables of one column or without borders around tables and headings, and shows the foot last', async () => {
  const prices = '<table><tfoot><tr><td>Sum<td>3</tfoot><tr><td>x<td>1<tr><td>y<td>2</table>'
  const model = await readForTest(
    `<table width=600><tr><td><h1>News</h1><tr><td><table border=0><tr><td>Left<td>${prices}</table></table>
     <table border=1><tr><td>a<td>${prices}</table>`,
    'html',
  )
  expect(outline(model)).toEqual([
    'heading 1 | News',
    'paragraph | Left',
    'table | x\t1\ny\t2\nSum\t3',
    'table | a\tx\t1\ny\t2\nSum\t3',
  ])
})

it('reads the lists of Word and Outlook, whose numbers are text', async () => {
  const item = (level: number, number: string, text: string): string =>
    `<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
     lang=DE><span style='mso-list:Ignore'>${number}<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`
  const model = await readForTest(
    `${item(1, '1.', 'One')}${item(2, 'o', 'Dot')}${item(1, '(b)', 'Two')}<p style='mso-list:none'>No item</p>`,
    'html',
  )
  expect(outline(model)).toEqual([
    'list-item 1 1. | One',
    'list-item 2 • | Dot',
    'list-item 1 (b) | Two',
    'paragraph | No item',
  ])
})

it('reads the lists of Google Docs, which stand after each other', async () => {
  const list = (level: number, text: string): string => `<ul class="lst-kix_ab1c-${level} start"><li>${text}</ul>`
  const model = await readForTest(`${list(0, 'a')}${list(1, 'b')}${list(0, 'c')}`, 'html')
  expect(outline(model)).toEqual(['list-item 1 • | a', 'list-item 2 • | b', 'list-item 1 • | c'])
  expect(model.blocks.map(({ parent }) => parent)).toEqual([undefined, 0, undefined])
})

it('reads XHTML as XML has it: empty elements and CDATA sections', async () => {
  const model = await readForTest(
    `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a>b"/></head>
     <body><!-- <div/> --><p>one<br/>two</p><div id='x'/><p><![CDATA[a < b & <c/>]]></p></body></html>`,
    'html',
  )
  expect(outline(model)).toEqual(['paragraph | one\ntwo', 'paragraph | a < b & <c/>'])
})

it('keeps where links lead, in paragraphs and cells, and leaves out what is hidden or would run', async () => {
  const model = await readForTest(
    `<html lang=en><h1>Top <a href="#end">jump</a></h1><p>See <a href=" https://example.com/a ">the
      <b>offer</b></a>, <a href="javascript:x()">run</a><span style="color:red; display: none">preheader</span>
      <table><tr><td>a<td>b <a href=mailto:a@b.c>mail</a></table><div hidden>gone</div><ul><li>x<ul><li>y</ul></ul>`,
    'html',
  )
  expect(model.links.map(({ url, anchor, span }) => [url ?? anchor, model.text.slice(span.start, span.end)])).toEqual([
    ['end', 'jump'],
    ['https://example.com/a', 'the offer'],
    ['mailto:a@b.c', 'mail'],
  ])
  expect(model.text).toBe('Top jump\nSee the offer, run\na\tb mail\n• x\n• y')
  expect(model.outline).toEqual([{ title: 'Top jump', level: 1, start: 0 }])
  expect(model.blocks.at(-1)?.parent).toBe(model.blocks.length - 2)
})

it('keeps looks, quotes, definitions, tasks and figures', async () => {
  const model = await readForTest(
    `<h1><b>Top</b></h1><p>a <b>b <i>c</i></b> <span style="font-weight: 700">d</span> x<sup>2</sup> <code>f()</code>
     <s>no</s><blockquote><p>said<blockquote>before</blockquote></blockquote><dl><dt>Rent<dd>what is paid</dl>
     <ul><li><input type=checkbox checked disabled> done<li><p><input type=checkbox> open</ul>
     <figure><img src=a.png alt=Plan><figcaption>Fig. 1</figcaption></figure><img src=dot.gif width=1 height=1>`,
    'html',
  )
  const { text, blocks } = model
  expect(model.runs.map(({ span, ...look }) => [text.slice(span.start, span.end), look])).toEqual([
    ['Top', { bold: true }],
    ['b', { bold: true }],
    ['c', { bold: true, italic: true }],
    ['d', { bold: true }],
    ['2', { script: 'super' }],
    ['f()', { code: true }],
    ['no', { strike: true }],
  ])
  expect(blocks.map(({ type, quote, checked, parent }) => [type, quote ?? checked ?? parent])).toEqual([
    ['heading', undefined],
    ['paragraph', undefined],
    ['paragraph', 1],
    ['paragraph', 2],
    ['term', undefined],
    ['definition', undefined],
    ['list-item', true],
    ['list-item', false],
    ['figure', undefined],
    ['caption', 8],
  ])
  expect(model.images.map(({ altText }) => altText)).toEqual(['Plan', undefined])
})

it.each([
  [
    'by their section',
    '<section class="footnotes"><ol><li id="fn1"><p>net</p><p>of tax <a href="#fnref1" class="footnote-back">↩</a></p></ol></section>',
    ['footnote 1. | net', 'footnote | of tax'],
  ],
  ['by their role', '<aside role=doc-footnote id=fn1>net</aside>', ['footnote | net']],
])('ties notes to the text that refers to them, %s', async (_, notes, wanted) => {
  const model = await readForTest(`<p>Sum<sup><a href="#fn1">1</a></sup> due</p>${notes}`, 'html')
  expect(outline(model)).toEqual(['paragraph | Sum1 due', ...wanted])
  expect(model.notes).toMatchObject([{ span: { start: 3, end: 4 }, block: 1 }])
  expect(model.blocks[1]).toMatchObject({ layer: 'note', parent: 0 })
})

const word = (target: string, name: string): string =>
  `<a href="#${target}" name="${name}"><span class=MsoFootnoteReference>[1]</span></a>`
it.each([
  [
    'Word',
    `<p>Sum${word('_ftn1', '_ftnref1')} due</p>`,
    `<div style='mso-element:footnote-list'><hr><div style='mso-element:footnote' id=ftn1><p>${word('_ftnref1', '_ftn1')} net</p><p>of tax</p></div></div>`,
  ],
  [
    'Writer',
    '<p>Sum<a class=sdfootnoteanc name=sdfootnote1anc href="#sdfootnote1sym"><sup>1</sup></a> due</p>',
    '<div id=sdfootnote1><p><a class=sdfootnotesym name=sdfootnote1sym href="#sdfootnote1anc">1</a>net</p><p>of tax</p></div>',
  ],
  [
    'Google Docs',
    '<p>Sum<sup><a href="#ftnt1" id=ftnt_ref1>[1]</a></sup> due</p>',
    '<hr><div><p><a href="#ftnt_ref1" id=ftnt1>[1]</a><span>&nbsp;net</span></p><p>of tax</p></div>',
  ],
])('ties notes to the text by links to and fro, as %s writes them', async (_, text, note) => {
  const other = note.replaceAll('1', '2')
  const model = await readForTest(`${text}${text.replaceAll('1', '2').replace('Sum', 'More')}${note}${other}`, 'html')
  expect(outline(model).slice(2)).toEqual([
    'footnote 1 | net',
    'footnote | of tax',
    'footnote 2 | net',
    'footnote | of tax',
  ])
  expect(model.notes).toMatchObject([{ block: 2 }, { block: 4 }])
  expect(model.blocks[2]).toMatchObject({ layer: 'note', parent: 0 })
})

it.each([
  [
    'kramdown',
    '<sup id="fnref:1"><a href="#fn:1" rel=footnote>1</a></sup>',
    '<ol><li id="fn:1"><p>net <a href="#fnref:1">↩</a></p></li></ol>',
  ],
  [
    'a wiki',
    '<sup id=cite_ref-1><a href="#cite_note-1">[1]</a></sup>',
    '<ol><li id=cite_note-1><a href="#cite_ref-1">↑</a> <span>net</span></li></ol>',
  ],
  ['a blog', '<a id=r1 href="#n1"><sup>1</sup></a>', '<p id=n1>net <a href="#r1">^</a></p>'],
])('ties notes to the text by a mark and a sign that lead to and fro, as %s writes them', async (_, mark, note) => {
  const model = await readForTest(`<p>Sum${mark} due</p>${note}`, 'html')
  expect(model.blocks.map(({ type, layer }) => [type, layer])).toEqual([
    ['paragraph', 'body'],
    ['footnote', 'note'],
  ])
  expect(model.text).toMatch(/net$/)
  expect(model.notes).toMatchObject([{ block: 1 }])
})

it('takes sections with links back to the contents for no notes', async () => {
  const model = await readForTest(
    '<ul><li><a id=c1 href="#s1">1</a> Rent</li></ul><div id=s1><h2>Rent</h2><p>Due. <a href="#c1">^</a></p></div>',
    'html',
  )
  expect(model.blocks.map(({ type }) => type)).toEqual(['list-item', 'heading', 'paragraph'])
})

it.each([
  ['Google Docs', '<ul><li role=checkbox aria-checked=true>Go</li><li role=checkbox aria-checked=false>Stay</li></ul>'],
  ['Confluence', '<ul><li class=checked data-inline-task-id=1>Go</li><li data-inline-task-id=2>Stay</li></ul>'],
  [
    'Notion',
    '<ul><li><div class="checkbox checkbox-on"></div> <span>Go</span></li></ul><ul><li><div class="checkbox checkbox-off"></div> <span>Stay</span></li></ul>',
  ],
])('reads tasks as %s writes them', async (_, html) => {
  const model = await readForTest(html, 'html')
  expect(model.blocks.map(({ checked }) => checked)).toEqual([true, false])
})

it('ties further paragraphs of an item to it', async () => {
  const model = await readForTest(
    '<ol><li><p>One</p><p>more</p><ul><li>sub</li></ul><p>after</p></li><li>Two</li></ol><p>end</p>',
    'html',
  )
  expect(model.blocks.map(({ type, parent }) => [type, parent])).toEqual([
    ['list-item', undefined],
    ['paragraph', 0],
    ['list-item', 0],
    ['paragraph', 0],
    ['list-item', undefined],
    ['paragraph', undefined],
  ])
})

it('ties listings of an item to it', async () => {
  const model = await readForTest('<ol><li>Run:<pre>go\n  on</pre></li></ol><p>Or:<pre>go</pre>', 'html')
  expect(model.blocks.map(({ type, parent }) => [type, parent])).toEqual([
    ['list-item', undefined],
    ['code', 0],
    ['paragraph', undefined],
    ['code', undefined],
  ])
})

it('keeps headers and footers of Writer apart from the text', async () => {
  const model = await readForTest(
    '<div title="header"><p>Acme</p><p>Secret</p></div><div title="header of all">Body</div><div title="footer"><p>Page 1</p></div>',
    'html',
  )
  expect(outline(model)).toEqual(['header | Acme Secret', 'paragraph | Body', 'footer | Page 1'])
  expect(model.blocks.map(({ layer }) => layer)).toEqual(['furniture', 'body', 'furniture'])
})

it('ties a note to the cell that refers to it', async () => {
  const model = await readForTest(
    '<table><tr><td>Rent<sup><a href="#n" id=r>1</a></sup><td>500<tr><td>Heat<td>50</table><p><a href="#r" id=n>1</a> cold</p>',
    'html',
  )
  expect(outline(model).slice(1)).toEqual(['footnote 1 | cold'])
  expect(model.notes).toMatchObject([{ span: { start: 4, end: 5 }, block: 1 }])
})

it('takes comments of Google Docs for comments, and a table of contents for none', async () => {
  const model = await readForTest(
    '<p>Sum<sup><a href="#cmnt1" id=cmnt_ref1>[a]</a></sup> due</p><div><p><a href="#cmnt_ref1" id=cmnt1>[a]</a>Sure?</p></div>' +
      '<p><a href="#s1" id=t1>1</a> Scope</p><h2><a href="#t1" id=s1>1</a> Scope</h2>',
    'html',
  )
  // The sign of a comment is no part of the text.
  expect(outline(model)).toEqual([
    'paragraph | Sum due',
    'comment a | Sure?',
    'paragraph | 1 Scope',
    'heading 2 | 1 Scope',
  ])
  expect(model.blocks[1]).toMatchObject({ layer: 'annotation', parent: 0, about: { start: 3, end: 3 } })
})

it('knows titles of documents from headings, and quotes what is quoted', async () => {
  const model = await readForTest(
    '<p class=MsoTitle>Offer</p><p class="c0 title" id="h.x">Plan</p><p class=title>Card</p><p>He <q>said</q></p>',
    'html',
  )
  expect(outline(model)).toEqual(['title | Offer', 'title | Plan', 'paragraph | Card', 'paragraph | He “said”'])
})

it('reads a page that declares itself as XML and has no root', async () => {
  const page = '<?xml version="1.0"?><div xmlns="http://www.w3.org/1999/xhtml"><p/><i/><p>one</p></div>'
  const model = await readForTest(page, 'html')
  expect([outline(model), model.runs]).toEqual([['paragraph | one'], []])
})

it('reads formulas of MathML, in a line and by themselves', async () => {
  const half = '<mfrac><mn>1</mn><mn>2</mn></mfrac>'
  const model = await readForTest(
    `<p>so <math>${half}</math> and<math display=block><msup><mi>x</mi><mn>2</mn></msup></math>after`,
    'html',
  )
  expect(outline(model)).toEqual(['paragraph | so (1)/(2) and', 'formula | x^2', 'paragraph | after'])
  expect(model.formulas.map(({ latex }) => latex)).toEqual(['\\frac{1}{2}', 'x^{2}'])
})

it('keeps pictures that the page brings along, where they are wanted', async () => {
  const page =
    '<img src="data:image/png;base64,iVBORw0KGgo="><img src="https://example.com/a.png"><table><tr><td>a<td><img src="data:image/svg+xml,%3Csvg/%3E"></table>'
  const bytesOf = ({ images }: DocumentModel): (string | undefined)[] =>
    images.map(({ content }) => (content === undefined ? undefined : Buffer.from(content).toString('latin1')))
  const read = (figures: boolean, limits = {}) => readForTest(page, 'html', { figures }, { limits })
  expect(bytesOf(await read(true))).toEqual(['\u0089PNG\r\n\u001a\n', undefined, '<svg/>'])
  expect(bytesOf(await read(false))).toEqual([undefined, undefined, undefined])
  const short = await read(true, { figures: 1 })
  expect(bytesOf(short).filter((bytes) => bytes !== undefined)).toHaveLength(1)
  expect(short.warnings).toMatchObject([{ code: 'figures_left_out', message: expect.stringMatching(/of 1 of/) }])
  expect((await read(true, { figureBytes: 7 })).warnings).toMatchObject([{ code: 'figures_left_out' }])
})

it('reads form fields', async () => {
  const { formFields } = await readForTest(
    '<form><input name=a value=1><input type=checkbox name=b checked><select name=c><option>x<option selected>y</select>' +
      '<textarea name=d>long</textarea><input type=password name=e value=secret></form>',
    'html',
  )
  expect(formFields).toEqual([
    { name: 'a', type: 'text', value: '1' },
    { name: 'b', type: 'checkbox', value: true },
    { name: 'c', type: 'choice', value: 'y', options: ['x', 'y'] },
    { name: 'd', type: 'text', value: 'long' },
  ])
})

it('has boxes and buttons to be ticked in the text, each once', async () => {
  const { text, formFields, tables } = await readForTest(
    '<p><input type=checkbox name=a checked>By train <input type=checkbox name=b> by car</p>' +
      '<p><label><input type=radio name=r checked>Yes</label> <label><input type=radio name=r>No</label></p>' +
      '<table><tr><th>Leg<th>Meals<tr><td>Out<td><input type=checkbox name=c checked></table>',
    'html',
  )
  expect(text).toContain('☒ By train ☐ by car\n◉ Yes ○ No')
  expect(tables[0]?.cells.map((cell) => cell.text)).toEqual(['Leg', 'Meals', 'Out', '☒'])
  expect(formFields).toHaveLength(5)
})

it('reads letters in fonts of signs as the signs that they show', async () => {
  const { text } = await readForTest(
    "<p>Thanks <span style='font-family:Wingdings'>J</span> <font face=Symbol>a<b style='font-family:Arial'>b</b></font>" +
      ` <span style='color:red;font-family:"Wingdings", serif'>þ o</span> J a</p>`,
    'html',
  )
  expect(text).toBe('Thanks ☺ αb ☑ ☐ J a')
})

it('decodes by the declared charset where the bytes say nothing', async () => {
  const bytes = Buffer.from('<meta charset="windows-1251"><p>\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2</p>', 'latin1')
  expect((await readForTest(bytes, 'html')).text).toBe('Привет')
})

it('answers deep nesting and floods of elements by code', async () => {
  await expect(readForTest('<div>'.repeat(200_000), 'html')).rejects.toMatchObject({ code: 'payload_too_large' })
  const fonts = Array.from({ length: 300 }, (_, index) => `<font size=${index}>`).join('')
  const flood = `<p>${fonts}${'<p>x'.repeat(3000)}`
  await expect(readForTest(flood, 'html', {}, { limits: { elements: 100_000 } })).rejects.toMatchObject({
    code: 'payload_too_large',
  })
})

it('holds the invariants for any soup of tags', async () => {
  const tags = fc.constantFrom(
    '<p>',
    '</p>',
    '<table>',
    '<tr>',
    '<td rowspan=3>',
    '<td colspan=2>',
    '</table>',
    '<li>',
    '<ul>',
    '</ul>',
    '<h2>',
    '</h2>',
    '<br>',
    '<pre>',
    '</pre>',
    '<b>',
    '<caption>',
    '&nbsp;',
    '\u0000',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(tags, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 30 }),
      async (parts) => {
        await readForTest(parts.join(''), 'html')
      },
    ),
    { numRuns: 60 },
  )
})

it('keeps line breaks that follow each other, in linear time', async () => {
  expect(outline(await readForTest('<p>a <br> <br>b<br></p>', 'html'))).toEqual(['paragraph | a\n\nb'])
  await expectLinearTime(
    12_500,
    (count) => `<p>a${'<br>'.repeat(count)}b`,
    (html) => readForTest(html, 'html'),
  )
})

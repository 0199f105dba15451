import { expect, it } from 'vitest'
import type { Block, DocumentModel, Run } from '../model/document-model.ts'
import { htmlPieces, toHtml } from './html-view.ts'
import { markdownPieces, toMarkdown } from './markdown-view.ts'
import { modelOfText } from './model-of-text.ts'

const modelOf = (blocks: readonly (readonly [text: string, traits: Partial<Block>])[], url?: string): DocumentModel => {
  let start = 0
  const written = blocks.map(([said, { marker }]) => (marker === undefined ? said : `${marker} ${said}`))
  const placed = blocks.map(([, traits], at): Block => {
    const text = written[at] ?? ''
    const span = { start, end: start + text.length }
    start = span.end + 1
    return { type: 'paragraph', layer: 'body', span, ...traits }
  })
  const text = written.join('\n')
  const links = url === undefined ? [] : [{ span: { start: text.indexOf('here'), end: text.indexOf('here') + 4 }, url }]
  return { ...modelOfText(text), blocks: placed, links }
}

it('keeps the numbers of headings and items that Markdown and HTML do not count themselves', () => {
  const model = modelOf([
    ['Scope', { type: 'heading', level: 2, marker: '§ 1' }],
    ['one', { type: 'list-item', level: 1, marker: '1.' }],
    ['sub', { type: 'list-item', level: 2, marker: '1.a)' }],
    ['dot', { type: 'list-item', level: 1, marker: '•' }],
  ])
  expect(toMarkdown(model)).toBe('## § 1 Scope\n\n1. one\n   - 1.a) sub\n- dot\n')
  expect(toHtml(model)).toBe('<h2>§ 1 Scope</h2><ol><li>one<ul><li>1.a) sub</li></ul></li></ol><ul><li>dot</li></ul>')
})

it('keeps the further paragraphs of an item in their list', () => {
  const model = modelOf([
    ['one', { type: 'list-item', level: 1, marker: '1.' }],
    ['more', { parent: 0 }],
    ['sub', { type: 'list-item', level: 2, marker: '•', parent: 0 }],
    ['after', { parent: 0 }],
    ['two', { type: 'list-item', level: 1, marker: '2.' }],
    ['end', {}],
  ])
  expect(toMarkdown(model)).toBe('1. one\n\n   more\n\n   - sub\n\n   after\n\n2. two\n\nend\n')
  expect(toHtml(model)).toBe('<ol><li>one<p>more</p><ul><li>sub</li></ul><p>after</p></li><li>two</li></ol><p>end</p>')
})

it('keeps the listings of an item in it, with their indentation', () => {
  const model = modelOf([
    ['run', { type: 'list-item', level: 1, marker: '1.' }],
    ['if x:\n  y', { type: 'code', parent: 0 }],
    ['read', { type: 'list-item', level: 1, marker: '2.' }],
  ])
  expect(toMarkdown(model)).toBe('1. run\n\n   ```\n   if x:\n     y\n   ```\n\n2. read\n')
  expect(toHtml(model)).toBe('<ol><li>run<pre><code>if x:\n  y</code></pre></li><li>read</li></ol>')
})

it('indents items under those that are there alone: four spaces without an outer item are code', () => {
  const item = (marker: string, level: number): Partial<Block> => ({ type: 'list-item', level, marker })
  const model = modelOf([
    ['1. Roof', { type: 'heading', level: 1 }],
    ['old', item('•', 3)],
    ['torn', item('•', 4)],
    ['due', item('•', 2)],
  ])
  expect(toMarkdown(model)).toBe('# 1. Roof\n\n- old\n  - torn\n- due\n')
})

it('parts lists that follow each other, which Markdown would count as one', () => {
  const item = (marker: string, level = 1): Partial<Block> => ({ type: 'list-item', level, marker })
  const model = modelOf([
    ['a', item('3.')],
    ['b', item('1.')],
    ['x', item('1.', 2)],
    ['y', item('1.', 2)],
    ['c', item('2.')],
    ['d', item('3)')],
  ])
  expect(toMarkdown(model)).toBe(
    '3. a\n\n<!-- -->\n\n1. b\n   1. x\n\n   <!-- -->\n\n   1. y\n2. c\n\n<!-- -->\n\n3) d\n',
  )
})

it('goes on counting where a list does behind a paragraph', () => {
  const item = (marker: string): Partial<Block> => ({ type: 'list-item', level: 1, marker })
  const model = modelOf([
    ['a', item('3.')],
    ['b', item('4)')],
    ['more', {}],
    ['c', item('5.')],
    ['d', item('9')],
  ])
  expect(toHtml(model)).toBe(
    '<ol><li value="3">a</li><li>b</li></ol><p>more</p><ol><li value="5">c</li><li value="9">d</li></ol>',
  )
})

it('writes formulas as LaTeX, alone and in a line, also inside of links', () => {
  const text = 'so x^2 < y here\n(a)/(b)'
  const model: DocumentModel = {
    ...modelOf([
      ['so x^2 < y here', {}],
      ['(a)/(b)', { type: 'formula' }],
    ]),
    text,
    formulas: [
      { span: { start: 3, end: 10 }, latex: 'x^{2}<y' },
      { span: { start: 16, end: 23 }, latex: '\\frac{a}{b}' },
    ],
    links: [{ span: { start: 0, end: 10 }, url: 'https://example.com' }],
  }
  expect(toMarkdown(model)).toBe('[so $x^{2}<y$](<https://example.com>) here\n\n$$\\frac{a}{b}$$\n')
  expect(toHtml(model)).toBe(
    '<p><a href="https://example.com">so <span class="math inline">\\(x^{2}&lt;y\\)</span></a> here</p>' +
      '<p class="formula"><span class="math display">\\[\\frac{a}{b}\\]</span></p>',
  )
})

it('leaves code as it is, whatever fences it holds', () => {
  expect(toMarkdown(modelOf([["let x = '````'", { type: 'code' }]]))).toBe("`````\nlet x = '````'\n`````\n")
})

it('links to the web alone', () => {
  const text: readonly [string, Partial<Block>][] = [['See *here*.', {}]]
  expect(toMarkdown(modelOf(text, 'https://example.com/a(b)'))).toBe('See \\*[here](<https://example.com/a(b)>)\\*.\n')
  for (const url of ['javascript:x()', 'https://example.com/> <b>', 'file:///etc']) {
    expect(toMarkdown(modelOf(text, url))).toBe('See \\*here\\*.\n')
  }
})

it('keeps text that looks like markup', () => {
  const written = (text: string): string => toMarkdown(modelOf([[text, {}]])).slice(0, -1)
  expect(written('a &amp; b & c &copy; ~~d~~')).toBe('a \\&amp; b & c \\&copy; \\~\\~d\\~\\~')
  expect(['---', '===', '-', '#', '7.', '+', '- - -'].map(written)).toEqual([
    '\\---',
    '\\===',
    '\\-',
    '\\#',
    '7\\.',
    '\\+',
    '\\- - -',
  ])
  expect(written('Title\n---\n|a|b|\n|-|:-|')).toBe('Title\n\\---\n|a|b|\n|\\-|:-|')
  expect(written('1.5 of #3, -4')).toBe('1.5 of #3, -4')
})

it.each(['\n', ' ', '-', '|-'])('takes time in proportion to a text of lines that begin with %j', (start) => {
  // In the square of it, it would not end.
  const text = `a${start.repeat(2_000_000)}\n${start.repeat(2_000_000)}x`
  expect(toMarkdown(modelOf([[text, {}]]))).toMatch(/^a/)
})

/** One paragraph of a text in which marked words have looks: "a *b* c" by their index. */
const looking = (text: string, ...runs: readonly (readonly [string, Omit<Run, 'span'>])[]): DocumentModel => ({
  ...modelOf([[text, {}]]),
  runs: runs.map(([word, look]) => ({
    span: { start: text.indexOf(word), end: text.indexOf(word) + word.length },
    ...look,
  })),
})

it('writes looks at the words, with signs where these are ones and else with elements', () => {
  const written = (...of: Parameters<typeof looking>): string => toMarkdown(looking(...of)).slice(0, -1)
  expect(written('a bold word', ['bold ', { bold: true }])).toBe('a **bold** word')
  expect(written('a b', ['b', { bold: true, italic: true, strike: true }])).toBe('a ~~***b***~~')
  expect(written('Note:then', ['Note:', { bold: true }])).toBe('<strong>Note:</strong>then')
  expect(written('ab', ['a', { bold: true }], ['b', { italic: true }])).toBe('**a**<em>b</em>')
  expect(written('H2O x2', ['2', { script: 'sub' }])).toBe('H<sub>2</sub>O x2')
  expect(written('run a`b', ['a`b', { code: true }])).toBe('run `` a`b ``')
  expect(written('run f()', ['f()', { code: true }])).toBe('run `f()`')
  expect(written('f()g', ['f()', { code: true }], ['g', { code: true }])).toBe('`f()`<code>g</code>')
  expect(written('one\ntwo', ['one\ntwo', { bold: true }])).toBe('**one**\n**two**')
  expect(toHtml(looking('a b', ['b', { bold: true, script: 'super', underline: true }]))).toBe(
    '<p>a <strong><u><sup>b</sup></u></strong></p>',
  )
})

it('writes looks inside a link, and no bold in a heading', () => {
  const text = 'see the bold here.'
  const model = modelOf([[text, {}]])
  const link = { span: { start: 4, end: 17 }, url: 'https://a.test' }
  const runs: Run[] = [{ span: { start: 8, end: 12 }, bold: true }]
  expect(toMarkdown({ ...model, links: [link], runs })).toBe('see [the **bold** here](<https://a.test>).\n')
  expect(toHtml({ ...model, links: [link], runs })).toBe(
    '<p>see <a href="https://a.test">the <strong>bold</strong> here</a>.</p>',
  )
  const heading = modelOf([['Top bold', { type: 'heading', level: 1 }]])
  expect(toMarkdown({ ...heading, runs: [{ span: { start: 4, end: 8 }, bold: true }] })).toBe('# Top bold\n')
})

it('refers to notes, and writes their further paragraphs into them', () => {
  const model: DocumentModel = {
    ...modelOf([
      ['Sum1 due', {}],
      ['net', { type: 'footnote', layer: 'note', marker: '1', parent: 0 }],
      ['of tax', { type: 'footnote', layer: 'note', parent: 1 }],
      ['own', { type: 'footnote', layer: 'note', marker: '*', parent: 0 }],
      ['nobody asks', { type: 'footnote', layer: 'note' }],
    ]),
    notes: [
      { span: { start: 3, end: 4 }, block: 1 },
      { span: { start: 8, end: 8 }, block: 3 },
    ],
  }
  expect(toMarkdown(model)).toBe(
    'Sum[^1] due[^2]\n\n[^1]: net\n\n    of tax\n\n[^2]: own\n\n<aside class="footnote">nobody asks</aside>\n',
  )
  expect(toHtml(model)).toContain(
    '<p>Sum<sup><a href="#note-1">1</a></sup> due<sup><a href="#note-2">2</a></sup></p><aside class="footnote" id="note-1">',
  )
})

it('tells a title from headings, and what is not the text from it', () => {
  const model = modelOf([
    ['Lease', { type: 'title' }],
    ['Parties', { type: 'heading', level: 1 }],
    ['ACME <Ltd>', { type: 'header', layer: 'furniture' }],
    ['why?', { type: 'comment', layer: 'annotation', author: 'Ann "A"', date: '2026-03-01' }],
    ['say it', { layer: 'note' }],
    ['unseen', { layer: 'hidden' }],
  ])
  const aside = [
    '<header>ACME &lt;Ltd&gt;</header>',
    '<aside class="comment" data-author="Ann &quot;A&quot;" data-date="2026-03-01">why?</aside>',
    '<aside class="note">say it</aside>',
    '<aside class="hidden">unseen</aside>',
  ]
  expect(toMarkdown(model)).toBe(`# Lease\n\n## Parties\n\n${aside.join('\n\n')}\n`)
  expect(toHtml(model)).toBe(`<h1>Lease</h1><h2>Parties</h2>${aside.join('')}`)
})

it('has quotes, definitions, tasks, figures and lists under wide numbers', () => {
  const model: DocumentModel = {
    ...modelOf([
      ['a', { quote: 1 }],
      ['b\nc', { quote: 2 }],
      ['Rent', { type: 'term' }],
      ['what is paid', { type: 'definition' }],
      ['done', { type: 'list-item', level: 1, marker: '☒', checked: true }],
      ['open', { type: 'list-item', level: 1, marker: '☐', checked: false }],
      ['', { type: 'figure', image: 0 }],
      ['Fig. 1', { type: 'caption', parent: 6 }],
      ['ten', { type: 'list-item', level: 1, marker: '10.' }],
      ['sub', { type: 'list-item', level: 2, marker: '•' }],
    ]),
    images: [{ contentType: 'image/png', altText: 'A [plan]' }],
  }
  expect(toMarkdown(model)).toBe(
    '> a\n>\n>> b\n>> c\n\nRent\n: what is paid\n\n- [x] done\n- [ ] open\n\n![A \\[plan\\]](#/images/0)\n\nFig. 1\n\n10. ten\n    - sub\n',
  )
  expect(toHtml(model)).toBe(
    '<blockquote><p>a</p><blockquote><p>b<br>c</p></blockquote></blockquote><dl><dt>Rent</dt><dd>what is paid</dd></dl>' +
      '<ul><li><input type="checkbox" disabled checked> done</li><li><input type="checkbox" disabled> open</li></ul>' +
      '<figure><img alt="A [plan]" data-image="0"><figcaption>Fig. 1</figcaption></figure>' +
      '<ol><li value="10">ten<ul><li>sub</li></ul></li></ol>',
  )
})

it('quotes no deeper than anybody reads, between the blocks too', () => {
  const deep = '>'.repeat(20)
  const model = modelOf([
    ['a', { quote: 5000 }],
    ['b', { quote: 5000 }],
  ])
  expect(toMarkdown(model)).toBe(`${deep} a\n${deep}\n${deep} b\n`)
})

it('repeats merged cells, or has them once', () => {
  const cell = (row: number, column: number, text: string, start: number, rowSpan = 1, columnSpan = 1) => ({
    row,
    column,
    rowSpan,
    columnSpan,
    text,
    span: { start, end: start + text.length },
  })
  const text = 'a|\nb\tc'
  const model: DocumentModel = {
    ...modelOfText(text),
    blocks: [{ type: 'table', layer: 'body', span: { start: 0, end: 6 }, table: 0 }],
    tables: [
      {
        span: { start: 0, end: 6 },
        rows: 2,
        columns: 2,
        headerRows: 1,
        cells: [cell(0, 0, 'a|', 0, 1, 2), cell(1, 0, 'b', 3), cell(1, 1, 'c', 5)],
      },
    ],
  }
  expect(toMarkdown(model)).toBe('| a\\| | a\\| |\n| --- | --- |\n| b | c |\n')
  expect(toMarkdown(model, { mergedCells: 'once' })).toBe('| a\\| |  |\n| --- | --- |\n| b | c |\n')
})

it('has a long merged cell once, where repeated it would be many times the document', () => {
  const table = (length: number): string => {
    const span = { start: 0, end: length }
    const cell = { row: 0, column: 0, rowSpan: 1000, columnSpan: 10, text: 'x'.repeat(length), span }
    const model: DocumentModel = {
      ...modelOfText('x'.repeat(length)),
      blocks: [{ type: 'table', layer: 'body', span, table: 0 }],
      tables: [{ span, rows: 1000, columns: 10, headerRows: 1, cells: [cell] }],
    }
    return toMarkdown(model)
  }
  expect(table(10).match(/x+/g)).toHaveLength(10_000)
  expect(table(11).match(/x+/g)).toHaveLength(1)
})

it('marks where pages, slides and sheets begin', () => {
  const text = 'a\nb'
  const model: DocumentModel = {
    ...modelOf([
      ['a', {}],
      ['b', {}],
    ]),
    contentType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    pages: [
      { number: 1, span: { start: 0, end: 1, page: 1 } },
      { number: 3, name: 'Ends -- <here>', span: { start: 2, end: 3, page: 3 } },
    ],
  }
  expect(model.text).toBe(text)
  expect(toMarkdown(model)).toBe('<!-- slide 1 -->\n\na\n\n<!-- slide 3: Ends here -->\n\nb\n')
  expect(toHtml(model)).toBe('<hr data-slide="1"><p>a</p><hr data-slide="3" title="Ends -- &lt;here&gt;"><p>b</p>')
})

it('leaves out the dots that lead to a page number, and no others', () => {
  const written = (text: string): string => toMarkdown(modelOf([[text, {}]])).slice(0, -1)
  expect(written('Notices . . . . . . vii\nScope ........ 12')).toBe('Notices … vii\nScope … 12')
  expect(written('Name: .......... and so ... 3')).toBe('Name: .......... and so ... 3')
  expect(toHtml(modelOf([['Scope ........ 12', {}]]))).toBe('<p>Scope … 12</p>')
})

it('writes what is long in pieces that are not, whatever it stands in', () => {
  const long = '> & "a" | b\n'.repeat(20_000)
  const types = [
    'paragraph',
    'heading',
    'list-item',
    'code',
    'term',
    'definition',
    'footnote',
    'formula',
    'caption',
  ] as const
  const whole = (traits: Partial<Block>, rest: Partial<DocumentModel> = {}): DocumentModel => ({
    ...modelOf([[long, traits]]),
    ...rest,
  })
  const span = { start: 0, end: long.length }
  const cells = [{ row: 0, column: 0, rowSpan: 1, columnSpan: 1, span, text: long }]
  const models = [
    ...types.map((type) => whole({ type, quote: 1 })),
    whole({ layer: 'annotation', author: long, date: long }),
    whole({ type: 'table', table: 0 }, { tables: [{ rows: 1, columns: 1, headerRows: 0, span, cells }] }),
    whole(
      { type: 'figure', image: 0 },
      { images: [{ contentType: 'image/png', altText: long.replaceAll('\n', 'x') }] },
    ),
    whole({}, { links: [{ span, url: `https://example.com/?${'"'.repeat(200_000)}` }] }),
    whole({}, { runs: [{ span, bold: true, strike: true }] }),
    whole({}, { formulas: [{ span, latex: long }] }),
  ]
  for (const model of models) {
    for (const pieces of [[...htmlPieces(model)], [...markdownPieces(model)]]) {
      expect(pieces.join('').length).toBeGreaterThan(long.length / 2)
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(long.length / 2)
    }
  }
})

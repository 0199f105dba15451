import { describe, expect, it } from 'vitest'
import type { Block, DocumentModel, Link } from '../model/document-model.ts'
import { toHtml } from './html-view.ts'
import { linkable } from './link-view.ts'
import { spansWithin } from './spans-within.ts'
import { modelOfText } from './model-of-text.ts'

const link = (start: number, end: number, url?: string): Link => ({
  span: { start, end },
  ...(url === undefined ? {} : { url }),
})

describe('the links of a stretch', () => {
  // Long enough that halving takes several steps, to either side.
  const links = Array.from({ length: 11 }, (_, index) => link(10 * index, 10 * index + 5))
  const within = (start: number, end: number) => [...spansWithin(links, start, end)].map(({ span }) => span.start)

  it('are those that lie in it, in their order', () => {
    for (let first = 0; first < links.length; first++)
      for (let last = first; last < links.length; last++) {
        const wanted = links.slice(first, last + 1).map(({ span }) => span.start)
        expect(within(10 * first, 10 * last + 5)).toEqual(wanted)
        expect(within(10 * first - 4, 10 * last + 14)).toEqual(wanted)
        expect(within(10 * first + 1, 10 * last + 5)).toEqual(wanted.slice(1))
        expect(within(10 * first, 10 * last + 4)).toEqual(wanted.slice(0, -1))
      }
    expect([...spansWithin([], 0, 9)]).toEqual([])
  })

  it('end at the first that reaches beyond it', () => {
    expect([...spansWithin([link(0, 5), link(1, 20), link(2, 6)], 0, 10)]).toHaveLength(1)
  })
})

it('leads to the web, to mail and to telephones alone', () => {
  for (const url of ['http://a', 'HTTPS://a', 'mailto:a', 'tel:1']) expect(linkable.test(url)).toBe(true)
  for (const url of ['javascript:a', 'file:///a', 'data:a', 'xhttp://a', 'http:a'])
    expect(linkable.test(url)).toBe(false)
})

describe('the html of a document', () => {
  const model = (text: string, changes: Partial<DocumentModel> = {}): DocumentModel => ({
    ...modelOfText(text),
    ...changes,
  })
  /** Blocks of one letter each, behind the marker if there is one. */
  const of = (...blocks: (Partial<Block> & Pick<Block, 'type'>)[]): string => {
    let text = ''
    const spanned = blocks.map((block, at): Block => {
      const start = text.length
      text += `${block.marker === undefined ? '' : `${block.marker} `}${'abcdefghijklmnop'[at]}`
      return { layer: 'body', span: { start, end: text.length }, ...block }
    })
    return toHtml(model(text, { blocks: spanned }))
  }

  it('escapes what it holds, and keeps lines', () => {
    const text = 'a < b & "c" > d\ne'
    const blocks: Block[] = [{ type: 'paragraph', layer: 'body', span: { start: 0, end: text.length } }]
    expect(toHtml(model(text, { blocks }))).toBe('<p>a &lt; b &amp; &quot;c&quot; &gt; d<br>e</p>')
  })

  it.each([
    [{ type: 'title' }, '<h1>a</h1>'],
    [{ type: 'heading' }, '<h1>a</h1>'],
    [{ type: 'heading', level: 3, marker: '1.2' }, '<h3>1.2 a</h3>'],
    [{ type: 'heading', level: 0 }, '<h1>a</h1>'],
    [{ type: 'heading', level: 9, marker: '•' }, '<h6>• a</h6>'],
    [{ type: 'paragraph' }, '<p>a</p>'],
    [{ type: 'code' }, '<pre><code>a</code></pre>'],
    [{ type: 'header' }, '<header>a</header>'],
    [{ type: 'footer' }, '<footer>a</footer>'],
    [{ type: 'footnote' }, '<aside class="footnote">a</aside>'],
    [{ type: 'comment' }, '<aside class="comment">a</aside>'],
    [{ type: 'text-box' }, '<aside class="text-box">a</aside>'],
    [{ type: 'caption' }, '<p class="caption">a</p>'],
    [{ type: 'formula' }, '<p class="formula">a</p>'],
    [{ type: 'table' }, '<p>a</p>'],
    [{ type: 'table', table: 9 }, '<p>a</p>'],
  ] as const)('of %j is %s', (block, html) => expect(of(block)).toBe(html))

  it('has lists of two kinds, and lists in lists', () => {
    const item = (marker?: string, level?: number) => ({
      type: 'list-item' as const,
      ...(marker === undefined ? {} : { marker }),
      ...(level === undefined ? {} : { level }),
    })
    expect(of(item('•'), item())).toBe('<ul><li>a</li><li>b</li></ul>')
    expect(of(item('1.'), item('2.'))).toBe('<ol><li>a</li><li>b</li></ol>')
    expect(of(item('(1)'), item('3)'))).toBe('<ol><li>a</li><li value="3">b</li></ol>')
    expect(of(item('a)'), item('b)'))).toBe('<ul><li>a) a</li><li>b) b</li></ul>')
    expect(of(item('•'), item('1.'))).toBe('<ul><li>a</li></ul><ol><li>b</li></ol>')
    expect(of(item('1.'), item('•', 2), item('2.'))).toBe('<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>')
    expect(of(item('•', 3), item('•', 1))).toBe('<ul><li><ul><li><ul><li>a</li></ul></li></ul></li><li>b</li></ul>')
    expect(of(item('•', 0), { type: 'paragraph' }, item('1.'))).toBe('<ul><li>a</li></ul><p>b</p><ol><li>c</li></ol>')
    expect(of(item('•', 99)).match(/<ul>/g)).toHaveLength(32)
  })

  it('has tables with their heads and merged cells', () => {
    const cell = (row: number, column: number, more: object = {}) => {
      const start = 2 * row + column
      return { row, column, rowSpan: 1, columnSpan: 1, span: { start, end: start + 1 }, text: '', ...more }
    }
    const table = (headerRows: number, more: object = {}) =>
      toHtml(
        model('abcd', {
          blocks: [{ type: 'table', layer: 'body', span: { start: 0, end: 4 }, table: 0 }],
          tables: [
            {
              span: { start: 0, end: 4 },
              rows: 2,
              columns: 2,
              headerRows,
              cells: [cell(0, 0, more), cell(0, 1), cell(1, 0), cell(1, 1), cell(7, 0)],
            },
          ],
        }),
      )
    const body = '<tr><td>c</td><td>d</td></tr></tbody></table>'
    expect(table(0)).toBe(`<table><tbody><tr><td>a</td><td>b</td></tr>${body}`)
    expect(table(1)).toBe(`<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>${body}`)
    expect(table(9)).toContain('<th>d</th></tr></thead><tbody></tbody></table>')
    expect(table(0, { rowSpan: 2, columnSpan: 3 })).toContain('<td rowspan="2" colspan="3">a</td>')
  })

  it('has its links where they may lead, and none within another', () => {
    const links = [
      link(0, 1, 'https://a.org/?b&"c"'),
      link(2, 3, 'javascript:x'),
      link(4, 5),
      link(6, 9, 'tel:1'),
      link(7, 8, 'tel:2'),
    ]
    const blocks: Block[] = [{ type: 'paragraph', layer: 'body', span: { start: 0, end: 10 } }]
    expect(toHtml(model('a b c def g', { blocks, links }))).toBe(
      '<p><a href="https://a.org/?b&amp;&quot;c&quot;">a</a> b c <a href="tel:1">def</a> </p>',
    )
  })
})

it('takes each line of a text for a paragraph', () => {
  const { blocks, pages, text } = modelOfText('a\n\nbc\n')
  expect(blocks.map(({ span, type, layer }) => [text.slice(span.start, span.end), type, layer])).toEqual([
    ['a', 'paragraph', 'body'],
    ['bc', 'paragraph', 'body'],
  ])
  expect(pages).toEqual([{ number: 1, span: { start: 0, end: 6 } }])
  expect(modelOfText('').blocks).toEqual([])
  expect(modelOfText('a').blocks).toHaveLength(1)
  expect(modelOfText('a')).toMatchObject({ language: null, contentType: 'text/plain', extractor: 'none', metadata: {} })
})

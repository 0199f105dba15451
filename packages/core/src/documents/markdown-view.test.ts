import { expect, it } from 'vitest'
import type { Block, DocumentModel } from './document-model.ts'
import { toHtml } from './html-view.ts'
import { toMarkdown } from './markdown-view.ts'
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

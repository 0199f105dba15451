import { type DocumentModel, type Look, modelOfText, type Run, toMarkdown } from '@chancery/core'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { outline, readForTest } from '../reading-for-test.ts'

it('reads blocks without their markup', async () => {
  const model = await readForTest(
    `---
title: "An offer"
---
# Offer *now*

Some **bold** [link](x) \`code\`[^1] <br>line &amp; more

- a
  1. deep
- [x] done

| H1 | H2 |
|----|---:|
| a  | b\\|c |

\`\`\`js
let x = 1
\`\`\`

> quoted

<div>in <i>HTML</i></div>

![Logo](l.png)

[^1]: the note
`,
    'markdown',
  )
  expect(outline(model)).toEqual([
    'heading 1 | Offer now',
    'paragraph | Some bold link code \nline & more',
    'list-item 1 • | a',
    'list-item 2 1. | deep',
    'list-item 1 ☒ | done',
    'table | H1\tH2\na\tb|c',
    'code | let x = 1',
    'paragraph | quoted',
    'paragraph | in HTML',
    'figure | ',
    'footnote 1 | the note',
  ])
  expect(model.metadata).toEqual({ title: 'An offer' })
  expect(model.tables[0]).toMatchObject({ rows: 2, columns: 2, headerRows: 1 })
  expect(model.images).toEqual([{ contentType: 'image/*', altText: 'Logo' }])
})

it('keeps the further paragraphs of an item with it', async () => {
  const model = await readForTest('1. one\n\n   more\n\n   - dot\n\n     under dot\n\n   again\n\nout\n', 'markdown')
  expect(model.blocks.map(({ parent }) => parent)).toEqual([undefined, 0, 0, 2, 0, undefined])
})

it('keeps the listings of an item with it', async () => {
  const model = await readForTest('1. one\n\n   ```sh\n   go\n     on\n   ```\n\n2. two\n\n```\nout\n```\n', 'markdown')
  expect(model.blocks.map(({ type, parent }) => [type, parent])).toEqual([
    ['list-item', undefined],
    ['code', 0],
    ['list-item', undefined],
    ['code', undefined],
  ])
})

it('keeps pictures that are written into their addresses, where they are wanted', async () => {
  const page = '![a](data:image/png;base64,aGVsbG8=) ![b](b.png)\n\n<p><img src="data:image/gif;base64,aGV5"></p>\n'
  const { images } = await readForTest(page, 'markdown', { figures: true })
  expect(images.map(({ content }) => content && Buffer.from(content).toString()).toSorted()).toEqual([
    'hello',
    'hey',
    undefined,
  ])
})

it('reads what would keep a parser busy as plain text, with a warning', async () => {
  for (const text of [
    '['.repeat(60_000),
    '> '.repeat(40_000),
    `${'* '.repeat(40_000)}x`,
    `${'*a_ '.repeat(20_000)}`,
    '- '.repeat(9000),
  ]) {
    const { warnings } = await readForTest(text, 'markdown')
    expect(warnings).toMatchObject([{ code: 'markdown_read_as_text' }])
  }
})

it('holds the invariants for any text', async () => {
  const marks = fc.constantFrom(
    '# ',
    '- ',
    '1. ',
    '> ',
    '| a | b |\n|--|--|\n',
    '```\n',
    '**',
    '[x](y)',
    '\n',
    '\n\n',
    '<p>',
    '[^1]: ',
    '    ',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(marks, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 30 }),
      async (parts) => {
        await readForTest(parts.join(''), 'markdown')
      },
    ),
    { numRuns: 60 },
  )
})

it('keeps links, also those that are defined elsewhere, and the outline', async () => {
  const model = await readForTest(
    '# One\n\nSee [here](https://example.com/a "t") and [there][x], <https://example.com/c>.\n\n' +
      '| a | b |\n|---|---|\n| 1 | [c](d.html) |\n\n- x\n  - y\n\n[x]: https://example.com/b\n',
    'markdown',
  )
  expect(model.links.map(({ url, span }) => [url, model.text.slice(span.start, span.end)])).toEqual([
    ['https://example.com/a', 'here'],
    ['https://example.com/b', 'there'],
    ['https://example.com/c', 'https://example.com/c'],
    ['d.html', 'c'],
  ])
  expect(model.outline).toEqual([{ title: 'One', level: 1, start: 0 }])
  expect(model.blocks.at(-1)?.parent).toBe(model.blocks.length - 2)
})

it('keeps looks, quotes, tasks, figures and references to notes', async () => {
  const model = await readForTest(
    'a **b *c*** ~~d~~ `e` H<sub>2</sub>O[^n]\n\n> said\n> > before\n\n1. [x] done\n- [ ] open\n\n![Plan](p.png)\n\n[^n]: net\n\n    of tax\n',
    'markdown',
  )
  const { text, blocks } = model
  expect(model.runs.map(({ span, ...look }) => [text.slice(span.start, span.end), look])).toEqual([
    ['b ', { bold: true }],
    ['c', { bold: true, italic: true }],
    ['d', { strike: true }],
    ['e', { code: true }],
    ['2', { script: 'sub' }],
  ])
  expect(blocks.map(({ type, quote, checked, parent }) => [type, quote ?? checked ?? parent])).toEqual([
    ['paragraph', undefined],
    ['paragraph', 1],
    ['paragraph', 2],
    ['list-item', true],
    ['list-item', false],
    ['figure', undefined],
    ['footnote', 0],
    ['footnote', 6],
  ])
  expect(text).toContain('\n1. ☒ done\n☐ open\n')
  expect(model.notes).toMatchObject([{ span: { start: text.indexOf('\n'), end: text.indexOf('\n') }, block: 6 }])
})

/** What each character but blanks looks like. */
const looksOf = ({ text, runs }: Pick<DocumentModel, 'text' | 'runs'>): (readonly [string, Look])[] =>
  Array.from(text, (character, at) => {
    const run = runs.find(({ span }) => span.start <= at && at < span.end)
    const { span: _span, ...look } = run ?? { span: undefined }
    return [character, character === ' ' ? {} : look] as const
  })

it('reads what the view of Markdown writes: the same text, and the same looks', async () => {
  const look: fc.Arbitrary<Look> = fc.constantFrom<Look[]>(
    { bold: true },
    { italic: true },
    { strike: true },
    { code: true },
    { bold: true, italic: true },
    { bold: true, script: 'super' },
    { script: 'sub' },
  )
  const letters = fc.string({ unit: fc.constantFrom(...'aaab cd  .,*_`~:!(&<'), minLength: 1, maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(
      letters,
      fc.array(fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 6 }), look)),
      async (said, given) => {
        // Runs of blanks, and a paragraph of signs alone, are others to Markdown.
        const text = `x${said.replaceAll(/ +/g, ' ')}x`
        const runs: Run[] = []
        let at = 0
        for (const [gap, length, own] of given) {
          const [start, end] = [at + gap, Math.min(at + gap + length, text.length)]
          if (end > start && text.slice(start, end).trim() !== '') runs.push({ span: { start, end }, ...own })
          at = end
        }
        const model = { ...modelOfText(text), runs }
        const read = await readForTest(toMarkdown(model), 'markdown')
        expect(looksOf(read)).toEqual(looksOf(model))
      },
    ),
    { numRuns: 100 },
  )
})

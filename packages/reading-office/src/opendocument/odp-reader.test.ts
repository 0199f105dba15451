import { expect, it } from 'vitest'
import { odfOf } from '../package/package-fixture.ts'
import { outline, readForTest } from '../reading-for-test.ts'

const frame = (kind: string, [x, y]: readonly [number, number], content: string): string =>
  `<draw:frame ${kind === '' ? '' : `presentation:class="${kind}"`} svg:x="${x}cm" svg:y="${y}cm" svg:width="5cm" svg:height="2cm">${content}</draw:frame>`
const box = (text: string): string => `<draw:text-box><text:p>${text}</text:p></draw:text-box>`

it('reads the slides of an odp as pages, in reading order, with notes after them', async () => {
  const model = await readForTest(
    odfOf('presentation', {
      automaticStyles:
        '<style:style style:name="h" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>',
      styles:
        '<office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties fo:page-width="20cm" fo:page-height="10cm"/></style:page-layout></office:automatic-styles>' +
        `<office:master-styles><style:master-page style:name="M" style:page-layout-name="L">${frame('', [0, 0], box('Master'))}</style:master-page></office:master-styles>`,
      body:
        '<presentation:footer-decl presentation:name="f">Ours</presentation:footer-decl>' +
        '<draw:page draw:name="page1" draw:master-page-name="M" presentation:use-footer-name="f">' +
        frame('', [12, 4], box('right')) +
        frame(
          'outline',
          [1, 4],
          '<draw:text-box><text:list><text:list-item><text:p>first</text:p></text:list-item></text:list></draw:text-box>',
        ) +
        frame('title', [1, 1], box('Welcome')) +
        `<presentation:notes>${frame('notes', [1, 1], box('say it'))}</presentation:notes><office:annotation><text:p>why</text:p></office:annotation></draw:page>` +
        `<draw:page draw:name="page2" draw:style-name="h" draw:master-page-name="M">${frame('', [1, 1], '<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>')}</draw:page>`,
    }),
    'odp',
  )
  expect(outline(model)).toEqual([
    'heading 1 | Welcome',
    'paragraph | first',
    'text-box | right',
    'footer | Ours',
    'paragraph | say it',
    'comment | why',
    'table | a\tb',
  ])
  expect(model.blocks.map(({ layer }) => layer)).toEqual([
    'body',
    'body',
    'body',
    'furniture',
    'note',
    'annotation',
    'hidden',
  ])
  expect(model.pages.map(({ name, width }) => [name, width])).toEqual([
    ['Welcome', 566.93],
    ['page2', 566.93],
  ])
  expect(model.blocks[0]?.span.box).toEqual({ x: 0.05, y: 0.1, width: 0.25, height: 0.2 })
})

it('tells lists of any text box, and notes that nothing calls so', async () => {
  const list = '<text:list text:style-name="L"><text:list-item><text:p>one</text:p></text:list-item></text:list>'
  const model = await readForTest(
    odfOf('presentation', {
      body: `<draw:page>${frame('', [1, 1], `<draw:text-box>${list}</draw:text-box>`)}<presentation:notes>${frame('', [1, 9], box('said'))}${frame('header', [1, 1], box('no'))}</presentation:notes></draw:page>`,
      automaticStyles:
        '<text:list-style style:name="L"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>',
      meta: '<meta:user-defined meta:name="File">A-17</meta:user-defined><dc:title>T</dc:title><meta:user-defined meta:name="title">no</meta:user-defined>',
    }),
    'odp',
  )
  expect(outline(model)).toEqual(['list-item 1 • | one', 'paragraph | said'])
  expect(model.metadata).toEqual({ title: 'T', File: 'A-17' })
})

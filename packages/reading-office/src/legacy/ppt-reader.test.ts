import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { ChanceryError } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { outline, readForTest } from '../reading-for-test.ts'
import { container, group, numbers, pptOf, record, saved, shape } from './ppt-fixture.ts'
import { recordTypes } from './ppt-records.ts'

const title = { kind: 0, text: 'Results of the year' }
const rows = [
  [0, 0, 100, 50, 'Name'],
  [100, 0, 200, 50, 'Total'],
  [0, 50, 200, 100, 'Both'],
] as const

const deck = pptOf(
  [
    {
      shapes: [
        shape({ text: { kind: 6, text: 'The deck' }, placeholder: 15, place: [576, 576, 5000, 1200] }),
        shape({ text: { kind: 5, text: 'Größe – 日本' }, placeholder: 16, place: [576, 2000, 5000, 2600] }),
      ],
    },
    {
      shapes: [
        shape({ text: 0, placeholder: 13, place: [400, 200, 5300, 900] }),
        shape({ text: 1, placeholder: 14, place: [400, 1000, 5300, 4000] }),
        shape({ text: { kind: 4, text: 'gone' }, deleted: true }),
      ],
      texts: [title, { kind: 1, text: 'One\rInner\rPlain\rTwo\u000bmore', levels: [[0], [1], [0, false], [0, true]] }],
      notes: 'Say this.\rThen that.',
    },
    {
      shapes: [
        shape({ text: { kind: 4, text: 'Right of it' }, place: [3000, 1000, 5000, 2000] }),
        shape({
          text: { kind: 4, text: 'See here, page *', link: { start: 4, end: 8, id: 7 }, numberAt: 15 },
          place: [100, 1000, 2000, 2000],
        }),
        group(
          rows.map(([left, top, right, bottom, text]) =>
            shape({ text: { kind: 4, text }, place: [left, top, right, bottom] }, true),
          ),
          { own: [576, 2880, 4576, 3880], inner: [0, 0, 200, 100], isTable: true },
        ),
        group([shape({ text: { kind: 4, text: 'In a group' }, place: [50, 50, 100, 100] }, true)], {
          own: [0, 4000, 1000, 4320],
          inner: [0, 0, 100, 100],
        }),
      ],
      hidden: true,
    },
  ],
  { footer: 'Confidential', links: { 7: 'https://example.com/a' } },
)

it('reads the pictures of slides, packed drawings too, and what is said of them', async () => {
  const png = Buffer.from('\x89PNG picture', 'latin1')
  const drawn = Buffer.from('a drawing of lines')
  const header = Buffer.concat([numbers(drawn.length), Buffer.alloc(28), Buffer.from([0, 254])])
  const pictures = [
    record(0xf01e, Buffer.concat([Buffer.alloc(17), png]), 0x6e0),
    record(0xf01b, Buffer.concat([Buffer.alloc(32), header, deflateSync(drawn)]), 0x217),
  ]
  const shapes = [
    shape({ picture: { number: 2, altText: 'Lines' }, place: [100, 1000, 200, 1100] }),
    shape({ picture: { number: 1, altText: 'A dot' }, place: [100, 100, 200, 200] }),
    shape({ picture: { number: 9, altText: 'Not there' }, place: [100, 3000, 200, 3100] }),
  ]
  const { images } = await readForTest(pptOf([{ shapes }], { pictures }), 'ppt', { figures: true })
  expect(images.map(({ contentType, altText, page, content }) => [contentType, altText, page, content])).toEqual([
    ['image/png', 'A dot', 1, Uint8Array.from(png)],
    ['image/wmf', 'Lines', 1, Uint8Array.from(drawn)],
    ['image/*', 'Not there', 1, undefined],
  ])
})

it('reads presentations of PowerPoint 97 to 2003', async () => {
  const model = await readForTest(deck, 'ppt')
  expect(outline(model)).toEqual([
    'title | The deck',
    'paragraph | Größe – 日本',
    'footer | Confidential',
    'heading 1 | Results of the year',
    'list-item 1 • | One',
    'list-item 2 • | Inner',
    'paragraph | Plain',
    'list-item 1 • | Two\nmore',
    'footer | Confidential',
    'paragraph | Say this.',
    'paragraph | Then that.',
    'text-box | See here, page 3',
    'text-box | Right of it',
    'table | Name\tTotal\nBoth',
    'text-box | In a group',
    'footer | Confidential',
  ])
  expect(model.pages.map(({ number, width, height, name }) => [number, width, height, name])).toEqual([
    [1, 720, 540, 'The deck'],
    [2, 720, 540, 'Results of the year'],
    [3, 720, 540, undefined],
  ])
  expect(model.blocks.filter(({ layer }) => layer === 'note')).toHaveLength(2)
  expect(new Set(model.blocks.filter(({ span }) => span.page === 3).map(({ layer }) => layer))).toEqual(
    new Set(['hidden']),
  )
  expect(model.tables[0]?.cells.map(({ row, column, columnSpan, text }) => [row, column, columnSpan, text])).toEqual([
    [0, 0, 1, 'Name'],
    [0, 1, 1, 'Total'],
    [1, 0, 2, 'Both'],
  ])
  expect(model.links.map(({ url, span }) => [url, model.text.slice(span.start, span.end)])).toEqual([
    ['https://example.com/a', 'here'],
  ])
  const boxed = model.blocks.find(({ type }) => type === 'table')?.span
  expect(boxed).toMatchObject({ box: { x: 0.1, y: 0.6667, width: 0.6944, height: 0.2314 } })
  expect(model.blocks.at(-2)?.span).toMatchObject({ box: { x: 0.0868, y: 0.963, width: 0.0868, height: 0.037 } })
})

it('reads the slides that are asked for', async () => {
  const model = await readForTest(deck, 'ppt', { pages: [2] })
  expect(model.pages.map(({ number }) => number)).toEqual([2])
  expect(model.text).toContain('Results of the year')
  expect(model.text).not.toContain('The deck')
})

describe('bad presentations', () => {
  it('are told apart', async () => {
    const locked = pptOf([{ shapes: [] }], { token: 0xf3d1c4df })
    await expect(readForTest(locked, 'ppt')).rejects.toMatchObject({
      code: 'document_encrypted',
      details: { reason: 'encryption_unsupported' },
    })
    await expect(readForTest(saved([]), 'ppt')).rejects.toMatchObject({ code: 'document_corrupt' })
    const noDocument = saved([container(recordTypes.slide, [])])
    await expect(readForTest(noDocument, 'ppt')).rejects.toMatchObject({ code: 'document_corrupt' })
  })

  it('are read or refused, whatever of them is damaged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(deck.length - 513), fc.nat(255), fc.nat(deck.length), async (at, byte, length) => {
        const damaged = deck.slice()
        damaged[512 + at] = byte
        for (const bytes of [damaged, deck.slice(0, Math.max(length, 512))]) {
          const code = await readForTest(bytes, 'ppt').then(
            () => 'read',
            (error: unknown) => (ChanceryError.is(error) ? error.code : String(error)),
          )
          expect(['read', 'document_corrupt', 'document_encrypted']).toContain(code)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('name a slide over and over, which is read once', async () => {
    const persist = record(recordTypes.slidePersist, numbers(2, 0, 0, 256, 0))
    const document = container(recordTypes.document, [container(recordTypes.slideList, [persist, persist, persist])])
    const slide = pptOf([{ shapes: [shape({ text: { kind: 4, text: 'once' } })] }])
    expect((await readForTest(slide, 'ppt')).text).toBe('once')
    const model = await readForTest(saved([document, container(recordTypes.slide, [])]), 'ppt')
    expect(model.pages).toHaveLength(3)
  })

  it('take time that grows with their size, not faster', async () => {
    const cells = (count: number): Uint8Array =>
      pptOf([
        {
          shapes: [
            group(
              Array.from({ length: count }, (_, index) =>
                shape(
                  { text: { kind: 4, text: 'x' }, place: [index * 2, index * 2, index * 2 + 2, index * 2 + 2] },
                  true,
                ),
              ),
              { own: [0, 0, 5000, 4000], inner: [0, 0, count * 2, count * 2], isTable: true },
            ),
          ],
        },
      ])
    // Less than the grid may have cells at the largest.
    await expectLinearTime(100, cells, (bytes) => readForTest(bytes, 'ppt'))
    const texts = (count: number): Uint8Array =>
      pptOf([
        {
          shapes: [
            shape({
              text: { kind: 4, text: 'a\r'.repeat(count), link: { start: 0, end: 2 * count, id: 1 }, numberAt: 2 },
            }),
          ],
        },
      ])
    await expectLinearTime(4000, texts, (bytes) => readForTest(bytes, 'ppt'))
    const marked = (count: number): Uint8Array =>
      pptOf([
        {
          shapes: [
            shape({
              text: {
                kind: 4,
                text: '*'.repeat(count),
                more: Array.from({ length: count }, (_, at) => ({
                  numberAt: at,
                  link: { start: at, end: at + 1, id: 1 },
                })),
              },
            }),
          ],
        },
      ])
    await expectLinearTime(2000, marked, (bytes) => readForTest(bytes, 'ppt'))
  })
})

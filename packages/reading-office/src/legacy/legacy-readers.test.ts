import { CompoundFile } from '@chancery/formats/compound-file'
import { writeCompoundFile } from '@chancery/formats/compound-file/testing'
import { utils, write } from '@e965/xlsx'
import { expect, it } from 'vitest'
import { outline, readForTest } from '../reading-for-test.ts'
import { docOf } from './doc-fixture.ts'
import { container, record } from './ppt-fixture.ts'

it('reads Word 97: text in both widths, headings, tables, links, notes', async () => {
  const model = await readForTest(
    docOf({
      body: [
        { text: 'Head', style: 1 },
        { text: 'See \u0013HYPERLINK "https://example.com"\u0014here\u0015 Привет', style: 0 },
        { text: 'A1', style: 0, mark: '\u0007', inTable: true },
        { text: '', style: 0, mark: '\u0007', inTable: true },
        { text: '', style: 0, mark: '\u0007', inTable: true, rowEnd: true },
        { text: 'A2', style: 0, mark: '\u0007', inTable: true },
        { text: 'B2', style: 0, mark: '\u0007', inTable: true },
        { text: '', style: 0, mark: '\u0007', inTable: true, rowEnd: true },
        { text: 'End', style: 0 },
      ],
      footnotes: '\u0002 Small\r',
    }),
    'doc',
  )
  expect(outline(model)).toEqual([
    'heading 1 | Head',
    'paragraph | See here Привет',
    'table | A1\t\nA2\tB2',
    'paragraph | End',
    'footnote 1 | Small',
  ])
  expect(model.links.map(({ url, span }) => [url, model.text.slice(span.start, span.end)])).toEqual([
    ['https://example.com', 'here'],
  ])
})

it('tells how text is set', async () => {
  const model = await readForTest(
    docOf({
      body: [{ text: 'plain bold italic struck under 2', style: 0 }],
      footnotes: '',
      runs: [
        { start: 6, end: 10, property: 0x0835 },
        { start: 11, end: 17, property: 0x0836 },
        { start: 18, end: 24, property: 0x0837 },
        { start: 25, end: 30, property: 0x2a3e },
        { start: 31, end: 32, property: 0x2a48 },
      ],
    }),
    'doc',
  )
  const told = model.runs.map(({ span, ...look }) => [model.text.slice(span.start, span.end), look])
  expect(told).toEqual([
    ['bold', { bold: true }],
    ['italic', { italic: true }],
    ['struck', { strike: true }],
    ['under', { underline: true }],
    ['2', { script: 'super' }],
  ])
})

it('takes smaller text of doc that is moved for raised and lowered, and no other', async () => {
  const position = 0x4845
  const { text, runs } = await readForTest(
    docOf({
      body: [{ text: 'mc2 and H2O or up', style: 0 }],
      footnotes: '',
      runs: [
        { start: 2, end: 3, property: position, value: 6, size: 14 },
        { start: 9, end: 10, property: position, value: 0xfffc, size: 14 },
        { start: 15, end: 17, property: position, value: 6 },
      ],
    }),
    'doc',
  )
  expect(runs.map(({ span, script }) => [text.slice(span.start, span.end), script])).toEqual([
    ['2', 'super'],
    ['2', 'sub'],
  ])
})

it('knows blocks by their styles, also by those that these are based on, and in the language of Word', async () => {
  const list = [0x0a, 0x26, 0, 0x0b, 0x46, 1, 0]
  const model = await readForTest(
    docOf({
      body: [
        { text: 'Offer', style: 1 },
        { text: 'Scope', style: 2 },
        { text: 'Said', style: 3 },
        { text: 'if (x)', style: 4 },
        { text: '  y()', style: 4 },
        { text: 'First', style: 5 },
        { text: 'Run it now', style: 0 },
        { text: 'Below', style: 6 },
      ],
      footnotes: '',
      runs: [
        { start: 40, end: 42, property: 0x4a30, value: 7 },
        { start: 43, end: 46, property: 0x4a30, value: 8 },
      ],
      styles: [
        { number: 0, name: 'Standard' },
        { number: 62, name: 'Titel' },
        { number: 0xffe, name: 'Clause', basedOn: 6 },
        { number: 180, name: 'Zitat' },
        { number: 0xffe, name: 'Source Code' },
        { number: 0xffe, name: 'Numbered', basedOn: 0, properties: list },
        { number: 2, name: 'Überschrift 2', basedOn: 6 },
        { number: 98, name: 'HTML Code', isOfCharacters: true },
        { number: 87, name: 'Fett', isOfCharacters: true, properties: [0x35, 0x08, 1] },
      ],
    }),
    'doc',
  )
  expect(outline(model)).toEqual([
    'title | Offer',
    'heading 2 | Scope',
    'paragraph | Said',
    'code | if (x)\n  y()',
    'list-item 1 1. | First',
    'paragraph | Run it now',
    'heading 2 | Below',
  ])
  expect(model.blocks.map(({ style, quote }) => [style, quote])).toContainEqual(['Zitat', 1])
  const told = model.runs.map(({ span, ...look }) => [model.text.slice(span.start, span.end), look])
  expect(told).toEqual([
    ['it', { code: true }],
    ['now', { bold: true }],
  ])
})

it('tells which cells are merged: by flags, and by the edges of rows with fewer cells', async () => {
  type Row = NonNullable<Parameters<typeof docOf>[0]['body'][number]['row']>
  const cell = { style: 0, mark: '\u0007', inTable: true }
  const rowOf = (texts: readonly string[], row: Row) => [
    ...texts.map((text) => ({ ...cell, text })),
    { ...cell, text: '', rowEnd: true, row },
  ]
  const heads: Row = [
    [1000, 0, 3],
    [2000, 2],
    [3000, 1],
  ]
  const model = await readForTest(
    docOf({
      body: [
        rowOf(['Item', 'Price', ''], heads),
        rowOf(['', 'Net', 'Gross'], [[1000, 0, 1], [2000], [3000]]),
        rowOf(['All in EUR'], [[3000]]),
      ].flat(),
      footnotes: '',
    }),
    'doc',
  )
  const cells = model.tables[0]?.cells.map((each) => [each.text, each.row, each.column, each.rowSpan, each.columnSpan])
  expect(cells).toEqual([
    ['Item', 0, 0, 2, 1],
    ['Price', 0, 1, 1, 2],
    ['Net', 1, 1, 1, 1],
    ['Gross', 1, 2, 1, 1],
    ['All in EUR', 2, 0, 1, 3],
  ])
})

it('ties notes and comments to the text, and says who wrote a comment and when', async () => {
  const march = (126 << 20) | (3 << 16) | (4 << 11) | (10 << 6) | 11
  const bytes = docOf({
    body: [{ text: 'Sum\u0002 and rest*\u0005 due', style: 0 }],
    footnotes: '\u0002 net\rof tax\r* gross\r',
    notes: [
      [3, 0],
      [13, 13],
    ],
    comments: [{ text: '\u0005Really?\r', place: 14, author: 'Zoë', date: march }],
  })
  const model = await readForTest(bytes, 'doc')
  expect(outline(model)).toEqual([
    'paragraph | Sum and rest* due',
    'footnote 1 | net',
    'footnote | of tax',
    'footnote | * gross',
    'comment | Really?',
  ])
  expect(model.notes).toMatchObject([
    { span: { start: 3, end: 3 }, block: 1 },
    { span: { start: 12, end: 13 }, block: 3 },
  ])
  expect(model.blocks[2]).toMatchObject({ layer: 'note', parent: 1 })
  expect(model.blocks[4]).toMatchObject({ author: 'Zoë', date: '2026-03-04T10:11:00', about: { start: 13, end: 13 } })
})

it.each([
  ['accept', 'Kept new  end.'],
  ['reject', 'Kept  old end.'],
  ['all', 'Kept new old end.'],
] as const)('reads lists, headers, footers, hidden text and changes: %s', async (revisions, shown) => {
  const model = await readForTest(
    docOf({
      body: [
        { text: 'Kept new old end.secret', style: 0 },
        { text: 'One', style: 0, listLevel: 0 },
        { text: 'Inner', style: 0, listLevel: 1 },
        { text: 'Two', style: 0, listLevel: 0 },
        { text: '\u0013 SYMBOL 252 \\f Wingdings \u0015', style: 0 },
      ],
      footnotes: '',
      headers: ['', '', '', '', '', '', '', 'Top\r', '', 'Bottom\r', '', ''],
      runs: [
        { start: 5, end: 8, property: 0x0801 },
        { start: 9, end: 12, property: 0x0800 },
        { start: 17, end: 23, property: 0x083c },
      ],
    }),
    'doc',
    { revisions },
  )
  expect(outline(model)).toEqual([
    'header | Top',
    `paragraph | ${shown}`,
    'paragraph | secret',
    'list-item 1 1. | One',
    'list-item 2 1.a) | Inner',
    'list-item 1 2. | Two',
    'paragraph | ✓',
    'footer | Bottom',
  ])
  expect(model.blocks[2]?.layer).toBe('hidden')
  expect(model.revisions.map(({ type, text }) => `${type} ${text}`).toSorted()).toEqual([
    'deletion old',
    'insertion new',
  ])
})

it('reads streams by their names in any case, and says which Word is too old', async () => {
  const whole = Buffer.from(docOf({ body: [{ text: 'Head', style: 1 }], footnotes: '' }))
  const lower = Buffer.from(whole)
  for (const name of ['WordDocument', '1Table']) {
    const wide = Buffer.from(name, 'utf16le')
    lower.set(Buffer.from(name.toLowerCase(), 'utf16le'), whole.indexOf(wide))
  }
  expect((await readForTest(lower, 'doc')).text).toBe('Head')
  const old = Buffer.from(whole)
  old.writeUInt16LE(0xa5dc, whole.indexOf(Buffer.of(0xec, 0xa5, 0xc1)))
  await expect(readForTest(old, 'doc')).rejects.toMatchObject({
    code: 'unsupported_document',
    details: { format: 'Word 6 or Word 95' },
  })
})

it('answers damaged Word documents by code', async () => {
  const whole = docOf({ body: [{ text: 'Head', style: 1 }], footnotes: '' })
  for (let at = 0; at < whole.length; at += 53) {
    const broken = Uint8Array.from(whole)
    broken.fill(0xff, at, at + 6)
    await readForTest(broken, 'doc').catch((error: unknown) =>
      expect(error).toMatchObject({ code: expect.stringMatching(/^(?:document_corrupt|unsupported_document)$/) }),
    )
  }
})

it('reads Excel 97: a page a sheet, values with their types, merged cells', async () => {
  const sheet = utils.aoa_to_sheet([
    ['Name', 'Amount', 'Paid'],
    ['Ann', 12.5, true],
    ['Bob', 7, false],
  ])
  const other = utils.aoa_to_sheet([
    ['Wide', null],
    ['a', 'b'],
  ])
  other['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 1 } }]
  const book = { SheetNames: ['Sums', 'More'], Sheets: { Sums: sheet, More: other } }
  const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer)
  const model = await readForTest(bytes, 'xls')
  expect(model.pages.map(({ name }) => name)).toEqual(['Sums', 'More'])
  expect(model.tables[0]).toMatchObject({ rows: 3, columns: 3, headerRows: 1 })
  expect(model.tables[0]?.cells.slice(3, 6).map(({ value }) => value)).toEqual(['Ann', 12.5, true])
  expect(model.tables[1]?.cells[0]).toMatchObject({ text: 'Wide', columnSpan: 2 })
  expect((await readForTest(bytes, 'xls', { pages: [2] })).text).not.toContain('Ann')
  await expect(readForTest(bytes.slice(0, 1500), 'xls')).rejects.toMatchObject({ code: 'document_corrupt' })
})

it('reads the properties of old Office files, in any code page', async () => {
  const set = (...values: readonly (readonly [id: number, type: number, value: Uint8Array])[]): Uint8Array => {
    const head = Buffer.alloc(48)
    head.writeUInt32LE(48, 44)
    const index = Buffer.alloc(8 + values.length * 8)
    index.writeUInt32LE(values.length, 4)
    const parts = [index]
    for (const [at, [id, type, value]] of values.entries()) {
      index.writeUInt32LE(id, 8 + at * 8)
      index.writeUInt32LE(Buffer.concat(parts).length, 12 + at * 8)
      parts.push(Buffer.concat([Buffer.of(type, 0, 0, 0), value]))
    }
    return Buffer.concat([head, ...parts])
  }
  const text = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.of(bytes.length, 0, 0, 0), bytes])
  const summary = set(
    [1, 2, Buffer.of(0xe3, 0x04)],
    [2, 0x1e, text(Buffer.of(0xcf, 0xf0, 0xe8, 0x00))],
    [4, 0x1f, Buffer.concat([Buffer.of(3, 0, 0, 0), Buffer.from('Zoë', 'utf16le')])],
    [12, 0x40, Buffer.from('0080c95f80bddb01', 'hex')],
    [5, 0x1e, Buffer.of(0xff, 0xff, 0xff, 0x7f)],
  )
  const sheet = write(
    { SheetNames: ['S'], Sheets: { S: utils.aoa_to_sheet([['x']]) } },
    { type: 'array', bookType: 'biff8' },
  )
  const workbook = new CompoundFile(new Uint8Array(sheet as ArrayBuffer))
  const stream = workbook.root.children.find(({ name }) => name === 'Workbook')!
  for (const bytes of [summary, summary.subarray(0, 90), Buffer.alloc(3)]) {
    const file = writeCompoundFile([
      { name: 'Workbook', bytes: workbook.read(stream) },
      { name: '\u0005SummaryInformation', bytes },
    ])
    const { metadata } = await readForTest(file, 'xls')
    if (bytes === summary) expect(metadata).toEqual({ title: 'При', author: 'Zoë', created: metadata['created'] })
    else expect(metadata).toEqual({})
  }
})

it('reads pictures that float, where they are anchored', async () => {
  const png = Buffer.from('\x89PNG floating', 'latin1')
  const blip = record(0xf01e, Buffer.concat([Buffer.alloc(17), png]), 0x6e0)
  const numbers = (...values: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * 4)
    for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
    return bytes
  }
  const shape = (number: number, picture: number): Buffer => {
    const altText = Buffer.from('The mill\0', 'utf16le')
    const properties = Buffer.alloc(12)
    properties.writeUInt16LE(0x4104, 0)
    properties.writeUInt32LE(picture, 2)
    properties.writeUInt16LE(0xc381, 6)
    properties.writeUInt32LE(altText.length, 8)
    return container(0xf004, [
      record(0xf00a, numbers(number, 0)),
      record(0xf00b, Buffer.concat([properties, altText]), 2),
    ])
  }
  const shapes = (place: number): Buffer => {
    const entry = Buffer.alloc(36)
    entry.writeUInt8(6, 0)
    entry.writeUInt32LE(place, 28)
    const group = container(0xf000, [
      container(0xf001, [record(0xf007, entry), record(0xf007, Buffer.concat([Buffer.alloc(36), blip]))]),
    ])
    const drawing = container(0xf002, [container(0xf003, [shape(1026, 1), container(0xf003, [shape(1027, 2)])])])
    return Buffer.concat([group, Buffer.of(0), drawing])
  }
  const model = await readForTest(
    docOf({
      body: [
        { text: '\u0008Before', style: 0 },
        { text: 'A box \u0008 of text, a group \u0008', style: 0 },
        { text: 'After', style: 0 },
      ],
      footnotes: '',
      drawings: {
        anchors: [
          [0, 1026],
          [14, 1030],
          [33, 1027],
        ],
        shapes,
        pictures: blip,
      },
    }),
    'doc',
    { figures: true },
  )
  const image = { contentType: 'image/png', altText: 'The mill', content: Uint8Array.from(png) }
  expect(model.images).toEqual([image, image])
  expect(model.blocks.map(({ type, image: index }) => [type, index])).toEqual([
    ['paragraph', undefined],
    ['figure', 0],
    ['paragraph', undefined],
    ['figure', 1],
    ['paragraph', undefined],
  ])
})

it('reads pictures in lines of text and of cells', async () => {
  const png = Buffer.from('\x89PNG picture', 'latin1')
  const blip = record(0xf01e, Buffer.concat([Buffer.alloc(17), png]), 0x6e0)
  const drawn = Buffer.concat([container(0xf004, []), blip])
  const head = Buffer.alloc(68)
  head.writeUInt32LE(68 + drawn.length, 0)
  head.writeUInt16LE(68, 4)
  head.writeUInt16LE(0x64, 6)
  const model = await readForTest(
    docOf({
      body: [
        { text: 'See \u0001 here', style: 0 },
        { text: 'cell \u0001', style: 0, mark: '\u0007', inTable: true },
        { text: '', style: 0, mark: '\u0007', inTable: true, rowEnd: true },
        { text: 'End', style: 0 },
      ],
      footnotes: '',
      runs: [
        { start: 4, end: 5, property: 0x6a03, value: 3 },
        { start: 16, end: 17, property: 0x6a03, value: 3 },
      ],
      data: Buffer.concat([Buffer.alloc(3), head, drawn]),
    }),
    'doc',
    { figures: true },
  )
  const image = { contentType: 'image/png', content: Uint8Array.from(png) }
  expect(model.images).toEqual([image, image])
  expect(model.blocks.map(({ type, image: index }) => [type, index])).toEqual([
    ['paragraph', undefined],
    ['figure', 0],
    ['table', undefined],
    ['figure', 1],
    ['paragraph', undefined],
  ])
})

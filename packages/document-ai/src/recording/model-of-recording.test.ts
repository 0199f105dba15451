import type { DocumentModel } from '@chancery/core'
import { expectModelInvariants } from '@chancery/port-contracts/text-extractor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languagesOf } from '../../../reading/src/language/language.ts'
import { pdfOf, type PlacedText } from '../../../reading-pdf/src/pdf-fixture.ts'
import { pdfReaders } from '@chancery/reading-pdf'
import { outline, readForTest } from '../../../reading/src/reading-for-test.ts'
import { modelOfRecordings, type RecordedPart } from './model-of-recording.ts'
import {
  charactersIn,
  type FixtureItem,
  polyOf,
  recordedAnswer,
  recordingOf,
  segment,
} from './recorded-answer-fixture.ts'
import type { Layout, LayoutBlock, RecordedDocument, RecordedPage } from './recorded-document.ts'

const limits = { cells: 10_000, textLength: 1_000_000 }

function readParts(parts: readonly RecordedPart[], words = false): DocumentModel {
  const model = {
    ...modelOfRecordings(parts, limits, { words }),
    languages: [],
    contentType: 'application/pdf',
    extractor: 'document-ai',
  }
  expectModelInvariants(model)
  return model
}
const read = (document: RecordedDocument, words = false): DocumentModel => readParts([{ document }], words)

/** An answer whose elements name parts of its text. */
function pageOf(text: string, page: (at: (said: string) => Layout) => RecordedPage): RecordedDocument {
  const at = (said: string): Layout => {
    const start = charactersIn(text.slice(0, text.indexOf(said)))
    return { textAnchor: { textSegments: [segment(start, start + charactersIn(said))] }, confidence: 0.9 }
  }
  return { text, pages: [page(at)] }
}

describe('an answer of OCR or form parser', () => {
  it('becomes the document model, offsets counted in characters and absent zeros included', () => {
    const model = read(recordedAnswer)
    expect(model.text).toBe('𝒳 Offer\nTotal:\n12.00 €\nItem\tPrice\nGröße\t7\nleft over')
    expect(model.blocks.map(({ type }) => type)).toEqual(['paragraph', 'paragraph', 'paragraph', 'table', 'paragraph'])
    expect(model.tables[0]).toMatchObject({ rows: 2, columns: 2, headerRows: 1 })
    expect(model.keyValues).toMatchObject([{ key: 'Total', value: '12.00 €', confidence: 0.97 }])
    expect(model.formFields).toMatchObject([{ name: 'Größe', type: 'checkbox', value: true, page: 1 }])
    expect(model.blocks[0]).toMatchObject({ confidence: 0.97, span: { box: { x: 0, y: 0.1, width: 0.5 } } })
    expect(model.pages[0]).toMatchObject({ method: 'ocr', confidence: 0.97 })
    expect(model.language).toBe('de')
  })

  it('keeps the looks of words, as runs that go over the spaces between them', () => {
    const answer = recordingOf([[{ lines: ['pay the full sum now'] }]])
    const [page] = answer.pages ?? []
    const tokens = (page?.tokens ?? []).map((token, at) => ({
      ...token,
      styleInfo: at === 2 || at === 3 ? { bold: true } : at === 4 ? { superscript: true, bold: false } : null,
    }))
    const model = read({ ...answer, pages: [{ ...page, tokens }] })
    expect(model.runs.map(({ span, ...look }) => [model.text.slice(span.start, span.end), look])).toEqual([
      ['full sum', { bold: true }],
      ['now', { script: 'super' }],
    ])
  })

  it('is the same where the client hands out numbers and enums by their values', () => {
    const numeric = JSON.parse(
      JSON.stringify(recordedAnswer).replaceAll(/"(startIndex|endIndex)":"(\d+)"/g, '"$1":$2'),
    ) as RecordedDocument
    expect(read(numeric)).toEqual(read(recordedAnswer))
    const [page] = recordedAnswer.pages ?? []
    const turned = (orientation: string | number) =>
      read({ ...recordedAnswer, pages: [{ ...page, layout: { ...page?.layout, orientation } }] }).pages[0]?.rotation
    expect([turned('PAGE_RIGHT'), turned(2), turned(3), turned('PAGE_LEFT'), turned(1)]).toEqual([
      90,
      90,
      180,
      270,
      undefined,
    ])
  })

  it('joins lines that the paper ended, and leaves those that the writer ended', () => {
    const model = read(
      recordingOf([
        [
          {
            lines: [
              'This agreement is made on the twelfth of',
              'March between the parties that are men-',
              'tioned above.',
            ],
          },
          { lines: ['Erika Mustermann', 'Heidestraße 17', '51147 Köln on the river Rhine, Germany'] },
        ],
      ]),
    )
    expect(model.text).toBe(
      'This agreement is made on the twelfth of March between the parties that are mentioned above.\n' +
        'Erika Mustermann\nHeidestraße 17\n51147 Köln on the river Rhine, Germany',
    )
  })

  it('tells headings, list items, and what comes again on each page', () => {
    const page = (number: number): FixtureItem[] => [
      { lines: ['Rental agreement, ACME Ltd'] },
      { lines: [`Chapter ${'ABC'[number - 1]}`], lineHeight: 0.03 },
      { lines: ['The rent is due on the first day of each month and is paid in advance.'] },
      { lines: ['1. first of all'] },
      { lines: ['• a dot'] },
    ]
    const model = read(recordingOf([page(1), page(2), page(3)]))
    expect(outline(model).slice(0, 5)).toEqual([
      'header | Rental agreement, ACME Ltd',
      'heading 1 | Chapter A',
      'paragraph | The rent is due on the first day of each month and is paid in advance.',
      'list-item 1 1. | first of all',
      'list-item 1 • | a dot',
    ])
    expect(model.blocks[0]?.layer).toBe('furniture')
  })

  it('gives words with boxes where they are asked for', () => {
    const document = recordingOf([[{ lines: ['𝒳 marks the', 'spot'] }, { rows: [['a b', 'c']] }]])
    expect(read(document).words).toBeUndefined()
    const { words = [], text } = read(document, true)
    expect(words.map(({ span }) => text.slice(span.start, span.end))).toEqual([
      '𝒳',
      'marks',
      'the',
      'spot',
      'a',
      'b',
      'c',
    ])
    expect(words[1]).toMatchObject({ confidence: 0.98, span: { page: 1, box: { x: 0.1 + 2 * 0.008 + 0.008 } } })
  })

  it('keeps what no element names, and reads what several name once', () => {
    const model = read(
      pageOf('before\none two\nthree\nbetween\ncell\nafter\n', (at) => ({
        paragraphs: [{ layout: at('one two\nthree\n') }, { layout: at('three\n') }],
        blocks: [{ layout: at('one two\nthree\nbetween\n') }],
        tables: [
          { bodyRows: [{ cells: [{ layout: at('cell\n'), colSpan: 2 }] }] },
          { bodyRows: [{ cells: [{ layout: at('cell\n') }] }] },
        ],
      })),
    )
    expect(model.text).toBe('before\none two\nthree\nbetween\ncell\nafter')
    expect(model.tables).toHaveLength(1)
    expect(model.tables[0]).toMatchObject({ rows: 1, columns: 2 })
  })

  it('reads anchors of several segments, and finds labels and values where they came to stand', () => {
    const model = read(
      pageOf('Date: Name:\n9/14/19\nSally\nWalker\nSigned: ☑\nRemarks:\n', (at) => ({
        paragraphs: [
          { layout: at('Date: Name:\n9/14/19\nSally\nWalker\n') },
          { layout: at('Signed: ☑\n') },
          { layout: at('Remarks:\n') },
        ],
        formFields: [
          {
            fieldName: at('Name:\n'),
            fieldValue: {
              textAnchor: {
                textSegments: [
                  ...(at('Sally\n').textAnchor?.textSegments ?? []),
                  ...(at('Walker\n').textAnchor?.textSegments ?? []),
                ],
              },
            },
          },
          { fieldName: at('Date: '), fieldValue: at('9/14/19\n') },
          { fieldName: at('Signed: '), fieldValue: at('☑\n'), valueType: 'unfilled_checkbox' },
          { fieldName: at('Remarks:\n'), fieldValue: {} },
        ],
        visualElements: [
          { type: 'signature', layout: { boundingPoly: polyOf(0, 0.5, 0.2, 0.1) } },
          { type: 'image', layout: {} },
        ],
      })),
    )
    expect(model.keyValues.map(({ key, value }) => [key, value])).toEqual([
      ['Name', 'Sally\nWalker'],
      ['Date', '9/14/19'],
    ])
    expect(model.formFields).toEqual([
      { name: 'Signed', type: 'checkbox', value: false, page: 1 },
      { name: 'Remarks', type: 'text', value: null, page: 1 },
      {
        name: 'signature',
        type: 'signature',
        value: true,
        page: 1,
        box: { x: 0, y: 0.5, width: 0.2, height: expect.closeTo(0.1) as number },
      },
    ])
    expect(model.images).toEqual([{ contentType: 'image/*', altText: 'image', page: 1 }])
  })

  it('may be empty, or have anchors that lead nowhere', () => {
    expect(read({}).text).toBe('')
    expect(read({ text: ' only text ' }).text).toBe('only text')
    const lost = {
      layout: { textAnchor: { textSegments: [{ startIndex: '90', endIndex: '99' }, { endIndex: '-1' }] } },
    }
    expect(read({ text: 'kept', pages: [{ paragraphs: [lost] }] }).text).toBe('kept')
  })

  it('loses no character and keeps the invariants, whatever the anchors say', () => {
    const anchor = fc.array(
      fc.record({
        startIndex: fc.option(fc.integer({ min: -2, max: 60 }).map(String)),
        endIndex: fc.integer({ min: -2, max: 60 }),
      }),
      { maxLength: 3 },
    )
    const layout = anchor.map((textSegments) => ({
      layout: { textAnchor: { textSegments }, boundingPoly: polyOf(0.1, 0.2, 0.3, 0.1) },
    }))
    const elements = fc.array(layout, { maxLength: 4 })
    const row = fc.record({ cells: fc.array(layout, { maxLength: 3 }) })
    const page = fc.record({
      paragraphs: elements,
      blocks: elements,
      lines: elements,
      tokens: elements,
      tables: fc.array(
        fc.record({ headerRows: fc.array(row, { maxLength: 1 }), bodyRows: fc.array(row, { maxLength: 2 }) }),
        { maxLength: 2 },
      ),
      formFields: fc.array(
        fc.tuple(layout, layout).map(([name, value]) => ({ fieldName: name.layout, fieldValue: value.layout })),
        { maxLength: 2 },
      ),
    })
    const said = fc.string({
      unit: fc.constantFrom('a', 'b', '𝒳', ' ', '\n', '\r', '\u0007', 'é', '-', '1', '.'),
      maxLength: 60,
    })
    fc.assert(
      fc.property(said, fc.array(page, { maxLength: 3 }), (text, pages) => {
        const model = read({ text, pages }, true)
        // Markers of list items stand beside the text; hyphens at the end of lines may go.
        const written = model.text + model.blocks.map(({ marker }) => marker ?? '').join('')
        for (const character of new Set(text.replaceAll(/[\s-]|\p{Cc}/gu, ''))) {
          expect(written.split(character).length).toBeGreaterThanOrEqual(text.split(character).length)
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('entities', () => {
  it('come with values, properties and places', () => {
    const text = 'Invoice 𝒳7 of 1 March\nConsulting 12,50\n'
    const at = (said: string) => {
      const start = charactersIn(text.slice(0, text.indexOf(said)))
      return { textSegments: [segment(start, start + charactersIn(said))] }
    }
    const { entities, text: made } = read({
      text,
      pages: [
        {
          paragraphs: [],
          detectedBarcodes: [
            {
              layout: { boundingPoly: polyOf(0.5, 0.5, 0.1, 0.1) },
              barcode: { format: 'QR_CODE', valueFormat: 'URL', rawValue: 'https://a.example' },
            },
          ],
        },
      ],
      entities: [
        {
          type: 'invoice_id',
          mentionText: '𝒳7',
          textAnchor: at('𝒳7'),
          confidence: 0.9,
          pageAnchor: { pageRefs: [{ boundingPoly: polyOf(0.1, 0.1, 0.2, 0.1) }] },
        },
        {
          type: 'invoice_date',
          textAnchor: at('1 March'),
          normalizedValue: { dateValue: { year: 2026, month: 3, day: 1 } },
        },
        {
          type: 'line_item',
          textAnchor: at('Consulting 12,50'),
          properties: [
            {
              type: 'line_item/amount',
              mentionText: '12,50',
              textAnchor: at('12,50'),
              normalizedValue: { moneyValue: { currencyCode: 'EUR', units: '12', nanos: 500_000_000 } },
            },
          ],
        },
        { type: 'supplier_name', mentionText: 'ACME', normalizedValue: { text: 'ACME Ltd' }, confidence: 7 },
        {
          type: 'signature',
          pageAnchor: { pageRefs: [{ page: '0', boundingPoly: polyOf(0, 0.9, 0.1, 0.05) }] },
          normalizedValue: { booleanValue: true },
        },
        { type: '' },
      ],
    })
    expect(entities.map(({ type, value }) => [type, value])).toEqual([
      ['invoice_id', undefined],
      ['invoice_date', '2026-03-01'],
      ['line_item', undefined],
      ['supplier_name', 'ACME Ltd'],
      ['signature', 'true'],
      ['barcode', 'https://a.example'],
    ])
    expect(entities[0]?.span).toMatchObject({ page: 1, box: { x: 0.1 } })
    for (const { span, text: said } of [...entities.slice(0, 3), ...(entities[2]?.properties ?? [])]) {
      expect(made.slice(span?.start, span?.end)).toBe(said)
    }
    expect(entities[2]?.properties).toMatchObject([{ type: 'line_item/amount', value: 'EUR 12.50' }])
    expect(entities[3]).toMatchObject({ confidence: 1, text: 'ACME' })
    expect(entities[3]?.span).toBeUndefined()
    expect(entities[4]?.span).toMatchObject({ start: 0, end: 0, page: 1 })
    expect(entities[5]?.properties.map(({ text: format }) => format)).toEqual(['QR_CODE', 'URL'])
  })

  it.each([
    [{ moneyValue: { units: '-3', nanos: -250_000_000 } }, '-3.25'],
    [{ moneyValue: { currencyCode: 'USD', units: '5' } }, 'USD 5.00'],
    [{ moneyValue: { currencyCode: 'USD', nanos: 1 } }, 'USD 0.000000001'],
    [{ dateValue: { year: 2026, month: 11 } }, '2026-11'],
    [{ dateValue: { year: 2026 } }, '2026'],
    [{ dateValue: { month: 2, day: 3 } }, '--02-03'],
    [{ datetimeValue: { year: 2026, month: 1, day: 2, hours: 9, minutes: 5 } }, '2026-01-02T09:05:00'],
    [
      { addressValue: { addressLines: ['Heidestr. 17'], postalCode: '51147', locality: 'Köln', regionCode: 'DE' } },
      'Heidestr. 17, 51147, Köln, DE',
    ],
    [{ integerValue: 0 }, '0'],
    [{ floatValue: 1.5 }, '1.5'],
    [{ booleanValue: false }, 'false'],
    [{ text: '2026-01-01', dateValue: { year: 1999 } }, '2026-01-01'],
    [{}, undefined],
  ])('have the value %j as %s', (normalizedValue, value) => {
    expect(read({ entities: [{ type: 'x', normalizedValue }] }).entities[0]?.value).toBe(value)
  })
})

describe('an answer of the layout parser', () => {
  const say = (text: string, type = 'paragraph', page?: number): LayoutBlock => ({
    textBlock: { text, type },
    ...(page === undefined ? {} : { pageSpan: { pageStart: page, pageEnd: page } }),
  })
  const document: RecordedDocument = {
    documentLayout: {
      blocks: [
        say('ACME', 'header', 1),
        {
          textBlock: { text: 'Chapter', type: 'heading-1', blocks: [say('Once')] },
          boundingBox: polyOf(0.1, 0.1, 0.5, 0.1),
        },
        {
          listBlock: {
            type: 'ordered',
            listEntries: [
              { blocks: [say('first'), { listBlock: { listEntries: [{ blocks: [say('inner')] }] } }] },
              { blocks: [say('second')] },
            ],
          },
        },
        {
          tableBlock: {
            caption: 'Prices',
            headerRows: [{ cells: [{ blocks: [say('both')], colSpan: 2 }] }],
            bodyRows: [
              { cells: [{ blocks: [say('a')], rowSpan: 2 }, { blocks: [say('b'), say('c')] }] },
              { cells: [{ blocks: [say('d')] }] },
            ],
          },
          pageSpan: { pageStart: 3, pageEnd: 3 },
        },
        { imageBlock: { mimeType: 'image/png', imageText: 'a stamp' } },
        say('3', 'footer'),
      ],
    },
  }

  it('is a tree without offsets', () => {
    const model = read(document)
    expect(outline(model)).toEqual([
      'header | ACME',
      'heading 1 | Chapter',
      'paragraph | Once',
      'list-item 1 1. | first',
      'list-item 2 • | inner',
      'list-item 1 2. | second',
      'caption | Prices',
      'table | both\na\tb\nc\nd',
      'figure | ',
      'paragraph | a stamp',
      'footer | 3',
    ])
    expect(model.tables[0]).toMatchObject({ rows: 3, columns: 2, headerRows: 1 })
    expect(model.blocks[4]?.parent).toBe(3)
    expect(model.images).toEqual([{ contentType: 'image/png', altText: 'a stamp', page: 3 }])
    expect(model.pages.map(({ number }) => number)).toEqual([1, 2, 3])
  })

  it('has the pages that were sent, blank ones too', () => {
    const model = readParts([
      { document, pageNumbers: [4, 5, 9, 10] },
      { document, pageNumbers: [12, 13, 14] },
    ])
    expect(model.pages.map(({ number }) => number)).toEqual([4, 5, 9, 10, 12, 13, 14])
    expect(model.tables).toHaveLength(2)
    expect(model.blocks.map(({ span }) => span.page)).toEqual([
      4, 4, 4, 4, 4, 4, 9, 9, 9, 9, 9, 12, 12, 12, 12, 12, 12, 14, 14, 14, 14, 14,
    ])
  })
})

describe('several answers', () => {
  it('are one document, each with offsets and page references of its own', () => {
    const first = recordingOf([[{ lines: ['one 𝒳'] }], [{ rows: [['a', 'b']] }]])
    const second: RecordedDocument = {
      ...recordingOf([[{ lines: ['three'] }]]),
      entities: [{ type: 'n', textAnchor: { textSegments: [{ endIndex: '5' }] }, pageAnchor: { pageRefs: [{}] } }],
    }
    const model = readParts(
      [
        { document: first, pageNumbers: [2, 3] },
        { document: second, pageNumbers: [7] },
      ],
      true,
    )
    expect(model.text).toBe('one 𝒳\na\tb\nthree')
    expect(model.pages.map(({ number }) => number)).toEqual([2, 3, 7])
    expect(model.entities[0]).toMatchObject({ text: 'three', span: { start: 11, end: 16, page: 7 } })
    expect(model.words?.map(({ span }) => span.page)).toEqual([2, 2, 3, 3, 7])
  })

  it('may have anchors that count from the start of the whole document', () => {
    const document: RecordedDocument = {
      text: 'second part\n',
      shardInfo: { shardIndex: '1', shardCount: '2', textOffset: '100' },
      pages: [
        {
          pageNumber: 2,
          paragraphs: [{ layout: { textAnchor: { textSegments: [{ startIndex: '107', endIndex: '112' }] } } }],
        },
      ],
    }
    expect(outline(read(document))).toEqual(['paragraph | second', 'paragraph | part'])
  })
})

it('reads the same text and tables as the embedded reader does of the same document', async () => {
  const sentences = [
    'The parties named above have agreed on the following terms, which hold from the',
    'first day of the month that follows the signature, and until one of the parties',
    'gives notice of three months to the end of a quarter.',
  ]
  const rows = [
    ['Item', 'Quantity', 'Price'],
    ['Consulting', '12', '1,440.00'],
    ['Travel', '2', '310.50'],
    ['Materials', '7', '89.90'],
  ]
  const placed: PlacedText[] = [{ x: 60, y: 780, text: 'Service agreement', size: 20 }]
  for (const [index, text] of sentences.entries()) placed.push({ x: 60, y: 740 - index * 14, text })
  for (const [row, cells] of rows.entries()) {
    for (const [column, text] of cells.entries()) placed.push({ x: 65 + column * 150, y: 640 - row * 20, text })
  }
  placed.push({ x: 60, y: 520, text: 'Payable within fourteen days after receipt of the invoice.' })
  const rules = [
    ...Array.from({ length: 5 }, (_, row) => `60 ${655 - row * 20} m 510 ${655 - row * 20} l S`),
    ...Array.from({ length: 4 }, (_, column) => `${60 + column * 150} 655 m ${60 + column * 150} 575 l S`),
  ].join('\n')
  const embedded = await readForTest(pdfOf({ pages: [placed], content: rules }), 'pdf', {}, { readers: pdfReaders })
  const recorded = read(
    recordingOf([
      [
        { lines: ['Service agreement'], lineHeight: 0.03 },
        { lines: sentences },
        { rows, headerRows: 1 },
        { lines: ['Payable within fourteen days after receipt of the invoice.'] },
      ],
    ]),
  )
  expect(wordF1(recorded.text, embedded.text)).toBeGreaterThanOrEqual(0.99)
  const cellsOf = ({ tables }: DocumentModel) =>
    tables.map(({ cells }) => cells.map(({ row, column, text }) => [row, column, text]))
  expect(cellsOf(recorded)).toEqual(cellsOf(embedded))
  expect(recorded.blocks.map(({ type }) => type)).toEqual(embedded.blocks.map(({ type }) => type))
  expect((await languagesOf(recorded.text, recorded.blocks, recorded.language)).language).toBe('en')
})

function wordF1(one: string, other: string): number {
  const count = (text: string): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const word of text.split(/\s+/)) counts.set(word, (counts.get(word) ?? 0) + 1)
    return counts
  }
  const [first, second] = [count(one), count(other)]
  const shared = [...first].reduce((sum, [word, times]) => sum + Math.min(times, second.get(word) ?? 0), 0)
  return (2 * shared) / (one.split(/\s+/).length + other.split(/\s+/).length)
}

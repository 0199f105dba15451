import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { outline, readForTest } from './reading-for-test.ts'
import { encryptedPdf } from './encrypted-fixture.ts'
import { linesAt, pdfOf, type PlacedText } from './pdf-fixture.ts'
import { openingError } from '../../reading/src/pdfium/pdfium.ts'

const prose = (word: string) => Array.from({ length: 8 }, (_, line) => `${word} ${line} of a text in a column`)

describe('text', () => {
  it('makes headings, paragraphs and list items from lines, with places on the page', async () => {
    const bytes = pdfOf({
      pages: [
        [
          { x: 70, y: 780, text: 'Offer of services', size: 20 },
          ...linesAt(70, 740, [
            'We are pleased to make you this offer, which is long enough to need',
            'a second line.',
          ]),
          ...linesAt(70, 690, ['1. First thing', '2. Second thing']),
          { x: 70, y: 640, text: 'Payment', bold: true },
          ...linesAt(70, 610, ['Total: 12.00 EUR', 'Caf\u00e9 (open)']),
        ],
      ],
    })
    const model = await readForTest(bytes, 'pdf')
    expect(outline(model)).toEqual([
      'heading 1 | Offer of services',
      'paragraph | We are pleased to make you this offer, which is long enough to need a second line.',
      'list-item 1 1. | First thing',
      'list-item 1 2. | Second thing',
      'heading 2 | Payment',
      'paragraph | Total: 12.00 EUR',
      'paragraph | Café (open)',
    ])
    expect(model.keyValues).toMatchObject([{ key: 'Total', value: '12.00 EUR' }])
    expect(model.pages).toMatchObject([{ number: 1, width: 595, height: 842 }])
    const box = model.blocks[0]?.span.box
    expect(box?.x).toBeCloseTo(70 / 595, 2)
    expect(box?.y).toBeGreaterThan(0.04)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(0.09)
  })

  it('reads columns one after the other, also where their lines were drawn in turns', async () => {
    const [left, right] = [linesAt(60, 700, prose('left')), linesAt(320, 697, prose('right'))]
    const inTurns = left.flatMap((line, index): PlacedText[] => [line, right[index] ?? line])
    const { text } = await readForTest(
      pdfOf({ pages: [[{ x: 60, y: 760, text: 'A title over both', size: 18 }, ...inTurns]] }),
      'pdf',
    )
    expect(text.indexOf('left 7')).toBeLessThan(text.indexOf('right 0'))
    expect(text.indexOf('A title')).toBe(0)
  })

  it('joins words that were parted at the end of a line', async () => {
    const lines = linesAt(70, 700, ['This agreement is about the transfer of infor-', 'mation between two companies.'])
    expect((await readForTest(pdfOf({ pages: [lines] }), 'pdf')).text).toContain('transfer of information between')
  })

  it('reads pages that stand on their head, also where each letter is drawn by itself', async () => {
    const letters = Array.from('benson and deane need a good agenda', (text, at) => ({
      x: 70 + 6 * at,
      y: 780,
      text,
    }))
    const pages = [letters.filter(({ text }) => text !== ' ')]
    const { text, words } = await readForTest(pdfOf({ pages, page: '/Rotate 180' }), 'pdf', { words: true })
    expect(text).toBe('benson and deane need a good agenda')
    expect(words?.[0]?.span.box?.x).toBeGreaterThan(0.8)
  })

  it('is refused where a page has more of it than any page has', async () => {
    const text = 'a'.repeat(30_000)
    const lines = Array.from({ length: 17 }, (_, line) => ({ x: 9, y: 9 + line * 40, text, size: 0.001 }))
    await expect(readForTest(pdfOf({ pages: [lines] }), 'pdf')).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { what: 'characters of a page', limit: 500_000 },
    })
  })

  it('places text on turned pages as they are shown', async () => {
    const bytes = pdfOf({ pages: [[{ x: 70, y: 780, text: 'Turned' }]], page: '/Rotate 180' })
    const model = await readForTest(bytes, 'pdf')
    expect(model.blocks[0]?.span.box?.y).toBeGreaterThan(0.9)
  })

  it('tells running headers and footers by their return', async () => {
    const pages = ['Alpha', 'Beta', 'Gamma'].map((word, index) => [
      { x: 70, y: 810, text: 'ACME Ltd. report' },
      ...linesAt(70, 700, [`${word} is what this page is about, at some length.`]),
      { x: 280, y: 30, text: `Page ${index + 1}` },
    ])
    const types = (await readForTest(pdfOf({ pages }), 'pdf')).blocks.map(({ type }) => type)
    expect(types).toEqual([
      'header',
      'paragraph',
      'footer',
      'header',
      'paragraph',
      'footer',
      'header',
      'paragraph',
      'footer',
    ])
  })

  it('tells running headers on all pages of a long document, and where the text comes up to them', async () => {
    const pages = Array.from({ length: 31 }, (_, index) => [
      { x: 70, y: 810, text: 'ACME Ltd. report' },
      ...linesAt(70, index === 3 ? 796 : 700, [`Page number ${index + 1} of these, at some length.`]),
    ])
    const { blocks, text } = await readForTest(pdfOf({ pages }), 'pdf')
    const headers = blocks.filter(({ layer }) => layer === 'furniture')
    expect(headers.map(({ span }) => text.slice(span.start, span.end))).toEqual(pages.map(() => 'ACME Ltd. report'))
  })
})

describe('tables', () => {
  it('finds text that lines up in columns', async () => {
    const rows = [
      ['Item', 'Quantity', 'Price'],
      ['Bolt, hexagonal', '12', '1.50'],
      ['Nut', '7', '0.25'],
      ['Washer', '100', '0.10'],
    ]
    const texts = rows.flatMap((cells, row) =>
      cells.map((text, column) => ({ x: 70 + column * 150, y: 700 - row * 16, text })),
    )
    const { tables } = await readForTest(
      pdfOf({ pages: [[...linesAt(70, 760, ['The following was delivered:']), ...texts]] }),
      'pdf',
    )
    expect(tables).toHaveLength(1)
    expect(tables[0]).toMatchObject({ rows: 4, columns: 3, headerRows: 1 })
    expect(tables[0]?.cells.map(({ text }) => text)).toEqual(rows.flat())
  })
})

describe('forms, properties and pages', () => {
  it('reads fields, and what is filled in as text at its place', async () => {
    const bytes = pdfOf({
      pages: [[{ x: 70, y: 700, text: 'Name:' }]],
      widgets: [
        '/FT /Tx /T (client.name) /V (Ada Lovelace) /Rect [110 695 300 712]',
        '/FT /Tx /Ff 8192 /T (pin) /V (1234) /Rect [110 595 300 612]',
        '/FT /Btn /T (agreed) /V /Yes /AS /Yes /Rect [70 650 80 660] /AP << /N << /Yes 3 0 R /Off 3 0 R >> >>',
        '/FT /Ch /Ff 131072 /T (country) /V (Austria) /Opt [(Austria) (Belgium)] /Rect [70 620 170 635]',
      ],
    })
    const model = await readForTest(bytes, 'pdf')
    expect(model.formFields.map(({ name, type, value, options }) => [name, type, value, options])).toEqual([
      ['client.name', 'text', 'Ada Lovelace', undefined],
      ['pin', 'text', '', undefined],
      ['agreed', 'checkbox', true, undefined],
      ['country', 'choice', 'Austria', ['Austria', 'Belgium']],
    ])
    expect(model.text).toMatch(/Name:[ \t]Ada Lovelace/)
    expect(model.text).not.toContain('1234')
    expect(model.keyValues).toMatchObject([{ key: 'Name', value: 'Ada Lovelace' }])
  })

  it('reads lists of thousands of options, which nothing draws yet', async () => {
    const options = Array.from({ length: 4900 }, (_, index) => `Town ${index}`)
    const list = `/FT /Ch /T (town) /V (Town 4899) /Opt [${options.map((option) => `(${option})`).join('')}] /Rect [70 620 170 635]`
    const { formFields, warnings } = await readForTest(
      pdfOf({ pages: [[{ x: 70, y: 700, text: 'Town:' }]], widgets: [list] }),
      'pdf',
    )
    expect(formFields).toMatchObject([{ name: 'town', type: 'choice', value: 'Town 4899', options }])
    expect(warnings).toEqual([])
  })

  it('says so where a page has more of them than are read', async () => {
    const widget = '/FT /Tx /T (a) /V (Ada) /Rect [110 695 300 712]'
    const codesOf = async (count: number) => {
      const bytes = pdfOf({
        pages: [[{ x: 70, y: 700, text: 'Name:' }]],
        widgets: [widget],
        annotations: Array.from({ length: count }, () => '6 0 R'),
      })
      const { formFields, warnings } = await readForTest(bytes, 'pdf')
      return [formFields.length, warnings.map(({ code }) => code)]
    }
    expect(await codesOf(1)).toEqual([expect.any(Number), []])
    expect(await codesOf(5001)).toEqual([0, ['annotations_left_out', 'form_fields_left_out']])
  })

  it('says so where its pages together have more of them than are read', async () => {
    const widget = '/FT /Tx /T (a) /V (Ada) /Rect [110 695 300 712]'
    const codesOf = async (count: number) => {
      const bytes = pdfOf({
        pages: Array.from({ length: 4 }, () => [{ x: 70, y: 700, text: 'Name:' }]),
        widgets: [widget],
        page: `/Annots [${'6 0 R '.repeat(count)}]`,
      })
      const { formFields, warnings } = await readForTest(bytes, 'pdf')
      return [formFields.length, warnings.map(({ code }) => code)]
    }
    expect(await codesOf(2)).toEqual([7, []])
    expect(await codesOf(2700)).toEqual([0, ['form_fields_left_out']])
  })

  it('says so where it has too many that no page shows, packed too', async () => {
    const widget = '/FT /Tx /T (a) /V (Ada) /Rect [110 695 300 712]'
    const codesOf = async (object: string) => {
      const bytes = pdfOf({ pages: [[{ x: 70, y: 700, text: 'Name:' }]], widgets: [widget], objects: [object] })
      const { formFields, warnings } = await readForTest(bytes, 'pdf')
      return [formFields.length, warnings.map(({ code }) => code)]
    }
    const fields = (count: number) => `[${'<< /T <61> /FT /Tx >>'.repeat(count)}]`
    const packed = (count: number) => {
      const data = deflateSync(fields(count)).toString('latin1')
      return `<< /Type /ObjStm /N 1 /First 0 /Filter /FlateDecode /Length ${data.length} >>\nstream\n${data}\nendstream`
    }
    expect(await codesOf(fields(10))).toEqual([1, []])
    expect(await codesOf(packed(10))).toEqual([1, []])
    expect(await codesOf(fields(8001))).toEqual([0, ['form_fields_left_out']])
    expect(await codesOf(packed(8001))).toEqual([0, ['form_fields_left_out']])
    // Names that begin alike are compared to their ends.
    expect(await codesOf(`[${`<< /T (${'x'.repeat(3000)}) >>`.repeat(500)}]`)).toEqual([1, []])
    expect(await codesOf(`[${`<< /T (${'x'.repeat(3000)}) >>`.repeat(1000)}]`)).toEqual([0, ['form_fields_left_out']])
  })

  it('reads what was filled in beside its label, and of a choice what is shown', async () => {
    const labels = ['Name', 'City', 'Country', 'Phone', 'Born']
    const values = [
      '/V (Ann Doe)',
      '/V (Bonn)',
      '/FT /Ch /Ff 131072 /V (de) /Opt [[(de) (Germany)]]',
      '/V (123)',
      '/V (1980)',
    ]
    const { text, keyValues } = await readForTest(
      pdfOf({
        pages: [labels.map((label, at) => ({ x: 50, y: 700 - 30 * at, text: `${label}:` }))],
        widgets: values.map(
          (value, at) =>
            `${value.includes('/FT') ? '' : '/FT /Tx'} /T (f${at}) ${value} /Rect [180 ${696 - 30 * at} 400 ${712 - 30 * at}]`,
        ),
      }),
      'pdf',
    )
    expect(text).toBe('Name:\tAnn Doe\nCity:\tBonn\nCountry:\tGermany\nPhone:\t123\nBorn:\t1980')
    expect(keyValues.map(({ key, value }) => [key, value])).toEqual([
      ['Name', 'Ann Doe'],
      ['City', 'Bonn'],
      ['Country', 'Germany'],
      ['Phone', '123'],
      ['Born', '1980'],
    ])
  })

  it('reads what was filled in on the line that a sentence leaves for it', async () => {
    const { text } = await readForTest(
      pdfOf({
        pages: [[{ x: 50, y: 600, text: 'I, ______________________, agree to pay EUR ____________ soon.', size: 10 }]],
        widgets: [
          '/FT /Tx /T (who) /V (Ann Doe) /Rect [60 596 170 612]',
          '/FT /Tx /T (sum) /V (120) /Rect [272 596 330 612]',
        ],
      }),
      'pdf',
    )
    expect(text).toBe('I, ______________________, Ann Doe agree to pay EUR ____________ 120 soon.')
  })

  it('shows boxes and buttons of a form beside their labels, in place of what is printed there, or alone', async () => {
    const looks = (state: string): string => `/AS /${state} /AP << /N << /${state} 6 0 R /Off 6 0 R >> >>`
    const { text, blocks } = await readForTest(
      pdfOf({
        pages: [
          [
            { x: 50, y: 740, text: 'Which of these do you use?' },
            { x: 86, y: 700, text: 'Bus' },
            { x: 186, y: 700, text: 'Train' },
            { x: 70, y: 670, text: 'once a week' },
            { x: 70, y: 650, text: 'every day' },
          ],
        ],
        objects: ['<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Length 0 >>\nstream\n\nendstream'],
        widgets: [
          `/FT /Btn /T (bus) /V /Yes ${looks('Yes')} /Rect [70 698 80 708]`,
          `/FT /Btn /T (train) ${looks('Off')} /Rect [170 698 180 708]`,
          `/FT /Btn /T (alone) /V /Yes ${looks('Yes')} /Rect [500 698 510 708]`,
          `/FT /Btn /Ff 32768 /T (often) ${looks('Off')} /Rect [50 668 60 678]`,
          `/FT /Btn /Ff 32768 /T (often) /V /Day ${looks('Day')} /Rect [50 648 60 658]`,
          `/FT /Btn /T (hidden) /V /Yes ${looks('Yes')} /F 2 /Rect [50 598 60 608]`,
        ],
      }),
      'pdf',
    )
    expect(text).toBe('Which of these do you use?\n☒ Bus\t☐ Train\t☒\n○ once a week\n◉ every day')
    expect(blocks.map(({ type, checked }) => [type, checked]).slice(-2)).toEqual([
      ['list-item', undefined],
      ['list-item', true],
    ])
  })

  it('reads what was typed on a page at its place, and what points at a place as a remark', async () => {
    const { text, blocks } = await readForTest(
      pdfOf({
        pages: [linesAt(50, 700, ['Name:', '', 'City:'])],
        objects: [
          '<< /Type /Annot /Subtype /FreeText /F 4 /DA (/F1 11 Tf) /Contents (Ann Doe) /Rect [120 696 300 710] >>',
          '<< /Type /Annot /Subtype /FreeText /F 4 /DA (/F1 11 Tf) /Contents (Bonn) /Rect [120 668 300 682] >>',
          '<< /Type /Annot /Subtype /FreeText /F 4 /CL [90 500 120 520] /Contents (Is that so?) /Rect [120 520 300 540] >>',
          '<< /Type /Annot /Subtype /FreeText /F 2 /Contents (not seen) /Rect [120 420 300 440] >>',
        ],
        annotations: ['6 0 R', '7 0 R', '8 0 R', '9 0 R'],
      }),
      'pdf',
    )
    expect(text).toMatch(/^Name:[ \t]Ann Doe\nCity:[ \t]Bonn\nIs that so\?$/)
    expect(blocks.at(-1)?.layer).toBe('annotation')
  })

  it('reads titles in Latin and in other letters, and fonts that a page before had', async () => {
    const pages = ['Terms of delivery', 'Payment and interest', 'Place of court'].map((text, at) => [
      { x: 70, y: 600 - at * 90, text, bold: true },
      ...linesAt(70, 540 - at * 90, ['The plain text of a section is longer than its heading.']),
    ])
    const titles = { '(Offer)': 'Offer', '<FEFF00C40042FFFD03A9>': 'ÄB\ufffdΩ', '<FEFF0041D83DDE00>': 'A😀' }
    for (const [written, read] of Object.entries(titles)) {
      const model = await readForTest(pdfOf({ pages, info: `/Title ${written}` }), 'pdf')
      expect(model.metadata).toEqual({ title: read })
      expect(model.blocks.filter(({ type }) => type === 'heading').map(({ span }) => span.page)).toEqual([1, 2, 3])
    }
  })

  it('reads properties and the language', async () => {
    const bytes = pdfOf({
      pages: [[{ x: 70, y: 700, text: 'Angebot' }]],
      info: "/Title (Angebot) /Author (Ada) /CreationDate (D:20260131120000+01'00')",
      catalog: '/Lang (de-AT)',
    })
    const model = await readForTest(bytes, 'pdf')
    expect(model.metadata).toEqual({ title: 'Angebot', author: 'Ada', created: '2026-01-31T12:00:00+01:00' })
    expect(model.language).toBe('de-AT')
  })

  it('reads the wanted pages, and warns of missing ones and of pages without text', async () => {
    const bytes = pdfOf({ pages: [linesAt(70, 700, ['one']), [], linesAt(70, 700, ['three'])] })
    const model = await readForTest(bytes, 'pdf', { pages: [2, 3, 9] })
    expect(model.text.trim()).toBe('three')
    expect(model.pages.map(({ number }) => number)).toEqual([2, 3])
    expect(model.warnings.map(({ code }) => code)).toEqual(['page_not_found', 'page_without_text'])
  })

  it('keeps to the limit of pages and says that OCR is not there', async () => {
    const bytes = pdfOf({ pages: [[], [], []] })
    await expect(readForTest(bytes, 'pdf', {}, { limits: { pages: 2 } })).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { what: 'pages', limit: 2, actual: 3 },
    })
    await expect(readForTest(bytes, 'pdf', { ocr: 'always' })).rejects.toMatchObject({ code: 'unsupported_option' })
  })
})

describe('Arabic', () => {
  /** Letters of 6 points at places from left to right, in a font whose codes stand for letters. */
  const written = (letters: readonly (readonly [x: number, code: string])[], markOfF = ''): Uint8Array => {
    const stream = (content: string, entries = ''): string =>
      `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`
    const meanings =
      '<41> <06440623> <42> <064A> <43> <0645> <44> <0648> <45> <0003> <46> <FEFB> <47> <0664> <48> <0665>'
    const shown = (code: string): string => {
      const text = `(${code.replace(/[()]/, String.raw`\$&`)}) Tj`
      return code === 'F' && markOfF !== '' ? `${markOfF} ${text} EMC` : text
    }
    const drawn = letters.map(([x, code]) => `BT /A 10 Tf ${x} 700 Td ${shown(code)} ET`).join('\n')
    const font =
      '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding /ToUnicode 8 0 R' +
      ' /FirstChar 65 /LastChar 72 /Widths [600 600 600 600 600 600 600 600] >>'
    const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def
1 begincodespacerange <00> <ff> endcodespacerange 8 beginbfchar ${meanings} endbfchar endcmap end end`
    const form = '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /A 7 0 R >> >>'
    return pdfOf({ pages: [[]], objects: [stream(drawn, form), font, stream(map)], content: '/Im1 Do' })
  }

  it('reads a ligature in the order of its letters', async () => {
    const model = await readForTest(
      written([
        [100, 'B'],
        [106, 'A'],
      ]),
      'pdf',
    )
    expect(model.text).toBe('لأي')
  })

  it.each([
    ['the font names as one sign', ''],
    ['the page spells out', '/Span << /ActualText <FEFF06440627> >> BDC'],
  ])('reads a ligature whose letters %s', async (_, mark) => {
    const letters = [
      [106, 'B'],
      [100, 'F'],
      [94, 'C'],
    ] as const
    expect((await readForTest(written(letters, mark), 'pdf')).text).toBe('يلام')
  })

  it('reads Arabic figures from left to right', async () => {
    const { text } = await readForTest(
      written([
        [118, 'B'],
        [100, 'GH'],
      ]),
      'pdf',
    )
    expect(text).toBe('ي ٤٥')
  })

  it.each([
    ['as they are drawn', ')', '('],
    ['as they are read', '(', ')'],
  ])('reads brackets and stops with their figures, where the file has them %s', async (_, opening, closing) => {
    // From the right: م (ي 42) و 17.
    const right = [
      [190, 'C'],
      [178, opening],
      [172, 'B'],
    ] as const
    const figures = [
      [154, '42'],
      [148, closing],
      [136, 'D'],
      [112, '.'],
      [118, '17'],
    ] as const
    const { text } = await readForTest(written([...right, ...figures]), 'pdf')
    expect(text).toBe('م (ي 42) و 17.')
  })

  it('takes strokes that draw letters apart for no gap', async () => {
    const [last, middle, first] = [
      [100, 'C'],
      [106, 'D'],
      [124, 'B'],
    ] as const
    const textOf = async (letters: Parameters<typeof written>[0]): Promise<string> =>
      (await readForTest(written(letters), 'pdf')).text
    expect(await textOf([last, middle, first])).toBe('ي وم')
    expect(await textOf([last, middle, [112, 'E'], [118, 'E'], first])).toBe('يوم')
    expect(await textOf([last, middle, [118, 'E'], [112, 'E'], first])).toBe('يوم')
  })
})

describe('bad files', () => {
  it('tells encrypted ones from damaged ones', async () => {
    const encrypted = pdfOf({
      pages: [linesAt(70, 700, ['secret'])],
      trailer: `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
    })
    await expect(readForTest(encrypted, 'pdf')).rejects.toMatchObject({ code: 'document_encrypted' })
    await expect(readForTest('%PDF-1.7\nnothing', 'pdf')).rejects.toMatchObject({ code: 'document_corrupt' })
    expect([1, 2, 3, 4, 5, 6].map((code) => openingError(code, '').code)).toEqual([
      'document_corrupt',
      'document_corrupt',
      'document_corrupt',
      'document_encrypted',
      'document_encrypted',
      'document_corrupt',
    ])
  })

  it('opens encrypted ones with their password only, and never says it', async () => {
    const bytes = encryptedPdf(linesAt(70, 700, ['A kept secret.']), 'open sesame')
    expect((await readForTest(bytes, 'pdf', { password: 'open sesame' })).text).toBe('A kept secret.')
    for (const request of [{}, { password: 'other words' }]) {
      const failure = await readForTest(bytes, 'pdf', request).catch((error: unknown) => error as Error)
      expect(failure).toMatchObject({ code: 'document_encrypted' })
      expect(JSON.stringify(failure)).not.toContain('other words')
    }
  })

  it('answers cut and changed files by code or by what is left, and reads the next as before', async () => {
    const good = pdfOf({
      pages: [linesAt(70, 700, prose('good'))],
      widgets: ['/FT /Tx /T (a) /V (b) /Rect [0 0 50 10]'],
    })
    for (let seed = 1; seed < 60; seed++) {
      const bytes = seed % 2 === 0 ? good.slice(0, (good.length * seed) / 60) : good.slice()
      for (let change = 0; change < seed; change++)
        bytes[(change * 7919 * seed) % bytes.length] = (seed * 31 + change) & 255
      const code = await readForTest(bytes, 'pdf').then(
        () => 'read',
        (error: { code?: string }) => error.code,
      )
      expect(['read', 'document_corrupt', 'document_encrypted', 'payload_too_large']).toContain(code)
    }
    expect((await readForTest(good, 'pdf')).text).toContain('good 7')
  })

  it('reads a page with very many rows in time that grows with them', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, row) => [
        { x: 20 + (row % 7) * 9, y: 830 - row * 0.04, text: 'ab', size: 1 },
        { x: 300 + (row % 11) * 9, y: 830 - row * 0.04, text: 'cd', size: 1 },
      ]).flat()
    const { text } = await readForTest(pdfOf({ pages: [rows(6000)] }), 'pdf')
    expect(text.match(/ab/g)).toHaveLength(6000)
  })

  it('joins very many parted lines in time that grows with them', async () => {
    const lines = Array.from({ length: 12_000 }, (_, line) => ({
      x: 20,
      y: 840 - line * 0.06,
      text: 'wor-',
      size: 0.05,
    }))
    const { text } = await readForTest(
      pdfOf({ pages: [[...lines, { x: 20, y: 100, text: 'end', size: 0.05 }]] }),
      'pdf',
    )
    expect(text.length).toBeGreaterThan(36_000)
  })

  it('gives its memory back', async () => {
    const bytes = pdfOf({ pages: Array.from({ length: 3 }, () => linesAt(70, 700, prose('memory'))) })
    const readMany = async (times: number) => {
      for (let time = 0; time < times; time++) await readForTest(bytes, 'pdf')
      return process.memoryUsage().arrayBuffers + process.memoryUsage().external
    }
    const before = await readMany(25)
    const after = await readMany(80)
    expect(after - before).toBeLessThan(24 * 1024 * 1024)
  })
})

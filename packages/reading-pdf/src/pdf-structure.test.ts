import { describe, expect, it } from 'vitest'
import type { DocumentModel } from '@chancery/core'
import { outline, readForTest } from './reading-for-test.ts'
import { linesAt, pdfOf } from './pdf-fixture.ts'

const texts = ({ text, links }: DocumentModel): string[] => links.map(({ span }) => text.slice(span.start, span.end))

describe('words', () => {
  it('gives each word its span and place, in every block and cell', async () => {
    const rows = [
      ['Item', 'Price'],
      ['Bolt', '1.50'],
      ['Nut', '0.25'],
      ['Pin', '0.10'],
    ]
    const table = rows.flatMap((cells, row) => cells.map((text, at) => ({ x: 70 + at * 150, y: 600 - row * 16, text })))
    const pages = [[...linesAt(70, 780, ['The infor-', 'mation is small.']), ...table]]
    const model = await readForTest(pdfOf({ pages }), 'pdf', { words: true })
    const words = model.words ?? []
    expect(words.map(({ span }) => model.text.slice(span.start, span.end))).toEqual([
      'The',
      'infor',
      'mation',
      'is',
      'small.',
      ...rows.flat(),
    ])
    const price = words.find(({ span }) => model.text.slice(span.start, span.end) === '1.50')?.span
    expect(price).toMatchObject({ page: 1 })
    expect(price?.box?.x).toBeCloseTo(220 / 595, 2)
    expect(price?.box?.y).toBeCloseTo(1 - 594 / 842, 1)
    const letters = words.reduce((sum, { span }) => sum + span.end - span.start, 0)
    expect(letters).toBe(model.text.replaceAll(/\s/g, '').length)
  })

  it('reads what is printed twice once, and nothing outside of the page', async () => {
    const twice = [
      { x: 70, y: 700, text: 'Bold by overprinting' },
      { x: 70.4, y: 700, text: 'Bold by overprinting' },
    ]
    const model = await readForTest(pdfOf({ pages: [[...twice, { x: 70, y: 900, text: 'Outside' }]] }), 'pdf')
    expect(model.text).toBe('Bold by overprinting')
  })
})

describe('directions', () => {
  const turned = (matrix: string, lines: readonly string[], step: string) =>
    `BT /F1 11 Tf ${matrix} Tm ${lines.map((line) => `(${line}) Tj ${step} Td`).join(' ')} ET`

  it('reads a page whose text runs upwards, with boxes of the page as shown', async () => {
    const lines = Array.from({ length: 6 }, (_, line) => `line ${line} of a text that was set sideways`)
    const content = turned('0 1 -1 0 100 100', lines, '0 -14')
    const model = await readForTest(pdfOf({ pages: [[]], content }), 'pdf')
    expect(model.text).toBe(lines.join(' '))
    const box = model.blocks[0]?.span.box
    expect(box?.height).toBeGreaterThan(box?.width ?? 1)
    expect(box?.x).toBeCloseTo(90 / 595, 1)
  })

  it('reads the same on a page that is shown turned', async () => {
    const pages = [linesAt(70, 700, ['Some words on a page', 'that go on and on.'])]
    const plain = await readForTest(pdfOf({ pages }), 'pdf')
    const model = await readForTest(pdfOf({ pages, page: '/Rotate 90' }), 'pdf')
    expect(model.text).toBe(plain.text)
    expect(model.pages).toMatchObject([{ width: 842, height: 595, rotation: 90 }])
    expect(model.blocks[0]?.span.box?.x).toBeGreaterThan(0.7)
  })

  it('keeps slanted stamps and labels on the side out of the flow', async () => {
    const content = `BT /F1 60 Tf 0.7 0.7 -0.7 0.7 150 300 Tm (DRAFT) Tj ET ${turned('0 1 -1 0 20 300', ['in the margin'], '0 0')}`
    const pages = [linesAt(70, 500, ['Some words', 'that go on.'])]
    const { blocks, text } = await readForTest(pdfOf({ pages, content }), 'pdf')
    expect(blocks.map(({ type, layer, span }) => [type, layer, text.slice(span.start, span.end)])).toEqual([
      ['paragraph', 'body', 'Some words that go on.'],
      ['text-box', 'furniture', 'in the margin'],
      ['text-box', 'furniture', 'DRAFT'],
    ])
  })
})

describe('notes and paragraphs over pages', () => {
  it('joins a paragraph that goes on, past the notes and the footer between', async () => {
    const full = 'This sentence fills its line from the left edge to the right one and'
    const page = (number: number, lines: readonly string[], notes: readonly string[]) => [
      ...linesAt(70, 780, lines),
      ...linesAt(70, 100, notes, 8),
      { x: 280, y: 30, text: `Page ${number} of 2` },
    ]
    const pages = [
      page(1, [full, full], ['1 A note at the foot.']),
      page(2, ['goes on over here.', 'Then comes another.'], []),
    ]
    const model = await readForTest(pdfOf({ pages }), 'pdf')
    expect(outline(model).map((line) => line.slice(0, 40))).toEqual([
      'paragraph | This sentence fills its line',
      'footnote 1 | A note at the foot.',
      'footer | Page 1 of 2',
      'footer | Page 2 of 2',
    ])
    expect(model.blocks[0]?.regions?.map(({ page: number }) => number)).toEqual([1, 2])
    expect(model.blocks[1]).toMatchObject({ layer: 'note' })
    expect(model.text).toContain('right one and goes on over here')
  })

  it('ties raised marks in paragraphs and cells to the notes of their page', async () => {
    const raised = (x: number, y: number, text: string) => ({ x, y: y + 4, text, size: 6 })
    const page = (year: string) => [
      ...linesAt(70, 680, [`The society was founded in ${year}`]),
      raised(230.8, 680, '1'),
      ...linesAt(70, 650, ['Its seat is in Leeds']),
      raised(161.1, 650, '2'),
      ...['Kind', 'Fee', 'Family', '90.00', 'Friend', '15.00', 'Single', '60.00'].map((text, at) => ({
        x: at % 2 === 0 ? 70 : 220,
        y: 600 - (at >> 1) * 16,
        text,
      })),
      raised(247.5, 552, '2'),
      raised(70, 196, '1'),
      { x: 76, y: 196, text: `In May ${year}.`, size: 8 },
      raised(70, 180, '2'),
      { x: 76, y: 180, text: 'By its statutes.', size: 8 },
    ]
    const { blocks, notes, text } = await readForTest(pdfOf({ pages: [page('1987'), page('1992')] }), 'pdf')
    const told = notes.map(({ span, block }) => {
      const note = blocks[block]?.span
      return `${text.slice(span.start - 5, span.start)}|${text.slice(span.start, span.end)} > ${text.slice(note?.start, note?.end)}`
    })
    expect(told).toEqual([
      ' 1987|1 > 1 In May 1987.',
      'Leeds|2 > 2 By its statutes.',
      '60.00|2 > 2 By its statutes.',
      ' 1992|1 > 1 In May 1992.',
      'Leeds|2 > 2 By its statutes.',
      '60.00|2 > 2 By its statutes.',
    ])
  })

  it('ties a mark that a page has twice to the next note below', async () => {
    const raised = (x: number, y: number, text: string) => ({ x, y: y + 4, text, size: 6 })
    const part = (y: number, place: string, note: string) => [
      ...linesAt(70, y, [`Its seat is in ${place}`]),
      raised(161.1, y, '1'),
      raised(70, y - 50, '1'),
      { x: 76, y: y - 50, text: note, size: 8 },
    ]
    const pages = [
      [
        ...linesAt(70, 700, ['Two tables of one page']),
        ...part(380, 'Leeds', 'By law.'),
        ...part(240, 'Leads', 'By vote.'),
      ],
    ]
    const { blocks, notes, text } = await readForTest(pdfOf({ pages }), 'pdf')
    const told = notes.map(({ block }) => text.slice(blocks[block]?.span.start, blocks[block]?.span.end))
    expect(told).toEqual(['1 By law.', '1 By vote.'])
  })

  it('reads a line that is set in and justified with spaces, and contents as no list', async () => {
    const word = (x: number, text: string) => ({ x, y: 700, text, bold: true })
    const wide = [word(120, 'PAPERS'), word(215.2, 'HELD'), word(295.1, 'BEFORE'), word(390.9, 'NOW')]
    const pages = [
      [
        ...wide,
        { x: 342, y: 686, text: 'BEFORE NOW', bold: true },
        ...linesAt(70, 658, ['The books are kept at the office.']),
        ...linesAt(70, 600, ['1. Aims ............. 4', '2. Means ............. 9']),
      ],
    ]
    const model = await readForTest(pdfOf({ pages }), 'pdf')
    expect(model.text).toContain('PAPERS HELD BEFORE NOW')
    expect(outline(model).filter((each) => each.startsWith('list-item'))).toEqual([])
  })

  it('nests list items by how far in they stand', async () => {
    const pages = [
      [
        ...linesAt(70, 700, ['1. One', '2. Two']),
        ...linesAt(90, 672, ['(a) inner', '(b) next']),
        ...linesAt(70, 644, ['3. Three']),
      ],
    ]
    const { blocks } = await readForTest(pdfOf({ pages }), 'pdf')
    expect(blocks.map(({ level, marker, parent }) => [level, marker, parent])).toEqual([
      [1, '1.', undefined],
      [1, '2.', undefined],
      [2, '(a)', 1],
      [2, '(b)', 1],
      [1, '3.', undefined],
    ])
  })
})

describe('items', () => {
  it('ends an item with its sentence, where what follows begins outside of it', async () => {
    const pages = [
      [
        { x: 60, y: 700, text: 'Before we can decide we need the following papers from you, within four weeks:' },
        { x: 66, y: 680, text: '\x95' },
        { x: 80, y: 680, text: 'the plan of the site in a scale of one to five hundred, signed by your architect,' },
        { x: 66, y: 666, text: '\x95' },
        { x: 80, y: 666, text: 'the consent of the neighbours where the wall stands nearer than three metres.' },
        { x: 60, y: 646, text: 'Please send them by 31 August. The period begins when the papers are complete.' },
      ],
    ]
    const model = await readForTest(pdfOf({ pages }), 'pdf')
    expect(outline(model).map((line) => line.slice(0, 24))).toEqual([
      'paragraph | Before we ca',
      'list-item 1 • | the plan',
      'list-item 1 • | the cons',
      'paragraph | Please send ',
    ])
  })
})

describe('bookmarks, links, remarks and files', () => {
  it('finds where bookmarks lead to, and takes their titles for headings', async () => {
    const bytes = pdfOf({
      pages: [linesAt(70, 700, ['Introduction', 'Some words.']), linesAt(70, 400, ['Terms', 'More words.'])],
      catalog: '/Outlines 6 0 R',
      objects: [
        '<< /First 7 0 R /Last 8 0 R /Count 2 >>',
        '<< /Title (Introduction) /Parent 6 0 R /Next 8 0 R /Dest [9 0 R /Fit] >>',
        '<< /Title (Terms) /Parent 6 0 R /Next 7 0 R /Dest [11 0 R /XYZ 0 420 0] >>',
      ],
    })
    const model = await readForTest(bytes, 'pdf')
    expect(model.outline).toEqual([
      { title: 'Introduction', level: 1, page: 1, start: 0 },
      { title: 'Terms', level: 1, page: 2, start: model.text.indexOf('Terms') },
    ])
    expect(model.blocks.filter(({ type }) => type === 'heading')).toHaveLength(2)
  })

  it('lays links over the words under them; what a browser would run is none', async () => {
    const bytes = pdfOf({
      pages: [linesAt(70, 700, ['Read our terms of use today.'])],
      annotations: ['6 0 R', '7 0 R', '8 0 R'],
      objects: [
        '<< /Subtype /Link /Rect [92 695 142 712] /A << /S /URI /URI (https://example.org/terms) >> >>',
        '<< /Subtype /Link /Rect [140 695 160 712] /A << /S /URI /URI (javascript:alert\\(1\\)) >> >>',
        '<< /Subtype /Link /Rect [175 695 220 712] /Dest [9 0 R /Fit] >>',
      ],
    })
    const model = await readForTest(bytes, 'pdf')
    expect(model.links).toMatchObject([{ url: 'https://example.org/terms' }, { page: 1 }])
    expect(texts(model)[0]).toBe('our terms')
    expect(model.words).toBeUndefined()
  })

  it('reads remarks as comments and lists embedded files', async () => {
    const bytes = pdfOf({
      pages: [linesAt(70, 700, ['A text.'])],
      catalog: '/Names << /EmbeddedFiles << /Names [(a.txt) 7 0 R] >> >>',
      annotations: ['9 0 R'],
      objects: [
        '<< >>',
        '<< /Type /Filespec /F (a.txt) /UF (a.txt) /EF << /F 8 0 R >> >>',
        '<< /Type /EmbeddedFile /Subtype /text#2Fplain /Params << /Size 5 >> /Length 5 >>\nstream\nhello\nendstream',
        '<< /Subtype /Text /Rect [400 690 420 710] /Contents (Please check this.) >>',
      ],
    })
    const model = await readForTest(bytes, 'pdf')
    expect(outline(model)).toEqual(['paragraph | A text.', 'comment | Please check this.'])
    expect(model.blocks[1]?.layer).toBe('annotation')
    expect(model.attachments).toMatchObject([{ filename: 'a.txt', contentType: 'text/plain', size: 5 }])
  })

  it('takes from XMP what the information dictionary lacks', async () => {
    const packet =
      '<x:xmpmeta><rdf:RDF><rdf:Description pdf:Producer="P &amp; Q"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">From XMP</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>'
    const bytes = pdfOf({
      pages: [linesAt(70, 700, ['A text.'])],
      info: '/Producer (Own)',
      catalog: '/Metadata 6 0 R',
      objects: [`<< /Type /Metadata /Subtype /XML /Length ${packet.length} >>\nstream\n${packet}\nendstream`],
    })
    expect((await readForTest(bytes, 'pdf')).metadata).toEqual({ title: 'From XMP', producer: 'Own' })
  })
})

describe('tags', () => {
  const marked = (contents: readonly (readonly [tag: string, y: number, text: string])[]) =>
    contents
      .map(([tag, y, text], id) => `/${tag} << /MCID ${id} >> BDC BT /F1 11 Tf 70 ${y} Td (${text}) Tj ET EMC`)
      .join('\n')
  const tagged = (elements: readonly string[], content: string, second?: string) => {
    // The elements are numbered from 8 on, the page after them; the first page is the last object but one.
    const page = 8 + elements.length
    return pdfOf({
      ...(second === undefined ? {} : { second }),
      pages: [[]],
      content,
      page: '/StructParents 0',
      catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R',
      objects: [
        `<< /Type /StructTreeRoot /K [${elements.map((_, at) => `${8 + at} 0 R`).join(' ')}] /ParentTree 7 0 R >>`,
        `<< /Nums [0 [${elements.map((_, at) => `${8 + at} 0 R`).join(' ')}]] >>`,
        ...elements.map((element, id) => `<< /Type /StructElem /P 6 0 R /Pg ${page} 0 R /K ${id} ${element} >>`),
      ],
    })
  }

  it('are left out of a page that has more of them than any, which is told', async () => {
    const read = async (count: number) => {
      const content = Array.from(
        { length: count },
        (_, id) =>
          `/P << /MCID ${id} >> BDC BT /F1 2 Tf ${(id % 50) * 11} ${800 - Math.floor(id / 50) * 7} Td (w${id}) Tj ET EMC`,
      )
      const elements = Array.from({ length: count }, () => '/S /H2')
      const { blocks, warnings } = await readForTest(tagged(elements, content.join('\n')), 'pdf', { structure: false })
      return {
        headings: blocks.filter(({ type }) => type === 'heading').length,
        codes: warnings.map(({ code }) => code),
      }
    }
    expect(await read(5001)).toMatchObject({ codes: ['tags_left_out'] })
    expect(await read(100)).toEqual({ headings: 100, codes: [] })
  })

  it('takes order, headings and replacement texts from them', async () => {
    const content = marked([
      ['P', 300, 'Last on the page, first to be read.'],
      ['H2', 700, 'A heading in small type'],
      ['P', 500, 'U.'],
      ['Artifact', 100, 'Left out of the flow'],
    ])
    const model = await readForTest(
      tagged(['/S /P', '/S /H2', '/S /P /ActualText (Umlaut written out)'], content),
      'pdf',
    )
    expect(outline(model)).toEqual([
      'paragraph | Last on the page, first to be read.',
      'heading 2 | A heading in small type',
      'paragraph | Umlaut written out',
      'footer | Left out of the flow',
    ])
  })

  it('keeps lines and indentation of code, which browsers tag as a paragraph', async () => {
    const code = ['0 0 Td (if x:) Tj', '26.4 -14 Td (return 1) Tj', '-26.4 -14 Td (else: stop) Tj'].join(' ')
    const content =
      `/P << /MCID 0 >> BDC BT /F1 11 Tf 70 700 Td (A text before it.) Tj ET EMC ` +
      `/P << /MCID 1 >> BDC BT /F2 11 Tf 1 0 0 1 70 600 Tm ${code} ET EMC`
    const wanted = ['paragraph | A text before it.', 'code | if x:\n    return 1\nelse: stop']
    const untagged = pdfOf({ pages: [[]], content, second: 'Courier' })
    expect(outline(await readForTest(untagged, 'pdf'))).toEqual(wanted)
    expect(outline(await readForTest(tagged(['/S /P', '/S /P'], content, 'Courier'), 'pdf'))).toEqual(wanted)
  })

  it('keeps the lines of a paragraph apart that somebody ended: an address; not those that were full', async () => {
    const linesOf = (id: number, y: number, lines: readonly string[]): string =>
      `/P << /MCID ${id} >> BDC BT /F1 11 Tf 13 TL 70 ${y} Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET EMC`
    const address = ['Riverside Property Management', 'Mrs Olga Brandt', '4 Lime Way', 'Leeds LS1 4AB']
    const letter = [
      'We thank you for your letter of last week, which reached us on Monday and which we',
      'have read with great interest; an answer to all of its questions will take us until',
      'the end of May.',
    ]
    const content = [linesOf(0, 780, address), linesOf(1, 700, letter)].join('\n')
    const { text, blocks } = await readForTest(tagged(['/S /P', '/S /P'], content), 'pdf')
    expect(blocks.map(({ span }) => text.slice(span.start, span.end))).toEqual([address.join('\n'), letter.join(' ')])
    // Beside nothing else it is as wide as its longest line, and the first may have been full.
    const alone = await readForTest(tagged(['/S /P'], linesOf(0, 780, address)), 'pdf')
    expect(alone.text).toBe(address.join('\n').replace('\n', ' '))
  })

  it('says what pictures show where the tags do', async () => {
    const drawn = '/Figure << /MCID 1 >> BDC q 100 0 0 50 70 600 cm BI /W 1 /H 1 /CS /G /BPC 8 ID 0 EI Q EMC'
    const content = `${marked([['P', 700, 'A picture follows.']])}\n${drawn}`
    const { images } = await readForTest(tagged(['/S /P', '/S /Figure /Alt (Two ducks)'], content), 'pdf')
    expect(images[0]).not.toHaveProperty('content')
    const tree = tagged(['/S /P', '/S /Figure /Alt (Two ducks)'], content)
    const withBytes = await readForTest(tree, 'pdf', { figures: true })
    expect(Buffer.from(withBytes.images[0]?.content ?? []).toString('latin1')).toMatch(/^\u0089PNG/)
    expect(images).toMatchObject([{ altText: 'Two ducks', page: 1, width: 1, height: 1 }])
    expect(images[0]?.box?.width).toBeCloseTo(100 / 595, 2)
  })

  it('does not trust tags that leave out text', async () => {
    const content = `${marked([['P', 300, 'Tagged.']])} BT /F1 11 Tf 70 700 Td (Most of the text has no tag at all.) Tj ET`
    const model = await readForTest(tagged(['/S /H1'], content), 'pdf')
    expect(outline(model)).toEqual(['paragraph | Most of the text has no tag at all.', 'paragraph | Tagged.'])
  })
})

it('keeps numbers with hyphens whole over the end of a line, and a space before a conjunction', async () => {
  const lines = [
    'The grant runs under number NA22-',
    'OAR-4310 for the years from 2026-',
    '2028 on, and it is paid in 10-',
    'or 12-month parts.',
  ]
  const { text } = await readForTest(pdfOf({ pages: [linesAt(72, 700, lines)] }), 'pdf')
  expect(text).toBe(
    'The grant runs under number NA22-OAR-4310 for the years from 2026-2028 on, and it is paid in 10- or 12-month parts.',
  )
})

it('tells the weight of a word without the quotes and the comma that are not of it', async () => {
  const page = [
    { x: 72, y: 700, text: 'This agreement is with (the "' },
    { x: 211, y: 700, text: 'Institute', bold: true },
    { x: 253.8, y: 700, text: '"), and with nobody else.' },
  ]
  const { text, runs } = await readForTest(pdfOf({ pages: [page] }), 'pdf')
  expect(text).toBe('This agreement is with (the "Institute"), and with nobody else.')
  expect(runs.map(({ span, bold }) => [text.slice(span.start, span.end), bold])).toEqual([['Institute', true]])
})

it('tells a paragraph in bold type, where not all of the document is in it', async () => {
  const bold = {
    x: 72,
    y: 700,
    text: 'Everything in this paragraph is meant to be read with care by whoever signs.',
    bold: true,
  }
  const plain = linesAt(72, 660, [
    'The rest of the paper is set in plain type, as most papers are, and it goes on for',
    'some lines, so that there can be no doubt which of the two is the usual one here.',
  ])
  const boldOf = async (texts: Parameters<typeof pdfOf>[0]['pages'][number]): Promise<string[]> => {
    const { text, runs } = await readForTest(pdfOf({ pages: [texts] }), 'pdf')
    return runs.map(({ span }) => text.slice(span.start, span.end))
  }
  expect(await boldOf([bold, ...plain])).toEqual([bold.text])
  expect(await boldOf([bold, ...plain.map((line) => ({ ...line, bold: true }))])).toEqual([])
})

it('keeps headings apart that stand under each other in bold type of two sizes', async () => {
  const page = [
    { x: 72, y: 760, text: 'Terms upon which the Lessee takes the whole of this house', size: 12.5, bold: true },
    { x: 72, y: 744, text: 'Rent and other payments', bold: true },
    ...linesAt(72, 716, [
      'The rent is due on the first day of each quarter and is paid to the account that the',
      'Lessor names; what comes later than five days after that day bears interest at the rate',
      'that the bank of the Lessor takes for loans of that amount.',
    ]),
  ]
  const { blocks, text } = await readForTest(pdfOf({ pages: [page] }), 'pdf')
  const headings = blocks.filter(({ type }) => type === 'heading' || type === 'title')
  expect(headings.map(({ span }) => text.slice(span.start, span.end))).toEqual([page[0]?.text, page[1]?.text])
})

it('joins no lines of a page that stand below each other at its two edges', async () => {
  const page = [
    { x: 72, y: 760, text: 'Leeds, 8 November 2026,' },
    ...linesAt(400, 734, ['Mrs Ruth Levy', '15 Herzl Street', 'Harrogate HG1 2QX']),
    ...linesAt(72, 660, [
      'I refer to our talk of the other day and confirm that the rent stays what it has been so far.',
    ]),
  ]
  const { blocks, text } = await readForTest(pdfOf({ pages: [page] }), 'pdf')
  expect(blocks[0] && text.slice(blocks[0].span.start, blocks[0].span.end)).toBe('Leeds, 8 November 2026,')
})

it('ends a paragraph or an item of one line with it, where space follows, though all lines of the page have as much', async () => {
  const texts = [
    'We propose these days, on both of which all of us are here, and which suit the other side:',
    '\x95 Monday, 16 November 2026, at ten in the morning',
    '\x95 Thursday, 19 November 2026, at three in the afternoon',
    'Please bring your passport and a proof of where you live.',
    'With kind regards, also from all of my colleagues here,',
    'The Notary',
    'Enclosure: the draft that you have asked us for by phone',
  ]
  const page = texts.map((text, at) => ({ x: text.startsWith('\x95') ? 90 : 72, y: 760 - 22 * at, text }))
  const { blocks, text } = await readForTest(pdfOf({ pages: [page] }), 'pdf')
  expect(blocks.map(({ type, span }) => [type, text.slice(span.start, span.end).slice(0, 12)])).toEqual([
    ['paragraph', 'We propose t'],
    ['list-item', '• Monday, 16'],
    ['list-item', '• Thursday, '],
    ['paragraph', 'Please bring'],
    ['paragraph', 'With kind re'],
    ['paragraph', 'The Notary'],
    ['paragraph', 'Enclosure: t'],
  ])
})

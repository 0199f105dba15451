import { describe, expect, it } from 'vitest'
import { outline, readForTest } from './reading-for-test.ts'
import { linesAt, type PlacedText, pdfOf } from './pdf-fixture.ts'

const full = 'The tenant pays the rent for the premises in advance and keeps them in good'

describe('items of lists', () => {
  it('cuts no number out of the text, and takes no day for an item', async () => {
    const lines = [
      `12.1 The term starts on the first day and ends with the notice that is given on`,
      '14. March 2026 and its annexes, unless the parties agree upon something else.',
      '12.2 The rent is due on the third day of each month.',
      '12.3 The keys are handed over on the first day.',
    ]
    const { text, blocks } = await readForTest(
      pdfOf({ pages: [linesAt(70, 700, [full, `${full} order.`, ...lines])] }),
      'pdf',
    )
    for (const part of ['12.1 The term', 'given on 14. March 2026', '12.2 The rent', '12.3 The keys'])
      expect(text).toContain(part)
    expect(blocks.flatMap(({ marker }) => marker ?? [])).toEqual(['12.1', '12.2', '12.3'])
  })

  it('begins the text of an item with its marker and one space, also where a tab parts them', async () => {
    const items = ['one', 'two', 'three'].flatMap((text, at): PlacedText[] => [
      { x: 70, y: 660 - at * 14, text: `${at + 1}.` },
      { x: 95, y: 660 - at * 14, text: `The ${text} of them` },
    ])
    const model = await readForTest(pdfOf({ pages: [[...linesAt(70, 700, [full, full]), ...items]] }), 'pdf', {
      words: true,
    })
    expect(outline(model).slice(1)).toEqual([
      'list-item 1 1. | The one of them',
      'list-item 1 2. | The two of them',
      'list-item 1 3. | The three of them',
    ])
    expect(model.text.split('\n').slice(1)).toEqual([
      '1. The one of them',
      '2. The two of them',
      '3. The three of them',
    ])
    const words = (model.words ?? []).map(({ span }) => model.text.slice(span.start, span.end))
    expect(words.slice(-5)).toEqual(['3.', 'The', 'three', 'of', 'them'])
  })

  it('parts a number that fills its indent from the text', async () => {
    const items = ['9.', '10.', '2.2.1.'].flatMap((number, at): PlacedText[] => [
      { x: 70, y: 660 - at * 14, text: number },
      // Helvetica: a figure is 0.556 and a stop 0.278 of the size wide.
      {
        x: 70 + 11 * (0.556 * number.replaceAll('.', '').length + 0.278 * number.replaceAll(/[^.]/g, '').length) + 1,
        y: 660 - at * 14,
        text: `Adams, L. P., and others, on the fish of lake ${at}`,
      },
    ])
    const { text } = await readForTest(pdfOf({ pages: [[...linesAt(70, 700, [full, full]), ...items]] }), 'pdf')
    for (const part of ['9. Adams', '10. Adams', '2.2.1. Adams']) expect(text).toContain(part)
  })

  it('finds items of one inside another where they are further in', async () => {
    const lines = [
      { x: 70, y: 660, text: '1. The keys' },
      { x: 90, y: 646, text: 'a. of the house' },
      { x: 70, y: 632, text: '2. The rent' },
    ]
    const pages = [[...linesAt(70, 700, [full, `${full} order.`]), ...lines]]
    expect(outline(await readForTest(pdfOf({ pages }), 'pdf')).slice(1)).toEqual([
      'list-item 1 1. | The keys',
      'list-item 2 a. | of the house',
      'list-item 1 2. | The rent',
    ])
  })

  it('ends an item where a sentence ends early and another begins below it, as far in', async () => {
    const lines = [
      { x: 70, y: 660, text: '1. The tenant pays the rent for the premises in advance and keeps them in' },
      { x: 82, y: 646, text: 'good order.' },
      { x: 82, y: 632, text: 'The costs of the house are shared by all of its parties in equal parts.' },
      { x: 70, y: 618, text: '2. The keys are handed over.' },
    ]
    const pages = [[...linesAt(70, 700, [full, `${full} order.`]), ...lines]]
    expect(outline(await readForTest(pdfOf({ pages }), 'pdf')).slice(1)).toEqual([
      'list-item 1 1. | The tenant pays the rent for the premises in advance and keeps them in good order.',
      'paragraph | The costs of the house are shared by all of its parties in equal parts.',
      'list-item 1 2. | The keys are handed over.',
    ])
  })

  it('leaves a dash in the middle of a sentence where it is', async () => {
    const lines = [`${full} order`, '– whatever the season – until the end.']
    expect(outline(await readForTest(pdfOf({ pages: [linesAt(70, 700, [full, ...lines])] }), 'pdf'))).toHaveLength(1)
  })
})

it('tells a header that comes again, though it stands near the text', async () => {
  const pages = ['The rent is due', 'No dog is kept', 'All keys are counted'].map((text, at) => [
    { x: 70, y: 800, text: `${at + 1} The lease of the house`, bold: true },
    ...linesAt(
      70,
      781,
      Array.from({ length: 14 }, (_, line) => `${text} ${'so '.repeat(line + 1)}as agreed.`),
    ),
  ])
  const { blocks, text } = await readForTest(pdfOf({ pages }), 'pdf')
  const headers = blocks.filter(({ type }) => type === 'header')
  expect(headers.map(({ span }) => text.slice(span.start, span.end))).toEqual(
    [1, 2, 3].map((at) => `${at} The lease of the house`),
  )
})

describe('headings', () => {
  const text = (y: number): PlacedText[] => linesAt(70, y, [`${full} and`, full, 'order and clean.'])

  it('tells numbered titles from items of a list, in bold and in plain type', async () => {
    const pages = [
      [
        { x: 70, y: 780, text: '5.1 Hyper Parameter Optimization', bold: true },
        ...text(764),
        { x: 70, y: 690, text: '5.2 Results' },
        ...text(668),
        { x: 70, y: 594, text: '5.3 Discussion' },
        ...text(572),
      ],
    ]
    expect(outline(await readForTest(pdfOf({ pages }), 'pdf')).map((line) => line.slice(0, 44))).toEqual([
      'heading 2 | 5.1 Hyper Parameter Optimization',
      'paragraph | The tenant pays the rent for the',
      'heading 2 | 5.2 Results',
      'paragraph | The tenant pays the rent for the',
      'heading 2 | 5.3 Discussion',
      'paragraph | The tenant pays the rent for the',
    ])
  })

  it('parts titles under each other: numbered ones, and those with room for what comes next', async () => {
    const pages = [
      [
        { x: 70, y: 780, text: '3. Results', bold: true },
        { x: 70, y: 766, text: '3.1. Assessment', bold: true },
        ...text(750),
        { x: 70, y: 680, text: 'Findings', bold: true },
        { x: 70, y: 666, text: 'Plausibility', bold: true },
        ...text(650),
        { x: 70, y: 580, text: '3.2 Termination.', bold: true },
        ...text(566),
        { x: 70, y: 480, text: 'Means', bold: true },
        { x: 90, y: 466, text: 'People', bold: true },
        ...text(450),
      ],
    ]
    const found = outline(await readForTest(pdfOf({ pages }), 'pdf'))
    expect(found.filter((line) => line.startsWith('heading'))).toEqual([
      'heading 1 | 3. Results',
      'heading 2 | 3.1. Assessment',
      'heading 1 | Findings',
      'heading 1 | Plausibility',
      'heading 2 | 3.2 Termination.',
      'heading 1 | Means',
      'heading 1 | People',
    ])
  })

  it('takes a label for a title where it comes over text again and again, or in larger type', async () => {
    const part = (y: number, at: number): PlacedText[] => [
      { x: 70, y, text: `Step ${at}: Look at the keys`, bold: true },
      ...text(y - 16),
    ]
    const pages = [[...part(780, 1), ...part(690, 2), ...part(600, 3)]]
    const lone = [{ x: 70, y: 780, text: 'Name: Anna Muster', bold: true }, ...text(764)]
    const large = [{ x: 70, y: 780, text: 'What it is for:', bold: true, size: 12 }, ...text(760)]
    const headings = async (made: PlacedText[][]): Promise<number> =>
      outline(await readForTest(pdfOf({ pages: made }), 'pdf')).filter((line) => line.startsWith('heading')).length
    expect([await headings(pages), await headings([lone]), await headings([large])]).toEqual([3, 0, 1])
  })

  it('takes large type that runs over many lines for text', async () => {
    const lead = linesAt(
      70,
      780,
      [full, full, full, full, full].map((line) => line.slice(0, 50)),
      14,
    )
    const model = await readForTest(pdfOf({ pages: [[...lead, ...text(690), ...text(640), ...text(590)]] }), 'pdf')
    expect(model.blocks.filter(({ type }) => type === 'heading')).toEqual([])
  })
})

describe('characters off the line', () => {
  it('keeps raised and lowered ones in their word, drawn in order or after the line, and says which they are', async () => {
    const texts = [
      { x: 70, y: 700, text: 'FD' },
      { x: 91, y: 700, text: 'is assigned' },
      { x: 84.7, y: 698, text: '3', size: 7 },
      { x: 70, y: 680, text: '12 m' },
      { x: 94.6, y: 684, text: '2', size: 7 },
      { x: 101, y: 680, text: 'of land' },
    ]
    const model = await readForTest(pdfOf({ pages: [texts] }), 'pdf')
    expect(model.text).toBe('FD3 is assigned 12 m2 of land')
    expect(model.runs.map(({ span, script }) => [model.text.slice(span.start, span.end), script])).toEqual([
      ['3', 'sub'],
      ['2', 'super'],
    ])
  })

  it('goes by where they stand and not by the lines that PDFium sees between them', async () => {
    // As browsers print: each stretch by itself, a raised "2" between "mc" and its comma; a word letter by letter.
    const texts = [
      { x: 70, y: 700, text: 'E = mc', size: 11 },
      { x: 104.6, y: 704, text: '2', size: 9.1 },
      { x: 109.7, y: 700, text: ', as we know', size: 11 },
      ...[...'Right'].map((letter, at) => ({
        x: [70, 77.94, 80.39, 86.5, 92.62][at]!,
        y: 660,
        text: letter,
        size: 11,
      })),
    ]
    const model = await readForTest(pdfOf({ pages: [texts] }), 'pdf')
    expect(model.text).toBe('E = mc2, as we know\nRight')
    expect(model.runs.map(({ script }) => script)).toEqual(['super'])
  })

  it('says which words are bold, but not where all of them are', async () => {
    const texts = [
      { x: 70, y: 700, text: 'The tenant pays the' },
      { x: 170, y: 700, text: 'rent', bold: true },
      { x: 196, y: 700, text: 'in advance, and keeps the premises in good order.' },
      { x: 70, y: 660, text: 'Terms', bold: true },
    ]
    const { runs, text } = await readForTest(pdfOf({ pages: [texts] }), 'pdf')
    expect(runs.map(({ span, bold }) => [text.slice(span.start, span.end), bold])).toEqual([['rent', true]])
  })
})

it('takes a line that is set off in the midst of code for code, and not for a heading', async () => {
  const prose = linesAt(
    70,
    780,
    Array.from({ length: 6 }, () => 'A paragraph goes on and on for the whole line of the page, and then on.'),
  )
  const code = ['def f(a):', 'return a', 'f(1)'].map((text, at): PlacedText => ({
    x: 70,
    y: 640 - at * 16,
    text,
    bold: true,
    size: at === 1 ? 14 : 10,
  }))
  const model = await readForTest(pdfOf({ pages: [[...prose, ...code]], second: 'Courier' }), 'pdf')
  expect(outline(model).slice(1)).toEqual(['code | def f(a):\nreturn a\nf(1)'])
})

it('reads text around a box at its side on, and then the box', async () => {
  const column = (x: number, y: number, lines: number, word: string): PlacedText[] =>
    linesAt(
      x,
      y,
      Array.from({ length: lines }, () => `${word} goes on and on for the whole line and`),
    )
  const texts = [
    ...column(60, 780, 10, 'Left'),
    ...column(60, 640, 6, 'Lower'),
    ...column(320, 780, 4, 'Right'),
    ...column(320, 640, 6, 'Last'),
    ...linesAt(210, 716, ['A box between the two', 'columns of the page', 'with some words in it'], 10),
  ].map((each) => (each.x === 60 && each.y <= 724 && each.y > 640 ? { ...each, text: each.text.slice(0, 22) } : each))
  const model = await readForTest(pdfOf({ pages: [texts], content: '200 670 150 60 re S' }), 'pdf')
  const order = ['Left', 'Lower', 'Right', 'Last', 'A box'].map((word) => model.text.indexOf(word))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

it('reads boxes within a column where they stand in it', async () => {
  const sentence = 'goes on and on for the whole line and'
  const lines = (x: number, y: number, count: number, word: string): PlacedText[] =>
    linesAt(
      x,
      y,
      Array.from({ length: count }, (_, line) => `${word}${line} ${sentence}`),
    )
  const texts = [
    ...lines(60, 760, 4, 'Upper'),
    ...linesAt(64, 680, ['left = 1', 'left = 2'], 9),
    ...lines(60, 630, 6, 'Lower'),
    { x: 60, y: 530, text: 'A title', size: 14, bold: true },
    ...lines(320, 774, 7, 'Right'),
    ...linesAt(324, 650, ['right = 1', 'right = 2'], 9),
    ...lines(320, 600, 3, 'Last'),
    ...linesAt(324, 540, ['right = 3', 'right = 4'], 9),
  ]
  const content = '58 650 230 44 re S 318 620 230 44 re S 318 510 230 44 re S'
  const { text } = await readForTest(pdfOf({ pages: [texts], content }), 'pdf')
  const order = ['Upper0', 'left = 1', 'Lower0', 'Lower5', 'A title', 'Right0', 'right = 1', 'Last0', 'right = 3'].map(
    (word) => text.indexOf(word),
  )
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

it('reads items whose numbers end under each other', async () => {
  const texts: PlacedText[] = [
    { x: 60, y: 700, text: 'Journeys are booked by the office, at least five days before, by:', size: 11 },
    { x: 70, y: 680, text: 'a. train;', size: 11 },
    { x: 70, y: 666, text: 'b. aeroplane:', size: 11 },
    { x: 90, y: 652, text: 'i. economy class,', size: 11 },
    { x: 86, y: 638, text: 'ii. one bag.', size: 11 },
  ]
  const model = await readForTest(pdfOf({ pages: [texts] }), 'pdf')
  expect(model.blocks.map(({ marker }) => marker)).toEqual([undefined, 'a.', 'b.', 'i.', 'ii.'])
})

it('reads lists of prices in two columns one after the other', async () => {
  const list = (x: number, y: number, title: string, dishes: readonly string[]): PlacedText[] => [
    { x, y, text: title, size: 14, bold: true },
    ...dishes.flatMap((text, at): PlacedText[] => [
      { x, y: y - 20 - at * 16, text, size: 11 },
      { x: x + 150, y: y - 20 - at * 16, text: `${at + 4}.50`, size: 11 },
      { x: x + 190, y: y - 20 - at * 16, text: `${at + 5}.50`, size: 11 },
    ]),
    { x, y: y - 90, text: 'all day', size: 8 },
  ]
  const texts = [
    ...list(60, 700, 'Starters', ['Leek soup', 'Smoked trout', 'Salad of beetroot', 'Bread']),
    ...list(60, 580, 'Mains', ['Roast chicken', 'Hake with mussels', 'Mushroom pie', 'Dumplings']),
    ...list(330, 706, 'Sides', ['Chips of potato', 'Green salad', 'Fried onions', 'Beans']),
    ...list(330, 586, 'Desserts', ['Apple crumble', 'Lemon tart', 'Cheese board', 'Ices']),
  ]
  const { text } = await readForTest(pdfOf({ pages: [texts] }), 'pdf')
  const order = ['Starters', 'Leek', 'Mains', 'Hake', 'Sides', 'Chips', 'Desserts', 'Lemon'].map((word) =>
    text.indexOf(word),
  )
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

it('parts rows of a name and a price, with or without leaders, though they fill their column', async () => {
  const row = (y: number, name: string): PlacedText[] => [
    { x: 60, y, text: name, size: 11 },
    { x: 200, y, text: '6.80', size: 11 },
  ]
  const rows = [...row(700, 'Picpoul de Pinet'), ...row(686, 'House red, dry')]
  const leaders = [700, 686].map((y) => ({ x: 60, y, text: `Soup ${'. '.repeat(20)} 6.50 EUR`, size: 11 }))
  const textsOf = async (texts: readonly PlacedText[]): Promise<readonly string[]> =>
    outline(await readForTest(pdfOf({ pages: [texts] }), 'pdf'))
  expect(await textsOf(rows)).toEqual(['paragraph | Picpoul de Pinet\t6.80', 'paragraph | House red, dry\t6.80'])
  expect(await textsOf(leaders)).toHaveLength(2)
})

it('takes sentences that are quoted in large type, and sums in bold, for no headings', async () => {
  const prose = linesAt(
    60,
    640,
    Array.from({ length: 8 }, () => 'Nobody is asked what papers are good for, or what they cost.'),
  )
  const quoted = linesAt(60, 720, ['"They only notice when a paper', 'is gone and cannot be found."'], 18)
  const sum: PlacedText = { x: 60, y: 500, text: 'Total 202.20 EUR', size: 11, bold: true }
  const model = await readForTest(pdfOf({ pages: [[...quoted, ...prose, sum]] }), 'pdf')
  expect(model.blocks.map(({ type }) => type)).toEqual(['paragraph', 'paragraph', 'paragraph'])
})

it('puts a picture where it stands between the blocks, its caption under it', async () => {
  const image =
    '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>'
  const texts = [
    ...linesAt(70, 780, ['What stands above the picture.']),
    ...linesAt(70, 520, ['Figure 1: A grey square']),
    ...linesAt(70, 440, ['What comes after it, in a line of its own.']),
  ]
  const model = await readForTest(
    pdfOf({
      pages: [texts],
      objects: [`${image}\nstream\n\x80\nendstream`],
      content: 'q 200 0 0 200 70 550 cm /Im1 Do Q',
    }),
    'pdf',
  )
  expect(model.blocks.map(({ type, image: picture, parent }) => [type, picture, parent])).toEqual([
    ['paragraph', undefined, undefined],
    ['figure', 0, undefined],
    ['caption', undefined, 1],
    ['paragraph', undefined, undefined],
  ])
})

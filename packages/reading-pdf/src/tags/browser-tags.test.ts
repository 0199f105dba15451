import { expect, it } from 'vitest'
import { pdfOf } from '../pdf-fixture.ts'
import { outline, readForTest } from '../reading-for-test.ts'

/** What a browser prints: a text as it stands on the page, or an element with what is in it. */
type Printed = Text | Element
interface Text {
  readonly x: number
  readonly y: number
  /** Each with a content of its own. */
  readonly lines: readonly string[]
  readonly bold?: boolean
  readonly size?: number
  /** Without a tag, as what a style sheet adds is. */
  readonly untagged?: boolean
}
interface Element {
  readonly type: string
  readonly children: readonly Printed[]
}

const text = (x: number, y: number, ...lines: string[]): Text => ({ x, y, lines })
const bold = (x: number, y: number, ...lines: string[]): Text => ({ ...text(x, y, ...lines), bold: true })
const added = (x: number, y: number, line: string): Text => ({ ...text(x, y, line), untagged: true })
const element = (type: string, ...children: readonly Printed[]): Element => ({ type, children })

/** A page with the tags that Skia writes: an element around each text, and contents that nothing else holds. */
function printed(...children: readonly Printed[]): Uint8Array {
  const elements: string[] = []
  const parents: number[] = []
  const drawn: string[] = []
  const firstElement = 8
  const draw = ({ x, y, lines, bold: isBold = false, size = 11, untagged = false }: Text, parent: number): void => {
    for (const [at, line] of lines.entries()) {
      const shown = `BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${x} ${y - at * 13} Td (${line}) Tj ET`
      drawn.push(untagged ? shown : `/NonStruct << /MCID ${parents.length} >> BDC ${shown} EMC`)
      if (!untagged) parents.push(parent)
    }
  }
  const add = (each: Printed, parent: number): number | undefined => {
    const number = firstElement + elements.length
    if ('lines' in each) {
      if (each.untagged === true) {
        draw(each, parent)
        return undefined
      }
      const first = parents.length
      elements.push('')
      draw(each, number)
      const contents = each.lines.map((_, at) => first + at).join(' ')
      elements[number - firstElement] = `/S /NonStruct /P ${parent} 0 R /K [${contents}]`
      return number
    }
    elements.push('')
    const kids = each.children.flatMap((child) => add(child, number) ?? [])
    elements[number - firstElement] =
      `/S /${each.type} /P ${parent} 0 R /K [${kids.map((kid) => `${kid} 0 R`).join(' ')}]`
    return number
  }
  const top = add(element('Document', ...children), 6)
  return pdfOf({
    pages: [[]],
    content: drawn.join('\n'),
    page: '/StructParents 0',
    catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R',
    objects: [
      `<< /Type /StructTreeRoot /K [${top} 0 R] /ParentTree 7 0 R >>`,
      `<< /Nums [0 [${parents.map((parent) => `${parent} 0 R`).join(' ')}]] >>`,
      ...elements.map((entries) => `<< /Type /StructElem /Pg ${firstElement + elements.length} 0 R ${entries} >>`),
    ],
  })
}

const read = async (...children: readonly Printed[]): Promise<readonly string[]> =>
  outline(await readForTest(printed(...children), 'pdf'))

it('keeps a sentence whole in which something is bold, linked or raised', async () => {
  const sentence = element(
    'NonStruct',
    bold(70, 700, 'Atelier SARL'),
    text(142, 700, 'with its office in Lyon is represented by'),
    element('Link', text(346, 700, 'its manager')),
    element('NonStruct', element('Link', text(402, 704, '[1]'))),
    text(418, 700, 'and is called', 'the Provider in all that follows here.'),
  )
  expect(await read(sentence)).toEqual([
    'paragraph | Atelier SARL with its office in Lyon is represented by its manager[1] and is called ' +
      'the Provider in all that follows here.',
  ])
})

it('ends a line where the page has a line break, and never within one text', async () => {
  const address = element(
    'P',
    text(70, 700, 'Lime Way 18'),
    text(70, 687, '50674 York'),
    text(70, 674, '+49 221 5550118'),
  )
  const narrow = element('P', text(70, 600, 'These words were', 'set in a narrow', 'column.'))
  const wide = element('P', text(70, 500, 'This sentence has all of the width that the page has.'))
  expect(await read(address, narrow, wide)).toEqual([
    'paragraph | Lime Way 18\n50674 York\n+49 221 5550118',
    'paragraph | These words were set in a narrow column.',
    'paragraph | This sentence has all of the width that the page has.',
  ])
})

it('ends the lines of labels and their values, and parts what an empty line parts', async () => {
  const box = element(
    'NonStruct',
    bold(70, 700, 'Account'),
    text(118, 700, '0042 118 993'),
    bold(70, 687, 'Sort code'),
    text(126, 687, '20-45-77, with a longer remark'),
    bold(70, 674, 'Statement'),
    text(128, 674, '7 of 2026'),
    text(70, 635, 'Thank you.'),
  )
  expect(await read(box)).toEqual([
    'paragraph | Account 0042 118 993\nSort code 20-45-77, with a longer remark\nStatement 7 of 2026',
    'paragraph | Thank you.',
  ])
})

it('reads rows of what nothing calls a table from where they stand', async () => {
  const cell = (x: number, y: number, line: string): Element => element('NonStruct', text(x, y, line))
  const row = (y: number, ...lines: readonly string[]): Element =>
    element('NonStruct', ...lines.map((line, at) => cell(70 + at * 130, y, line)))
  const rows = element(
    'NonStruct',
    row(700, 'Item', 'Units', 'Rate'),
    row(684, 'Basic pay', '162.50', '17.85'),
    row(668, 'Overtime', '6.00', '26.78'),
    row(652, 'Travel', '1.00', '45.00'),
  )
  const model = await readForTest(printed(rows), 'pdf')
  expect(model.tables.map(({ cells }) => cells.map((each) => each.text))).toEqual([
    ['Item', 'Units', 'Rate', 'Basic pay', '162.50', '17.85', 'Overtime', '6.00', '26.78', 'Travel', '1.00', '45.00'],
  ])
})

it('keeps labels above their values, where no lines are drawn around them', async () => {
  const field = (x: number, y: number, label: string, value: string): readonly Printed[] => [
    element('NonStruct', { ...text(x, y + 10, label), size: 7 }),
    text(x, y, value),
  ]
  const form = element(
    'NonStruct',
    ...field(70, 700, 'Name', 'Tomasz Wilk'),
    ...field(230, 700, 'Number', '00417'),
    ...field(70, 670, 'Tax code', '1257L'),
    ...field(230, 670, 'Period', 'Month 5'),
  )
  const wanted = ['Name', 'Tomasz Wilk', 'Number', '00417', 'Tax code', '1257L', 'Period', 'Month 5']
  expect(await read(form)).toEqual(wanted.map((each) => `paragraph | ${each}`))
})

it('keeps texts at both ends of a line on it, and columns of addresses apart', async () => {
  const line = element('NonStruct', element('NonStruct', bold(70, 700, 'Associate')), text(400, 700, '2021 to now'))
  const column = (x: number, ...lines: readonly string[]): Element =>
    element('NonStruct', ...lines.map((each, at) => element('NonStruct', text(x, 650 - at * 14, each))))
  const columns = element(
    'NonStruct',
    column(70, 'Bill to', 'Brightwell Ltd', '5 Quay Street', 'Bristol'),
    column(330, 'Ship to', 'Warehouse', 'Unit 7', 'Avonmouth'),
  )
  expect(await read(line, element('P', text(70, 680, 'Handled transactions.')), columns)).toEqual([
    'paragraph | Associate\t2021 to now',
    'paragraph | Handled transactions.',
    ...['Bill to', 'Brightwell Ltd', '5 Quay Street', 'Bristol'].map((each) => `paragraph | ${each}`),
    ...['Ship to', 'Warehouse', 'Unit 7', 'Avonmouth'].map((each) => `paragraph | ${each}`),
  ])
})

it('parts a title in larger type from the text that a line break sets below it', async () => {
  const both = element('NonStruct', { ...text(70, 700, 'We need your help'), size: 16 }, text(70, 684, 'Tell us more.'))
  expect(await read(both)).toEqual(['paragraph | We need your help', 'paragraph | Tell us more.'])
})

it('reads two columns of prose as the tags order them', async () => {
  const pair = (y: number, ...columns: readonly (readonly string[])[]): Element =>
    element('NonStruct', ...columns.map((lines, at) => element('NonStruct', text(70 + at * 250, y, ...lines))))
  const left = ['The provider supplies the', 'client with the services', 'of the first schedule.']
  const right = ['Le prestataire fournit au', 'client les services de la', 'premiere annexe.']
  expect(await read(element('NonStruct', pair(700, left, right), pair(640, right, left)))).toEqual([
    `paragraph | ${left.join(' ')}`,
    `paragraph | ${right.join(' ')}`,
    `paragraph | ${right.join(' ')}`,
    `paragraph | ${left.join(' ')}`,
  ])
})

it('keeps numbers that a style sheet puts before clauses where they stand', async () => {
  const item = (y: number, number: string, line: string): Element =>
    element('LI', added(70, y, number), text(90, y, line))
  const list = element('L', item(700, '1.', 'Minutes of the last meeting'), item(680, '2.', 'Report of the treasurer'))
  const clause = element('P', added(70, 640, '3.1'), text(95, 640, 'Fees are due at once.'))
  expect(await read(list, clause)).toEqual([
    'list-item 1 1. | Minutes of the last meeting',
    'list-item 1 2. | Report of the treasurer',
    'paragraph | 3.1 Fees are due at once.',
  ])
})

it('keeps the line breaks of cells, and joins the lines that a narrow cell made', async () => {
  const cell = (...children: readonly Printed[]): Element => element('TD', ...children)
  const row = (y: number, details: readonly Printed[], paid: string): Element =>
    element('TR', cell(...details), cell(text(300, y, paid)))
  const table = element(
    'Table',
    row(700, [text(70, 700, 'Yorkshire Water'), text(70, 687, 'Ref 88213-A and more')], '41.20'),
    row(660, [text(70, 660, 'A payment of', 'which more was', 'said')], '18.45'),
  )
  const { tables } = await readForTest(printed(table), 'pdf')
  expect(tables[0]?.cells.map((each) => each.text)).toEqual([
    'Yorkshire Water\nRef 88213-A and more',
    '41.20',
    'A payment of which more was said',
    '18.45',
  ])
})

it('keeps code in its sentence, and what is code alone a block', async () => {
  const word = element('Code', text(134, 700, 'OK'))
  const sentence = element('P', text(70, 700, 'Answers are'), word, text(155, 700, 'or nothing.'))
  expect(await read(sentence, element('Code', text(70, 660, 'set fine 4')))).toEqual([
    'paragraph | Answers are OK or nothing.',
    'code | set fine 4',
  ])
})

it('tells quotes, however deep, and what follows them', async () => {
  const quote = element(
    'BlockQuote',
    element('P', text(100, 700, 'Who digs sleeps well.')),
    element('BlockQuote', text(130, 680, 'Who does not, does not.')),
  )
  const { blocks } = await readForTest(printed(quote, element('P', text(70, 640, 'So they say.'))), 'pdf')
  expect(blocks.map(({ type, quote: depth }) => [type, depth])).toEqual([
    ['paragraph', 1],
    ['paragraph', 2],
    ['paragraph', undefined],
  ])
})

it('reads rows of cells that stand near to each other as a table, where their edges are one below the other', async () => {
  const row = (y: number, label: string, value: string): Element =>
    element('NonStruct', element('NonStruct', text(70, y, label)), element('NonStruct', text(140, y, value)))
  const rows = element(
    'NonStruct',
    row(700, 'Customer no.', 'K-2201'),
    row(684, 'Due', '11 June'),
    row(668, 'Ours', 'A 7'),
  )
  const { tables, keyValues } = await readForTest(printed(rows), 'pdf')
  expect(tables[0]?.cells.map((each) => each.text)).toEqual(['Customer no.', 'K-2201', 'Due', '11 June', 'Ours', 'A 7'])
  expect(keyValues.map(({ key, value }) => [key, value])).toContainEqual(['Customer no.', 'K-2201'])
})

it('reads texts that a style sheet sets in rows and columns from where they stand', async () => {
  const rows = [
    ['Client', '1 204 556'],
    ['Invoice', 'F-26-0099'],
    ['Day', '28 May'],
    ['Place', 'Leeds'],
  ]
  const texts = rows.flatMap(([label = '', value = ''], at) => [
    text(70, 700 - at * 15, label),
    text(150, 700 - at * 15, value),
  ])
  const { keyValues, tables } = await readForTest(printed(element('NonStruct', ...texts)), 'pdf')
  expect(tables[0]?.rows).toBe(4)
  expect(keyValues.map(({ key, value }) => [key, value])).toEqual(rows)
})

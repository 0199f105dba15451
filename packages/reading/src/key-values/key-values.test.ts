import type { Block, Run } from '@chancery/core'
import { expect, it } from 'vitest'
import { keyValuesIn } from './key-values.ts'
import { readForTest } from '../reading-for-test.ts'

const pairs = async (text: string, type: 'text' | 'csv' | 'html' = 'text') =>
  (await readForTest(text, type)).keyValues.map(({ key, value }) => [key, value])

it('finds lines of a label and a value, also several on a line', async () => {
  expect(
    await pairs('INVOICE\tInvoice No.: 17\nTotal: 12.00\nDate:\t1 May\tDue date: 3 June\nФамилия: Иванов\n合計：12'),
  ).toEqual([
    ['Invoice No.', '17'],
    ['Total', '12.00'],
    ['Date', '1 May'],
    ['Due date', '3 June'],
    ['Фамилия', 'Иванов'],
    ['合計', '12'],
  ])
})

it('leaves out times, addresses of the web, sentences and labels without a value', async () => {
  expect(
    await pairs(
      'At 12:30 we met\nhttps://example.org\nhe said the following words to all of them: go\nNotes:\n: x\n17: 4',
    ),
  ).toEqual([])
})

it('takes the label of a place that is left empty for no value', async () => {
  expect(
    await pairs('Name: R. Fair          Name: M. Kowal\nDate:                  Date:\nPlace: Hull      Witness:'),
  ).toEqual([
    ['Name', 'R. Fair'],
    ['Name', 'M. Kowal'],
    ['Place', 'Hull'],
  ])
})

it('takes the number of a table or figure for no label', async () => {
  const html =
    '<p>Rent: 640</p><p>Tabelle 2.1: Mieten</p><table><caption>Table 1: Rents</caption><tr><th>May</th><th>June</th></tr><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>' +
    '<figure><img src="a.png" alt="plan"><figcaption>Figure 1: the plan</figcaption></figure>' +
    '<figure><img src="b.png" alt="hall"><figcaption>Photo: Ann Lee</figcaption></figure>'
  expect(await pairs(html, 'html')).toEqual([
    ['Rent', '640'],
    ['Photo', 'Ann Lee'],
  ])
})

it('reads tables of two columns, if the left one holds labels', async () => {
  expect(await pairs('<table><tr><td>Client<td>Ada<tr><td>Total due:<td>3 EUR</table>', 'html')).toEqual([
    ['Client', 'Ada'],
    ['Total due', '3 EUR'],
  ])
  expect(await pairs('2024,12\n2025,13\n', 'csv')).toEqual([])
})

it('reads labels with a colon beside their values in wider tables', async () => {
  const rows =
    '<tr><td>Name:<td>Ada<td>City:<td>Bonn<tr><td>Phone:<td><td>Born:<td>1980<tr><td>Notes:<td>Age:<td>7<td>x'
  expect(await pairs(`<table>${rows}</table>`, 'html')).toEqual([
    ['Name', 'Ada'],
    ['City', 'Bonn'],
    ['Born', '1980'],
    ['Age', '7'],
  ])
})

it('parts pairs of a line where a value ends and a label begins, and leaves lines to be filled in', async () => {
  expect(
    await pairs(
      'IBAN: NL91 0417 BIC: ABNANL2A VAT no: NL0012.B01\nTel: 01 234 Fax: 01 235 E-Mail: a@b.example\nName: Jane Roe Date of birth: 1 May\nSigned: ______ Date: ____\nNote: see John Smith: he knows',
    ),
  ).toEqual([
    ['IBAN', 'NL91 0417'],
    ['BIC', 'ABNANL2A'],
    ['VAT no', 'NL0012.B01'],
    ['Tel', '01 234'],
    ['Fax', '01 235'],
    ['E-Mail', 'a@b.example'],
    ['Name', 'Jane Roe Date of birth: 1 May'],
    ['Note', 'see John Smith: he knows'],
  ])
})

it('takes values below labels without colons, where type or figures say that they are labels', () => {
  const lines: readonly (readonly [text: string, x: number, y: number, height: number])[] = [
    ['Ref\tIssued', 0.1, 0.1, 0.02],
    ['RX-20\t17 August', 0.1, 0.12, 0.02],
    ['Billed to', 0.1, 0.2, 0.01],
    ['Marlow BV', 0.1, 0.21, 0.02],
    ['Order', 0.1, 0.25, 0.01],
    ['88-1042', 0.1, 0.26, 0.02],
    ['VAT 20%', 0.1, 0.3, 0.02],
    ['161.28', 0.8, 0.3, 0.02],
    ['Year\tSum', 0.1, 0.4, 0.02],
    ['2020\t7', 0.1, 0.42, 0.02],
    ['2021\t8', 0.1, 0.44, 0.02],
    ['Some line', 0.1, 0.5, 0.02],
    ['Another line', 0.1, 0.52, 0.02],
    ['The last of them', 0.1, 0.54, 0.02],
  ]
  let at = 0
  const blocks = lines.map(([line, x, y, height]): Block => {
    const span = { start: at, end: at + line.length, page: 1, box: { x, y, width: 0.2, height } }
    at = span.end + 1
    return { type: 'paragraph', layer: 'body', span }
  })
  const found = keyValuesIn(lines.map(([line]) => line).join('\n'), blocks, [])
  expect(found.map(({ key, value }) => [key, value])).toEqual([
    ['Ref', 'RX-20'],
    ['Issued', '17 August'],
    ['Billed to', 'Marlow BV'],
    ['Order', '88-1042'],
    ['VAT 20%', '161.28'],
  ])
})

it('takes a block beside a label for its value, or one right below', () => {
  const text = 'Due:\n10:30\nNotes:\nPaid'
  const block = (start: number, end: number, x: number, y: number): Block => ({
    type: 'paragraph',
    layer: 'body',
    span: { start, end, page: 1, box: { x, y, width: 0.1, height: 0.02 } },
  })
  const blocks = [block(0, 4, 0.1, 0.1), block(5, 10, 0.3, 0.1), block(11, 17, 0.1, 0.2), block(18, 22, 0.1, 0.23)]
  expect(keyValuesIn(text, blocks, []).map(({ key, value }) => [key, value])).toEqual([
    ['Due', '10:30'],
    ['Notes', 'Paid'],
  ])
})

it('takes the block right below a label, where labels stand in a row above their values', () => {
  const text = 'FROM:\nTO:\nAnn\nBob'
  const block = (start: number, end: number, x: number, y: number): Block => ({
    type: 'paragraph',
    layer: 'body',
    span: { start, end, page: 1, box: { x, y, width: 0.1, height: 0.02 } },
  })
  const blocks = [block(0, 5, 0.1, 0.1), block(6, 9, 0.5, 0.1), block(10, 13, 0.1, 0.12), block(14, 17, 0.5, 0.12)]
  expect(keyValuesIn(text, blocks, []).map(({ key, value }) => [key, value])).toEqual([
    ['FROM', 'Ann'],
    ['TO', 'Bob'],
  ])
})

it('reads values inside cells, totals below the items, and a header over one row', async () => {
  const invoice =
    '<table><tr><td>FROM: Ada Ltd ADDRESS: Ring 12<td>TO: Bo<td></table>' +
    '<table><tr><th>Invoice<th>Date<th>Due<tr><td>17<td>1 May<td>3 June</table>' +
    '<table><tr><th>Item<th>Hours<th>Price<tr><td>Design<td>12<td>600.00<tr><td>Print<td>1<td>20.00' +
    '<tr><td>Subtotal<td><td>620.00<tr><td>Tax (20%)<td><td>124.00<tr><td>BALANCE DUE<td><td>$744.00</table>'
  expect(await pairs(invoice, 'html')).toEqual([
    ['FROM', 'Ada Ltd'],
    ['ADDRESS', 'Ring 12'],
    ['TO', 'Bo'],
    ['Invoice', '17'],
    ['Date', '1 May'],
    ['Due', '3 June'],
    ['Subtotal', '620.00'],
    ['Tax (20%)', '124.00'],
    ['BALANCE DUE', '$744.00'],
  ])
})

it('reads values on the lines below labels of cells, and below labels of a document without pages', async () => {
  const form =
    '<table><tr><td>FROM:<br>Ada Ltd<td>ADDRESS:<br>Ring 12<br>8001 Zürich<br>PHONE:<br>555-0100<tr><td>Who: me<br>and you<td>Note</table>' +
    '<p>Notes:<p>Paid in cash.<p>The following was agreed upon:<p>The rent is due.'
  expect(await pairs(form, 'html')).toEqual([
    ['FROM', 'Ada Ltd'],
    ['ADDRESS', 'Ring 12\n8001 Zürich'],
    ['PHONE', '555-0100'],
    ['Who', 'me'],
    ['Notes', 'Paid in cash.'],
  ])
})

it('reads forms in cells: a label over each value, labels and values in turn, as many lines, a column of space', async () => {
  const forms =
    '<table><tr><td>Surname<br>Reyes<td>Born<br>4 May 1980<tr><td>City<br>Leeds<td>Trade<br>Nurse</table>' +
    '<table><tr><td>Employee<td>S. Iqbal<td>Tax code<td>1257L<tr><td>Gross<td>3,200.00<td>Paid on<td>29 May</table>' +
    '<table><tr><td>Number<br>Customer<td>R-118<br>K-44</table>' +
    '<table><tr><td>Holder<td><td>R. Bianchi<tr><td>Balance<td><td>€ 14.10</table>'
  expect(await pairs(forms, 'html')).toEqual([
    ['Surname', 'Reyes'],
    ['Born', '4 May 1980'],
    ['City', 'Leeds'],
    ['Trade', 'Nurse'],
    ['Employee', 'S. Iqbal'],
    ['Tax code', '1257L'],
    ['Gross', '3,200.00'],
    ['Paid on', '29 May'],
    ['Number', 'R-118'],
    ['Customer', 'K-44'],
    ['Holder', 'R. Bianchi'],
    ['Balance', '€ 14.10'],
  ])
})

it('does not take data for a form', async () => {
  const data =
    '<table><tr><td>Name<td>Age<td>City<td>Phone<tr><td>Ann<td>34<td>Bonn<td>0228 1<tr><td>Bob<td>27<td>Ulm<td>0731 2</table>' +
    '<table><tr><td>Ann<td>34<td>Bonn<td>0228 1<tr><td>Bob<td>27<td>Ulm<td>0731 2</table>' +
    '<table><tr><td>Item<td>12<td>Item<td>9.50 €<tr><td>Wood<td>3<td>Steel<td>B7</table>'
  expect(await pairs(data, 'html')).toEqual([])
})

it('takes a header over one row without a sign of a header', async () => {
  expect(await pairs('<table><tr><td>Ship to<td>Bill to<tr><td>Gate 4, Tema<td>P.O. Box 19</table>', 'html')).toEqual([
    ['Ship to', 'Gate 4, Tema'],
    ['Bill to', 'P.O. Box 19'],
  ])
})

it('reads lists of amounts that stand beside each other', async () => {
  const slip =
    '<table><tr><td>Payments<td>Amount<td>Deductions<td>Amount<tr><td>Basic pay 160 h<td>3,120.00<td>Tax<td>502.40' +
    '<tr><td>Bonus<td>250.00<td>Pension 5 %<td>178.01</table>'
  expect(await pairs(slip, 'html')).toEqual([
    ['Basic pay 160 h', '3,120.00'],
    ['Tax', '502.40'],
    ['Bonus', '250.00'],
    ['Pension 5 %', '178.01'],
  ])
})

it('takes labels over what is filled in in capitals for such a header', async () => {
  const form = '<table><tr><td>Street<td>Town<td>County<tr><td>CANAL WHARF<td>LEEDS<td>YORKSHIRE</table>'
  expect(await pairs(form, 'html')).toEqual([
    ['Street', 'CANAL WHARF'],
    ['Town', 'LEEDS'],
    ['County', 'YORKSHIRE'],
  ])
})

it('reads what is filled in between dots or strokes, questions, and what wider spaces part', async () => {
  expect(
    await pairs(
      'Received from ........Mr. A. Khan........\nVoucher no. ____ 00231 ____\nContents ........ 7\nSigned: ........... Date: 1 May\nUnit: Stores \u00a0 Desk: 7\n¿Coche?: Sí',
    ),
  ).toEqual([
    ['Received from', 'Mr. A. Khan'],
    ['Voucher no.', '00231'],
    ['Date', '1 May'],
    ['Unit', 'Stores'],
    ['Desk', '7'],
    ['¿Coche?', 'Sí'],
  ])
})

const placed = (lines: readonly (readonly [text: string, x: number, y: number, height: number])[]) => {
  let at = 0
  const blocks = lines.map(([line, x, y, height]): Block => {
    const span = { start: at, end: at + line.length, page: 1, box: { x, y, width: 0.2, height } }
    at = span.end + 1
    return { type: 'paragraph', layer: 'body', span }
  })
  return keyValuesIn(lines.map(([line]) => line).join('\n'), blocks, []).map(({ key, value }) => [key, value])
}

it('reads columns of labels and of values, and captions below what was filled in', () => {
  expect(
    placed([
      ['Number', 0.1, 0.1, 0.02],
      ['Customer', 0.1, 0.12, 0.02],
      ['Period', 0.1, 0.14, 0.02],
      ['R-118', 0.7, 0.1, 0.02],
      ['K-44', 0.7, 0.12, 0.02],
      ['April', 0.7, 0.14, 0.02],
      ['Holder', 0.1, 0.3, 0.02],
      ['R. Bianchi', 0.5, 0.3, 0.02],
      ['Account', 0.1, 0.33, 0.02],
      ['A 19', 0.5, 0.33, 0.02],
      ['Terms', 0.1, 0.4, 0.02],
      [': 30 days', 0.35, 0.4, 0.02],
      ['Elena Petrova', 0.1, 0.6, 0.02],
      ['Name of the principal', 0.1, 0.62, 0.012],
      ['Sofia, 8 August', 0.5, 0.6, 0.02],
      ['Place and date', 0.5, 0.62, 0.012],
    ]),
  ).toEqual([
    ['Number', 'R-118'],
    ['Customer', 'K-44'],
    ['Period', 'April'],
    ['Holder', 'R. Bianchi'],
    ['Account', 'A 19'],
    ['Terms', '30 days'],
    ['Name of the principal', 'Elena Petrova'],
    ['Place and date', 'Sofia, 8 August'],
  ])
})

it('leaves the line on which a value is written, and parts pairs at strokes', async () => {
  expect(
    await pairs('Name: ____J. van Dijk________\nPaid: ....... 12.00 ....\nIBAN: NL91 0417 | KvK: 34567890'),
  ).toEqual([
    ['Name', 'J. van Dijk'],
    ['Paid', '12.00'],
    ['IBAN', 'NL91 0417'],
    ['KvK', '34567890'],
  ])
})

it('reads terms and definitions, and no choice that is struck out', async () => {
  const html = '<dl><dt>Club<dd>Rowing<dt>Fee<dd>96.00</dl><p>Smoker: <s>yes</s> / no *</p><p>Pets: yes / <s>no</s></p>'
  expect(await pairs(html, 'html')).toEqual([
    ['Club', 'Rowing'],
    ['Fee', '96.00'],
    ['Smoker', 'no'],
    ['Pets', 'yes'],
  ])
})

it('looks for what is struck out only where a value stands, however much of it there is', () => {
  const lines = Array.from({ length: 2000 }, (_, n) => `Smoker ${n}: yes / no`)
  const text = `${lines.join('\n')}\n${'x'.repeat(40_000)}`
  let looked = 0
  const struckAt = (start: number, end: number): Run => ({
    strike: true,
    get span() {
      looked++
      return { start, end }
    },
  })
  const far = Array.from({ length: 20_000 }, (_, n) => struckAt(text.length - 2 * n - 2, text.length - 2 * n - 1))
  const first = struckAt(text.indexOf('yes'), text.indexOf('yes') + 3)
  const blocks: Block[] = [{ type: 'paragraph', layer: 'body', span: { start: 0, end: text.length } }]
  const found = keyValuesIn(text, blocks, [], [...far, first])
  expect(found.slice(0, 2).map(({ value }) => value)).toEqual(['no', 'yes / no'])
  expect(found).toHaveLength(2000)
  expect(looked).toBeLessThan(50 * far.length)
})

const rows = (cells: readonly (readonly string[])[]) =>
  `<table>${cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}`).join('')}`).join('')}</table>`

it('reads forms in tables: words beside words, rows of labels and of values in turn, captions, numbers of boxes', async () => {
  expect(
    await pairs(
      rows([
        ['Surname', 'Ferrari', 'Name', 'Giulia'],
        ['Tax code', 'FRR85', 'Born', '1/8/1985'],
        ['Place', 'Milan', 'Nationality', 'Italian'],
        ['Address', 'Via Roma 8', 'Income', '52.00'],
      ]),
      'html',
    ),
  ).toEqual([
    ['Surname', 'Ferrari'],
    ['Name', 'Giulia'],
    ['Tax code', 'FRR85'],
    ['Born', '1/8/1985'],
    ['Place', 'Milan'],
    ['Nationality', 'Italian'],
    ['Address', 'Via Roma 8'],
    ['Income', '52.00'],
  ])
  // The first row is the header of data.
  const data = [
    ['Product', 'Colour', 'Size', 'Price'],
    ['Shirt', 'red', 'large', '12.00'],
    ['Hat', 'blue', 'small', '9.00'],
  ]
  expect(await pairs(rows(data), 'html')).toEqual([])
  const inTurn = [
    ['Last name', 'First name'],
    ['Okonjo', 'Samuel'],
    ['Insurance', 'Phone'],
    ['NX 88', '020 7946'],
  ]
  expect(await pairs(rows(inTurn), 'html')).toEqual([
    ['Last name', 'Okonjo'],
    ['First name', 'Samuel'],
    ['Insurance', 'NX 88'],
    ['Phone', '020 7946'],
  ])
  expect(await pairs(rows([['Kraków, 2.3.2026<br>(place and date)', 'A. Kowalska<br>(signature)']]), 'html')).toEqual([
    ['place and date', 'Kraków, 2.3.2026'],
    ['signature', 'A. Kowalska'],
  ])
  const boxes = [
    ['Income', '01', '24.00'],
    ['Costs', '02', '9.00'],
    ['Result', '03', '15.00'],
  ]
  expect(await pairs(rows(boxes), 'html')).toEqual([
    ['Income', '24.00'],
    ['Costs', '9.00'],
    ['Result', '15.00'],
  ])
  const lines = [
    ['1', 'Debit account', '4471 0092'],
    ['2', 'Beneficiary', 'Aster Optics'],
    ['3', 'Charges', 'shared'],
  ]
  expect(await pairs(rows(lines), 'html')).toEqual(lines.map(([, label, value]) => [label, value]))
  expect(await pairs(rows([['Tax number', '30 12 345', 'Date', '28/5/2026']]), 'html')).toEqual([
    ['Tax number', '30 12 345'],
    ['Date', '28/5/2026'],
  ])
  const amounts = [
    ['Item', 'Amount'],
    ['Flight', '210.00'],
    ['Hotel', '90.00'],
  ]
  expect(await pairs(rows(amounts), 'html')).toEqual([
    ['Flight', '210.00'],
    ['Hotel', '90.00'],
  ])
})

it('parts questions of a line that are answered by boxes', async () => {
  const { keyValues, formFields } = await readForTest('Smoker: ○ yes ◉ no Pets: ☒ Cat ☐ Dog Own car: ☐ yes', 'text')
  expect(keyValues.map(({ key, value }) => [key, value])).toEqual([
    ['Smoker', '○ yes ◉ no'],
    ['Pets', '☒ Cat ☐ Dog'],
    ['Own car', '☐ yes'],
  ])
  expect(formFields.map(({ name, value }) => [name, value])).toEqual([
    ['yes', false],
    ['no', true],
    ['Cat', true],
    ['Dog', false],
    ['yes', false],
  ])
})

it('reads what stands in a frame below its label', () => {
  const [label, value] = ['What happened', 'A flood in the cellar.']
  const [above, frame] = [
    { start: 0, end: label.length },
    { start: label.length + 1, end: label.length + 1 + value.length },
  ]
  const cell = { row: 0, column: 0, rowSpan: 1, columnSpan: 1, text: value, span: frame }
  const blocks: Block[] = [
    { type: 'paragraph', layer: 'body', span: above },
    { type: 'table', layer: 'body', span: frame, table: 0 },
  ]
  const tables = [{ rows: 1, columns: 1, headerRows: 0, cells: [cell], span: frame }]
  const [found] = keyValuesIn(`${label}\n${value}`, blocks, tables)
  expect([found?.key, found?.value]).toEqual([label, value])
})

it('pairs labels with what stands below them in cells, also where a cell has nothing but its label', async () => {
  const cell = (label: string, value = ''): string => `<td>${label}<br>${value}</td>`
  const html = `<table><tr>${cell('Name', 'Krüger')}${cell('Born', '04.11.1986')}<tr><td>Phone</td>${cell('E-mail', 's@example.de')}</table>`
  const { keyValues } = await readForTest(html, 'html')
  expect(keyValues.map(({ key, value }) => [key, value])).toEqual([
    ['Name', 'Krüger'],
    ['Born', '04.11.1986'],
    ['E-mail', 's@example.de'],
  ])
})

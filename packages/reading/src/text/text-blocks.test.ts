import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { expect, it } from 'vitest'
import { outline, readForTest } from '../reading-for-test.ts'

const rowsOf = async (text: string): Promise<readonly (readonly [number, readonly string[]])[]> => {
  const { tables } = await readForTest(text, 'text')
  return tables.map(({ headerRows, cells }) => [headerRows, cells.map((cell) => cell.text)])
}

it('reads headings by the signs that underline them, their levels by the order of the signs', async () => {
  const text = '=====\nGuide\n=====\n\nFirst\n=====\nSome text\nabout it.\n\nMore\n----\n\nLast\n====\nEnd'
  const model = await readForTest(text, 'text')
  expect(outline(model)).toEqual([
    'heading 1 | Guide',
    'heading 2 | First',
    'paragraph | Some text\nabout it.',
    'heading 3 | More',
    'heading 2 | Last',
    'paragraph | End',
  ])
  expect(model.outline.map(({ title, level }) => [title, level])).toEqual([
    ['Guide', 1],
    ['First', 2],
    ['More', 3],
    ['Last', 2],
  ])
})

it('leaves signs alone that underline no heading', async () => {
  for (const text of [
    'Kind regards,\n------',
    'Total  12.00\n------------',
    'Hi\n----------------',
    'x\n\n-----',
    '- a\n---',
  ])
    expect((await readForTest(text, 'text')).blocks.map(({ type }) => type)).not.toContain('heading')
})

it('reads lines of capitals as headings where something follows', async () => {
  const text = '      LEASE OF UNIT 4\n\nMade today.\n\n1.   RENT\n\nMonthly.\n\nPAGE 1 OF 2\nand so on\n\nEND OF LEASE'
  expect(outline(await readForTest(text, 'text'))).toEqual([
    'heading 1 | LEASE OF UNIT 4',
    'paragraph | Made today.',
    'heading 2 | 1.   RENT',
    'paragraph | Monthly.',
    'paragraph | PAGE 1 OF 2\nand so on',
    'paragraph | END OF LEASE',
  ])
})

it('knows items that blank lines part by those before and behind them', async () => {
  const text = [
    '1.1  The Consultant may:',
    '     (a)  choose the hours;',
    '     (b)  send another, if',
    '          (i)  it is agreed; and\n\n          (ii)  nobody minds.',
    '     What is agreed is written down.',
    '1.2  Fees are due\n     in May.',
    '12.5 per cent is the rate.',
  ].join('\n\n')
  const model = await readForTest(text, 'text')
  expect(outline(model)).toEqual([
    'list-item 1 1.1 | The Consultant may:',
    'list-item 2 (a) | choose the hours;',
    'list-item 2 (b) | send another, if',
    'list-item 3 (i) | it is agreed; and',
    'list-item 3 (ii) | nobody minds.',
    'paragraph | What is agreed is written down.',
    'list-item 1 1.2 | Fees are due\nin May.',
    'paragraph | 12.5 per cent is the rate.',
  ])
  expect(model.blocks.map(({ parent }) => parent)).toEqual([undefined, 0, 0, 2, 2, 0, undefined, undefined])
})

it('takes amounts below each other for no list', async () => {
  expect(outline(await readForTest('12.50 coffee\n3.20 tea', 'text'))).toEqual(['paragraph | 12.50 coffee\n3.20 tea'])
})

it('reads tables of pipes, frames and rules', async () => {
  expect(await rowsOf('See:\nItem | 2024\n-----|-----\nHall | 410\nFee |')).toEqual([
    [1, ['Item', '2024', 'Hall', '410', 'Fee', '']],
  ])
  expect(await rowsOf('+----+----+\n| a  | b  |\n+====+====+\n| c  | d  |\n| cc |    |\n+----+----+')).toEqual([
    [1, ['a', 'b', 'c\ncc', 'd']],
  ])
  expect(await rowsOf('+----+----+\n| id | at |\n+----+----+\n| 1  | 2  |\n| 3  | 4  |\n+----+----+\n2 rows')).toEqual([
    [1, ['id', 'at', '1', '2', '3', '4']],
  ])
  expect(await rowsOf('=====  ===\nRole   No\n=====  ===\nTests  190\n=====  ===')).toEqual([
    [1, ['Role', 'No', 'Tests', '190']],
  ])
  expect(
    await rowsOf('Day    Text      Sum\n-----  ----  -------\n01/02  open         \n       paid   412.10\nThe end'),
  ).toEqual([[1, ['Day', 'Text', 'Sum', '01/02', 'open', '', '', 'paid', '412.10']]])
})

it('reads what is set in three columns of blanks as a table, not what two make', async () => {
  expect(await rowsOf('Item          Qty   Price\nHinge           2    8.40\nScrews, box     1    3.10')).toEqual([
    [1, ['Item', 'Qty', 'Price', 'Hinge', '2', '8.40', 'Screws, box', '1', '3.10']],
  ])
  expect(await rowsOf('Signed          Signed\n______          ______\nName: A         Name: B')).toEqual([])
  expect(await rowsOf('a line of prose\nand one more of\nit, and a third')).toEqual([])
})

it('reads signs of tables in time, however many there are', async () => {
  const hostile = ['+--+', '+==+\n|a|', '-- --', 'a|b\n--|--', '1.1 x\n', '+--+\nx  y  z', 'a|\n-|'].map((line) =>
    `${line}\n`.repeat(7000),
  )
  for (const text of hostile) expect((await readForTest(text, 'text')).text.length).toBeGreaterThan(0)
})

it('looks at a line of blanks below a row of cells once', async () => {
  await expectLinearTime(
    20_000,
    (size) => `a|b\n${' '.repeat(size)}x`,
    (text) => readForTest(text, 'text'),
  )
})

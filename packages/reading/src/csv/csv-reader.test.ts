import * as fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { readForTest } from '../reading-for-test.ts'

const rowsOf = async (csv: string | Uint8Array, type: 'csv' | 'tsv' = 'csv') => {
  const [table] = (await readForTest(csv, type)).tables
  return Array.from({ length: table?.rows ?? 0 }, (_, row) =>
    table?.cells.filter((cell) => cell.row === row).map(({ text }) => text),
  )
}

it.each([
  ['what old programs end with', 'name;city\r\nAda;"London, UK"\r\n\u001a'],
  ['commas', 'name,city\nAda,"London, UK"\n'],
  ['semicolons', 'name;city\r\nAda;"London, UK"\r\n'],
  ['tabs', 'name\tcity\nAda\tLondon, UK'],
  ['bars', 'name|city\nAda|London, UK'],
  ['what Excel says', 'sep=^\nname^city\nAda^London, UK'],
])('parts columns by %s', async (_, csv) => {
  expect(await rowsOf(csv)).toEqual([
    ['name', 'city'],
    ['Ada', 'London, UK'],
  ])
})

it('fills short rows, keeps line breaks in cells, and tells a header from figures', async () => {
  const { tables, text } = await readForTest('a,b,c\n1,"two\nlines"\n', 'csv')
  expect(tables[0]).toMatchObject({ rows: 2, columns: 3, headerRows: 1 })
  expect(text).toBe('a\tb\tc\n1\ttwo\nlines\t')
  expect((await readForTest('1,2\n3,4\n', 'csv')).tables[0]?.headerRows).toBe(0)
})

it('reads UTF-16 and Windows-1252', async () => {
  expect(await rowsOf(Buffer.from('\uFEFFnäme,x\né,y', 'utf16le'))).toEqual([
    ['näme', 'x'],
    ['é', 'y'],
  ])
  expect(await rowsOf(Buffer.from('n\u00e4me,x\n\u00e9,y', 'latin1'))).toEqual([
    ['näme', 'x'],
    ['é', 'y'],
  ])
})

it('answers an empty file with an empty model and a huge grid by code', async () => {
  expect(await readForTest('', 'csv')).toMatchObject({ text: '', blocks: [], tables: [] })
  const ragged = `${'x,'.repeat(5000)}\n${'y\n'.repeat(5000)}`
  await expect(readForTest(ragged, 'csv')).rejects.toMatchObject({ code: 'payload_too_large' })
  const quotes = `"${'"",'.repeat(200_000)}`
  expect((await readForTest(quotes, 'csv')).text.length).toBeGreaterThan(0)
})

it('takes a quote that never ends for a sign, unless the file is cut off inside of it', async () => {
  expect(await rowsOf('a,b,c\n1,"2,3\n4,5,6\n')).toEqual([
    ['a', 'b', 'c'],
    ['1', '"2', '3'],
    ['4', '5', '6'],
  ])
  expect(await rowsOf('a,"b, c",d\n1,"x, y",z\n2,"q, cu')).toEqual([
    ['a', 'b, c', 'd'],
    ['1', 'x, y', 'z'],
    ['2', 'q, cu', ''],
  ])
})

it('tells of a quote that never ends, and keeps the rows where it is no quote', async () => {
  const { text, warnings } = await readForTest('a,b\n1,"x\n2,y\n', 'csv')
  expect(text).toBe('a\tb\n1\t"x\n2\ty')
  expect(warnings.map(({ code }) => code)).toEqual(['unclosed_quote'])
})

it('reads what stands above and below the rows of a bank as tables of their own', async () => {
  const rows = 'Date;Text;Amount\n1.2.;Rent;-8\n\n2.2.;Pay;9\n'
  const { tables, keyValues } = await readForTest(`"Owner";"Ann";\n"IBAN";"DE02";\n;;\n${rows}\nBalance;1\n`, 'csv')
  expect(tables.map(({ rows, columns, headerRows }) => [rows, columns, headerRows])).toEqual([
    [2, 2, 0],
    [3, 3, 1],
    [1, 2, 0],
  ])
  expect(keyValues.map(({ key, value }) => [key, value])).toEqual([
    ['Owner', 'Ann'],
    ['IBAN', 'DE02'],
    ['Balance', '1'],
  ])
  expect((await readForTest('a;b\n1;2\n\n3;4\n', 'csv')).tables).toHaveLength(1)
})

it('gives back any rows that were written', async () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', 'é', '𝒳', ',', '"', '\n', ' ', '1'), minLength: 1, maxLength: 5 })
    .filter((text) => text.trim() !== '')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 2, maxLength: 6 }), async (rows) => {
      const csv = `sep=,\n${Papa.unparse(rows, { quotes: true, newline: '\n' })}`
      expect(await rowsOf(csv)).toEqual(rows)
    }),
    { numRuns: 100 },
  )
})

import { parseXml } from '@chancery/reading/xml/xml-element'
import { expect, it } from 'vitest'
import { readChart } from './chart-part.ts'

const cache = (code: string, values: readonly string[]): string =>
  `<c:numRef><c:numCache><c:formatCode>${code}</c:formatCode>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef>`

const rowsOf = (categories: string, values: string, chart = ''): readonly (readonly string[])[] =>
  readChart(
    parseXml(
      new TextEncoder().encode(
        `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart">${chart}<c:chart><c:ser><c:tx><c:v>2026</c:v></c:tx><c:cat>${categories}</c:cat><c:val>${values}</c:val></c:ser></c:chart></c:chartSpace>`,
      ),
      1000,
    ),
  ).rows

it('shows the numbers of a chart as it shows them', () => {
  expect(rowsOf(cache('m/d/yyyy', ['45292', '45293']), cache('General', ['4.4000000000000004', '5']))).toEqual([
    ['', '2026'],
    ['1/1/2024', '4.4'],
    ['1/2/2024', '5'],
  ])
  expect(rowsOf(cache('yyyy\\-mm\\-dd', ['43830']), cache('0.0%', ['0.125']), '<c:date1904 val="1"/>')).toEqual([
    ['', '2026'],
    ['2024-01-01', '12.5%'],
  ])
})

it('leaves texts of a chart as they are', () => {
  const text = '<c:strRef><c:strCache><c:pt idx="0"><c:v>007</c:v></c:pt></c:strCache></c:strRef>'
  expect(rowsOf(text, cache('#,##0', ['1234.5']))[1]).toEqual(['007', '1,235'])
})

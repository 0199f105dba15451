import { describe, expect, it } from 'vitest'
import { odfOf } from '../package/package-fixture.ts'
import { outline, readForTest } from '../reading-for-test.ts'

const cell = (attributes: string, ...paragraphs: readonly string[]): string =>
  `<table:table-cell ${attributes}>${paragraphs.map((each) => `<text:p>${each}</text:p>`).join('')}</table:table-cell>`
const row = (...cells: readonly string[]): string => `<table:table-row>${cells.join('')}</table:table-row>`
const sheet = (rows: string, attributes = 'table:name="Sheet1"'): string =>
  `<table:table ${attributes}>${rows}</table:table>`
const read = (body: string, automaticStyles = '') => readForTest(odfOf('spreadsheet', { body, automaticStyles }), 'ods')

describe('ods', () => {
  it('reads typed values, formulas, links and notes', async () => {
    const model = await read(
      sheet(
        row(cell('office:value-type="string"', 'Day'), cell('', 'Sum')) +
          row(
            cell('office:value-type="date" office:date-value="2026-01-31"', '31.01.26'),
            cell(
              'office:value-type="currency" office:value="12.5" table:formula="of:=SUM([.B1:.B2];[$Other.A1])"',
              '12,50 €',
            ),
          ) +
          row(
            cell('office:value-type="time" office:time-value="PT26H30M00S"', '26:30'),
            cell('office:value-type="boolean" office:boolean-value="true"', 'TRUE'),
          ) +
          row(
            '<table:table-cell office:value-type="string"><office:annotation><dc:creator>A</dc:creator><text:p>why</text:p></office:annotation><text:p>see <text:a xlink:href="https://example.com">here</text:a></text:p><text:p>and  there</text:p></table:table-cell>',
            cell('office:value-type="float" office:value="3"'),
          ),
      ),
    )
    expect(outline(model).at(-1)).toBe('comment A4 | why')
    expect(model.tables[0]?.headerRows).toBe(1)
    expect(model.tables[0]?.cells.slice(2).map(({ text, value, formula }) => [text, value, formula])).toEqual([
      ['31.01.26', '2026-01-31', undefined],
      ['12,50 €', 12.5, 'SUM(B1:B2,Other!A1)'],
      ['26:30', 'PT26H30M', undefined],
      ['TRUE', true, undefined],
      ['see here\nand there', 'see here\nand there', undefined],
      ['3', 3, undefined],
    ])
    expect(model.links.map(({ span, url }) => [model.text.slice(span.start, span.end), url])).toEqual([
      ['here', 'https://example.com'],
    ])
  })

  it('tells what is struck out of cells', async () => {
    const model = await read(
      sheet(
        row(cell('', 'price'), cell('table:style-name="s" office:value-type="float" office:value="120"', '120')) +
          row(cell('', 'now'), cell('office:value-type="float" office:value="95"', '95')),
      ),
      '<style:style style:name="s" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style>',
    )
    expect(model.runs.map(({ span, strike }) => [model.text.slice(span.start, span.end), strike])).toEqual([
      ['120', true],
    ])
  })

  it('repeats what says something and never what is empty', async () => {
    const empty =
      '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    const model = await read(
      sheet(
        `<table:table-row table:number-rows-repeated="2">${cell('table:number-columns-repeated="3"', 'x')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>${empty}`,
      ) + sheet(row(cell('', 'hidden')), 'table:name="Two" table:style-name="h"'),
      '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>',
    )
    expect(model.tables[0]).toMatchObject({ rows: 2, columns: 3 })
    expect(model.blocks.at(-1)?.layer).toBe('hidden')
    const bomb = sheet(
      `<table:table-row table:number-rows-repeated="1000000">${cell('table:number-columns-repeated="16384"', 'x')}</table:table-row>`,
    )
    await expect(read(bomb)).rejects.toMatchObject({ code: 'payload_too_large' })
  })

  it('gives an error as it is shown', async () => {
    const error =
      'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" ' +
      'office:value-type="string" office:string-value="" calcext:value-type="error"'
    const model = await read(sheet(row(cell('', 'a'), cell(error, '#DIV/0!')) + row(cell('', 'b'), cell('', 'c'))))
    expect(model.tables[0]?.cells[1]).toMatchObject({ text: '#DIV/0!', value: '#DIV/0!' })
  })
})

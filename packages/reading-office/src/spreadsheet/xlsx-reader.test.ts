import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeXml, odfOf } from '../package/package-fixture.ts'
import { outline, readForTest } from '../reading-for-test.ts'
import { referenceOf } from './cell-reference.ts'
import { spreadsheetNamespaces, type SheetFixture, xlsxOf } from './xlsx-fixture.ts'

const text = (reference: string, content: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(content)}</t></is></c>`

/** Cells by their references, as the rows of a sheet. */
const rows = (...lines: readonly string[]): string =>
  `<sheetData>${lines.map((cells, index) => `<row r="${index + 1}">${cells}</row>`).join('')}</sheetData>`

const read = (sheet: SheetFixture, rest: Omit<Parameters<typeof xlsxOf>[0], 'sheets'> = {}) =>
  readForTest(xlsxOf({ sheets: [sheet], ...rest }), 'xlsx')

const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="[h]:mm"/></numFmts><fonts><font/><font><b/></font></fonts>' +
  '<cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="0" fontId="1"/></cellXfs>'

describe('xlsx', () => {
  it('tells what is struck out of cells, whole or in part', async () => {
    const model = await read(
      {
        name: 'Prices',
        xml: rows(
          '<c r="A1" t="s"><v>0</v></c><c r="B1"><v>95</v></c>',
          `${text('A2', 'old price')}<c r="B2" s="1"><v>120</v></c>`,
          '<c r="A3" t="inlineStr"><is><r><t>to </t></r><r><rPr><strike val="1"/></rPr><t>Leeds</t></r></is></c><c r="B3"><v>3</v></c>',
        ),
      },
      {
        styles:
          '<fonts><font/><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf numFmtId="2" fontId="1"/></cellXfs>',
        strings: [
          '<r><t>due 1_x000D_\n</t></r><r><rPr><strike/></rPr><t>May</t></r><r><rPr><strike val="0"/></rPr><t> June</t></r>',
        ],
      },
    )
    expect(model.runs.map(({ span, strike }) => [model.text.slice(span.start, span.end), strike])).toEqual([
      ['May', true],
      ['120.00', true],
      ['Leeds', true],
    ])
  })

  it('reads titles right above the header of a table as text, bold or merged over all columns', async () => {
    const bold = (reference: string, content: string): string => text(reference, content).replace('<c ', '<c s="4" ')
    const cells = (row: number): string => `${text(`A${row}`, 'Ida')}<c r="B${row}"><v>20</v></c>`
    const header = (row: number): string => text(`A${row}`, 'Name') + text(`B${row}`, 'Hours')
    const model = await read(
      {
        xml: `${rows(
          text('A1', 'Shifts of June'),
          bold('A2', 'Staff'),
          header(3),
          cells(4),
          '',
          text('A6', 'Total'),
          header(7),
          cells(8),
          '',
          bold('A10', 'Total'),
          cells(11),
        )}<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`,
      },
      { styles },
    )
    expect(model.blocks.slice(1, 4).map(({ span }) => model.text.slice(span.start, span.end))).toEqual([
      'Shifts of June',
      'Staff',
      'Name\tHours\nIda\t20',
    ])
    expect(model.tables.map((table) => [table.rows, table.headerRows])).toEqual([
      [2, 1],
      [3, 0],
      [2, 0],
    ])
  })

  it('takes rows that an empty row parts from their header for one table, and lines and notes for text', async () => {
    const values = (row: number, name: string): string =>
      `${text(`A${row}`, name)}<c r="B${row}"><v>20</v></c><c r="C${row}"><v>3</v></c>`
    const header = (row: number): string => text(`A${row}`, 'Rate') + text(`B${row}`, 'Peak') + text(`C${row}`, 'Low')
    const model = await read({
      xml: `${rows(
        text('A1', 'University of Chicago'),
        text('A2', 'Figures of 2006'),
        '',
        header(4),
        '',
        values(6, 'Gambia'),
        values(7, 'Jordan'),
        '',
        values(9, 'Total'),
        text('A10', '(1) Without tax.'),
        text('A11', 'Both are of June.'),
        '',
        '',
        '',
        values(15, 'Malta'),
        text('A16', 'no note'),
      )}<mergeCells><mergeCell ref="A6:A7"/></mergeCells>`,
    })
    expect(outline(model).slice(1)).toEqual([
      'paragraph | University of Chicago',
      'paragraph | Figures of 2006',
      expect.stringMatching(/^table/),
      'paragraph | (1) Without tax.',
      'paragraph | Both are of June.',
      expect.stringMatching(/^table/),
    ])
    expect(model.tables.map((table) => [table.rows, table.headerRows])).toEqual([
      [4, 1],
      [2, 0],
    ])
    expect(model.tables[0]?.cells.find(({ text: own }) => own === 'Gambia')?.rowSpan).toBe(2)
  })

  it('reads a sheet as a page with typed cells', async () => {
    const model = await read(
      {
        name: 'Costs',
        xml:
          rows(
            '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c>',
            '<c r="A2" s="1"><v>46053</v></c><c r="B2" s="2"><v>1.25</v></c><c r="C2" s="3"><f>1/8</f><v>0.125</v></c>',
            '<c r="A3" t="b"><v>1</v></c><c r="B3" t="e"><v>#DIV/0!</v></c><c r="C3" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>',
          ) + '<hyperlinks><hyperlink ref="A1" r:id="l"/><hyperlink ref="B1" location="Costs!A1"/></hyperlinks>',
        relationships: { l: { type: 'hyperlink', target: 'https://example.com/?a=1&b=2', external: true } },
      },
      {
        styles,
        strings: [
          '<t>Day</t>',
          '<r><t>Du</t></r><r><t>ration</t></r><rPh sb="0" eb="1"><t>x</t></rPh>',
          '<t>a_x000D_b</t>',
        ],
      },
    )
    expect(outline(model)[0]).toBe('heading 2 | Costs')
    expect(model.pages[0]).toMatchObject({ number: 1, name: 'Costs' })
    expect(model.tables[0]?.cells.map((cell) => [cell.text, cell.value, cell.formula])).toEqual([
      ['Day', 'Day', undefined],
      ['Duration', 'Duration', undefined],
      ['a\nb', 'a\rb', undefined],
      ['2026-01-31', '2026-01-31', undefined],
      ['30:00', 'PT30H', undefined],
      ['12.50%', 0.125, '1/8'],
      ['TRUE', true, undefined],
      ['#DIV/0!', '#DIV/0!', undefined],
      ['ab', 'ab', '"a"&"b"'],
    ])
    expect(model.tables[0]?.headerRows).toBe(1)
    expect(model.links.map(({ url, anchor }) => url ?? anchor)).toEqual(['https://example.com/?a=1&b=2', 'Costs!A1'])
  })

  it('parts islands in reading order and keeps single cells as paragraphs', async () => {
    const model = await read({
      xml: rows(
        text('A1', 'Title'),
        '',
        text('A3', 'a') + text('B3', 'b') + text('D3', 'side') + text('E3', 'note'),
        text('A4', 'c') + text('B4', 'd') + text('D4', 'x') + text('E4', 'y'),
        '',
        text('B6', 'End'),
      ),
    })
    expect(outline(model).slice(1)).toEqual([
      'paragraph | Title',
      'table | a\tb\nc\td',
      'table | side\tnote\nx\ty',
      'paragraph | End',
    ])
  })

  it('keeps a declared table whole, apart from the title that touches it', async () => {
    const model = await read(
      {
        xml: rows(text('A1', 'Title'), text('A2', 'h1') + text('B2', 'h2'), '', text('A4', 'x') + text('B4', 'y')),
        relationships: { t: { type: 'table', target: '../tables/t.xml' } },
      },
      { parts: { 'xl/tables/t.xml': `<table ${spreadsheetNamespaces} ref="A2:B4" headerRowCount="1"/>` } },
    )
    expect(outline(model).slice(1)).toEqual(['paragraph | Title', 'table | h1\th2\n\t\nx\ty'])
    expect(model.tables[0]).toMatchObject({ rows: 3, columns: 2, headerRows: 1 })
  })

  it('writes out shared formulas', async () => {
    const model = await read({
      xml: rows(
        '<c r="A1"><v>1</v></c><c r="B1"><f t="shared" ref="B1:B2" si="0">A1*$A$1</f><v>1</v></c>',
        '<c r="A2"><v>2</v></c><c r="B2"><f t="shared" si="0"/><v>2</v></c>',
      ),
    })
    expect(model.tables[0]?.cells.map(({ formula }) => formula)).toEqual([undefined, 'A1*$A$1', undefined, 'A2*$A$1'])
  })

  it('writes out shared formulas up to a length, and says that it left out the rest', async () => {
    const xml = rows(
      '<c r="A1"><f t="shared" ref="A1:A4" si="0">B1+1</f><v>1</v></c>',
      ...['A2', 'A3', 'A4'].map((cell) => `<c r="${cell}"><f t="shared" si="0"/><v>2</v></c>`),
    )
    const { tables, warnings } = await readForTest(
      xlsxOf({ sheets: [{ xml }] }),
      'xlsx',
      {},
      { limits: { sharedFormulaLength: 10 } },
    )
    expect(tables[0]?.cells.map(({ formula, value }) => [formula, value])).toEqual([
      ['B1+1', 1],
      ['B2+1', 2],
      ['B3+1', 2],
      [undefined, 2],
    ])
    expect(warnings).toMatchObject([{ code: 'formulas_left_out', severity: 'warning' }])
  })

  it('reads hidden sheets into the hidden layer, comments and drawings', async () => {
    const model = await readForTest(
      xlsxOf({
        workbook: '<definedNames><definedName name="Total">Sheet1!$A$1</definedName></definedNames>',
        sheets: [
          {
            xml: `<cols><col min="1" max="2" hidden="1"/></cols>${rows(text('A1', 'seen'))}<drawing r:id="d"/>`,
            relationships: {
              c: { type: 'comments', target: '../comments1.xml' },
              d: { type: 'drawing', target: '../drawings/d.xml' },
            },
          },
          { state: 'veryHidden', xml: rows(text('A1', 'unseen') + text('B1', 'too')) },
        ],
        parts: {
          'xl/comments1.xml': `<comments ${spreadsheetNamespaces}><commentList><comment ref="A1"><text><r><t>why</t></r></text></comment></commentList></comments>`,
          'xl/drawings/d.xml': `<xdr:wsDr ${spreadsheetNamespaces}><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" descr="Logo"/></xdr:nvPicPr></xdr:pic><xdr:sp><xdr:txBody><a:p><a:r><a:t>Note</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>`,
        },
      }),
      'xlsx',
      { words: true },
    )
    expect(outline(model)).toEqual([
      'heading 2 | Sheet1',
      'paragraph | seen',
      'text-box | Note',
      'figure | ',
      'comment A1 | why',
      'heading 2 | Sheet2',
      'table | unseen\ttoo',
    ])
    expect(model.blocks.map(({ layer }) => layer)).toEqual([
      'body',
      'body',
      'body',
      'body',
      'annotation',
      'hidden',
      'hidden',
    ])
    expect(model.images).toEqual([{ contentType: 'image/*', altText: 'Logo', page: 1 }])
    expect(model.metadata['name:Total']).toBe('Sheet1!$A$1')
    expect(model.warnings.map(({ code }) => code)).toEqual(['hidden_cells'])
    expect(model.words?.map(({ span }) => span.page)).toEqual([1, 1, 1, 1, 1, 2, 2, 2])
  })

  it('tells of formulas without results, and keeps them', async () => {
    const cells = '<c r="A1"><v>1</v></c><c r="B1"><f>A1*2</f><v/></c><c r="C1" t="str"><f>""</f><v></v></c>'
    const model = await read({ xml: rows(cells) })
    expect(model.tables[0]?.cells.map(({ text, formula }) => [text, formula])).toEqual([
      ['1', undefined],
      ['', 'A1*2'],
    ])
    expect(model.warnings.map(({ code }) => code)).toEqual(['formulas_without_results'])
  })

  it('refuses more number formats than any workbook has', async () => {
    const formats = (count: number): string =>
      `<numFmts>${Array.from({ length: count }, (_, n) => `<numFmt numFmtId="${n + 164}" formatCode="0.0"/>`).join('')}</numFmts>`
    await expect(read({ xml: rows(text('A1', 'a')) }, { styles: formats(10_000) })).resolves.toMatchObject({
      text: 'Sheet1\na',
    })
    await expect(read({ xml: rows(text('A1', 'a')) }, { styles: formats(10_001) })).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { what: 'number formats of a workbook', limit: 10_000, actual: 10_001 },
    })
  })

  it('reads strict workbooks, and dates that are written as such', async () => {
    const bytes = xlsxOf({ sheets: [{ xml: rows('<c r="A1" t="d"><v>2026-01-31</v></c>') }], strict: true })
    const model = await readForTest(bytes, 'xlsx')
    expect(model.text).toBe('Sheet1\n2026-01-31')
  })

  it('pays nothing for lies about size', async () => {
    const model = await read({
      xml: `<dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384"/></cols>${rows(
        text('A1', 'a') + text('B1', 'b'),
      )}<mergeCells><mergeCell ref="A1:XFD1048576"/><mergeCell ref="C5:XFD1048576"/></mergeCells>`,
    })
    expect(model.tables[0]).toMatchObject({ rows: 1, columns: 2 })
    const corners = await read({
      xml: `<sheetData><row r="1">${text('A1', 'a')}</row><row r="1048576">${text('XFD1048576', 'z')}</row></sheetData>`,
    })
    expect(outline(corners).slice(1)).toEqual(['paragraph | a', 'paragraph | z'])
  })

  it('refuses a grid beyond the limit, and what is no workbook', async () => {
    const cells = Array.from(
      { length: 101 },
      (_, row) => text(referenceOf(row, 0), 'x') + (row === 0 ? text('B1', 'y') : ''),
    )
    await expect(
      readForTest(xlsxOf({ sheets: [{ xml: rows(...cells) }] }), 'xlsx', {}, { limits: { cells: 200 } }),
    ).rejects.toMatchObject({ code: 'payload_too_large', details: { limit: 200, actual: 202 } })
    for (const part of ['<x', '<a><b></a>', '<!DOCTYPE a><a/>', '<a>&b;</a>', '']) {
      const bytes = xlsxOf({ sheets: [], parts: { 'xl/workbook.xml': part } })
      await expect(readForTest(bytes, 'xlsx')).rejects.toMatchObject({ code: 'document_corrupt' })
    }
  })
})

/** A grid without free places: each cell spans what is still free, as far as it was asked to. */
const grids = fc
  .record({
    rows: fc.integer({ min: 1, max: 6 }),
    columns: fc.integer({ min: 2, max: 6 }),
    spans: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })), {
      minLength: 36,
      maxLength: 36,
    }),
    texts: fc.array(fc.stringMatching(/^[\p{L}\d<&>"'][\p{L}\d <&>"']{0,6}$/u), { minLength: 36, maxLength: 36 }),
  })
  .map(({ rows: height, columns: width, spans, texts }) => {
    const taken = new Set<number>()
    const cells = []
    for (let at = 0; at < height * width; at++) {
      if (taken.has(at)) continue
      const [row, column] = [Math.floor(at / width), at % width]
      const [down, across] = spans[at] ?? [1, 1]
      let columnSpan = 1
      while (columnSpan < across && column + columnSpan < width && !taken.has(at + columnSpan)) columnSpan++
      const rowSpan = Math.min(down, height - row)
      for (let y = 0; y < rowSpan; y++) for (let x = 0; x < columnSpan; x++) taken.add(at + y * width + x)
      cells.push({ row, column, rowSpan, columnSpan, text: (texts[at] ?? 'x').trim() || 'x' })
    }
    return { height, width, cells }
  })
  // The last row and the last column hold a cell of their own: what only a span reaches is cut off.
  .filter(
    ({ height, width, cells }) =>
      cells.length > 1 &&
      cells.some(({ row }) => row === height - 1) &&
      cells.some(({ column }) => column === width - 1),
  )
  // A first row of one cell over all columns is a title, and a last one a note below the table.
  .filter(({ width, cells: [first] }) => width === 1 || first?.columnSpan !== width || first.rowSpan > 1)
  .filter(({ width, cells }) => cells.at(-1)?.columnSpan !== width)

describe('any grid of cells', () => {
  const placed = (model: Awaited<ReturnType<typeof readForTest>>) =>
    model.tables[0]?.cells.map(({ row, column, rowSpan, columnSpan, text: shown }) => ({
      row,
      column,
      rowSpan,
      columnSpan,
      text: shown,
    }))

  it('comes back from xlsx and from ods as it was', async () => {
    await fc.assert(
      fc.asyncProperty(grids, async ({ height, width, cells }) => {
        const lines = Array.from({ length: height }, (_, row) =>
          cells
            .filter((cell) => cell.row === row)
            .map((cell) => text(referenceOf(row, cell.column), cell.text))
            .join(''),
        )
        const merges = cells
          .filter(({ rowSpan, columnSpan }) => rowSpan * columnSpan > 1)
          .map(({ row, column, rowSpan, columnSpan }) => {
            return `<mergeCell ref="${referenceOf(row, column)}:${referenceOf(row + rowSpan - 1, column + columnSpan - 1)}"/>`
          })
        const xlsx = await read({ xml: `${rows(...lines)}<mergeCells>${merges.join('')}</mergeCells>` })
        expect(placed(xlsx)).toEqual(cells)
        const table = Array.from({ length: height }, (_, row) => {
          const line = Array.from({ length: width }, (__, column) => {
            const cell = cells.find((each) => each.row === row && each.column === column)
            if (cell === undefined) return '<table:covered-table-cell/>'
            return (
              `<table:table-cell office:value-type="string" table:number-rows-spanned="${cell.rowSpan}"` +
              ` table:number-columns-spanned="${cell.columnSpan}"><text:p>${escapeXml(cell.text)}</text:p></table:table-cell>`
            )
          })
          return `<table:table-row>${line.join('')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>`
        })
        const ods = await readForTest(
          odfOf('spreadsheet', { body: `<table:table table:name="Sheet1">${table.join('')}</table:table>` }),
          'ods',
        )
        const collapsed = cells.map((cell) => ({ ...cell, text: cell.text.replaceAll(/ +/g, ' ') }))
        expect(placed(ods)).toEqual(collapsed)
      }),
      { numRuns: 25 },
    )
  })
})

import type { Attack } from './attack.ts'
import { formattedWorkbook, openDocument, presentation, sheetsOfOnePart, workbook } from './packages.ts'

/** `A`, …, `Z`, `AA`, … of a column from 0. */
const columnName = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)

const numberFormats: readonly (readonly [string, string])[] = [
  ['brackets', '['.repeat(50_000)],
  ['zeros', '0'.repeat(50_000)],
  ['commas and points', '0,.'.repeat(20_000)],
  ['sections', ';'.repeat(50_000)],
  ['quotes', '&quot;'.repeat(30_001)],
  ['dates', 'yyyy-mm-dd hh:mm:ss'.repeat(3000)],
  ['fractions', '# ?/?'.repeat(10_000)],
  ['exponents', '0E+0'.repeat(10_000)],
]

/** Sheets, tables and shapes that claim to be larger than any file, and whatever else Office and OpenDocument can say. */
export function* officeAttacks(): Generator<Attack> {
  const sheets: readonly (readonly [string, string, string?])[] = [
    ['cells merged over the whole sheet', '<sheetData/><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'],
    [
      '100 merged cells over the whole sheet',
      `<sheetData/><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(100)}</mergeCells>`,
    ],
    ['columns up to 1e8', '<cols><col min="1" max="100000000" width="9"/></cols><sheetData/>'],
    ['row 1e9', '<sheetData><row r="1000000000"><c r="A1000000000"><v>1</v></c></row></sheetData>'],
    [
      'the last cell',
      '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>',
    ],
    [
      'a cell without a place',
      '<sheetData><row r="-1"><c r="ZZZZZZZZ99999999999"><v>1</v></c><c r=""><v>2</v></c></row></sheetData>',
    ],
    [
      'a shared string that is not there',
      '<sheetData><row r="1"><c r="A1" t="s"><v>1e9</v></c><c r="B1" t="s"><v>-1</v></c></row></sheetData>',
    ],
    [
      'a shared string of 100 kB in 20,000 cells',
      `<sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(20_000)}</sheetData>`,
      `<si><t>${'x'.repeat(100_000)}</t></si>`,
    ],
    [
      'a validation over the whole sheet',
      '<sheetData/><dataValidations><dataValidation sqref="A1:XFD1048576" type="list"><formula1>"a"</formula1></dataValidation></dataValidations>',
    ],
    [
      'dates of all sizes',
      '<sheetData><row r="1"><c r="A1" t="d"><v>9e99</v></c><c r="B1"><v>1e308</v></c><c r="C1"><v>NaN</v></c></row></sheetData>',
    ],
    ['300,000 cells', `<sheetData>${`<row>${'<c><v>1</v></c>'.repeat(100)}</row>`.repeat(3000)}</sheetData>`],
    [
      'cells merged over each other',
      `<sheetData/><mergeCells>${Array.from({ length: 3000 }, (_, n) => `<mergeCell ref="A${n + 1}:XFD${n + 2000}"/>`).join('')}</mergeCells>`,
    ],
    [
      '100,000 merged pairs',
      `<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells>${Array.from({ length: 100_000 }, (_, n) => `<mergeCell ref="A${n + 1}:B${n + 1}"/>`).join('')}</mergeCells>`,
    ],
    [
      'merged cells of no place',
      '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="B2:A1"/><mergeCell ref="A1"/><mergeCell ref=""/><mergeCell ref="A0:A-1"/><mergeCell/></mergeCells>',
    ],
    [
      'a size that is a lie',
      '<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>',
    ],
    [
      'a column on each diagonal',
      `<sheetData>${Array.from({ length: 3000 }, (_, n) => `<row r="${n * 300 + 1}"><c r="${columnName(n * 5)}${n * 300 + 1}"><v>1</v></c></row>`).join('')}</sheetData>`,
    ],
    [
      'a cell of 100,000 letters',
      `<sheetData><row r="1"><c r="${'A'.repeat(100_000)}1"><v>1</v></c></row></sheetData>`,
    ],
    ['one row 100,000 times', `<sheetData>${'<row r="1"><c r="A1"><v>1</v></c></row>'.repeat(100_000)}</sheetData>`],
    [
      'rows from the last to the first',
      `<sheetData>${Array.from({ length: 20_000 }, (_, n) => `<row r="${20_000 - n}"><c r="B1"><v>1</v></c><c r="A1"><v>2</v></c></row>`).join('')}</sheetData>`,
    ],
    [
      'a formula for the whole sheet',
      '<sheetData><row r="1"><c r="A1"><f t="shared" ref="A1:XFD1048576" si="0">B1+$C$1</f><v>1</v></c></row></sheetData>',
    ],
    [
      '50,000 uses of a long formula',
      `<sheetData><row r="1"><c r="A1"><f t="shared" ref="A1:A60000" si="0">${'A1+'.repeat(2500)}1</f><v>1</v></c></row>${Array.from({ length: 50_000 }, (_, n) => `<row r="${n + 2}"><c r="A${n + 2}"><f t="shared" si="0"/><v>1</v></c></row>`).join('')}</sheetData>`,
    ],
    [
      'formulas of brackets',
      `<sheetData><row r="1"><c r="A1"><f>${'('.repeat(100_000)}</f><v>1</v></c></row></sheetData>`,
    ],
    [
      'links over the whole sheet',
      `<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><hyperlinks>${'<hyperlink ref="A1:XFD1048576" location="A1"/>'.repeat(1000)}</hyperlinks>`,
    ],
    [
      'a string of 200,000 runs',
      `<sheetData><row r="1"><c r="A1" t="inlineStr"><is>${'<r><t>a</t></r>'.repeat(200_000)}</is></c></row></sheetData>`,
    ],
    [
      '300,000 strings',
      '<sheetData><row r="1"><c r="A1" t="s"><v>299999</v></c></row></sheetData>',
      '<si><t>a</t></si>'.repeat(300_000),
    ],
    [
      'escapes in strings',
      '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>',
      `<si><t>${'_x000'.repeat(200_000)}${'_x005F_'.repeat(50_000)}</t></si>`,
    ],
    [
      '100,000 columns that are hidden',
      `<cols>${'<col min="1" max="16384" hidden="1"/>'.repeat(100_000)}</cols><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>`,
    ],
    [
      '20 full rows',
      `<sheetData>${Array.from({ length: 20 }, (_, n) => `<row r="${n + 1}">${'<c><v>1</v></c>'.repeat(16_384)}</row>`).join('')}</sheetData>`,
    ],
    [
      'values of all kinds that are none',
      '<sheetData><row r="1"><c r="A1" t="b"><v>x</v></c><c r="B1" t="e"><v></v></c><c r="C1" t="str"/><c r="D1" t="zz"><v>1</v></c><c r="E1" s="4294967295"><v>1</v></c><c r="F1" s="-1"><v>1</v></c></row></sheetData>',
    ],
  ]
  for (const [name, content, strings] of sheets) {
    yield { name: `xlsx: ${name}`, bytes: workbook(content, strings), filename: 'a.xlsx' }
  }
  for (const [name, format] of numberFormats) {
    yield {
      name: `xlsx: a number format of ${name}`,
      bytes: formattedWorkbook([format], 50),
      filename: 'a.xlsx',
    }
  }
  yield { name: 'xlsx: 50,000 sheets that are one', bytes: sheetsOfOnePart(50_000), filename: 'a.xlsx' }
  yield {
    name: 'pptx: shapes in each other',
    bytes: presentation('<p:grpSp>'.repeat(200) + '</p:grpSp>'.repeat(200)),
    filename: 'a.pptx',
  }
  yield {
    name: 'pptx: a table of a billion columns',
    bytes: presentation(
      '<p:graphicFrame><a:tbl><a:tr><a:tc gridSpan="1000000000" rowSpan="1000000000"/></a:tr></a:tbl></p:graphicFrame>',
    ),
    filename: 'a.pptx',
  }

  const row =
    '<table:table-row table:number-rows-repeated="1000000000"><table:table-cell table:number-columns-repeated="1000000000"><text:p>x</text:p></table:table-cell></table:table-row>'
  yield {
    name: 'ods: a cell repeated 1e18 times',
    bytes: openDocument('spreadsheet', `<table:table>${row}</table:table>`),
    filename: 'a.ods',
  }
  yield {
    name: 'ods: a cell over a billion cells',
    bytes: openDocument(
      'spreadsheet',
      '<table:table><table:table-row><table:table-cell table:number-columns-spanned="1000000000" table:number-rows-spanned="1000000000"/></table:table-row></table:table>',
    ),
    filename: 'a.ods',
  }
  yield {
    name: 'odt: a billion blanks',
    bytes: openDocument('text', '<text:p><text:s text:c="1000000000"/>x</text:p>'),
    filename: 'a.odt',
  }
  yield {
    name: 'odt: 100,000 times 10,000 blanks',
    bytes: openDocument('text', `<text:p>${'<text:s text:c="10000"/>'.repeat(100_000)}x</text:p>`),
    filename: 'a.odt',
  }
  yield {
    name: 'odt: a table repeated a billion times',
    bytes: openDocument('text', `<table:table>${row}</table:table>`),
    filename: 'a.odt',
  }
  yield {
    name: 'odp: pages without end',
    bytes: openDocument('presentation', '<draw:page/>'.repeat(100_000)),
    filename: 'a.odp',
  }
  const cells = (attributes: string): string => `<table:table-cell ${attributes}><text:p>x</text:p></table:table-cell>`
  const tables: readonly (readonly [string, string])[] = [
    [
      'a full row repeated a million times',
      `<table:table-row table:number-rows-repeated="1048576">${cells('table:number-columns-repeated="1024"')}</table:table-row>`,
    ],
    [
      '1,000 rows, each repeated 1,000 times',
      `<table:table-row table:number-rows-repeated="1000">${cells('table:number-columns-repeated="100"')}</table:table-row>`.repeat(
        1000,
      ),
    ],
    [
      '20,000 cells, each repeated 16,384 times',
      `<table:table-row>${cells('table:number-columns-repeated="16384"')}</table:table-row>`.repeat(20_000),
    ],
    [
      'repeated less than once',
      `<table:table-row table:number-rows-repeated="-5">${cells('table:number-columns-repeated="1e9"')}${cells('table:number-columns-repeated="x"')}</table:table-row>`,
    ],
    [
      'cells over cells',
      `<table:table-row>${cells('table:number-columns-spanned="1024" table:number-rows-spanned="1048576"').repeat(2000)}</table:table-row>`.repeat(
        10,
      ),
    ],
    [
      'tables in cells',
      '<table:table-row><table:table-cell><table:table>'.repeat(80) +
        '</table:table></table:table-cell></table:table-row>'.repeat(80),
    ],
    ['groups of rows in each other', '<table:table-row-group>'.repeat(200) + '</table:table-row-group>'.repeat(200)],
    [
      'covered cells without end',
      `<table:table-row><table:covered-table-cell table:number-columns-repeated="1000000000"/></table:table-row>`.repeat(
        1000,
      ),
    ],
    [
      'formulas of brackets',
      `<table:table-row>${cells(`table:formula="of:=${'['.repeat(100_000)}" office:value-type="float" office:value="1e999"`)}</table:table-row>`,
    ],
    [
      'columns repeated a billion times',
      `${'<table:table-column table:number-columns-repeated="1000000000"/>'.repeat(1000)}<table:table-row>${cells('')}</table:table-row>`,
    ],
  ]
  for (const [name, body] of tables) {
    yield {
      name: `ods: ${name}`,
      bytes: openDocument('spreadsheet', `<table:table>${body}</table:table>`),
      filename: 'a.ods',
    }
    yield { name: `odt: ${name}`, bytes: openDocument('text', `<table:table>${body}</table:table>`), filename: 'a.odt' }
  }
  const texts: readonly (readonly [string, string])[] = [
    ['lists in each other', '<text:list><text:list-item>'.repeat(100) + '</text:list-item></text:list>'.repeat(100)],
    [
      'a heading of a billion levels',
      '<text:h text:outline-level="1000000000">a</text:h><text:h text:outline-level="-1">b</text:h>',
    ],
    ['tabs and breaks without end', `<text:p>${'<text:tab/><text:line-break/>'.repeat(200_000)}</text:p>`],
    [
      'notes in notes',
      '<text:note><text:note-body><text:p>'.repeat(60) + '</text:p></text:note-body></text:note>'.repeat(60),
    ],
    ['frames in frames', '<draw:frame><draw:text-box>'.repeat(100) + '</draw:text-box></draw:frame>'.repeat(100)],
    ['spans in spans', `<text:p>${'<text:span>'.repeat(200)}a${'</text:span>'.repeat(200)}</text:p>`],
    [
      'changes of no change',
      `<text:tracked-changes/><text:p>${'<text:change-start text:change-id="a"/><text:change text:change-id="b"/>'.repeat(50_000)}</text:p>`,
    ],
    [
      'numbers that begin beyond',
      `<text:list>${'<text:list-item text:start-value="2147483647"><text:p>a</text:p></text:list-item>'.repeat(20_000)}</text:list>`,
    ],
    [
      '1,000 tables of 1,000 spanned cells',
      `<table:table><table:table-row>${cells('table:number-rows-spanned="1000"').repeat(1000)}</table:table-row></table:table>`.repeat(
        100,
      ),
    ],
  ]
  for (const [name, body] of texts) {
    yield { name: `odt: ${name}`, bytes: openDocument('text', body), filename: 'a.odt' }
    yield {
      name: `odp: ${name}`,
      bytes: openDocument(
        'presentation',
        `<draw:page><draw:frame><draw:text-box>${body}</draw:text-box></draw:frame></draw:page>`,
      ),
      filename: 'a.odp',
    }
  }
  const shapes: readonly (readonly [string, string])[] = [
    [
      'a text of 100,000 paragraphs',
      `<p:sp><p:txBody>${'<a:p><a:r><a:t>a</a:t></a:r></a:p>'.repeat(100_000)}</p:txBody></p:sp>`,
    ],
    ['50,000 shapes', '<p:sp><p:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>'.repeat(50_000)],
    [
      'shapes at places that are none',
      '<p:sp><p:spPr><a:xfrm rot="99999999999"><a:off x="1e99" y="-9223372036854775808"/><a:ext cx="-1" cy="NaN"/></a:xfrm></p:spPr><p:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>',
    ],
    [
      'levels and numbers that are beyond',
      `<p:sp><p:txBody>${'<a:p><a:pPr lvl="1000000000"><a:buAutoNum type="romanUcPeriod" startAt="2147483647"/></a:pPr><a:r><a:t>a</a:t></a:r></a:p>'.repeat(5000)}</p:txBody></p:sp>`,
    ],
    [
      'a table of 1,000 cells that span 1,000',
      `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblGrid>${'<a:gridCol w="1"/>'.repeat(1000)}</a:tblGrid>${`<a:tr h="1">${'<a:tc gridSpan="1000" rowSpan="1000"><a:txBody><a:p/></a:txBody></a:tc>'.repeat(30)}</a:tr>`.repeat(30)}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
    ],
    [
      'a placeholder of no kind',
      '<p:sp><p:nvSpPr><p:nvPr><p:ph type="klingon" idx="4294967295"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:fld type="slidenum"><a:t>1</a:t></a:fld></a:p></p:txBody></p:sp>',
    ],
    [
      'a chart, a diagram and a picture that are not there',
      '<p:graphicFrame><a:graphic><a:graphicData><c:chart xmlns:c="c" r:id="rId99" xmlns:r="r"/></a:graphicData></a:graphic></p:graphicFrame><p:pic><p:blipFill><a:blip r:embed="rId98" xmlns:r="r"/></p:blipFill></p:pic>',
    ],
  ]
  for (const [name, body] of shapes) yield { name: `pptx: ${name}`, bytes: presentation(body), filename: 'a.pptx' }
}

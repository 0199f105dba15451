import { formattedWorkbook, sheetsOfTheirOwn, workbook } from '../packages.ts'
import { type LargeAttack, of } from './large-attack.ts'

export const spreadsheetAttacks: readonly LargeAttack<Buffer>[] = [
  [
    '100,000 rows as far apart as can be',
    () =>
      workbook(
        `<sheetData>${of(100_000, (n) => `<row r="${n * 10 + 1}"><c r="A${n * 10 + 1}"><v>1</v></c><c r="XFD${n * 10 + 1}"><v>2</v></c></row>`)}</sheetData>`,
      ),
  ],
  [
    'a million shared strings',
    () =>
      workbook(
        `<sheetData>${of(50_000, (n) => `<row><c t="s"><v>${n * 20}</v></c></row>`)}</sheetData>`,
        of(1_000_000, (n) => `<si><t>${n}</t></si>`),
      ),
  ],
  [
    '200,000 rows of five',
    () =>
      workbook(
        `<sheetData>${'<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c><c><v>4</v></c><c><v>5</v></c></row>'.repeat(200_000)}</sheetData>`,
      ),
  ],
  [
    '50,000 merged blocks that overlap',
    () =>
      workbook(
        `<sheetData>${'<row><c><v>1</v></c></row>'.repeat(5000)}</sheetData><mergeCells>${of(50_000, (n) => `<mergeCell ref="A${(n % 5000) + 1}:${String.fromCharCode(66 + (n % 20))}${(n % 5000) + 40}"/>`)}</mergeCells>`,
      ),
  ],
  [
    '60,000 number formats',
    () =>
      formattedWorkbook(
        Array.from({ length: 60_000 }, (_, n) => `&quot;No ${n}&quot; 0.00;[Red]yyyy\\-mm\\-dd`),
        1,
      ),
  ],
  [
    '100,000 links and rules',
    () =>
      workbook(
        `<sheetData>${'<row><c><v>1</v></c></row>'.repeat(1000)}</sheetData>${of(20_000, (n) => `<conditionalFormatting sqref="A${n + 1}:Z1048576"><cfRule type="expression" priority="${n}"><formula>A1&gt;${n}</formula></cfRule></conditionalFormatting>`)}<hyperlinks>${of(80_000, (n) => `<hyperlink ref="A${(n % 1000) + 1}:C${(n % 1000) + 1}" location="B${n}"/>`)}</hyperlinks>`,
      ),
  ],
  [
    '200,000 formulas',
    () =>
      workbook(
        `<sheetData>${of(200_000, (n) => `<row><c><f>SUM(A1:A${n + 1})*${n}</f><v>${n}</v></c></row>`)}</sheetData>`,
      ),
  ],
  [
    '300,000 texts in their cells',
    () =>
      workbook(
        `<sheetData>${of(100_000, (n) => `<row>${`<c t="inlineStr"><is><t>a${n}</t></is></c>`.repeat(3)}</row>`)}</sheetData>`,
      ),
  ],
  [
    'a text of 200,000 runs',
    () =>
      workbook(
        '<sheetData><row><c t="s"><v>0</v></c></row></sheetData>',
        `<si>${'<r><rPr><b/></rPr><t>a</t></r>'.repeat(200_000)}</si>`,
      ),
  ],
  [
    'one long text in 100,000 cells',
    () =>
      workbook(
        `<sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(100_000)}</sheetData>`,
        `<si><t>${'word '.repeat(100)}</t></si>`,
      ),
  ],
  [
    '15,000 clients of 40 columns',
    () =>
      workbook(
        `<sheetData>${of(15_000, (row) => `<row>${of(40, (n) => `<c t="inlineStr"><is><t>${row === 0 ? `column ${n}` : `value ${row} of ${n}`}</t></is></c>`)}</row>`)}</sheetData>`,
      ),
  ],
  [
    '100,000 clients',
    () =>
      workbook(
        `<sheetData>${of(100_000, (n) => `<row><c t="inlineStr"><is><t>${n === 0 ? 'Name' : `Ada ${n}`}</t></is></c><c t="inlineStr"><is><t>${n === 0 ? 'Email' : `a${n}@x.org`}</t></is></c></row>`)}</sheetData>`,
      ),
  ],
  [
    '15,000 clients of ten columns, in ten tables',
    () =>
      workbook(
        `<sheetData>${of(16_500, (n) => (n % 1650 < 150 && n % 1650 > 0 ? '<row/>' : `<row>${of(10, (c) => `<c t="inlineStr"><is><t>${n % 1650 === 0 ? `column ${c}` : `value ${n} of ${c}`}</t></is></c>`)}</row>`))}</sheetData>`,
      ),
  ],
  [
    '490 sheets of 60 rows',
    () =>
      sheetsOfTheirOwn(
        490,
        (n) =>
          `<sheetData>${of(60, (row) => `<row><c t="inlineStr"><is><t>item ${n}.${row}</t></is></c><c><v>${row}</v></c></row>`)}</sheetData>`,
      ),
  ],
  [
    'a cell of a megabyte',
    () =>
      workbook(
        `<sheetData><row><c t="inlineStr"><is><t>${'The tenant pays. '.repeat(60_000)}</t></is></c></row></sheetData>`,
      ),
  ],
  [
    '50 rows of 16,000 columns',
    () => workbook(`<sheetData>${of(50, () => `<row>${of(16_000, (n) => `<c><v>${n}</v></c>`)}</row>`)}</sheetData>`),
  ],
]

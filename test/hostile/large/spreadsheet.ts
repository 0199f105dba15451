import { workbook } from '../packages.ts'
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
    '100,000 links and rules',
    () =>
      workbook(
        `<sheetData>${'<row><c><v>1</v></c></row>'.repeat(1000)}</sheetData>${of(20_000, (n) => `<conditionalFormatting sqref="A${n + 1}:Z1048576"><cfRule type="expression" priority="${n}"><formula>A1&gt;${n}</formula></cfRule></conditionalFormatting>`)}<hyperlinks>${of(80_000, (n) => `<hyperlink ref="A${(n % 1000) + 1}:C${(n % 1000) + 1}" location="B${n}"/>`)}</hyperlinks>`,
      ),
  ],
]

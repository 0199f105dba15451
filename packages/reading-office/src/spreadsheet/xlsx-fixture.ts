import { officeNamespaces, packageOf, relationshipsOf, type RelationshipFixture } from '../package/package-fixture.ts'

export interface SheetFixture {
  readonly name?: string
  readonly state?: string
  /** Inside `x:worksheet`: `<sheetData>` and what follows it. */
  readonly xml: string
  readonly relationships?: Readonly<Record<string, RelationshipFixture>>
}

export interface XlsxFixture {
  readonly sheets: readonly SheetFixture[]
  readonly strings?: readonly string[]
  /** Inside `x:styleSheet`. */
  readonly styles?: string
  /** Inside `x:workbook`. */
  readonly workbook?: string
  /** In the namespaces of ISO/IEC 29500 strict. */
  readonly strict?: boolean
  readonly parts?: Readonly<Record<string, string | Uint8Array>>
}

export const spreadsheetNamespaces = officeNamespaces('spreadsheetml/2006/main')

/** A workbook of our own; `strings` are the contents of `x:si`. */
export function xlsxOf({
  sheets,
  strings = [],
  styles = '',
  workbook = '',
  strict = false,
  parts = {},
}: XlsxFixture): Uint8Array {
  const files: Record<string, string | Uint8Array> = {
    '_rels/.rels': relationshipsOf({ rId1: { type: 'officeDocument', target: 'xl/workbook.xml' } }),
    'xl/workbook.xml': `<workbook ${spreadsheetNamespaces}>${workbook}<sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${name ?? `Sheet${index + 1}`}" sheetId="${index + 1}" r:id="s${index}"${
            state === undefined ? '' : ` state="${state}"`
          }/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsOf({
      strings: { type: 'sharedStrings', target: 'sharedStrings.xml' },
      styles: { type: 'styles', target: 'styles.xml' },
      ...Object.fromEntries(
        sheets.map((_, index) => [`s${index}`, { type: 'worksheet', target: `worksheets/sheet${index}.xml` }]),
      ),
    }),
    'xl/sharedStrings.xml': `<sst ${spreadsheetNamespaces}>${strings.map((each) => `<si>${each}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet ${spreadsheetNamespaces}>${styles}</styleSheet>`,
    ...parts,
  }
  for (const [index, { xml, relationships }] of sheets.entries()) {
    files[`xl/worksheets/sheet${index}.xml`] = `<worksheet ${spreadsheetNamespaces}>${xml}</worksheet>`
    if (relationships !== undefined) {
      files[`xl/worksheets/_rels/sheet${index}.xml.rels`] = relationshipsOf(relationships)
    }
  }
  if (!strict) return packageOf(files)
  const inStrict = (part: string | Uint8Array): string | Uint8Array =>
    typeof part !== 'string'
      ? part
      : part
          .replaceAll(
            'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
            'http://purl.oclc.org/ooxml/spreadsheetml/main',
          )
          .replaceAll(
            'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
            'http://purl.oclc.org/ooxml/officeDocument/relationships',
          )
  return packageOf(Object.fromEntries(Object.entries(files).map(([name, part]) => [name, inStrict(part)])))
}

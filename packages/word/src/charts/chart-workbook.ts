import { deflated, zipArchive } from '@chancery/formats/zip'
import type { ChartTable } from './chart-table.ts'
import { escapeXml } from '../xml/escape-xml.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Number of the format for dates among those of `styles.xml`. */
const dateFormat = 1

/** The workbook in which Word lets people edit a chart: one sheet, headings in its first row, categories in its first column. */
export function chartWorkbook({ sheet, categories, series }: ChartTable): Uint8Array {
  const cell = (column: number, row: number, value: string | number | undefined, format = 0): string => {
    if (value === undefined || value === '') return ''
    const style = format === 0 ? '' : ` s="${format}"`
    const place = `r="${columnName(column)}${row}"${style}`
    return typeof value === 'number'
      ? `<c ${place}><v>${value}</v></c>`
      : `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`
  }
  const head = series.map(({ name }, index) => cell(index + 1, 1, name)).join('')
  const rows = categories.values.map((category, index) => {
    const values = series.map(({ values: own }, column) => cell(column + 1, index + 2, own[index]))
    return `<row r="${index + 2}">${cell(0, index + 2, category, categories.areDates ? dateFormat : 0)}${values.join('')}</row>`
  })
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeXml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData><row r="1">${head}</row>${rows.join('')}</sheetData></worksheet>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  }
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  return zipArchive(Object.entries(parts).map(([name, xml]) => deflated(name, Buffer.from(declaration + xml)))).bytes
}

/** A to Z, AA, AB, …; from 0. */
export function columnName(index: number): string {
  let name = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  }
  return name
}

import PizZip from 'pizzip'
import { escapeXml } from './docx-builder.ts'

const chart = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
const main = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A drawing of a chart, in a paragraph. */
export const chartParagraph = (alt: string, relation = 'chart1'): string =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="4572000" cy="2743200"/><wp:docPr id="5" name="Chart 1" descr="${escapeXml(alt)}"/><a:graphic><a:graphicData uri="${chart}"><c:chart xmlns:c="${chart}" r:id="${relation}"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

/** A series as Office writes it, in a color of the theme. */
export const series = (index: number, kind: 'c:cat' | 'c:xVal' = 'c:cat'): string =>
  `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx><c:strRef><c:f>Sheet1!$${'BCDE'[index]}$1</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>Old ${index}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:spPr><a:solidFill><a:schemeClr val="accent${index + 1}"/></a:solidFill></c:spPr>${kind === 'c:cat' ? '<c:invertIfNegative val="0"/>' : ''}<${kind}><c:strRef><c:f>Sheet1!$A$2:$A$3</c:f><c:strCache><c:ptCount val="2"/><c:pt idx="0"><c:v>Old A</c:v></c:pt><c:pt idx="1"><c:v>Old B</c:v></c:pt></c:strCache></c:strRef></${kind}><${kind === 'c:cat' ? 'c:val' : 'c:yVal'}><c:numRef><c:f>Sheet1!$B$2:$B$3</c:f><c:numCache><c:formatCode>#,##0</c:formatCode><c:ptCount val="2"/><c:pt idx="0"><c:v>1</c:v></c:pt><c:pt idx="1"><c:v>2</c:v></c:pt></c:numCache></c:numRef></${kind === 'c:cat' ? 'c:val' : 'c:yVal'}></c:ser>`

export const barChart = (...all: readonly string[]): string =>
  `<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>${all.join('')}<c:gapWidth val="219"/><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:numFmt formatCode="General" sourceLinked="1"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="2"/><c:crosses val="autoZero"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:numFmt formatCode="General" sourceLinked="1"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="1"/><c:crosses val="autoZero"/></c:valAx>`

const titleXml = (title: string): string =>
  `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:rPr lang="en-GB" b="1"/><a:t>${escapeXml(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/>`

/** The files of a chart: its part, its relations, and a workbook whose bytes nobody reads. */
export function chartFiles(
  plot: string,
  { title, hasWorkbook = true }: { readonly title?: string; readonly hasWorkbook?: boolean } = {},
): Readonly<Record<string, string | Uint8Array>> {
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  const part = `${declaration}<c:chartSpace xmlns:c="${chart}" xmlns:a="${main}" xmlns:r="${office}"><c:chart>${title === undefined ? '' : titleXml(title)}<c:plotArea><c:layout/>${plot}</c:plotArea><c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/></c:chart>${hasWorkbook ? '<c:externalData r:id="data"><c:autoUpdate val="0"/></c:externalData>' : ''}</c:chartSpace>`
  if (!hasWorkbook) return { 'word/charts/chart1.xml': part }
  return {
    'word/charts/chart1.xml': part,
    'word/charts/_rels/chart1.xml.rels': `${declaration}<Relationships xmlns="${relations}"><Relationship Id="data" Type="${office}/package" Target="../embeddings/book1.xlsx"/></Relationships>`,
    'word/embeddings/book1.xlsx': new PizZip().file('old', 'old').generate({ type: 'uint8array' }),
  }
}

/** A Word file made by `docx` with the relation and the content types that its chart wants. */
export function withChart(file: Uint8Array): Uint8Array {
  const zip = new PizZip(file)
  const change = (name: string, end: string, more: string): void => {
    zip.file(name, (zip.file(name)?.asText() ?? '').replace(end, more + end))
  }
  change(
    '[Content_Types].xml',
    '</Types>',
    '<Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/><Override PartName="/word/charts/chart1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.chart+xml"/>',
  )
  change(
    'word/_rels/document.xml.rels',
    '</Relationships>',
    `<Relationship Id="chart1" Type="${office}/chart" Target="charts/chart1.xml"/>`,
  )
  return zip.generate({ type: 'uint8array' })
}

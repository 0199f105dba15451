import { largestOf } from '@chancery/core'
import { childOf, elementsOf, elementTree, replaceStretches, type XmlElement } from '../xml/element-tree.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import { attribute } from '../xml/scan-xml.ts'
import type { ChartTable } from './chart-table.ts'
import { columnName } from './chart-workbook.ts'

/** Groups of series that are drawn from categories and values; those of bubbles also want sizes. */
const groups =
  /^c:(?:area|area3D|line|line3D|stock|radar|scatter|pie|pie3D|doughnut|bar|bar3D|ofPie|surface|surface3D)Chart$/

type Edit = Parameters<typeof replaceStretches>[1][number]

/**
 * The XML of a chart part with other data (ECMA-376 part 1, 21.2): the series keep their formats in their order, those that
 * are too many go, those that lack are made like the last. What the chart keeps of the sheet's cells is written anew.
 * `undefined` for a chart without series of that kind.
 */
export function chartXml(xml: string, table: ChartTable, title: string | undefined): string | undefined {
  const root = elementTree(xml)
  const plot = root === undefined ? undefined : [...elementsOf(root)].find(({ name }) => name === 'c:plotArea')
  const series = (plot?.children ?? [])
    .filter(({ name }) => groups.test(name))
    .flatMap((group) => group.children.filter(({ name }) => name === 'c:ser'))
  const last = series.at(-1)
  if (root === undefined || last === undefined) return undefined
  const edits: Edit[] = []
  for (const [index, element] of series.entries()) {
    const text = index < table.series.length ? seriesXml(xml, element, table, index, 'own') : ''
    edits.push({ from: element.start, until: element.end, text })
  }
  const first =
    Math.max(0, largestOf(series.flatMap((each) => [numberOf(each, 'c:idx'), numberOf(each, 'c:order')]))) + 1
  const more = table.series.slice(series.length).map((_, index) => {
    const copy = seriesXml(xml, last, table, series.length + index, 'copied')
    return recolored(copy, index + 1)
      .replace(/<c:idx\b[^>]*>/, `<c:idx val="${first + index}"/>`)
      .replace(/<c:order\b[^>]*>/, `<c:order val="${first + index}"/>`)
  })
  edits.push({ from: last.end, until: last.end, text: more.join('') })
  if (title !== undefined) for (const edit of titleEdits(root, title)) edits.push(edit)
  return replaceStretches(xml, edits)
}

const numberOf = (element: XmlElement, name: string): number =>
  Number(attribute(childOf(element, name)?.attributes ?? '', 'val')) || 0

/** What stands before the data of a series, in the order of the format; its rest stands behind. */
const before = new Set([
  'c:idx',
  'c:order',
  'c:tx',
  'c:spPr',
  'c:invertIfNegative',
  'c:pictureOptions',
  'c:marker',
  'c:explosion',
  'c:dPt',
  'c:dLbls',
  'c:trendline',
  'c:errBars',
])
const data = new Set(['c:cat', 'c:val', 'c:xVal', 'c:yVal'])

/** A series with its name, categories and values from the table. */
function seriesXml(xml: string, element: XmlElement, table: ChartTable, index: number, use: 'own' | 'copied'): string {
  const { categories, series, sheet } = table
  const { name = '', values = [] } = series[index] ?? {}
  const isScatter = element.parent?.name === 'c:scatterChart'
  const sheetName = `'${sheet.replaceAll("'", "''")}'`
  const column = columnName(index + 1)
  const cells = (letter: string): string =>
    `${sheetName}!$${letter}$2:$${letter}$${Math.max(2, categories.values.length + 1)}`
  const text = `<c:tx><c:strRef><c:f>${escapeXml(`${sheetName}!$${column}$1`)}</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${escapeXml(name)}</c:v></c:pt></c:strCache></c:strRef></c:tx>`
  const formatOf = (child: string): string => {
    const old = childOf(element, child)
    return (
      (old === undefined ? undefined : /<c:formatCode>([^<]*)</.exec(xml.slice(old.start, old.end))?.[1]) ?? 'General'
    )
  }
  const numbers = (letter: string, list: readonly (string | number | undefined)[], format: string): string =>
    `<c:numRef><c:f>${escapeXml(cells(letter))}</c:f><c:numCache><c:formatCode>${format}</c:formatCode>${points(list)}</c:numCache></c:numRef>`
  const [x, y] = isScatter ? ['c:xVal', 'c:yVal'] : ['c:cat', 'c:val']
  const areNumbers = categories.values.length > 0 && categories.values.every((each) => typeof each === 'number')
  const axis = areNumbers
    ? numbers('A', categories.values, categories.areDates && formatOf(x) === 'General' ? 'yyyy\\-mm\\-dd' : formatOf(x))
    : `<c:strRef><c:f>${escapeXml(cells('A'))}</c:f><c:strCache>${points(categories.values)}</c:strCache></c:strRef>`
  const own = `<${x}>${axis}</${x}><${y}>${numbers(column, values, formatOf(y))}</${y}>`
  const kept = element.children.filter((child) => {
    if (child.name === 'c:tx' || data.has(child.name)) return false
    if (child.name === 'c:dPt') return use === 'own' && numberOf(child, 'c:idx') < categories.values.length
    // Copied, what they hold would name the same object twice.
    return use === 'own' || child.name !== 'c:extLst'
  })
  const written = (child: XmlElement): string => childXml(xml, child, categories.values.length)
  const head = kept.filter((child) => before.has(child.name))
  const names = head.filter(({ name: each }) => each === 'c:idx' || each === 'c:order')
  return [
    '<c:ser>',
    ...names.map(written),
    text,
    ...head.filter((child) => !names.includes(child)).map(written),
    own,
    ...kept.filter((child) => !before.has(child.name)).map(written),
    '</c:ser>',
  ].join('')
}

/** A child of a series; the labels of points that are no more go. */
function childXml(xml: string, child: XmlElement, points: number): string {
  const whole = xml.slice(child.start, child.end)
  if (child.name !== 'c:dLbls') return whole
  const gone = child.children.filter((label) => label.name === 'c:dLbl' && numberOf(label, 'c:idx') >= points)
  if (gone.length === 0) return whole
  return replaceStretches(
    whole,
    gone.map(({ start, end }) => ({ from: start - child.start, until: end - child.start, text: '' })),
  )
}

/** Count and values of a cache; a hole has no point. */
const points = (list: readonly (string | number | undefined)[]): string =>
  `<c:ptCount val="${list.length}"/>${list
    .map((value, index) =>
      value === undefined ? '' : `<c:pt idx="${index}"><c:v>${escapeXml(String(value))}</c:v></c:pt>`,
    )
    .join('')}`

/** A copy of a series in the accent that is next; one of a colour of its own gets the chart's. */
function recolored(series: string, step: number): string {
  const next = series.replaceAll(
    /(<a:schemeClr val="accent)([1-6])"/g,
    (_, head: string, accent: string) => `${head}${((Number(accent) - 1 + step) % 6) + 1}"`,
  )
  return next === series ? series.replace(/<c:spPr>[^]*?<\/c:spPr>/, '') : next
}

/** The title of the chart, not those of its axes; an empty one goes. */
function titleEdits(root: XmlElement, title: string): readonly Edit[] {
  const chart = childOf(root, 'c:chart')
  const element = chart === undefined ? undefined : childOf(chart, 'c:title')
  if (chart === undefined || element === undefined) return []
  if (title !== '') {
    const texts = [...elementsOf(element)].filter(({ name }) => name === 'a:t')
    return texts.map(({ contentStart, contentEnd }, index) => {
      return { from: contentStart, until: contentEnd, text: index === 0 ? escapeXml(title) : '' }
    })
  }
  const known = childOf(chart, 'c:autoTitleDeleted')
  const gone = '<c:autoTitleDeleted val="1"/>'
  return known === undefined
    ? [{ from: element.start, until: element.end, text: gone }]
    : [
        { from: element.start, until: element.end, text: '' },
        { from: known.start, until: known.end, text: gone },
      ]
}

import { largestOf } from '@chancery/core'
import { childrenOf, descend, findAll, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'
import { type NumberFormat, parseNumberFormat, showNumber } from '../numbers/number-format.ts'

export interface ChartContent {
  /** Of the chart, then of its axes. */
  readonly titles: readonly string[]
  /** The values that were last shown: a header row of series names, then a row a category. */
  readonly rows: readonly (readonly string[])[]
}

/** More series or points than a chart can show; the rest is not read. */
const maxSeries = 256
const maxPoints = 10_000

/** What a DrawingML chart says (ECMA-376 part 1, 21.2). */
export function readChart(root: XmlElement | undefined): ChartContent {
  const titles = [...findAll(root, 'c:title')].map(titleText).filter((text) => text !== '')
  const date1904 = ['1', 'true'].includes(descend(root, 'c:date1904')?.attributes['val'] ?? '')
  const formats = new Map<string, NumberFormat>()
  const pointsOf = (source: XmlElement | undefined): string[] => pointsThrough(source, formats, date1904)
  const series = [...findAll(root, 'c:ser')].slice(0, maxSeries)
  const categories = pointsOf(descend(series[0], 'c:cat') ?? descend(series[0], 'c:xVal'))
  const columns = series.map((each) => ({
    name: pointsOf(descend(each, 'c:tx'))[0] ?? textOf(descend(each, 'c:tx', 'c:v')),
    values: pointsOf(descend(each, 'c:val') ?? descend(each, 'c:yVal')),
  }))
  const length = Math.max(0, categories.length, largestOf(columns.map(({ values }) => values.length)))
  const points = columns.reduce(
    (sum, { values }) => sum + values.filter((text) => text !== '').length,
    categories.length,
  )
  // Points whose numbers lie far apart would make a table of nothing.
  const isSparse = length * columns.length > points * 10 + 1000
  const rows = [
    ['', ...columns.map(({ name }) => name)],
    ...Array.from({ length: isSparse ? 0 : length }, (_, index) => [
      categories[index] ?? '',
      ...columns.map(({ values }) => values[index] ?? ''),
    ]),
  ]
  return { titles, rows: columns.length === 0 || length === 0 || isSparse ? [] : rows }
}

const titleText = (title: XmlElement): string => {
  const paragraphs = [...findAll(title, 'a:p')].map((each) => [...findAll(each, 'a:t')].map(textOf).join(''))
  return (paragraphs.length > 0 ? paragraphs.join('\n') : [...findAll(title, 'c:v')].map(textOf).join(' ')).trim()
}

/** Longer codes than Excel takes. */
const maxCode = 255

/** The points as the chart shows them: numbers through the format that is beside them, or their own. */
function pointsThrough(
  source: XmlElement | undefined,
  formats: Map<string, NumberFormat>,
  date1904: boolean,
): string[] {
  const formatOf = (code: string): NumberFormat => {
    const known = formats.get(code)
    const format = known ?? parseNumberFormat(code.length > maxCode ? 'General' : code)
    if (known === undefined) formats.set(code, format)
    return format
  }
  const isNumeric = findAll(source, 'c:numCache', 'c:numLit').next().done !== true
  const [shared] = findAll(source, 'c:formatCode')
  const points: string[] = []
  for (const point of findAll(source, 'c:pt')) {
    const index = Number(point.attributes['idx'])
    if (!(index >= 0 && index < maxPoints)) continue
    const text = textOf(childrenOf(point, 'c:v')[0])
    const number = isNumeric && text.trim() !== '' ? Number(text) : Number.NaN
    const code = point.attributes['formatCode'] ?? textOf(shared)
    // Levels of grouped categories share their indices: the innermost stands first.
    points[index] ??= Number.isFinite(number)
      ? showNumber(number, formatOf(code === '' ? 'General' : code), date1904).text
      : text
  }
  return Array.from(points, (text) => text ?? '')
}

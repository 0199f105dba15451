import { largestOf } from '@chancery/core'
import { childrenOf, descend, findAll, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'

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

function pointsOf(source: XmlElement | undefined): string[] {
  const points: string[] = []
  for (const point of findAll(source, 'c:pt')) {
    const index = Number(point.attributes['idx'])
    if (!(index >= 0 && index < maxPoints)) continue
    // Levels of grouped categories share their indices: the innermost stands first.
    points[index] ??= textOf(childrenOf(point, 'c:v')[0])
  }
  return Array.from(points, (text) => text ?? '')
}

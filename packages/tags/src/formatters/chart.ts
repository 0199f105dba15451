import { suggest } from '@chancery/core'
import { kindOf, plainText } from '../data/plain-text.ts'
import { ownField } from './rich-inputs.ts'
import { type ChartValue, richValue } from '../data/rich-value.ts'
import { decimalOf } from './decimal.ts'
import { type Formatter, type FormatterArgument, FormatterFault, tooLarge } from './formatter.ts'
import { listOf } from './list-items.ts'

/** Series that Word's charts can have, and points that anybody sees: all series together. */
const limits = { series: 255, points: 100_000 }
/** Fields that a tag can name for series. */
const seriesArguments = 12

const field = (name: string): FormatterArgument => ({ name, kind: 'text', optional: true, sample: name })

/** Data of a chart in the template, whose title or alternative text has the tag. */
export const chartFormatter: Formatter = {
  name: 'chart',
  summary:
    'The data of a chart, where the tag stands in its title or alternative text: {categories, series: [{name, values}], title}, a list of objects (the fields named: that of the categories, then those of the series; else all, the first for the categories), or a list of lists with headings first.',
  example: '{sales | chart:"month":"revenue":"costs"}',
  takes: 'any',
  gives: 'rich',
  args: [field('month'), ...Array.from({ length: seriesArguments }, () => field('revenue'))],
  schema: { type: ['object', 'array'], examples: [sample()] },
  schemaFor: (fields) => (fields.length === 0 ? chartFormatter.schema : { type: 'array', examples: [rowsOf(fields)] }),
  format: (value, fields) => richValue(chartOf(value, fields.map(String))),
}

function sample() {
  return { categories: ['Q1', 'Q2', 'Q3'], series: [{ name: 'Revenue', values: [3, 5, 4] }] }
}

/** Rows that have the fields that a tag names. */
function rowsOf(fields: readonly unknown[]) {
  return ['Q1', 'Q2', 'Q3'].map((category, row) =>
    Object.fromEntries(fields.map((name, index) => [String(name), index === 0 ? category : 10 * (row + index)])),
  )
}

function chartOf(value: unknown, fields: readonly string[]): ChartValue {
  const [categories, series] = Array.isArray(value) ? ofRows(listOf(value, 'chart'), fields) : ofSeries(value)
  const points = categories.length * Math.max(1, series.length)
  if (series.length > limits.series) throw tooLarge('chart', 'series', limits.series, series.length)
  if (points > limits.points) throw tooLarge('chart', 'points', limits.points, points)
  const title = plainText(Array.isArray(value) ? undefined : ownField(value, 'title'))
  return {
    rich: 'chart',
    title: title === '' ? undefined : title,
    categories: categories.map(categoryOf),
    series: series.map(({ name, values }) => ({
      name,
      values: categories.map((_, index) => numberOf(values[index])),
    })),
  }
}

interface Series {
  readonly name: string
  readonly values: readonly unknown[]
}
type Columns = readonly [categories: readonly unknown[], series: readonly Series[]]

function ofSeries(value: unknown): Columns {
  const series = ownField(value, 'series')
  const given = ownField(value, 'categories', 'labels')
  if (!Array.isArray(series) || !Array.isArray(given)) {
    throw new FormatterFault(
      'wrong_kind',
      `"chart" wants lists of categories and of series, and got ${kindOf(value)}.`,
      'Give {categories: ["Q1"], series: [{name: "Revenue", values: [5]}]}, or a list of objects.',
    )
  }
  const categories = listOf(given, 'chart')
  return [
    categories,
    listOf(series, 'chart').map((each, index) => {
      const values = Array.isArray(each) ? each : ownField(each, 'values', 'data')
      if (!Array.isArray(values))
        throw new FormatterFault(
          'wrong_kind',
          `"chart" wants a list of values in each series, and one has ${kindOf(values)}.`,
        )
      if (values.length > categories.length) {
        throw new FormatterFault(
          'wrong_kind',
          `A series of the chart has ${values.length} values, and there are ${categories.length} categories.`,
        )
      }
      return { name: plainText(ownField(each, 'name')) ?? `Series ${index + 1}`, values: listOf(values, 'chart') }
    }),
  ]
}

function ofRows(rows: readonly unknown[], fields: readonly string[]): Columns {
  const [first] = rows
  if (Array.isArray(first)) {
    const lines = rows.map((row) => (Array.isArray(row) ? listOf(row, 'chart') : [row]))
    const [[, ...names] = [], ...rest] = lines
    return [
      rest.map(([category]) => category),
      names.map((name, index) => ({
        name: plainText(name) ?? `Series ${index + 1}`,
        values: rest.map((line) => line[index + 1]),
      })),
    ]
  }
  const [category, ...others] = fields.length > 0 ? fields : fieldsOf(rows)
  if (category === undefined) return [[], []]
  for (const name of fields) refuseAbsent(rows, name)
  return [
    rows.map((row) => ownField(row, category)),
    others.map((name) => ({ name, values: rows.map((row) => ownField(row, name)) })),
  ]
}

/** A series that no item has would be empty without a word. */
function refuseAbsent(rows: readonly unknown[], name: string): void {
  if (rows.length === 0 || rows.some((row) => ownField(row, name) !== undefined)) return
  const known = fieldsOf(rows)
  const near = suggest(name, known)
  const hint = near === undefined ? `The items have: ${known.slice(0, 20).join(', ')}.` : `Did you mean "${near}"?`
  throw new FormatterFault('wrong_argument', `No item has a "${name}" for "chart".`, hint)
}

/** The fields of the first objects, in the order in which they come. */
function fieldsOf(rows: readonly unknown[]): readonly string[] {
  const names = new Set<string>()
  for (const row of rows.slice(0, 1000)) {
    if (typeof row !== 'object' || row === null)
      throw new FormatterFault(
        'wrong_kind',
        `"chart" wants a list of objects or of lists, and one item is ${kindOf(row)}.`,
      )
    for (const name of Object.keys(row)) if (names.size <= limits.series) names.add(name)
  }
  return [...names]
}

function categoryOf(value: unknown): string | number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (value === undefined || value === null) return ''
  const text = plainText(value)
  if (text !== undefined) return text
  throw new FormatterFault('wrong_kind', `A category of the chart is ${kindOf(value)}.`)
}

/** Empty values leave a hole. */
function numberOf(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  return Number(decimalOf(value, 'chart'))
}

import type { ChartValue } from '@chancery/tags'
import { cleanText } from '../runs/clean-text.ts'

/** The data of a chart as its sheet holds it. */
export interface ChartTable {
  /** Name of the sheet, as formulas refer to it. */
  readonly sheet: string
  readonly categories: {
    readonly values: readonly (string | number)[]
    /** The values are days since the end of 1899, as spreadsheets count. */
    readonly areDates: boolean
  }
  readonly series: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[]
}

/** Longest name of a sheet. */
const maxName = 31
const day = 86_400_000
/** Day 0 of spreadsheets, which take 1900 for a leap year. */
const epoch = Date.UTC(1899, 11, 30)
/** Days between that and the epoch of old Macintosh files. */
const macintosh = 1462

/** @param chart the XML of the chart: its formulas name the sheet, and an axis of dates wants dates as numbers */
export function chartTable({ categories, series }: ChartValue, chart: string): ChartTable {
  const days = /<c:dateAx\b/.test(chart) ? categories.map(dayOf) : []
  const shift = /<c:date1904\b[^>]*?\bval="(?:1|true)"/.test(chart) ? macintosh : 0
  const areDates = days.length > 0 && days.every((each) => each !== undefined)
  return {
    sheet: sheetOf(chart),
    categories: {
      areDates,
      values: areDates
        ? days.map((each = 0) => each - shift)
        : categories.map((each) => (typeof each === 'number' ? each : cleanText(each).text)),
    },
    series: series.map(({ name, values }) => ({ name: cleanText(name).text, values })),
  }
}

/** A calendar day as ISO 8601 writes it. */
function dayOf(value: string | number): number | undefined {
  if (typeof value === 'number' || !/^\d{4}-\d{2}-\d{2}(?:T.*)?$/.test(value)) return undefined
  const time = Date.parse(value.slice(0, 10))
  return Number.isNaN(time) ? undefined : (time - epoch) / day
}

function sheetOf(chart: string): string {
  const [, quoted, plain] = /<c:f>(?:'([^'<]{1,100})'|([\p{L}\p{N}_.]{1,100}))!/u.exec(chart) ?? []
  const name = (quoted ?? plain ?? '').replaceAll(/[[\]:*?/\\&<>"]/g, '').slice(0, maxName)
  return name.trim() === '' ? 'Sheet1' : name
}

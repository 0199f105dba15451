import { writtenDate } from '../formatters/written-date.ts'
import { findFormatter } from '../formatters/registry.ts'
import { writtenDecimal } from '../formatters/written-decimal.ts'
import type { Expression } from '../syntax/expression.ts'

/** What an expression wants of the value that it reads first. */
function wantedBy(expression: Expression): 'number' | 'date' | undefined {
  if (expression.kind === 'binary') return /^[-+*/]$/.test(expression.operator) ? 'number' : undefined
  if (expression.kind !== 'pipe') return undefined
  if (expression.input.kind === 'pipe') return wantedBy(expression.input)
  const takes = findFormatter(expression.formatter.name)?.takes
  return takes === 'number' || takes === 'date' ? takes : undefined
}

/**
 * What the data is to have in the place of a text that is no number, or no date, for a tag that wants one; `undefined` where the
 * value is of another kind. It repeats what the data has, as it is right: for whoever gave that data.
 */
export function valueHint(expression: Expression, value: unknown, path: string, locale: string): string | undefined {
  const wanted = wantedBy(expression)
  if (wanted === 'number' && Array.isArray(value) && path !== '')
    return `A list is no number: write {${path} | count} for how many it has, or {${path} | sum:"…"} with the name of a field.`
  if (wanted === undefined || typeof value !== 'string' || path === '') return undefined
  if (wanted === 'date') {
    const date = writtenDate(value, locale)
    if (date === undefined && isNoDay(value))
      return `There is no day "${value}": give a date that there is as "${path}", such as "2026-03-05".`
    return `Give ${date === undefined ? 'a date' : `"${date}"`} as "${path}"${date === undefined ? ', such as "2026-03-05"' : ''}.`
  }
  const number = writtenNumber(value, locale)
  return number === undefined
    ? `Give a number as "${path}", such as 1234.50: a point for decimals, nothing between thousands, no words.`
    : `Give ${number} as "${path}".`
}

/** `31.02.2026`, `2026-02-30`: written as a day, and none of the calendar. */
const isNoDay = (text: string): boolean => /^\s*(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d{2}-\d{2})\s*$/.test(text)

/** `2000.00` of `2.000,00 €`, `0.19` of `19 %`. */
function writtenNumber(written: string, locale: string): string | undefined {
  // `90,-`, as whole amounts are written by hand.
  const text = written.replace(/(?<=\d)[.,][-–—]{1,2}(?=\D*$)/, '')
  const [, share] = /^(.{1,20}?)\s?%$/.exec(text.trim()) ?? []
  if (share === undefined) return writtenDecimal(text, locale)
  const number = writtenDecimal(share, locale)
  return number === undefined ? undefined : String(Number((Number(number) / 100).toPrecision(12)))
}

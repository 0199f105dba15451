import type { SearchedModel } from '@chancery/core'

/** UTF-16 units that are searched: some 500 pages, as many as a call reads. */
export const mostText = 1_500_000
/** Groups of digits that are searched: 150 on each of those pages. Each may be a part of ten kinds of value, and is tried as all. */
export const mostNumbers = 75_000
/** Pairs of a label and a value that are found: no form has so many. */
export const mostKeyValues = 5000

/** Whether the text has more numbers than are searched before it is longer than is searched. */
export const hasMoreNumbers = (text: string): boolean => endOfNumbers(text) !== undefined

/** Behind the last of the numbers that are searched, where there are more within reach. */
function endOfNumbers(text: string): number | undefined {
  const digits = /\d+/g
  let end = 0
  for (let count = 0; count <= mostNumbers; count++) {
    const next = digits.exec(text)
    if (next === null || next.index >= mostText) return undefined
    if (count < mostNumbers) end = digits.lastIndex
  }
  return end
}

/** The same model with no more text than is searched, to the end of a line where that is near, and what lies in it. */
export function textInReach(model: SearchedModel): SearchedModel {
  const { text, tables, keyValues } = model
  const most = endOfNumbers(text) ?? mostText
  if (text.length <= most) return model
  const line = text.lastIndexOf('\n', most)
  const end = line > most / 2 ? line : most
  const isIn = (span: { readonly end: number }): boolean => span.end <= end
  return {
    ...model,
    text: text.slice(0, end),
    tables: tables
      .filter(({ span }) => span.start < end)
      .map((table) => ({ ...table, cells: table.cells.filter(({ span }) => isIn(span)) })),
    keyValues: keyValues.filter(({ keySpan, valueSpan }) => isIn(keySpan) && isIn(valueSpan)),
  }
}

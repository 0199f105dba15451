import type { SearchedModel } from '@chancery/core'

/** UTF-16 units that are searched: some 500 pages, as many as a call reads. A text of amounts and nothing else takes the longest. */
export const mostText = 1_500_000

/** The same model with no more text than is searched, to the end of a line where that is near, and what lies in it. */
export function textInReach(model: SearchedModel): SearchedModel {
  const { text, tables, keyValues } = model
  if (text.length <= mostText) return model
  const line = text.lastIndexOf('\n', mostText)
  const end = line > mostText / 2 ? line : mostText
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

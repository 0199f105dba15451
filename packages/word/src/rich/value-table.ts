import { largestOf } from '@chancery/core'
import type { TableValue } from '@chancery/tags'
import type { Block, FlowTable } from './flow.ts'

/** Columns are as wide as their longest text, within these, in characters. */
const [narrowest, widest] = [6, 40]

/** A table of values: numbers at the end of their cells, a heading row that each page repeats. */
export function tableOfValues({ header, rows, style }: TableValue): FlowTable {
  const columns = Math.min(63, Math.max(header?.length ?? 0, largestOf(rows.map((row) => row.length)), 1))
  const lengths = Array.from({ length: columns }, () => narrowest)
  const paragraph = (text: string, isEnd: boolean, isBold: boolean): readonly Block[] => [
    {
      kind: 'paragraph',
      role: 'text',
      quotes: 0,
      indent: 0,
      firstLine: 0,
      isRightToLeft: false,
      ...(isEnd ? { align: 'right' as const } : {}),
      inlines: text === '' ? [] : [{ kind: 'text', text, format: isBold ? { bold: true } : {} }],
    },
  ]
  const measured = (text: string, column: number): void => {
    lengths[column] = Math.min(widest, Math.max(lengths[column] ?? narrowest, text.length))
  }
  const isNumeric = lengths.map(
    (_, column) => rows.length > 0 && rows.every((row) => (row[column]?.isNumber ?? true) || row[column]?.text === ''),
  )
  const body = rows.map((row) => ({
    isHeader: false,
    cells: lengths.map((_, column) => {
      const { text = '', isNumber = false } = row[column] ?? {}
      measured(text, column)
      return { blocks: paragraph(text, isNumber, false), columns: 1, isHeader: false }
    }),
  }))
  const head =
    header === undefined
      ? []
      : [
          {
            isHeader: true,
            cells: lengths.map((_, column) => {
              const text = header[column] ?? ''
              measured(text, column)
              return { blocks: paragraph(text, isNumeric[column] === true, true), columns: 1, isHeader: true }
            }),
          },
        ]
  return {
    kind: 'table',
    rows: [...head, ...body],
    columns,
    widths: lengths,
    ...(style === undefined ? {} : { style }),
    hasBorders: true,
    isRightToLeft: false,
  }
}

import type { ChartContent } from '../package/chart-part.ts'
import { childrenOf, findAll, textOf, type XmlElement } from '@chancery/reading/xml/xml-element'

/** More points than a chart can show; the rest is not read. */
const maxRows = 10_000

/** What a chart object says: its titles, and the table of its values. */
export function readObjectChart(root: XmlElement): ChartContent {
  const titles = [...findAll(root, 'chart:title', 'chart:subtitle')]
    .map((title) => [...findAll(title, 'text:p')].map(textOf).join('\n').trim())
    .filter((text) => text !== '')
  const [table] = [...findAll(root, 'table:table')]
  const rows = [...findAll(table, 'table:table-row')]
    .slice(0, maxRows)
    .map((row) => childrenOf(row, 'table:table-cell').map((cell) => childrenOf(cell, 'text:p').map(textOf).join('\n')))
  return { titles, rows }
}

import type { Row } from './page-layout.ts'

/** Headers and footers are looked for among the first and last lines only. */
const edgeLines = 3

/**
 * Tells lines that come again at the same place on at least half of the pages (three or more): running headers and
 * footers. Figures in them may differ, as page numbers do.
 */
export function runningLines(
  pages: readonly { readonly height: number; readonly rows: readonly Row[] }[],
): (row: Row) => 'header' | 'footer' | undefined {
  const counts = new Map<string, Row[]>()
  for (const { height, rows } of pages) {
    const byPlace = [...rows].sort((a, b) => a.top - b.top)
    for (const row of new Set([...byPlace.slice(0, edgeLines), ...byPlace.slice(-edgeLines)])) {
      const atTop = row.top < height * 0.15
      if (!atTop && row.bottom < height * 0.85) continue
      const text = row.runs
        .map((run) => run.text)
        .join(' ')
        .replaceAll(/\d+/g, '#')
      const key = `${atTop ? 'header' : 'footer'} ${Math.round(row.top / 6)} ${text}`
      const same = counts.get(key)
      if (same === undefined) counts.set(key, [row])
      else same.push(row)
    }
  }
  const found = new Map<Row, 'header' | 'footer'>()
  for (const [key, rows] of counts) {
    if (rows.length < Math.max(3, pages.length / 2)) continue
    for (const row of rows) found.set(row, key.startsWith('header') ? 'header' : 'footer')
  }
  return (row) => found.get(row)
}

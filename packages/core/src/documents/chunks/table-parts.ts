import type { Table } from '../../model/document-model.ts'
import { afterSpace, cutAfter } from './text-cuts.ts'
import { OpenChunk, type Stretch } from './open-chunk.ts'
import type { Chunk } from './chunk.ts'

/**
 * A table that is longer than a chunk, by its rows: each part begins with `lead` (its caption) and the header rows, as long as
 * these take up no more than half of it. Rows that a merged cell ties together stay together where they fit.
 */
export function* tableParts(
  text: string,
  table: Table,
  lead: readonly Stretch[],
  {
    headings,
    index,
    max,
    pages,
  }: {
    readonly headings: readonly string[]
    readonly index: number
    readonly max: number
    readonly pages: readonly number[]
  },
): Generator<Chunk> {
  const rows = rowGroups(table, max)
  const heads = rows.filter(({ row }) => row < table.headerRows)
  const begin = (): OpenChunk => {
    const part = new OpenChunk(text, headings)
    for (const stretch of repeated) part.add(stretch)
    return part
  }
  const headStretches = heads.map(({ start, end }) => ({ start, end, pages }))
  const all = [...lead, ...headStretches]
  const isShort = all.reduce((sum, { start, end }) => sum + end - start + 1, 0) <= max / 2
  const repeated = isShort ? all : []
  let part = begin()
  let hasRows = false
  for (const { start, end } of isShort ? rows.slice(heads.length) : [...lead, ...rows]) {
    for (let at = start; at < end;) {
      const rest = { start: at, end, pages }
      if (hasRows && part.lengthWith(rest) > max) {
        yield part.close(index)
        part = begin()
        hasRows = false
        continue
      }
      const room = max - (part.lengthWith(rest) - (end - at))
      const cut = cutAfter(text, at, end, room)
      part.add({ start: at, end: cut, pages })
      hasRows = true
      at = afterSpace(text, cut, end)
    }
  }
  if (!part.isEmpty) yield part.close(index)
}

interface Row {
  /** The first of the group. */
  readonly row: number
  readonly start: number
  readonly end: number
}

/** Rows as stretches of text; those that are tied by merged cells as one, where it is no longer than `max`. */
function rowGroups({ rows, cells, headerRows }: Table, max: number): Row[] {
  const stretches: { start: number; end: number; reach: number }[] = []
  for (const { row, rowSpan, span } of cells) {
    const known = stretches[row]
    if (known === undefined) stretches[row] = { start: span.start, end: span.end, reach: row + rowSpan }
    else {
      known.end = span.end
      known.reach = Math.max(known.reach, row + rowSpan)
    }
  }
  const groups: (Row & { readonly reach: number })[] = []
  for (let row = 0; row < rows; row++) {
    const own = stretches[row]
    if (own === undefined) continue
    const last = groups.at(-1)
    const isTied =
      last !== undefined &&
      row < last.reach &&
      last.row < headerRows === row < headerRows &&
      own.end - last.start <= max / 2
    if (!isTied) groups.push({ row, ...own })
    else groups[groups.length - 1] = { ...last, end: own.end, reach: Math.max(last.reach, own.reach) }
  }
  return groups
}

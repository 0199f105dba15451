import { largestOf } from '@chancery/core'
import { fieldNamed, knownColumns } from '../normalizer/known-columns.ts'
import { commonest } from './commonest.ts'

export interface Header {
  readonly columns: readonly string[]
  /** How many records stand above the first row; 0 where there is no header row. */
  readonly rowsFrom: number
  /** Of these, how many say nothing of the columns. */
  readonly leftOut: number
  /** `known`: some of its names are; `assumed`: it may as well be a row; `none`: the first record holds values. */
  readonly certainty: 'known' | 'assumed' | 'none'
}

/** Records that are looked at to find the header row and the width of a table. */
export const headRecords = 100

/** How many lines may stand above a header row. */
const maxAbove = 10

const looksLikeValue = (cell: string): boolean =>
  /@[^@.]+\./.test(cell) ||
  /^[+\d(][\d\s()/.+-]{4,}$/.test(cell) ||
  /^\d+(?:[.,]\d+)*$/.test(cell) ||
  /^https?:/i.test(cell)

const filled = (cells: readonly string[]): readonly string[] => cells.filter((cell) => cell.trim() !== '')

/**
 * Finds the header row among the first records: the one with the most names that are known; else the first that is about
 * as wide as the table and holds nothing that is a value for sure.
 */
export function findHeader(records: readonly (readonly string[])[]): Header {
  const top = records.slice(0, maxAbove + 1)
  const known = top.map((cells) => knownColumns(cells))
  const most = Math.max(0, largestOf(known))
  const widths = records.map((cells) => filled(cells).length)
  const typical = Math.max(1, commonest(widths))
  const at = top.findIndex((_, index) => most > 0 && known[index] === most && (widths[index] ?? 0) >= typical * 0.5)
  const cells = top[at]
  if (cells !== undefined && !(most < 2 && filled(cells).some((cell) => looksLikeValue(cell.trim())))) {
    const groups = groupsAbove(cells, records[at - 1] ?? [])
    const names = cells.map((name, place) => `${groups[place] ?? ''} ${name}`.trim())
    const isGrouped = groups.some((group) => group !== undefined)
    let rowsFrom = at + 1
    while (isHeaderToo(records[rowsFrom] ?? [], cells)) rowsFrom++
    return {
      columns: columnNames(names, records.slice(rowsFrom)),
      rowsFrom,
      leftOut: rowsFrom - (isGrouped ? 2 : 1),
      certainty: 'known',
    }
  }
  for (const [index, names] of top.entries()) {
    if (filled(names).length < typical * 0.6) continue
    if (filled(names).some((cell) => looksLikeValue(cell.trim()))) break
    return {
      columns: columnNames(names, records.slice(index + 1)),
      rowsFrom: index + 1,
      leftOut: index,
      certainty: 'assumed',
    }
  }
  return { columns: columnNames([], records), rowsFrom: 0, leftOut: 0, certainty: 'none' }
}

/**
 * The group that the row above puts over each column whose name comes more than once: "Home" and "Work" over two of
 * "Street". A group goes on to the right up to the next one. None where the groups do not tell all such columns apart.
 */
function groupsAbove(header: readonly string[], above: readonly string[]): readonly (string | undefined)[] {
  const names = header.map((name) => name.trim())
  const comeTwice = new Set(names.filter((name, place) => name !== '' && names.indexOf(name) !== place))
  let open = ''
  const over = names.map((_, place) => (open = above[place]?.trim() || open))
  const groups = names.map((name, place) => (comeTwice.has(name) && over[place] !== '' ? over[place] : undefined))
  const named = names.flatMap((name, place) => (comeTwice.has(name) ? [`${groups[place] ?? ''} ${name}`] : []))
  return new Set(named).size === named.length ? groups : []
}

/** A header row in another language below the one that was found: each of its names means what the name above it means. */
function isHeaderToo(cells: readonly string[], header: readonly string[]): boolean {
  const places = cells.flatMap((cell, place) => (cell.trim() === '' ? [] : [place]))
  const same = places.filter((place) => {
    const field = fieldNamed(cells[place] ?? '')
    return field !== undefined && field === fieldNamed(header[place] ?? '')
  })
  return same.length >= 2 && same.length >= places.length * 0.6
}

/**
 * The names, made unique, in the width of the table: the header's own, unless most rows have more. A nameless column is
 * called by its place; trailing ones that are always empty are none.
 */
function columnNames(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lastFilled = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1
  const rowWidths = rows.map(lastFilled)
  const wider = rowWidths.filter((rowWidth) => rowWidth > lastFilled(header))
  const width =
    wider.length * 2 > rowWidths.length ? Math.max(lastFilled(header), commonest(wider)) : lastFilled(header)
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return Array.from({ length: width }, (_, place) => {
    const name = (header[place] ?? '').trim().replaceAll(/\s+/g, ' ') || `Column ${place + 1}`
    let number = counts.get(name) ?? 1
    let unique = name
    while (taken.has(unique)) unique = `${name} ${++number}`
    counts.set(name, number)
    taken.add(unique)
    return unique
  })
}

import { findHeader, type Header, headRecords } from '../table/find-header.ts'
import { fieldNamed, knownColumns } from '../normalizer/known-columns.ts'
import { areAll } from '../normalizer/value-forms.ts'
import { bottomOf, isAlone, type SheetIsland, type SheetTable, widthOf } from './sheet-island.ts'

/** Places of a list that is put together, the empty ones too; a larger one stays in parts. */
const maxPlaces = 2_000_000

/** An island with what is asked of it more than once. */
export interface HeadedIsland extends SheetIsland {
  readonly header: Header
  /** How many columns its header row names that are known. */
  readonly known: number
  readonly width: number
}

export function headed(island: SheetIsland): HeadedIsland {
  const header = findHeader(island.rows.slice(0, headRecords))
  return { ...island, header, known: knownColumns(header.columns), width: widthOf(island) }
}

/**
 * The islands of one sheet, where those that are parts of the list of the first one are one with it: columns beside it
 * that go about as far down, and rows below it that fit its columns. A second list with a header row of its own, and what
 * follows on it, stays apart.
 * @param list the one whose header row is known best
 */
export function joinedIslands(list: HeadedIsland, islands: readonly HeadedIsland[]): readonly HeadedIsland[] {
  if (islands.length === 1 || list.header.certainty !== 'known') return islands
  const headerRow = list.top + list.header.rowsFrom - 1
  const others = islands.filter((island) => island !== list)
  const across = others.filter((island) => island.top <= headerRow && headerRow <= bottomOf(island))
  const below = others.filter(({ top }) => top > headerRow).sort((a, b) => a.top - b.top || a.left - b.left)
  const names = namesIn([list, ...across], headerRow)
  const end = below.find((island) => overlaps(island, list) && isListOfItsOwn(island, names))?.top ?? Infinity
  const near = below.filter(({ top }) => top < end)
  const lastRow = lastRows([list, ...across, ...near])
  const depth = lastRow(list) - headerRow
  const beside = across.filter(
    (island) => isAsDeep(lastRow(island) - headerRow, depth) && isRestOfHeader(island, list, headerRow),
  )
  const parts = [list, ...beside]
  const rows = rowsThatFit(near, parts, names)
  const members = [...parts, ...rows]
  if (members.length === 1) return islands
  const again = new Set(rows.filter((island) => isHeaderAgain(island, names)))
  const joined = put(members, (island) => (again.has(island) ? island.header.rowsFrom : 0))
  if (joined === undefined) return islands
  const taken = new Set(members)
  return islands.flatMap((island) => (island === list ? headed(joined) : taken.has(island) ? [] : island))
}

/** The texts of the header row by their columns on the sheet. */
function namesIn(islands: readonly SheetIsland[], row: number): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  for (const { top, left, rows } of islands)
    for (const [place, text] of (rows[row - top] ?? []).entries())
      if (text.trim() !== '') names.set(left + place, text.trim())
  return names
}

const overlaps = (one: HeadedIsland, other: HeadedIsland): boolean =>
  one.left < other.left + other.width && other.left < one.left + one.width

/** The island has the names of its columns in its header row once more. */
function isHeaderAgain({ left, rows, header }: HeadedIsland, names: ReadonlyMap<number, string>): boolean {
  const cells = rows[header.rowsFrom - 1]
  return cells !== undefined && cells.every((text, place) => text.trim() === (names.get(left + place) ?? ''))
}

function isListOfItsOwn(island: HeadedIsland, names: ReadonlyMap<number, string>): boolean {
  const { header, rows } = island
  if (header.certainty !== 'known' || isAlone(island) || isHeaderAgain(island, names)) return false
  const cells = (rows[header.rowsFrom - 1] ?? []).filter((text) => text.trim() !== '')
  const known = knownColumns(cells)
  return known >= 2 && known * 2 >= cells.length
}

/** Gives the last row of an island and of all others in its columns. */
function lastRows(islands: readonly HeadedIsland[]): (island: HeadedIsland) => number {
  const last = new Map<number, number>()
  for (const island of islands) {
    const bottom = bottomOf(island)
    for (let column = island.left; column < island.left + island.width; column++)
      last.set(column, Math.max(last.get(column) ?? 0, bottom))
  }
  return ({ left, width }) => {
    let row = 0
    for (let column = left; column < left + width; column++) row = Math.max(row, last.get(column) ?? 0)
    return row
  }
}

/** A legend or a sum beside a list is shorter, a list of something else may be longer. */
const isAsDeep = (depth: number, other: number): boolean => depth > 0 && depth * 2 >= other && other * 2 >= depth

/** Fields that a list has once. */
const oncePerClient: ReadonlySet<string> = new Set(['name', 'givenName', 'familyName', 'organization', 'externalId'])

/** What stands in the header row names columns, and none that the list has. */
function isRestOfHeader(island: HeadedIsland, list: HeadedIsland, row: number): boolean {
  const below = island.rows.slice(row - island.top, row - island.top + headRecords)
  const { certainty, rowsFrom } = findHeader(below)
  if (certainty === 'none' || rowsFrom !== 1) return false
  const own = (list.rows[row - list.top] ?? []).map((name) => name.trim()).filter((name) => name !== '')
  const taken = new Set<string>(own)
  for (const name of own) taken.add(onceOf(name) ?? name)
  return (below[0] ?? []).every((name) => !taken.has(name.trim()) && !taken.has(onceOf(name) ?? ''))
}

function onceOf(name: string): string | undefined {
  const field = fieldNamed(name)
  return field !== undefined && oncePerClient.has(field) ? `field ${field}` : undefined
}

/** Those between the first and the last column of the list that stand beside rows of it, or hold what its columns hold. */
function rowsThatFit(
  islands: readonly HeadedIsland[],
  parts: readonly HeadedIsland[],
  names: ReadonlyMap<number, string>,
): readonly HeadedIsland[] {
  const left = parts.reduce((least, part) => Math.min(least, part.left), Infinity)
  const right = parts.reduce((most, part) => Math.max(most, part.left + part.width), 0)
  const within = islands.filter((island) => left <= island.left && island.left + island.width <= right)
  let filledTo = parts.reduce((most, part) => Math.max(most, bottomOf(part)), 0)
  const fitting: HeadedIsland[] = []
  for (const band of bandsOf(within)) {
    const width = band.reduce((sum, island) => sum + island.width, 0)
    const isBeside = (band[0]?.top ?? 0) <= filledTo
    // One column alone may as well be a note.
    if (!isBeside && (width < 2 || !band.every((island) => holdsValuesOf(island, names)))) continue
    for (const island of band) {
      fitting.push(island)
      filledTo = Math.max(filledTo, bottomOf(island))
    }
  }
  return fitting
}

/** Islands that have a row in common, one after the other. */
function bandsOf(islands: readonly HeadedIsland[]): readonly (readonly HeadedIsland[])[] {
  const bands: HeadedIsland[][] = []
  let bottom = -1
  for (const island of islands) {
    if (island.top > bottom) bands.push([island])
    else bands.at(-1)?.push(island)
    bottom = Math.max(bottom, bottomOf(island))
  }
  return bands
}

function holdsValuesOf({ left, width, rows, header }: HeadedIsland, names: ReadonlyMap<number, string>): boolean {
  const head = rows.slice(header.certainty === 'known' ? header.rowsFrom : 0, headRecords)
  for (let place = 0; place < width; place++) {
    const field = fieldNamed(names.get(left + place) ?? '')
    const values = head.map((cells) => cells[place]?.trim() ?? '').filter((text) => text !== '')
    if (field !== undefined && !areAll(field, values)) return false
  }
  return true
}

/**
 * The islands as one, without the columns and rows that are empty.
 * @param from of which row on, where the first ones only name the columns once more
 */
function put(islands: readonly HeadedIsland[], from: (island: HeadedIsland) => number): SheetIsland | undefined {
  const columns = new Set<number>()
  const byRow = new Map<number, { readonly left: number; readonly cells: readonly string[] }[]>()
  for (const island of islands) {
    for (let place = 0; place < island.width; place++) columns.add(island.left + place)
    for (let row = from(island); row < island.rows.length; row++) {
      const pieces = byRow.get(island.top + row)
      const piece = { left: island.left, cells: island.rows[row] ?? [] }
      if (pieces === undefined) byRow.set(island.top + row, [piece])
      else pieces.push(piece)
    }
  }
  if (byRow.size * columns.size > maxPlaces) return undefined
  const inOrder = [...columns].sort((a, b) => a - b)
  const placeOf = new Map(inOrder.map((column, place) => [column, place]))
  const ordered = [...byRow].sort(([a], [b]) => a - b)
  const rows: SheetTable = ordered.map(([, pieces]) => rowOf(pieces, placeOf))
  const { sheet } = islands[0] as HeadedIsland
  return { sheet, top: ordered[0]?.[0] ?? 0, left: inOrder[0] ?? 0, rows }
}

function rowOf(
  pieces: readonly { readonly left: number; readonly cells: readonly string[] }[],
  placeOf: ReadonlyMap<number, number>,
): readonly string[] {
  const row: string[] = []
  for (const { left, cells } of pieces.toSorted((a, b) => a.left - b.left)) {
    const place = placeOf.get(left) ?? 0
    while (row.length < place) row.push('')
    for (const text of cells) row.push(text)
  }
  return row
}

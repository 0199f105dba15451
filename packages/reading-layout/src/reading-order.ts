import { largestOf } from '@chancery/core'
import { enclosing, type Rectangle } from './page-geometry.ts'

/** Something that stands on a page: a piece of a line, a table. */
export interface PlacedItem extends Rectangle {
  /** That most of its letters have, in points. */
  readonly size: number
  /** How many letters it has, with a space for each word. */
  readonly length: number
  readonly rightToLeft: boolean
  /** A bullet or number alone, of the item that stands behind it. */
  readonly isMarker?: true
  /** Its place in the file. */
  readonly order: number
}

interface Interval {
  readonly left: number
  readonly right: number
}

/** Columns inside columns are looked for no deeper than this. */
const maxDepth = 8
/** In sizes of the text: columns are at least so far apart. */
const minGutter = 0.75
/** No page has more columns; what has is looked at no closer, so that time grows with the page alone. */
const maxGutters = 40

/**
 * Parts a page into columns, in the order in which they are read; what one holds is to be read line by line. A
 * recursive XY-cut (Nagy and Seth, 1984) that takes bands of the page together as long as one gutter goes through them:
 * so a heading over all columns parts those above it from those below, and gaps between paragraphs do not.
 */
export function readingOrder<T extends PlacedItem>(items: readonly T[], depth = 0): (readonly T[])[] {
  if (items.length < 2 || depth > maxDepth) return items.length === 0 ? [] : [items]
  const size = medianSize(items)
  const groups = bandGroups(items, minGutter * size)
  for (const [at, group] of groups.entries()) takeBeginnings(group, groups[at + 1])
  const parts: T[][] = []
  let plain: T[] = []
  const endPlain = (): void => {
    if (plain.length > 0) parts.push(plain)
    plain = []
  }
  const ordered: (readonly T[])[] = []
  for (const group of groups) {
    const whole = columnsIn(group, areColumns)
    for (const part of whole === undefined ? withoutRows(group) : [group]) {
      const columns = part === group ? whole : columnsIn(part, areProse)
      if (columns === undefined) for (const item of part.items) plain.push(item)
      else {
        endPlain()
        for (const item of parts.splice(0)) ordered.push(item)
        for (const column of columns) for (const item of readingOrder(column, depth + 1)) ordered.push(item)
      }
    }
  }
  endPlain()
  for (const item of parts) ordered.push(item)
  return ordered
}

const medianSize = (items: readonly PlacedItem[]): number => {
  const sizes = items.map(({ size }) => size).sort((a, b) => a - b)
  return sizes[sizes.length >> 1] ?? 10
}

type Extent = Pick<BandGroup<never>, 'gutters' | 'left' | 'right'>

interface BandGroup<T> {
  items: T[]
  /** The same items, line by line. */
  bands: T[][]
  /** Free of items over the whole height of the group, between its first and last item. */
  gutters: Interval[]
  left: number
  right: number
}

/** Bands are parted by white across the whole page; neighbours that share a gutter are one group. */
function bandGroups<T extends PlacedItem>(items: readonly T[], minWidth: number): BandGroup<T>[] {
  const groups: BandGroup<T>[] = []
  for (const band of bandsOf(items)) {
    const own: BandGroup<T> = { items: [...band], bands: [band], ...freeIn(band, minWidth) }
    const group = groups.at(-1)
    const begins = group === undefined || isHeadingOver(band, group) || isAfterColumns(band, group)
    const shared = begins ? undefined : merged(group, own, minWidth)
    if (group !== undefined && shared !== undefined && !isInTheWay(group, own, shared, minWidth)) {
      for (const item of band) group.items.push(item)
      group.bands.push(band)
      group.gutters = shared
      group.left = Math.min(group.left, own.left)
      group.right = Math.max(group.right, own.right)
    } else groups.push(own)
  }
  return groups
}

/** Lines of all columns, from where the later one begins to where two stand beside each other. */
const mostHigher = 8

/**
 * The first lines of a later column that begins a little higher than the first, and of the first one where its lines stand
 * beside the gaps of the other: each stands alone, under what is over all columns.
 */
function takeBeginnings<T extends PlacedItem>(above: BandGroup<T>, columns: BandGroup<T> | undefined): void {
  if (columns === undefined || above.gutters.length > 0 || columns.gutters.length === 0) return
  let first = above.bands.length
  const least = Math.max(1, first - mostHigher)
  const below = (columns.bands[0] ?? []).concat(columns.bands[1] ?? [])
  for (let at = first - 1; at >= least; at--) {
    const [line, ...others] = above.bands[at] ?? []
    if (line === undefined || others.length > 0 || !isBesideGutters(line, columns)) break
    if (beginsColumn(line, below, columns)) first = at
    below.push(line)
  }
  const taken = above.bands.splice(first)
  if (taken.length === 0) return
  above.items = above.bands.flat()
  columns.bands = [...taken, ...columns.bands]
  columns.items = [...taken.flat(), ...columns.items]
}

/** In no gutter's way. */
const isBesideGutters = (line: PlacedItem, { gutters }: Pick<BandGroup<PlacedItem>, 'gutters'>): boolean =>
  gutters.every(({ left, right }) => line.right < (left + right) / 2 || line.left > (left + right) / 2)

/** Whether a line stands over the edge where a column but the first begins, the first line of that column being the next one. */
function beginsColumn(
  line: PlacedItem,
  below: readonly PlacedItem[],
  { gutters }: Pick<BandGroup<PlacedItem>, 'gutters'>,
): boolean {
  const isOver = gutters.some(({ left, right }) =>
    line.rightToLeft ? isAt(line.right, left, line) : isAt(line.left, right, line),
  )
  if (!isOver) return false
  const height = line.bottom - line.top
  return below.some(
    ({ left, right, top, size }) =>
      left < line.right &&
      right > line.left &&
      top > line.top &&
      top - line.bottom < height &&
      size < headingSize * line.size,
  )
}

/** In sizes of the text. */
const headingSize = 1.12
/** So much of a group says what its columns are. */
const lastItems = 60

/** What stands over or under columns in the way of one of their gutters, though not of all. */
function isInTheWay<T extends PlacedItem>(
  group: BandGroup<T>,
  band: BandGroup<T>,
  shared: readonly Interval[],
  minWidth: number,
): boolean {
  if (group.gutters.length === 0) return band.gutters.length > 0 && isTitleOver(group, band, shared, minWidth)
  if (shared.length >= group.gutters.length || group.gutters.length < 2) return false
  const columns = columnsOf({ items: group.items.slice(-lastItems), gutters: group.gutters })
  return columns.length > group.gutters.length && areProse(columns)
}

/** In larger type, or not where the lines of a column begin: centred over them. */
function isTitleOver<T extends PlacedItem>(
  { items }: BandGroup<T>,
  band: BandGroup<T>,
  shared: readonly Interval[],
  minWidth: number,
): boolean {
  const [last] = items.slice(-1)
  if (shared.length < band.gutters.length || last === undefined) return true
  if (items.length === 1 && last.size > headingSize * medianSize(band.items)) return true
  return !band.gutters.every((own) =>
    shared.some(({ left, right }) =>
      last.rightToLeft
        ? left <= own.left + minWidth && left >= own.left
        : right >= own.right - minWidth && right <= own.right,
    ),
  )
}

/**
 * Whether the file has columns one after the other, and a band only then: it stands under all of them, though it may be no
 * wider than the first.
 */
function isAfterColumns(band: readonly PlacedItem[], { items, gutters }: BandGroup<PlacedItem>): boolean {
  if (gutters.length === 0) return false
  const first = band.reduce((least, item) => (item.order < least.order ? item : least))
  const last = items.slice(-lastItems)
  if (last.some(({ order }) => order > first.order)) return false
  const columns = columnsOf({ items: last, gutters })
  if (columns.length <= gutters.length) return false
  // The last column may go on below the others.
  const { left, right } = enclosing(columns.at(-1) ?? [])
  if (first.right > left && first.left < right) return false
  return columns.every((column, at) => {
    const before = largestOf((columns[at - 1] ?? []).map(({ order }) => order))
    return column.length > 1 && column.every(({ order }) => order > before)
  })
}

/**
 * One line in larger type, nothing beside it, under columns: it heads what comes, though it is not as wide. Not one that
 * begins where a later column does, or that goes on with such a line of its column.
 */
function isHeadingOver(
  [line, ...others]: readonly PlacedItem[],
  { items, bands, gutters }: BandGroup<PlacedItem>,
): boolean {
  if (line === undefined || others.length > 0 || gutters.length === 0) return false
  const isLarge = ({ size }: PlacedItem): boolean => size > headingSize * usual
  const usual = medianSize(items.slice(-50))
  if (!isLarge(line)) return false
  const goesOn = bands
    .at(-1)
    ?.some(
      (last) =>
        isLarge(last) && last.left < line.right && last.right > line.left && line.top - last.bottom < 0.5 * line.size,
    )
  if (goesOn === true) return false
  return !gutters.some(({ left, right }) =>
    line.rightToLeft ? isAt(line.right, left, line) : isAt(line.left, right, line),
  )
}

const isAt = (edge: number, side: number, { size }: PlacedItem): boolean => Math.abs(edge - side) < minGutter * size

function bandsOf<T extends PlacedItem>(items: readonly T[]): T[][] {
  const sorted = [...items].sort((a, b) => a.top - b.top || a.left - b.left)
  const bands: T[][] = []
  let bottom = -Infinity
  for (const item of sorted) {
    // Lines of one column may touch, and boxes of tall fonts overlap.
    const top = item.top + 0.15 * (item.bottom - item.top)
    const band = bands.at(-1)
    if (band !== undefined && top < bottom) band.push(item)
    else bands.push([item])
    bottom = Math.max(bottom, item.bottom - 0.15 * (item.bottom - item.top))
  }
  return bands
}

function freeIn(items: readonly PlacedItem[], minWidth: number): Extent {
  const sorted = items.length === 1 ? items : [...items].sort((a, b) => a.left - b.left)
  const gutters: Interval[] = []
  let right = sorted[0]?.left ?? 0
  let before: PlacedItem | undefined
  for (const item of sorted) {
    if (item.left - right >= minWidth && gutters.length < maxGutters && !areOneItem(before, item))
      gutters.push({ left: right, right: item.left })
    right = Math.max(right, item.right)
    before = item
  }
  return { gutters, left: sorted[0]?.left ?? 0, right }
}

/** In sizes of the text: a marker does not stand further before its text. */
const mostSetOff = 3

function areOneItem(left: PlacedItem | undefined, right: PlacedItem): boolean {
  if (left === undefined || right.left - left.right > mostSetOff * right.size) return false
  return right.rightToLeft ? right.isMarker === true : left.isMarker === true
}

/** The gutters of both together; `undefined` where they have none in common though one of them has. */
function merged(group: Extent, band: Extent, minWidth: number): Interval[] | undefined {
  if (group.gutters.length === 0 && band.gutters.length === 0) {
    // One beside the other, at different heights: there may be a gutter between them.
    return Math.max(group.left - band.right, band.left - group.right) >= minWidth ? undefined : []
  }
  const shared: Interval[] = []
  for (const one of withOutside(group)) {
    for (const other of withOutside(band)) {
      const interval = { left: Math.max(one.left, other.left), right: Math.min(one.right, other.right) }
      if (interval.right - interval.left >= minWidth && interval.left > -Infinity && interval.right < Infinity)
        shared.push(interval)
    }
  }
  return shared.length === 0 ? undefined : shared.slice(0, maxGutters)
}

/** Beside its items, too, a group is free. */
const withOutside = ({ gutters, left, right }: Extent): Interval[] => [
  { left: -Infinity, right: left },
  ...gutters,
  { left: right, right: Infinity },
]

/** What is beside each other to be read one after the other; `undefined`: to be read line by line. */
function columnsIn<T extends PlacedItem>(
  group: BandGroup<T>,
  are: (columns: readonly (readonly T[])[]) => boolean,
): T[][] | undefined {
  if (group.gutters.length === 0) return undefined
  const columns = columnsOf(group)
  return columns.length > 1 && are(columns) ? columns : undefined
}

/** Parted where lines follow each other that have more pieces than there are columns: the rows of a table. */
function withoutRows<T extends PlacedItem>(group: BandGroup<T>): BandGroup<T>[] {
  const found: BandGroup<T>[] = []
  let wasRow: boolean | undefined
  for (const [at, band] of group.bands.entries()) {
    const isLong = (other: readonly T[] | undefined): boolean => (other?.length ?? 0) > group.gutters.length + 1
    const isRow = isLong(band) && (isLong(group.bands[at - 1]) || isLong(group.bands[at + 1]))
    const part = found.at(-1)
    if (part === undefined || isRow !== wasRow) found.push({ ...group, items: [...band], bands: [band] })
    else {
      for (const item of band) part.items.push(item)
      part.bands.push(band)
    }
    wasRow = isRow
  }
  return found.length > 1 ? found : [group]
}

/** In the order in which they are read. */
function columnsOf<T extends PlacedItem>({ items, gutters }: Pick<BandGroup<T>, 'items' | 'gutters'>): T[][] {
  const borders = gutters.map(({ left, right }) => (left + right) / 2).sort((a, b) => a - b)
  const columns = Array.from({ length: borders.length + 1 }, (): T[] => [])
  for (const item of items) {
    const middle = (item.left + item.right) / 2
    let at = 0
    while (at < borders.length && middle > (borders[at] ?? 0)) at++
    columns[at]?.push(item)
  }
  const filled = columns.filter((column) => column.length > 0)
  const letters = items.reduce((sum, item) => sum + item.length, 0)
  const toTheLeft = items.reduce((sum, item) => sum + (item.rightToLeft ? item.length : 0), 0)
  return toTheLeft * 2 > letters ? filled.toReversed() : filled
}

/** Each has lines that are long and fill it. */
const areProse = (columns: readonly (readonly PlacedItem[])[]): boolean =>
  columns.every((column) => {
    const { left, right } = enclosing(column)
    const letters = column.reduce((sum, item) => sum + item.length, 0)
    const filled = column.reduce((sum, item) => sum + item.right - item.left, 0) / (column.length * (right - left))
    return column.length >= 3 && letters / column.length >= 18 && filled > 0.55
  })

/** Long lines in columns, or short ones that the file, too, has one column after the other. */
function areColumns(columns: readonly (readonly PlacedItem[])[]): boolean {
  if (areProse(columns)) return true
  if (columns.every((column) => column.length === 1)) return false
  let changes = 0
  let before: number | undefined
  for (const { column } of columns
    .flatMap((items, column) => items.map(({ order }) => ({ order, column })))
    .sort((a, b) => a.order - b.order)) {
    if (before !== undefined && column !== before) changes++
    before = column
  }
  return changes <= columns.length - 1
}

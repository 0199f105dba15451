/** Types of values that hold what is read here, and their bytes: BYTE, SHORT, LONG, RATIONAL, UNDEFINED. */
const typeSizes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1 }
const maxPages = 10_000
const maxValues = 1_000_000
const entryBytes = 12

/** One directory of a TIFF, mostly a page: the values of its tags (TIFF 6.0, section 2). */
export class TiffDirectory {
  private readonly view: DataView
  readonly little: boolean
  private readonly entries: ReadonlyMap<number, number>

  constructor(view: DataView, little: boolean, entries: ReadonlyMap<number, number>) {
    this.view = view
    this.little = little
    this.entries = entries
  }

  /** All values of a tag; none where it is absent. @throws RangeError where they lie outside */
  values(tag: number): readonly number[] {
    const at = this.entries.get(tag)
    if (at === undefined) return []
    const { view, little } = this
    const type = view.getUint16(at + 2, little)
    const size = typeSizes[type]
    const count = view.getUint32(at + 4, little)
    if (size === undefined || count > maxValues) return []
    const start = count * size <= 4 ? at + 8 : view.getUint32(at + 8, little)
    if (start + count * size > view.byteLength) throw new RangeError('values outside')
    return Array.from({ length: count }, (_, index) => {
      const place = start + index * size
      if (size === 1) return view.getUint8(place)
      if (size === 2) return view.getUint16(place, little)
      if (size === 4) return view.getUint32(place, little)
      return view.getUint32(place, little) / view.getUint32(place + 4, little)
    })
  }

  /** The first value of a tag. @throws RangeError where it lies outside */
  value(tag: number, absent: number): number {
    return this.values(tag)[0] ?? absent
  }

  /** The bytes of an entry of type BYTE or UNDEFINED. */
  bytes(tag: number): Uint8Array {
    return Uint8Array.from(this.values(tag))
  }

  /** Dots to the inch; 0 where nothing is said of them. @throws RangeError where they lie outside */
  density(): { readonly x: number; readonly y: number } {
    const scale = this.value(296, 2) === 3 ? 2.54 : 1
    return { x: this.value(282, 0) * scale, y: this.value(283, 0) * scale }
  }

  /** Whether it is the small picture of a page beside it. */
  get isReduced(): boolean {
    return (this.value(254, 0) & 1) === 1
  }
}

/**
 * The directories of a TIFF in their order, each when it is asked for; none for another kind of file, BigTIFF among them.
 * @throws RangeError where one lies outside, or they run in a circle or through each other: no more is read than the file
 *   has room for
 */
export function* tiffDirectories(bytes: Uint8Array): Generator<TiffDirectory, void, undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = view.getUint8(0) === 0x49
  if (view.getUint16(2, little) !== 42) return
  let room = Math.ceil(bytes.length / entryBytes)
  let pages = 0
  for (let at = view.getUint32(4, little); at !== 0;) {
    const count = view.getUint16(at, little)
    room -= count
    if (room < 0 || ++pages > maxPages) throw new RangeError('directories in a circle')
    const entries = new Map<number, number>()
    const next = at + 2 + count * entryBytes
    for (let entry = at + 2; entry < next; entry += entryBytes) entries.set(view.getUint16(entry, little), entry)
    yield new TiffDirectory(view, little, entries)
    // Some writers leave out the end of the list with the file's.
    at = next + 4 <= view.byteLength ? view.getUint32(next, little) : 0
  }
}

import { corruptDocument } from '../reading-errors.ts'

/** Types of values that hold what is read here, and their bytes: BYTE, SHORT, LONG, RATIONAL, UNDEFINED. */
const typeSizes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1 }
const maxPages = 10_000
const maxValues = 1_000_000

/** One page of a TIFF: the values of its tags (TIFF 6.0, section 2). */
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

  value(tag: number, absent: number): number {
    return this.values(tag)[0] ?? absent
  }

  /** The bytes of an entry of type BYTE or UNDEFINED. */
  bytes(tag: number): Uint8Array {
    return Uint8Array.from(this.values(tag))
  }
}

/** The pages of a TIFF. @throws `document_corrupt` where they run in a circle or lie outside */
export function tiffDirectories(bytes: Uint8Array): TiffDirectory[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const directories: TiffDirectory[] = []
  const seen = new Set<number>()
  try {
    const little = view.getUint8(0) === 0x49
    if (view.getUint16(2, little) !== 42) throw corruptDocument('The image is no TIFF that can be read.')
    for (let at = view.getUint32(4, little); at !== 0;) {
      if (seen.has(at) || seen.size >= maxPages) throw corruptDocument('The pages of the TIFF run in a circle.')
      seen.add(at)
      const count = view.getUint16(at, little)
      const entries = new Map<number, number>()
      for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12)
        entries.set(view.getUint16(entry, little), entry)
      const directory = new TiffDirectory(view, little, entries)
      // The small pictures of a page beside it are none.
      if ((directory.value(254, 0) & 1) === 0) directories.push(directory)
      const next = at + 2 + count * 12
      at = next + 4 <= view.byteLength ? view.getUint32(next, little) : 0
    }
  } catch (error) {
    if (error instanceof RangeError) throw corruptDocument('The TIFF is cut off.', error)
    throw error
  }
  if (directories.length === 0) throw corruptDocument('The TIFF has no page.')
  return directories
}

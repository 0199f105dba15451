import { zipRecords } from '@chancery/formats/zip'
import { corrupt } from '../refusal.ts'

/** Where the central directory lies in the bytes. */
export interface DirectoryExtent {
  readonly start: number
  readonly stop: number
  readonly count: number
  /** Added to every stated offset; above 0 where stray bytes stand before the package. */
  readonly shift: number
  /** Bytes stand before or after the package. */
  readonly stray: boolean
}

const signature = Uint8Array.of(0x50, 0x4b, 0x05, 0x06)
/** The longest comment, and as much again for bytes that got behind the package on its way. */
const searchBytes = 2 * 0xffff + 22

/**
 * Finds the one end record, with its zip64 form.
 * @throws `document_corrupt` where there is none (a truncated file), or a second one could be meant.
 */
export function endOfDirectory(bytes: Uint8Array, view: DataView): DirectoryExtent {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lowest = Math.max(0, bytes.length - searchBytes)
  let at = buffer.lastIndexOf(signature)
  while (at >= lowest && at + 22 > bytes.length) at = at === 0 ? -1 : buffer.lastIndexOf(signature, at - 1)
  if (at < lowest) throw corrupt('The package has no end; the file was probably cut off.')

  const extent = extentAt(view, at)
  // Another reader could take an earlier record between the directory and this one for the end.
  const other = buffer.indexOf(signature, extent.stop)
  if (other !== at) throw corrupt('The package has more than one end.')
  return extent
}

function extentAt(view: DataView, at: number): DirectoryExtent {
  const disk = view.getUint16(at + 4, true)
  const directoryDisk = view.getUint16(at + 6, true)
  let count = view.getUint16(at + 10, true)
  let size = view.getUint32(at + 12, true)
  let offset = view.getUint32(at + 16, true)
  let stop = at
  const locator = at - 20
  if (locator >= 56 && view.getUint32(locator, true) === 0x07064b50) {
    // The record right before its locator, whatever the offset says: stray bytes may have moved it.
    const record = locator - 56
    if (view.getUint32(record, true) !== 0x06064b50) throw corrupt('The end of the package is damaged.')
    const wide = (position: number): number => Number(view.getBigUint64(position, true))
    if (view.getUint32(record + 16, true) !== 0 || view.getUint32(record + 20, true) !== 0) throw spread()
    if (count === 0xffff) count = wide(record + 32)
    if (size === 0xffffffff) size = wide(record + 40)
    if (offset === 0xffffffff) offset = wide(record + 48)
    if (count !== wide(record + 32) || size !== wide(record + 40) || offset !== wide(record + 48)) {
      throw corrupt('The two ends of the package disagree.')
    }
    stop = record
  } else if (count === 0xffff || size === 0xffffffff || offset === 0xffffffff) {
    throw corrupt('The end of the package is damaged.')
  }
  if ((disk !== 0 && disk !== 0xffff) || (directoryDisk !== 0 && directoryDisk !== 0xffff)) throw spread()
  if (view.getUint16(at + 8, true) !== view.getUint16(at + 10, true)) throw spread()
  const start = stop - size
  const shift = start - offset
  if (start < 0 || shift < 0) throw corrupt('The list of parts is not where the package says.')
  // A whole package inside of a cut-off one: its own beginning is not the file's.
  if (shift > 0 && view.getUint32(0, true) === zipRecords.file.signature) throw corrupt('The package was cut off.')
  const behind = view.byteLength - (at + 22 + view.getUint16(at + 20, true))
  return { start, stop, count, shift, stray: shift > 0 || behind !== 0 }
}

const spread = (): Error => corrupt('The package is spread over several files.')

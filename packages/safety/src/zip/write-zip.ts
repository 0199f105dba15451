import { crc32 } from 'node:zlib'
import type { ZipPart } from './zip-parts.ts'

/** 1980-01-01 00:00, the earliest time of a zip: the same parts give the same bytes. */
const dosDate = 0x0021
const utf8Flag = 0x0800

/**
 * Writes verified parts as a new zip (APPNOTE 4.3): what every reader finds is the same, whatever the old one held beside
 * or between. Data that were deflated stay as they were.
 */
export function writeZip(parts: readonly ZipPart[]): Uint8Array {
  const encoder = new TextEncoder()
  const items = parts.map((part) => ({
    ...part,
    rawName: encoder.encode(part.name),
    data: part.deflated ?? part.bytes,
  }))
  const dataSize = items.reduce((sum, { rawName, data }) => sum + 30 + rawName.length + data.length, 0)
  const directorySize = items.reduce((sum, { rawName }) => sum + 46 + rawName.length, 0)
  const out = new Uint8Array(dataSize + directorySize + 22)
  const view = new DataView(out.buffer)
  let at = 0
  let central = dataSize
  for (const { rawName, data, bytes, deflated } of items) {
    const fields = (offset: number): void => {
      view.setUint16(offset, 20, true)
      view.setUint16(offset + 2, utf8Flag, true)
      view.setUint16(offset + 4, deflated === undefined ? 0 : 8, true)
      view.setUint16(offset + 8, dosDate, true)
      view.setUint32(offset + 10, crc32(bytes), true)
      view.setUint32(offset + 14, data.length, true)
      view.setUint32(offset + 18, bytes.length, true)
      view.setUint16(offset + 22, rawName.length, true)
    }
    view.setUint32(central, 0x02014b50, true)
    view.setUint16(central + 4, 20, true)
    fields(central + 6)
    view.setUint32(central + 42, at, true)
    out.set(rawName, central + 46)
    central += 46 + rawName.length
    view.setUint32(at, 0x04034b50, true)
    fields(at + 4)
    out.set(rawName, at + 30)
    out.set(data, at + 30 + rawName.length)
    at += 30 + rawName.length + data.length
  }
  view.setUint32(central, 0x06054b50, true)
  view.setUint16(central + 8, items.length, true)
  view.setUint16(central + 10, items.length, true)
  view.setUint32(central + 12, directorySize, true)
  view.setUint32(central + 16, dataSize, true)
  return out
}

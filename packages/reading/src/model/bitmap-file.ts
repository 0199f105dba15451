/** What lies before the picture in a file of its own. */
const fileHeaderBytes = 14

/** A bitmap as it lies in memory (BITMAPINFOHEADER), as a file. */
export function bitmapFile(bitmap: Uint8Array): Uint8Array {
  if (bitmap.length < 40) return bitmap
  const view = new DataView(bitmap.buffer, bitmap.byteOffset, bitmap.byteLength)
  const [header, bits, packing, colours] = [
    view.getUint32(0, true),
    view.getUint16(14, true),
    view.getUint32(16, true),
    view.getUint32(32, true),
  ]
  const table = bits <= 8 ? (colours === 0 ? 2 ** bits : colours) * 4 : packing === 3 && header === 40 ? 12 : 0
  const file = Buffer.alloc(fileHeaderBytes + bitmap.length)
  file.write('BM', 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(Math.min(fileHeaderBytes + header + table, file.length), 10)
  file.set(bitmap, fileHeaderBytes)
  return file
}

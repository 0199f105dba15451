import { crc32, deflateSync } from 'node:zlib'

/** A picture of dots, 8 bits for each of red, green, blue and opacity, as PNG (W3C PNG 3, sections 5 and 10). */
export function writePng(width: number, height: number, rgba: Uint8Array): Uint8Array {
  const lines = Buffer.alloc(height * (width * 4 + 1))
  for (let row = 0; row < height; row++) {
    lines.set(rgba.subarray(row * width * 4, (row + 1) * width * 4), row * (width * 4 + 1) + 1)
  }
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const out = Buffer.alloc(content.length + 8)
    out.writeUInt32BE(data.length, 0)
    out.set(content, 4)
    out.writeUInt32BE(crc32(content), content.length + 4)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', new Uint8Array()),
  ])
}

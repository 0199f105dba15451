import { crc32, deflateSync } from 'node:zlib'
import type { GrayPicture } from '../../../reading/src/ocr/gray-picture.ts'

interface PngFixture {
  readonly width: number
  readonly height: number
  readonly colour: 0 | 2 | 3 | 4 | 6
  readonly depth: 1 | 2 | 4 | 8 | 16
  readonly interlaced: boolean
  /** The samples of a pixel, 0 to 255. */
  readonly at: (x: number, y: number) => readonly number[] | 'white'
  readonly perMetre?: number
  /** Instead of the pixels. */
  readonly data?: Uint8Array
}

const white = { 0: [255], 2: [255, 255, 255], 3: [1], 4: [255, 255], 6: [255, 255, 255, 255] } as const

/** A PNG; in palettes 0 is black and 1 white. */
export function pngOf(fixture: PngFixture): Uint8Array<ArrayBuffer> {
  const { width, height, colour, depth, interlaced, at, perMetre, data } = fixture
  const passes = interlaced
    ? [
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
      ]
    : [[0, 0, 1, 1]]
  const rows: number[] = []
  for (const [left = 0, top = 0, across = 1, down = 1] of passes) {
    for (let y = top; y < height; y += down) {
      if (left >= width) continue
      let bits = ''
      for (let x = left; x < width; x += across) {
        const samples = at(x, y)
        for (const sample of samples === 'white' ? white[colour] : samples) {
          const value = colour === 3 ? sample : depth === 16 ? sample * 257 : sample >> (8 - depth)
          bits += value.toString(2).padStart(depth, '0')
        }
      }
      rows.push(
        0,
        ...(bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) =>
          Number.parseInt(byte, 2),
        ),
      )
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  const physical = Buffer.alloc(9, 1)
  physical.writeUInt32BE(perMetre ?? 0, 0)
  physical.writeUInt32BE(perMetre ?? 0, 4)
  const file = Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    ...(perMetre === undefined ? [] : [chunk('pHYs', physical)]),
    ...(colour === 3 ? [chunk('PLTE', Buffer.from([0, 0, 0, 255, 255, 255]))] : []),
    chunk('IDAT', data ?? deflateSync(Uint8Array.from(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return new Uint8Array(file)
}

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A BMP from the bottom up. */
export function bmpOf({ width, height, pixels }: GrayPicture, depth: 8 | 24 | 32): Uint8Array {
  const palette = depth === 8 ? Array.from({ length: 256 }, (_, level) => [level, level, level, 0]).flat() : []
  const step = depth >> 3
  const stride = Math.ceil((width * step) / 4) * 4
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width * step; x++)
      rows[(height - 1 - y) * stride + x] = pixels[y * width + Math.floor(x / step)]!
  }
  const header = Buffer.alloc(54)
  header.write('BM', 'latin1')
  header.writeUInt32LE(54 + palette.length, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(depth, 28)
  return new Uint8Array(Buffer.concat([header, Buffer.from(palette), rows]))
}

/** A GIF whose codes are never shortened: it clears its table after every two pixels. */
export function gifOf({ width, height, pixels }: GrayPicture): Uint8Array {
  let bits = ''
  const put = (code: number): void => void (bits = code.toString(2).padStart(9, '0') + bits)
  for (const [at, level] of pixels.entries()) {
    if (at % 2 === 0) put(256)
    put(level)
  }
  put(257)
  const data: number[] = []
  for (let end = bits.length; end > 0; end -= 8) data.push(Number.parseInt(bits.slice(Math.max(0, end - 8), end), 2))
  const colours = Array.from({ length: 256 }, (_, level) => [level, level, level]).flat()
  const size = [width, 0, height, 0]
  return Uint8Array.from([
    ...Buffer.from('GIF89a', 'latin1'),
    ...size,
    0xf7,
    0,
    0,
    ...colours,
    0x2c,
    0,
    0,
    0,
    0,
    ...size,
    0,
    8,
    data.length,
    ...data,
    0,
    0x3b,
  ])
}

interface TiffPage {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
  readonly compression: number
  readonly bits?: number
  readonly photometric?: number
  readonly orientation?: number
}

/** A little-endian TIFF of gray pages in one strip each, at 200 dots to the inch. */
export function tiffOf(pages: readonly TiffPage[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0])]
  let at = 8
  for (const [index, page] of pages.entries()) {
    const { width, height, data, compression, bits = 8, photometric = 1, orientation = 1 } = page
    const behind = at + 2 + 12 * 12 + 4
    const tags = [
      [256, 4, width],
      [257, 4, height],
      [258, 3, bits],
      [259, 3, compression],
      [262, 3, photometric],
      [273, 4, behind + 8],
      [274, 3, orientation],
      [277, 3, 1],
      [278, 4, height],
      [279, 4, data.length],
      [282, 5, behind],
      [296, 3, 2],
    ] as const
    const directory = Buffer.alloc(behind - at + 8)
    directory.writeUInt16LE(tags.length, 0)
    for (const [entry, [tag, type, value]] of tags.entries()) {
      const place = 2 + entry * 12
      directory.writeUInt16LE(tag, place)
      directory.writeUInt16LE(type, place + 2)
      directory.writeUInt32LE(1, place + 4)
      directory.writeUInt32LE(value, place + 8)
    }
    const end = behind + 8 + data.length + (data.length % 2)
    directory.writeUInt32LE(index === pages.length - 1 ? 0 : end, behind - at - 4)
    directory.writeUInt32LE(200, behind - at)
    directory.writeUInt32LE(1, behind - at + 4)
    parts.push(directory, Buffer.from(data), Buffer.alloc(data.length % 2))
    at = end
  }
  return new Uint8Array(Buffer.concat(parts))
}

const segment = (marker: number, content: readonly number[]): number[] => [
  0xff,
  marker,
  0,
  content.length + 2,
  ...content,
]

/** Sixteen by eight, left half black, right half white; its Exif data has it turned clockwise. Two blocks of DC alone. */
export const jpeg = Uint8Array.from([
  0xff,
  0xd8,
  ...segment(0xe1, [
    ...Buffer.from('Exif\0\0II*\0', 'latin1'),
    8,
    0,
    0,
    0,
    1,
    0,
    0x12,
    1,
    3,
    0,
    1,
    0,
    0,
    0,
    6,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]),
  ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
  ...segment(0xc0, [8, 0, 8, 0, 16, 1, 1, 0x11, 0]),
  // One code each, of one bit: a difference of eight bits, and the end of the block.
  ...segment(0xc4, [0x00, 1, ...Array.from({ length: 15 }, () => 0), 8]),
  ...segment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
  ...segment(0xda, [1, 1, 0, 0, 63, 0]),
  0x3f,
  0x9f,
  0xef,
  0xff,
  0xd9,
])

import { crc32, deflateSync } from 'node:zlib'
import { type Attack, latin1 } from './attack.ts'
import { record } from './raw-zip.ts'

const number32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value >>> 0)
  return buffer
}
const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([latin1(type), data])
  return Buffer.concat([number32(data.length), body, number32(crc32(body))])
}
const pngStart = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** A grey PNG that states any size. */
export const png = (width: number, height: number, data: Uint8Array, ...more: readonly Uint8Array[]): Buffer =>
  Buffer.concat([
    pngStart,
    chunk('IHDR', Buffer.concat([number32(width), number32(height), Uint8Array.of(8, 0, 0, 0, 0)])),
    ...more,
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', new Uint8Array()),
  ])

const frameHeader = (width: number, height: number): Buffer =>
  Buffer.from([0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])

const jpeg = (...segments: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Uint8Array.of(0xff, 0xd8), ...segments, Uint8Array.of(0xff, 0xd9)])

/** A little-endian TIFF with one directory of (tag, value) longs. */
const tiff = (next: number, ...tags: readonly (readonly [number, number])[]): Buffer => {
  const head = record(10, [0, 4, 0x002a4949], [4, 4, 8], [8, 2, tags.length])
  const entries = tags.map(([tag, value]) => record(12, [0, 2, tag], [2, 2, 4], [4, 4, 1], [8, 4, value]))
  return Buffer.concat([head, ...entries, record(4, [0, 4, next])])
}

const bitmap = (width: number, height: number): Buffer =>
  record(
    54,
    [0, 2, 0x4d42],
    [2, 4, 54],
    [10, 4, 54],
    [14, 4, 40],
    [18, 4, width],
    [22, 4, height],
    [26, 2, 1],
    [28, 2, 24],
  )

/** Pictures that claim more than can be held, or whose structure has no end. */
export function* imageAttacks(): Generator<Attack> {
  const attack = (filename: string, name: string, bytes: Uint8Array, expect?: Attack['expect']): Attack => ({
    name: `image: ${name}`,
    bytes,
    filename,
    ...(expect === undefined ? {} : { expect }),
  })
  const large = 'payload_too_large'
  const bad = 'document_corrupt'
  const one = Uint8Array.of(0, 0)
  yield attack('a.png', 'png of 65,535 x 65,535', png(65_535, 65_535, one), large)
  yield attack('a.png', 'png of 2^32 x 2^32', png(0xffffffff, 0xffffffff, one), large)
  yield attack('a.png', 'png of 1 x 2^31', png(1, 0x7fffffff, one), large)
  yield attack('a.png', 'png of no size', png(0, 0, one), bad)
  yield attack(
    'a.png',
    'png with a text that unpacks to 50 MB',
    png(1, 1, one, chunk('zTXt', Buffer.concat([latin1('a\u0000\u0000'), deflateSync(Buffer.alloc(50_000_000))]))),
  )
  yield attack('a.png', 'png of 2 kB of header', pngStart, bad)
  yield attack('a.png', 'png cut off', png(10, 10, Buffer.alloc(110)).subarray(0, 40), bad)
  yield attack(
    'a.png',
    'png with 100,000 empty chunks',
    png(1, 1, one, ...Array.from({ length: 100_000 }, () => chunk('tEXt', new Uint8Array()))),
  )
  yield attack('a.gif', 'gif of 65,535 x 65,535', Buffer.concat([latin1('GIF89a'), Buffer.alloc(7, 0xff)]), large)
  yield attack('a.gif', 'gif cut off', latin1('GIF89a'), bad)
  yield attack('a.jpg', 'jpeg of 65,500 x 65,500', jpeg(frameHeader(65_500, 65_500)), large)
  yield attack(
    'a.jpg',
    'jpeg of a million empty segments',
    jpeg(Buffer.alloc(4_000_000, Uint8Array.of(0xff, 0xe1, 0, 2)), frameHeader(1, 1)),
  )
  yield attack('a.jpg', 'jpeg of a segment of no length', jpeg(Uint8Array.of(0xff, 0xe1, 0, 0)), bad)
  yield attack('a.jpg', 'jpeg of a megabyte of fill bytes', jpeg(Buffer.alloc(1_000_000, 0xff)), bad)
  yield attack('a.tif', 'tiff of 2^31 x 2^31', tiff(0, [256, 0x7fffffff], [257, 0x7fffffff]), large)
  yield attack('a.tif', 'tiff whose pages run in a circle', tiff(8, [256, 1], [257, 1]), bad)
  yield attack('a.tif', 'tiff whose pages begin behind the end', tiff(0x7fffffff, [256, 1], [257, 1]), bad)
  yield attack(
    'a.webp',
    'webp of 16,384 x 16,384',
    Buffer.concat([latin1('RIFF\u0000\u0000\u0000\u0000WEBPVP8X'), record(10, [0, 4, 10]), Buffer.alloc(20, 0xff)]),
    large,
  )
  yield attack('a.bmp', 'bmp of 2^31 x 2^31', bitmap(0x7fffffff, 0x7fffffff), large)
  yield attack('a.bmp', 'bmp that stands on its head', bitmap(0x80000000, 0x80000000), large)
}

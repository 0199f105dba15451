import { crc32, deflateSync } from 'node:zlib'
import { type Attack, latin1 } from './attack.ts'
import { record, zlibRun } from './raw-zip.ts'

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

/** A PNG of zeros that is really as large as it says. */
const largePng = (width: number, height: number, colour: number): Buffer =>
  Buffer.concat([
    pngStart,
    chunk('IHDR', Buffer.concat([number32(width), number32(height), Uint8Array.of(8, colour, 0, 0, 0)])),
    chunk('IDAT', zlibRun(Math.ceil((height * (1 + width * (colour === 6 ? 4 : 1))) / 2 ** 20))),
    chunk('IEND', new Uint8Array()),
  ])

/** A GIF of one screen and any number of frames, each of which may state a size of its own. */
export function gif(width: number, height: number, frames: number, frameWidth = width, frameHeight = height): Buffer {
  const size = (value: number): number[] => [value & 255, value >> 8]
  const screen = Buffer.from([...size(width), ...size(height), 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, ...size(frameWidth), ...size(frameHeight), 0, 2, 2, 0x4c, 1, 0])
  return Buffer.concat([latin1('GIF89a'), screen, ...Array.from({ length: frames }, () => frame), Uint8Array.of(0x3b)])
}

/** A whole JPEG of one grey component, whose scan is zeros; more segments may stand before it. */
const scannedJpeg = (width: number, height: number, scans: number, ...before: readonly Uint8Array[]): Buffer => {
  const quantization = Buffer.concat([Uint8Array.of(0xff, 0xdb, 0, 67, 0), Buffer.alloc(64, 1)])
  const huffman = (id: number): Buffer =>
    Buffer.concat([Uint8Array.of(0xff, 0xc4, 0, 20, id, 1), Buffer.alloc(15), Uint8Array.of(0)])
  const scan = Buffer.concat([Uint8Array.of(0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0), Buffer.alloc(64)])
  return jpeg(
    ...before,
    quantization,
    frameHeader(width, height),
    huffman(0),
    huffman(0x10),
    ...Array.from({ length: scans }, () => scan),
  )
}

const exif = (tags: Uint8Array): Buffer => {
  const body = Buffer.concat([latin1('Exif\u0000\u0000'), tags])
  return Buffer.concat([Uint8Array.of(0xff, 0xe1, (body.length + 2) >> 8, (body.length + 2) & 255), body])
}

const riff = (...chunks: readonly (readonly [string, Uint8Array, number?])[]): Buffer => {
  const body = Buffer.concat([
    latin1('WEBP'),
    ...chunks.flatMap(([name, data, length = data.length]) => [latin1(name), record(4, [0, 4, length]), data]),
  ])
  return Buffer.concat([latin1('RIFF'), record(4, [0, 4, body.length]), body])
}

/** The canvas of an extended WebP: flags, then width and height less one, 24 bits each. */
const canvas = (flags: number, width: number, height: number): Buffer =>
  Buffer.concat([
    Uint8Array.of(flags, 0, 0, 0),
    record(4, [0, 4, width - 1]).subarray(0, 3),
    record(4, [0, 4, height - 1]).subarray(0, 3),
  ])

/** A sound bitmap of one colour; its width is a multiple of four. */
export function solidBitmap(width: number, height: number): Buffer {
  const file = Buffer.concat([bitmap(width, height), Buffer.alloc(width * height * 3, 0x80)])
  file.writeUInt32LE(file.length, 2)
  return file
}

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

  // As large as may be, and true: whether it is worth reading is the reader's to decide.
  yield attack('a.png', 'png of 144 megapixels of nothing', largePng(12_000, 12_000, 0))
  yield attack('a.png', 'png of 144 megapixels in four channels', largePng(12_000, 12_000, 6))
  yield attack('a.png', 'png of one row of 149 megapixels', largePng(149_000_000, 1, 0))
  yield attack('a.png', 'png of four rows of two million pixels', largePng(2_300_000, 4, 0))
  yield attack('a.bmp', 'bmp of four rows of two million pixels that are not there', bitmap(2_293_764, 4), bad)
  yield attack('a.png', 'png whose data is more than its size', png(1, 1, Buffer.alloc(5_000_000)))
  yield attack('a.png', 'png whose data is less than its size', png(9999, 9999, one))
  yield attack(
    'a.png',
    'png with two headers',
    png(1, 1, one, chunk('IHDR', Buffer.concat([number32(60_000), number32(60_000), Uint8Array.of(8, 0, 0, 0, 0)]))),
  )
  yield attack('a.png', 'png of a colour that there is not', largePng(9, 9, 200))
  yield attack(
    'a.png',
    'png of frames without end',
    png(9, 9, Buffer.alloc(90), chunk('acTL', Buffer.concat([number32(0xffffffff), number32(0)]))),
  )
  yield attack(
    'a.png',
    'png whose chunk is longer than the file',
    Buffer.concat([png(9, 9, Buffer.alloc(90)).subarray(0, 33), number32(0x7fffffff), latin1('IDATIEND')]),
  )
  yield attack(
    'a.png',
    'png with a profile that unpacks to 50 MB',
    png(1, 1, one, chunk('iCCP', Buffer.concat([latin1('a\u0000\u0000'), zlibRun(50)]))),
  )
  yield attack('a.gif', 'gif of 100,000 frames', gif(9, 9, 100_000))
  yield attack('a.gif', 'gif of 3,000 frames of 4 megapixels', gif(2000, 2000, 3000))
  yield attack('a.gif', 'gif whose frame is larger than its screen', gif(1, 1, 1, 65_535, 65_535))
  yield attack('a.gif', 'gif without frames', gif(9, 9, 0))
  yield attack(
    'a.gif',
    'gif of codes that never clear',
    Buffer.concat([gif(5000, 5000, 1).subarray(0, 30), Buffer.alloc(1_000_000, 0xff)]),
  )
  yield attack(
    'a.gif',
    'gif of comments',
    Buffer.concat([
      gif(9, 9, 0).subarray(0, 19),
      Buffer.alloc(2_000_000, Uint8Array.of(0x21, 0xfe, 1, 65, 0)),
      Uint8Array.of(0x3b),
    ]),
  )
  yield attack('a.jpg', 'jpeg of 140 megapixels and one scan', scannedJpeg(12_000, 12_000, 1))
  yield attack('a.jpg', 'jpeg of 10,000 scans', scannedJpeg(4000, 4000, 10_000))
  yield attack('a.jpg', 'jpeg with two frames', scannedJpeg(9, 9, 1, frameHeader(1, 1)))
  yield attack(
    'a.jpg',
    'jpeg with a small frame before a huge one',
    jpeg(frameHeader(1, 1), frameHeader(65_000, 65_000)),
  )
  yield attack(
    'a.jpg',
    'jpeg without tables',
    jpeg(frameHeader(99, 99), Uint8Array.of(0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0)),
  )
  yield attack(
    'a.jpg',
    'jpeg whose thumbnails are each other',
    scannedJpeg(9, 9, 1, exif(tiff(8, [0x8769, 8], [0x014a, 8], [0x0112, 99]))),
  )
  yield attack(
    'a.jpg',
    'jpeg whose turn stands behind the end',
    scannedJpeg(9, 9, 1, exif(tiff(0xfffffff0, [0x8769, 0xfffffff0]))),
  )
  yield attack(
    'a.tif',
    'tiff of a strip behind the end',
    tiff(0, [256, 999], [257, 999], [273, 0x7fffffff], [278, 999], [279, 0x7fffffff]),
  )
  yield attack(
    'a.tif',
    'tiff of no bits',
    tiff(0, [256, 99], [257, 99], [258, 0], [259, 1], [262, 1], [273, 8], [277, 0], [279, 9]),
  )
  yield attack(
    'a.tif',
    'tiff of a billion samples',
    tiff(0, [256, 99], [257, 99], [258, 1e9], [259, 1], [262, 1], [273, 8], [277, 1e9], [279, 9]),
  )
  yield attack(
    'a.tif',
    'tiff of a compression that there is not',
    tiff(0, [256, 99], [257, 99], [258, 8], [259, 54_321], [262, 1], [273, 8], [279, 9]),
  )
  yield attack(
    'a.tif',
    'tiff of sizes said twice',
    tiff(0, [256, 9], [256, 0x7fffffff], [257, 9], [257, 0x7fffffff], [256, 9], [257, 9], [273, 8], [256, 0x7fffffff]),
  )
  yield attack(
    'a.tif',
    'tiff of tiles of no size',
    tiff(0, [256, 9999], [257, 9999], [258, 8], [259, 1], [262, 1], [322, 0], [323, 0], [324, 8], [325, 9]),
  )
  yield attack('a.tif', 'tiff of 9,000 pages', tiffPages(9000))
  yield attack('a.tif', 'tiff of 60,000 tags', tiff(0, ...Array.from({ length: 60_000 }, () => [256, 9] as const)))
  yield attack('a.tif', 'tiff cut off', tiff(0, [256, 9], [257, 9]).subarray(0, 20), bad)
  yield attack(
    'a.webp',
    'webp whose frame is larger than its canvas',
    riff(['VP8X', canvas(0, 1, 1)], ['VP8L', Buffer.from([0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0])]),
  )
  yield attack(
    'a.webp',
    'webp of 100,000 frames',
    riff(
      ['VP8X', canvas(2, 9, 9)],
      ['ANIM', Buffer.alloc(6)],
      ...Array.from({ length: 100_000 }, () => ['ANMF', Buffer.alloc(16)] as const),
    ),
  )
  yield attack(
    'a.webp',
    'webp of a chunk longer than the file',
    riff(['VP8X', canvas(0, 99, 99)], ['VP8 ', Buffer.alloc(10), 0xffffffff]),
  )
  yield attack(
    'a.webp',
    'webp of a chunk of no length',
    riff(['VP8X', canvas(0, 99, 99)], ...Array.from({ length: 50_000 }, () => ['JUNK', new Uint8Array()] as const)),
  )
  yield attack(
    'a.webp',
    'webp of noise',
    riff(['VP8L', Buffer.concat([Uint8Array.of(0x2f, 0xff, 0x3f, 0xff, 0x0f), Buffer.alloc(9999, 0xa5)])]),
  )
  yield attack('a.bmp', 'bmp of a palette of four billion colours', patched(bitmap(9, 9), 46, 0xffffffff))
  yield attack('a.bmp', 'bmp whose data lies behind the end', patched(bitmap(999, 999), 10, 0x7fffffff))
  yield attack(
    'a.bmp',
    'bmp of runs without end',
    Buffer.concat([
      patched(patched(bitmap(5000, 5000), 28, 8), 30, 1),
      Buffer.alloc(1_000_000, Uint8Array.of(0, 2, 255, 255)),
    ]),
  )
}

type Pattern = (x: number, y: number) => boolean

/** The same at every run, and without any order. */
const scattered = (x: number, y: number): number => {
  let state = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263)
  state = Math.imul(state ^ (state >>> 13), 1_274_126_177)
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32
}

/** Signs of five by seven squares that are letters of no script. */
const glyphs =
  (side: number): Pattern =>
  (x, y) => {
    const [column, line] = [Math.floor(x / side), Math.floor(y / side)]
    const isBetween = column % 6 === 5 || line % 10 > 6
    return !isBetween && scattered(column, line) < 0.5
  }

/** What the analysis of a page's layout, or the reading of its lines, takes the longest for. */
const patterns: Readonly<Record<string, Pattern>> = {
  'a chessboard of pixels': (x, y) => ((x + y) & 1) === 0,
  dots: (x, y) => Math.hypot((x % 6) - 2.5, (y % 6) - 2.5) < 2,
  'a halftone': (x, y) => {
    const [across, down] = [(x + y) * Math.SQRT1_2, (x - y + 20_000) * Math.SQRT1_2]
    const size = 12 * (0.35 + 0.25 * Math.sin(x / 180) * Math.cos(y / 250))
    return Math.hypot((across % 12) - 6, (down % 12) - 6) < size
  },
  'slanting stripes': (x, y) => (x + y) % 16 < 8,
  crosshatch: (x, y) => (x + y) % 16 < 2 || (x - y + 20_000) % 16 < 2,
  rings: (x, y) => Math.sin(Math.hypot(x - 827, y - 1170) / 3) > 0,
  'a moiré': (x, y) => Math.sin((x * y) / 300) > 0,
  noise: (x, y) => scattered(x, y) < 0.1,
  'coarse noise': (x, y) => scattered(x >> 3, y >> 3) < 0.12,
  'signs of no script': glyphs(4),
  'large signs of no script': glyphs(6),
  circles: (x, y) => Math.abs(Math.hypot((x % 10) - 5, (y % 10) - 5) - 3.2) < 1,
}

/** One bit a pixel, rows filled up to whole bytes, after as many bytes as a filter takes; ink is 0. */
function bitsOf(pattern: Pattern, width: number, height: number, before: number): Buffer {
  const stride = Math.ceil(width / 8) + before
  const out = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!pattern(x, y)) out[y * stride + before + (x >> 3)]! |= 0x80 >> (x & 7)
    }
  }
  return out
}

const bitPng = (pattern: Pattern, width: number, height: number): Buffer =>
  Buffer.concat([
    pngStart,
    chunk('IHDR', Buffer.concat([number32(width), number32(height), Uint8Array.of(1, 0, 0, 0, 0)])),
    chunk('IDAT', deflateSync(bitsOf(pattern, width, height, 1))),
    chunk('IEND', new Uint8Array()),
  ])

/** A sound TIFF, all pages of which are the same strip. */
function bitTiff(pattern: Pattern, width: number, height: number, pages: number): Buffer {
  const strip = deflateSync(bitsOf(pattern, width, height, 0))
  const tags = [
    [256, width],
    [257, height],
    [258, 1],
    [259, 8],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, height],
    [279, strip.length],
  ] as const
  const size = 2 + tags.length * 12 + 4
  const first = 8 + strip.length
  const directories = Array.from({ length: pages }, (_, page) =>
    Buffer.concat([
      record(2, [0, 2, tags.length]),
      ...tags.map(([tag, value]) => record(12, [0, 2, tag], [2, 2, 4], [4, 4, 1], [8, 4, value])),
      record(4, [0, 4, page + 1 === pages ? 0 : first + (page + 1) * size]),
    ]),
  )
  return Buffer.concat([record(8, [0, 4, 0x002a4949], [4, 4, first]), strip, ...directories])
}

/** A scan of which every page is the same picture. */
function scannedPdf(pattern: Pattern, width: number, height: number, pages: number): Buffer {
  const data = deflateSync(bitsOf(pattern, width, height, 0))
  const image =
    `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 1/ColorSpace/DeviceGray` +
    `/Filter/FlateDecode/Length ${data.length}>>`
  const kids = Array.from({ length: pages }, (_, page) => `${5 + page} 0 R`).join(' ')
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</I 3 0 R>>>>>>'
  return Buffer.concat([
    latin1(`%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n`),
    latin1(`2 0 obj<</Type/Pages/Count ${pages}/Kids[${kids}]>>endobj\n3 0 obj${image}stream\n`),
    data,
    latin1(`\nendstream endobj\n4 0 obj<</Length 26>>stream\n595 0 0 842 0 0 cm /I Do   \nendstream endobj\n`),
    ...Array.from({ length: pages }, (_, at) => latin1(`${5 + at} 0 obj${page}endobj\n`)),
    latin1(`trailer<</Size ${5 + pages}/Root 1 0 R>>\n%%EOF\n`),
  ])
}

/** Sound pictures with nothing to read, that keep whoever tries for minutes. */
export function* patternAttacks(): Generator<Attack> {
  const attack = (filename: string, name: string, bytes: Uint8Array): Attack => ({
    name: `image: ${name}`,
    bytes,
    filename,
  })
  for (const [name, pattern] of Object.entries(patterns)) {
    yield attack('a.png', `png of ${name}`, bitPng(pattern, 1654, 2339))
  }
  for (const name of ['crosshatch', 'a moiré', 'signs of no script'] as const) {
    const pattern = patterns[name] as Pattern
    yield attack('a.png', `png of 25 megapixels of ${name}`, bitPng(pattern, 5000, 5000))
    yield attack('a.tif', `tiff of 30 pages of ${name}`, bitTiff(pattern, 1654, 2339, 30))
    yield attack('a.pdf', `pdf of 10 pages of ${name}`, scannedPdf(pattern, 1654, 2339, 10))
  }
}

function patched(file: Buffer, at: number, value: number): Buffer {
  file.writeUInt32LE(value, at)
  return file
}

/** A TIFF of so many directories of two tags, each after the other. */
export function tiffPages(count: number): Buffer {
  const size = 2 + 24 + 4
  const directories = Array.from({ length: count }, (_, n) =>
    Buffer.concat([
      record(2, [0, 2, 2]),
      record(12, [0, 2, 256], [2, 2, 4], [4, 4, 1], [8, 4, 99]),
      record(12, [0, 2, 257], [2, 2, 4], [4, 4, 1], [8, 4, 99]),
      record(4, [0, 4, n + 1 === count ? 0 : 8 + (n + 1) * size]),
    ]),
  )
  return Buffer.concat([record(8, [0, 4, 0x002a4949], [4, 4, 8]), ...directories])
}

const lines: Pattern = (x, y) => (x + y) % 16 < 2 || (x - y + 20_000) % 16 < 2

/** A sound TIFF of pages as a scanner makes them, full of lines. */
export const scannedTiff = (count: number): Buffer => bitTiff(lines, 1654, 2339, count)

/** The same as one PNG of a large sheet. */
export const scannedSheet = (): Buffer => bitPng(lines, 5000, 5000)

import { luma } from '@chancery/reading/ocr/gray-picture'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { type ImageFrame, type OpenImage, scanResolution } from './image-frame.ts'
import { checkedSize } from './image-limits.ts'

/** BMP of Windows and OS/2: 1 to 32 bits a pixel, palettes, bit fields, run lengths; what is cut off stays white. */
export const bmpImage = (bytes: Uint8Array): OpenImage => ({
  frames: 1,
  decode() {
    try {
      return decoded(bytes)
    } catch (error) {
      if (error instanceof RangeError) throw corruptDocument('The BMP is cut off.', error)
      throw error
    }
  },
})

/** Compressions that are read: none, run lengths of 8 and of 4 bits, bit fields (BITMAPINFOHEADER). */
const [none, runs8, runs4, fields, alphaFields] = [0, 1, 2, 3, 6]

function decoded(bytes: Uint8Array): ImageFrame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerSize = view.getUint32(14, true)
  const old = headerSize === 12
  const width = old ? view.getUint16(18, true) : view.getInt32(18, true)
  const signedHeight = old ? view.getUint16(20, true) : view.getInt32(22, true)
  const height = Math.abs(signedHeight)
  checkedSize({ width, height })
  const depth = view.getUint16(old ? 24 : 28, true)
  const compression = old ? none : view.getUint32(30, true)
  const start = view.getUint32(10, true)
  const pixels = new Uint8Array(width * height).fill(255)
  const rowAt = (row: number): number => (signedHeight < 0 ? row : height - 1 - row) * width
  if (depth <= 8) {
    const size = old ? 3 : 4
    const colours = bytes.subarray(14 + headerSize, Math.max(start, 14 + headerSize))
    const levels = Uint8Array.from({ length: 256 }, (_, index) => {
      const at = index * size
      return at + 2 < colours.length ? luma(colours[at + 2]!, colours[at + 1]!, colours[at]!) : 255
    })
    const indices =
      compression === runs8 || compression === runs4
        ? runLengths(bytes.subarray(start), compression === runs4, width, height)
        : packed(bytes.subarray(start), depth, width, height)
    for (let row = 0; row < height; row++) {
      for (let x = 0; x < width; x++) pixels[rowAt(row) + x] = levels[indices[row * width + x]!]!
    }
  } else {
    const masked = compression === fields || compression === alphaFields
    if (compression !== none && !masked) throw corruptDocument('The BMP is packed in no known way.')
    const step = depth >> 3
    if (step < 2 || step > 4) throw corruptDocument('The BMP is of no known kind of colour.')
    const channels = masked
      ? [54, 58, 62].map((at) => channel(view.getUint32(at, true)))
      : depth === 16
        ? [0x7c00, 0x3e0, 0x1f].map(channel)
        : undefined
    const stride = ((width * depth + 31) >> 5) * 4
    for (let row = 0; row < height; row++) {
      const line = start + row * stride
      const end = Math.min(width, Math.floor((bytes.length - line) / step))
      for (let x = 0; x < end; x++) {
        const at = line + x * step
        if (channels === undefined) pixels[rowAt(row) + x] = luma(bytes[at + 2]!, bytes[at + 1]!, bytes[at]!)
        else {
          const value = step === 2 ? view.getUint16(at, true) : view.getUint32(at, true)
          const [red = 0, green = 0, blue = 0] = channels.map((read) => read(value))
          pixels[rowAt(row) + x] = luma(red, green, blue)
        }
      }
    }
  }
  return {
    picture: { width, height, pixels },
    // Pixels to the metre.
    ...scanResolution(old ? undefined : view.getInt32(38, true) * 0.0254),
  }
}

/** Reads one channel of a pixel, 0 to 255. */
function channel(mask: number): (value: number) => number {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
  const most = mask >>> shift
  return (value) => (most === 0 ? 0 : Math.round((((value & mask) >>> shift) * 255) / most))
}

function packed(data: Uint8Array, depth: number, width: number, height: number): Uint8Array {
  if (![1, 2, 4, 8].includes(depth)) throw corruptDocument('The BMP is of no known kind of colour.')
  const out = new Uint8Array(width * height)
  const stride = ((width * depth + 31) >> 5) * 4
  const mask = (1 << depth) - 1
  for (let row = 0; row < height; row++) {
    for (let x = 0; x < width; x++) {
      const bit = x * depth
      out[row * width + x] = ((data[row * stride + (bit >> 3)] ?? 0xff) >> (8 - depth - (bit & 7))) & mask
    }
  }
  return out
}

/** Runs of one index (or two by turns), or as they stand; 0 0 ends a line, 0 1 the picture, 0 2 moves on. */
function runLengths(data: Uint8Array, nibbles: boolean, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height)
  let [x, y] = [0, 0]
  const put = (index: number): void => {
    if (x < width && y < height) out[y * width + x] = index
    x++
  }
  const nibble = (byte: number, at: number): number => (nibbles ? (byte >> (at % 2 === 0 ? 4 : 0)) & 15 : byte)
  for (let at = 0; at + 1 < data.length && y < height;) {
    const [count, value] = [data[at]!, data[at + 1]!]
    at += 2
    if (count > 0) for (let each = 0; each < count; each++) put(nibble(value, each))
    else if (value === 0) [x, y] = [0, y + 1]
    else if (value === 1) break
    else if (value === 2) {
      x += data[at] ?? 0
      y += data[at + 1] ?? 0
      at += 2
    } else {
      for (let each = 0; each < value; each++) put(nibble(data[at + (nibbles ? each >> 1 : each)] ?? 0, each))
      const length = nibbles ? (value + 1) >> 1 : value
      at += length + (length % 2)
    }
  }
  return out
}

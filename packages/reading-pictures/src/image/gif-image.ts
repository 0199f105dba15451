import { luma } from '@chancery/reading/ocr/gray-picture'
import { corruptDocument } from '@chancery/reading/reading-errors'
import type { OpenImage } from './image-frame.ts'
import { checkedSize } from './image-limits.ts'

/** The first picture of a GIF (GIF89a) on white paper; what is cut off stays white. */
export const gifImage = (bytes: Uint8Array): OpenImage => ({
  frames: 1,
  decode() {
    try {
      return { picture: firstPicture(bytes) }
    } catch (error) {
      if (error instanceof RangeError) throw corruptDocument('The GIF is cut off.', error)
      throw error
    }
  },
})

function firstPicture(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { width, height } = checkedSize({ width: view.getUint16(6, true), height: view.getUint16(8, true) })
  const pixels = new Uint8Array(width * height).fill(255)
  const screenFlags = view.getUint8(10)
  let at = 13
  const globalColours = coloursAt(bytes, at, screenFlags)
  at += globalColours.length
  let transparent = -1
  for (;;) {
    const introducer = view.getUint8(at)
    if (introducer === 0x21) {
      // A graphic control extension says which colour is none.
      if (view.getUint8(at + 1) === 0xf9 && (view.getUint8(at + 3) & 1) === 1) transparent = view.getUint8(at + 6)
      at = endOfBlocks(view, at + 2)
    } else if (introducer === 0x2c) break
    else throw corruptDocument('The GIF has no picture.')
  }
  const [left, top] = [view.getUint16(at + 1, true), view.getUint16(at + 3, true)]
  const [across, down] = [view.getUint16(at + 5, true), view.getUint16(at + 7, true)]
  checkedSize({ width: across, height: down })
  const flags = view.getUint8(at + 9)
  const localColours = coloursAt(bytes, at + 10, flags)
  at += 10 + localColours.length
  const levels = levelsOf(localColours.length > 0 ? localColours : globalColours, transparent)
  const codeSize = view.getUint8(at)
  const rowOf = (flags & 0x40) === 0 ? (row: number) => row : interlacedRow(down)
  const indices = unpacked(blocksAt(bytes, at + 1), codeSize, across * down)
  for (const [row, from] of Array.from({ length: down }, (_, index) => index * across).entries()) {
    const y = top + rowOf(row)
    if (y >= height) continue
    const end = Math.min(across, width - left, indices.length - from)
    for (let x = 0; x < end; x++) pixels[y * width + left + x] = levels[indices[from + x]!]!
  }
  return { width, height, pixels }
}

const coloursAt = (bytes: Uint8Array, at: number, flags: number): Uint8Array =>
  (flags & 0x80) === 0 ? new Uint8Array() : bytes.subarray(at, at + 3 * 2 ** ((flags & 7) + 1))

const levelsOf = (colours: Uint8Array, transparent: number): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, index) =>
    index === transparent || index * 3 + 2 >= colours.length
      ? 255
      : luma(colours[index * 3]!, colours[index * 3 + 1]!, colours[index * 3 + 2]!),
  )

/** Behind the sub-blocks that begin at `at`. */
function endOfBlocks(view: DataView, at: number): number {
  while (view.getUint8(at) !== 0) at += view.getUint8(at) + 1
  return at + 1
}

/** The content of the sub-blocks that begin at `at`, as far as they go. */
function blocksAt(bytes: Uint8Array, at: number): Uint8Array {
  const blocks: Uint8Array[] = []
  for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) {
    blocks.push(bytes.subarray(at + 1, at + 1 + size))
    at += size + 1
  }
  return Buffer.concat(blocks)
}

/** Every eighth row, then those between, then every second of the rest, then the rest (GIF89a appendix E). */
function interlacedRow(rows: number): (row: number) => number {
  const order: number[] = []
  for (const [first, step] of [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const) {
    for (let row = first; row < rows; row += step) order.push(row)
  }
  return (row) => order[row] ?? row
}

const maxCodes = 4096

/** GIF's LZW (appendix F), up to `length` indices. */
function unpacked(data: Uint8Array, codeSize: number, length: number): Uint8Array {
  if (codeSize < 1 || codeSize > 8) throw corruptDocument('The GIF is packed in no known way.')
  const out = new Uint8Array(length)
  const clear = 1 << codeSize
  const previous = new Uint16Array(maxCodes)
  const last = Uint8Array.from({ length: maxCodes }, (_, code) => (code < clear ? code : 0))
  const sizes = new Uint32Array(maxCodes).fill(1)
  let [next, width, before, to] = [clear + 2, codeSize + 1, -1, 0]
  let [buffer, bits] = [0, 0]
  /** Writes the string of a code, its last index first; answers its first index. */
  const write = (code: number): number => {
    let at = to + sizes[code]! - 1
    to = at + 1
    for (let rest = sizes[code]!; rest > 1; rest--, at--, code = previous[code]!) if (at < length) out[at] = last[code]!
    if (at < length) out[at] = last[code]!
    return last[code]!
  }
  for (const byte of data) {
    buffer |= byte << bits
    bits += 8
    while (bits >= width) {
      const code = buffer & ((1 << width) - 1)
      buffer >>>= width
      bits -= width
      if (code === clear) {
        ;[next, width, before] = [clear + 2, codeSize + 1, -1]
        continue
      }
      if (code === clear + 1 || to >= length) return out.subarray(0, Math.min(to, length))
      if (code > next || (before < 0 && code >= clear)) return out.subarray(0, to)
      if (before >= 0 && next < maxCodes) {
        previous[next] = before
        sizes[next] = sizes[before]! + 1
        // The string of a code that is just being made ends as it begins.
        const start = to
        const first = write(code === next ? before : code)
        last[next] = first
        if (code === next && to < length) out[to] = first
        if (code === next) to = start + sizes[next]!
        next++
        if (next === 1 << width && width < 12) width++
      } else write(code)
      before = code
    }
  }
  return out.subarray(0, Math.min(to, length))
}

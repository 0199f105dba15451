import { inflateSync } from 'node:zlib'
import { corruptDocument } from '@chancery/reading/reading-errors'

/** How a strip or tile is packed, of the ways that any samples may be (TIFF 6.0, sections 9 and 13; technical note 3). */
export type TiffPacking = 'none' | 'lzw' | 'deflate' | 'pack-bits'

/** A strip or tile of so many bytes; what is missing is left 0. @throws `document_corrupt` */
export function unpacked(data: Uint8Array, packing: TiffPacking, length: number): Buffer {
  const plain = Buffer.alloc(length)
  if (packing === 'lzw') unpackLzw(data, plain)
  else if (packing === 'pack-bits') unpackBits(data, plain)
  else plain.set((packing === 'deflate' ? inflated(data, length) : data).subarray(0, length))
  return plain
}

function inflated(data: Uint8Array, length: number): Uint8Array {
  try {
    return inflateSync(data, { maxOutputLength: length + 1024 })
  } catch (error) {
    throw corruptDocument('A page of the TIFF is damaged.', error)
  }
}

/** Runs of bytes as they are, and of one byte repeated. */
function unpackBits(data: Uint8Array, plain: Buffer): void {
  let to = 0
  for (let at = 0; at < data.length && to < plain.length;) {
    const count = data[at++]!
    if (count === 128) continue
    if (count < 128) {
      plain.set(data.subarray(at, at + Math.min(count + 1, plain.length - to)), to)
      at += count + 1
      to += count + 1
    } else {
      plain.fill(data[at++] ?? 0, to, to + 257 - count)
      to += 257 - count
    }
  }
}

const [clear, end, first] = [256, 257, 258]
const [shortest, longest] = [9, 12]

/**
 * Codes from 9 to 12 bits, the high bits first; their length grows one code early. What a code stands for is always written
 * once already, so that a place in `plain` is all that is kept of it.
 */
function unpackLzw(data: Uint8Array, plain: Buffer): void {
  const starts = new Uint32Array(1 << longest)
  const lengths = new Uint32Array(1 << longest)
  let [next, bits, to] = [first, shortest, 0]
  let before = { start: 0, length: 0 }
  let [held, holding] = [0, 0]
  for (let at = 0; to < plain.length;) {
    while (holding < bits && at < data.length) {
      held = ((held << 8) | data[at++]!) & 0xff_ffff
      holding += 8
    }
    if (holding < bits) return
    const code = (held >> (holding - bits)) & ((1 << bits) - 1)
    holding -= bits
    if (code === end) return
    if (code === clear) {
      ;[next, bits] = [first, shortest]
      before = { start: 0, length: 0 }
      continue
    }
    // The code that is made right now: what was written last, and its first byte once more.
    if (next < 1 << longest && before.length > 0) {
      starts[next] = before.start
      lengths[next] = before.length + 1
      next++
    }
    if (code >= next) throw corruptDocument('A page of the TIFF is damaged.')
    const start = to
    if (code < clear) plain[to++] = code
    else {
      const from = starts[code]!
      const stop = Math.min(to + lengths[code]!, plain.length)
      for (let index = from; to < stop; index++) plain[to++] = plain[index]!
    }
    before = { start, length: to - start }
    if (next + 1 >= 1 << bits && bits < longest) bits++
  }
}

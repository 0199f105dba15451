/** CRC-32C (Castagnoli, RFC 3720 appendix B.4), eight bytes a step ("slicing by 8"). */
const slices = Array.from({ length: 8 }, () => new Uint32Array(256))
const [t0, t1, t2, t3, t4, t5, t6, t7] = slices as [
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
]
for (let byte = 0; byte < 256; byte++) {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  t0[byte] = crc
}
for (let slice = 1; slice < 8; slice++) {
  const table = slices[slice] as Uint32Array
  const previous = slices[slice - 1] as Uint32Array
  for (let byte = 0; byte < 256; byte++) {
    const crc = previous[byte] as number
    table[byte] = (crc >>> 8) ^ (t0[crc & 0xff] as number)
  }
}

/** The checksum of `bytes` after what `crc` is the checksum of. */
export function crc32c(bytes: Uint8Array, crc = 0): number {
  const at = (table: Uint32Array, index: number): number => table[index & 0xff] as number
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const whole = bytes.length - (bytes.length % 8)
  let state = ~crc
  let offset = 0
  for (; offset < whole; offset += 8) {
    const low = state ^ view.getUint32(offset, true)
    const high = view.getUint32(offset + 4, true)
    state =
      at(t7, low) ^
      at(t6, low >>> 8) ^
      at(t5, low >>> 16) ^
      at(t4, low >>> 24) ^
      at(t3, high) ^
      at(t2, high >>> 8) ^
      at(t1, high >>> 16) ^
      at(t0, high >>> 24)
  }
  for (; offset < bytes.length; offset++) state = (state >>> 8) ^ at(t0, state ^ (bytes[offset] as number))
  return ~state >>> 0
}

/** Base64 of the four big-endian bytes, as Google Cloud Storage writes it. */
export function crc32cText(crc: number): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc)
  return bytes.toString('base64')
}

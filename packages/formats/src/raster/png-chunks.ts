/** A chunk of a PNG; where the file is cut off, `data` ends with it. */
export interface PngChunk {
  /** Four letters: `IHDR`, `IDAT`, … */
  readonly type: string
  readonly data: Uint8Array
}

/** The chunks of a PNG up to its end, `IEND`, or that of the file (W3C PNG 3, section 5.3). Checksums are not looked at. */
export function* pngChunks(bytes: Uint8Array): Generator<PngChunk, void, undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length;) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    yield { type, data: bytes.subarray(at + 8, at + 8 + length) }
    if (type === 'IEND') return
    at += length + 12
  }
}

/** Dots to the inch by the content of `pHYs`, where it states them by the metre (W3C PNG 3, 11.3.4.3). */
export function pngDensity(data: Uint8Array | undefined): { readonly x: number; readonly y: number } | undefined {
  if (data?.length !== 9 || data[8] !== 1) return undefined
  const view = new DataView(data.buffer, data.byteOffset)
  return { x: view.getUint32(0) * 0.0254, y: view.getUint32(4) * 0.0254 }
}

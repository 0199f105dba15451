/** What a compressor's window holds at the start (MS-OXRTFCP 2.1.3.1.1). */
const dictionaryStart =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbol' +
  'ArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'
const windowSize = 4096
const compressed = 0x75465a4c
const plain = 0x414c454d
/** Each byte of it can stand for no more than this many. */
const maxRatio = 10

/** The RTF in `PidTagRtfCompressed` (MS-OXRTFCP); `undefined` where it is none. */
export function decompressRtf(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < 16) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = view.getUint32(8, true)
  const size = Math.min(view.getUint32(4, true), bytes.length * maxRatio)
  if (kind === plain) return bytes.subarray(16, 16 + size)
  if (kind !== compressed) return undefined
  const output = new WindowedOutput(size)
  let at = 16
  while (at < bytes.length && !output.isFull) {
    const control = bytes[at++] as number
    for (let bit = 0; bit < 8 && at < bytes.length && !output.isFull; bit++) {
      if ((control & (1 << bit)) === 0) output.put(bytes[at++] as number)
      else {
        const reference = ((bytes[at] as number) << 8) | (bytes[at + 1] ?? 0)
        at += 2
        // A reference to where the next byte goes is the end.
        if (!output.repeat(reference >> 4, (reference & 15) + 2)) return output.written
      }
    }
  }
  return output.written
}

/** Bytes as they are put out, the last ones of them in a window that references look into. */
class WindowedOutput {
  private readonly window = new Uint8Array(windowSize)
  private readonly bytes: Uint8Array
  private length = 0
  private at = dictionaryStart.length

  constructor(size: number) {
    this.bytes = new Uint8Array(size)
    this.window.set(Buffer.from(dictionaryStart, 'latin1'))
  }

  get isFull(): boolean {
    return this.length >= this.bytes.length
  }

  get written(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }

  put(byte: number): void {
    if (!this.isFull) this.bytes[this.length++] = byte
    this.window[this.at] = byte
    this.at = (this.at + 1) % windowSize
  }

  /** @returns false for a reference to the place that is written next */
  repeat(from: number, count: number): boolean {
    if (from === this.at) return false
    for (let step = 0; step < count; step++) this.put(this.window[(from + step) % windowSize] as number)
    return true
  }
}

import type { AttachedFile } from '../reader.ts'

/** The bytes of hexadecimal text; what is no digit is passed over. */
export function bytesOfHex(hex: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(hex.reduce((sum, chunk) => sum + chunk.length, 0) >> 1)
  let length = 0
  let high = -1
  for (const chunk of hex) {
    for (const byte of chunk) {
      const digit = digitOf(byte)
      if (digit < 0) continue
      if (high < 0) high = digit
      else {
        bytes[length++] = high * 16 + digit
        high = -1
      }
    }
  }
  return bytes.subarray(0, length)
}

function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

const embedded = 2

/**
 * The file inside `\objdata`: an OLE 1.0 object (MS-OLEDS 2.2.5), that of the class "Package" holding a file with its
 * name (as the Object Packager writes it), any other one a compound file.
 */
export function embeddedFile(object: Uint8Array, className: string): AttachedFile | undefined {
  const reader = new ByteReader(object)
  reader.skip(4)
  if (reader.number() !== embedded) return undefined
  const name = reader.counted()
  reader.counted()
  reader.counted()
  const native = reader.bytes(reader.number())
  if (native === undefined || native.length === 0) return undefined
  const program = name || className
  if (program.toLowerCase() !== 'package') {
    return { filename: `${program.replaceAll(/[^\w.-]/g, '') || 'object'}.ole`, bytes: native }
  }
  const packed = new ByteReader(native)
  packed.skip(2)
  const label = packed.terminated()
  packed.terminated()
  packed.skip(4)
  packed.counted()
  const bytes = packed.bytes(packed.number())
  return bytes === undefined ? undefined : { filename: label.split(/[\\/]/).at(-1) || 'package', bytes }
}

/** Reads little-endian data; past its end there are zeros. */
class ByteReader {
  private readonly data: Uint8Array
  private at = 0

  constructor(data: Uint8Array) {
    this.data = data
  }

  skip(count: number): void {
    this.at += count
  }

  number(): number {
    const from = this.at
    this.at += 4
    const byte = (index: number): number => this.data[from + index] ?? 0
    return byte(0) + byte(1) * 0x100 + byte(2) * 0x10000 + byte(3) * 0x1000000
  }

  bytes(length: number): Uint8Array | undefined {
    if (this.at + length > this.data.length) return undefined
    this.at += length
    return this.data.subarray(this.at - length, this.at)
  }

  /** A text after its length, its end a zero. */
  counted(): string {
    return ansi(this.bytes(this.number()) ?? new Uint8Array())
  }

  terminated(): string {
    const end = this.data.indexOf(0, this.at)
    const bytes = this.data.subarray(this.at, end === -1 ? this.data.length : end)
    this.at += bytes.length + 1
    return ansi(bytes)
  }
}

const ansi = (bytes: Uint8Array): string => {
  const text = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1024))
  const end = text.indexOf('\0')
  return end === -1 ? text : text.slice(0, end)
}

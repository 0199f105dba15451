import { type TiffPacking, unpacked } from './tiff-unpacked.ts'

/** How the samples of one strip or tile are laid out (TIFF 6.0). */
export interface TiffSamples {
  readonly across: number
  readonly rows: number
  readonly bits: 8 | 16
  /** Of each pixel: colours and, behind them, what is to be left out; the first of these is the opacity. */
  readonly samples: number
  readonly colours: number
  readonly packing: TiffPacking
  readonly isDifferenced: boolean
  readonly isLittleEndian: boolean
  /** Whether the colours are already multiplied by the opacity. */
  readonly isPremultiplied: boolean
}

/**
 * The colours alone with 8 bits each, over white paper: for what PDF has no way to say, samples of 16 bits with the low
 * byte first, and opacity.
 * @throws `document_corrupt`
 */
export function plainSamples(data: Uint8Array, layout: TiffSamples): Uint8Array {
  const { across, rows, bits, samples, colours, isDifferenced, isLittleEndian, isPremultiplied } = layout
  const width = bits / 8
  const rowBytes = across * samples * width
  const packed = unpacked(data, layout.packing, rows * rowBytes)
  const read = (at: number): number =>
    width === 1 ? packed.readUInt8(at) : isLittleEndian ? packed.readUInt16LE(at) : packed.readUInt16BE(at)
  const plain = new Uint8Array(rows * across * colours)
  const [before, pixel] = [new Uint16Array(samples), new Uint8Array(samples)]
  let to = 0
  for (let row = 0; row < rows; row++) {
    before.fill(0)
    for (let column = 0; column < across; column++) {
      for (let sample = 0; sample < samples; sample++) {
        const raw = read(row * rowBytes + (column * samples + sample) * width)
        const value = isDifferenced ? (raw + before[sample]!) & (width === 1 ? 0xff : 0xffff) : raw
        before[sample] = value
        pixel[sample] = width === 1 ? value : value >> 8
      }
      const opacity = samples > colours ? pixel[colours]! : 255
      for (let colour = 0; colour < colours; colour++) {
        const inked = isPremultiplied ? pixel[colour]! : (pixel[colour]! * opacity) / 255
        plain[to++] = Math.min(Math.round(inked + 255 - opacity), 255)
      }
    }
  }
  return plain
}

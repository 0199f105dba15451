/** A picture without colour: one byte a pixel, rows from the top, 0 is black. */
export interface GrayPicture {
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** As a portable graymap (netpbm's "P5"), which Leptonica reads without decoding anything. */
export function toGraymap({ width, height, pixels }: GrayPicture): Uint8Array<ArrayBuffer> {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1')
  const bytes = new Uint8Array(header.length + pixels.length)
  bytes.set(header)
  bytes.set(pixels, header.length)
  return bytes
}

/** What `toGraymap` wrote; `undefined` for other bytes. */
export function fromGraymap(bytes: Uint8Array): GrayPicture | undefined {
  const header = /^P5\n(\d{1,9}) (\d{1,9})\n255\n/.exec(Buffer.from(bytes.subarray(0, 40)).toString('latin1'))
  if (header === null) return undefined
  const [width, height] = [Number(header[1]), Number(header[2])]
  const pixels = bytes.subarray(header[0].length)
  return width > 0 && height > 0 && pixels.length === width * height ? { width, height, pixels } : undefined
}

/** Whether all pixels are alike: a sheet of nothing, such as one that was cut off before its first row. */
export const isBlank = ({ pixels }: GrayPicture): boolean =>
  // Each is what the one before it is.
  Buffer.compare(pixels.subarray(1), pixels.subarray(0, -1)) === 0

/** Luma of red, green and blue (ITU-R BT.601), 0 to 255. */
export const luma = (red: number, green: number, blue: number): number =>
  (red * 19_595 + green * 38_470 + blue * 7_471 + 32_768) >> 16

/** What of a TIFF directory matters to a photograph: how it is to be turned, and its resolution. */
export interface ExifFacts {
  /** 1 to 8, as TIFF 6.0 counts them: 1 is upright. */
  readonly orientation: number
  /** Pixels to the inch. */
  readonly resolution?: number
}

/** The first directory of Exif data, which is a TIFF without a picture; what is damaged says nothing. */
export function exifFacts(tiff: Uint8Array): ExifFacts {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  try {
    const little = view.getUint8(0) === 0x49
    if (view.getUint16(2, little) !== 42) return { orientation: 1 }
    const directory = view.getUint32(4, little)
    const count = view.getUint16(directory, little)
    let [orientation, across, unit] = [1, 0, 2]
    for (let at = directory + 2; at < directory + 2 + count * 12; at += 12) {
      const tag = view.getUint16(at, little)
      if (tag === 0x0112) orientation = view.getUint16(at + 8, little)
      if (tag === 0x0128) unit = view.getUint16(at + 8, little)
      if (tag === 0x011a) {
        const place = view.getUint32(at + 8, little)
        across = view.getUint32(place, little) / view.getUint32(place + 4, little)
      }
    }
    return {
      orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
      ...(across > 0 ? { resolution: unit === 3 ? across * 2.54 : across } : {}),
    }
  } catch (error) {
    if (error instanceof RangeError) return { orientation: 1 }
    throw error
  }
}

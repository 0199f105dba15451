/** TIFF 6.0, section 2: the tags of the first directory that hold one number. @throws RangeError where it is cut off */
export function tiffTags(bytes: Uint8Array): ReadonlyMap<number, number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = view.getUint16(0) === 0x4949
  const at = view.getUint32(4, isLittle)
  const count = view.getUint16(at, isLittle)
  const tags = new Map<number, number>()
  for (let index = 0; index < count; index++) {
    const entry = at + 2 + index * 12
    const type = view.getUint16(entry + 2, isLittle)
    if (type === 3) tags.set(view.getUint16(entry, isLittle), view.getUint16(entry + 8, isLittle))
    if (type === 4) tags.set(view.getUint16(entry, isLittle), view.getUint32(entry + 8, isLittle))
    if (type === 5) {
      const value = view.getUint32(entry + 8, isLittle)
      tags.set(
        view.getUint16(entry, isLittle),
        view.getUint32(value, isLittle) / (view.getUint32(value + 4, isLittle) || 1),
      )
    }
  }
  return tags
}

/** How a picture is to be turned to stand upright: first mirrored left to right, then turned clockwise. */
export interface Turn {
  readonly quarters: 0 | 1 | 2 | 3
  readonly isMirrored: boolean
}

/** By the values of Exif's Orientation, which are those of TIFF's, from 1. */
const turns: readonly Turn[] = [
  { quarters: 0, isMirrored: false },
  { quarters: 0, isMirrored: true },
  { quarters: 2, isMirrored: false },
  { quarters: 2, isMirrored: true },
  { quarters: 3, isMirrored: true },
  { quarters: 1, isMirrored: false },
  { quarters: 1, isMirrored: true },
  { quarters: 3, isMirrored: false },
]

/** What a directory's tag 274 says; `undefined` for a picture that is upright. */
export const turnOf = (tags: ReadonlyMap<number, number>): Turn | undefined => {
  const orientation = tags.get(0x0112) ?? 1
  return orientation > 1 ? turns[orientation - 1] : undefined
}

/** The turn that Exif data asks for; what is damaged asks for none. */
export function exifTurn(exif: Uint8Array): Turn | undefined {
  try {
    return turnOf(tiffTags(exif))
  } catch {
    return undefined
  }
}

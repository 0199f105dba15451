import { tiffDirectories } from './tiff-directory.ts'

/** How a picture is to be turned to stand upright: first mirrored left to right, then turned clockwise. */
export interface Turn {
  readonly quarters: 0 | 1 | 2 | 3
  readonly isMirrored: boolean
}

/** By the values of TIFF's tag 274, which Exif has too. */
const turns: Readonly<Record<number, Turn>> = {
  2: { quarters: 0, isMirrored: true },
  3: { quarters: 2, isMirrored: false },
  4: { quarters: 2, isMirrored: true },
  5: { quarters: 3, isMirrored: true },
  6: { quarters: 1, isMirrored: false },
  7: { quarters: 1, isMirrored: true },
  8: { quarters: 3, isMirrored: false },
}

/** What a TIFF's orientation asks for (TIFF 6.0, 274); `undefined` for a picture that is upright, or says nothing known. */
export const turnOf = (orientation: number): Turn | undefined => turns[orientation]

/** What of Exif data matters to whoever shows the picture. */
export interface Exif {
  /** 1 to 8, as TIFF 6.0 counts them: 1 is upright. */
  readonly orientation: number
  /** Dots to the inch. */
  readonly density?: number
}

/** The first directory of Exif data, which is a TIFF without a picture; what is damaged says nothing. */
export function exifOf(tiff: Uint8Array | undefined): Exif {
  const directory = readable(() => (tiff === undefined ? undefined : tiffDirectories(tiff).next().value), undefined)
  if (directory === undefined) return { orientation: 1 }
  const orientation = readable(() => directory.value(274, 1), 1)
  const density = readable(() => directory.density().x, 0)
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    ...(density > 0 ? { density } : {}),
  }
}

function readable<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return otherwise
    throw error
  }
}

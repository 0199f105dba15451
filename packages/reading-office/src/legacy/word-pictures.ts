import type { ImageReference } from '@chancery/core'
import type { Pictures } from '@chancery/reading/pictures'
import { blipImage, entriesIn, pictureOfShape } from './drawn-blips.ts'
import { recordsOf } from './ppt-records.ts'

/** The head of a picture (MS-DOC 2.9.192, PICF), and the kinds that are drawn as shapes; the second has a name before it. */
const headBytes = 68
const [shape, namedShape] = [0x64, 0x66]
const recordHeadBytes = 8

/** Gives the picture that stands at a place of the stream "Data", each read once; `undefined` where none does. */
export function linePictures(data: Buffer, pictures: Pictures): (place: number) => ImageReference | undefined {
  const known = new Map<number, ImageReference | undefined>()
  return (place) => {
    if (!known.has(place)) known.set(place, linePicture(data, place, pictures))
    return known.get(place)
  }
}

function linePicture(data: Buffer, place: number, pictures: Pictures): ImageReference | undefined {
  if (place + headBytes > data.length) return undefined
  const end = Math.min(place + data.readUInt32LE(place), data.length)
  const kind = data.readUInt16LE(place + 6)
  if (data.readUInt16LE(place + 4) !== headBytes || (kind !== shape && kind !== namedShape)) return undefined
  const from = place + headBytes + (kind === namedShape ? 1 + (data[place + headBytes] ?? 0) : 0)
  const drawn = data.subarray(from, end)
  const [first] = recordsOf(drawn)
  if (first === undefined) return undefined
  const altText = pictureOfShape(first.body)?.altText
  const [entry] = entriesIn(drawn.subarray(recordHeadBytes + first.body.length))
  if (entry === undefined || 'place' in entry) return undefined
  const image = blipImage(entry, pictures)
  return image === undefined ? undefined : { ...image, ...(altText === undefined ? {} : { altText }) }
}

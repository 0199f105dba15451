import { fromGraymap, toGraymap } from '@chancery/reading/ocr/gray-picture'
import { turned } from '../image/picture-turns.ts'
import { corruptDocument } from '@chancery/reading/reading-errors'
import type { Preparation } from './preparation-worker.ts'

/** A prepared picture, turned by 180°, as it would have been prepared so. */
export function upsideDown(page: Preparation): Preparation {
  const picture = fromGraymap(page.graymap)
  if (picture === undefined) throw corruptDocument('The picture is no graymap of its size.')
  const { size, place, boxes, sample } = page
  /** Where the rectangle begins on the other side. */
  const from = (start: number, length: number, whole: number): number => whole - start - length
  return {
    ...page,
    graymap: toGraymap(turned(picture, 180)),
    place: {
      ...place,
      left: from(place.left, place.width, size.width),
      top: from(place.top, place.height, size.height),
    },
    boxes: boxes.map((box) => ({
      ...box,
      left: from(box.left, box.width, size.width),
      top: from(box.top, box.height, size.height),
    })),
    ...(sample === undefined ? {} : { sample: turned(sample, 180) }),
  }
}

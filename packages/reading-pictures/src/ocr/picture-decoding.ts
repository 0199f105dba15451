import { openImage } from '../image/open-image.ts'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { fromGraymap, type GrayPicture } from '@chancery/reading/ocr/gray-picture'
import type { OcrPicture } from '@chancery/reading/ocr/ocr-engine'

/** The pixels of a picture as it was handed in. @throws `document_corrupt`, `payload_too_large` */
export async function grayPictureOf({ bytes, contentType }: OcrPicture): Promise<GrayPicture> {
  if (contentType !== 'image/x-portable-graymap') {
    const { picture } = await (await openImage(bytes, contentType === 'image/png' ? 'png' : 'jpeg')).decode(0)
    return picture
  }
  const picture = fromGraymap(bytes)
  if (picture === undefined) throw corruptDocument('The picture is no graymap of its size.')
  return picture
}

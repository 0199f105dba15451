import { type Finding, throwIfCancelled } from '@chancery/core'
import { ModelBuilder } from '@chancery/reading/model/model-builder'
import { type GrayPicture, toGraymap } from '@chancery/reading/ocr/gray-picture'
import type { OcrEngine, OcrResult } from '@chancery/reading/ocr/ocr-engine'
import { resized } from './ocr/resized.ts'
import { pageFindings } from '@chancery/reading/ocr/page-findings'
import { pageSelection } from '@chancery/reading/page-selection'
import type { Reader } from '@chancery/reading/reader'
import { corruptDocument } from '@chancery/reading/reading-errors'
import type { ImageFrame } from './image/image-frame.ts'
import { type ImageType, imageTypes, openImage } from './image/open-image.ts'
import { type ReadImagePage, writeImagePages } from './recognized-pages.ts'

/** What engines read at most; larger pictures are made smaller before they are handed over. */
const mostPixels = 25_000_000
const pointsToInch = 72

/** Pictures: their pages by OCR, laid out as scanned pages of a PDF are, and the pictures themselves. */
export const imageReader: Reader = {
  paged: true,
  async read(document, request, { limits, signal, ocr, progress }) {
    if (!isImage(document.type)) throw corruptDocument('The document is no image.')
    const builder = new ModelBuilder(limits)
    const image = await openImage(document.bytes, document.type)
    const numbers = pageSelection(image.frames, request.pages, limits.pages, builder.warnings)
    const engine = request.ocr === 'never' ? undefined : ocr
    const pages: ReadImagePage[] = []
    for (const [index, number] of numbers.entries()) {
      throwIfCancelled(signal)
      const frame = await image.decode(number - 1)
      const result = engine && (await recognized(engine, frame, request.languages, signal))
      builder.warn(result === undefined ? [withoutOcr(number)] : pageFindings(number, result))
      pages.push(pageOf(number, frame, result))
      const { width, height } = frame.picture
      const { contentType } = document
      builder.images.push({ contentType, width, height, page: number, box: { x: 0, y: 0, width: 1, height: 1 } })
      progress?.(index + 1, numbers.length)
    }
    writeImagePages(builder, pages)
    if (!request.words) builder.words.length = 0
    return builder.build()
  },
}

const isImage = (type: string): type is ImageType => (imageTypes as readonly string[]).includes(type)

function recognized(
  engine: OcrEngine,
  { picture, resolution }: ImageFrame,
  languages: readonly string[],
  signal: AbortSignal,
): Promise<OcrResult> {
  const scale = Math.min(1, Math.sqrt(mostPixels / (picture.width * picture.height)))
  const { width, height, pixels }: GrayPicture =
    scale === 1 ? picture : resized(picture, Math.floor(picture.width * scale), Math.floor(picture.height * scale))
  return engine.recognize(
    {
      bytes: toGraymap({ width, height, pixels }),
      contentType: 'image/x-portable-graymap',
      width,
      height,
      ...(resolution === undefined ? {} : { resolution: Math.round(resolution * scale) }),
    },
    { languages, signal },
  )
}

/** The page as it stands upright. */
function pageOf(number: number, { picture, resolution }: ImageFrame, result: OcrResult | undefined): ReadImagePage {
  const rotation = result?.rotation ?? 0
  const [width, height] = rotation % 180 === 0 ? [picture.width, picture.height] : [picture.height, picture.width]
  const points = (pixels: number): number =>
    Math.round(((pixels * pointsToInch) / (resolution ?? pointsToInch)) * 100) / 100
  return {
    about: {
      number,
      ...(resolution === undefined ? {} : { width: points(width), height: points(height) }),
      ...(rotation === 0 ? {} : { rotation }),
      ...(result === undefined ? {} : { method: 'ocr', confidence: result.confidence }),
    },
    size: { width, height },
    result,
  }
}

const withoutOcr = (page: number): Finding => ({
  code: 'page_without_text',
  severity: 'warning',
  message: `Page ${page} is a picture; it was not read: OCR is not available or not wanted.`,
})

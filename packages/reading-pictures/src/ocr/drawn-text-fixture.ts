import { linesAt, pdfOf } from '../../../reading-pdf/src/pdf-fixture.ts'
import { pagePicture } from '../../../reading-pdf/src/page/page-picture.ts'
import { withPdf } from '../../../reading/src/pdfium/pdfium.ts'
import { fromGraymap, type GrayPicture, toGraymap } from '../../../reading/src/ocr/gray-picture.ts'
import type { OcrPicture } from '../../../reading/src/ocr/ocr-engine.ts'

/** Pixels to the inch of what `drawnText` draws. */
export const drawnResolution = 300

const drawnBefore = new Map<string, Promise<GrayPicture>>()

/** Lines of text as a picture, with a margin; PDFium draws them in Helvetica. */
export function drawnText(lines: readonly string[], size = 14): Promise<GrayPicture> {
  const key = `${size} ${lines.join('\n')}`
  const drawn = drawnBefore.get(key) ?? draw(lines, size)
  drawnBefore.set(key, drawn)
  return drawn
}

async function draw(lines: readonly string[], size: number): Promise<GrayPicture> {
  const bytes = pdfOf({ pages: [linesAt(30, 842 - 30 - size, lines, size)] })
  const drawn = await withPdf(bytes, undefined, (document) => {
    const page = document.pdfium.FPDF_LoadPage(document.handle, 0)
    const picture = pagePicture(document, page, {
      left: 0,
      top: 842,
      width: 595,
      height: 842,
      quarterTurns: 0,
    } as never)
    document.pdfium.FPDF_ClosePage(page)
    return Promise.resolve(picture)
  })
  const picture = fromGraymap(drawn?.bytes ?? new Uint8Array())
  if (picture === undefined) throw new Error('Nothing was drawn.')
  return cropped(picture)
}

/** Without the white rest below and to the right. */
function cropped({ width, height, pixels }: GrayPicture): GrayPicture {
  let [right, bottom] = [0, 0]
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at]! > 128) continue
    right = Math.max(right, at % width)
    bottom = Math.max(bottom, Math.floor(at / width))
  }
  const [across, down] = [Math.min(width, right + 120), Math.min(height, bottom + 120)]
  const out = new Uint8Array(across * down)
  for (let row = 0; row < down; row++) out.set(pixels.subarray(row * width, row * width + across), row * across)
  return { width: across, height: down, pixels: out }
}

export const asOcrPicture = (picture: GrayPicture, resolution = drawnResolution): OcrPicture => ({
  bytes: toGraymap(picture),
  contentType: 'image/x-portable-graymap',
  width: picture.width,
  height: picture.height,
  resolution,
})

import { decodeWebp, exifOf, type Turn, turnOf, webpFacts } from '@chancery/formats/raster'
import { writePng } from '@chancery/formats/raster'
import { RichFault } from './rich-fault.ts'

/** In pixels: what decodes and packs within seconds. */
const maxPixels = 25_000_000

/** A WebP as PNG, which Word can show. @throws RichFault */
export async function pngOfWebp(bytes: Uint8Array): Promise<{ readonly png: Uint8Array; readonly turn?: Turn }> {
  const facts = webpFacts(bytes)
  if (facts === undefined) throw broken()
  if (facts.isAnimated) throw new RichFault('Word cannot show moving webp images.', 'Save the image as gif or png.')
  if (facts.width * facts.height > maxPixels) {
    throw new RichFault('The webp image has too many pixels.', `At most ${maxPixels / 1_000_000} million.`)
  }
  const decoded = await decodeWebp(bytes)
  if (decoded === undefined) throw broken()
  const png = writePng(decoded.width, decoded.height, decoded.data)
  const turn = turnOf(exifOf(facts.exif).orientation)
  return turn === undefined ? { png } : { png, turn }
}

const broken = (): RichFault =>
  new RichFault('The webp image is broken or cut off.', 'Save it anew in an image program.')

import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'
import { otsu } from './threshold.ts'

/** Shares of the way between ink and paper: what is lighter than paper so far is paper, what is darker is ink. */
const paperFrom = 0.85
const inkTo = -0.3

/**
 * Makes paper white and ink black. It is the speckles of the paper that matter: the analysis of the page takes them for
 * something, and drops lines that they touch.
 */
export function contrasted({ width, height, pixels }: GrayPicture): GrayPicture {
  const { dark, light } = otsu(pixels)
  const [black, white] = [dark + (light - dark) * inkTo, dark + (light - dark) * paperFrom]
  if (!(white > black)) return { width, height, pixels }
  const levels = Uint8Array.from({ length: 256 }, (_, level) =>
    Math.round(Math.min(Math.max(((level - black) * 255) / (white - black), 0), 255)),
  )
  const stretched = new Uint8Array(pixels.length)
  for (let at = 0; at < pixels.length; at += 1) stretched[at] = levels[pixels[at]!]!
  return { width, height, pixels: stretched }
}

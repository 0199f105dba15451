import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'

/** One page of an image file, decoded. */
export interface ImageFrame {
  readonly picture: GrayPicture
  /** Pixels to the inch, where the file says so. */
  readonly resolution?: number
}

/** An image file whose pages can be decoded one at a time. */
export interface OpenImage {
  readonly frames: number
  /** @throws `document_corrupt`, `payload_too_large` */
  decode(frame: number): ImageFrame | Promise<ImageFrame>
}

/** What files state where nobody told them: a screen's, of use to nobody. */
const senseless = new Set([0, 1, 72, 96])

/** A resolution as a file states it, where it can be that of a scanned page. */
export const scanResolution = (perInch: number | undefined): { readonly resolution?: number } =>
  perInch === undefined || !(perInch >= 50 && perInch <= 2400) || senseless.has(Math.round(perInch))
    ? {}
    : { resolution: Math.round(perInch) }

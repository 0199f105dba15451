import type { DocumentType } from '@chancery/core'
import type { OpenImage } from './image-frame.ts'

export const imageTypes = ['png', 'jpeg', 'gif', 'webp', 'tiff', 'bmp'] as const satisfies readonly DocumentType[]
export type ImageType = (typeof imageTypes)[number]

const decoders: Readonly<Record<ImageType, (bytes: Uint8Array) => Promise<OpenImage>>> = {
  png: async (bytes) => (await import('./png-image.ts')).pngImage(bytes),
  jpeg: async (bytes) => (await import('./jpeg-image.ts')).jpegImage(bytes),
  gif: async (bytes) => (await import('./gif-image.ts')).gifImage(bytes),
  webp: async (bytes) => (await import('./webp-image.ts')).webpImage(bytes),
  tiff: async (bytes) => (await import('./tiff-image.ts')).tiffImage(bytes),
  bmp: async (bytes) => (await import('./bmp-image.ts')).bmpImage(bytes),
}

/** @throws `document_corrupt` where it is none of its type */
export const openImage = (bytes: Uint8Array, type: ImageType): Promise<OpenImage> => decoders[type](bytes)

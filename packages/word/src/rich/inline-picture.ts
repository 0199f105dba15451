import { pictureKind } from '@chancery/formats/raster'
import type { RichValue } from '@chancery/tags'
import { sourceOf } from './open-source.ts'
import { readPictureHeader } from './picture-header.ts'
import { RichFault } from './rich-fault.ts'

/** What is wrong with a picture that stands in the data itself, as a fill would say it; files elsewhere are not opened. */
export function inlinePictureFault(value: RichValue): { readonly message: string; readonly hint?: string } | undefined {
  if (value.rich !== 'image') return undefined
  try {
    const source = sourceOf(value.source)
    if (source instanceof Uint8Array && pictureKind(source) !== 'webp') readPictureHeader(source)
    else if ('path' in source && /[<>\r\n]/.test(source.path ?? ''))
      throw new RichFault('A text with angles or lines is neither a picture nor a path.')
    return undefined
  } catch (error) {
    if (!(error instanceof RichFault)) throw error
    const { message, hint } = error
    return { message, hint: hint ?? 'Give a data URI, base64 or the path of a stored file.' }
  }
}

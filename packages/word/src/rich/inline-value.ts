import { pictureKind } from '@chancery/formats/raster'
import type { RichValue } from '@chancery/tags'
import { sourceOf } from './open-source.ts'
import { readPictureHeader } from './picture-header.ts'
import { RichFault } from './rich-fault.ts'

/** Most bytes that any QR code holds (ISO/IEC 18004, version 40, level L). */
const maxCode = 2953

/** `C:\\logo.png`, `\\\\server\\share`, `file:///home`, `~/logo.png`. */
const ofComputer = /^(?:[A-Za-z]:[\\/]|\\\\|file:|~[\\/])/

/**
 * What is wrong with a picture, a document or the text of a code that stands in the data itself, as a fill would say it;
 * files elsewhere are not opened.
 */
export function inlineValueFault(value: RichValue): { readonly message: string; readonly hint?: string } | undefined {
  try {
    if (value.rich === 'qr' && Buffer.byteLength(value.text) > maxCode)
      throw new RichFault('The text is too long for a QR code.', 'At most 2,953 bytes: write an address of it instead.')
    if (value.rich !== 'image' && value.rich !== 'document') return undefined
    const isPicture = value.rich === 'image'
    const source = sourceOf(value.source)
    if (source instanceof Uint8Array) {
      if (!isPicture) {
        if (!isZip(source))
          throw new RichFault('This is no Word document.', 'Give a .docx file; save others as one in Word.')
      } else if (pictureKind(source) !== 'webp') readPictureHeader(source)
    } else if ('path' in source && ofComputer.test(source.path ?? ''))
      throw new RichFault("This is a path of somebody's computer, and no path of a stored file.")
    else if ('path' in source && /[<>\r\n]/.test(source.path ?? ''))
      throw new RichFault(`A text with angles or lines is neither a ${isPicture ? 'picture' : 'document'} nor a path.`)
    return undefined
  } catch (error) {
    if (!(error instanceof RichFault)) throw error
    const { message, hint } = error
    return { message, hint: hint ?? 'Give a data URI, base64 or the path of a stored file.' }
  }
}

const isZip = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b

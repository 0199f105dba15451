import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'

const boldName = /bold|black|heavy|demi|semibd/i
const fixedPitchName = /courier|mono|consol|typewriter|cmtt|menlo/i
/** Of the font descriptor (ISO 32000-1, 9.8.2). */
const fixedPitchFlag = 1
const boldFlag = 1 << 18
export const plainFont: FontStyle = { bold: false, fixedPitch: false }

export interface FontStyle {
  readonly bold: boolean
  readonly fixedPitch: boolean
}

/** The fonts of a document, each asked about once: PDFium keeps a font until its document is closed. */
export class FontStyles {
  private readonly document: PdfDocument
  private readonly known = new Map<number, FontStyle>()

  constructor(document: PdfDocument) {
    this.document = document
  }

  of(font: number): FontStyle {
    let style = this.known.get(font)
    if (style === undefined) this.known.set(font, (style = this.read(font)))
    return style
  }

  private read(font: number): FontStyle {
    const { raw } = this.document
    // The weight is not stated for the standard fonts; the name tells.
    const name = this.document.string((at, size) => raw.FPDFFont_GetBaseFontName(font, at, size), 'utf-8')
    const flags = raw.FPDFFont_GetFlags(font)
    return {
      bold: boldName.test(name) || (flags & boldFlag) > 0,
      fixedPitch: fixedPitchName.test(name) || (flags & fixedPitchFlag) > 0,
    }
  }
}

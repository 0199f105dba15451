import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'

/** TeX's CMBX and its kin, and the "Medi" of Nimbus, are bold too. */
const boldName = /bold|black|heavy|demi|semibd|medi(?:ital)?$|[-,]bd|^(?:cm|sf|ec)(?:ss)?b(?!r)/i
const italicName = /ital|obliq|kursiv|slanted|[-,]it$|^(?:cm|sf|ec)(?:ti|sl|bxti)/i
const fixedPitchName = /courier|mono|consol|typewriter|cmtt|menlo/i
/** Of the font descriptor (ISO 32000-1, 9.8.2). */
const fixedPitchFlag = 1
const italicFlag = 1 << 6
const boldFlag = 1 << 18
export const plainFont: FontStyle = { bold: false, italic: false, fixedPitch: false, family: '' }

export interface FontStyle {
  readonly bold: boolean
  readonly italic: boolean
  readonly fixedPitch: boolean
  /** The name without what it says of weight and slope, in small letters. */
  readonly family: string
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
    const stated = this.document.string((at, size) => raw.FPDFFont_GetBaseFontName(font, at, size), 'utf-8')
    const name = stated.replace(/^[A-Z]{6}\+/, '')
    const flags = raw.FPDFFont_GetFlags(font)
    return {
      bold: boldName.test(name) || (flags & boldFlag) > 0,
      italic: italicName.test(name) || (flags & italicFlag) > 0,
      fixedPitch: fixedPitchName.test(name) || (flags & fixedPitchFlag) > 0,
      family: familyOf(name),
    }
  }
}

const familyOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(
      /(?:semi|demi|extra|ultra)?(?:bold|light)|black|heavy|medium|regular|roman$|italic|oblique|[-,].*$/g,
      '',
    )
    .replaceAll(/[^a-z]/g, '')

import { type FontStyle, type FontStyles, plainFont } from './font-styles.ts'
import type { PageGeometry, Rectangle } from '@chancery/reading-layout/page-geometry'
import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'
import type { Turn } from '@chancery/reading-layout/text-frame'

/** `FPDF_TEXTRENDERMODE_FILL_STROKE`: bold type made of another. */
const filledAndStroked = 2

/** What all characters of one text object share. */
export interface ObjectStyle {
  readonly object: number
  readonly size: number
  readonly font: FontStyle
  readonly bold: boolean
  /** Colour of its letters, as 0xRRGGBB. */
  readonly ink: number
  readonly turn: Turn | undefined
  /** In user space. */
  readonly originY: number
  readonly originX: number
  readonly content: number
  readonly artifact: boolean
}

/** The box of a character's advance on the page as shown, and the line that it stands on; in points. */
export interface Place extends Rectangle {
  readonly baseline: number
}

/** The text objects of one page, each asked about once. */
export class ObjectStyles {
  private readonly document: PdfDocument
  private readonly textPage: number
  private readonly geometry: PageGeometry
  private readonly looseCharBox: PdfDocument['raw']['FPDFText_GetLooseCharBox']
  private readonly isTurned: boolean
  /** Where the origin of user space stands on the page as shown. */
  private readonly zeroX: number
  private readonly zeroY: number
  /** One for all characters: a new one for each would be most of what reading a page costs. */
  private readonly current = { left: 0, top: 0, right: 0, bottom: 0, baseline: 0 }
  private readonly fonts: FontStyles
  private readonly artifactMarks = new Map<number, boolean>()

  constructor(document: PdfDocument, fonts: FontStyles, textPage: number, geometry: PageGeometry) {
    this.document = document
    this.fonts = fonts
    this.textPage = textPage
    this.geometry = geometry
    this.looseCharBox = document.raw.FPDFText_GetLooseCharBox
    this.isTurned = geometry.quarterTurns !== 0
    const [x, y] = geometry.point(0, 0)
    this.zeroX = x
    this.zeroY = y
  }

  of(object: number, index: number): ObjectStyle {
    const { raw, scratch } = this.document
    const stated = raw.FPDFText_GetFontSize(this.textPage, index)
    let [a, b, c, d] = [1, 0, 0, 1]
    if (raw.FPDFText_GetMatrix(this.textPage, index, scratch) !== 0) {
      const at = scratch >> 2
      const floats = this.document.memoryFloats
      a = floats[at] ?? NaN
      b = floats[at + 1] ?? NaN
      c = floats[at + 2] ?? NaN
      d = floats[at + 3] ?? NaN
    }
    const scale = Math.sqrt(c * c + d * d)
    const size = Math.abs(stated) * (Number.isFinite(scale) && scale > 0 ? scale : 1)
    let [originX, originY] = [NaN, NaN]
    if (raw.FPDFText_GetCharOrigin(this.textPage, index, scratch, scratch + 8) !== 0) {
      const at = scratch >> 3
      const doubles = this.document.memoryDoubles
      originX = doubles[at] ?? NaN
      originY = doubles[at + 1] ?? NaN
    }
    const font = object === 0 ? plainFont : this.fonts.of(raw.FPDFTextObj_GetFont(object))
    return {
      object,
      size: size > 0 && size < 10_000 ? size : 1,
      font,
      bold: font.bold || (object !== 0 && raw.FPDFTextObj_GetTextRenderMode(object) === filledAndStroked),
      ink: object === 0 ? 0 : this.inkOf(object),
      turn: this.turnOf(a, b),
      originX,
      originY,
      content: object === 0 ? -1 : raw.FPDFPageObj_GetMarkedContentID(object),
      artifact: object !== 0 && this.isArtifact(object),
    }
  }

  /** The box of a character's advance on the page as shown; the next call writes over it. */
  place(index: number, style: ObjectStyle): Place | undefined {
    if (style.turn === 0 && !this.isTurned) return this.uprightPlace(index, style)
    const { raw, scratch } = this.document
    // Loose boxes are those of upright text; of turned text the ink has to do.
    if (raw.FPDFText_GetCharBox(this.textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24) === 0) {
      return undefined
    }
    const at = scratch >> 3
    const doubles = this.document.memoryDoubles
    const [left, right, bottom, top] = [
      doubles[at] ?? NaN,
      doubles[at + 1] ?? NaN,
      doubles[at + 2] ?? NaN,
      doubles[at + 3] ?? NaN,
    ]
    if (!Number.isFinite(left + right + bottom + top)) return undefined
    const place = this.geometry.place(left, bottom, right, top)
    const [x, y] = this.geometry.point(style.originX, style.originY)
    return { ...place, baseline: style.turn === 1 || style.turn === 3 ? x : y }
  }

  /** That of a glyph without a meaning, if it is seen. */
  inkedPlace(index: number, style: ObjectStyle): Place | undefined {
    const { raw, scratch } = this.document
    if (raw.FPDFText_GetCharBox(this.textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24) === 0) {
      return undefined
    }
    const at = scratch >> 3
    const doubles = this.document.memoryDoubles
    const isSeen = doubles[at + 1] !== doubles[at] && doubles[at + 3] !== doubles[at + 2]
    return isSeen ? this.place(index, style) : undefined
  }

  private uprightPlace(index: number, { size, originY }: ObjectStyle): Place | undefined {
    const { scratch } = this.document
    if (this.looseCharBox(this.textPage, index, scratch) === 0) return undefined
    const at = scratch >> 2
    const floats = this.document.memoryFloats
    const { current, zeroX, zeroY } = this
    current.left = (floats[at] ?? NaN) + zeroX
    current.right = (floats[at + 2] ?? NaN) + zeroX
    current.top = zeroY - (floats[at + 1] ?? NaN)
    current.bottom = zeroY - (floats[at + 3] ?? NaN)
    current.baseline = zeroY - originY
    if (!Number.isFinite(current.left + current.right + current.top + current.bottom + current.baseline)) {
      return undefined
    }
    const height = current.bottom - current.top
    const isUsual =
      height > 0.7 * size &&
      height < 1.6 * size &&
      current.baseline > current.top &&
      current.baseline <= current.bottom + 1
    // Fonts may state an ascent and descent of their own; what cannot be is set to what is usual.
    if (!isUsual) {
      current.top = current.baseline - 0.85 * size
      current.bottom = current.baseline + 0.2 * size
    }
    return current
  }

  /** In which direction of the page as shown a line goes on; slanted ones in none. */
  private turnOf(a: number, b: number): Turn | undefined {
    let [dx, dy] = [a, -b]
    if (this.isTurned) {
      const [x, y] = this.geometry.point(a, b)
      dx = x - this.zeroX
      dy = y - this.zeroY
    }
    if (Math.abs(dy) < 0.1 * Math.abs(dx)) return dx > 0 ? 0 : 2
    if (Math.abs(dx) < 0.1 * Math.abs(dy)) return dy > 0 ? 1 : 3
    return dx === 0 && dy === 0 ? 0 : undefined
  }

  private inkOf(object: number): number {
    const { raw, scratch } = this.document
    if (raw.FPDFPageObj_GetFillColor(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return 0
    // Three numbers of four bytes, of which the first holds all.
    const parts = this.document.view(scratch, 12)
    return ((parts[0] ?? 0) << 16) | ((parts[4] ?? 0) << 8) | (parts[8] ?? 0)
  }

  private isArtifact(object: number): boolean {
    const { raw } = this.document
    const count = Math.min(raw.FPDFPageObj_CountMarks(object), 16)
    for (let index = 0; index < count; index++) {
      const mark = raw.FPDFPageObj_GetMark(object, index)
      let isArtifact = this.artifactMarks.get(mark)
      if (isArtifact === undefined) {
        isArtifact = markName(this.document, mark) === 'Artifact'
        this.artifactMarks.set(mark, isArtifact)
      }
      if (isArtifact) return true
    }
    return false
  }
}

function markName(document: PdfDocument, mark: number): string {
  const { raw, scratch } = document
  // The length comes last, after the room for the name.
  const lengthAt = scratch + 512
  if (raw.FPDFPageObjMark_GetName(mark, scratch, 512, lengthAt) === 0) return ''
  return document.text(scratch, document.integerAt(lengthAt))
}

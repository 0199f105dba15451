import { type Finding, largestOf, leastOf } from '@chancery/core'
import type { AttachedFile } from '@chancery/reading/reader'
import { type Target, targetOf } from './destinations.ts'
import { embeddedFile } from './embedded-files.ts'
import type { BoxSign } from './box-signs.ts'
import type { PdfForm } from './form-fields.ts'
import { textIn } from './placed-text.ts'
import type { PageGeometry, Rectangle } from '@chancery/reading-layout/page-geometry'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'

/** `FPDF_ANNOT_*` of fpdf_annot.h. */
export const subtypes = { link: 2, freeText: 3, strikeOut: 12, popup: 16, fileAttachment: 17, widget: 20 } as const
/** Bit 2 of an annotation's flags: not shown. */
export const hiddenFlag = 2
const maxAnnotations = 5000
const maxQuads = 20
/** Lines of a page that remarks strike out. */
const maxStruckOut = 2000

/** A part of the page that leads somewhere. */
export interface PageLink {
  /** On the page as shown; several where it goes over lines. */
  readonly places: readonly Rectangle[]
  readonly target: Target
}

/** A remark on the page. */
export interface PageComment {
  readonly text: string
  readonly place: Rectangle
}

interface PageAnnotations {
  readonly links: readonly PageLink[]
  readonly comments: readonly PageComment[]
  readonly files: readonly AttachedFile[]
  /** Where remarks strike text out. */
  readonly struckOut: readonly Rectangle[]
  /** What is filled into the form's fields, and typed on the page. */
  readonly filledIn: readonly PdfWord[]
  /** Boxes and buttons of the form. */
  readonly boxes: readonly BoxSign[]
  /** What of it was not read. */
  readonly leftOut: readonly Finding[]
}

const annotationsLeftOut = (page: number): Finding => ({
  code: 'annotations_left_out',
  severity: 'warning',
  message: `Page ${page} has more links, remarks and fields than the ${maxAnnotations.toLocaleString('en')} that are read.`,
})

/** Reads what lies on a page: links, remarks, attached files, and the form's fields. */
export function pageAnnotations(
  document: PdfDocument,
  form: PdfForm,
  page: number,
  number: number,
  geometry: PageGeometry,
): PageAnnotations {
  const { raw } = document
  const links: PageLink[] = []
  const comments: PageComment[] = []
  const files: AttachedFile[] = []
  const struckOut: Rectangle[] = []
  const filledIn: PdfWord[] = []
  const boxes: BoxSign[] = []
  const all = raw.FPDFPage_GetAnnotCount(page)
  const count = Math.min(all, maxAnnotations)
  const isOpened = count > 0 && form.openPage(page, all)
  for (let index = 0; index < count; index++) {
    const annotation = raw.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const place = placeOf(document, annotation, geometry)
    const subtype = raw.FPDFAnnot_GetSubtype(annotation)
    if (place === undefined || subtype === subtypes.popup) {
      // Without a place there is nothing to see; a pop-up shows the text of its parent.
    } else if (subtype === subtypes.widget) {
      const { words = [], box } = form.widget(annotation, number, place, geometry)
      for (const word of words) filledIn.push(word)
      if (box !== undefined) boxes.push(box)
    } else if (subtype === subtypes.link) {
      const link = raw.FPDFAnnot_GetLink(annotation)
      const target =
        link === 0
          ? undefined
          : targetOf(document, raw.FPDFLink_GetDest(document.handle, link), raw.FPDFLink_GetAction(link))
      if (target !== undefined) links.push({ places: quadsOf(document, annotation, geometry) ?? [place], target })
    } else {
      if (subtype === subtypes.fileAttachment) {
        const attachment = raw.FPDFAnnot_GetFileAttachment(annotation)
        if (attachment !== 0) files.push(embeddedFile(document, attachment))
      }
      const isShown = (raw.FPDFAnnot_GetFlags(annotation) & hiddenFlag) === 0
      if (isShown && subtype === subtypes.strikeOut && struckOut.length < maxStruckOut)
        for (const quad of quadsOf(document, annotation, geometry, maxStruckOut - struckOut.length) ?? [place])
          struckOut.push(quad)
      const text = document.string((at, size) =>
        document.pdfium.FPDFAnnot_GetStringValue(annotation, 'Contents', at, size),
      )
      if (!isShown || text.trim() === '') {
        // There is nothing to read.
      } else if (subtype === subtypes.freeText && !document.pdfium.FPDFAnnot_HasKey(annotation, 'CL')) {
        // Text typed on a page is how papers without fields are filled in; a line that leads from it makes it a remark.
        for (const word of textIn(text, place)) filledIn.push(word)
      } else comments.push({ text, place })
    }
    raw.FPDFPage_CloseAnnot(annotation)
  }
  if (isOpened) form.closePage(page)
  return {
    links,
    comments,
    files,
    struckOut,
    filledIn,
    boxes,
    leftOut: all > count ? [annotationsLeftOut(number)] : [],
  }
}

function placeOf(document: PdfDocument, annotation: number, geometry: PageGeometry): Rectangle | undefined {
  // FS_RECTF is left, top, right, bottom.
  const corners = document.floats(4, (address) => document.raw.FPDFAnnot_GetRect(annotation, address))
  const [left = NaN, top = NaN, right = NaN, bottom = NaN] = corners ?? []
  return [left, top, right, bottom].every(Number.isFinite) ? geometry.place(left, bottom, right, top) : undefined
}

/** The lines that an annotation goes over, where it says so. */
function quadsOf(
  document: PdfDocument,
  annotation: number,
  geometry: PageGeometry,
  most = maxQuads,
): Rectangle[] | undefined {
  const { raw } = document
  const count = Math.min(raw.FPDFAnnot_CountAttachmentPoints(annotation), most)
  const quads: Rectangle[] = []
  for (let index = 0; index < count; index++) {
    const points = document.floats(8, (at) => raw.FPDFAnnot_GetAttachmentPoints(annotation, index, at))
    if (points === undefined || !points.every(Number.isFinite)) continue
    const xs = points.filter((_, at) => at % 2 === 0)
    const ys = points.filter((_, at) => at % 2 === 1)
    quads.push(geometry.place(leastOf(xs), leastOf(ys), largestOf(xs), largestOf(ys)))
  }
  return quads.length === 0 ? undefined : quads
}

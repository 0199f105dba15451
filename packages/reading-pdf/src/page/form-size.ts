import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'
import { subtypes } from './page-annotations.ts'

/**
 * PDFium looks for each field of a form among all others, at the first page that is opened with it: 3,000 take half a
 * second, 30,000 half a minute, on however many pages.
 */
const mostFields = 8000
/** Of any kind, on all pages, to be looked through for fields. */
const mostAnnotations = 50_000

/** Whether the pages of a document, none of which has to be opened for it, show more fields than PDFium can tell apart in time. */
export function isFormTooLarge({ raw, handle, pageCount }: PdfDocument): boolean {
  let [fields, annotations] = [0, 0]
  for (let page = 0; page < pageCount; page++) {
    const count = raw.EPDFPage_GetAnnotCountRaw(handle, page)
    annotations += count
    if (annotations > mostAnnotations) return true
    for (let index = 0; index < count; index++) {
      const annotation = raw.EPDFPage_GetAnnotRaw(handle, page, index)
      if (annotation === 0) continue
      if (raw.FPDFAnnot_GetSubtype(annotation) === subtypes.widget) fields++
      raw.FPDFPage_CloseAnnot(annotation)
      if (fields > mostFields) return true
    }
  }
  return false
}

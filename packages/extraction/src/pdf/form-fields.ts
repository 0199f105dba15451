import type { FormField } from '@chancery/core'
import { boxOf, type PageGeometry, type Rectangle } from './page-geometry.ts'
import type { PdfDocument } from './pdfium.ts'
import type { TextRun } from './text-runs.ts'

/** `FPDF_FORMFIELD_*` of fpdf_formfill.h. */
const fieldTypes: Readonly<Record<number, FormField['type']>> = {
  1: 'button',
  2: 'checkbox',
  3: 'radio',
  4: 'choice',
  5: 'choice',
  6: 'text',
  7: 'signature',
}
const widget = 20
const maxWidgets = 5000
/** Bit 2 of an annotation's flags: not shown. */
const hiddenFlag = 2
/** Bit 14 of a text field's flags: shown as dots. */
const passwordFlag = 1 << 13

/** The AcroForm of an open document. */
export class PdfForm {
  readonly fields: FormField[] = []
  private readonly document: PdfDocument
  private readonly info: number
  private readonly form: number
  private readonly radios = new Map<string, number>()

  constructor(document: PdfDocument) {
    this.document = document
    this.info = document.pdfium.PDFiumExt_OpenFormFillInfo()
    this.form = document.pdfium.PDFiumExt_InitFormFillEnvironment(document.handle, this.info)
  }

  close(): void {
    if (this.form !== 0) this.document.pdfium.PDFiumExt_ExitFormFillEnvironment(this.form)
    this.document.pdfium.PDFiumExt_CloseFormFillInfo(this.info)
  }

  /** Gathers the fields of one page; what is filled in is text on the page, and given back as such. */
  read(page: number, number: number, geometry: PageGeometry): TextRun[] {
    const { pdfium } = this.document
    if (this.form === 0) return []
    // Only now does PDFium know which boxes are ticked.
    pdfium.FORM_OnAfterLoadPage(page, this.form)
    const runs: TextRun[] = []
    const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), maxWidgets)
    for (let index = 0; index < count; index++) {
      const annotation = pdfium.FPDFPage_GetAnnot(page, index)
      if (annotation === 0) continue
      if (pdfium.FPDFAnnot_GetSubtype(annotation) === widget) runs.push(...this.widget(annotation, number, geometry))
      pdfium.FPDFPage_CloseAnnot(annotation)
    }
    pdfium.FORM_OnBeforeClosePage(page, this.form)
    return runs
  }

  private widget(annotation: number, page: number, geometry: PageGeometry): TextRun[] {
    const { pdfium } = this.document
    const type = fieldTypes[pdfium.FPDFAnnot_GetFormFieldType(this.form, annotation)]
    // FS_RECTF is left, top, right, bottom.
    const corners = this.document.floats(4, (address) => pdfium.FPDFAnnot_GetRect(annotation, address))
    const [left = NaN, top = NaN, right = NaN, bottom = NaN] = corners ?? []
    if (type === undefined || ![left, top, right, bottom].every(Number.isFinite)) return []
    const place = geometry.place(left, bottom, right, top)
    const flags = pdfium.FPDFAnnot_GetFormFieldFlags(this.form, annotation)
    const isSecret = type === 'text' && (flags & passwordFlag) !== 0
    const name = this.document.string((at, size) => pdfium.FPDFAnnot_GetFormFieldName(this.form, annotation, at, size))
    const written = isSecret
      ? ''
      : this.document.string((at, size) => pdfium.FPDFAnnot_GetFormFieldValue(this.form, annotation, at, size))
    const field = { name, type, page, box: boxOf(place, geometry) } as const
    if (type === 'radio') this.radio(annotation, field)
    else if (type === 'checkbox') {
      this.fields.push({ ...field, value: pdfium.FPDFAnnot_IsChecked(this.form, annotation) })
    } else if (type === 'choice') this.fields.push({ ...field, ...this.choice(annotation, written) })
    else this.fields.push({ ...field, value: type === 'text' ? written : null })
    const isShown = (pdfium.FPDFAnnot_GetFlags(annotation) & hiddenFlag) === 0
    return isShown && (type === 'text' || type === 'choice') ? filledIn(written, place) : []
  }

  /** The buttons of one name are one field, with the chosen button's value. */
  private radio(annotation: number, field: Pick<FormField, 'name' | 'type'>): void {
    const { pdfium } = this.document
    const option = this.document.string((at, size) =>
      pdfium.FPDFAnnot_GetFormFieldExportValue(this.form, annotation, at, size),
    )
    const chosen = pdfium.FPDFAnnot_IsChecked(this.form, annotation)
    const at = this.radios.get(field.name)
    const known = at === undefined ? undefined : this.fields[at]
    if (at === undefined || known === undefined) {
      this.radios.set(field.name, this.fields.length)
      this.fields.push({ ...field, value: chosen ? option : null, options: [option] })
    } else {
      this.fields[at] = { ...known, value: chosen ? option : known.value, options: [...(known.options ?? []), option] }
    }
  }

  private choice(annotation: number, written: string): Pick<FormField, 'value' | 'options'> {
    const { pdfium } = this.document
    const count = Math.min(Math.max(pdfium.FPDFAnnot_GetOptionCount(this.form, annotation), 0), maxWidgets)
    const indices = Array.from({ length: count }, (_, index) => index)
    const options = indices.map((index) =>
      this.document.string((at, size) => pdfium.FPDFAnnot_GetOptionLabel(this.form, annotation, index, at, size)),
    )
    const chosen = options.filter((_, index) => pdfium.FPDFAnnot_IsOptionSelected(this.form, annotation, index))
    return { value: chosen.length > 1 ? chosen : (chosen[0] ?? (written === '' ? null : written)), options }
  }
}

function filledIn(value: string, place: Rectangle): TextRun[] {
  const lines = value.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const height = (place.bottom - place.top) / Math.max(lines.length, 1)
  return lines.map((text, index) => ({
    left: place.left,
    right: place.right,
    top: place.top + index * height,
    bottom: place.top + (index + 1) * height,
    text,
    size: Math.min(height / 1.2, 12),
    bold: false,
    hyphenated: false,
  }))
}

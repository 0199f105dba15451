import type { FormField } from '@chancery/core'
import { boxOf, type PageGeometry, type Rectangle } from '@chancery/reading-layout/page-geometry'
import { isFormTooLarge } from './form-size.ts'
import { hiddenFlag } from './page-annotations.ts'
import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import type { BoxSign } from './box-signs.ts'
import { linesIn } from './placed-text.ts'

/** `FORMTYPE_*` of fpdf_formfill.h: XFA by itself, or in front of an AcroForm. */
const formKinds: Readonly<Record<number, 'acroform' | 'xfa'>> = { 1: 'acroform', 2: 'xfa', 3: 'xfa' }
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
/** `FPDF_ANNOT_AACTION_FORMAT`. */
const formatEvent = 13
const maxOptions = 5000
/** `FPDF_FORMFIELD_LISTBOX`. */
const listBox = 5
/** PDFium draws a list that has no looks yet, and looks for each option among those chosen: 4,000 take two seconds. */
const maxDrawnOptions = 500
/** A space in UTF-16, with its end: an appearance that draws nothing. */
const blankLooks = [0x20, 0, 0, 0] as const
/** PDFium looks for a field among all others, again and again: a form of 3,000 takes half a second, one of 30,000 minutes. */
const maxFieldsOfPage = 5000
/** For all fields of a document, on a processor. */
const maxWorkMs = 2000
/** Bit 14 of a text field's flags: shown as dots. */
const passwordFlag = 1 << 13

/** What stands for an empty box or button, and for a chosen one. */
const signs = { checkbox: ['☐', '☒'], radio: ['○', '◉'] } as const

/** What a reader sees of a field. */
interface ShownField {
  readonly words?: readonly PdfWord[]
  readonly box?: BoxSign
}

/** The AcroForm of an open document. */
export class PdfForm {
  readonly fields: FormField[] = []
  readonly kind: 'none' | 'acroform' | 'xfa'
  private readonly document: PdfDocument
  private readonly info: number
  private readonly form: number
  private readonly radios = new Map<string, number>()
  private workMs = 0
  private isCut: boolean

  /** @param bytes of the file */
  constructor(document: PdfDocument, bytes: Uint8Array) {
    this.document = document
    const { raw, handle } = document
    this.kind = formKinds[raw.FPDF_GetFormType(handle)] ?? 'none'
    this.info = raw.PDFiumExt_OpenFormFillInfo()
    this.isCut = this.kind !== 'none' && isFormTooLarge(document, bytes)
    this.form = this.kind === 'none' || this.isCut ? 0 : raw.PDFiumExt_InitFormFillEnvironment(handle, this.info)
  }

  close(): void {
    const { raw } = this.document
    if (this.form !== 0) raw.PDFiumExt_ExitFormFillEnvironment(this.form)
    raw.PDFiumExt_CloseFormFillInfo(this.info)
  }

  /** Some fields were not read. */
  get hasLeftOut(): boolean {
    return this.isCut
  }

  /**
   * Only when its page is open does PDFium know which boxes are ticked.
   * @param annotations how many lie on the page, fields among them
   * @returns whether it was opened, and has to be closed
   */
  openPage(page: number, annotations: number): boolean {
    if (this.form === 0) return false
    if (annotations > maxFieldsOfPage) this.isCut = true
    if (this.isCut) return false
    this.counted(() => {
      for (let index = 0; index < annotations; index++) this.blankLongList(page, index)
      this.document.raw.FORM_OnAfterLoadPage(page, this.form)
    })
    return true
  }

  /** Long lists without looks get blank ones: what is read of them does not depend on how they look. */
  private blankLongList(page: number, index: number): void {
    const { raw, pdfium } = this.document
    const annotation = raw.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) return
    const isLong =
      raw.FPDFAnnot_GetFormFieldType(this.form, annotation) === listBox &&
      raw.FPDFAnnot_GetOptionCount(this.form, annotation) > maxDrawnOptions
    if (isLong && !pdfium.FPDFAnnot_HasKey(annotation, 'AP')) {
      const { scratch } = this.document
      this.document.view(scratch, blankLooks.length).set(blankLooks)
      raw.FPDFAnnot_SetAP(annotation, 0, scratch)
    }
    raw.FPDFPage_CloseAnnot(annotation)
  }

  /** Counts what a call takes; of a form that takes too long no more is read. */
  private counted<T>(call: () => T): T {
    const { user, system } = process.threadCpuUsage()
    try {
      return call()
    } finally {
      const now = process.threadCpuUsage()
      this.workMs += (now.user - user + now.system - system) / 1000
      if (this.workMs > maxWorkMs) this.isCut = true
    }
  }

  closePage(page: number): void {
    if (this.form !== 0) this.document.raw.FORM_OnBeforeClosePage(page, this.form)
  }

  /** Takes one field of an open page; what is filled in is text at its place, and given back as such. */
  widget(annotation: number, page: number, place: Rectangle, geometry: PageGeometry): ShownField {
    return this.isCut ? {} : this.counted(() => this.read(annotation, page, place, geometry))
  }

  private read(annotation: number, page: number, place: Rectangle, geometry: PageGeometry): ShownField {
    const { pdfium } = this.document
    const stated = this.form === 0 ? undefined : fieldTypes[pdfium.FPDFAnnot_GetFormFieldType(this.form, annotation)]
    if (stated === undefined) return {}
    const type = stated === 'text' && this.isDate(annotation) ? 'date' : stated
    const flags = pdfium.FPDFAnnot_GetFormFieldFlags(this.form, annotation)
    const isSecret = stated === 'text' && (flags & passwordFlag) !== 0
    const name = this.document.string((at, size) => pdfium.FPDFAnnot_GetFormFieldName(this.form, annotation, at, size))
    const written = isSecret
      ? ''
      : this.document.string((at, size) => pdfium.FPDFAnnot_GetFormFieldValue(this.form, annotation, at, size))
    let shown = written
    const field = { name, type, page, box: boxOf(place, geometry) } as const
    if (type === 'radio') this.radio(annotation, field)
    else if (type === 'checkbox') {
      this.fields.push({ ...field, value: pdfium.FPDFAnnot_IsChecked(this.form, annotation) })
    } else if (type === 'choice') {
      const choice = this.choice(annotation, written)
      this.fields.push({ ...field, ...choice })
      shown = [choice.value ?? ''].flat().join('\n')
    } else this.fields.push({ ...field, value: stated === 'text' ? written : null })
    if ((pdfium.FPDFAnnot_GetFlags(annotation) & hiddenFlag) !== 0) return {}
    if (type === 'checkbox' || type === 'radio') {
      return { box: { box: place, sign: signs[type][pdfium.FPDFAnnot_IsChecked(this.form, annotation) ? 1 : 0] } }
    }
    return stated === 'text' || stated === 'choice' ? { words: linesIn(shown, place) } : {}
  }

  /** Acrobat's own script formats what is filled in as a date. */
  private isDate(annotation: number): boolean {
    const { pdfium } = this.document
    return this.document
      .string((at, size) =>
        pdfium.FPDFAnnot_GetFormAdditionalActionJavaScript(this.form, annotation, formatEvent, at, size),
      )
      .includes('AFDate_Format')
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
    const count = Math.min(Math.max(pdfium.FPDFAnnot_GetOptionCount(this.form, annotation), 0), maxOptions)
    const indices = Array.from({ length: count }, (_, index) => index)
    const options = indices.map((index) =>
      this.document.string((at, size) => pdfium.FPDFAnnot_GetOptionLabel(this.form, annotation, index, at, size)),
    )
    const chosen = options.filter((_, index) => pdfium.FPDFAnnot_IsOptionSelected(this.form, annotation, index))
    return { value: chosen.length > 1 ? chosen : (chosen[0] ?? (written === '' ? null : written)), options }
  }
}

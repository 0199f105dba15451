import { setImmediate as nextTurn } from 'node:timers/promises'
import { ModelBuilder } from '../model/model-builder.ts'
import { pageSelection } from '../page-selection.ts'
import type { Reader } from '../reader.ts'
import { corruptDocument, stopIfAborted } from '../reading-errors.ts'
import { PdfForm } from './form-fields.ts'
import { pageGeometry, type PageGeometry } from './page-geometry.ts'
import { pageImages } from './page-images.ts'
import { pageLayout, type Region } from './page-layout.ts'
import { withPdf, type PdfDocument } from './pdfium.ts'
import { runningLines } from './running-lines.ts'
import { addRegions, typographyOf } from './text-blocks.ts'
import { textRuns } from './text-runs.ts'

interface ReadPage {
  readonly number: number
  readonly geometry: PageGeometry
  readonly regions: readonly Region[]
}

/** PDF through PDFium: words by geometry to lines, columns, tables, paragraphs and headings; forms; metadata. */
export const pdfReader: Reader = {
  paged: true,
  read: (vetted, request, { limits, signal }) =>
    withPdf(vetted.bytes, async (document) => {
      const builder = new ModelBuilder(limits)
      const numbers = pageSelection(document.pageCount, request.pages, limits.pages, builder.warnings)
      const form = new PdfForm(document)
      const pages: ReadPage[] = []
      try {
        for (const number of numbers) {
          stopIfAborted(signal)
          pages.push(readPage(document, form, number, builder))
          // Other work gets its turn between pages.
          await nextTurn()
        }
      } finally {
        form.close()
      }
      addPages(builder, pages)
      builder.formFields.push(...form.fields)
      warnOfPagesWithoutText(builder, pages)
      readProperties(document, builder)
      return builder.build()
    }),
}

function readPage(document: PdfDocument, form: PdfForm, number: number, builder: ModelBuilder): ReadPage {
  const { pdfium } = document
  const page = pdfium.FPDF_LoadPage(document.handle, number - 1)
  if (page === 0) throw corruptDocument(`Page ${number} of the PDF could not be read.`)
  const textPage = pdfium.FPDFText_LoadPage(page)
  try {
    const geometry = geometryOf(document, page)
    const runs = textPage === 0 ? [] : textRuns(document, textPage, geometry)
    runs.push(...form.read(page, number, geometry))
    builder.images.push(...pageImages(document, page, number, geometry))
    return { number, geometry, regions: pageLayout(runs) }
  } finally {
    if (textPage !== 0) pdfium.FPDFText_ClosePage(textPage)
    pdfium.FPDF_ClosePage(page)
  }
}

function geometryOf(document: PdfDocument, page: number): PageGeometry {
  const { pdfium } = document
  // FS_RECTF is left, top, right, bottom.
  const [left = 0, top = 792, right = 612, bottom = 0] =
    document.floats(4, (address) => pdfium.FPDF_GetPageBoundingBox(page, address)) ?? []
  return pageGeometry({ left, bottom, right, top }, pdfium.FPDFPage_GetRotation(page) & 3)
}

function addPages(builder: ModelBuilder, pages: readonly ReadPage[]): void {
  const rows = pages.map(({ geometry, regions }) => ({
    height: geometry.height,
    rows: regions.flatMap((region) => (region.kind === 'lines' ? region.rows : [])),
  }))
  const typography = typographyOf(rows.flatMap((page) => page.rows))
  const running = runningLines(rows)
  for (const { number, geometry, regions } of pages) {
    builder.beginPage({ number, width: roundPoints(geometry.width), height: roundPoints(geometry.height) })
    addRegions(builder, regions, typography, geometry, running)
  }
}

const roundPoints = (points: number): number => Math.round(points * 100) / 100

function warnOfPagesWithoutText(builder: ModelBuilder, pages: readonly ReadPage[]): void {
  for (const { number, regions } of pages) {
    if (regions.length > 0) continue
    builder.warnings.push({
      code: 'page_without_text',
      severity: 'warning',
      message: `Page ${number} has no text; if it is a scan, it was not read: OCR is not available yet.`,
    })
  }
}

/** Entries of the information dictionary (ISO 32000-1, 14.3.3) and what they are called in the model. */
const propertyNames: Readonly<Record<string, string>> = {
  Title: 'title',
  Author: 'author',
  Subject: 'subject',
  Keywords: 'keywords',
  Creator: 'creator',
  Producer: 'producer',
  CreationDate: 'created',
  ModDate: 'modified',
}

function readProperties(document: PdfDocument, builder: ModelBuilder): void {
  const { pdfium, handle } = document
  for (const [entry, name] of Object.entries(propertyNames)) {
    const value = document.string((address, size) => pdfium.FPDF_GetMetaText(handle, entry, address, size))
    builder.metadatum(name, entry.endsWith('Date') ? isoDate(value) : value)
  }
  const language = document.string((address, size) => pdfium.FPDFCatalog_GetLanguage(handle, address, size))
  builder.language = language === '' ? null : language
}

/** "D:20260131120000+01'00'" as ISO 8601; what is not such a date stays as it is. */
function isoDate(date: string): string {
  const found = /^D?:?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([-+Z])(\d\d)?'?(\d\d)?)?/.exec(date)
  if (found === null) return date
  const [, year, month = '01', day = '01', hour, minute = '00', second = '00', sign, zoneHour, zoneMinute = '00'] =
    found
  const zone =
    sign === undefined ? '' : sign === 'Z' || zoneHour === undefined ? 'Z' : `${sign}${zoneHour}:${zoneMinute}`
  return `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}${zone}`}`
}

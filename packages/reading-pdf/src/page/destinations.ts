import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'

/** Where a link or a bookmark leads to in the document. */
export interface Destination {
  /** From 1. */
  readonly page: number
  /** In user space of that page, where the destination names a place. */
  readonly point?: readonly [x: number, y: number]
}

/** What a link or bookmark does. */
export type Target = { readonly url: string } | Destination

/** `PDFACTION_*` of fpdf_doc.h. */
const goTo = 1
const uri = 3

/** What a browser would run, or read from the machine that it runs on, is no address. */
const notAnAddress = /^[\s\p{Cc}]*(?:javascript|vbscript|data|file)\s*:/iu

const maxUrl = 4000

/** By its destination, or else by its action; `undefined` for what leads nowhere. */
export function targetOf(document: PdfDocument, destination: number, action: number): Target | undefined {
  const { raw, handle } = document
  if (destination !== 0) return destinationOf(document, destination)
  if (action === 0) return undefined
  const type = raw.FPDFAction_GetType(action)
  if (type === goTo) return destinationOf(document, raw.FPDFAction_GetDest(handle, action))
  if (type !== uri) return undefined
  const url = document
    .string((at, size) => raw.FPDFAction_GetURIPath(handle, action, at, size), 'utf-8')
    .toWellFormed()
    .trim()
  return url === '' || url.length > maxUrl || notAnAddress.test(url) ? undefined : { url }
}

function destinationOf(document: PdfDocument, destination: number): Destination | undefined {
  const { raw, handle, scratch } = document
  if (destination === 0) return undefined
  const index = raw.FPDFDest_GetDestPageIndex(handle, destination)
  if (index < 0) return undefined
  const has = raw.FPDFDest_GetLocationInPage(
    destination,
    scratch,
    scratch + 4,
    scratch + 8,
    scratch + 12,
    scratch + 16,
    scratch + 20,
  )
  if (has === 0 || document.integerAt(scratch + 4) === 0) return { page: index + 1 }
  const at = scratch >> 2
  const [x = 0, y = NaN] = document.memoryFloats.subarray(at + 3, at + 5)
  return Number.isFinite(y) ? { page: index + 1, point: [Number.isFinite(x) ? x : 0, y] } : { page: index + 1 }
}

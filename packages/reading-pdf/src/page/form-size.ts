import { constants, inflateSync } from 'node:zlib'
import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'
import { subtypes } from './page-annotations.ts'

/**
 * PDFium looks for each field of a form among all others, at the first page that is opened with it: 3,000 take half a
 * second, 30,000 half a minute, on however many pages.
 */
const mostFields = 8000
/** Fields by the bytes of all their names: names that begin alike are compared to their ends. */
const mostCompared = 2_000_000_000
/** What a name is looked through for its end; longer ones count as so long. */
const mostNameBytes = 32_768
/** Of any kind, on all pages, to be looked through for fields. */
const mostAnnotations = 50_000
/** Of object streams, unpacked; a form of 8,000 fields has some 2 MB of them. */
const mostUnpackedBytes = 64 * 1024 ** 2
/** As so much counts a stream that cannot be unpacked: how far it went is not told. */
const damagedBytes = 8 * 1024 ** 2
/** Of the dictionary that stands before an object stream. */
const mostDictionaryBytes = 1024

/** Whether a form has more fields than PDFium can tell apart in time, on the pages (none has to be opened for it) or beside them. */
export const isFormTooLarge = (document: PdfDocument, bytes: Uint8Array): boolean =>
  shownFields(document) > mostFields || hasTooManyNames(bytes)

/** Infinite where there is too much to look through. */
function shownFields({ raw, handle, pageCount }: PdfDocument): number {
  let [fields, annotations] = [0, 0]
  for (let page = 0; page < pageCount; page++) {
    const count = raw.EPDFPage_GetAnnotCountRaw(handle, page)
    annotations += count
    if (annotations > mostAnnotations) return Infinity
    for (let index = 0; index < count && fields <= mostFields; index++) {
      const annotation = raw.EPDFPage_GetAnnotRaw(handle, page, index)
      if (annotation === 0) continue
      if (raw.FPDFAnnot_GetSubtype(annotation) === subtypes.widget) fields++
      raw.FPDFPage_CloseAnnot(annotation)
    }
  }
  return fields
}

/**
 * Looks for names of fields (`/T`) in objects as they are and in object streams: PDFium also loads fields that no page shows.
 * What encryption hides is not seen.
 */
function hasTooManyNames(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const names = new FieldNames()
  names.add(file)
  let unpacked = 0
  let at = file.indexOf('/ObjStm')
  while (at !== -1 && unpacked <= mostUnpackedBytes) {
    const start = file.subarray(at, at + mostDictionaryBytes).indexOf('stream')
    if (start !== -1) {
      const objects = inflated(file.subarray(at + start + 'stream'.length))
      if (objects !== undefined) names.add(objects)
      unpacked += objects?.length ?? damagedBytes
    }
    at = file.indexOf('/ObjStm', at + Math.max(start, 1))
  }
  return unpacked > mostUnpackedBytes || names.areTooMany
}

/** `undefined` where it is not packed so, is damaged, or holds too much. */
function inflated(stream: Buffer): Buffer | undefined {
  const lineBreak = stream[0] === 0x0d && stream[1] === 0x0a ? 2 : 1
  try {
    return inflateSync(stream.subarray(lineBreak), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: mostUnpackedBytes,
    })
  } catch {
    return undefined
  }
}

const [round, pointed] = [0x28, 0x3c]
const blanks: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d])

class FieldNames {
  private count = 0
  private bytes = 0

  get areTooMany(): boolean {
    return this.count > mostFields || this.count * this.bytes > mostCompared
  }

  add(objects: Buffer): void {
    for (let at = objects.indexOf('/T'); at !== -1 && !this.areTooMany; at = objects.indexOf('/T', at)) {
      at += 2
      while (blanks.has(objects[at])) at++
      const isRound = objects[at] === round
      if (!isRound && (objects[at] !== pointed || objects[at + 1] === pointed)) continue
      const length = objects.subarray(at, at + mostNameBytes).indexOf(isRound ? ')' : '>')
      this.count++
      this.bytes += length === -1 ? mostNameBytes : length
    }
  }
}

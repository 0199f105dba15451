import type { AttachedFile } from '@chancery/reading/reader'
import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'

const maxFiles = 1000
const maxBytes = 256 * 1024 * 1024

/** The files of the document's name tree (ISO 32000-1, 7.11.4). */
export function* embeddedFiles(document: PdfDocument): Generator<AttachedFile> {
  const { raw, handle } = document
  const count = Math.min(raw.FPDFDoc_GetAttachmentCount(handle), maxFiles)
  for (let index = 0; index < count; index++) {
    const attachment = raw.FPDFDoc_GetAttachment(handle, index)
    if (attachment !== 0) yield embeddedFile(document, attachment)
  }
}

/** A file that PDFium found; without bytes where its stream cannot be read. */
export function embeddedFile(document: PdfDocument, attachment: number): AttachedFile {
  const { raw } = document
  const name = document.string((at, size) => raw.FPDFAttachment_GetName(attachment, at, size)).toWellFormed()
  const contentType = document.string((at, size) => raw.FPDFAttachment_GetSubtype(attachment, at, size)).toWellFormed()
  return {
    filename: name === '' ? 'attachment' : name,
    bytes: bytesOf(document, attachment),
    ...(/^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(contentType) ? { contentType } : {}),
  }
}

function bytesOf(document: PdfDocument, attachment: number): Uint8Array {
  const { raw, scratch } = document
  if (raw.FPDFAttachment_GetFile(attachment, 0, 0, scratch) === 0) return new Uint8Array()
  const length = document.integerAt(scratch)
  if (length === 0 || length > maxBytes) return new Uint8Array()
  const address = raw.malloc(length)
  if (address === 0) return new Uint8Array()
  try {
    const isWritten = raw.FPDFAttachment_GetFile(attachment, address, length, scratch) !== 0
    return isWritten ? document.bytes(address, length) : new Uint8Array()
  } finally {
    raw.free(address)
  }
}

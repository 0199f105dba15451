import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'
import { xmpProperties } from './xmp.ts'

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

/** Title, author, dates and language; what the information dictionary lacks comes from the XMP packet. */
export function readProperties(document: PdfDocument, file: Uint8Array, builder: ModelBuilder): void {
  const { pdfium, handle } = document
  for (const [entry, name] of Object.entries(propertyNames)) {
    const value = document.string((address, size) => pdfium.FPDF_GetMetaText(handle, entry, address, size))
    builder.metadatum(name, entry.endsWith('Date') ? isoDate(value) : value)
  }
  const language = document.string((address, size) => pdfium.FPDFCatalog_GetLanguage(handle, address, size))
  const packet = xmpProperties(file, (name) =>
    name === 'language' ? language === '' : builder.metadata[name] === undefined,
  )
  for (const [name, value] of Object.entries(packet)) if (name !== 'language') builder.metadatum(name, value)
  builder.language = language === '' ? (packet['language'] ?? null) : language
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

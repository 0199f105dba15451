import type { VettedDocument } from '@chancery/core'
import PizZip from 'pizzip'

/** The first moment that a zip archive can tell, in every time zone the same: output depends on input alone. */
const epoch = new Date(1980, 0, 1)

/** The document with some parts replaced; all others keep their content. The same input gives the same bytes. */
export function writePackage(document: VettedDocument, parts: ReadonlyMap<string, string>): Uint8Array {
  const zip = new PizZip(document.bytes)
  const encoder = new TextEncoder()
  for (const [name, xml] of parts) zip.file(name, encoder.encode(xml.replace(/^\ufeff/, '')), { binary: true })
  for (const entry of Object.values(zip.files)) {
    entry.date = epoch
    entry.options.date = epoch
  }
  // The content types come first, as the format recommends; the rest by name.
  const first = '[Content_Types].xml'
  const order = Object.keys(zip.files).sort((a, b) => Number(b === first) - Number(a === first) || (a < b ? -1 : 1))
  return zip.generate({ type: 'uint8array', compression: 'DEFLATE', fileOrder: () => order })
}

import { xmlAsUtf8 } from '../xml/xml-encoding.ts'
import type { ZipDirectory } from '../zip/zip-directory.ts'
import { inflatePart } from '../zip/zip-part.ts'

export const manifestName = 'META-INF/manifest.xml'

/** The manifest of a package of which parts are encrypted; `undefined` of any other. @throws `document_corrupt` */
export function sealedManifest({ entries }: ZipDirectory): string | undefined {
  const entry = entries.find(({ name }) => name === manifestName)
  if (entry === undefined) return undefined
  const content = xmlAsUtf8(inflatePart(entry).content)
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return text.includes('encryption-data') ? text.toString('utf8') : undefined
}

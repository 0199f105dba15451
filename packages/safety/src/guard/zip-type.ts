import type { DocumentType } from '@chancery/core'

/** By the names of their parts; the order decides where several are there. */
const byPart: readonly (readonly [RegExp, DocumentType])[] = [
  [/^word\/(?:document|document2)\.xml$/i, 'docx'],
  [/^xl\/workbook\.(?:xml|bin)$/i, 'xlsx'],
  [/^ppt\/presentation\.xml$/i, 'pptx'],
]

const byMimetype: readonly (readonly [RegExp, DocumentType])[] = [
  [/opendocument\.text/, 'odt'],
  [/opendocument\.spreadsheet/, 'ods'],
  [/opendocument\.presentation/, 'odp'],
]

/** Names to look through at the most; the directory is checked in full only later. */
const maxNames = 4000

/**
 * The type of a zip by what it holds, read from the names in its central directory alone, and from the `mimetype` entry
 * that OpenDocument stores first.
 */
export function zipType(bytes: Uint8Array): DocumentType {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = buffer.subarray(0, 200).toString('latin1')
  const mimetype = /^PK[^]{28}mimetype(application\/[\w.+-]+)/.exec(head)?.[1]
  if (mimetype !== undefined) {
    const odf = byMimetype.find(([pattern]) => pattern.test(mimetype))
    if (odf !== undefined) return odf[1]
  }
  const names = centralNames(buffer)
  const found = byPart.find(([pattern]) => names.some((name) => pattern.test(name)))
  if (found !== undefined) return found[1]
  // A main part under another name is told by its folder.
  if (names.includes('[Content_Types].xml')) {
    if (names.some((name) => /^word\//i.test(name))) return 'docx'
    if (names.some((name) => /^xl\//i.test(name))) return 'xlsx'
    if (names.some((name) => /^ppt\//i.test(name))) return 'pptx'
  }
  // Cut off before its directory, a document still shows the names of its first entries.
  if (names.length === 0) {
    if (/word\//.test(head) || buffer.includes('word/document.xml')) return 'docx'
    if (buffer.includes('xl/workbook.xml')) return 'xlsx'
    if (buffer.includes('ppt/presentation.xml')) return 'pptx'
  }
  return 'zip'
}

function centralNames(buffer: Buffer): string[] {
  const end = buffer.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end === -1 || end + 22 > buffer.length) return []
  let at = end - buffer.readUInt32LE(end + 12)
  const names: string[] = []
  while (at >= 0 && at + 46 <= end && names.length < maxNames && buffer.readUInt32LE(at) === 0x02014b50) {
    const length = buffer.readUInt16LE(at + 28)
    names.push(
      buffer
        .subarray(at + 46, at + 46 + length)
        .toString('utf8')
        .replaceAll('\\', '/'),
    )
    at += 46 + length + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32)
  }
  return names
}

import type { DocumentType } from '@chancery/core'
import { type ZipEntry, zipRecords } from '@chancery/formats/zip'
import type { ZipDirectory } from '../zip/zip-directory.ts'
import { keptPart } from '../zip/zip-part.ts'

export type PackageType = Extract<DocumentType, 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp' | 'zip'>

/** Main parts by content type: transitional and strict, templates, slide shows and macro-enabled variants alike. */
const mainParts: readonly (readonly [RegExp, PackageType])[] = [
  [/wordprocessingml\.(?:document|template)\.main\+xml/i, 'docx'],
  [/ms-word\.(?:document|template)\.macroEnabled(?:Template)?\.main\+xml/i, 'docx'],
  [/spreadsheetml\.(?:sheet|template)\.main\+xml/i, 'xlsx'],
  [/ms-excel\.(?:sheet|template|addin)\.macroEnabled\.main\+xml/i, 'xlsx'],
  [/presentationml\.(?:presentation|slideshow|template)\.main\+xml/i, 'pptx'],
  [/ms-powerpoint\.(?:presentation|slideshow|template|addin)\.macroEnabled\.main\+xml/i, 'pptx'],
]

const openDocument: Readonly<Record<string, PackageType>> = { text: 'odt', spreadsheet: 'ods', presentation: 'odp' }
const openDocumentType = /application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)(?![\w])/

/** Enough for any list of content types that is worth reading, and for any `mimetype`. */
const readableBytes = 4 * 1024 * 1024

/**
 * The type of a package by its own statement (OPC content types, ODF mimetype or manifest), else by its parts' names.
 * @param isLenient whether names are enough where there is no statement at all
 */
export function packageType({ entries }: ZipDirectory, isLenient = false): PackageType {
  const contentTypes = textOf(entries.find(({ name }) => name.toLowerCase() === '[content_types].xml'))
  if (contentTypes !== undefined) {
    for (const [main, type] of mainParts) if (main.test(contentTypes)) return type
    if (/ms-excel\.sheet\.binary/i.test(contentTypes)) return 'zip'
    return byPartNames(entries)
  }
  const statement =
    textOf(entries.find(({ name }) => name === 'mimetype')) ??
    textOf(entries.find(({ name }) => name === 'META-INF/manifest.xml'))
  const stated = openDocument[openDocumentType.exec(statement ?? '')?.[1] ?? '']
  return stated ?? (isLenient && statement === undefined ? byPartNames(entries) : 'zip')
}

const byPartNames = (entries: readonly ZipEntry[]): PackageType =>
  typeByPartNames(new Set(entries.map(({ name }) => name.toLowerCase())))

/** @param names in lower case */
export function typeByPartNames(names: ReadonlySet<string>): PackageType {
  if (names.has('word/document.xml')) return 'docx'
  if (names.has('xl/workbook.xml')) return 'xlsx'
  if (names.has('ppt/presentation.xml')) return 'pptx'
  return 'zip'
}

function textOf(entry: ZipEntry | undefined): string | undefined {
  if (entry === undefined || entry.size > readableBytes) return undefined
  try {
    return plainText(keptPart(entry).content)
  } catch {
    return undefined
  }
}

/** Only ASCII is looked for, so NULs dropped make UTF-16 readable. */
const plainText = (content: Uint8Array): string => {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1')
  return text.includes('\u0000') ? text.replaceAll('\u0000', '') : text
}

/** The type that a `mimetype` states which is the first part of a package, and not packed (ODF 1.3, part 2, 3.3). */
export function openDocumentTypeIn(head: Uint8Array): PackageType | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const { size } = zipRecords.file
  if (bytes.length < size) return undefined
  const start = size + bytes.readUInt16LE(26) + bytes.readUInt16LE(28)
  const stated = bytes.toString('latin1', start, start + bytes.readUInt32LE(18))
  return openDocument[openDocumentType.exec(stated)?.[1] ?? '']
}

const window = 64 * 1024

/** The likely type of a package that cannot be read, by the names that stand in it; for telling, not for trusting. */
export function packageTypeHint(bytes: Uint8Array): PackageType {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const part of [buffer.subarray(0, window), buffer.subarray(-window)]) {
    if (part.includes('word/document')) return 'docx'
    if (part.includes('xl/workbook')) return 'xlsx'
    if (part.includes('ppt/presentation')) return 'pptx'
    const odf = openDocumentType.exec(part.toString('latin1'))?.[1]
    if (odf !== undefined) return openDocument[odf] ?? 'zip'
  }
  return 'zip'
}

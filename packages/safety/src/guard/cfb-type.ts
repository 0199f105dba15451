import type { DocumentType } from '@chancery/core'

/**
 * What a compound file ([MS-CFB]) holds, by the names of its streams, which stand in UTF-16 in 128-byte directory
 * entries. An OOXML document with a password is one too, with the stream `EncryptedPackage`.
 */
export function cfbType(bytes: Uint8Array): { readonly type: DocumentType; readonly encrypted: boolean } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const holds = (name: string): boolean => buffer.includes(Buffer.from(`${name}\u0000`, 'utf16le'))
  if (holds('EncryptedPackage')) return { type: 'docx', encrypted: true }
  if (holds('WordDocument')) return { type: 'doc', encrypted: false }
  if (holds('Workbook') || holds('Book')) return { type: 'xls', encrypted: false }
  if (holds('PowerPoint Document')) return { type: 'ppt', encrypted: false }
  if (holds('__properties_version1.0')) return { type: 'msg', encrypted: false }
  return { type: 'unknown', encrypted: false }
}

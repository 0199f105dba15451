import type { Finding } from '@chancery/core'
import { corrupt } from '../refusal.ts'

/**
 * Looks whether a PDF is more than its header. Lenient: readers rebuild a lost cross-reference table, so either sign
 * of an end is enough. Encryption is left to the extractor, which may have the password or need none.
 * @throws `document_corrupt` where the file has no objects, or no sign of an end.
 */
export function checkPdfFrame(bytes: Uint8Array): readonly Finding[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!buffer.includes(' obj') && !buffer.includes('\nobj')) throw corrupt('The PDF holds no objects.')
  if (buffer.lastIndexOf('%%EOF') < 0 && buffer.lastIndexOf('startxref') < 0) {
    throw corrupt('The PDF has no end; the file was probably cut off.')
  }
  const at = buffer.lastIndexOf('/Encrypt')
  if (at < 0 || !/^\/Encrypt\s{0,8}(?:\d{1,10}\s{1,8}\d{1,5}\s{1,8}R|<<)/.test(buffer.toString('latin1', at, at + 64)))
    return []
  return [
    {
      code: 'encryption_declared',
      severity: 'info',
      message: 'The PDF is encrypted; reading it may need its password.',
    },
  ]
}

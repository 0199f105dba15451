import type { DocumentType } from '@chancery/core'
import { zipRecords } from '@chancery/formats/zip'
import { signatureOf } from './binary-signature.ts'
import { compoundType } from './compound-type.ts'
import { identifyText } from './identify-document.ts'
import { withoutUtf32 } from '../encoding/text-charset.ts'
import { openDocumentTypeIn, packageTypeHint, typeByPartNames } from './zip-package-type.ts'

/**
 * The type of a document that nobody holds as a whole, by its two ends, which need not meet. What stands between them is not
 * looked at: a text may hold there what no text holds, and a compound file may say there what it is, and is `unknown` then.
 * Never throws.
 */
export function identifyByEnds(head: Uint8Array, tail: Uint8Array): DocumentType {
  const signature = signatureOf(head)
  if (signature === undefined) return identifyText(withoutUtf32(Buffer.concat([head, tail])))?.type ?? 'unknown'
  if (signature === 'cfb') {
    const type = compoundType(head)
    return type === undefined || type === 'encrypted' || type === 'cut-off' ? 'unknown' : type
  }
  if (signature !== 'zip') return signature
  const names = namesInDirectory(tail)
  if (names === undefined) return packageTypeHint(Buffer.concat([head, tail]))
  if (names.has('[content_types].xml')) return typeByPartNames(names)
  return (names.has('mimetype') && openDocumentTypeIn(head)) || 'zip'
}

/** The names that the directory of a package has, in lower case; `undefined` where not all of it is in these bytes. */
function namesInDirectory(tail: Uint8Array): ReadonlySet<string> | undefined {
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength)
  const end = bytes.lastIndexOf(Uint8Array.of(0x50, 0x4b, 0x05, 0x06))
  if (end === -1 || end + zipRecords.end.size > bytes.length) return undefined
  let at = end - bytes.readUInt32LE(end + 12)
  if (at < 0) return undefined
  const { signature, size: entrySize } = zipRecords.directory
  const names = new Set<string>()
  while (at + entrySize <= end && bytes.readUInt32LE(at) === signature) {
    const length = bytes.readUInt16LE(at + 28)
    names.add(bytes.toString('latin1', at + entrySize, at + entrySize + length).toLowerCase())
    at += entrySize + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return at === end ? names : undefined
}

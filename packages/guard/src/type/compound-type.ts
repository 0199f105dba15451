import { ChanceryError, type DocumentType } from '@chancery/core'
import { type CompoundEntry, CompoundFile } from '@chancery/formats/compound-file'

export type CompoundType = Extract<DocumentType, 'doc' | 'xls' | 'ppt' | 'msg'> | 'encrypted' | 'cut-off'

/** Of a stream, enough for what its first records say. */
const headBytes = 512

/**
 * The type of a Compound File ([MS-CFB]) by the names of the streams at its root.
 * @returns `encrypted` for a document wrapped in encryption ([MS-OFFCRYPTO]) or one that says so in its first record;
 *   `cut-off` where sectors are not there; `undefined` for another kind of file.
 */
export function compoundType(bytes: Uint8Array): CompoundType | undefined {
  try {
    const file = new CompoundFile(bytes)
    const { children } = file.root
    const named = (...names: string[]): CompoundEntry | undefined =>
      children.find(({ name }) => names.includes(name.toLowerCase()))
    if (named('encryptedpackage') !== undefined) return 'encrypted'
    const word = named('worddocument')
    if (word !== undefined) return isEncryptedWord(file.read(word, headBytes)) ? 'encrypted' : 'doc'
    const workbook = named('workbook', 'book')
    if (workbook !== undefined) return hasFilePass(file.read(workbook, headBytes)) ? 'encrypted' : 'xls'
    if (named('powerpoint document') !== undefined) return 'ppt'
    if (children.some(({ name }) => /^__(?:properties_version1\.0|nameid_version1\.0|substg1\.0_)/i.test(name)))
      return 'msg'
    return undefined
  } catch (error) {
    if (ChanceryError.is(error)) return 'cut-off'
    throw error
  }
}

/** FIB, [MS-DOC] 2.5.2: bit 8 of the flags at 0x0A. */
const isEncryptedWord = (head: Uint8Array): boolean => ((head[11] ?? 0) & 1) !== 0

/** [MS-XLS] 2.4.117: FilePass stands among the first records of the workbook. */
function hasFilePass(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  let at = 0
  for (let record = 0; record < 8 && at + 4 <= head.length; record++) {
    if (view.getUint16(at, true) === 0x2f) return true
    at += 4 + view.getUint16(at + 2, true)
  }
  return false
}

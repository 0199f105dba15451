import { type Attack, latin1 } from './attack.ts'
import { record } from './raw-zip.ts'

const sector = 512
const free = 0xffffffff
const endOfChain = 0xfffffffe

/** One entry of the directory of a compound file ([MS-CFB] 2.6.1). */
export const directoryEntry = (name: string, type: number, child = free, left = free, right = free): Buffer => {
  const bytes = record(
    128,
    [64, 2, name.length * 2 + 2],
    [68, 4, left],
    [72, 4, right],
    [76, 4, child],
    [116, 4, endOfChain],
  )
  bytes.write(name, 0, 'utf16le')
  bytes[66] = type
  return bytes
}

/** A compound file of one sector of allocation table and one of directory; `next` follows the directory. */
export function compoundFile(entries: readonly Uint8Array[], next = endOfChain, moreTables = endOfChain): Buffer {
  const header = record(
    sector,
    [24, 2, 0x3e],
    [26, 2, 3],
    [28, 2, 0xfffe],
    [30, 2, 9],
    [32, 2, 6],
    [44, 4, 1],
    [48, 4, 1],
    [56, 4, 4096],
    [60, 4, endOfChain],
    [68, 4, moreTables],
  )
  latin1('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1').forEach((byte, at) => header.writeUInt8(byte, at))
  header.fill(0xff, 76)
  header.writeUInt32LE(0, 76)
  const table = Buffer.alloc(sector, 0xff)
  table.writeUInt32LE(0xfffffffd, 0)
  table.writeUInt32LE(next, 4)
  const directory = Buffer.alloc(sector)
  entries.forEach((one, index) => directory.set(one, index * 128))
  return Buffer.concat([header, table, directory])
}

/** Old Office files (doc, xls, ppt, msg), whose inside is a file system with its own ways to run in circles. */
export function* compoundAttacks(): Generator<Attack> {
  const attack = (name: string, bytes: Uint8Array, expect?: Attack['expect']): Attack => ({
    name: `cfb: ${name}`,
    bytes,
    filename: 'a.doc',
    ...(expect === undefined ? {} : { expect }),
  })
  const root = directoryEntry('Root Entry', 5, 1)
  yield attack('only its first bytes', latin1('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'))
  yield attack('a directory that goes back to itself', compoundFile([root, directoryEntry('WordDocument', 2)], 1))
  yield attack(
    'entries in a circle',
    compoundFile([root, directoryEntry('a', 2, free, 2, 2), directoryEntry('b', 2, free, 1, 1)]),
  )
  yield attack('a root that is its own child', compoundFile([directoryEntry('Root Entry', 5, 0, 0, 0)]))
  yield attack(
    'tables that go back to themselves',
    compoundFile([root, directoryEntry('WordDocument', 2)], endOfChain, 0),
  )
  yield attack(
    'an encrypted package',
    compoundFile([root, directoryEntry('EncryptedPackage', 2)]),
    'document_encrypted',
  )
  yield attack(
    'sectors of 2^255 bytes',
    (() => {
      const file = compoundFile([root])
      file.writeUInt16LE(255, 30)
      return file
    })(),
  )
  yield attack('nothing behind the header', compoundFile([root]).subarray(0, sector))
}

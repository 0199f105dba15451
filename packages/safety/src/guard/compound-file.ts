import type { DocumentType } from '@chancery/core'

export type CompoundType = Extract<DocumentType, 'doc' | 'xls' | 'ppt' | 'msg'> | 'encrypted' | 'cut-off'

const maxSectors = 20_000
const none = 0xffffffff
const name16 = new TextDecoder('utf-16le')

interface DirectoryEntry {
  readonly name: string
  readonly left: number
  readonly right: number
  readonly child: number
  readonly start: number
  readonly size: number
}

/** How to find sectors in a Compound File. */
interface Sectors {
  readonly view: DataView
  readonly shift: number
  next(sector: number): number
  offset(sector: number): number
}

/**
 * The type of a Compound File ([MS-CFB]) by the names of the streams at its root.
 * @returns `encrypted` for a document wrapped in encryption ([MS-OFFCRYPTO]) or one that says so in its first record;
 *   `cut-off` where sectors are not there; `undefined` for another kind of file.
 */
export function compoundType(bytes: Uint8Array): CompoundType | undefined {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const sectors = sectorsOf(view)
    const entries = directoryOf(sectors, bytes)
    const root = rootEntries(entries)
    const named = (...names: string[]): DirectoryEntry | undefined =>
      root.find(({ name }) => names.includes(name.toLowerCase()))
    if (named('encryptedpackage') !== undefined) return 'encrypted'
    const word = named('worddocument')
    // FIB, [MS-DOC] 2.5.2: bit 8 of the flags at 0x0A.
    if (word !== undefined)
      return isEncryptedAt(sectors, word, (at) => (view.getUint16(at + 10, true) & 0x100) !== 0) ? 'encrypted' : 'doc'
    const workbook = named('workbook', 'book')
    if (workbook !== undefined)
      return isEncryptedAt(sectors, workbook, (at) => hasFilePass(view, at)) ? 'encrypted' : 'xls'
    if (named('powerpoint document') !== undefined) return 'ppt'
    if (root.some(({ name }) => /^__(?:properties_version1\.0|nameid_version1\.0|substg1\.0_)/i.test(name)))
      return 'msg'
    return undefined
  } catch (error) {
    if (error instanceof RangeError) return 'cut-off'
    throw error
  }
}

function sectorsOf(view: DataView): Sectors {
  const shift = view.getUint16(30, true)
  if (shift !== 9 && shift !== 12) throw new RangeError('Sectors have 512 or 4,096 bytes.')
  const offset = (sector: number): number => (sector + 1) * 2 ** shift
  const perSector = 2 ** shift / 4
  const fat: number[] = []
  const list = (at: number, count: number): void => {
    for (let index = 0; index < count; index++) {
      const sector = view.getUint32(at + index * 4, true)
      if (sector < 0xfffffffa && fat.length < maxSectors) fat.push(sector)
    }
  }
  list(76, 109)
  let more = view.getUint32(68, true)
  for (let count = 0; more < 0xfffffffa && count < maxSectors / perSector; count++) {
    list(offset(more), perSector - 1)
    more = view.getUint32(offset(more) + (perSector - 1) * 4, true)
  }
  const next = (sector: number): number => {
    const block = fat[Math.floor(sector / perSector)]
    return block === undefined ? none : view.getUint32(offset(block) + (sector % perSector) * 4, true)
  }
  return { view, shift, next, offset }
}

/** All directory entries, along their chain of sectors; a circle ends at the bound. */
function directoryOf({ view, shift, next, offset }: Sectors, bytes: Uint8Array): DirectoryEntry[] {
  const entries: DirectoryEntry[] = []
  let sector = view.getUint32(48, true)
  for (let count = 0; sector < 0xfffffffa && count < maxSectors; count++) {
    const start = offset(sector)
    if (start >= bytes.length) throw new RangeError('The directory lies behind the end.')
    for (let at = start; at < start + 2 ** shift && at + 128 <= bytes.length; at += 128) {
      const length = Math.min(Math.max(view.getUint16(at + 64, true) - 2, 0), 62)
      entries.push({
        name: name16.decode(bytes.subarray(at, at + length)),
        left: view.getUint32(at + 68, true),
        right: view.getUint32(at + 72, true),
        child: view.getUint32(at + 76, true),
        start: view.getUint32(at + 116, true),
        size: view.getUint32(at + 120, true),
      })
    }
    sector = next(sector)
    if (count * 2 ** shift > bytes.length) break
  }
  return entries
}

/** The children of the root: a binary tree over the entries, each visited once. */
function rootEntries(entries: readonly DirectoryEntry[]): DirectoryEntry[] {
  const found: DirectoryEntry[] = []
  const seen = new Set<number>()
  const waiting = [entries[0]?.child ?? none]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const entry = entries[id]
    if (entry === undefined || seen.has(id)) continue
    seen.add(id)
    found.push(entry)
    waiting.push(entry.left, entry.right)
  }
  return found
}

/** Streams below this size lie in the mini stream, where no document's main stream is. */
const miniStreamCutoff = 4096

const isEncryptedAt = ({ offset }: Sectors, { start, size }: DirectoryEntry, isSet: (at: number) => boolean): boolean =>
  size >= miniStreamCutoff && start < 0xfffffffa && isSet(offset(start))

/** [MS-XLS] 2.4.117: FilePass stands among the first records of the workbook. */
function hasFilePass(view: DataView, start: number): boolean {
  let at = start
  for (let record = 0; record < 8 && at + 4 <= Math.min(start + 500, view.byteLength); record++) {
    if (view.getUint16(at, true) === 0x2f) return true
    at += 4 + view.getUint16(at + 2, true)
  }
  return false
}

import { ChanceryError } from '@chancery/core'
import { utf16Text } from '../text/utf16-text.ts'

/** A stream or storage of a compound file (MS-CFB 2.6). */
export interface CompoundEntry {
  /** Its place in the directory. */
  readonly index: number
  readonly name: string
  readonly isStorage: boolean
  /** Of a storage: what is in it, in the order of the file. */
  readonly children: readonly CompoundEntry[]
  /** Of a stream. */
  readonly start: number
  readonly size: number
}

const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** Whether bytes begin as a compound file does. */
export const isCompoundFile = (bytes: Uint8Array): boolean => signature.every((byte, at) => bytes[at] === byte)

const headerBytes = 512
const entryBytes = 128
/** Where an entry of the directory says which others are before it, behind it and in it. */
const [leftAt, rightAt, childAt] = [68, 72, 76] as const
const miniBytes = 64
const noEntry = 0xffffffff
const lastSector = 0xfffffffa
const maxDepth = 64

/**
 * Reads compound files, Microsoft's file system in a file. At first only the directory is read, streams as they are asked
 * for. Every chain is followed no further than the file is long, and all that is read together is bounded too, so that
 * loops and shared sectors cost no more than the file.
 */
export class CompoundFile {
  readonly root: CompoundEntry
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private readonly sectorSize: number
  /** Sectors of the allocation table, which leads from each sector to the next. */
  private readonly table: readonly number[]
  /** Sectors of the directory, in order. */
  private readonly directorySectors: readonly number[]
  private readonly cutoff: number
  private readonly mini: { readonly start: number; readonly size: number }
  private miniTable: Uint8Array | undefined
  private miniStream: Uint8Array | undefined
  private left: number

  /** @throws `document_corrupt` where it is another kind of file, or its directory is not there */
  constructor(bytes: Uint8Array) {
    if (bytes.length < headerBytes || !isCompoundFile(bytes)) throw broken()
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const shift = this.view.getUint16(30, true)
    if (shift !== 9 && shift !== 12) throw broken()
    this.sectorSize = 1 << shift
    this.left = bytes.length * 4 + 65_536
    this.cutoff = this.view.getUint32(56, true)
    this.table = this.tableSectors()
    this.directorySectors = this.sectorsOfDirectory()
    const { root, ...mini } = directoryOf(this.directory())
    this.root = root
    this.mini = mini
  }

  /** Bytes of the whole file. */
  get length(): number {
    return this.bytes.length
  }

  /**
   * The bytes of a stream, as far as they are there; no more than about `most` of them.
   * @throws `document_corrupt` where it lies outside, or runs in a circle
   */
  read({ start, size }: CompoundEntry, most = Number.POSITIVE_INFINITY): Uint8Array {
    const wanted = Math.min(size, most)
    if (size >= this.cutoff) return this.chain(start, wanted)
    const { mini } = this
    this.miniTable ??= this.chain(this.view.getUint32(60, true))
    this.miniStream ??= this.chain(mini.start, mini.size)
    return this.miniChain(start, wanted, this.miniTable, this.miniStream)
  }

  /**
   * A copy of the file in which a storage is the root, so that what lies in it is read as a file of its own: a message in
   * a message. All else is still there, and out of reach.
   * @param beside an entry of the old root that the new one keeps
   * @throws `document_corrupt` where the directory is cut off there
   */
  rootedAt(storage: CompoundEntry, beside?: CompoundEntry): Uint8Array {
    const bytes = Uint8Array.from(this.bytes)
    const view = new DataView(bytes.buffer)
    const isCutOff = ({ index }: CompoundEntry): boolean => this.placeOf(index) + entryBytes > bytes.length
    if (isCutOff(storage) || (beside !== undefined && isCutOff(beside))) throw broken()
    const [root, own] = [this.placeOf(0), view.getUint32(this.placeOf(storage.index) + childAt, true)]
    view.setUint32(root + childAt, beside?.index ?? own, true)
    if (beside !== undefined) {
      view.setUint32(this.placeOf(beside.index) + leftAt, noEntry, true)
      view.setUint32(this.placeOf(beside.index) + rightAt, own, true)
    }
    return bytes
  }

  /** Where an entry of the directory begins in the file. */
  private placeOf(index: number): number {
    const perSector = this.sectorSize / entryBytes
    const sector = this.directorySectors[Math.floor(index / perSector)] ?? 0
    return (sector + 1) * this.sectorSize + (index % perSector) * entryBytes
  }

  private spend(bytes: number): void {
    this.left -= bytes
    if (this.left < 0) throw broken()
  }

  private sector(number: number): Uint8Array {
    const from = (number + 1) * this.sectorSize
    return this.bytes.subarray(from, from + this.sectorSize)
  }

  /** They are listed in the header, then in a chain of sectors of their own. */
  private tableSectors(): readonly number[] {
    const most = Math.floor(this.bytes.length / this.sectorSize)
    const listed: number[] = []
    const list = (bytes: Uint8Array): void => {
      for (let at = 0; at + 4 <= bytes.length && listed.length < most; at += 4) {
        const number = wordAt(bytes, at)
        if (number < lastSector) listed.push(number)
      }
    }
    list(this.bytes.subarray(76, headerBytes))
    let next = this.view.getUint32(68, true)
    while (next < lastSector && listed.length < most) {
      const more = this.sector(next)
      this.spend(this.sectorSize)
      if (more.length < this.sectorSize) break
      list(more.subarray(0, -4))
      next = wordAt(more, more.length - 4)
    }
    return listed
  }

  /** The sector after another; `undefined` where that part of the table is not in the file. */
  private next(number: number): number | undefined {
    const perSector = this.sectorSize >> 2
    const block = this.table[Math.floor(number / perSector)]
    if (block === undefined) return noEntry
    const at = (block + 1) * this.sectorSize + (number % perSector) * 4
    return at + 4 <= this.bytes.length ? this.view.getUint32(at, true) : undefined
  }

  private directory(): Buffer {
    const bytes = Buffer.alloc(this.directorySectors.length * this.sectorSize)
    for (const [index, number] of this.directorySectors.entries())
      bytes.set(this.sector(number), index * this.sectorSize)
    return bytes
  }

  /** One that runs in a circle says no more when it comes round. */
  private sectorsOfDirectory(): readonly number[] {
    const seen = new Set<number>()
    let at = this.view.getUint32(48, true)
    while (at < lastSector && !seen.has(at)) {
      const [sector, next] = [this.sector(at), this.next(at)]
      if (sector.length === 0 || next === undefined) throw broken()
      seen.add(at)
      at = next
    }
    return [...seen]
  }

  private chain(start: number, size = Number.POSITIVE_INFINITY): Uint8Array {
    const parts: Uint8Array[] = []
    let length = 0
    for (let at = start; at < lastSector && length < size; at = this.next(at) ?? noEntry) {
      const sector = this.sector(at)
      if (sector.length === 0) throw broken()
      this.spend(sector.length)
      parts.push(sector)
      length += sector.length
    }
    return Buffer.concat(parts).subarray(0, Math.min(size, length))
  }

  private miniChain(start: number, size: number, table: Uint8Array, stream: Uint8Array): Uint8Array {
    const parts: Uint8Array[] = []
    let length = 0
    for (let at = start; at < lastSector && length < size;) {
      const sector = stream.subarray(at * miniBytes, (at + 1) * miniBytes)
      if (sector.length === 0) throw broken()
      this.spend(miniBytes)
      parts.push(sector)
      length += sector.length
      at = at * 4 + 4 <= table.length ? wordAt(table, at * 4) : noEntry
    }
    return Buffer.concat(parts).subarray(0, Math.min(size, length))
  }
}

const broken = (): Error => new ChanceryError('document_corrupt', 'The compound file is damaged.')

/** A little-endian number of 32 bits. */
const wordAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0

function directoryOf(bytes: Buffer): {
  readonly root: CompoundEntry
  readonly start: number
  readonly size: number
} {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = Math.floor(bytes.length / entryBytes)
  if (count === 0) throw broken()
  const seen = new Uint8Array(count)
  const number = (index: number, at: number): number => view.getUint32(index * entryBytes + at, true)

  const entry = (index: number, depth: number): CompoundEntry => {
    const at = index * entryBytes
    const nameLength = Math.min(view.getUint16(at + 64, true), 64)
    const name = utf16Text(bytes, at, at + Math.max(nameLength - 2, 0))
    const isStorage = bytes[at + 66] !== 2
    const children = isStorage && depth < maxDepth ? siblings(number(index, childAt), depth + 1) : []
    return { index, name, isStorage, children, start: number(index, 116), size: number(index, 120) }
  }
  /** The tree of siblings in order; an entry that was already met is not walked again. */
  const siblings = (first: number, depth: number): CompoundEntry[] => {
    const found: CompoundEntry[] = []
    const open: number[] = []
    let at = first
    for (;;) {
      while (at < count && seen[at] === 0) {
        seen[at] = 1
        open.push(at)
        at = number(at, leftAt)
      }
      const next = open.pop()
      if (next === undefined) return found
      const type = bytes[next * entryBytes + 66]
      if (type === 1 || type === 2) found.push(entry(next, depth))
      at = number(next, rightAt)
    }
  }
  seen[0] = 1
  return { root: entry(0, 0), start: number(0, 116), size: number(0, 120) }
}

import { corruptDocument } from '../reading-errors.ts'

/** A stream or storage of a compound file (MS-CFB 2.6). */
export interface CompoundEntry {
  readonly name: string
  readonly isStorage: boolean
  /** Of a storage: what is in it, in the order of the file. */
  readonly children: readonly CompoundEntry[]
  /** Of a stream. */
  readonly start: number
  readonly size: number
}

const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const headerBytes = 512
const entryBytes = 128
const noEntry = 0xffffffff
const lastSector = 0xfffffffa
const maxDepth = 64

/**
 * Reads compound files, Microsoft's file system in a file. Every chain is followed no further than the file is long,
 * and all that is read together is bounded too, so that loops and shared sectors cost no more than the file.
 */
export class CompoundFile {
  readonly root: CompoundEntry
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private readonly sectorSize: number
  private readonly fat: Uint32Array
  private readonly miniFat: Uint32Array
  private readonly miniStream: Uint8Array
  private readonly cutoff: number
  private left: number

  /** @throws `document_corrupt` */
  constructor(bytes: Uint8Array) {
    if (bytes.length < headerBytes || signature.some((byte, at) => bytes[at] !== byte)) throw broken()
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const shift = this.view.getUint16(30, true)
    if (shift !== 9 && shift !== 12) throw broken()
    this.sectorSize = 1 << shift
    this.left = bytes.length * 4 + 65_536
    this.cutoff = this.view.getUint32(56, true)
    this.fat = this.readFat()
    this.miniFat = words(this.chain(this.view.getUint32(60, true)))
    const directory = this.chain(this.view.getUint32(48, true))
    const read = directoryOf(directory)
    this.miniStream = this.chain(read.start, read.size)
    this.root = read.root
  }

  read({ start, size }: CompoundEntry): Uint8Array {
    return size < this.cutoff ? this.miniChain(start, size) : this.chain(start, size)
  }

  private spend(bytes: number): void {
    this.left -= bytes
    if (this.left < 0) throw broken()
  }

  private sector(number: number): Uint8Array {
    const from = (number + 1) * this.sectorSize
    return this.bytes.subarray(from, from + this.sectorSize)
  }

  /** The sectors of the allocation table are listed in the header, then in a chain of sectors of their own. */
  private readFat(): Uint32Array {
    const count = Math.floor(this.bytes.length / this.sectorSize)
    const listed: number[] = []
    for (let at = 76; at < headerBytes; at += 4) listed.push(this.view.getUint32(at, true))
    let next = this.view.getUint32(68, true)
    for (let steps = 0; next < lastSector && steps < count; steps++) {
      const more = words(this.sector(next))
      if (more.length === 0) break
      listed.push(...more.subarray(0, -1))
      next = more.at(-1) ?? noEntry
    }
    const parts = listed
      .filter((number) => number < count)
      .slice(0, count)
      .map((number) => this.sector(number))
    return words(Buffer.concat(parts))
  }

  private chain(start: number, size = Number.POSITIVE_INFINITY): Uint8Array {
    const parts: Uint8Array[] = []
    let length = 0
    for (let at = start; at < lastSector && length < size; at = this.fat[at] ?? noEntry) {
      const sector = this.sector(at)
      if (sector.length === 0) throw broken()
      this.spend(sector.length)
      parts.push(sector)
      length += sector.length
    }
    return Buffer.concat(parts).subarray(0, Math.min(size, length))
  }

  private miniChain(start: number, size: number): Uint8Array {
    const parts: Uint8Array[] = []
    let length = 0
    for (let at = start; at < lastSector && length < size; at = this.miniFat[at] ?? noEntry) {
      const sector = this.miniStream.subarray(at * 64, at * 64 + 64)
      if (sector.length === 0) throw broken()
      this.spend(64)
      parts.push(sector)
      length += sector.length
    }
    return Buffer.concat(parts).subarray(0, Math.min(size, length))
  }
}

const broken = (): Error => corruptDocument('The compound file is damaged.')

/** Little-endian numbers of 32 bits. */
function words(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, index) => view.getUint32(index * 4, true))
}

function directoryOf(bytes: Uint8Array): {
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
    const name = Buffer.from(bytes.subarray(at, at + Math.max(nameLength - 2, 0))).toString('utf16le')
    const isStorage = bytes[at + 66] !== 2
    const children = isStorage && depth < maxDepth ? siblings(number(index, 76), depth + 1) : []
    return { name, isStorage, children, start: number(index, 116), size: number(index, 120) }
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
        at = number(at, 68)
      }
      const next = open.pop()
      if (next === undefined) return found
      const type = bytes[next * entryBytes + 66]
      if (type === 1 || type === 2) found.push(entry(next, depth))
      at = number(next, 72)
    }
  }
  seen[0] = 1
  return { root: entry(0, 0), start: number(0, 116), size: number(0, 120) }
}

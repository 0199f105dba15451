import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A part of a package; every number that a header states can be a lie. */
export interface RawEntry {
  readonly name: string | Uint8Array
  readonly content?: Uint8Array | string
  /** 0 stored, 8 deflated (the default). */
  readonly method?: number
  /** The bytes that really stand there, instead of `content` compressed. */
  readonly data?: Uint8Array
  readonly crc?: number
  readonly flags?: number
  readonly size?: number
  readonly deflated?: number
  readonly offset?: number
  /** External attributes, as a Unix zip writes them. */
  readonly unixMode?: number
  readonly centralExtra?: Uint8Array
  readonly disk?: number
  readonly local?: {
    readonly name?: string
    readonly method?: number
    readonly flags?: number
    readonly size?: number
    readonly deflated?: number
    readonly extraLength?: number
  }
  /** Sizes stand behind the data alone, as writers of streams do it. */
  readonly hasDescriptor?: boolean
}

/** Lies of the end record, and what stands around the package. */
export interface RawEnd {
  readonly count?: number
  readonly size?: number
  readonly offset?: number
  readonly disk?: number
  readonly comment?: Uint8Array
  readonly commentLength?: number
  /** Stands between the directory and the end record. */
  readonly beforeEnd?: Uint8Array
}

const raw = (value: string | Uint8Array): Uint8Array =>
  typeof value === 'string' ? new TextEncoder().encode(value) : value

export function record(length: number, ...fields: readonly (readonly [number, 2 | 4 | 8, number])[]): Buffer {
  const buffer = Buffer.alloc(length)
  for (const [at, width, value] of fields) {
    if (width === 2) buffer.writeUInt16LE(value & 0xffff, at)
    else if (width === 4) buffer.writeUInt32LE(value >>> 0, at)
    else buffer.writeBigUInt64LE(BigInt(value), at)
  }
  return buffer
}

/** Writes a package to the letter of what is asked, sound or not. */
export function rawZip(entries: readonly RawEntry[], end: RawEnd = {}): Buffer {
  const chunks: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const entry of entries) {
    const { method = 8, local = {} } = entry
    const name = raw(entry.name)
    const localName = local.name === undefined ? name : raw(local.name)
    const content = raw(entry.content ?? '')
    const data = entry.data ?? (method === 8 ? deflateRawSync(content) : content)
    const crc = entry.crc ?? crc32(content)
    const size = entry.size ?? content.length
    const deflated = entry.deflated ?? data.length
    const flags = (entry.flags ?? 0x800) | (entry.hasDescriptor === true ? 8 : 0)
    const behind = entry.hasDescriptor === true
    const head = record(
      30,
      [0, 4, 0x04034b50],
      [4, 2, 20],
      [6, 2, local.flags ?? flags],
      [8, 2, local.method ?? method],
      [12, 2, 0x21],
      [14, 4, behind ? 0 : crc],
      [18, 4, local.deflated ?? (behind ? 0 : deflated)],
      [22, 4, local.size ?? (behind ? 0 : size)],
      [26, 2, localName.length],
      [28, 2, local.extraLength ?? 0],
    )
    const descriptor = behind ? record(16, [0, 4, 0x08074b50], [4, 4, crc], [8, 4, deflated], [12, 4, size]) : raw('')
    chunks.push(head, localName, data, descriptor)
    const extra = entry.centralExtra ?? raw('')
    directory.push(
      record(
        46,
        [0, 4, 0x02014b50],
        [4, 2, entry.unixMode === undefined ? 20 : 0x0314],
        [6, 2, 20],
        [8, 2, flags],
        [10, 2, method],
        [14, 2, 0x21],
        [16, 4, crc],
        [20, 4, deflated],
        [24, 4, size],
        [28, 2, name.length],
        [30, 2, extra.length],
        [34, 2, entry.disk ?? 0],
        [38, 4, (entry.unixMode ?? 0) * 0x10000],
        [42, 4, entry.offset ?? at],
      ),
      name,
      extra,
    )
    at += head.length + localName.length + data.length + descriptor.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const comment = end.comment ?? raw('')
  const last = record(
    22,
    [0, 4, 0x06054b50],
    [4, 2, end.disk ?? 0],
    [6, 2, end.disk ?? 0],
    [8, 2, end.count ?? entries.length],
    [10, 2, end.count ?? entries.length],
    [12, 4, end.size ?? size],
    [16, 4, end.offset ?? at],
    [20, 2, end.commentLength ?? comment.length],
  )
  return Buffer.concat([...chunks, ...directory, end.beforeEnd ?? raw(''), last, comment])
}

/** Deflated zeros (or another byte) of any size without the work: one flushed megabyte, again and again. */
export function deflatedRun(megabytes: number, byte = 0): Uint8Array {
  const one = deflateRawSync(Buffer.alloc(1024 * 1024, byte), { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([...Array.from({ length: megabytes }, () => one), Uint8Array.of(0x03, 0x00)])
}

/** zlib's frame around a run of zeros. */
export function zlibRun(megabytes: number): Buffer {
  const length = megabytes * 1024 * 1024
  const check = Buffer.alloc(4)
  check.writeUInt32BE((((length % 65_521) << 16) | 1) >>> 0)
  return Buffer.concat([Uint8Array.of(0x78, 0x9c), deflatedRun(megabytes), check])
}

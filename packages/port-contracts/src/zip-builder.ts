import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a zip that is made for a test; what is not given is as it should be. */
export interface ZipItem {
  readonly name: string
  readonly content: string | Uint8Array
  /** 0 stored, 8 deflated (the default). */
  readonly method?: number
  /** The compressed bytes, where they are not to be made from `content`. */
  readonly data?: Uint8Array
  readonly flags?: number
  readonly crc?: number
  /** Stated inflated size. */
  readonly size?: number
  /** As the local header says, where the two differ. */
  readonly localName?: string
  readonly localSize?: number
  /** Unix mode in the external attributes: 0o120777 is a link. */
  readonly mode?: number
  /** Sizes and checksum behind the data, zeros before it. */
  readonly descriptor?: boolean
  /** Sizes in a zip64 extra field. */
  readonly zip64?: boolean
  /** Where the central directory says it is; default: where it is. */
  readonly offset?: number
}

export interface ZipFrame {
  readonly before?: Uint8Array
  readonly behind?: Uint8Array
  readonly comment?: Uint8Array
  /** Stated number of entries. */
  readonly count?: number
  /** An end record with a zip64 one before it. */
  readonly zip64?: boolean
  readonly disk?: number
}

const encoder = new TextEncoder()
const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? encoder.encode(content) : content

function numbers(...fields: readonly (readonly [width: 2 | 4 | 8, value: number])[]): Uint8Array {
  const bytes = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of fields) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, width)
    at += width
  }
  return bytes
}

/** Writes a zip (APPNOTE 6.3.10), right or wrong as asked. */
export function buildZip(items: readonly ZipItem[], frame: ZipFrame = {}): Uint8Array {
  const pieces: Uint8Array[] = [frame.before ?? new Uint8Array()]
  const central: Uint8Array[] = []
  let at = 0
  for (const item of items) {
    const content = bytesOf(item.content)
    const method = item.method ?? 8
    const data = item.data ?? (method === 8 ? deflateRawSync(content) : content)
    const size = item.size ?? content.length
    const crc = item.crc ?? crc32(content)
    const flags = (item.flags ?? 0x0800) | (item.descriptor === true ? 8 : 0)
    const isLate = item.descriptor === true
    const name = encoder.encode(item.name)
    const localName = encoder.encode(item.localName ?? item.name)
    const wide = item.zip64 === true
    const local = [
      numbers(
        [4, 0x04034b50],
        [2, wide ? 45 : 20],
        [2, flags],
        [2, method],
        [4, 0x00210000],
        [4, isLate ? 0 : crc],
        [4, isLate ? 0 : wide ? 0xffffffff : data.length],
        [4, isLate ? 0 : wide ? 0xffffffff : (item.localSize ?? size)],
        [2, localName.length],
        [2, wide ? 20 : 0],
      ),
      localName,
      wide ? numbers([2, 1], [2, 16], [8, size], [8, data.length]) : new Uint8Array(),
      data,
      isLate ? numbers([4, 0x08074b50], [4, crc], [4, data.length], [4, size]) : new Uint8Array(),
    ]
    central.push(
      numbers(
        [4, 0x02014b50],
        [2, item.mode === undefined ? 20 : 0x0314],
        [2, wide ? 45 : 20],
        [2, flags],
        [2, method],
        [4, 0x00210000],
        [4, crc],
        [4, wide ? 0xffffffff : data.length],
        [4, wide ? 0xffffffff : size],
        [2, name.length],
        [2, wide ? 20 : 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, ((item.mode ?? 0) * 0x10000) % 0x100000000],
        [4, item.offset ?? at],
      ),
      name,
      wide ? numbers([2, 1], [2, 16], [8, size], [8, data.length]) : new Uint8Array(),
    )
    pieces.push(...local)
    at += local.reduce((sum, piece) => sum + piece.length, 0)
  }
  const directory = Buffer.concat(central)
  const count = frame.count ?? items.length
  const comment = frame.comment ?? new Uint8Array()
  const wide = frame.zip64 === true
  if (wide) {
    central.push(
      numbers([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0]),
      numbers([8, count], [8, count], [8, directory.length], [8, at]),
      numbers([4, 0x07064b50], [4, 0], [8, at + directory.length], [4, 1]),
    )
  }
  const end = numbers(
    [4, 0x06054b50],
    [2, frame.disk ?? 0],
    [2, frame.disk ?? 0],
    [2, wide ? 0xffff : count],
    [2, wide ? 0xffff : count],
    [4, wide ? 0xffffffff : directory.length],
    [4, wide ? 0xffffffff : at],
    [2, comment.length],
  )
  return new Uint8Array(Buffer.concat([...pieces, ...central, end, comment, frame.behind ?? new Uint8Array()]))
}

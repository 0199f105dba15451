import { crc32, constants, deflateRawSync } from 'node:zlib'
import type { ArchivePiece, Archiver } from '@chancery/core'
import { writeZipFacts, type ZipFacts, zipRecords } from '@chancery/formats/zip'

/** Small files leave together: a chunk costs its readers more than its bytes. */
const chunkBytes = 64 * 1024

interface Listed extends ZipFacts {
  readonly name: Buffer
  /** Of its header, in the archive. */
  readonly offset: number
}

/** Documents are packed already (docx, pdf): they are stored. */
export const zipArchiver: Archiver = {
  async *zip(pieces: AsyncIterable<ArchivePiece>): AsyncGenerator<Uint8Array, void, undefined> {
    const directory = new Directory()
    const texts = new Map<string, GrowingText>()
    const waiting = new Waiting()
    let offset = 0
    const file = (listed: Omit<Listed, 'offset'>, content: readonly Uint8Array[]): void => {
      const header = localHeader({ ...listed, offset })
      directory.add({ ...listed, offset })
      for (const each of [header, ...content]) waiting.add(each)
      offset += header.length + listed.packed
    }
    for await (const piece of pieces) {
      if ('text' in piece) {
        const text = texts.get(piece.name) ?? new GrowingText()
        texts.set(piece.name, text)
        text.append(piece.text)
        continue
      }
      const { chunks, byteLength: size } = piece.content
      const sum = chunks.reduce((crc, chunk) => crc32(chunk, crc), 0)
      file({ name: Buffer.from(piece.name), method: 0, crc32: sum, packed: size, size }, chunks)
      if (waiting.size >= chunkBytes) yield* waiting.take()
    }
    for (const [name, text] of texts) {
      const { content, ...sizes } = text.end()
      file({ name: Buffer.from(name), method: 8, ...sizes }, content)
    }
    waiting.add(directory.end(offset))
    yield* waiting.take()
  },
}

class Waiting {
  size = 0
  private chunks: Uint8Array[] = []

  add(chunk: Uint8Array): void {
    this.chunks.push(chunk)
    this.size += chunk.length
  }

  /** Small chunks joined to larger ones, large ones as they are. */
  take(): readonly Uint8Array[] {
    const taken: Uint8Array[] = []
    let small: Uint8Array[] = []
    const join = (): void => {
      if (small.length > 0) taken.push(small.length === 1 ? small[0]! : Buffer.concat(small))
      small = []
    }
    for (const chunk of this.chunks) {
      if (chunk.length < chunkBytes) small.push(chunk)
      else {
        join()
        taken.push(chunk)
      }
    }
    join()
    this.chunks = []
    this.size = 0
    return taken
  }
}

/** A text that grows: only its last part is kept as it is, the rest as blocks of one deflate stream (RFC 1951). */
class GrowingText {
  private pending = ''
  private crc = 0
  private size = 0
  private readonly blocks: Uint8Array[] = []

  append(text: string): void {
    this.pending += text
    if (this.pending.length >= chunkBytes) this.flush()
  }

  /** Each block ends at a whole byte and is not the last, so that blocks can follow one another. */
  private flush(): void {
    const bytes = Buffer.from(this.pending)
    this.crc = crc32(bytes, this.crc)
    this.size += bytes.length
    // A copy: zlib's own buffers are larger than what is in them.
    this.blocks.push(Uint8Array.from(deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })))
    this.pending = ''
  }

  end(): { content: readonly Uint8Array[]; crc32: number; packed: number; size: number } {
    this.flush()
    const content = [...this.blocks, deflateRawSync(new Uint8Array())]
    const packed = content.reduce((sum, { length }) => sum + length, 0)
    return { content, crc32: this.crc, packed, size: this.size }
  }
}

/** From here on a number stands in the zip64 field instead. */
const large = 0xffffffff
const many = 0xffff

const versionOf = ({ packed, size, offset }: Pick<Listed, 'packed' | 'size' | 'offset'>): number =>
  Math.max(packed, size, offset) >= large ? 45 : 20

const clipped = (value: number): number => Math.min(value, large)

/** What local header and directory have in common. */
function writeFacts(bytes: Buffer, at: number, listed: Listed, extraSize: number): void {
  const facts = { ...listed, packed: clipped(listed.packed), size: clipped(listed.size) }
  writeZipFacts(bytes, at, facts, listed.name.length, { version: versionOf(listed), size: extraSize })
}

/** The zip64 field: the numbers that do not fit, in their order (4.5.3). */
function zip64Field(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0)
  const field = Buffer.alloc(4 + 8 * values.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * values.length, 2)
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * index)
  return field
}

function localHeader(listed: Listed): Buffer {
  // The local header's field has both sizes, or none.
  const extra = zip64Field(Math.max(listed.size, listed.packed) >= large ? [listed.size, listed.packed] : [])
  const header = Buffer.alloc(zipRecords.file.size)
  header.writeUInt32LE(zipRecords.file.signature, 0)
  writeFacts(header, 4, listed, extra.length)
  if (extra.length > 0) header.fill(0xff, 18, 26)
  return Buffer.concat([header, listed.name, extra])
}

/** The directory at the end of the archive, written as files are added. */
class Directory {
  private count = 0
  private length = 0
  /** What is written: one block, doubled when it is full, so that an entry costs its bytes and no more. */
  private written = Buffer.alloc(4096)

  add(listed: Listed): void {
    const { size, packed, offset, name } = listed
    const extra = zip64Field([size, packed, offset].filter((value) => value >= large))
    const entry = Buffer.alloc(zipRecords.directory.size)
    entry.writeUInt32LE(zipRecords.directory.signature, 0)
    entry.writeUInt16LE(versionOf(listed), 4)
    writeFacts(entry, 6, listed, extra.length)
    entry.writeUInt32LE(clipped(offset), 42)
    const needed = this.length + entry.length + name.length + extra.length
    if (needed > this.written.length) {
      this.written = Buffer.concat([this.written], Math.max(needed, 2 * this.written.length))
    }
    for (const each of [entry, name, extra]) {
      this.written.set(each, this.length)
      this.length += each.length
    }
    this.count++
  }

  end(offset: number): Buffer {
    const { count } = this
    const directory = this.written.subarray(0, this.length)
    const end = Buffer.alloc(zipRecords.end.size)
    end.writeUInt32LE(zipRecords.end.signature, 0)
    end.writeUInt16LE(Math.min(count, many), 8)
    end.writeUInt16LE(Math.min(count, many), 10)
    end.writeUInt32LE(clipped(directory.length), 12)
    end.writeUInt32LE(clipped(offset), 16)
    if (count < many && offset < large && directory.length < large) return Buffer.concat([directory, end])
    return Buffer.concat([directory, zip64End(count, directory.length, offset), end])
  }
}

/** The zip64 end record and its locator (4.3.14, 4.3.15). */
function zip64End(count: number, length: number, offset: number): Buffer {
  const record = Buffer.alloc(56 + 20)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  for (const [at, value] of [
    [24, count],
    [32, count],
    [40, length],
    [48, offset],
  ] as const) {
    record.writeBigUInt64LE(BigInt(value), at)
  }
  record.writeUInt32LE(0x07064b50, 56)
  record.writeBigUInt64LE(BigInt(offset + length), 64)
  record.writeUInt32LE(1, 72)
  return record
}

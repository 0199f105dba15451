import type { CompoundEntry, CompoundFile } from '@chancery/formats/compound-file'
import { decoderOf } from '@chancery/reading/text/code-pages'
import type { MapiProperties } from './mapi-bodies.ts'

/** The stream of the properties of fixed size, behind a header. */
export const propertyStream = '__properties_version1.0'
const streamName = /^__substg1\.0_([\dA-F]{4})([\dA-F]{4})$/i
const types = {
  int: 0x0003,
  boolean: 0x000b,
  object: 0x000d,
  ansi: 0x001e,
  unicode: 0x001f,
  time: 0x0040,
  binary: 0x0102,
}
const namedFrom = 0x8000
/** FILETIME counts tenths of microseconds from 1601. */
const epochOffset = 11_644_473_600_000

/** The MAPI properties of one object in a .msg file: message, recipient or attachment (MS-OXMSG 2.4). */
export class MessageProperties implements MapiProperties {
  private readonly file: CompoundFile
  private readonly streams = new Map<number, { readonly type: number; readonly entry: CompoundEntry }>()
  private readonly fixed = new Map<number, { readonly type: number; readonly value: Uint8Array }>()
  private readonly codePage: number

  /** @param headerBytes of the property stream: 32 of a message, 24 of one inside it, 8 of what is in a message */
  constructor(file: CompoundFile, storage: CompoundEntry, headerBytes: number, codePage?: number) {
    this.file = file
    for (const entry of storage.children) {
      const [, id, type] = streamName.exec(entry.name) ?? []
      if (id !== undefined && type !== undefined) {
        this.streams.set(Number.parseInt(id, 16), { type: Number.parseInt(type, 16), entry })
      } else if (entry.name === propertyStream) this.readFixed(file.read(entry), headerBytes)
    }
    this.codePage = codePage ?? this.int(0x3ffd) ?? this.int(0x3fde) ?? 1252
  }

  get ansiCodePage(): number {
    return this.codePage
  }

  /** The first of the properties that has text. */
  text(...ids: readonly number[]): string | undefined {
    for (const id of ids) {
      const stream = this.streams.get(id)
      if (stream?.type !== types.unicode && stream?.type !== types.ansi) continue
      const bytes = this.file.read(stream.entry)
      const text =
        stream.type === types.unicode ? new TextDecoder('utf-16le').decode(bytes) : decoderOf(this.codePage)(bytes)
      const end = text.indexOf('\0')
      const whole = end === -1 ? text : text.slice(0, end)
      if (whole.trim() !== '') return whole
    }
    return undefined
  }

  binary(id: number): Uint8Array | undefined {
    const stream = this.streams.get(id)
    return stream?.type === types.binary ? this.file.read(stream.entry) : undefined
  }

  /** The storage of an embedded message or object. */
  storage(id: number): CompoundEntry | undefined {
    const stream = this.streams.get(id)
    return stream?.type === types.object && stream.entry.isStorage ? stream.entry : undefined
  }

  int(id: number): number | undefined {
    const found = this.fixed.get(id)
    return found?.type === types.int ? dataOf(found.value).getInt32(0, true) : undefined
  }

  /** ISO 8601 to the second, in UTC. */
  time(...ids: readonly number[]): string | undefined {
    for (const id of ids) {
      const found = this.fixed.get(id)
      if (found?.type !== types.time) continue
      const milliseconds = Number(dataOf(found.value).getBigUint64(0, true) / 10_000n) - epochOffset
      if (milliseconds > 0 && milliseconds < 8.64e15) {
        return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z')
      }
    }
    return undefined
  }

  private readFixed(bytes: Uint8Array, headerBytes: number): void {
    const view = dataOf(bytes)
    for (let at = headerBytes; at + 16 <= bytes.length; at += 16) {
      this.fixed.set(view.getUint16(at + 2, true), {
        type: view.getUint16(at, true),
        value: bytes.subarray(at + 8, at + 16),
      })
    }
  }
}

const dataOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The storage of the names of properties, which stands at the root alone (MS-OXMSG 2.2.3). */
export const nameStorage = (file: CompoundFile): CompoundEntry | undefined =>
  file.root.children.find(({ name }) => name === '__nameid_version1.0')

/**
 * Bytes before the properties of the message at the root: 32, and 24 of one that lay in another (MS-OXMSG 2.4.1). Each
 * property takes 16, so that the length of the stream tells.
 */
export function messageHeader(file: CompoundFile): number {
  const properties = file.root.children.find(({ name }) => name === propertyStream)
  return properties !== undefined && properties.size % 16 === 8 ? 24 : 32
}

/** The ids that a file gives to named properties, by their numbers in their sets (MS-OXMSG 2.2.3). */
export function namedProperties(file: CompoundFile): ReadonlyMap<number, number> {
  const entries = nameStorage(file)?.children.find(({ name }) => name === '__substg1.0_00030102')
  const ids = new Map<number, number>()
  if (entries === undefined) return ids
  const bytes = file.read(entries)
  const view = dataOf(bytes)
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const isString = (view.getUint16(at + 4, true) & 1) === 1
    if (!isString) ids.set(view.getUint32(at, true), namedFrom + view.getUint16(at + 6, true))
  }
  return ids
}

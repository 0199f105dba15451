import type { AttachedFile } from '@chancery/reading/reader'
import { decoderOf } from '@chancery/reading/text/code-pages'
import type { MailBody } from './mail-message.ts'
import { utf16Text } from '@chancery/formats/text'
import { bodiesOf, type MapiProperties } from './mapi-bodies.ts'

const signature = 0x223e9f78
/** Attributes with their types (MS-OXTNEF 2.1.3.2), of the message and of the attachments that follow one another. */
const attribute = {
  codePage: 0x0006_9007,
  body: 0x0002_800c,
  messageProperties: 0x0006_9003,
  beginAttachment: 0x0006_9002,
  title: 0x0001_8010,
  data: 0x0006_800f,
  attachmentProperties: 0x0006_9005,
}
const maxAttachments = 1000

/** What stands in front of embedded objects (MS-OXTNEF 2.1.3.3.15): the number of their interface. */
const interfaceId = 16

interface TnefContent {
  readonly bodies: readonly MailBody[]
  readonly files: readonly AttachedFile[]
}

/** Outlook's own format for what goes with a mail, "winmail.dat"; `undefined` for what is not in it. */
export function readTnef(bytes: Uint8Array): TnefContent | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (data.length < 6 || data.readUInt32LE(0) !== signature) return undefined
  let codePage = 1252
  let plain: string | undefined
  let message = new TnefProperties(Buffer.alloc(0), codePage)
  const attached: { title?: string; data?: Buffer; properties?: TnefProperties }[] = []
  for (let at = 6; at + 9 <= data.length;) {
    const id = data.readUInt32LE(at + 1)
    const value = data.subarray(at + 9, at + 9 + data.readUInt32LE(at + 5))
    // Behind each value stands its checksum.
    at += 9 + data.readUInt32LE(at + 5) + 2
    const last = attached.at(-1)
    if (id === attribute.codePage && value.length >= 4) codePage = value.readUInt32LE(0)
    else if (id === attribute.body) plain = untilZero(decoderOf(codePage)(value))
    else if (id === attribute.messageProperties) message = new TnefProperties(value, codePage)
    else if (id === attribute.beginAttachment && attached.length < maxAttachments) attached.push({})
    else if (last === undefined) continue
    else if (id === attribute.title) last.title = untilZero(decoderOf(codePage)(value))
    else if (id === attribute.data) last.data = value
    else if (id === attribute.attachmentProperties) last.properties = new TnefProperties(value, codePage)
  }
  const bodies = bodiesOf(message)
  return {
    bodies: bodies.length > 0 || plain === undefined ? bodies : [{ type: 'text', text: plain }],
    files: attached.flatMap(({ title, data: written, properties }) => {
      const content = written ?? properties?.binary(0x3701)
      if (content === undefined) return []
      const isMessage = content.subarray(interfaceId, interfaceId + 4).equals(Buffer.from('789f3e22', 'hex'))
      const filename = properties?.text(0x3707, 0x3704, 0x3001) ?? title ?? 'attachment'
      const contentType = isMessage ? 'application/ms-tnef' : properties?.text(0x370e)
      const contentId = properties?.text(0x3712)
      return [
        {
          filename: filename.split(/[\\/]/).at(-1) || 'attachment',
          bytes: isMessage ? content.subarray(interfaceId) : content,
          ...(contentType === undefined ? {} : { contentType }),
          ...(contentId === undefined ? {} : { contentId }),
        },
      ]
    }),
  }
}

const untilZero = (text: string): string => text.split('\0', 1)[0] ?? ''

/** Bytes of the values of types that are always as long (MS-OXCDATA 2.11.1), padded to four. */
const fixedSizes: Readonly<Record<number, number>> = {
  0x02: 4,
  0x03: 4,
  0x04: 4,
  0x05: 8,
  0x06: 8,
  0x07: 8,
  0x0a: 4,
  0x0b: 4,
  0x14: 8,
  0x40: 8,
  0x48: 16,
}
const type = { int: 0x03, ansi: 0x1e, unicode: 0x1f, binary: 0x102, object: 0x0d }
const many = 0x1000
const namedFrom = 0x8000

/** A list of MAPI properties (MS-OXTNEF 2.1.3.4); what is broken ends it. */
class TnefProperties implements MapiProperties {
  private readonly values = new Map<number, { readonly type: number; readonly value: Buffer }>()
  private readonly codePage: number

  constructor(data: Buffer, codePage: number) {
    this.codePage = codePage
    try {
      this.read(data)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
  }

  text(...ids: readonly number[]): string | undefined {
    for (const id of ids) {
      const found = this.values.get(id)
      if (found?.type !== type.unicode && found?.type !== type.ansi) continue
      const decoded = found.type === type.unicode ? utf16Text(found.value) : decoderOf(this.codePage)(found.value)
      const text = untilZero(decoded)
      if (text.trim() !== '') return text
    }
    return undefined
  }

  binary(id: number): Buffer | undefined {
    const found = this.values.get(id)
    return found?.type === type.binary || found?.type === type.object ? found.value : undefined
  }

  int(id: number): number | undefined {
    const found = this.values.get(id)
    return found?.type === type.int ? found.value.readInt32LE(0) : undefined
  }

  /** @throws RangeError where the data ends too soon */
  private read(data: Buffer): void {
    if (data.length < 4) return
    const padded = (length: number): number => Math.ceil(length / 4) * 4
    let at = 4
    for (let left = data.readUInt32LE(0); left > 0; left--) {
      const written = data.readUInt16LE(at)
      const id = data.readUInt16LE(at + 2)
      at += 4
      if (id >= namedFrom) {
        const isNumber = data.readUInt32LE(at + 16) === 0
        at += isNumber ? 24 : 24 + padded(data.readUInt32LE(at + 20))
      }
      const kind = written & ~many
      const fixed = fixedSizes[kind]
      const isCounted = fixed === undefined || (written & many) !== 0
      let values = isCounted ? data.readUInt32LE(at) : 1
      if (isCounted) at += 4
      for (; values > 0; values--) {
        const length = fixed ?? data.readUInt32LE(at)
        if (fixed === undefined) at += 4
        if (at + length > data.length) throw new RangeError('The property ends outside of the data.')
        if (!this.values.has(id)) this.values.set(id, { type: kind, value: data.subarray(at, at + length) })
        // What takes no room would be counted without end.
        if (length === 0 && fixed !== undefined) return
        at += padded(length)
      }
    }
  }
}

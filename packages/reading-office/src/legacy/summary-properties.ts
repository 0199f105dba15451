import { ChanceryError } from '@chancery/core'
import type { CompoundFile } from '@chancery/formats/compound-file'
import type { ModelBuilder } from '@chancery/reading/model/model-builder'
import { utf16Text } from '@chancery/formats/text'
import { decoderOf } from '@chancery/reading/text/code-pages'

/** Streams of properties and what the numbers in them mean (MS-OLEPS 2.25). */
const sets: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  '\u0005summaryinformation': {
    2: 'title',
    3: 'subject',
    4: 'author',
    5: 'keywords',
    6: 'description',
    8: 'lastModifiedBy',
    12: 'created',
    13: 'modified',
    18: 'application',
  },
  '\u0005documentsummaryinformation': { 2: 'category', 14: 'manager', 15: 'company' },
}

/** Offset of the first property set in its stream: behind the header and the set's id. */
const firstSetAt = 44
const codePageProperty = 1
const unicode = 1200
const maxProperties = 200
const [ansiText, wideText, fileTime] = [0x1e, 0x1f, 0x40]

/** Title, author, dates and so on, under the same names as those of Office Open XML; damaged ones are passed over. */
export function readSummaryProperties(file: CompoundFile, builder: ModelBuilder): void {
  for (const entry of file.root.children) {
    const names = sets[entry.name.toLowerCase()]
    if (names === undefined || entry.isStorage) continue
    try {
      const values = propertiesOf(Buffer.from(file.read(entry)))
      for (const [id, name] of Object.entries(names)) builder.metadatum(name, values.get(Number(id)))
    } catch (error) {
      if (!(error instanceof RangeError) && !ChanceryError.is(error)) throw error
    }
  }
}

/** @throws RangeError where it is cut off */
function propertiesOf(stream: Buffer): Map<number, string> {
  const set = stream.subarray(stream.readUInt32LE(firstSetAt))
  const places = new Map<number, number>()
  for (let index = 0; index < Math.min(set.readUInt32LE(4), maxProperties); index++) {
    places.set(set.readUInt32LE(8 + index * 8), set.readUInt32LE(12 + index * 8))
  }
  const codePageAt = places.get(codePageProperty)
  const codePage = codePageAt === undefined ? 1252 : set.readUInt16LE(codePageAt + 4)
  const values = new Map<number, string>()
  for (const [id, at] of places) {
    const value = valueAt(set, at, codePage)
    if (value !== undefined) values.set(id, value)
  }
  return values
}

function valueAt(set: Buffer, at: number, codePage: number): string | undefined {
  const type = set.readUInt16LE(at)
  if (type === fileTime) return timeOf(set.readBigUInt64LE(at + 4))
  if (type !== ansiText && type !== wideText) return undefined
  const isWide = type === wideText || codePage === unicode
  const length = set.readUInt32LE(at + 4) * (type === wideText ? 2 : 1)
  const bytes = set.subarray(at + 8, at + 8 + length)
  const text = isWide ? utf16Text(bytes) : decoderOf(codePage)(bytes)
  const end = text.indexOf('\0')
  return end === -1 ? text : text.slice(0, end)
}

const ticksPerMillisecond = 10_000n
/** 1 January 1970 as Windows counts, from 1601. */
const unixEpoch = 11_644_473_600_000n

/** Nothing for a time that was never set. */
function timeOf(ticks: bigint): string | undefined {
  const date = new Date(Number(ticks / ticksPerMillisecond - unixEpoch))
  if (ticks === 0n || Number.isNaN(date.getTime())) return undefined
  return date.toISOString().replace('.000Z', 'Z')
}

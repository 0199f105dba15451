import { writeCompoundFile, type CompoundNode } from '@chancery/formats/compound-file/testing'

/** Properties of a MAPI object by their ids: text, bytes, number, time, an embedded message or another object. */
export type MapiObject = Readonly<
  Record<
    number,
    | string
    | Uint8Array
    | number
    | Date
    | { readonly message: MapiMessage }
    | { readonly storage: readonly CompoundNode[] }
  >
>

export interface MapiMessage {
  readonly properties: MapiObject
  readonly recipients?: readonly MapiObject[]
  readonly attachments?: readonly MapiObject[]
}

/**
 * A .msg file (MS-OXMSG), as small as it can be.
 * @param message with the ids that it has for properties by their numbers
 */
export const msgOf = ({
  names = {},
  ...message
}: MapiMessage & { readonly names?: Readonly<Record<number, number>> }): Uint8Array =>
  writeCompoundFile([{ name: '__nameid_version1.0', children: [namesOf(names)] }, ...messageNodes(message, 32)])

/** MS-OXMSG 2.2.3.1.2: the number of the property, then where it stands among all named ones. */
const namesOf = (names: Readonly<Record<number, number>>): CompoundNode => {
  const entries = Object.entries(names).map(([number, id]) => {
    const entry = Buffer.alloc(8)
    entry.writeUInt32LE(Number(number), 0)
    entry.writeUInt16LE(id - 0x8000, 6)
    return entry
  })
  return { name: '__substg1.0_00030102', bytes: Buffer.concat(entries) }
}

const messageNodes = (
  { properties, recipients = [], attachments = [] }: MapiMessage,
  header: number,
): CompoundNode[] => [
  ...objectNodes(properties, header),
  ...recipients.map((each, index) => ({
    name: `__recip_version1.0_#${hex(index, 8)}`,
    children: objectNodes(each, 8),
  })),
  ...attachments.map((each, index) => ({
    name: `__attach_version1.0_#${hex(index, 8)}`,
    children: objectNodes(each, 8),
  })),
]

function objectNodes(object: MapiObject, header: number): CompoundNode[] {
  const fixed: Buffer[] = [Buffer.alloc(header)]
  const streams: CompoundNode[] = []
  for (const [key, value] of Object.entries(object)) {
    const id = Number(key)
    if (typeof value === 'string') streams.push({ name: streamName(id, 0x1f), bytes: Buffer.from(value, 'utf16le') })
    else if (value instanceof Uint8Array) streams.push({ name: streamName(id, 0x102), bytes: value })
    else if (typeof value === 'number') fixed.push(entryOf(id, 3, BigInt(value)))
    else if (value instanceof Date)
      fixed.push(entryOf(id, 0x40, BigInt(value.getTime() + 11_644_473_600_000) * 10_000n))
    else {
      const children = 'message' in value ? messageNodes(value.message, 24) : value.storage
      streams.push({ name: streamName(id, 0xd), children })
    }
  }
  return [...streams, { name: '__properties_version1.0', bytes: Buffer.concat(fixed) }]
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0')
const streamName = (id: number, type: number): string => `__substg1.0_${hex(id, 4)}${hex(type, 4)}`

function entryOf(id: number, type: number, value: bigint): Buffer {
  const entry = Buffer.alloc(16)
  entry.writeUInt16LE(type, 0)
  entry.writeUInt16LE(id, 2)
  entry.writeBigUInt64LE(value, 8)
  return entry
}

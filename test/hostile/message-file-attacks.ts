import type { Attack } from './attack.ts'
import { compoundFile, directoryEntry } from './compound-attacks.ts'

const none = 0xffffffff
const end = 0xfffffffe
const sector = 512

/** An entry as `directoryEntry` makes it, with the place and the size of its stream. */
function streamEntry(name: string, start: number, size: number, left = none, right = none): Buffer {
  const bytes = directoryEntry(name, 2, none, left, right)
  bytes.writeUInt32LE(start, 116)
  bytes.writeUInt32LE(size, 120)
  return bytes
}

/** A compound file of any number of entries; its tables are as long as they must be, and `tail` follows the directory. */
function largeFile(
  entries: readonly Uint8Array[],
  tail: readonly Uint8Array[] = [],
  chains: readonly number[] = [],
): Buffer {
  const directorySectors = Math.ceil(entries.length / 4)
  const used = directorySectors + tail.length
  let tables = 1
  while (tables * 128 < used + tables) tables++
  const header = compoundFile([]).subarray(0, sector)
  header.writeUInt32LE(tables, 44)
  header.writeUInt32LE(tables, 48)
  const fat = Buffer.alloc(tables * sector, 0xff)
  for (let table = 0; table < tables; table++) {
    if (table < 109) header.writeUInt32LE(table, 76 + table * 4)
    fat.writeUInt32LE(0xfffffffd, table * 4)
  }
  for (let at = 0; at < directorySectors; at++) {
    fat.writeUInt32LE(at + 1 === directorySectors ? end : tables + at + 1, (tables + at) * 4)
  }
  tail.forEach((_, at) => fat.writeUInt32LE(chains[at] ?? end, (tables + directorySectors + at) * 4))
  const directory = Buffer.alloc(directorySectors * sector)
  entries.forEach((entry, at) => directory.set(entry, at * 128))
  const padded = tail.map((data) => Buffer.concat([data, Buffer.alloc(sector - data.length)]))
  return Buffer.concat([header, fat, directory, ...padded])
}

const root = (child: number): Buffer => directoryEntry('Root Entry', 5, child)
const properties = '__properties_version1.0'
const subject = '__substg1.0_0037001F'
const body = '__substg1.0_1000001F'

/** A message of so many streams, each right of the last: a tree that is a list. */
export const messageOfEntries = (count: number): Buffer =>
  largeFile([
    root(1),
    ...Array.from({ length: count }, (_, n) =>
      streamEntry(n === 0 ? properties : subject, end, 0, none, n + 1 < count ? n + 2 : none),
    ),
  ])

/** Outlook messages whose file system, properties or attachments are the attack ([MS-OXMSG]). */
export function* messageFileAttacks(): Generator<Attack> {
  const attack = (name: string, bytes: Uint8Array, expect?: Attack['expect']): Attack => ({
    name: `msg: ${name}`,
    bytes,
    filename: 'a.msg',
    ...(expect === undefined ? {} : { expect }),
  })
  const text = Buffer.alloc(sector, 'a')
  yield attack(
    'a stream that comes back to itself',
    largeFile([root(1), streamEntry(properties, end, 0, none, 2), streamEntry(body, 2, 4_000_000)], [text], [2]),
  )
  yield attack(
    'a stream of four gigabytes',
    largeFile([root(1), streamEntry(properties, end, 0, none, 2), streamEntry(body, 2, 0xffffffff)], [text]),
  )
  yield attack(
    'a stream that begins behind the end',
    largeFile([root(1), streamEntry(properties, 0x7fffffff, 99_999, none, 2), streamEntry(body, 0xfffffff0, 99_999)]),
  )
  yield attack(
    'a stream in the directory itself',
    largeFile([root(1), streamEntry(properties, 1, 5000, none, 2), streamEntry(subject, 0, 5000)]),
  )
  yield attack(
    'small streams without a place for them',
    largeFile([root(1), streamEntry(properties, 0, 64, none, 2), streamEntry(subject, 99_999, 100)]),
  )
  yield attack('20,000 entries, each right of the last', messageOfEntries(20_000))
  yield attack(
    'storages 5,000 deep',
    largeFile([
      root(1),
      streamEntry(properties, end, 0, none, 2),
      ...Array.from({ length: 5000 }, (_, n) =>
        directoryEntry('__attach_version1.0_#00000000', 1, n < 4999 ? n + 3 : none),
      ),
    ]),
  )
  yield attack(
    'a message that is its own attachment',
    largeFile([
      root(1),
      streamEntry(properties, end, 0, none, 2),
      directoryEntry('__attach_version1.0_#00000000', 1, 3),
      directoryEntry('__substg1.0_3701000D', 1, 1),
    ]),
  )
  yield attack(
    'attachments that are each other',
    largeFile([
      root(1),
      streamEntry(properties, end, 0, none, 2),
      directoryEntry('__attach_version1.0_#00000000', 1, 4, none, 3),
      directoryEntry('__attach_version1.0_#00000001', 1, 5),
      directoryEntry('__substg1.0_3701000D', 1, 2),
      directoryEntry('__substg1.0_3701000D', 1, 2),
    ]),
  )
  yield attack(
    '10,000 recipients',
    largeFile([
      root(1),
      streamEntry(properties, end, 0, none, 2),
      ...Array.from({ length: 10_000 }, (_, n) =>
        directoryEntry(
          `__recip_version1.0_#${n.toString(16).padStart(8, '0')}`,
          1,
          none,
          none,
          n < 9999 ? n + 3 : none,
        ),
      ),
    ]),
  )
  yield attack(
    'rich text that unpacks to four gigabytes',
    largeFile(
      [root(1), streamEntry(properties, end, 0, none, 2), streamEntry('__substg1.0_10090102', 2, 512)],
      [Buffer.from('000200ffffffff7f4c5a4675ffffffff', 'hex')],
    ),
  )
  yield attack(
    'names that are no characters',
    largeFile([root(1), directoryEntry('\ud800\udfff\u0000/..\\', 2, none, none, 2), streamEntry(properties, end, 0)]),
  )
  yield attack('nothing but a root', largeFile([root(none)]))
  yield attack('children behind the end', largeFile([root(0x7ffffff0)]))
  yield attack('the last part cut off', largeFile([root(1), streamEntry(properties, 2, 512)], [text]).subarray(0, 1100))
}

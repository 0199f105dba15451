/** What is to be written: a storage by what is in it, a stream by its bytes. */
export type CompoundNode = { readonly name: string } & (
  | { readonly children: readonly CompoundNode[] }
  | { readonly bytes: Uint8Array }
)

const sectorSize = 512
const miniSize = 64
const cutoff = 4096
const free = 0xffffffff
const endOfChain = 0xfffffffe
const fatSector = 0xfffffffd

interface Entry {
  readonly node: CompoundNode
  readonly type: number
  left: number
  right: number
  child: number
  start: number
  size: number
}

/** Writes a compound file of version 3 (MS-CFB), so that a message inside another can be read as a file of its own. */
export function writeCompoundFile(children: readonly CompoundNode[]): Uint8Array {
  const entries: Entry[] = []
  const add = (node: CompoundNode, type: number): number => {
    entries.push({ node, type, left: free, right: free, child: free, start: endOfChain, size: 0 })
    return entries.length - 1
  }
  /** Siblings are a search tree by the length of their names, then by the names in capitals. */
  const addAll = (nodes: readonly CompoundNode[]): number => {
    const sorted = nodes
      .map((node) => ({ node, key: node.name.toUpperCase() }))
      .sort((a, b) => a.key.length - b.key.length || (a.key < b.key ? -1 : 1))
      .map(({ node }) => add(node, 'bytes' in node ? 2 : 1))
    for (const index of sorted) {
      const { node } = entries[index] as Entry
      if ('children' in node) (entries[index] as Entry).child = addAll(node.children)
    }
    const tree = (from: number, to: number): number => {
      if (from >= to) return free
      const middle = (from + to) >> 1
      const entry = entries[sorted[middle] as number] as Entry
      entry.left = tree(from, middle)
      entry.right = tree(middle + 1, to)
      return sorted[middle] as number
    }
    return tree(0, sorted.length)
  }
  const root = { name: 'Root Entry', children }
  add(root, 5)
  ;(entries[0] as Entry).child = addAll(children)
  return assemble(entries)
}

function assemble(entries: readonly Entry[]): Uint8Array {
  const fat: number[] = []
  const sectors: Uint8Array[] = []
  const store = (bytes: Uint8Array): number => {
    if (bytes.length === 0) return endOfChain
    const start = fat.length
    for (let at = 0; at < bytes.length; at += sectorSize) {
      sectors.push(padded(bytes.subarray(at, at + sectorSize), sectorSize))
      fat.push(at + sectorSize < bytes.length ? fat.length + 1 : endOfChain)
    }
    return start
  }
  const miniFat: number[] = []
  const mini: Uint8Array[] = []
  for (const entry of entries) {
    if (!('bytes' in entry.node)) continue
    const { bytes } = entry.node
    entry.size = bytes.length
    if (bytes.length >= cutoff) entry.start = store(bytes)
    else if (bytes.length > 0) {
      entry.start = miniFat.length
      for (let at = 0; at < bytes.length; at += miniSize) {
        mini.push(padded(bytes.subarray(at, at + miniSize), miniSize))
        miniFat.push(at + miniSize < bytes.length ? miniFat.length + 1 : endOfChain)
      }
    }
  }
  const root = entries[0] as Entry
  const miniStream = Buffer.concat(mini)
  root.size = miniStream.length
  root.start = store(miniStream)
  const miniStart = store(wordsOf(miniFat))
  const directoryStart = store(padded(Buffer.concat(entries.map(entryOf)), sectorSize))
  return withHeader(sectors, fat, {
    miniStart,
    miniSectors: Math.ceil((miniFat.length * 4) / sectorSize),
    directoryStart,
  })
}

function withHeader(
  sectors: Uint8Array[],
  fat: number[],
  at: { readonly miniStart: number; readonly miniSectors: number; readonly directoryStart: number },
): Uint8Array {
  // The table has entries for its own sectors, and for those that list it beyond the 109 of the header.
  const perSector = sectorSize / 4
  let fatSectors = 0
  let listSectors = 0
  for (;;) {
    const needed = Math.ceil((fat.length + fatSectors + listSectors) / perSector)
    const lists = Math.ceil(Math.max(needed - 109, 0) / (perSector - 1))
    if (needed === fatSectors && lists === listSectors) break
    fatSectors = needed
    listSectors = lists
  }
  const fatStart = fat.length
  const numbers = Array.from({ length: fatSectors }, (_, index) => fatStart + index)
  const listStart = fatStart + fatSectors
  const table = [...fat, ...numbers.map(() => fatSector), ...Array.from({ length: listSectors }, () => 0xfffffffc)]
  const lists = Array.from({ length: listSectors }, (_, index) => {
    const part = numbers.slice(109 + index * (perSector - 1), 109 + (index + 1) * (perSector - 1))
    while (part.length < perSector - 1) part.push(free)
    return wordsOf([...part, index + 1 < listSectors ? listStart + index + 1 : endOfChain])
  })
  const header = Buffer.alloc(sectorSize)
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  for (const [offset, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const) {
    header.writeUInt16LE(value, offset)
  }
  const long = [
    [44, fatSectors],
    [48, at.directoryStart],
    [56, cutoff],
    [60, at.miniStart],
    [64, at.miniSectors],
    [68, listSectors === 0 ? endOfChain : listStart],
    [72, listSectors],
  ] as const
  for (const [offset, value] of long) header.writeUInt32LE(value, offset)
  for (let index = 0; index < 109; index++) header.writeUInt32LE(numbers[index] ?? free, 76 + index * 4)
  const filled = Math.ceil(table.length / perSector) * perSector
  while (table.length < filled) table.push(free)
  return Buffer.concat([header, ...sectors, wordsOf(table), ...lists])
}

function entryOf({ node, type, left, right, child, start, size }: Entry): Uint8Array {
  const entry = Buffer.alloc(128)
  const name = node.name.slice(0, 31)
  entry.write(name, 'utf16le')
  entry.writeUInt16LE(name.length * 2 + 2, 64)
  entry.writeUInt8(type, 66)
  entry.writeUInt8(1, 67)
  for (const [offset, value] of [
    [68, left],
    [72, right],
    [76, child],
    [116, start],
    [120, size],
  ] as const) {
    entry.writeUInt32LE(value, offset)
  }
  return entry
}

const wordsOf = (numbers: readonly number[]): Uint8Array => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4)
  return bytes
}

const padded = (bytes: Uint8Array, unit: number): Uint8Array => {
  const whole = Buffer.alloc(Math.ceil(bytes.length / unit) * unit)
  whole.set(bytes)
  return whole
}

import type { LargeAttack } from './large-attack.ts'

/** A TIFF of so many pages, each of one point. */
function tiffPages(count: number): Buffer {
  const entry = (tag: number, type: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16LE(tag)
    bytes.writeUInt16LE(type, 2)
    bytes.writeUInt32LE(1, 4)
    bytes.writeUInt32LE(value, 8)
    return bytes
  }
  const entries = [
    entry(256, 3, 1),
    entry(257, 3, 1),
    entry(258, 3, 8),
    entry(259, 3, 1),
    entry(262, 3, 1),
    entry(273, 4, 8),
    entry(278, 3, 1),
    entry(279, 4, 1),
  ]
  const length = 2 + entries.length * 12 + 4
  const start = 10
  const directories = Array.from({ length: count }, (_, n) => {
    const [head, next] = [Buffer.alloc(2), Buffer.alloc(4)]
    head.writeUInt16LE(entries.length)
    next.writeUInt32LE(n + 1 < count ? start + (n + 1) * length : 0)
    return Buffer.concat([head, ...entries, next])
  })
  const header = Buffer.from([0x49, 0x49, 42, 0, start, 0, 0, 0, 255, 0])
  return Buffer.concat([header, ...directories])
}

export const tiffAttacks: readonly LargeAttack<Buffer>[] = [['100,000 pages of one point', () => tiffPages(100_000)]]

/** The name of a document among those of its format, and what makes it: most are megabytes. */
export type LargeAttack<Content> = readonly [name: string, make: () => Content]

export const of = (count: number, each: (n: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, n) => each(n)).join(between)

export const deep = (count: number, open: string, close: string, inner = '1'): string =>
  open.repeat(count) + inner + close.repeat(count)

/** A sound picture of 16 by 16 dots and some 800 bytes, another for each number. */
export function bitmap(n: number): Buffer {
  const bytes = Buffer.alloc(54 + 16 * 16 * 3, n % 251)
  bytes.write('BM', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.fill(0, 6, 54)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(16, 18)
  bytes.writeInt32LE(16, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  bytes.writeUInt32LE(n, 54)
  return bytes
}

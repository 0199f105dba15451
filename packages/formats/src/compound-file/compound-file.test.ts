import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CompoundEntry, CompoundFile } from './compound-file.ts'
import { type CompoundNode, writeCompoundFile } from './testing/write-compound-file.ts'

const corrupt = expect.objectContaining({ code: 'document_corrupt' })

const name = fc.stringMatching(/^[a-zäЖ]{1,20}$/)
const stream = fc.record({
  name,
  bytes: fc.tuple(fc.nat(9000), fc.nat(255)).map(([size, byte]) => Buffer.alloc(size, byte)),
})
const { node } = fc.letrec<{ node: CompoundNode; children: CompoundNode[] }>((tie) => ({
  node: fc.oneof({ maxDepth: 3 }, stream, fc.record({ name, children: tie('children') })),
  children: fc.uniqueArray(tie('node'), { selector: (each) => each.name.toUpperCase(), maxLength: 6 }),
}))
const children = fc.uniqueArray(node, { selector: (each) => each.name.toUpperCase(), maxLength: 6 })

type Tree = { readonly [name: string]: Tree | string }
const written = (nodes: readonly CompoundNode[]): Tree =>
  Object.fromEntries(
    nodes.map((each) => [
      each.name,
      'children' in each ? written(each.children) : Buffer.from(each.bytes).toString('hex'),
    ]),
  )
const read = (file: CompoundFile, entries: readonly CompoundEntry[]): Tree =>
  Object.fromEntries(
    entries.map((entry) => [
      entry.name,
      entry.isStorage ? read(file, entry.children) : Buffer.from(file.read(entry)).toString('hex'),
    ]),
  )

describe('a compound file', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(children, (nodes) => {
        const file = new CompoundFile(writeCompoundFile(nodes))
        expect(read(file, file.root.children)).toEqual(written(nodes))
      }),
      { numRuns: 40 },
    )
  })

  it('is copied with any storage as its root, what is in it and nothing else', () => {
    fc.assert(
      fc.property(children, (nodes) => {
        const kept = { name: 'kept!', bytes: Buffer.alloc(90, 3) }
        const file = new CompoundFile(writeCompoundFile([...nodes, kept]))
        const beside = file.root.children.find(({ name }) => name === 'kept!')
        for (const storage of file.root.children.filter(({ isStorage }) => isStorage)) {
          const inside = read(file, storage.children)
          const alone = new CompoundFile(file.rootedAt(storage))
          expect(read(alone, alone.root.children)).toEqual(inside)
          const withKept = new CompoundFile(file.rootedAt(storage, beside))
          expect(read(withKept, withKept.root.children)).toEqual({ ...inside, 'kept!': '03'.repeat(90) })
        }
      }),
      { numRuns: 40 },
    )
  })

  it('that is cut off anywhere, or has any byte changed, is refused as corrupt or read in part', () => {
    const whole = writeCompoundFile([
      { name: 'a', bytes: Buffer.alloc(5000, 1) },
      { name: 'b', children: [{ name: 'c', bytes: Buffer.alloc(100, 2) }] },
    ])
    const readOrRefused = (bytes: Uint8Array): void => {
      try {
        const file = new CompoundFile(bytes)
        read(file, file.root.children)
        for (const entry of file.root.children) file.rootedAt(entry, file.root.children[0])
      } catch (error) {
        expect(error).toEqual(corrupt)
      }
    }
    for (let length = 0; length < whole.length; length += 37) readOrRefused(whole.subarray(0, length))
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
        const changed = Uint8Array.from(whole)
        changed[at] = byte
        readOrRefused(changed)
      }),
      { numRuns: 2000 },
    )
  })

  it('gives the beginning of a stream', () => {
    const file = new CompoundFile(
      writeCompoundFile([
        { name: 'long', bytes: Buffer.alloc(9000, 7) },
        { name: 'mini', bytes: Buffer.alloc(90, 7) },
      ]),
    )
    expect(file.root.children.map((entry) => file.read(entry, 70).length)).toEqual([70, 70])
  })

  it('is read beside a part of its table that is not there', () => {
    const bytes = Buffer.from(
      writeCompoundFile([
        { name: 'a', bytes: Buffer.alloc(70_000, 1) },
        { name: 'b', bytes: Buffer.alloc(20_000, 2) },
      ]),
    )
    // The first of the sectors that say which one is the next.
    bytes.writeUInt32LE(1_000_000, 76)
    const file = new CompoundFile(bytes)
    const [a, b] = file.root.children.map((entry) => file.read(entry))
    expect([a?.length, b]).toEqual([512, Buffer.alloc(20_000, 2)])
  })

  it('costs no more than its bytes where its chains run in a circle', () => {
    const bytes = Buffer.from(writeCompoundFile([{ name: 'a', bytes: Buffer.alloc(5000) }]))
    const table = (bytes.readUInt32LE(76) + 1) * 512
    bytes.writeUInt32LE(0, table)
    const directory = bytes.readUInt32LE(48)
    bytes.writeUInt32LE(directory, table + directory * 4)
    bytes.writeUInt32LE(0xfffff000, (directory + 1) * 512 + 128 + 120)
    const file = new CompoundFile(bytes)
    const [entry] = file.root.children
    expect(entry?.name).toBe('a')
    expect(() => file.read(entry!)).toThrow(corrupt)
  })
})

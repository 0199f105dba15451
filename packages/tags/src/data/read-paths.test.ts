import { describe, expect, it } from 'vitest'
import { ReadPaths } from './read-paths.ts'

describe('what fills read', () => {
  it('is that of the last alone', () => {
    const reads = new ReadPaths()
    reads.begin()
    reads.write(reads.at('a.b'))
    reads.write(reads.at('a.b'))
    reads.readWhole(reads.at('w'))
    expect(reads.written).toEqual(['a.b'])
    expect(reads.unused({ a: { b: 1, c: 1 }, w: { x: 1 }, z: 1 })).toEqual(['a.c', 'z'])
    reads.begin()
    reads.read(reads.at('w'))
    expect(reads.written).toEqual([])
    expect(reads.unused({ a: { b: 1, c: 1 }, w: { x: 1 }, z: 1 })).toEqual(['a', 'w.x', 'z'])
  })

  it('knows indexes that tags have, and keys with dots of their own', () => {
    const reads = new ReadPaths()
    reads.begin()
    reads.read(reads.at('list.0.a'))
    reads.read(reads.at('b.c'))
    expect(reads.unused({ list: [{ a: 1, x: 1 }], 'b.c': 1, 'b.d': 1 })).toEqual(['list.x', 'b.d'])
    reads.begin()
    expect(reads.unused({ list: [{ a: 1 }] })).toEqual(['list'])
  })

  it('knows what stands in lists of lists, and names that end with a dot as they are written', () => {
    const reads = new ReadPaths()
    reads.begin()
    reads.read(reads.at('list.0.1.rows.2.a'))
    reads.write(reads.at('Tel. No.'))
    expect(reads.below(reads.at('list'), ['0', 'rows.1', '', 'a'])).toBe(reads.at('list.0.rows.1.a'))
    expect(reads.written).toEqual(['Tel. No.'])
    expect(reads.unused({ list: [[{ rows: [{ a: 1, x: 1 }] }]], 'Tel. No.': 1 })).toEqual(['list.rows.x'])
  })

  it('is forgotten before it has become too much: keys of dictionaries are never the same', () => {
    const reads = new ReadPaths()
    reads.begin()
    for (let key = 0; key <= 10_000; key++) reads.read(reads.at(`d.k${key}`))
    const { root } = reads
    expect(reads.unused({ d: { k10000: 1, other: 1 } })).toEqual(['d.other'])
    reads.begin()
    expect(reads.root).not.toBe(root)
    expect(reads.unused({ d: { k10000: 1 } })).toEqual(['d'])
  })
})

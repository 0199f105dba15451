import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inflate } from './inflate.ts'
import { contentOf, readZip } from './read-zip.ts'
import { zipArchive, zipBlock } from './write-zip.ts'
import { deflated, stored, type ZipEntry } from './zip-entry.ts'

const files = fc.uniqueArray(
  fc.record({
    name: fc.stringMatching(/^[a-zä漢]{1,9}$/),
    content: fc.tuple(fc.nat(40_000), fc.string({ minLength: 1 })).map(([size, text]) => Buffer.alloc(size, text)),
    isStored: fc.boolean(),
  }),
  { selector: ({ name }) => name, maxLength: 6 },
)
type File = typeof files extends fc.Arbitrary<infer List extends readonly unknown[]> ? List[number] : never

const entryOf = ({ name, content, isStored }: File): ZipEntry =>
  isStored ? stored(name, content) : deflated(name, content)
const read = (bytes: Uint8Array): readonly (readonly [string, string])[] =>
  Array.from(readZip(bytes), ([name, entry]) => [name, Buffer.from(contentOf(entry)).toString()])

describe('an archive', () => {
  it('is read as it was written, also behind a block that was written before', () => {
    fc.assert(
      fc.property(files, fc.nat(6), (list, count) => {
        const entries = list.map(entryOf)
        const whole = zipArchive(entries)
        expect(read(whole.bytes)).toEqual(list.map(({ name, content }) => [name, content.toString()]))
        const behind = zipArchive(entries.slice(count), zipBlock(entries.slice(0, count)))
        expect(Buffer.compare(behind.bytes, whole.bytes)).toBe(0)
        expect(behind.byteLength).toBe(whole.bytes.length)
      }),
      { numRuns: 20 },
    )
  })

  it('that is cut off anywhere is refused as corrupt', () => {
    const { bytes } = zipArchive([stored('a', Buffer.from('one')), deflated('b', Buffer.alloc(300, 'two'))])
    for (let length = 0; length < bytes.length; length++) {
      expect(() => readZip(bytes.subarray(0, length))).toThrow(expect.objectContaining({ code: 'document_corrupt' }))
    }
  })

  it('is read behind its comment, without its folders, the last of two files with one name', () => {
    const { bytes } = zipArchive([stored('f/', Buffer.alloc(0)), stored('a', Buffer.of(1)), stored('a', Buffer.of(2))])
    const commented = Buffer.concat([bytes, Buffer.from('PK said so')])
    commented.writeUInt16LE(10, bytes.length - 2)
    expect(Array.from(readZip(commented).values(), (entry) => [entry.name, ...contentOf(entry)])).toEqual([['a', 2]])
  })

  it('gives no more of a file than its directory says', () => {
    const entry = deflated('a', Buffer.alloc(1000, 'x'))
    for (const size of [0, 999]) {
      expect(() => contentOf({ ...entry, size })).toThrow(expect.objectContaining({ code: 'document_corrupt' }))
    }
  })
})

it('bytes behind a deflated stream are told, and nobody’s', () => {
  const { data, size } = deflated('a', Buffer.alloc(5000, 'x'))
  const { content, taken } = inflate(Buffer.concat([data, Buffer.from('hidden')]), size)
  expect([content.length, taken]).toEqual([5000, data.length])
})

import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { xmlEntry } from './write-package.ts'
import { contentOf, deflated, readZip, stored, zipArchive, zipBlock, type ZipEntry } from './zip-archive.ts'

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

  it('has parts deflated whatever their size and shape, those of less than a kilobyte as they are', () => {
    for (const size of [1024, 1 << 14, (1 << 14) + 1, 1 << 17, 1_200_000]) {
      for (const xml of ['<w:p/>'.repeat(size / 6), String.fromCodePoint(0x4e00, 0x1f600, 0x61).repeat(size / 8)]) {
        const { method, data, size: length } = xmlEntry('a.xml', xml.padEnd(size, 'x'))
        expect([method, length >= size]).toEqual([8, true])
        expect(inflateRawSync(data).toString()).toBe(xml.padEnd(size, 'x'))
      }
    }
    const { method, data } = xmlEntry('a.xml', '\ufeff<a/>')
    expect([method, Buffer.from(data).toString()]).toEqual([0, '<a/>'])
  })
})

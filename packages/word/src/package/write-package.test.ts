import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { xmlEntry } from './write-package.ts'

describe('a written package', () => {
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
